"""A menu of the files that are open on other tabs, and of any other, where a second file is wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget

from core.text import clip
from core.words import say
from gui.look import icons
from gui.look.plain_text import caption, one_line, tooltip
from gui.look.wording import home_text


class OpenFile(NamedTuple):
    """The file of another tab, and whether it has changes there that are ``pending``."""

    path: Path
    pending: bool = False


def ask_file(  # noqa: PLR0913 - where, what for, and the two ways on
    parent: QWidget,
    place: QPoint,
    title: str,
    files: Sequence[OpenFile],
    take: Callable[[Path], object],
    choose: Callable[[], object],
) -> None:
    """Have one of the ``files`` taken, or another one chosen; at once where there are none."""
    if not files:
        choose()
        return
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.setToolTipsVisible(True)
    menu.addAction(caption(title)).setEnabled(False)
    icon = icons.icon("file")
    for path, pending in files:
        words = f"{caption(clip(path.name))}{' ●' * pending}\t{caption(home_text(path.parent))}"
        action = menu.addAction(icon, words, partial(take, path))
        tip = say("It is compared as it is on disk, without its pending changes.") if pending else ""
        action.setToolTip(tooltip(one_line(tip)) or "")
    menu.addSeparator()
    menu.addAction(say("Choose a file…"), choose)
    menu.setActiveAction(menu.actions()[1])
    menu.popup(parent.mapToGlobal(place))
