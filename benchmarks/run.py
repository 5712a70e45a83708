"""Measures and writes ``docs/benchmarks.md``, a section after the other: ``make bench``.

``--only Fix Cast`` measures these sections anew and leaves the others as they are. The files are made in a temporary
folder (``--folder`` names its place) when they are first needed, and removed afterwards.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import remote, zero
from benchmarks import runs as training
from benchmarks.files import ABOUT, EXPERTS, FEWER, HALF, LARGE, OTHER, SMALL, TENSORS, TINY, VIEWS, WEIGHTS
from benchmarks.measure import Command, Series, alternate, settle
from benchmarks.workers import predicted

ROOT = Path(__file__).parents[1]
REPORT = ROOT / "docs" / "benchmarks.md"
NEEDED = 20_000_000_000
BARE = 19_000_000
"""Bytes that ``inspect`` of a small file takes."""
OURS = "Pthfinder"
_PAUSES = 12
HEADER = (
    "| | median | fastest to slowest | peak memory | Pthfinder, compared with this row |\n|---|---:|---:|---:|---:|"
)


@dataclass(frozen=True)
class Bench:
    """Where files are made, how often each command is run, and how many minutes the session lasts."""

    folder: Path
    rounds: int
    minutes: str

    def file(self, kind: str) -> Path:
        """One of `benchmarks.files`, made when it is first asked for."""
        path = self.folder / f"{kind}.pth"
        if not path.exists():
            print(f"making {ABOUT[kind]} …", file=sys.stderr)
            subprocess.run(python("-m", "benchmarks.files", kind, path), cwd=ROOT, check=True)
        return path

    def drop(self, kind: str) -> None:
        """Remove one that is not needed any more."""
        (self.folder / f"{kind}.pth").unlink(missing_ok=True)

    @property
    def out(self) -> Path:
        return self.folder / "out.pth"

    def few(self, most: int) -> int:
        """Rounds of what takes long."""
        return min(self.rounds, most)

    def beside(self, title: str, commands: dict[str, Command], rounds: int | None = None) -> Iterator[str]:
        """Commands in turns, as a table."""
        yield from table(title, self.timed(commands, rounds))

    def timed(self, commands: dict[str, Command], rounds: int | None = None) -> dict[str, Series]:
        """Commands in turns, each with what the one before wrote removed."""
        return alternate(commands, rounds or self.rounds, partial(settle, self.out))


def main() -> int:
    """Measure section by section; the report has each as soon as it is there."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()), help="where to make the files")
    parser.add_argument("--rounds", type=int, default=9, help="counted runs of each command")
    parser.add_argument("--minutes", default="30", help="how long the session in the window lasts")
    parser.add_argument("--only", nargs="+", choices=SECTIONS, default=list(SECTIONS), help="what to measure anew")
    arguments = parser.parse_args()
    free = shutil.disk_usage(arguments.folder).free
    if free < NEEDED:
        print(
            f"The files need {NEEDED / 1e9:.0f} GB; {arguments.folder} has {free / 1e9:.1f} GB free.", file=sys.stderr
        )
        return 1
    os.chdir(ROOT)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # the runs that are not counted write it, as `make setup` does
    taken = f"Measured on commit {commit()}, {time.strftime('%Y-%m-%d', time.gmtime())}, {machine()}\n"
    with tempfile.TemporaryDirectory(dir=arguments.folder, prefix="pthfinder-bench-") as folder:
        bench = Bench(Path(folder), arguments.rounds, arguments.minutes)
        return max([_measure(name, bench, taken) for name in SECTIONS if name in arguments.only])


def _measure(name: str, bench: Bench, taken: str) -> int:
    """Put one section into the report; 1, and it stays as it was, where it fails: the others are worth having."""
    began = time.monotonic()
    try:
        text = "\n".join((f"## {name}\n", taken, *SECTIONS[name](bench)))
    except Exception:  # noqa: BLE001 - whatever it is
        traceback.print_exc()
        return 1
    REPORT.write_text(renewed(REPORT.read_text(encoding="utf-8"), name, text), encoding="utf-8")
    print(text)
    print(f"{name} took {time.monotonic() - began:.0f} s", file=sys.stderr)
    return 0


def renewed(report: str, name: str, text: str) -> str:
    """A report with the text of one section in the place of what was there of it."""
    _, *parts = re.split(r"(?m)^(?=## )", report)
    known = {part.partition("\n")[0].removeprefix("## "): part.strip() for part in parts} | {name: text.strip()}
    return "\n\n".join((INTRODUCTION, *(known[each] for each in SECTIONS if each in known))) + "\n"


