"""Keys that are cut, and still told from those beside them."""

from __future__ import annotations

from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from gui.look import theme
from gui.look.eliding import key_elided

KEYS = [
    f"model/chemical_embedding.{module}.mlp_core.layers.{layer}.{name}"
    for module in ("twoBody_atom", "threeBody_atom")
    for layer in (0, 1)
    for name in ("weight", "bias")
]


def test_keys_that_end_alike_show_where_they_differ(qapp: QApplication) -> None:
    metrics = QFontMetrics(theme.key_font())
    for characters in (24, 30, 36, 44):
        room = metrics.horizontalAdvance("0" * characters)
        shown = [key_elided(metrics, key, KEYS, room) for key in KEYS]
        assert len(set(shown)) == len(KEYS), characters
        assert all(metrics.horizontalAdvance(text) <= room for text in shown)


def test_a_key_is_cut_at_its_beginning_and_not_at_all_where_there_is_room(qapp: QApplication) -> None:
    metrics = QFontMetrics(theme.key_font())
    room = metrics.horizontalAdvance("0" * 30)
    assert key_elided(metrics, KEYS[0], [KEYS[0]], room).startswith("…")
    assert key_elided(metrics, KEYS[0], KEYS, 10_000) == KEYS[0]
