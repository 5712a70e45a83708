"""Badges in the tree: whoever has found something out marks entries, and the rows say so, folded or not."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPixmap
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot

from core.catalogue.catalogue import Catalogue
from gui.document.badges import Badge, RowBadge, Tone
from gui.look import theme
from gui.look.eliding import elided
from gui.session.badge_layers import BadgeLayers
from gui.session.session import Session
from gui.tree.panel import TreePanel
from gui.widgets.delegates import CellDelegate, KeyDelegate, badges_width, cut_badges
from gui.widgets.item_roles import ItemRole
from tests.gui.documents import opened, saved, two_gpus


def texts(panel: TreePanel) -> dict[str, list[str]]:
    """The badges of the rows that have some, by key."""
    rows = [panel.model.index(row, 0) for row in range(panel.model.rowCount())]
    return {
        row.data(): [badge.text for badge in row.data(ItemRole.BADGES)] for row in rows if row.data(ItemRole.BADGES)
    }


def test_a_mark_shows_on_its_row_and_on_the_folded_ones_above(
    panel: TreePanel, session: Session, catalogue: Catalogue
) -> None:
    entry = catalogue.find("model/module.out.weight")
    panel.model.fold(panel.model.row(catalogue.find("model")))
    BadgeLayers.of(session).put("health", catalogue, [Badge(entry, Tone.ERROR, "NaN", "7 of 40 are <b>NaN</b>")])
    assert texts(panel) == {"model": ["1"]}
    session.reveal(entry)
    assert texts(panel) == {"weight": ["NaN"]}
    index = panel.model.index(panel.model.row(entry), 0)
    assert "7 of 40 are &lt;b&gt;NaN&lt;/b&gt;" in index.data(0x3)
    assert index.data(11).endswith("NaN")  # what a screen reader says


def test_layers_stand_side_by_side_and_leave_one_by_one(
    panel: TreePanel, session: Session, catalogue: Catalogue
) -> None:
    entry = catalogue.find("epoch")
    badges = BadgeLayers.of(session)
    badges.put("health", catalogue, [Badge(entry, Tone.ERROR, "NaN", "")])
    badges.put("difference", catalogue, [Badge(entry, Tone.CHANGED, "differs", "")])
    assert texts(panel)["epoch"] == ["NaN", "differs"]
    badges.clear("health")
    assert texts(panel)["epoch"] == ["differs"]


def test_marks_on_another_document_are_not_shown(
    panel: TreePanel, session: Session, catalogue: Catalogue, tmp_path: Path
) -> None:
    BadgeLayers.of(session).put("health", catalogue, [Badge(catalogue.find("epoch"), Tone.ERROR, "NaN", "")])
    opened(session, saved(tmp_path, two_gpus, "other.pth"))
    assert texts(panel) == {}
    BadgeLayers.of(session).put("health", catalogue, [Badge(catalogue.find("epoch"), Tone.ERROR, "NaN", "late")])
    assert texts(panel) == {}


def test_a_badge_is_painted_behind_its_key(
    panel: TreePanel, session: Session, catalogue: Catalogue, qtbot: QtBot
) -> None:
    entry = catalogue.find("epoch")
    BadgeLayers.of(session).put("health", catalogue, [Badge(entry, Tone.ERROR, "NaN", "")])
    rect = panel.view.visualRect(panel.model.index(panel.model.row(entry), 0))
    picture = panel.view.viewport().grab(rect).toImage()
    wanted = QColor(theme.colours().error).rgb()
    assert any(picture.pixel(x, picture.height() // 2 - 3) == wanted for x in range(picture.width()))
    badges = panel.model.index(panel.model.row(entry), 0).data(ItemRole.BADGES)
    assert badges_width(badges, QFont()) > 10


def test_where_there_is_little_room_the_longest_badge_is_cut_first() -> None:
    font = QFont()
    badges = [RowBadge(Tone.ERROR, "NaN", ""), RowBadge(Tone.CHANGED, "float32 there, and more", "")]
    whole = badges_width(badges, font)
    assert list(cut_badges(badges, font, whole)) == badges
    for room in range(badges_width(badges[:1], font) + 40, whole):
        first, second = cut_badges(badges, font, room)
        assert first.text == "NaN"
        assert second.text.endswith("…")
        assert badges_width([first, second], font) <= room
    assert [badge.text for badge in cut_badges(badges, font, 0)] == ["…", "…"]


def test_a_key_keeps_its_room_before_its_badge(
    panel: TreePanel, session: Session, catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = catalogue.find("epoch")
    BadgeLayers.of(session).put("difference", catalogue, [Badge(entry, Tone.CHANGED, "float32 there", "")])
    index, delegate = panel.model.index(panel.model.row(entry), 0), KeyDelegate(panel.view)
    texts: list[str] = []
    monkeypatch.setattr(delegate, "draw_text", partial(_noted, texts))
    option = QStyleOptionViewItem()
    least = delegate.needs(index)[0] - badges_width(index.data(ItemRole.BADGES), theme.key_font()) + 40
    option.rect = QRect(0, 0, least, 20)
    canvas = QPixmap(200, 20)
    painter = QPainter(canvas)
    delegate.paint(painter, option, index)
    painter.end()
    assert texts[0] == "epoch"


def _noted(texts: list[str], painter: QPainter, rect: QRect, text: str, font: QFont, *more: Any, **others: Any) -> int:
    """Note what of a text is painted."""
    texts.append(elided(QFontMetrics(font), text, Qt.TextElideMode.ElideRight, rect.width()))
    return CellDelegate.draw_text(painter, rect, text, font, *more, **others)
