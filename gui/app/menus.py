"""The menus of the window, made from what the actions declare, and the choice of a theme."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QAction, QActionGroup, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QMenuBar, QToolBar, QToolButton, QWidget

from core.text import titled
from core.words import marked, say
from gui.app.actions import ACTIONS, Actions, ActionSpec
from gui.look import icons, scale, theme
from gui.look.plain_text import caption, one_line, tooltip
from gui.look.settings import Settings
from gui.look.wording import home_text
from gui.page.page import ActionState
from gui.palette.model import Command
from gui.widgets.side_by_side import fit_words

# ---- Where the actions stand: the menu bar and the toolbar, as data.

SEPARATOR: Final = "-"
RECENT: Final = "recent files"
PANELS: Final = "panels"
THEMES: Final = "themes"
EXPORT: Final = "export"
SELECTION: Final = "selection"
"""What can be done to the selected keys and numbers of the document on show."""

MENUS: Final = (
    (
        marked("&File"),
        (
            *("open", "open_folder", "open_run", "open_location", "whole", RECENT, "demo", SEPARATOR),
            *("save", SEPARATOR, "compare_file", "compare_location", "end_compare", EXPORT, SEPARATOR),
            *("reload", "close", SEPARATOR, "quit"),
        ),
    ),
    (
        marked("&Edit"),
        (
            *("undo", "redo", SEPARATOR, SELECTION, SEPARATOR, "search", "jump", "rename_keys", SEPARATOR),
            *("fix_folder", "save_recipe", "apply_recipe", SEPARATOR, "as_command", "as_python", SEPARATOR),
            "preferences",
        ),
    ),
    (
        marked("&Diagnosis"),
        (
            *("way_on", SEPARATOR, "ask_error", "paste_error", SEPARATOR, "compare", "verify", "integrity"),
            *("scan", "next_odd", "previous_odd", SEPARATOR, "code"),
        ),
    ),
    (
        marked("&View"),
        (
            *("palette", SEPARATOR, PANELS, SEPARATOR, "next_tab", "previous_tab", "move_tab", "new_window", SEPARATOR),
            *(THEMES, "larger_text", "smaller_text", "usual_text", "reset_layout"),
        ),
    ),
    (marked("&Help"), ("help", "shortcuts")),
)
"""The menu bar: ids of actions, separators, and places that the window fills."""

SUBMENUS: Final = {EXPORT: (marked("E&xport"), ("export_table", "export_selected", "export_report"))}
"""Menus within menus."""

TOOLBAR: Final = ("open", "save", "fix_folder", SEPARATOR, "undo", "redo", SEPARATOR, "scan", SEPARATOR)


# ---- The toolbar: the most common actions with their words, or with their icons alone where the search needs the room.


def make_toolbar(window: QMainWindow, declared: Actions, search: QWidget) -> ToolBar:
    """The toolbar of a window, with the ``search`` at its end."""
    bar = ToolBar(say("Toolbar"), window)
    bar.setObjectName("mainToolbar")
    bar.setMovable(False)
    scale.give_icon_size(bar, 20)
    bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
    for item in TOOLBAR:
        if item == SEPARATOR:
            bar.addSeparator()
        else:
            action = declared[item]
            action.setIconText(words(action.text()))
            bar.addAction(action)
    bar.end_with(search)
    return bar


class ToolBar(QToolBar):
    """Keeps all that it has in view."""

    _end: QWidget | None = None

    def end_with(self, widget: QWidget) -> None:
        """Have a widget at the end that must not go out of sight."""
        self._end = widget
        self.addWidget(widget)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()
        super().resizeEvent(event)

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return super().event(event)

    def _fit(self) -> None:
        if self._end is None:
            return
        made = [self.widgetForAction(action) for action in self.actions()]
        tools = [each for each in made if isinstance(each, QToolButton)]
        others = [each for each in made if each is not None and each not in (*tools, self._end)]
        taken = sum(each.sizeHint().width() for each in others) + self._end.minimumSizeHint().width()
        layout = self.layout()
        assert layout is not None
        ends = layout.contentsMargins()
        taken += ends.left() + ends.right() + layout.spacing() * len(made)
        fit_words(tools, self.width() - taken, Qt.ToolButtonStyle.ToolButtonTextBesideIcon)


# ---- The menu of the files opened last.


class RecentMenu(QMenu):
    """Filled anew each time it opens: pinned files first, each with its folder."""

    chosen = Signal(object)
    """The path."""

    def __init__(self, remembered: Settings, now: Callable[[], Path | None], parent: QWidget | None = None) -> None:
        """`now` gives the file on show, which can be pinned here."""
        super().__init__(say("Open &recent"), parent)
        self._settings, self._now = remembered, now
        self.setToolTipsVisible(True)
        self.aboutToShow.connect(self.fill)

    def fill(self) -> None:
        self.clear()
        pinned, others = self._settings.pinned_files(), self._settings.recent_files()
        for path in pinned:
            self._add(path, "pin")
        if pinned and others:
            self.addSeparator()
        for path in others:
            self._add(path, "file")
        if self.isEmpty():
            self.addAction(say("No files yet")).setEnabled(False)
        self._add_tools(pinned, bool(others))

    def _add(self, path: Path, icon: str) -> None:
        """What stands behind a tab is drawn where other menus have their shortcuts."""
        action = self.addAction(icons.icon(icon), f"{caption(path.name)}\t{caption(home_text(path.parent))}")
        action.setToolTip(tooltip(one_line(str(path))) or "")
        action.triggered.connect(lambda: self.chosen.emit(path))

    def _add_tools(self, pinned: Sequence[Path], clearable: bool) -> None:
        now = self._now()
        if now is not None:
            kept = now in pinned
            words = say("&Unpin {name}", name=caption(now.name)) if kept else say("&Pin {name}", name=caption(now.name))
            self.addSeparator()
            self.addAction(icons.icon("pin"), words, lambda: self._settings.pin(now, not kept))
        if clearable:
            self.addSeparator()
            self.addAction(say("&Clear recent files"), self._settings.clear_recent_files)


# ---- The menus.


class MadeAnew(QObject):
    """Actions within a menu that are made each time it is shown: what can be done to what is selected by then."""

    def __init__(self, fill: Callable[[QMenu], None], parent: QWidget) -> None:
        """``fill`` puts the actions into a menu that nobody sees, which owns them."""
        super().__init__(parent)
        self._fill, self._over = fill, parent
        self._holder = QMenu(parent)

    def stand_in(self, menu: QMenu) -> None:
        """Have a place in a menu, behind what it has now."""
        behind = menu.addSeparator()
        menu.aboutToShow.connect(lambda: self._renew(menu, behind))

    def _renew(self, menu: QMenu, behind: QAction) -> None:
        for action in self._holder.actions():
            menu.removeAction(action)
        self._holder.deleteLater()
        self._holder = QMenu(self._over)
        self._fill(self._holder)
        menu.insertActions(behind, self._holder.actions())


Place = QMenu | MadeAnew
"""What can stand in a menu besides an action."""


def fill_menus(bar: QMenuBar, declared: Actions, places: Mapping[str, Place]) -> None:
    """Make the menus; `places` are what stands where `MENUS` names a place instead of an action."""
    for title, items in MENUS:
        _fill(bar.addMenu(say(title)), items, declared, places)


def _fill(menu: QMenu, items: Sequence[str], declared: Actions, places: Mapping[str, Place]) -> None:
    menu.setToolTipsVisible(True)
    for item in items:
        place = places.get(item)
        if item == SEPARATOR:
            menu.addSeparator()
        elif item in SUBMENUS:
            title, below = SUBMENUS[item]
            _fill(menu.addMenu(say(title)), below, declared, places)
        elif isinstance(place, QMenu):
            menu.addMenu(place)
        elif place is not None:
            place.stand_in(menu)
        else:
            menu.addAction(declared[item])


_WORDS = {"system": marked("Same as the &system"), "light": marked("&Light"), "dark": marked("&Dark")}


class ThemeMenu(QMenu):
    """Light, dark, or as the desktop has it."""

    chosen = Signal(str)
    """One of `theme.CHOICES`."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(say("&Theme"), parent)
        group = QActionGroup(self)
        for choice in theme.CHOICES:
            action = self.addAction(say(_WORDS[choice]))
            action.setCheckable(True)
            action.setChecked(choice == theme.theme().choice)
            action.setData(choice)
            group.addAction(action)
        self.aboutToShow.connect(self._check)
        group.triggered.connect(lambda action: self.chosen.emit(action.data()))

    def _check(self) -> None:
        """The preferences may have chosen another one."""
        for action in self.actions():
            action.setChecked(action.data() == theme.theme().choice)


