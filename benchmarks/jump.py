"""The way to a key as a stopwatch: ``python -m benchmarks.jump FILE``, with a file of `benchmarks.files` say.

A query is typed letter by letter in the window, as fast as its answers come. Prints one JSON object with the
milliseconds from each key to the list that shows what fits, by what is typed so far: the median of all rounds, the
least, the greatest, and the median of processor time of all threads; and the longest pause of the event loop meanwhile.
"""

from __future__ import annotations

import json
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
    window.quick.open_jump()
    jump = window.quick.key_jump
    assert jump is not None
    answers: list[object] = []
    jump.popup.model.modelReset.connect(lambda: answers.append(None))
    jump.popup.line.setText("x")
    until(lambda: bool(answers))  # the index is made with the first letter
    beat = Beat()
    found: dict[str, list[float]] = {}
    worked: dict[str, list[float]] = {}
    for _ in range(_ROUNDS):
        for query in QUERIES:
            jump.popup.line.clear()
            for last in range(1, len(query) + 1):
                turn()
                answers.clear()
                begun, at_work = time.perf_counter(), time.process_time()
                jump.popup.line.setText(query[:last])
                until(lambda: bool(answers))
                found.setdefault(query[:last], []).append((time.perf_counter() - begun) * 1000)
                worked.setdefault(query[:last], []).append((time.process_time() - at_work) * 1000)
    keys = {
        typed: (statistics.median(times), min(times), max(times), statistics.median(worked[typed]))
        for typed, times in found.items()
    }
    print(json.dumps({"ms": keys, "pause": beat.take() * 1000}))
    application.quit()
    os._exit(0)


if __name__ == "__main__":
    raise SystemExit(main())
