"""A stand-in for the child with torch that starts in no time: ``hang`` holds the interpreter lock for years, as torch
does over a file that was built for it; ``wait`` waits, ``crash`` crashes; anything else is loaded at once.
"""

from __future__ import annotations

import json
import os
import sys
import threading

from core.torch_child.child_side import begin


def main() -> None:
    """Do one job."""
    job, _bounds = begin()
    answer = {"ok": True, "kind": "", "message": "", "torch": "0", "tensors": 0}
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()
    what = job.get("verify", "")
    if "hang" in what:
        key: tuple[object, ...] = ()
        for _ in range(60):
            key = (key, key)
        hash(key)
    elif "crash" in what:
        os.abort()
    elif "wait" in what:
        threading.Event().wait()


if __name__ == "__main__":
    main()