def commit() -> str:
    """The commit that is measured, and whether more than the docs is not as it says."""
    said = subprocess.run(["git", "rev-parse", "--short", "HEAD"], check=True, stdout=subprocess.PIPE, text=True)
    changed = subprocess.run(["git", "diff", "--quiet", "HEAD", "--", ".", ":!docs"], check=False).returncode
    return said.stdout.strip() + (" with changes" if changed else "")


INTRODUCTION = """# Benchmarks

Written by `make bench`. Each run is a new process. First each command runs once without being counted, so that
the file is in the page cache; then the commands take turns. One run of each is a round. The last column says how many
times faster or slower Pthfinder is than the command of that row: the median over the rounds and, in brackets, the
smallest and the largest. Peak memory is the largest resident set of a run."""


def opening(bench: Bench) -> Iterator[str]:
    """Files of three shapes, beside torch."""
    for kind in (LARGE, TINY, EXPERTS):
        path = bench.file(kind)
        both: dict[str, Command] = {
            OURS: python("main.py", "inspect", path),
            "torch.load(f, mmap=True, map_location='cpu')": python("-m", "benchmarks.rivals", "load", path),
        }
        found = bench.timed(both, bench.few(2) if kind == EXPERTS else None)  # torch takes half a minute of it
        yield from table(ABOUT[kind], found)
        if kind != LARGE:
            each = (found[OURS].peak - BARE) / TENSORS[kind]
            yield f"Of its peak, 19 MB are needed for any file; the rest is {each:,.0f} bytes per tensor of this one.\n"
    growing: dict[str, Command] = {
        OURS: python("main.py", "inspect", bench.file(FEWER)),
        f"{OURS}, 300,000 tensors": python("main.py", "inspect", bench.file(EXPERTS)),
    }
    yield from bench.beside(f"Growth: {ABOUT[FEWER]}, and four times as many", growing)


def elsewhere(bench: Bench) -> Iterator[str]:
    """A file on a server: opened beside what people do today, and again when its ranges are kept."""
    file = bench.file(LARGE)
    with remote.serving(file.parent) as far:
        url = f"{far.url}/{file.name}"
        ours = python("main.py", "inspect", url)
        both: dict[str, Command] = {
            OURS: ours,
            "curl, then torch.load(f, mmap=True, map_location='cpu')": python(
                "-m", "benchmarks.remote", "download", url
            ),
        }
        yield from table(f"{ABOUT[LARGE]}; {remote.ABOUT}", alternate(both, bench.few(5), remote.forget))
        remote.forget()
        for words in ("the first time", "again, with its ranges kept"):
            before = far.asked
            subprocess.run(ours, check=True, stdout=subprocess.DEVNULL)
            requests, sent, turns = (now - then for now, then in zip(far.asked, before, strict=True))
            yield f"Opened {words}: {sent / 1e6:.2f} MB; requests: {requests}; round trips: {turns}.\n"


def ranks(bench: Bench) -> Iterator[str]:
    """The tree of a DCP directory beside what torch does with its list."""
    folder = bench.folder / "dcp"
    subprocess.run(python("-m", "benchmarks.dcp", "make", folder), cwd=ROOT, check=True)
    opened: dict[str, Command] = {
        OURS: python("main.py", "inspect", folder),
        "FileSystemReader.read_metadata, empty tensors": python("-m", "benchmarks.dcp", "read", folder),
        "the same, and its plan of what to read": python("-m", "benchmarks.dcp", "plan", folder),
    }
    yield from bench.beside("Open: DCP directory of 8 ranks and 100,000 chunks", opened)


def shards(bench: Bench) -> Iterator[str]:
    """An index of 200 shards as one document, beside its parts opened one after the other by us and by others."""
    folder = bench.folder / "shards"
    subprocess.run(python("-m", "benchmarks.shards", "make", folder), cwd=ROOT, check=True)
    others = {
        "bin": ("torch.load(f, mmap=True) of each shard", "torch"),
        "safetensors": ("safe_open of each shard, shapes and dtypes", "safetensors"),
    }
    for kind, (theirs, way) in others.items():
        opened: dict[str, Command] = {
            OURS: python("main.py", "inspect", folder / kind),
            "each shard alone, one after the other": python("-m", "benchmarks.shards", "alone", folder, kind),
            theirs: python("-m", "benchmarks.shards", way, folder, kind),
        }
        yield from bench.beside(f"Open: 200 shards of {kind} with 100,000 tensors", opened, bench.few(5))


