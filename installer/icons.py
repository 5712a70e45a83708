"""The picture of the program as Windows and macOS want it, drawn by Qt from `resources/icons/app.svg`."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIDE = 256


def make_icon(svg: Path, target: Path) -> Path:
    """Draw it into ``target``, an ``.ico`` or ``.icns``; raises `OSError` where Qt cannot write that."""
    image = QImage(SIDE, SIDE, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    QSvgRenderer(str(svg)).render(painter)
    painter.end()
    png = target.with_suffix(".png")
    if not image.save(str(png if target.suffix == ".icns" else target)):
        raise OSError(f"Qt cannot write {target.name}")
    if target.suffix == ".icns":  # the form of macOS around a PNG of 256 × 256: a type and a length, twice
        item = png.read_bytes()
        item = b"ic08" + (len(item) + 8).to_bytes(4, "big") + item
        target.write_bytes(b"icns" + (len(item) + 8).to_bytes(4, "big") + item)
        png.unlink()
    return target
