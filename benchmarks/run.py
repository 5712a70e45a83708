"""Runs all measurements and writes ``docs/benchmarks.md``: ``make bench``.

The files are made in a temporary folder (``--folder`` names its place) and removed afterwards.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks import remote, zero
from benchmarks.files import ABOUT, EXPERTS, FEWER, HALF, LARGE, OTHER, SMALL, TENSORS, TINY, VIEWS, WEIGHTS
from benchmarks.measure import Command, Series, alternate, settle
from benchmarks.workers import predicted

ROOT = Path(__file__).parents[1]
REPORT = ROOT / "docs" / "benchmarks.md"
NEEDED = 10_000_000_000
BARE = 19_000_000
"""Bytes that ``inspect`` of a small file takes."""
OURS = "Pthfinder"
_PAUSES = 12
HEADER = "| | median | fastest to slowest | peak memory | Pthfinder is |\n|---|---:|---:|---:|---:|"


def main() -> int:
    """Build, measure, report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()), help="where to make the files")
    parser.add_argument("--rounds", type=int, default=9, help="counted runs of each command")
    parser.add_argument("--minutes", default="30", help="how long the session in the window lasts")
    arguments = parser.parse_args()
    free = shutil.disk_usage(arguments.folder).free
    if free < NEEDED:
        print(
            f"The files need {NEEDED / 1e9:.0f} GB; {arguments.folder} has {free / 1e9:.1f} GB free.", file=sys.stderr
        )
        return 1
    with tempfile.TemporaryDirectory(dir=arguments.folder, prefix="pthfinder-bench-") as folder:
        text = "\n".join(sections(Path(folder), arguments.rounds, arguments.minutes))
    REPORT.write_text(text + "\n", encoding="utf-8")
    print(text)
    return 0


def sections(folder: Path, rounds: int, minutes: str) -> Iterator[str]:
    """The report, a section a measurement."""
    os.chdir(ROOT)
    yield "# Benchmarks\n"
    yield (
        "Written by `make bench`: whole processes, cold in Python and warm in the file cache, in turns; medians of "
        f"{rounds} runs after one that is not counted. A ratio is that of two runs of one round: the median, the least "
        "and the greatest are given. Peak memory is the largest resident set of a run.\n"
    )
    yield f"{machine()}\n"
    files = {kind: folder / f"{kind}.pth" for kind in (LARGE, TINY, EXPERTS, FEWER)}
    for kind, path in files.items():
        print(f"making {ABOUT[kind]} …", file=sys.stderr)
        subprocess.run(python("-m", "benchmarks.files", kind, path), cwd=ROOT, check=True)
    out = folder / "out.pth"
    for kind in (LARGE, TINY, EXPERTS):
        path = files[kind]
        opening: dict[str, Command] = {
            OURS: python("main.py", "inspect", path),
            "torch.load(f, mmap=True, map_location='cpu')": python("-m", "benchmarks.rivals", "load", path),
        }
        few = rounds if kind != EXPERTS else min(rounds, 3)  # torch takes a minute of it
        found = alternate(opening, few, partial(settle, out))
        yield from table(f"Open: {ABOUT[kind]}", found)
        if kind != LARGE:
            each = (found[OURS].peak - BARE) / TENSORS[kind]
            yield f"Pthfinder's memory is {each:,.0f} bytes a tensor beyond the 19 MB of any file.\n"
    yield from elsewhere(files[LARGE], ABOUT[LARGE], min(rounds, 5))
    yield from ranks(folder / "dcp", rounds)
    yield from shards(folder / "shards", min(rounds, 5))
    growing: dict[str, Command] = {
        OURS: python("main.py", "inspect", files[FEWER]),
        "main.py inspect, 300,000 tensors": python("main.py", "inspect", files[EXPERTS]),
    }
    yield from table(
        f"Growth: {ABOUT[FEWER]}, and four times as many", alternate(growing, rounds, partial(settle, out))
    )
    source = files[LARGE]
    starting: dict[str, Command] = {
        OURS: python("-m", "benchmarks.window", "start", source),
        'python -c "import torch"': python("-c", "import torch"),
    }
    title = f"From nothing to the painted tree in the window: {ABOUT[LARGE]}"
    yield from table(title, alternate(starting, rounds, partial(settle, out)))
    yield from responses(files[TINY], ABOUT[TINY])
    yield from responses(files[EXPERTS], ABOUT[EXPERTS])
    yield from jumps(answer("benchmarks.jump", files[EXPERTS]), ABOUT[EXPERTS])
    yield from session(answer("benchmarks.session", minutes, files[EXPERTS]))
    yield from fixes(files[LARGE], ABOUT[LARGE], out, 2 * rounds, min(rounds, 5))
    yield (
        "Pthfinder's times include reading back what was written. Like `cp` and torch it does not wait for the disk "
        "where the name is new; where it replaces a file it does, which is what `cp, then sync` is there to compare.\n"
    )
    yield from casts(files[LARGE], ABOUT[LARGE], out, min(rounds, 5))
    yield from fixes(files[EXPERTS], ABOUT[EXPERTS], out, min(rounds, 3), min(rounds, 2))
    yield from differences(files[LARGE], ABOUT[LARGE], folder / "second.pth", rounds)
    files[LARGE].unlink()
    yield from scans(folder, files[TINY], rounds)
    yield from consolidations(folder, rounds)
    yield from workers(folder, min(rounds, 5))