def window(bench: Bench) -> Iterator[str]:
    """The start, and what the window answers, until it is painted, and how long the event loop stood still."""
    starting: dict[str, Command] = {
        OURS: python("-m", "benchmarks.window", "start", bench.file(LARGE)),
        'python -c "import torch"': python("-c", "import torch"),
    }
    yield from bench.beside(f"From nothing to the painted tree: {ABOUT[LARGE]}", starting)
    for kind in (TINY, EXPERTS):
        yield f"### {ABOUT[kind]}\n"
        yield "| | median | longest | longest pause of the event loop |\n|---|---:|---:|---:|"
        for name, took in answer("benchmarks.window", "respond", bench.file(kind)).items():
            yield f"| {name} | {took['median']:.3f} s | {took['longest']:.3f} s | {took['pause'] * 1000:.0f} ms |"
        yield ""


def jumps(bench: Bench) -> Iterator[str]:
    """Ctrl+P: from a key of the keyboard to the list that shows what fits."""
    found = answer("benchmarks.jump", bench.file(EXPERTS))
    yield f"### {ABOUT[EXPERTS]}\n"
    yield "| typed so far | median | fastest to slowest | processor time, all threads |\n|---|---:|---:|---:|"
    for typed, (median, least, most, worked) in found["ms"].items():
        yield f"| `{typed}` | {median:.0f} ms | {least:.0f} to {most:.0f} ms | {worked:.0f} ms |"
    yield f"\nThe event loop stood still for {found['pause']:.0f} ms at most.\n"


def session(bench: Bench) -> Iterator[str]:
    """Tabs, undo storms, saves, reloads, over and over."""
    found = answer("benchmarks.session", bench.minutes, bench.file(EXPERTS))
    yield f"### {found['minutes']:g} min: three tabs with every panel shown, {ABOUT[EXPERTS]} in one\n"
    yield "| longest pauses of the event loop | on the clock | processor time, the window's thread |\n|---|---:|---:|"
    for what, (pause, worked) in list(found["ms"].items())[:_PAUSES]:
        yield f"| {what} | {pause} ms | {worked} ms |"
    after = ", ".join(f"{each:.0f}" for each in found["after"])
    yield f"\nMemory: {found['empty']:.0f} MB with an empty window; each time that all was closed again: {after} MB."
    yield f"\nWarnings: {len(found['warned'])}.\n"


def fixes(bench: Bench) -> Iterator[str]:
    """A save beside copies, and by itself beside torch: whoever follows torch pays for the gigabytes it gives back."""
    source, out = bench.file(LARGE), bench.out
    copying: dict[str, Command] = {
        OURS: fix(source, out),
        "cp": ["cp", str(source), str(out)],
        "cp, then sync": ["sh", "-c", 'cp "$0" "$1" && sync "$1"', str(source), str(out)],
    }
    yield from bench.beside(ABOUT[LARGE], copying, 2 * bench.rounds)
    yield (
        "Pthfinder's times include reading back what was written. Like `cp` and torch, it does not wait for the disk "
        "if the name is new. If it replaces a file, it does; compare that with `cp, then sync`.\n"
    )
    for kind, few in ((LARGE, 5), (EXPERTS, 2)):
        saving: dict[str, Command] = {
            OURS: fix(bench.file(kind), out),
            "torch.load(f, mmap=True), edit, torch.save": python(
                "-m", "benchmarks.rivals", "fix", bench.file(kind), out
            ),
        }
        yield from bench.beside(f"Beside torch: {ABOUT[kind]}", saving, bench.few(few))


def fix(source: Path, out: Path) -> list[str]:
    """The usual copy: for the CPU, without a prefix."""
    return python("main.py", "fix", source, "-o", out, "--map", "cuda:*=cpu", "--strip-prefix", "module.")


