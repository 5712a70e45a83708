"""The way to a key as a stopwatch: ``python -m benchmarks.jump FILE``, with a file of `benchmarks.files` say.

A query is typed letter by letter in the window, as fast as its answers come. Printed in milliseconds, a line a letter:
from the key to the list that shows what fits, the median of all rounds and the least to the greatest; the same for the
worst letter, and the longest pause of the event loop meanwhile.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from pathlib import Path

from benchmarks.window import Beat, open_in, shown_window, turn, until
from gui.app.start import make_application

QUERIES = ("experts11w2", "l1 exp avg", "optstate4711")
_ROUNDS = 7


def main() -> int:
    """Type all queries several times."""
    application = make_application(sys.argv[:1])
    window = shown_window()
    open_in(window, Path(sys.argv[1]))
    session = window.page.session
    assert session.catalogue is not None
    print(f"{len(session.catalogue):,} keys, {len(session.catalogue.tensors):,} tensors")
    window.quick.open_jump()
    jump = window.quick.key_jump
    assert jump is not None
    answers: list[object] = []
    jump.popup.model.modelReset.connect(lambda: answers.append(None))
    jump.popup.line.setText("x")
    until(lambda: bool(answers))  # the index is made with the first letter
    beat = Beat()
    found: dict[str, list[float]] = {}
    for _ in range(_ROUNDS):
        for query in QUERIES:
            jump.popup.line.clear()
            for last in range(1, len(query) + 1):
                turn()
                answers.clear()
                begun = time.perf_counter()
                jump.popup.line.setText(query[:last])
                until(lambda: bool(answers))
                found.setdefault(query[:last], []).append((time.perf_counter() - begun) * 1000)
    for typed, times in found.items():
        print(f"{typed:16} {statistics.median(times):6.1f}   {min(times):6.1f} to {max(times):6.1f}")
    medians = sorted(map(statistics.median, found.values()))
    print(f"{'all':16} {statistics.median(medians):6.1f}   {medians[0]:6.1f} to {medians[-1]:6.1f}")
    print(f"longest pause of the event loop {beat.take() * 1000:.0f} ms")
    application.quit()
    os._exit(0)


if __name__ == "__main__":
    raise SystemExit(main())