def elsewhere(file: Path, about: str, rounds: int) -> Iterator[str]:
    """A file on a server: opened beside what people do today, and again when its ranges are kept."""
    with remote.serving(file.parent) as far:
        url = f"{far.url}/{file.name}"
        ours = python("main.py", "inspect", url)
        opening: dict[str, Command] = {
            OURS: ours,
            "curl, then torch.load(f, mmap=True, map_location='cpu')": python(
                "-m", "benchmarks.remote", "download", url
            ),
        }
        title = f"Open from a server: {about}; {remote.ABOUT}"
        yield from table(title, alternate(opening, rounds, remote.forget))
        remote.forget()
        for words in ("the first time", "again, with its ranges kept"):
            before = far.asked
            subprocess.run(ours, check=True, stdout=subprocess.DEVNULL)
            requests, sent, turns = (now - then for now, then in zip(far.asked, before, strict=True))
            yield f"Opened {words}: {requests} requests, {sent / 1e6:.2f} MB, {turns} journeys there and back.\n"


def ranks(folder: Path, rounds: int) -> Iterator[str]:
    """The tree of a DCP directory beside what torch does with its list."""
    subprocess.run(python("-m", "benchmarks.dcp", "make", folder), cwd=ROOT, check=True)
    opening: dict[str, Command] = {
        OURS: python("main.py", "inspect", folder),
        "FileSystemReader.read_metadata, empty tensors": python("-m", "benchmarks.dcp", "read", folder),
        "the same, and its plan of what to read": python("-m", "benchmarks.dcp", "plan", folder),
    }
    nothing = partial(settle, folder.with_name("nothing"))
    yield from table("Open: DCP directory of 8 ranks and 100,000 chunks", alternate(opening, rounds, nothing))


def shards(folder: Path, rounds: int) -> Iterator[str]:
    """An index of 200 shards as one document, beside its parts opened one after the other by us and by others."""
    subprocess.run(python("-m", "benchmarks.shards", "make", folder), cwd=ROOT, check=True)
    nothing = partial(settle, folder.with_name("nothing"))
    others = {
        "bin": ("torch.load(f, mmap=True) of each shard", "torch"),
        "safetensors": ("safe_open of each shard, shapes and dtypes", "safetensors"),
    }
    for kind, (theirs, way) in others.items():
        opening: dict[str, Command] = {
            OURS: python("main.py", "inspect", folder / kind),
            "each shard alone, one after the other": python("-m", "benchmarks.shards", "alone", folder, kind),
            theirs: python("-m", "benchmarks.shards", way, folder, kind),
        }
        yield from table(f"Open: 200 shards of {kind} with 100,000 tensors", alternate(opening, rounds, nothing))


def fixes(source: Path, about: str, out: Path, rounds: int, few: int) -> Iterator[str]:
    """A save beside copies, and by itself beside torch: whoever follows torch pays for the gigabytes it gives back."""
    ours = python("main.py", "fix", source, "-o", out, "--map", "cuda:*=cpu", "--strip-prefix", "module.")
    copying: dict[str, Command] = {
        OURS: ours,
        "cp": ["cp", str(source), str(out)],
        "cp, then sync": ["sh", "-c", 'cp "$0" "$1" && sync "$1"', str(source), str(out)],
    }
    saving: dict[str, Command] = {
        OURS: ours,
        "torch.load(f, mmap=True), edit, torch.save": python("-m", "benchmarks.rivals", "fix", source, out),
    }
    yield from table(f"Fix: {about} ({rounds} runs)", alternate(copying, rounds, partial(settle, out)))
    yield from table(f"Fix beside torch: {about} ({few} runs)", alternate(saving, few, partial(settle, out)))


