"""``python -m tests.fuzz.differential SECONDS [KIND…]``, or names of inputs: what is shown, held against torch.

Each input is known by its name, ``pickle:17``, and can be made again from it. What opens is saved as well, as a plain
file of what is shown, and that is held against torch again.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from core.errors import CheckpointError
from core.saving.save import save
from tests.fuzz.differential_files import KINDS, made, told
from tests.fuzz.differential_judge import Judge
from tests.fuzz.differential_shown import Shown, shown
from tests.fuzz.differential_verdict import Difference, judged, judged_as_saved, outcome

_BATCH = 100
_EXAMPLES = 3
_SAVED = 4
"""One of so many files without oddities is saved; of those with oddities all are."""


class _Trial(NamedTuple):
    """An input and what became of it here; ``saved`` is what is shown of the file written from it."""

    name: str
    here: Shown | Difference
    saved: Shown | Difference | None


class Differential:
    """Holds inputs against torch, and counts what became of them in ``outcomes``."""

    def __init__(self) -> None:
        shm = Path("/dev/shm")
        self.folder = Path(tempfile.mkdtemp(prefix="pthfinder-fuzz-", dir=shm if os.access(shm, os.W_OK) else None))
        os.environ["XDG_STATE_HOME"] = str(self.folder / "state")
        self.outcomes: Counter[str] = Counter()
        self.judge = Judge()

    def close(self) -> None:
        """End the process with torch and remove the folder."""
        self.judge.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def differences(self, inputs: Iterable[tuple[str, bytes]]) -> Iterator[tuple[str, Difference]]:
        """(name of an input, what is wrong about it), of all of which something is."""
        each = iter(inputs)
        waiting: list[_Trial] = []
        for turn in range(sys.maxsize):
            batch = list(islice(each, _BATCH))
            folder = self.folder / str(turn % 2)  # torch still reads the files of the turn before
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir()
            paths = [str(folder / f"{number}.pth") for number in range(len(batch))]
            for (_, data), path in zip(batch, paths, strict=True):
                Path(path).write_bytes(data)
            if batch:
                self.judge.ask(paths)
            now = [_tried(name, path) for (name, _), path in zip(batch, paths, strict=True)]
            if batch:
                self.judge.ask([f"{path}.saved" for path, trial in zip(paths, now, strict=True) if trial.saved])
            yield from self._judged(waiting)
            if not batch:
                return
            waiting = now

    def _judged(self, trials: list[_Trial]) -> Iterator[tuple[str, Difference]]:
        if not trials:
            return
        loaded, saved = self.judge.answers(), iter(self.judge.answers())
        for (name, here, again), answer in zip(trials, loaded, strict=True):
            of_saved = next(saved) if again else {}
            if isinstance(here, Difference):
                yield name, here
                continue
            self.outcomes[outcome(here, answer)] += 1
            found = judged(here, answer)
            if found is None and again is not None:
                found = judged_as_saved(here, again, of_saved)
            if found is not None:
                yield name, found


def _tried(name: str, path: str) -> _Trial:
    """What is shown of a file, and of the one that is saved of it."""
    here = _caught(path)
    if isinstance(here, Difference) or here.view is None or not here.facts:
        return _Trial(name, here, None)
    if not here.oddities and zlib.crc32(name.encode()) % _SAVED:
        return _Trial(name, here._replace(view=None), None)
    target = f"{path}.saved"
    try:
        save(here.view, target, accept_odd=True, accept_damage=True)
    except CheckpointError:
        return _Trial(name, here._replace(view=None), None)
    except Exception as error:  # noqa: BLE001 - which is the difference
        return _Trial(name, _raised("saving raises", error), None)
    return _Trial(name, here._replace(view=None), _caught(target))


def _caught(path: str) -> Shown | Difference:
    try:
        return shown(path)
    except Exception as error:  # noqa: BLE001 - which is the difference
        return _raised("raises", error)


def _raised(what: str, error: Exception) -> Difference:
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    where = f"{Path(trace.tb_frame.f_code.co_filename).name}:{trace.tb_lineno}" if trace else ""
    return Difference(f"{what} {type(error).__name__} at {where}", str(error)[:200])


def report(fuzz: Differential, inputs: Iterable[tuple[str, bytes]]) -> int:
    """Hold inputs against torch and list the differences by cause; how many there are."""
    causes: dict[str, list[tuple[str, str]]] = {}
    started = time.perf_counter()
    for name, difference in fuzz.differences(inputs):
        causes.setdefault(difference.cause, []).append((name, difference.detail))
    for cause, found in sorted(causes.items(), key=lambda each: -len(each[1])):
        sys.stdout.write(f"{len(found):6,} {cause}\n")
        for name, detail in found[:_EXAMPLES]:
            sys.stdout.write(f"         {name} {told(name)} {' '.join(detail.split())[:300]}\n")
    for text, count in fuzz.outcomes.most_common():
        sys.stdout.write(f"{count:9,} {text}\n")
    total, count = sum(fuzz.outcomes.values()), sum(map(len, causes.values()))
    sys.stdout.write(f"{total:,} inputs in {time.perf_counter() - started:.0f} s, {count:,} differences from torch\n")
    sys.stdout.flush()
    return count


def inputs_for(seconds: float, kinds: Iterable[str], first: int) -> Iterator[tuple[str, bytes]]:
    """New inputs of each kind in turn, for that long."""
    until = time.perf_counter() + seconds
    number = first
    while time.perf_counter() < until:
        for kind in kinds:
            name = f"{kind}:{number}"
            yield name, made(name)
        number += 1


def main(arguments: list[str]) -> int:
    """Fuzz for some seconds, or look at the inputs that are named; 1 where there is a difference."""
    named = [each for each in arguments if ":" in each]
    kinds = [each for each in arguments if each in KINDS] or list(KINDS)
    seconds = float(next((each for each in arguments if each.replace(".", "").isdigit()), 10))
    fuzz = Differential()
    try:
        inputs = ((name, made(name)) for name in named) if named else inputs_for(seconds, kinds, time.time_ns() >> 20)
        return 1 if report(fuzz, inputs) else 0
    finally:
        fuzz.close()


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
