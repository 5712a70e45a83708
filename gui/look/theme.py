"""How the window looks: Fusion with a palette of its own, light and dark, and one small style sheet.

Every colour that is not a device colour is named here, once, in `Colours`.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, TypeVar
from weakref import WeakMethod

from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QFrame, QWidget
from shiboken6 import isValid

T = TypeVar("T")
CHOICES: Final = ("system", "light", "dark")
RESOURCES: Final = Path(__file__).resolve().parents[2] / "resources"
AT_ONCE: Final = 200
"""Widgets that are given other colours in one turn of the event loop: some ten milliseconds."""


@dataclass(frozen=True)
class Colours:
    """One theme; values are `#rrggbb`."""

    dark: bool
    window: str
    """Panels, toolbar and status bar."""
    base: str
    """Lists, trees and text fields."""
    alternate: str
    """Every second row."""
    text: str
    muted: str
    """Text of second rank."""
    disabled: str
    border: str
    button: str
    hover: str
    accent: str
    """Links, focus rings and the one button that goes on, whose text is in the colour of lists."""
    selection: str
    """Background of selected rows: pale enough to leave device colours readable."""
    on_selection: str
    warning: str
    on_warning: str
    warning_line: str
    good: str
    on_good: str
    good_line: str
    error: str


LIGHT: Final = Colours(
    dark=False, window="#f4f5f7", base="#ffffff", alternate="#f8f9fb", text="#1d2129", muted="#59626f",
    disabled="#7f8794", border="#d6dae1", button="#ffffff", hover="#e7eaef", accent="#1f63d3",
    selection="#d3e3fc", on_selection="#11151c", warning="#fdf3d8", on_warning="#4e3a05", warning_line="#e5c566",
    good="#e2f4e8", on_good="#114526", good_line="#94cfa8", error="#b3261e",
)  # fmt: skip
DARK: Final = Colours(
    dark=True, window="#202329", base="#181a1f", alternate="#1c1f24", text="#e3e6ec", muted="#b0b8c5",
    disabled="#757d8b", border="#373c45", button="#2b2f37", hover="#31363f", accent="#6aa5ff",
    selection="#2a4673", on_selection="#f5f8ff", warning="#3a3118", on_warning="#f3dfa5", warning_line="#6e5b21",
    good="#1b3526", on_good="#b9e8ca", good_line="#2f6344", error="#ff8a80",
)  # fmt: skip


class Theme(QObject):
    """The theme of the running program; whoever draws with its colours follows it."""

    def __init__(self) -> None:
        super().__init__()
        self.choice = "system"
        self.colours = LIGHT
        self.zoom = 1.0
        """How large texts are, and what stands beside them, such as icons; `gui.look.scale` sets it."""
        self._applied: Colours | None = None
        self._followers: list[WeakMethod[Any]] = []
        self._due: deque[Callable[[], None]] = deque()
        """What still has to be done in parts of the window that nobody sees."""

    def apply(self, choice: str) -> None:
        """Use `system`, `light` or `dark` from now on; `system` follows the desktop as it changes."""
        self.choice = choice if choice in CHOICES else "system"
        schemes = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        hints = QGuiApplication.styleHints()
        hints.colorSchemeChanged.connect(self._refresh, Qt.ConnectionType.UniqueConnection)
        hints.setColorScheme(schemes.get(self.choice, Qt.ColorScheme.Unknown))
        self._refresh()

    def _refresh(self) -> None:
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        dark = self.choice == "dark" or (
            self.choice == "system" and QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        )
        colours = DARK if dark else LIGHT
        if self._applied is colours:  # the desktop tells of a change that was asked for here
            return
        first = self._applied is None
        self._applied = self.colours = colours
        application.setPalette(make_palette(self.colours))
        if first:
            self.restyle()
            self.tell()
        else:
            self._recolour()

    def follow(self, act: Callable[[], object]) -> None:
        """Have a method of one of Qt's objects called after each change, as long as the object is there."""
        self._followers.append(WeakMethod(act, self._followers.remove))

    def tell(self) -> None:
        """Call all who follow."""
        for act in self._acts():
            act()

    def _acts(self) -> list[Any]:
        return [act for each in self._followers if (act := each()) and isValid(act.__self__)]

    def restyle(self) -> None:
        """Take the style sheet anew, for another size of text, say; to `tell` of it is left to whoever asks for it."""
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.setStyleSheet("")  # from one sheet to another Qt takes three times as long with all its widgets
        application.setStyleSheet(make_style_sheet())

    def _recolour(self) -> None:
        """Give what is on screen its other colours now, and what nobody sees at the next turns of the event loop.

        In one go the window stood still for half a second: a tab has a thousand widgets.
        """
        seen, unseen = _parted(QApplication.allWidgets(), _is_seen)
        acts, later = _parted(self._acts(), lambda act: _is_seen(act.__self__))
        for widget in seen:
            repolish(widget)
        for act in acts:
            act()
        parts = [unseen[place : place + AT_ONCE] for place in range(0, len(unseen), AT_ONCE)]
        self._due = deque([*(partial(_repolish_all, part) for part in parts), *(partial(_call, act) for act in later)])
        QTimer.singleShot(0, self, self._catch_up)

    def _catch_up(self) -> None:
        if self._due:
            self._due.popleft()()
            QTimer.singleShot(0, self, self._catch_up)

    @contextmanager
    def afterwards(self) -> Iterator[None]:
        """Style what is made inside once, at the end, where nothing is on show yet. Qt styles it with each layout that
        it comes into, and again with the layout around that: the first page took three times as long.
        """
        if any(each.isVisible() for each in QApplication.topLevelWidgets()):
            yield
            return
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.setStyleSheet("")
        try:
            yield
        finally:
            self.restyle()


