"""Pictures of a few colours in few bytes: PNG with a palette, still or moving.

A moving one is an animated PNG, https://www.w3.org/TR/png-3/#apng-frame-based-animation: the first picture, and then
of each next one the rectangle that is different. Browsers and GitHub play it; what cannot shows the first picture.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QImage

Indexed = NDArray[np.uint8]
"""Which colour of the palette each pixel has; rows, columns."""
_MOST = 256


def keep(image: QImage, path: Path) -> None:
    """Write one picture, in the colours that it has most of, which takes half of the bytes and is not seen."""
    pixels = _pixels(image)
    palette = _palette(pixels)
    _write(path, [(_indexed(image, palette), 0)], palette)


def keep_moving(frames: Sequence[tuple[QImage, int]], path: Path) -> None:
    """Write pictures of one size, each with the milliseconds that it stays, to be played again and again."""
    palette = _palette(np.concatenate([_pixels(image) for image, _ in frames]))
    _write(path, [(_indexed(image, palette), stays) for image, stays in frames], palette)


def _pixels(image: QImage) -> NDArray[np.uint32]:
    """0xffRRGGBB of every pixel."""
    return np.frombuffer(image.convertToFormat(QImage.Format.Format_RGB32).constBits(), np.uint32).copy()


def _palette(pixels: NDArray[np.uint32]) -> NDArray[np.uint32]:
    """The most frequent colours; of those that are nearly alike one."""
    colours, counts = np.unique(pixels, return_counts=True)
    often = np.argsort(-counts, kind="stable")
    colours, counts = colours[often], counts[often]
    _, first, alike = np.unique(colours & 0xF0F8F0, return_index=True, return_inverse=True)
    most = np.argsort(-np.bincount(alike, counts), kind="stable")[:_MOST]
    return np.asarray(colours[first[most]])


def _indexed(image: QImage, palette: NDArray[np.uint32]) -> Indexed:
    """Each pixel as the nearest colour of a palette."""
    colours, place = np.unique(_pixels(image), return_inverse=True)
    nearest = np.empty(len(colours), np.uint8)
    wanted = _channels(palette)
    for start in range(0, len(colours), 4096):
        apart = _channels(colours[start : start + 4096])[:, None, :] - wanted[None, :, :]
        nearest[start : start + 4096] = np.argmin((apart * apart).sum(axis=2), axis=1)
    return nearest[place].reshape(image.height(), image.width())


def _channels(colours: NDArray[np.uint32]) -> NDArray[np.int32]:
    return np.stack([(colours >> shift & 0xFF).astype(np.int32) for shift in (16, 8, 0)], axis=1)


def _write(path: Path, frames: Sequence[tuple[Indexed, int]], palette: NDArray[np.uint32]) -> None:
    first = frames[0][0]
    height, width = first.shape
    colours = _channels(palette).astype(np.uint8).tobytes()
    chunks = [_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)), _chunk(b"PLTE", colours)]
    number = 0
    if len(frames) > 1:
        chunks.insert(1, _chunk(b"acTL", struct.pack(">II", len(frames), 0)))
        chunks.append(_control(number, (0, 0, width, height), frames[0][1]))
        number += 1
    chunks.append(_chunk(b"IDAT", _packed(first)))
    for (before, _), (picture, stays) in pairwise(frames):
        left, top, right, bottom = box = _changed(before, picture)
        chunks.append(_control(number, box, stays))
        part = _packed(picture[top:bottom, left:right])
        chunks.append(_chunk(b"fdAT", struct.pack(">I", number + 1) + part))
        number += 2
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunks) + _chunk(b"IEND", b""))


def _changed(before: Indexed, now: Indexed) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of what is different; one pixel where nothing is."""
    rows, columns = np.nonzero(before != now)
    if not len(rows):
        return 0, 0, 1, 1
    return int(columns.min()), int(rows.min()), int(columns.max()) + 1, int(rows.max()) + 1


def _control(number: int, box: tuple[int, int, int, int], stays: int) -> bytes:
    left, top, right, bottom = box
    return _chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, right - left, bottom - top, left, top, stays, 1000, 0, 0))


def _packed(picture: Indexed) -> bytes:
    rows = np.concatenate([np.zeros((len(picture), 1), np.uint8), picture], axis=1)  # filter 0 before each row
    return zlib.compress(rows.tobytes(), 9)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
