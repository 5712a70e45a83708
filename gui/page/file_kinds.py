"""The file that comes with the program."""

from __future__ import annotations

from gui.look import theme

DEMO = theme.RESOURCES / "demo.pth"
