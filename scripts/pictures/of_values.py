"""The pictures of docs/values.md."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtGui import QImage

from core.catalogue.rows_named import rows_named
from gui.session.comparison import Comparison
from gui.session.scanning import Scanner
from gui.values.panel import ValuesPanel
from scripts.pictures.files import DEMO, Files
from scripts.pictures.stage import look, select, settle, show_panel, until, window_with

SIZE = (1360, 900)
WEIGHT = "state_dict/module.conv.weight"
EMBEDDING = "state_dict/module.embed.weight"
_WIDE = 460


def scenes(files: Files) -> Mapping[str, Callable[[], QImage]]:
    """Each picture by its name, and what takes it."""
    return {
        "values-histogram": lambda: _values(WEIGHT, 0),
        "values-picture": lambda: _values(EMBEDDING, 1),
        "values-numbers": lambda: _values(EMBEDDING, 2),
        "values-several": _several,
        "health": lambda: _health(files),
        "compare": lambda: _compared(files),
    }


def _values(path: str, tab: int) -> QImage:
    with window_with(DEMO, SIZE) as window:
        panel = show_panel(window, "values", _WIDE)
        assert isinstance(panel, ValuesPanel)
        select(window, path)
        assert panel.one is not None
        panel.one.tabs.setCurrentIndex(tab)
        settle(window)
        return look(window)


def _several() -> QImage:
    with window_with(DEMO, SIZE) as window:
        show_panel(window, "values", _WIDE)
        catalogue = window.page.session.catalogue
        assert catalogue is not None
        entries = [catalogue.tree.tensors[row] for row in rows_named(catalogue, "state_dict/**")]
        window.page.session.reveal(entries[0])
        window.page.session.request_selection(entries)
        settle(window)
        return look(window)


def _health(files: Files) -> QImage:
    with window_with(files.sick(), SIZE) as window:
        show_panel(window, "health")
        Scanner.of(window.page.session).start()
        settle(window)
        return look(window)


def _compared(files: Files) -> QImage:
    with window_with(DEMO, SIZE) as window:
        comparison = Comparison.of(window.page.session)
        comparison.start(files.half())
        until(lambda: comparison.compared is not None)
        show_panel(window, "differences", _WIDE)
        select(window, WEIGHT)
        return look(window)
