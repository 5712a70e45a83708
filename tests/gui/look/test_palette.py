"""A device has one colour, whatever file it is in, and no two share one."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from gui.look.palette import device_colour
from gui.session.session import Session
from gui.widgets.device_box import DeviceBox
from tests.gui.documents import opened, saved

CARDS = [f"cuda:{number}" for number in range(300)]
OTHERS = [
    "cpu",
    "cuda",
    "meta",
    "mps",
    *(f"{kind}:{n}" for kind in ("xpu", "xla", "hpu", "npu", "own") for n in range(16)),
]


@pytest.mark.parametrize("dark", [False, True])
def test_no_two_devices_share_a_colour(dark: bool) -> None:
    colours = [device_colour(device, dark).rgba() for device in (*CARDS, *OTHERS)]
    assert len(set(colours)) == len(colours)


def test_the_first_cards_are_told_apart_at_a_glance() -> None:
    for one, other in combinations(CARDS[:8], 2):
        a, b = device_colour(one, dark=False), device_colour(other, dark=False)
        apart = sum(abs(x - y) for x, y in zip(a.getRgb()[:3], b.getRgb()[:3], strict=True))
        assert apart > 60, (one, other)


def test_the_colour_is_the_same_in_every_file_and_box(session: Session, tmp_path: Path, qtbot: QtBot) -> None:
    """Whatever devices came before it."""

    def square(devices: list[str]) -> int:
        box = DeviceBox()
        qtbot.addWidget(box)
        box.offer([("keep", None)], devices)
        picture = box.itemIcon(box.findText("cuda:5")).pixmap(12, 12).toImage()
        return int(picture.pixel(picture.width() // 2, picture.height() // 2))

    opened(session, saved(tmp_path, lambda tensor: {"a.b": tensor("cuda:5", 1)}))
    alone = square(["cuda:5"])
    opened(session, saved(tmp_path, lambda tensor: {"a.b": tensor("cuda:1", 1), "a.c": tensor("cuda:5", 1)}, "b.pth"))
    assert square(["cuda:1", "cuda:5"]) == alone == device_colour("cuda:5", dark=False).rgba()


def test_in_a_narrow_box_the_name_is_read_and_the_square_goes(qtbot: QtBot) -> None:
    """A colour alone says nothing to whoever sees it first."""
    box = DeviceBox()
    qtbot.addWidget(box)
    box.offer([("keep", None)], ["cuda:5"])
    box.show_value("cuda:5")
    colour = device_colour("cuda:5", dark=False)

    def has_square(width: int) -> bool:
        box.resize(width, box.sizeHint().height())
        picture = box.grab().toImage()
        return any(picture.pixelColor(x, picture.height() // 2) == colour for x in range(picture.width()))

    assert has_square(box.sizeHint().width() + 40)
    assert not has_square(box.fontMetrics().horizontalAdvance("cuda:5") + 40)