# -- all that the menus offer, as commands of the palette ------------------------------------------------------


_SPECS: Final = {spec.id: spec for spec in ACTIONS}
_OTHER: Final = (
    ({"document": True, "editable": True}, marked("open a file first")),
    ({"busy": False}, marked("a file is being opened")),
    ({"editable": True}, marked("this format is read-only")),
    ({"comparing": True}, marked("no comparison is open")),
    ({"pages": 2}, marked("only one file is open")),
    ({"planned": True}, marked("nothing has been changed yet")),
    ({"alone": True}, marked("this model has no other files to open")),
    ({"undo": "-"}, marked("nothing to undo")),
    ({"redo": "-"}, marked("nothing to redo")),
    ({"way_on": "-"}, marked("nothing left to do")),
)
"""What may be missing for an action, and how that is said."""


def commands(bar: QMenuBar, state: ActionState) -> list[Command]:
    """The commands of all menus, from left to right."""
    return [_command(action, menu, state) for menu, action in _actions(bar.actions(), ())]


def why_not(spec: ActionSpec, state: ActionState) -> str:
    """What is missing for an action, in a few words; nothing where it can be done, or where more than one thing is."""
    if spec.enabled(state):
        return ""
    return next((say(words) for change, words in _OTHER if spec.enabled(replace(state, **change))), "")


def _actions(actions: list[QAction], menus: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], QAction]]:
    for action in actions:
        menu = action.menu()
        if isinstance(menu, QMenu):
            menu.aboutToShow.emit()  # some are filled only then
            yield from _actions(menu.actions(), (*menus, words(action.text())))
        elif not action.isSeparator() and action.isVisible() and (action.objectName() or action.isEnabled()):
            yield menus, action


def _command(action: QAction, menus: tuple[str, ...], state: ActionState) -> Command:
    text, _, more = words(action.text()).partition("\t")  # behind a tab stands what tells two of a name apart
    spec = _SPECS.get(action.objectName())
    menu = " ▸ ".join((*menus, more) if more else menus)
    text = titled(menus[-1], text) if action.actionGroup() is not None else text  # which alone says nothing
    return Command(
        action.objectName() or f"{menu} ▸ {text}",
        f"{text} ✓" if action.isCheckable() and action.isChecked() else text,
        menu,
        action.trigger,
        action.shortcut().toString(QKeySequence.SequenceFormat.NativeText),
        why_not(spec, state) if spec is not None else "",
        action.isEnabled(),
        say(spec.tip) if spec is not None else "",
    )


def words(text: str) -> str:
    """The text of an action without the key to press: `&Open…`, and in Chinese and Japanese `打开(&O)…`."""
    return re.sub(r"&(.)", r"\1", re.sub(r"\(&\w\)", "", text))
