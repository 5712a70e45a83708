"""A screen for the windows of Windows."""

from __future__ import annotations

import os
import struct
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PySide6.QtGui import QImage

from tests.windows import machine


@dataclass(frozen=True)
class Screen:
    """A display of Xvfb, and the file that what is on it lies in."""

    display: str
    memory: Path

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        self.ask("key", "--delay", "200", *keys)

    def ask(self, *words: str) -> str:
        """What xdotool says of it."""
        known = os.environ | {"DISPLAY": self.display}
        return subprocess.run(["xdotool", *words], env=known, capture_output=True, text=True, check=False).stdout

    def picture(self, path: Path) -> None:
        """Save what is on it: after a header and colours there are its rows (X11/XWDFile.h)."""
        path.parent.mkdir(parents=True, exist_ok=True)
        data = self.memory.read_bytes()
        head = struct.unpack_from(">20I", data)
        width, height, a_row = head[4], head[5], head[12]
        image = QImage(data[head[0] + 12 * head[19] :], width, height, a_row, QImage.Format.Format_RGB32)
        assert image.save(str(path))


@pytest.fixture
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    """A display; Wine begins anew on it, as it keeps to the one that its first program had."""
    told, tells = os.pipe()
    folder = tmp_path_factory.mktemp("screen")
    words = ["Xvfb", "-displayfd", str(tells), "-screen", "0", "1600x1000x24", "-nolisten", "tcp", "-fbdir", folder]
    with subprocess.Popen(words, pass_fds=[tells], stderr=subprocess.DEVNULL) as server:
        os.close(tells)
        with os.fdopen(told) as number:
            display = f":{number.readline().strip()}"
        machine.end_wine()
        try:
            yield Screen(display, folder / "Xvfb_screen0")
        finally:
            machine.end_wine()
            server.terminate()
