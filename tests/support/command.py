"""A command of the program in this process: what it prints, and the code that it ends with.

Starting Python and importing the program takes longer than most commands do. What is about the process itself, such as
signals, closed streams and what is imported, is asked of ``python main.py``.
"""

from __future__ import annotations

import contextlib
import io
import subprocess
from typing import Any


def run_here(*words: Any) -> subprocess.CompletedProcess[str]:
    """``python main.py`` with these words, for commands: the window has its own tests."""
    from cli.main import run

    said, complained = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    arguments = [*map(str, words)]
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(complained):
        try:
            code = run(arguments)
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
    out, err = (stream.buffer.getvalue().decode() for stream in (said, complained))
    return subprocess.CompletedProcess(arguments, code, out, err)
