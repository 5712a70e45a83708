"""Whether a file is a tar archive to ``torch.load``, which asks that before it tries its older container.

Source: ``_legacy_load`` in ``torch/serialization.py``, and ``TarInfo.frombuf`` in Python's ``tarfile``, by which any
block of 512 bytes is a header that has its own checksum in it, whatever else it says, and zeros are an empty archive.
"""

from __future__ import annotations

from tarfile import TarError, TarInfo

_BLOCK = 512
_SUM = slice(148, 156)
_BINARY = (0o200, 0o377)
_HIGH = bytes(range(128, 256))


def is_tar(head: bytes) -> bool:
    """Whether a file that begins with ``head`` is one."""
    block = head[:_BLOCK]
    if len(block) < _BLOCK or not block.strip(b"\0"):
        return len(block) == _BLOCK
    summed = sum(block) - sum(block[_SUM]) + 8 * ord(" ")
    if _said(block[_SUM]) not in (summed, summed - 256 * _negative(block)):
        return False
    try:
        TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except TarError:
        return False
    return True


def _said(field: bytes) -> int | None:
    """The checksum in the header: octal digits as a rule; None where there is none."""
    if field[0] in _BINARY:
        return int.from_bytes(field[1:], "big") - (256 ** len(field[1:]) if field[0] == _BINARY[1] else 0)
    try:
        return int(field.partition(b"\0")[0].decode("ascii").strip() or "0", 8)
    except ValueError:
        return None


def _negative(block: bytes) -> int:
    """How many bytes are negative to programs that take them so."""
    outside = block[: _SUM.start] + block[_SUM.stop :]
    return len(outside) - len(outside.translate(None, _HIGH))
