"""The coverage-guided fuzzer: libFuzzer by way of Atheris, which keeps inputs that reach new lines of the engine.

``python -m tests.fuzz.guided -runs=5000 -seed=1``, with any of libFuzzer's options.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["core"]):
    from tests.fuzz.mutation import mutated
    from tests.fuzz.seeds import seeds
    from tests.fuzz.trial import Trial, report

_TELL = 5000
"""Inputs between two reports."""


def main() -> int:
    """Fuzz until the options say stop; the exit code is not 0 where something was found."""
    corpus = Path(tempfile.mkdtemp(prefix="pthfinder-corpus-"))
    beginnings = list(seeds().values())
    for number, data in enumerate(beginnings):
        (corpus / str(number)).write_bytes(data)
    trial = Trial(Path(".fuzz"))
    try:
        child = os.fork()  # libFuzzer ends the process it runs in, and nobody would tidy up
        if child == 0:
            _fuzz(trial, corpus, beginnings)
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    finally:
        trial.close()
        shutil.rmtree(corpus, ignore_errors=True)


def _fuzz(trial: Trial, corpus: Path, beginnings: list[bytes]) -> None:
    started = time.perf_counter()
    inputs = 0

    def mutate(data: bytes, max_size: int, seed: int) -> bytes:
        """Half of the time libFuzzer's own way, half of the time ours, which knows zips and opcodes."""
        chance = random.Random(seed)
        if chance.random() < 0.5:
            return bytes(atheris.Mutate(data, max_size))
        return mutated(data, chance, beginnings)[:max_size]

    def try_one(data: bytes) -> None:
        nonlocal inputs
        inputs += 1
        trial(data)
        if inputs % _TELL == 0:
            report(trial.outcomes, time.perf_counter() - started)
            sys.stdout.flush()

    trial.found.mkdir(exist_ok=True)
    options = ["-max_len=20000", f"-artifact_prefix={trial.found}/", *sys.argv[1:], str(corpus)]
    atheris.Setup([sys.argv[0], *options], try_one, custom_mutator=mutate)
    atheris.Fuzz()


if __name__ == "__main__":
    raise SystemExit(main())