def casts(bench: Bench) -> Iterator[str]:
    """A cast of all tensors, and what it loses counted, beside torch, which does not tell."""
    source, out = bench.file(LARGE), bench.out
    saving: dict[str, Command] = {
        OURS: python("main.py", "fix", source, "-o", out, "--cast", "**=bfloat16"),
        "torch.load(f), .to(bfloat16), torch.save": python("-m", "benchmarks.rivals", "cast-loaded", source, out),
        "torch.load(f, mmap=True), .to(bfloat16), torch.save": python("-m", "benchmarks.rivals", "cast", source, out),
    }
    yield from bench.beside(f"To bfloat16: {ABOUT[LARGE]}", saving, bench.few(5))


def differences(bench: Bench) -> Iterator[str]:
    """Two files compared: with a copy of itself beside ``cmp``, and with one where all numbers differ beside torch."""
    file, second = bench.file(LARGE), bench.folder / "second.pth"
    shutil.copyfile(file, second)
    ours = python("main.py", "diff", file, second)
    same: dict[str, Command] = {OURS: ours, "cmp": ["cmp", str(file), str(second)]}
    yield from bench.beside(f"With an equal file: {ABOUT[LARGE]}", same)
    subprocess.run(python("-m", "benchmarks.files", OTHER, second), cwd=ROOT, check=True)
    other: dict[str, Command] = {
        OURS: ["sh", "-c", '"$0" "$@"; test $? = 3', *ours],
        "torch.load(f, mmap=True) twice, max, mean, norms and cosine of each": python(
            "-m", "benchmarks.rivals", "differ", file, second
        ),
    }
    yield from bench.beside(f"Where all numbers differ: {ABOUT[LARGE]}", other)
    second.unlink()


def scans(bench: Bench) -> Iterator[str]:
    """The health of a file beside torch's own statistics, of one half as large, and of many small tensors."""
    bench.drop(LARGE)  # of the sections after this none needs it
    theirs = "torch.load(f, mmap=True), statistics of each tensor"
    for kind, few in ((WEIGHTS, bench.rounds), (TINY, 2)):
        path = bench.file(kind)
        beside: dict[str, Command] = {
            OURS: python("main.py", "scan", path),
            theirs: python("-m", "benchmarks.rivals", "scan", path),
        }
        yield from bench.beside(ABOUT[kind], beside, bench.few(few))
    verifying: dict[str, Command] = {
        OURS: python("main.py", "verify", bench.file(WEIGHTS)),
        "python -m zipfile -t": python("-m", "zipfile", "-t", bench.file(WEIGHTS)),
    }
    yield from bench.beside(f"Its checksums: {ABOUT[WEIGHTS]}", verifying)
    growing: dict[str, Command] = {
        OURS: python("main.py", "scan", bench.file(HALF)),
        f"{OURS}, 3.6 GB": python("main.py", "scan", bench.file(WEIGHTS)),
    }
    yield from bench.beside(f"Growth: {ABOUT[HALF]}, and all", growing)
    for kind in (WEIGHTS, HALF):
        bench.drop(kind)


def workers(bench: Bench) -> Iterator[str]:
    """A scan by one process and by two; what a cluster costs a small file; and whether the model says the same."""
    views, small, tiny, rounds = bench.file(VIEWS), bench.file(SMALL), bench.folder / "tiny.npy", bench.few(5)
    np.save(tiny, np.zeros(1))
    scanning = python("main.py", "scan")
    alone, empty = "main.py scan --workers 1", "main.py scan of one number"
    both: dict[str, Command] = {
        OURS: [*scanning, str(views), "--workers", "2"],
        alone: [*scanning, str(views), "--workers", "1"],
        empty: [*scanning, str(tiny)],
    }
    found = bench.timed(both, rounds)
    fixed = found.pop(empty).median
    yield from table(f"Scan by two workers: {ABOUT[VIEWS]}", found)
    costs = answer("benchmarks.workers")
    foretold = predicted(found[alone].median, 10_800_000_000, fixed, costs["processes"])
    yield (
        f"The model of [measured.md](measured.md) predicts {foretold:.2f} s for two workers. Handing out an empty span "
        f"costs {costs['processes']['span'] * 1e6:.0f} µs with processes and {costs['cluster']['span'] * 1e3:.1f} ms "
        f"with Dask; two workers have started after {costs['processes']['start']:.2f} s and "
        f"{costs['cluster']['start']:.2f} s.\n"
    )
    clusters: dict[str, Command] = {
        OURS: [*scanning, str(small)],
        "main.py scan --cluster local:2": [*scanning, str(small), "--cluster", "local:2"],
    }
    yield from bench.beside(f"What a cluster costs a small file: {ABOUT[SMALL]}", clusters, rounds)
    bench.drop(VIEWS)