def differences(file: Path, about: str, second: Path, rounds: int) -> Iterator[str]:
    """Two files compared: with a copy of itself beside ``cmp``, and with one where all numbers differ beside torch."""
    shutil.copyfile(file, second)
    ours = python("main.py", "diff", file, second)
    same: dict[str, Command] = {OURS: ours, "cmp": ["cmp", str(file), str(second)]}
    nothing = partial(settle, second.with_name("nothing"))
    yield from table(f"Compare with an equal file: {about}", alternate(same, rounds, nothing))
    subprocess.run(python("-m", "benchmarks.files", OTHER, second), cwd=ROOT, check=True)
    other: dict[str, Command] = {
        OURS: ["sh", "-c", '"$0" "$@"; test $? = 3', *ours],
        "torch.load(f, mmap=True) twice, max, mean, norms and cosine of each": python(
            "-m", "benchmarks.rivals", "differ", file, second
        ),
    }
    yield from table(f"Compare where all numbers differ: {about}", alternate(other, rounds, nothing))
    second.unlink()


def scans(folder: Path, tiny: Path, rounds: int) -> Iterator[str]:
    """The health of a file beside torch's own statistics, of one half as large, and of many small tensors."""
    nothing, theirs = partial(settle, folder / "nothing"), "torch.load(f, mmap=True), statistics of each tensor"
    large, half = folder / "weights.pth", folder / "half.pth"
    for kind, path in ((WEIGHTS, large), (HALF, half)):
        subprocess.run(python("-m", "benchmarks.files", kind, path), cwd=ROOT, check=True)
    for path, about, few in ((large, ABOUT[WEIGHTS], rounds), (tiny, ABOUT[TINY], min(rounds, 3))):
        beside: dict[str, Command] = {
            OURS: python("main.py", "scan", path),
            theirs: python("-m", "benchmarks.rivals", "scan", path),
        }
        yield from table(f"Scan: {about}", alternate(beside, few, nothing))
    growing: dict[str, Command] = {
        OURS: python("main.py", "scan", half),
        "main.py scan, 3.6 GB": python("main.py", "scan", large),
    }
    yield from table(f"Growth of a scan: {ABOUT[HALF]}, and all", alternate(growing, rounds, nothing))
    large.unlink()
    half.unlink()


def workers(folder: Path, rounds: int) -> Iterator[str]:
    """A scan by one process and by two; what a cluster costs a small file; and whether the model says the same."""
    nothing = partial(settle, folder / "nothing")
    views, small, tiny = folder / "views.pth", folder / "small.pth", folder / "tiny.npy"
    for kind, path in ((VIEWS, views), (SMALL, small)):
        subprocess.run(python("-m", "benchmarks.files", kind, path), cwd=ROOT, check=True)
    np.save(tiny, np.zeros(1))
    scanning = python("main.py", "scan")
    alone, empty = "main.py scan --workers 1", "main.py scan of one number"
    both: dict[str, Command] = {
        OURS: [*scanning, str(views), "--workers", "2"],
        alone: [*scanning, str(views), "--workers", "1"],
        empty: [*scanning, str(tiny)],
    }
    found = alternate(both, rounds, nothing)
    fixed = found.pop(empty).median
    yield from table(f"Scan by two workers: {ABOUT[VIEWS]}", found)
    costs = answer("benchmarks.workers")
    foretold = predicted(found[alone].median, 10_800_000_000, fixed, costs["processes"])
    yield (
        f"The model of [measured.md](measured.md) says {foretold:.2f} s for two workers. An empty span costs "
        f"{costs['processes']['span'] * 1e6:.0f} µs by processes and {costs['cluster']['span'] * 1e3:.1f} ms by Dask; "
        f"two workers are there after {costs['processes']['start']:.2f} s and {costs['cluster']['start']:.2f} s.\n"
    )
    clusters: dict[str, Command] = {
        OURS: [*scanning, str(small)],
        "main.py scan --cluster local:2": [*scanning, str(small), "--cluster", "local:2"],
    }
    yield from table(f"What a cluster costs a small file: {ABOUT[SMALL]}", alternate(clusters, rounds, nothing))
    for path in (views, small, tiny):
        path.unlink()


