"""Shared by all tests: no display is ever needed, and Qt must learn so before it is imported; nothing of the user's."""

from __future__ import annotations

import os
import tempfile

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
_STATE = tempfile.TemporaryDirectory(prefix="pthfinder-state-")
os.environ["XDG_STATE_HOME"] = _STATE.name
