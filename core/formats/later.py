"""The checksum of bytes that others write, later: where it goes once it is known."""

from __future__ import annotations

from core.files.copy import Gap, Sink


class Later:
    """The CRC-32 of a gap that a sink has just left: ``places`` are the offsets in its file that it goes to."""

    def __init__(self, gap: Gap, size: int, sink: Sink) -> None:
        self.places: list[int] = []
        self._begin = gap.at + size - sink.position  # where in the file this sink begins

    def goes(self, position: int) -> None:
        """It goes to a position of that sink, as four bytes."""
        self.places.append(self._begin + position)
