"""Where the program starts that has its own Python with it: the same start, under the name that it was called by."""

from __future__ import annotations

import os
import sys

from main import start

start(os.environ.get("ARGV0") or sys.argv[0])  # an AppImage is told by its runtime what it was called
