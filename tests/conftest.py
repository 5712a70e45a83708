"""Shared by all tests: no display is ever needed, and Qt must learn so before it is imported."""

from __future__ import annotations

import os

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
