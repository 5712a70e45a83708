"""The health of a run beside loops of torch: ``python -m benchmarks.runs [--count 40] [--megabytes 36] [--rounds 3]``.

The run is made in a temporary folder and removed afterwards; 40 checkpoints of 360 MB need 14.4 GB there. The last of
them is healthy, or every one after the middle has NaN with ``--sick``. Each command begins without what others kept.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import Command, Series, alternate

_TENSORS = 90
_LOOPS = {
    "finite": "a loop of torch, isfinite of all",
    "health": "a loop of torch, what a scan tells of each tensor",
}
OURS = "Pthfinder"


def make(folder: Path, count: int, nbytes: int, *, sick: bool) -> None:
    """A run of checkpoints of so many bytes each."""
    import torch  # noqa: PLC0415 - for this process alone

    torch.manual_seed(0)
    state = {f"layers.{index}.weight": torch.randn(nbytes // _TENSORS // 4000, 1000) for index in range(_TENSORS)}
    for step in range(1, count + 1):
        state[f"layers.{step % _TENSORS}.weight"][0, 0] += 1
        if sick and step == count // 2 + 1:
            state["layers.3.weight"][1, 1] = torch.nan
        torch.save({"step": step, "model": state}, folder / f"step_{step:04}.pt")


def loop(kind: str, folder: str) -> None:
    """What people write: all checkpoints loaded one after the other, and every tensor looked at."""
    import torch  # noqa: PLC0415

    for path in sorted(Path(folder).iterdir()):
        for key, tensor in torch.load(path, mmap=True, map_location="cpu")["model"].items():
            if kind == "finite":
                found = [torch.isfinite(tensor).all().item()]
            else:  # what a scan tells of each tensor, by the fewest of torch's own operations that give it
                low, high = torch.aminmax(tensor)
                std, mean = torch.std_mean(tensor)
                norms = [torch.linalg.vector_norm(tensor, order).item() for order in (1, 2)]
                rows = (tensor == 0).all(dim=1).sum().item()
                odd = [torch.isnan(tensor).any().item(), torch.isinf(tensor).any().item()]
                found = [low.item(), high.item(), std.item(), mean.item(), *norms, rows, *odd]
            print(path.name, key, *found)


def measured(folder: Path, count: int, megabytes: int, rounds: int, *, sick: bool = False) -> dict[str, Series]:
    """A run of so many checkpoints of so many megabytes, looked through in turns by us and by loops of torch.

    What is made below the ``folder`` is removed.
    """
    with tempfile.TemporaryDirectory(prefix="run-", dir=folder) as made:
        run, cache = Path(made) / "run", Path(made) / "cache"
        run.mkdir()
        os.environ["XDG_CACHE_HOME"] = str(cache)
        # in a process of its own: the peak of memory of a new process begins with that of its parent
        words = [str(run), str(count), str(megabytes * 1_000_000), str(int(sick))]
        subprocess.run([sys.executable, "-m", "benchmarks.runs", "make", *words], check=True)
        quiet = [sys.executable, "-c", "import sys; from cli.main import run; run(sys.argv[1:])"]
        commands: dict[str, Command] = {
            OURS: [*quiet, "scan", str(run), "--all"],
            "scan --all --workers 2": [*quiet, "scan", str(run), "--all", "--workers", "2"],
            "scan, as few as it takes": [*quiet, "scan", str(run)],
        }
        for kind, called in _LOOPS.items():
            commands[called] = [sys.executable, "-m", "benchmarks.runs", "loop", kind, str(run)]
        found = alternate(commands, rounds, lambda: shutil.rmtree(cache, ignore_errors=True))
        again: dict[str, Command] = {"scan --all, a second look": commands[OURS]}
        return found | alternate(again, rounds, lambda: None)


def main() -> int:
    """Measure it alone, and print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--megabytes", type=int, default=36)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--sick", action="store_true")
    parser.add_argument(
        "--threads", default="1", help="those of torch: on a machine that others use, two wait for each other"
    )
    told = parser.parse_args()
    os.environ["OMP_NUM_THREADS"] = told.threads
    found = measured(Path(tempfile.gettempdir()), told.count, told.megabytes, told.rounds, sick=told.sick)
    print(f"{told.count} checkpoints of {told.megabytes} MB, {told.count * told.megabytes / 1000:.1f} GB")
    for name, series in found.items():
        low, high = series.spread
        print(f"{name:44} {series.median:6.2f} s ({low:.2f} to {high:.2f})  {series.peak / 1e6:6,.0f} MB")
    return 0


if __name__ == "__main__":
    if sys.argv[1:2] == ["loop"]:
        loop(*sys.argv[2:4])
    elif sys.argv[1:2] == ["make"]:
        make(Path(sys.argv[2]), *map(int, sys.argv[3:5]), sick=sys.argv[5] == "1")
    else:
        sys.exit(main())
