"""A checkpoint with bytes that cannot be read."""

from __future__ import annotations

from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import torch


def damaged(path: Path, count: int = 6, hurt: int = 3) -> Path:
    """Tensors ``0`` to ``count`` - 1, of which ``hurt`` is deflated and does not unpack; ``tied`` is the same again."""
    generator = torch.Generator().manual_seed(0)
    value = {f"{number}": torch.randn(500, 500, generator=generator) for number in range(count)}
    torch.save({**value, "tied": value[f"{hurt}"]}, path)
    with ZipFile(path) as archive:
        records = {name: archive.read(name) for name in archive.namelist()}
    (name,) = (name for name in records if name.endswith(f"data/{hurt}"))
    with ZipFile(path, "w") as archive:
        for each, data in records.items():
            archive.writestr(each, data, ZIP_DEFLATED if each == name else ZIP_STORED)
        place, size = archive.getinfo(name).header_offset, archive.getinfo(name).compress_size
    with path.open("r+b") as file:
        file.seek(place + 100 + size // 2)
        file.write(b"\xff" * 64)
    return path
