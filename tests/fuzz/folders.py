"""Breaks folders: their files as `tests.fuzz.mutation` breaks one, which of them there are, and what they are called.

``python -m tests.fuzz.folders [SECONDS]`` goes on until the time is over.
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from core.errors import CheckpointError
from tests.fuzz.mutation import mutated
from tests.fuzz.trial import SLOW, Defect, Trial, report
from tests.support.exercise import look, look_and_save

KEPT = Path(__file__).parents[1] / "data" / "folders"
_LARGE = 200_000
"""Bytes of a file that is no good to be broken: too many of them say nothing."""
_NAMES = ("../x", "/etc/passwd", "", ".", "..", "a\0b", "x" * 300, "\udcff", "a/b", "con\nnel", "latest", ".metadata")
_VALUES = (None, 0, -1, 1 << 62, 1e308, "", "x", [], {}, True, [[]], {"": ""}, *_NAMES)


def whole_folders() -> list[Path]:
    """The folders of `tests/data/folders`, and the files there that stand alone."""
    found = [path for path in sorted(KEPT.glob("*/*")) if path.suffix != ".json"]
    return [path for path in found if path.is_dir() or path.stat().st_size < _LARGE]


class FolderTrial(Trial):
    """Tries folders, each copied and broken."""

    def of_folder(self, source: Path, chance: random.Random, others: Sequence[Path]) -> str:
        """Break a copy of a folder or file, open it by one of its names, and show and save it.

        Raises `Defect`, with the copy kept in ``found``.
        """
        copy = self.folder / source.name
        shutil.rmtree(copy, ignore_errors=True)
        copy.unlink(missing_ok=True)
        if source.is_dir():
            shutil.copytree(source, copy)
        else:
            shutil.copy(source, copy)
        before = set(self.folder.iterdir())
        path = broken(copy, chance, others)
        started = time.process_time()
        try:
            with no_longer_than(3 * SLOW):
                outcome = self._done_with(path, chance)
        except CheckpointError as error:
            outcome = type(error).__name__
            if not str(error) or "\n" in str(error):
                raise self._kept(copy, path, f"an error of no or of many lines: {error!r}") from error
        except Exception as error:
            raise self._kept(copy, path, f"{type(error).__name__}: {error}{_where(error)}") from error
        if time.process_time() - started > SLOW:
            raise self._kept(copy, path, f"it took more than {SLOW} seconds")
        left = set(self.folder.iterdir()) - before - {self.folder / "state"}
        if left:
            raise self._kept(copy, path, f"it left {sorted(map(str, left))}")
        self.outcomes[outcome] = self.outcomes.get(outcome, 0) + 1
        return outcome

    def _done_with(self, path: Path, chance: random.Random) -> str:
        if chance.random() < 0.3:
            return look_and_save(path, self.folder / "saved.pth")
        look(path)
        return "looked at"

    def _kept(self, copy: Path, path: Path, why: str) -> Defect:
        kept = self.found / f"{time.time_ns():x}"
        kept.mkdir(parents=True)
        shutil.move(copy, kept)
        opened = kept / path.relative_to(self.folder)
        return Defect(f"{why} (opened {str(opened)!r})")


def _where(error: BaseException) -> str:
    """The last line of ours that an exception came through."""
    at = error.__traceback__
    lines = []
    while at is not None:
        lines.append(f"{Path(at.tb_frame.f_code.co_filename).name}:{at.tb_lineno}")
        at = at.tb_next
    return f" at {' '.join(lines[-3:])}"


@contextmanager
def no_longer_than(seconds: float) -> Iterator[None]:
    """Raises `TimeoutError` where what is done takes more time of the processor."""

    def over(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"it took more than {seconds} seconds")

    before = signal.signal(signal.SIGVTALRM, over)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def broken(copy: Path, chance: random.Random, others: Sequence[Path] = ()) -> Path:
    """Break a folder or a file in place; returns the path to open it by."""
    if not copy.is_dir():
        copy.write_bytes(mutated(copy.read_bytes(), chance) or b"\0")
        return copy
    for _ in range(1 if chance.random() < 0.7 else 1 + chance.randrange(4)):
        files = _files(copy)
        if files:
            chance.choice(_WAYS)(chance.choice(files), copy, chance, others)
    files = _files(copy)
    if chance.random() < 0.75 or not files:
        return copy
    return chance.choice(files)


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


Way = Callable[[Path, Path, random.Random, Sequence[Path]], None]


def _change(file: Path, _folder: Path, chance: random.Random, _others: Sequence[Path]) -> None:
    if file.suffix == ".json" and chance.random() < 0.8:
        _change_json(file, chance)
    else:
        file.write_bytes(mutated(file.read_bytes(), chance))


def _change_json(file: Path, chance: random.Random) -> None:
    """One value of it changed, left out or put in under another key."""
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        return
    places = list(_places(value))
    if not places:
        return
    holder, key = chance.choice(places)
    way = chance.random()
    if way < 0.2:
        del holder[key]
    elif way < 0.4:
        holder[key] = chance.choice(places)[0]
        if holder[key] is holder:
            holder[key] = None
    elif way < 0.5 and type(holder) is dict:
        holder[chance.choice(_NAMES)] = holder[key]
    else:
        holder[key] = chance.choice(_VALUES)
    try:
        file.write_text(json.dumps(value), encoding="utf-8")
    except ValueError:  # a circle
        file.write_text("[" * 5000)


def _places(value: Any) -> Iterator[tuple[Any, Any]]:
    if type(value) in (dict, list):
        for key in list(value) if type(value) is dict else range(len(value)):
            yield value, key
            yield from _places(value[key])


def _cut(file: Path, _folder: Path, chance: random.Random, _others: Sequence[Path]) -> None:
    data = file.read_bytes()
    file.write_bytes(data[: chance.choice([0, 1, 8, len(data) // 2, max(len(data) - 1, 0)])])


def _delete(file: Path, _folder: Path, _chance: random.Random, _others: Sequence[Path]) -> None:
    file.unlink()


def _double(file: Path, _folder: Path, chance: random.Random, _others: Sequence[Path]) -> None:
    """Under another name, of another number as a rule."""
    to = file.with_name(_other_name(file.name, chance))
    if to != file and not (to.is_dir() or to.is_symlink()):
        shutil.copy(file, to)


def _rename(file: Path, _folder: Path, chance: random.Random, _others: Sequence[Path]) -> None:
    to = file.with_name(_other_name(file.name, chance))
    if not (to.is_dir() or to.is_symlink()):
        file.rename(to)


def _other_name(name: str, chance: random.Random) -> str:
    numbers = list(re.finditer(r"\d+", name))
    if numbers and chance.random() < 0.8:
        found = chance.choice(numbers)
        number = chance.choice(["0", "1", "2", "3", "00001", "00002", "9", "7" * 30, ""])
        return f"{name[: found.start()]}{number}{name[found.end() :]}" or "x"
    return chance.choice([f"{name}.pt", f"{name}.safetensors", f"x{name}", f"{name}.index.json", name.upper()])


def _swap(file: Path, folder: Path, chance: random.Random, _others: Sequence[Path]) -> None:
    other = chance.choice(_files(folder))
    one, two = file.read_bytes(), other.read_bytes()
    file.write_bytes(two)
    other.write_bytes(one)


def _of_another(file: Path, _folder: Path, chance: random.Random, others: Sequence[Path]) -> None:
    """A file of another folder in its place, or beside it under its own name."""
    if not others:
        return
    other = chance.choice(others)
    found = chance.choice(_files(other)) if other.is_dir() and _files(other) else other
    to = file if chance.random() < 0.5 else file.with_name(found.name)
    if found.is_file() and not (to.is_dir() or to.is_symlink()):
        shutil.copy(found, to)


def _other_kind(file: Path, folder: Path, chance: random.Random, _others: Sequence[Path]) -> None:
    """No file any more: a folder, a link to itself, to the folder, out of it, or a pipe."""
    file.unlink()
    way = chance.randrange(6)
    if way == 0:
        file.mkdir()
    elif way == 1:
        os.mkfifo(file)
    else:
        file.symlink_to([file, folder, "/etc/passwd", "/dev/zero", folder / "nothing"][way - 2 if way < 6 else 0])


_WAYS: tuple[Way, ...] = (
    *(_change,) * 8,
    *(_cut,) * 2,
    *(_delete,) * 2,
    *(_double,) * 2,
    *(_rename,) * 2,
    *(_swap,) * 2,
    *(_of_another,) * 2,
    _other_kind,
)


def main(seconds: float) -> int:
    """Fuzz for that long; 1 when something was found."""
    trial = FolderTrial(Path(".fuzz"))
    folders = whole_folders()
    seed = time.time_ns() & 0xFFFFFFFF
    sys.stdout.write(f"folders from seed {seed}\n")
    chance = random.Random(seed)
    defects: set[str] = set()
    started = time.perf_counter()
    while time.perf_counter() - started < seconds:
        try:
            trial.of_folder(chance.choice(folders), chance, folders)
        except Defect as defect:
            words = str(defect).partition(" (opened")[0]
            if words not in defects:
                defects.add(words)
                sys.stdout.write(f"{defect}\n")
                sys.stdout.flush()
    report(trial.outcomes, time.perf_counter() - started)
    trial.close()
    return 1 if defects else 0


if __name__ == "__main__":
    raise SystemExit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 600))
