"""Pictures of a report as SVG inside its page: bars in the colours of devices, with the words beside them as text."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from core.devices import card_of
from core.dtypes import NO_DEVICE
from core.text import shown

CARDS: Final = ("#E69F00", "#56B4E9", "#009E73", "#CC79A7", "#0072B2", "#D55E00", "#F0E442")
"""Okabe and Ito's colours, which colour-blind eyes tell apart; ``cuda:N`` has the N-th, as in the window."""
CPU: Final = "#8A8F98"
_WIDTH, _LINE, _BAR = 760, 26, 14
_NAME, _NUMBER = 240, 170


class PictureBar(NamedTuple):
    """A line of a picture: what it is about, how much of the whole, how that is said, and its colour."""

    name: str
    share: float
    told: str
    colour: str


def device_colour(device: str) -> str:
    """The colour of a device."""
    if device in ("cpu", NO_DEVICE):
        return CPU
    card = card_of(device)
    place = card if card is not None else zlib.crc32(device.encode("utf-8", "surrogatepass"))
    return CARDS[place % len(CARDS)]


def bars(title: str, lines: Sequence[PictureBar], limit: str = "") -> str:
    """Bars below each other; ``limit`` is said at the right edge, which is the whole."""
    height = _LINE * len(lines) + (18 if limit else 4)
    room = _WIDTH - _NAME - _NUMBER
    size = f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}"'
    parts = [f'<svg role="img" aria-label="{_safe(title)}" {size}>']
    for place, bar in enumerate(lines):
        top = _LINE * place + 4
        wide = max(2.0, room * min(max(bar.share, 0.0), 1.0))
        middle = top + _BAR - 3
        parts += [
            f'<text x="0" y="{middle}">{_safe(_cut(bar.name))}</text>',
            f'<rect class="track" x="{_NAME}" y="{top}" width="{room}" height="{_BAR}" rx="3"/>',
            f'<rect x="{_NAME}" y="{top}" width="{wide:.1f}" height="{_BAR}" rx="3" fill="{bar.colour}"/>',
            f'<text x="{_NAME + room + 10}" y="{middle}">{_safe(bar.told)}</text>',
        ]
    if limit:
        parts.append(f'<text class="muted" text-anchor="end" x="{_NAME + room}" y="{height - 3}">{_safe(limit)}</text>')
    return "".join((*parts, "</svg>"))


def _cut(name: str) -> str:
    return name if len(name) <= 36 else f"{name[:34]}…"


def _safe(text: str) -> str:
    return escape(shown(text), quote=True)
