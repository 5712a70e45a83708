"""Where the time of a run of the tests goes: ``pytest -p tests.support.spent --spent FILE``.

Seconds of the processor beside those of the clock, of the test's own process, of those that it started, and of those
that these started and waited for: a busy machine tells nearly the same. Several processes may write to one file.
"""

from __future__ import annotations

import os
import resource
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

_STARTS = ("subprocess.Popen", "os.fork", "os.posix_spawn", "os.exec")
_TICKS = os.sysconf("SC_CLK_TCK")
_started = 0
_living: set[Path] = set()
"""What Linux tells of each child that may still run: servers that answer many tests."""
_looked = 0
"""How many processes were started when `_living` was found."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--spent", metavar="FILE", help="append what each test spent to FILE")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("spent") and (hasattr(config, "workerinput") or not config.getoption("numprocesses", None)):
        config.pluginmanager.register(_Measure(Path(config.getoption("spent"))), "measure what is spent")


class _Measure:
    """Writes a line for each phase of each test."""

    def __init__(self, file: Path) -> None:
        self._file = file.open("a", encoding="utf-8")
        sys.addaudithook(_count)
        self._write("import\tconfiguration", 0.0, 0.0, 0.0, 0, 0)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_collection(self) -> Iterator[None]:
        before = _now()
        result = yield
        self._write("collect\tcollection", *_since(before))
        return result

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        yield from self._phase("setup", item)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Iterator[None]:
        yield from self._phase("call", item)

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        yield from self._phase("teardown", item)

    def _phase(self, name: str, item: pytest.Item) -> Iterator[None]:
        before = _now()
        try:
            yield
        finally:
            self._write(f"{name}\t{item.nodeid}", *_since(before))

    def _write(self, what: str, *numbers: float) -> None:
        self._file.write("\t".join([what, *(f"{number:.4f}" for number in numbers)]) + "\n")
        self._file.flush()


def _count(event: str, arguments: object) -> None:
    global _started
    _started += event in _STARTS


def _now() -> tuple[float, float, float, float, float]:
    """Of the clock, of this process, of its children; bytes written; processes started."""
    of_children = resource.getrusage(resource.RUSAGE_CHILDREN)
    written = int(Path("/proc/self/io").read_text(encoding="ascii").split("wchar: ")[1].split()[0])
    children = of_children.ru_utime + of_children.ru_stime + _of_living()
    return time.monotonic(), time.process_time(), children, written, _started


def _of_living() -> float:
    """Seconds of the processor that children took who still run, and those whom they waited for."""
    global _looked
    if _looked != _started:
        _living.update(each for each in Path("/proc").glob("[0-9]*/stat") if _stat(each)[1:2] == [str(os.getpid())])
        _looked = _started
    ticks = 0
    for each in tuple(_living):
        if stat := _stat(each):
            ticks += sum(map(int, stat[11:15]))
        else:
            _living.discard(each)
    return ticks / _TICKS


def _stat(of: Path) -> list[str]:
    """What ``/proc`` tells of a process, from its state on; nothing once it has ended."""
    try:
        return of.read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return []


def _since(before: tuple[float, ...]) -> list[float]:
    return [now - then for now, then in zip(_now(), before, strict=True)]


def report(files: list[str], depth: int = 2, most: int = 40) -> str:
    """Tables by folder, file, function and phase."""
    by: dict[str, dict[str, list[float]]] = {
        name: defaultdict(lambda: [0.0] * 6) for name in ("phase", "folder", "file", "function")
    }
    for line in (line for file in files for line in Path(file).read_text(encoding="utf-8").splitlines()):
        phase, test, *rest = line.split("\t")
        wall, own, children, written, started = map(float, rest)
        file = test.split("::")[0]
        keys = {
            "phase": phase,
            "folder": "/".join(file.split("/")[1 : 1 + depth]),
            "file": file,
            "function": test.split("[")[0],
        }
        for kind, key in keys.items():
            row = by[kind][key]
            for n, value in enumerate((own + children, wall, children, written / 1e6, started, phase == "call")):
                row[n] += value
    lines = []
    for kind, rows in by.items():
        lines.append(f"\n processor    clock children      MB started  tests  by {kind}")
        total = [sum(column) for column in zip(*rows.values(), strict=True)]
        for key, row in [*sorted(rows.items(), key=lambda item: -item[1][0])[:most], ("all", total)]:
            lines.append("{:10.1f} {:8.1f} {:8.1f} {:7.0f} {:7.0f} {:6.0f}  {}".format(*row, key))
    return "\n".join(lines)


if __name__ == "__main__":
    most = int(os.environ.get("MOST", "40"))
    sys.stdout.write(report(sys.argv[1:], most=most) + "\n")
