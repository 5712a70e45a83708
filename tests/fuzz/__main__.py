"""``python -m tests.fuzz [SECONDS]``: a fifth of the time each mutations, folders, what is guided by coverage, what
is held against torch, and containers against their own loaders.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from tests.fuzz.mutation import mutated
from tests.fuzz.seeds import seeds
from tests.fuzz.trial import Defect, Trial, report


def main(seconds: float) -> int:
    """Fuzz for that long; 1 when something was found."""
    trial = Trial(Path(".fuzz"))
    beginnings = list(seeds().values())
    seed = time.time_ns() & 0xFFFFFFFF
    sys.stdout.write(f"mutations from seed {seed}\n")
    chance = random.Random(seed)
    defects: set[str] = set()
    started = time.perf_counter()
    pool = list(beginnings)
    while time.perf_counter() - started < seconds / 5:
        data = mutated(chance.choice(pool), chance, beginnings)
        try:
            outcome = trial(data)
            if "saved" in outcome and len(pool) < 500 and len(data) < 20_000:
                pool.append(data)  # so that what still opens is broken further
        except Defect as defect:
            words = str(defect)
            if words.partition(" (")[0] not in defects:
                defects.add(words.partition(" (")[0])
                sys.stdout.write(f"{words}\n")
    report(trial.outcomes, time.perf_counter() - started)
    trial.close()
    guided = subprocess.run(
        [sys.executable, "-m", "tests.fuzz.guided", f"-max_total_time={max(int(seconds / 5), 1)}", f"-seed={seed}"],
        check=False,
    )
    held = subprocess.run([sys.executable, "-m", "tests.fuzz.differential", str(seconds / 5)], check=False)
    folders = subprocess.run([sys.executable, "-m", "tests.fuzz.folders", str(seconds / 5)], check=False)
    loaders = subprocess.run([sys.executable, "-m", "tests.fuzz.containers", str(seconds / 5)], check=False)
    return 1 if defects or any(each.returncode for each in (guided, held, folders, loaders)) else 0


if __name__ == "__main__":
    raise SystemExit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 600))