def consolidations(bench: Bench) -> Iterator[str]:
    """The parts of ZeRO's ranks made one file, beside copies of them, and beside torch code that does the same."""
    parts, copied, out = bench.folder / "zero", bench.folder / "copied", bench.out
    subprocess.run(python("-m", "benchmarks.zero", "make", parts), cwd=ROOT, check=True)
    ours = python("main.py", "fix", parts, "-o", out, "--container", "zip")
    copying: dict[str, Command] = {OURS: ours, "cp -r": ["cp", "-r", str(parts), str(copied)]}
    saving: dict[str, Command] = {
        OURS: ours,
        "torch.load(f, mmap=True) of each, cat, torch.save": python("-m", "benchmarks.zero", "consolidate", parts, out),
    }

    def before() -> None:
        shutil.rmtree(copied, ignore_errors=True)
        settle(out)

    yield from table(f"Put together: {zero.ABOUT}", alternate(copying, bench.few(5), before))
    before()
    yield from table(f"Put together, beside torch: {zero.ABOUT}", alternate(saving, bench.few(3), before))
    yield (
        "The torch code does the same as DeepSpeed's `zero_to_fp32.py`, and also puts the optimizer's state together, "
        "which that leaves out.\n"
    )
    shutil.rmtree(parts)
    before()


def runs(bench: Bench) -> Iterator[str]:
    """The health of all checkpoints of a run, and since when it is sick, beside loops of torch."""
    found = training.measured(bench.folder, 40, 360, bench.few(5))
    yield from table("Health of a run: 40 checkpoints of 360 MB", found)


def answer(*module: str | Path) -> dict[str, Any]:
    """The JSON object that a module ends with."""
    told = subprocess.run(python("-m", *module), cwd=ROOT, check=False, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(told.stdout.splitlines()[-1])
    return found


def python(*arguments: str | Path) -> list[str]:
    """A command of this interpreter."""
    return [sys.executable, *map(str, arguments)]


def table(title: str, found: dict[str, Series]) -> Iterator[str]:
    """One measurement as a table, Pthfinder compared with each of the others."""
    yield f"### {title} ({len(found[OURS].seconds)} runs)\n"
    yield HEADER
    ours = found[OURS]
    for name, series in found.items():
        low, high = series.spread
        ratio = "" if series is ours else grown(ours, series) if name.startswith(OURS) else compare(ours, series)
        numbers = f"{series.median:.2f} s | {low:.2f} to {high:.2f} s | {series.peak / 1e6:,.0f} MB"
        yield f"| {label(name)} | {numbers} | {ratio} |"
    yield ""


def label(name: str) -> str:
    """Code in code letters."""
    return name if name.startswith(OURS) else f"`{name}`"


def grown(less: Series, more: Series) -> str:
    """How much longer Pthfinder takes for a larger file, round by round."""
    ratios = [late / early for early, late in zip(less.seconds, more.seconds, strict=True)]
    return f"this row takes {statistics.median(ratios):.2f}× as long ({min(ratios):.2f} to {max(ratios):.2f})"


def compare(ours: Series, theirs: Series) -> str:
    """How the two relate, round by round: the median of their ratios, and the least and the greatest of them."""
    faster = ours.median <= theirs.median
    pairs = zip(ours.seconds, theirs.seconds, strict=True)
    ratios = [other / own if faster else own / other for own, other in pairs]
    words = "faster" if faster else "as long"
    return f"{statistics.median(ratios):.2f}× {words} ({min(ratios):.2f} to {max(ratios):.2f})"


def machine() -> str:
    """What the numbers were taken on."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 1e9
    return (
        f"{os.cpu_count()} cores ({processor()}), {memory:.0f} GB of memory, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}, torch {version('torch')}."
    )


def processor() -> str:
    """The model of the CPU where the system tells."""
    path = Path("/proc/cpuinfo")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())


SECTIONS: Mapping[str, Callable[[Bench], Iterator[str]]] = {
    "Open": opening,
    "Server": elsewhere,
    "DCP": ranks,
    "Shards": shards,
    "Fix": fixes,
    "Cast": casts,
    "Compare": differences,
    "Window": window,
    "Ctrl+P": jumps,
    "Session": session,
    "Scan": scans,
    "ZeRO": consolidations,
    "Workers": workers,
    "Runs": runs,
}


if __name__ == "__main__":
    raise SystemExit(main())
