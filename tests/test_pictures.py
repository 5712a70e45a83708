"""What makes the pictures of the docs: names, and files that Qt reads as they were drawn."""

from __future__ import annotations

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"  # before Qt is imported

import struct
import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter

from scripts.pictures import of_tour, of_values
from scripts.pictures.files import ROOT, Files
from scripts.pictures.png import keep, keep_moving


def drawn(*boxes: tuple[int, str]) -> QImage:
    """A small picture of flat colours."""
    image = QImage(60, 40, QImage.Format.Format_RGB32)
    image.fill(QColor("#f4f5f7"))
    painter = QPainter(image)
    for left, colour in boxes:
        painter.fillRect(left, 10, 8, 20, QColor(colour))
    painter.end()
    return image


def test_every_picture_of_the_docs_has_a_scene_that_makes_it(tmp_path: Path) -> None:
    files = Files(tmp_path)
    scenes = {*of_tour.scenes(files), *of_values.scenes(files)}
    made = {path.stem.rpartition("-")[0] for path in (ROOT / "docs" / "pictures").glob("*.png")}
    assert made == scenes


def test_a_picture_is_read_as_it_was_drawn(tmp_path: Path) -> None:
    image = drawn((5, "#1f63d3"), (20, "#b3261e"))
    keep(image, tmp_path / "still.png")
    read = QImage(str(tmp_path / "still.png"))
    assert read.format() == QImage.Format.Format_Indexed8
    assert read.convertToFormat(QImage.Format.Format_RGB32) == image


def test_a_moving_picture_begins_with_the_first_and_then_says_what_changed(tmp_path: Path) -> None:
    """Qt shows the first; of the others the headers say place and time, as the standard has them."""
    frames = [(drawn((5, "#1f63d3")), 700), (drawn((5, "#1f63d3"), (20, "#b3261e")), 60), (drawn((5, "#1f63d3")), 900)]
    keep_moving(frames, tmp_path / "moving.png")
    first = QImage(str(tmp_path / "moving.png"))
    assert first.convertToFormat(QImage.Format.Format_RGB32) == frames[0][0]
    data, at, told = (tmp_path / "moving.png").read_bytes(), 8, []
    while at < len(data):
        length, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"acTL":
            told.append(struct.unpack_from(">II", data, at + 8))
        elif kind == b"fcTL":
            _number, width, height, left, top, stays, per = struct.unpack_from(">IIIIIHH", data, at + 8)
            told.append((width, height, left, top, stays * 1000 // per))
        at += length + 12
    assert told == [(3, 0), (60, 40, 0, 0, 700), (8, 20, 20, 10, 60), (8, 20, 20, 10, 900)]


def test_screens_are_taken_in_a_language_and_at_a_scale(tmp_path: Path) -> None:
    """One stop of the walk, in a process of its own; the sheet shows it."""
    command = [sys.executable, "-m", "scripts.pictures.screens", "--folder", str(tmp_path), "--only", "page-welcome"]
    command += ["--languages", "xx", "--themes", "dark", "--scales", "1.5", "--sizes", "1024x700"]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    assert sorted(path.name for path in tmp_path.glob("*/*.png")) == ["page-welcome.png"]
    assert QImage(str(tmp_path / "xx-dark-1024x700-1.5" / "page-welcome.png")).size() == QSize(1536, 1050)
    assert 'src="xx-dark-1024x700-1.5/page-welcome.png"' in (tmp_path / "index.html").read_text()
