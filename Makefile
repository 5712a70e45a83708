# make run [FILE=path]   open the window (or inspect in the terminal where there is no display)
# make test              all tests
# make faults            saves killed at 200 moments (an ordinary test run has a few)
# make fuzz [SECONDS=n]  the fuzzers, for 10 minutes or n seconds
# make lint              ruff, mypy and the import contracts
# make bench             the measurements of docs/benchmarks.md (needs some 12 GB of free disk)
# make setup             the shared part; a second call does nothing

PYTHON ?= python3
FILE ?= resources/demo.pth
SECONDS ?= 600
VENV := .venv
STAMP := $(VENV)/.set-up
COMPILED := $(VENV)/.compiled
SOURCES := main.py $(shell find cli core gui scripts -name '*.py')

.PHONY: setup run test faults fuzz lint bench clean
.DEFAULT_GOAL := run

setup: $(COMPILED)

$(STAMP): pyproject.toml scripts/setup.sh scripts/qt_libraries.py
	@bash scripts/setup.sh "$(PYTHON)" $(VENV)
	@touch $@

# Byte code written ahead: the command line answers in half the time even where Python may not write its own.
$(COMPILED): $(STAMP) $(SOURCES)
	@$(VENV)/bin/python -m compileall -q $(SOURCES)
	@touch $@

run: $(COMPILED)
	@$(VENV)/bin/python main.py "$(FILE)"

test: $(COMPILED)
	@$(VENV)/bin/python -m pytest

faults: $(COMPILED)
	@PTHFINDER_KILLS=200 $(VENV)/bin/python -m pytest -rP tests/test_faults.py -k killed

fuzz: $(COMPILED)
	@$(VENV)/bin/python -m tests.fuzz $(SECONDS)

lint: $(STAMP)
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/mypy
	@$(VENV)/bin/lint-imports

bench: $(COMPILED)
	@$(VENV)/bin/python -m benchmarks.run

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis
