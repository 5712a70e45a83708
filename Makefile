# make run [FILE=path]   open the window (or inspect in the terminal where there is no display)
# make test [WORKERS=n]  all that must hold, in two processes or n
# make quick [PACKAGES=…] the tests of the packages that differ from main, or of those named: core/edits gui/save
# make slow [PARTS=n PART=k] what `make test` has some of: whole cross products, more seeds, large bombs; or every n-th file of it
# make spent             `make test`, and where its time goes: by folder, file and test
# make shuffled [SEED=n] `make test` in an order by chance, which no test may depend on
# make timing            what is judged by a clock: on a quiet machine, one after the other
# make faults            saves killed at 200 moments (an ordinary test run has a few)
# make frameworks        the frameworks in an environment of their own: files made anew, and loaded after a fix
# make stores            Google's and Azure's stores and the hub, by emulators in an environment of their own
# make frameworks-models  some 1,000 models of their libraries, named by their keys
# make windows           the program in a Python for Windows, under Wine: same bytes as on Linux, and its window
# make windows-tests     tests of the command line, of saving, values and golden, by a pytest that runs there
# make installed         the wheel in environments of their own: pip, pipx and uv
# make app               a folder that runs without Python, and an AppImage of it, in dist/
# make windows-app       the same for Windows, under Wine: a folder and a zip of it, in dist/
# make fuzz [SECONDS=n]  `make slow` with every command on every bomb, then the fuzzers, for 10 minutes or n seconds
# make texts             what the program says, found anew for the translators and compiled (resources/languages)
# make release-check     what a release asks for besides: no text without its translation
# make lint              ruff, mypy and the import contracts
# make cost              how many places one thing has: an edit, a container's kind, a trap, a name
# make steps             what step() of torch's optimizers takes, measured anew (resources/steps.json)
# make bench             the measurements of docs/benchmarks.md (needs some 12 GB of free disk)
# make pictures [NAME=…]  the pictures of docs/ anew, all or those named
# make screens           every panel and dialog in all languages, themes and scales, to look at (.screens/index.html)
# make setup             the shared part; a second call does nothing

PYTHON ?= python3
FILE ?= resources/demo.pth
SECONDS ?= 600
SEED ?= 0
WORKERS ?= 2
PARTS ?= 1
PART ?= 0
VENV := .venv
STAMP := $(VENV)/.set-up
COMPILED := $(VENV)/.compiled
FRAMEWORKS := .venv-frameworks
PACKER := .venv-app
STORES := .venv-stores
WINDOWS := .windows
SOURCES := main.py $(shell find cli core gui scripts -name '*.py')

# Byte code of the tests is kept even where Python may not write its own: each process made it anew in 8 seconds.
PARALLEL := PYTHONDONTWRITEBYTECODE= $(VENV)/bin/python -m pytest -n $(WORKERS) --dist worksteal

QUIETLY := -qq --disable-pip-version-check --no-compile

.PHONY: setup run test quick slow spent shuffled texts release-check timing installed stores windows windows-tests windows-app app faults frameworks frameworks-files frameworks-folders frameworks-models fuzz lint cost bench steps pictures screens clean
.DEFAULT_GOAL := run

setup: $(COMPILED)

$(STAMP): pyproject.toml scripts/setup.sh cli/qt_libraries.py scripts/servers.py
	@bash scripts/setup.sh "$(PYTHON)" $(VENV)
	@touch $@

# Byte code written ahead: the command line answers in half the time even where Python may not write its own.
$(COMPILED): $(STAMP) $(SOURCES)
	@$(VENV)/bin/python -m compileall -q $(SOURCES)
	@touch $@

run: $(COMPILED)
	@$(VENV)/bin/python main.py "$(FILE)"

# Neighbours stay in one process, as many of them share a file that takes longer to make than to test; whoever has
# nothing left to do takes half of what another has before it.
test: $(COMPILED)
	@$(PARALLEL)

quick: $(COMPILED)
	@$(PARALLEL) $$($(VENV)/bin/python -m tests.support.changed $(PACKAGES))

# Only the files that have such tests: to collect all takes ten seconds.
slow: $(COMPILED)
	@$(PARALLEL) -m long $$(grep -rlE 'mark\.long|support\.thinning' tests --include='test_*.py' | sort | \
		awk 'NR % $(PARTS) == $(PART) % $(PARTS)')

spent: $(COMPILED)
	@rm -f .pytest_cache/spent && mkdir -p .pytest_cache
	@$(PARALLEL) -p tests.support.spent --spent .pytest_cache/spent; $(VENV)/bin/python -m tests.support.spent .pytest_cache/spent

shuffled: $(COMPILED)
	@$(PARALLEL) -p tests.support.shuffled --seed $(SEED)

timing: $(COMPILED)
	@$(VENV)/bin/python -m pytest -m timing

installed: $(COMPILED)
	@$(VENV)/bin/python -m pytest -m installed

# What the tests need besides is found in the environment that is there already.
$(STORES)/.set-up: tests/stores/requirements.txt tests/stores/azurite/package.json | $(STAMP)
	@echo "Installing clients and emulators of stores into $(STORES) …"
	@$(VENV)/bin/python -m venv $(STORES)
	@$(VENV)/bin/python -c "import sysconfig; print(sysconfig.get_path('purelib'))" \
		> "$$($(STORES)/bin/python -c "import sysconfig; print(sysconfig.get_path('purelib'))")/base.pth"
	@$(STORES)/bin/python -m pip install $(QUIETLY) -r $<
	@cp tests/stores/azurite/package.json $(STORES)/ && npm install --silent --no-package-lock --prefix $(STORES)
	@touch $@

stores: $(COMPILED) $(STORES)/.set-up
	@$(STORES)/bin/python -m pytest -m stores tests/stores -n $(WORKERS)

$(WINDOWS)/.set-up: pyproject.toml installer/requirements.txt tests/windows/machine.py | $(STAMP)
	@echo "Making a Windows in $(WINDOWS) …"
	@$(VENV)/bin/python -m tests.windows.machine
	@touch $@

windows: $(COMPILED) $(WINDOWS)/.set-up
	@$(VENV)/bin/python -m pytest -m windows tests/windows --ignore tests/windows/test_tests.py

windows-tests: $(COMPILED) $(WINDOWS)/.set-up
	@$(VENV)/bin/python -m pytest -m windows tests/windows/test_tests.py

windows-app: $(WINDOWS)/.set-up
	@$(VENV)/bin/python -m tests.windows.machine dist
	@$(VENV)/bin/python -m pytest -m windows tests/windows/test_packed.py

# An environment with nothing else in it, so that nothing else is packed.
$(PACKER)/.set-up: pyproject.toml installer/requirements.txt
	@echo "Installing what packs the program into $(PACKER) …"
	@$(PYTHON) -m venv $(PACKER)
	@$(PACKER)/bin/python -m pip install $(QUIETLY) . -r installer/requirements.txt
	@$(PACKER)/bin/python -m pip uninstall -qy pthfinder
	@touch $@

app: $(PACKER)/.set-up
	@$(PACKER)/bin/python -m installer.app dist

faults: $(COMPILED)
	@PTHFINDER_KILLS=200 $(VENV)/bin/python -m pytest -rP tests/saving/test_faults.py -k killed

fuzz: export PTHFINDER_BOMBS = all
fuzz: slow
	@$(VENV)/bin/python -m tests.fuzz $(SECONDS)

# The torch that is there already satisfies the frameworks, where one of them would fetch another.
$(FRAMEWORKS)/.set-up: tests/frameworks/requirements.txt tests/frameworks/constraints.txt | $(STAMP)
	@echo "Installing the frameworks into $(FRAMEWORKS) …"
	@$(VENV)/bin/python -m venv $(FRAMEWORKS)
	@$(FRAMEWORKS)/bin/python -m pip install $(QUIETLY) "$$(grep ^torch== $<)" -c tests/frameworks/constraints.txt
	@$(FRAMEWORKS)/bin/python -m pip install $(QUIETLY) -r $< -c tests/frameworks/constraints.txt
	@touch $@

$(FRAMEWORKS)/.set-up-folders: tests/frameworks/requirements-folders.txt $(FRAMEWORKS)/.set-up
	@echo "Installing those of folders into $(FRAMEWORKS) …"
	@$(FRAMEWORKS)/bin/python -m pip install $(QUIETLY) -r $< -c tests/frameworks/constraints.txt
	@touch $@

$(FRAMEWORKS)/.set-up-models: tests/frameworks/requirements-models.txt $(FRAMEWORKS)/.set-up
	@echo "Installing the libraries of models into $(FRAMEWORKS) …"
	@$(FRAMEWORKS)/bin/python -m pip install $(QUIETLY) -r $< -c tests/frameworks/constraints.txt
	@touch $@

frameworks: frameworks-files frameworks-folders frameworks-models

frameworks-files: $(FRAMEWORKS)/.set-up
	@$(FRAMEWORKS)/bin/python -m tests.frameworks.run

frameworks-models: $(FRAMEWORKS)/.set-up-models
	@PTHFINDER_ALL_MODELS=1 $(FRAMEWORKS)/bin/python -m pytest -q -s -c tests/frameworks/pytest.ini tests/frameworks/load_known_models.py

frameworks-folders: $(FRAMEWORKS)/.set-up-folders
	@$(FRAMEWORKS)/bin/python -m tests.frameworks.folders.run

texts: $(STAMP)
	@$(VENV)/bin/python -m scripts.texts

release-check: $(COMPILED)
	@$(VENV)/bin/python -m pytest -m release

lint: $(STAMP)
	@$(VENV)/bin/ruff check .
	@$(VENV)/bin/mypy
	@for system in win32 darwin; do \
		$(VENV)/bin/mypy --platform $$system --no-warn-unreachable --cache-dir .mypy_cache/$$system main.py core cli gui || exit 1; \
	done
	@$(VENV)/bin/lint-imports

cost: $(STAMP)
	@$(VENV)/bin/python -m scripts.change_cost

steps: $(STAMP)
	@$(VENV)/bin/python -m scripts.measure_steps

bench: $(COMPILED)
	@$(VENV)/bin/python -m benchmarks.run

pictures: $(COMPILED)
	@$(VENV)/bin/python -m scripts.pictures $(NAME)

screens: $(COMPILED)
	@$(VENV)/bin/python -m scripts.pictures.screens $(SCREENS)

clean:
	rm -rf $(VENV) $(WINDOWS) $(FRAMEWORKS) $(PACKER) dist .frameworks .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis .screens