def consolidations(folder: Path, rounds: int) -> Iterator[str]:
    """The parts of ZeRO's ranks made one file, beside copies of them, and beside torch code that does the same."""
    parts, copied, out = folder / "zero", folder / "copied", folder / "one.pth"
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

    yield from table(f"Put together: {zero.ABOUT}", alternate(copying, rounds, before))
    before()
    few = min(rounds, 3)
    yield from table(f"Put together, beside torch: {zero.ABOUT} ({few} runs)", alternate(saving, few, before))
    yield (
        "torch does as DeepSpeed's `zero_to_fp32.py` does, and puts the optimizer's state together besides, which that "
        "leaves out.\n"
    )
    before()
    alone = "main.py fix --workers 1"
    found = alternate({OURS: [*ours, "--workers", "2"], alone: [*ours, "--workers", "1"]}, rounds, before)
    yield from table(f"Put together by two workers: {zero.ABOUT}", found)
    yield f"Two workers are {found[alone].median / found[OURS].median:.2f} times as fast as one.\n"
    shutil.rmtree(parts)
    before()


def casts(source: Path, about: str, out: Path, rounds: int) -> Iterator[str]:
    """A cast of all tensors, what it loses counted first, beside torch, which does not tell."""
    saving: dict[str, Command] = {
        OURS: python("main.py", "fix", source, "-o", out, "--cast", "**=bfloat16"),
        "torch.load(f), .to(bfloat16), torch.save": python("-m", "benchmarks.rivals", "cast-loaded", source, out),
        "torch.load(f, mmap=True), .to(bfloat16), torch.save": python("-m", "benchmarks.rivals", "cast", source, out),
    }
    yield from table(f"Cast to bfloat16: {about} ({rounds} runs)", alternate(saving, rounds, partial(settle, out)))


def responses(file: Path, about: str) -> Iterator[str]:
    """What the window answers, until it is painted, and the longest time that the event loop stood still."""
    yield f"## The window: {about}\n"
    yield "| | median | longest | longest pause of the event loop |\n|---|---:|---:|---:|"
    for name, took in answer("benchmarks.window", "respond", file).items():
        yield f"| {name} | {took['median']:.3f} s | {took['longest']:.3f} s | {took['pause'] * 1000:.0f} ms |"
    yield ""


def jumps(found: dict[str, Any], about: str) -> Iterator[str]:
    """Ctrl+P: from a key of the keyboard to the list that shows what fits."""
    yield f"## Ctrl+P: {about}\n"
    yield "| typed so far | median | fastest to slowest | processor time |\n|---|---:|---:|---:|"
    for typed, (median, least, most, worked) in found["ms"].items():
        yield f"| `{typed}` | {median:.0f} ms | {least:.0f} to {most:.0f} ms | {worked:.0f} ms |"
    yield f"\nThe event loop stood still for {found['pause']:.0f} ms at most.\n"


def session(found: dict[str, Any]) -> Iterator[str]:
    """Tabs, undo storms, saves, reloads, over and over."""
    yield f"## A session of {found['minutes']:g} min: three tabs with every panel shown, {ABOUT[EXPERTS]} in one\n"
    yield "| longest pauses of the event loop | on the clock | processor time |\n|---|---:|---:|"
    for what, (pause, worked) in list(found["ms"].items())[:_PAUSES]:
        yield f"| {what} | {pause} ms | {worked} ms |"
    after = ", ".join(f"{each:.0f}" for each in found["after"])
    yield f"\nMemory: {found['empty']:.0f} MB with an empty window; each time that all was closed again: {after} MB."
    yield f"\nWarnings: {len(found['warned'])}.\n"


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
    yield f"## {title}\n"
    yield HEADER
    ours = found[OURS]
    for name, series in found.items():
        low, high = series.spread
        ratio = "" if series is ours else compare(ours, series)
        numbers = f"{series.median:.2f} s | {low:.2f} to {high:.2f} s | {series.peak / 1e6:,.0f} MB"
        yield f"| {label(name)} | {numbers} | {ratio} |"
    yield ""


def label(name: str) -> str:
    """Code in code letters."""
    return name if name == OURS else f"`{name}`"


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


if __name__ == "__main__":
    raise SystemExit(main())