@cache
def theme() -> Theme:
    """The one theme object of the program."""
    return Theme()


def colours() -> Colours:
    """The colours in use."""
    return theme().colours


def letters(count: int) -> int:
    """How many letters take the room of so many at the usual size of text."""
    return int(count / theme().zoom)


def px(pixels: float) -> int:
    """What is so many pixels at the usual size of text, in pixels at the size of now."""
    return round(pixels * theme().zoom)


def is_dark() -> bool:
    """True when the dark theme is in use."""
    return colours().dark


def key_font(factor: float = 1.0) -> QFont:
    """The monospace font for keys, paths, shapes and devices; as large as other texts, or ``factor`` times that."""
    font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    font.setPointSizeF(QGuiApplication.font().pointSizeF() * factor)
    return font


def make_palette(c: Colours) -> QPalette:
    """A palette with every role set, so that nothing falls back to another theme's colour."""
    role = QPalette.ColorRole
    plain = {
        role.Window: c.window, role.WindowText: c.text, role.Base: c.base, role.AlternateBase: c.alternate,
        role.Text: c.text, role.Button: c.button, role.ButtonText: c.text, role.BrightText: c.error,
        role.ToolTipBase: c.base, role.ToolTipText: c.text, role.PlaceholderText: c.muted,
        role.Highlight: c.selection, role.HighlightedText: c.on_selection, role.Accent: c.accent,
        role.Link: c.accent, role.LinkVisited: c.accent, role.Light: c.base, role.Midlight: c.hover,
        role.Mid: c.border, role.Dark: c.disabled, role.Shadow: c.border,
    }  # fmt: skip
    palette = QPalette()
    for which, colour in plain.items():
        palette.setColor(which, QColor(colour))
    for which in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, which, QColor(c.disabled))
    return palette


def make_style_sheet() -> str:
    """The few things that a palette cannot say; a theme changes none of them."""
    template = (RESOURCES / "style.qss").read_text(encoding="utf-8")
    template = template.replace("@resources", RESOURCES.as_posix())
    return re.sub(r"@(\d+)px", lambda found: f"{px(int(found[1]))}px", template)


def repolish(widget: QWidget) -> None:
    """Have the style sheet look at a widget anew."""
    widget.style().unpolish(widget)
    widget.style().polish(widget)
    widget.update()


def _repolish_all(widgets: Sequence[QWidget]) -> None:
    for widget in filter(isValid, widgets):
        repolish(widget)


def _call(act: Any) -> None:
    if isValid(act.__self__):
        act()


def is_on_screen(widget: QWidget) -> bool:
    """True within its window. Qt keeps a dock behind another tab "visible", somewhere off the edge of the window."""
    if not widget.isVisible():
        return False
    window = widget.window()
    return window.rect().intersects(QRect(widget.mapTo(window, QPoint(0, 0)), widget.size()))


def _is_seen(something: object) -> bool:
    """Whether it is on screen; what is no widget may be shown anywhere."""
    return not isinstance(something, QWidget) or is_on_screen(something)


def _parted(things: Sequence[T], holds: Callable[[T], bool]) -> tuple[list[T], list[T]]:
    """Those of which something holds, and the others."""
    parts: tuple[list[T], list[T]] = ([], [])
    for thing in things:
        parts[not holds(thing)].append(thing)
    return parts


def tone(frame: QFrame, name: str) -> None:
    """Give a frame the ground of a `warning` or of what is `good`, for which a palette has no roles; else the usual."""
    c = colours()
    tones = {"warning": (c.warning, c.warning_line, c.on_warning), "good": (c.good, c.good_line, c.on_good)}
    sheet = ""
    if name in tones:
        ground, line, ink = tones[name]
        sheet = f"#{frame.objectName()} {{ background: {ground}; border-color: {line} }} QLabel {{ color: {ink} }}"
    if sheet != frame.styleSheet():
        frame.setStyleSheet(sheet)
