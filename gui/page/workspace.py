"""The page of an open document: the tree in the centre, what one can do on the left, what it means on the right."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QByteArray, QChildEvent, QEvent, QObject, QPoint, QRect, QSize, Qt, QTimer
from PySide6.QtGui import (
    QAction,
    QGuiApplication,
    QHideEvent,
    QMouseEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QMainWindow,
    QMenu,
    QScrollArea,
    QSizePolicy,
    QTabBar,
    QTabWidget,
    QToolButton,
    QWidget,
)

from core.words import marked, say
from gui.changes.panel import ChangesPanel
from gui.details.panel import DetailsPanel
from gui.devices.panel import DevicesPanel
from gui.diagnosis.panel import DiagnosisPanel
from gui.diff.panel import DifferencesPanel
from gui.health.panel import HealthPanel
from gui.look import icons, scale, theme
from gui.look.plain_text import tooltip
from gui.look.theme import is_on_screen
from gui.memory.panel import MemoryPanel
from gui.optimizer.panel import OptimizerPanel
from gui.page.first_look import ValuesFirst
from gui.parts.model import has_parts
from gui.parts.panel import PartsPanel
from gui.session.session import Session
from gui.tree.panel import TreePanel
from gui.values.panel import ValuesPanel
from gui.widgets.basic_widgets import CutLabel, set_state
from gui.widgets.layouts import ScrolledColumn, horizontal
from gui.widgets.tabs import TIGHT, fit_names

# -- a panel in a dock -----------------------------------------------------------------------------------------


_TITLE: Final = 30
"""Pixels of the title of a panel, or of its tab."""
_LOWEST: Final = 60
"""Pixels that a panel is high at least."""
_NARROW: Final = 276
"""Pixels across that a panel must do with, however large its text: a small screen has room for two and the tree."""
_LOW: Final = 700
"""Pixels from which on a window of usual text has room for all panels."""
_AROUND: Final = 190
"""Pixels that a window has above and below a panel: the menu, the tools, the banner, the tabs, the last line."""
FLOATING_SIZE: Final = QSize(360, 420)
"""What a panel takes at least when it floats for the first time."""


class Dock(QDockWidget):
    """A movable panel; `name` identifies it in the remembered layout."""

    def __init__(self, name: str, title: str, panel: QWidget, parent: QMainWindow) -> None:
        super().__init__(title, parent)
        self.setObjectName(name)
        self.setAllowedAreas(Qt.DockWidgetArea.AllDockWidgetAreas)
        self._panel = panel
        # A panel that says itself how low it can be scrolls what it holds by itself.
        self.setWidget(panel if panel.minimumHeight() else _Room(panel, self))
        self._title = _TitleLine(self)
        self.setTitleBarWidget(self._title)
        panel.windowTitleChanged.connect(self._title.say)
        self.visibilityChanged.connect(self._fit_title)
        self.topLevelChanged.connect(self._fit_title)
        self.topLevelChanged.connect(self._come_into_view)
        self.dockLocationChanged.connect(self._fit_title)

    def widget(self) -> QWidget:
        return self._panel

    @property
    def needed(self) -> int:
        """Pixels that it is high with its title, or its tab, if nothing in it is to be scrolled."""
        return self._panel.minimumSizeHint().height() + theme.px(_TITLE)

    def _fit_title(self, *_changed: object) -> None:
        """A tab is a title already: two would be one too many."""
        main = self.parentWidget()
        tabbed = isinstance(main, QMainWindow) and bool(main.tabifiedDockWidgets(self)) and not self.isFloating()
        self._title.give_way(tabbed)

    def turn_afloat(self) -> None:
        """Float, or go back to its place."""
        self.setFloating(not self.isFloating())

    def _come_into_view(self, floating: bool) -> None:
        """Qt keeps a tab that is not on top somewhere off the screen, and would float it there."""
        set_state(self, "afloat", "true" if floating else "false")
        main = self.parentWidget()
        dragged = QGuiApplication.mouseButtons() != Qt.MouseButton.NoButton
        if not floating or dragged or not isinstance(main, QMainWindow):
            return
        if QGuiApplication.screenAt(self.geometry().topLeft()) is None:
            room = main.window().frameGeometry()
            size = self.size().expandedTo(FLOATING_SIZE)
            self.setGeometry(QRect(room.center() - QRect(QPoint(), size).center(), size))


class _Room(ScrolledColumn):
    """What a panel lies in: as high as it wants, and with less room, in a low window with large text, scrolled."""

    def __init__(self, panel: QWidget, dock: Dock) -> None:
        super().__init__(parent=dock)
        self._panel = panel
        self.setWidget(panel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, panel.sizePolicy().verticalPolicy())
        panel.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self.verticalScrollBar().rangeChanged.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return self._panel.sizeHint()

    def minimumSizeHint(self) -> QSize:
        """Return the width that the panel must have, and less than its height."""
        least, bar = self._least, self.verticalScrollBar()
        beside = bar.sizeHint().width() if bar.maximum() else 0
        height = min(least.height(), theme.px(_LOWEST)) if self._is_tight else least.height()
        return QSize(least.width() + beside, height)

    @property
    def _least(self) -> QSize:
        """What the panel needs; what is too long for a narrow one is cut within."""
        least = self._panel.minimumSizeHint()
        return QSize(min(least.width(), _NARROW), least.height())

    @property
    def _is_tight(self) -> bool:
        """Text is large, or the window low for what is in the panel: what does not fit is scrolled.

        Otherwise a panel that unfolds would make the window higher, and it would stay so.
        """
        return theme.px(100) > 100 or self.window().height() < max(_LOW, self._least.height() + _AROUND)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """With room enough a panel takes what there is, as in a dock; it scrolls its lists itself."""
        self.setWidgetResizable(self._is_tight)
        super().resizeEvent(event)
        if not self._is_tight:
            self._panel.resize(self.viewport().size().expandedTo(self._least))

    def event(self, event: QEvent) -> bool:
        """The panel wants another size."""
        taken = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._panel.setMinimumWidth(self._least.width())
            self.updateGeometry()
        return taken


class _Tools(QWidget):
    """What floats a panel and what hides it, at the end of its title or of its tab; `dock` is asked at a click."""

    def __init__(self, dock: Callable[[], Dock], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("dockTools")
        acts = (
            ("float", say("Float this panel, or put it back"), lambda: dock().turn_afloat()),
            ("close", say("Hide this panel; the View menu brings it back"), lambda: dock().close()),
        )
        self._buttons = [(name, _make_tool(tip, act)) for name, tip, act in acts]
        horizontal(*(tool for _name, tool in self._buttons), of=self, margins=(0, 0, 4, 0), spacing=1)
        self._refresh_icons()
        theme.theme().follow(self._refresh_icons)

    def _refresh_icons(self) -> None:
        for name, tool in self._buttons:
            tool.setIcon(icons.icon(name, theme.colours().muted))


def _make_tool(tip: str, act: Callable[[], object]) -> QToolButton:
    tool = QToolButton()
    scale.give_icon_size(tool, 16)
    tool.setAutoRaise(True)
    tool.setToolTip(tooltip(tip) or "")
    tool.setAccessibleName(tip)
    tool.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    tool.clicked.connect(lambda _checked=False: act())
    return tool


class _TitleLine(QWidget):
    """The title of a dock that has no tab; dragging it moves the dock, a double click floats it."""

    def __init__(self, dock: Dock) -> None:
        super().__init__(dock)
        self.setObjectName("dockTitle")
        self._dock = dock
        self._has_tab = False
        self._name, self._tools = CutLabel(), _Tools(lambda: dock)
        self.say(dock.windowTitle())
        horizontal((self._name, 1), self._tools, of=self, margins=(10, 5, 0, 4), spacing=1)

    def give_way(self, has_tab: bool) -> None:
        """Take no room where a tab says all of it."""
        self._has_tab = has_tab
        for part in (self._name, self._tools):
            part.setVisible(not has_tab)
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        return QSize(0, 0) if self._has_tab else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        return QSize(0, 0) if self._has_tab else super().minimumSizeHint()

    def say(self, name: str) -> None:
        """Show another name: what the panel holds can be something else than at first."""
        self._name.setText(name.upper())

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Float, or put back, as a title bar of the desktop's own would."""
        self._dock.turn_afloat()
        event.accept()


class _TabTools(_Tools):
    """The tools of the panel on top, at the end of its line of tabs; where that has no room for them, in a menu."""

    def __init__(self, bar: QTabBar, docks: Mapping[str, Dock]) -> None:
        super().__init__(lambda: self._dock(bar.currentIndex()), bar)
        self._bar, self._docks = bar, docks
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        bar.customContextMenuRequested.connect(self._show_menu)
        bar.installEventFilter(self)

    def _dock(self, tab: int) -> Dock:
        return next(dock for dock in self._docks.values() if dock.windowTitle() == self._bar.tabText(tab))

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Stay at the end."""
        if event.type() in (QEvent.Type.Resize, QEvent.Type.LayoutRequest, QEvent.Type.Show, QEvent.Type.Paint):
            bar, size = self._bar, self.sizeHint()
            fit_names(bar)
            at = bar.width() - size.width()
            self.setGeometry(at, (bar.height() - size.height()) // 2, size.width(), size.height())
            self.setVisible(bar.tabRect(bar.count() - 1).right() < at)
        return False

    def _show_menu(self, at: QPoint) -> None:
        tab = self._bar.tabAt(at)
        if tab >= 0:
            dock, menu = self._dock(tab), QMenu(self)
            menu.addAction(say("Float this panel, or put it back"), dock.turn_afloat)
            menu.addAction(say("Hide this panel; the View menu brings it back"), dock.close)
            menu.popup(self._bar.mapToGlobal(at))


# -- the panels, and where they are ----------------------------------------------------------------------------


LEFT: Final = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT: Final = Qt.DockWidgetArea.RightDockWidgetArea
BOTTOM: Final = Qt.DockWidgetArea.BottomDockWidgetArea
LAYOUT_VERSION: Final = 8
"""Raise it when panels come or go: an older remembered layout is then left alone."""
ON_TOP: Final = "diagnosis"
"""Of the panels on the right, the one that is seen first: it says what is wrong, and cures it."""
LEFT_WIDTH: Final = (0.22, 264, 340)
RIGHT_WIDTH: Final = (0.285, 282, 440)
"""Share of the window that a column takes, and the pixels that it keeps within."""
_WIDER: Final = 1.3
"""How much more than that share a column may take where larger text or many tabs need it."""
BOTTOM_HEIGHT: Final = 0.42
"""Share of the height that what lies below the tree takes when it is first asked for, in usual text."""
_MOST_BELOW: Final = 0.6
"""The same at most."""
_EDGE: Final = 12
"""Pixels that the edge between two panels takes at most."""


@dataclass(frozen=True)
class PanelSpec:
    """One panel, and where it starts. Panels on the right share one place, as tabs; so do those below the tree, which
    stay away until they are asked for."""

    name: str
    title: str
    make: Callable[[Session], QWidget]
    help: str
    """The page of the help that is about it."""
    area: Qt.DockWidgetArea
    at_first: bool = True
    """Whether it shows from the start, or when there is something for it."""


PANELS: Final = (
    PanelSpec("devices", marked("Devices"), DevicesPanel, "tour.md", LEFT),
    PanelSpec("changes", marked("Pending changes"), ChangesPanel, "recipes.md", LEFT, at_first=False),
    PanelSpec("details", marked("Details"), DetailsPanel, "glossary.md", RIGHT),
    PanelSpec("values", marked("Values"), ValuesPanel, "values.md", RIGHT),
    PanelSpec("memory", marked("Memory"), MemoryPanel, "memory.md", RIGHT),
    PanelSpec("diagnosis", marked("Diagnosis"), DiagnosisPanel, "tour.md", RIGHT),
    PanelSpec("optimizer", marked("Optimizer"), OptimizerPanel, "glossary.md", RIGHT),
    PanelSpec("differences", marked("Differences"), DifferencesPanel, "values.md", RIGHT, at_first=False),
    PanelSpec("parts", marked("Files"), PartsPanel, "many-files.md", BOTTOM, at_first=False),
    PanelSpec("health", marked("Health"), HealthPanel, "health.md", BOTTOM, at_first=False),
)


class Workspace(QMainWindow):
    """A main window inside the window, so that the panels come and go with the document."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__()
        self.setParent(parent)  # a main window that is made with a parent is a window of its own
        self.setDockOptions(
            QMainWindow.DockOption.AnimatedDocks
            | QMainWindow.DockOption.AllowNestedDocks
            | QMainWindow.DockOption.AllowTabbedDocks
        )
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.docks: dict[str, Dock] = {}
        ValuesFirst(session, self._show_values, self._is_on_top, self)
        self.tree = TreePanel(session)
        self.setCentralWidget(self.tree)
        self.docks = {spec.name: Dock(spec.name, say(spec.title), spec.make(session), self) for spec in PANELS}
        self._toggles = {spec.name: self._make_toggle(spec) for spec in PANELS}
        self._floating: list[Dock] = []
        self._sized = False
        self._seen = False
        self._by_hand = False
        """The user has moved an edge: from then on the columns keep their widths."""
        self._session = session
        self._of_parts = self._planned = False
        for signal in (session.opened, session.closed, session.plan_changed):
            signal.connect(self._follow_plan)
        session.opened.connect(self._follow_parts)
        session.number_requested.connect(self._show_number)
        self.docks["health"].toggleViewAction().toggled.connect(self._fit_parts_later)
        self.docks["changes"].toggleViewAction().toggled.connect(self._give_heights_later)
        for spec in PANELS:
            self.docks[spec.name].toggleViewAction().toggled.connect(self._give_widths_later)
        self.reset_layout()
        theme.theme().follow(self._follow_text)

    def _follow_parts(self) -> None:
        """The files of a document of many come with it, as high as the first of them; where it goes they go."""
        of_parts, dock = has_parts(self._session.catalogue), self.docks["parts"]
        if of_parts != self._of_parts:
            self._of_parts = of_parts
            dock.setVisible(of_parts)
        self._fit_parts_later()

    def _follow_plan(self) -> None:
        """The pending changes come with the first of them, and go with the last."""
        planned = bool(self._session.plan)
        if planned != self._planned:
            self._planned = planned
            self.docks["changes"].setVisible(planned)

    def _give_heights_later(self, *_shown: object) -> None:
        QTimer.singleShot(0, self, self._give_heights)

    def _give_widths_later(self, *_shown: object) -> None:
        """Unless the user has sized the columns."""
        if self._sized and not self._by_hand:
            QTimer.singleShot(0, self, self._give_widths)

    def _fit_parts_later(self, *_shown: object) -> None:
        QTimer.singleShot(0, self, self._fit_parts)

    def show_missing(self) -> None:
        """Bring the files into view, and the keys of the first that is missing."""
        self.show_panel("parts")
        panel = self.docks["parts"].widget()
        assert isinstance(panel, PartsPanel)
        panel.show_missing()

    def _fit_parts(self) -> None:
        """Files take what they need, unless they share their place with what needs more."""
        dock = self.docks["parts"]
        if not dock.isHidden() and not dock.isFloating() and self.docks["health"].isHidden():
            self.resizeDocks([dock], [dock.sizeHint().height()], Qt.Orientation.Vertical)

    def reset_layout(self) -> None:
        """Put all panels where they are at first; one that came later for a reason stays."""
        shown = {name for name, dock in self.docks.items() if not dock.isHidden()}
        for dock in self.docks.values():
            dock.setFloating(False)
            self.removeDockWidget(dock)
        for area in (LEFT, RIGHT, BOTTOM):
            specs = [spec for spec in PANELS if spec.area == area]
            docks = [self.docks[spec.name] for spec in specs]
            for dock in docks:  # shown once they share a place: Qt leaves the tabs of each step behind otherwise
                self.addDockWidget(area, dock)
            for dock in docks[1:] if area != LEFT else ():
                self.tabifyDockWidget(docks[0], dock)
            for spec, dock in zip(specs, docks, strict=True):
                dock.setVisible(spec.at_first or spec.name in shown)
        self.docks[ON_TOP].raise_()
        self._by_hand = False
        self._give_sizes()

    def show_panel(self, name: str) -> None:
        """Bring a panel into view; one below the tree gets its share of the height, and files what they need."""
        dock = self.docks[name]
        new = dock.isHidden() and self.dockWidgetArea(dock) == BOTTOM and not dock.isFloating()
        dock.show()
        dock.raise_()
        if new and name == "parts":
            self._fit_parts_later()
        elif new:
            share, most = (int(self.height() * part) for part in (BOTTOM_HEIGHT * theme.theme().zoom, _MOST_BELOW))
            self.resizeDocks([dock], [min(max(share, dock.needed), most)], Qt.Orientation.Vertical)

    def help_page(self) -> str:
        """The page of the help about the panel that has the focus; nothing where none has."""
        now = QApplication.focusWidget()
        return next((spec.help for spec in PANELS if now is not None and self.docks[spec.name].isAncestorOf(now)), "")

    def show_errors(self) -> None:
        """Bring the diagnosis to the front of its tabs; where the user has closed it, it stays closed."""
        if not self.docks["diagnosis"].isHidden():
            self.docks["diagnosis"].raise_()

    def _is_on_top(self, widget: QWidget) -> bool:
        return ON_TOP in self.docks and self.docks[ON_TOP].isAncestorOf(widget)

    def _show_values(self) -> None:
        """Bring the numbers into view in the place of what was seen first."""
        if is_on_screen(self.docks[ON_TOP]) and not self.docks["values"].isHidden():
            self.docks["values"].raise_()

    def add_edits(self, menu: QMenu) -> None:
        """Put what can be done to the selected keys, and to the numbers on show, into a menu."""
        self.tree.add_edits(menu)
        menu.addSeparator()
        self._values.add_changes(menu)

    @property
    def _values(self) -> ValuesPanel:
        panel = self.docks["values"].widget()
        assert isinstance(panel, ValuesPanel)
        return panel

    def _show_number(self, entry: int, index: tuple[int, ...], word: str) -> None:
        """Bring a number into view, whatever is on top."""
        catalogue = self._session.catalogue
        if catalogue is not None and catalogue.rows[entry] >= 0:
            self.show_panel("values")
            self._values.show_number(catalogue.rows[entry], index, word)

    @property
    def number(self) -> tuple[int, tuple[int, ...]] | None:
        """The row of the tensor and the index of the number that is highlighted in the values, if any is."""
        return self._values.number

    def _give_sizes(self) -> None:
        self._give_heights()
        self._give_widths()

    def _give_heights(self) -> None:
        """Devices are as high as what they hold, wherever other panels lie in their column."""
        dock = self.docks["devices"]
        if not dock.isHidden() and not dock.isFloating():  # it takes no more than that, and Qt rounds
            self.resizeDocks([dock], [2 * dock.sizeHint().height()], Qt.Orientation.Vertical)

    def _give_widths(self) -> None:
        """Give the columns beside the tree their shares of the width."""
        for area, width in self._shares().items():
            docks = [dock for dock in self.docks.values() if self.dockWidgetArea(dock) == area]
            docks = [dock for dock in docks if not dock.isFloating() and not dock.isHidden()]
            self.resizeDocks(docks[:1], [width] * len(docks[:1]), Qt.Orientation.Horizontal)

    def _shares(self) -> dict[Qt.DockWidgetArea, int]:
        shares = {}
        for area, (share, least, most) in ((LEFT, LEFT_WIDTH), (RIGHT, RIGHT_WIDTH)):
            usual = max(least, min(most, int(share * self.width())))
            wanted = max(theme.px(usual), self._tabs() if area == RIGHT else 0)
            shares[area] = max(usual, min(wanted, int(_WIDER * share * self.width())))
        return shares

    def _tabs(self) -> int:
        """The pixels in which no tab on the right is scrolled."""
        docks = (self.docks[spec.name] for spec in PANELS if spec.area == RIGHT)
        names = (dock.windowTitle() for dock in docks if not dock.isHidden() and not dock.isFloating())
        return sum(self.fontMetrics().horizontalAdvance(name) + TIGHT for name in names)

    def _follow_text(self) -> None:
        """Panels need another height now, which Qt looks at when it is asked for sizes."""
        if self._sized and not self._by_hand:
            QTimer.singleShot(0, self, self._give_sizes)

    def _as_shared(self) -> bool:
        """Whether the columns have their shares; one that is not there has any."""
        tree = self.tree.geometry()
        taken = {LEFT: tree.left(), RIGHT: self.width() - tree.right()}
        return all(taken[area] < _EDGE or abs(taken[area] - width) < _EDGE for area, width in self._shares().items())

    def _look_at_widths(self) -> None:
        """Find out whether the user has moved an edge of a column in a remembered layout."""
        self._by_hand = not self._as_shared()

    def layout_state(self) -> QByteArray:
        return self.saveState(LAYOUT_VERSION)

    def restore_layout(self, state: QByteArray) -> bool:
        """Take a remembered layout; False, and nothing changed, when it is none of ours."""
        self._sized = not state.isEmpty() and self.restoreState(state, LAYOUT_VERSION)
        for spec in PANELS:
            if not spec.at_first:
                self.docks[spec.name].hide()
        self._by_hand = self._sized
        return self._sized

    def toggle_actions(self) -> list[QAction]:
        """One action a panel: it comes into view, or goes where it is in view. One behind another tab comes."""
        for name, action in self._toggles.items():
            action.setChecked(is_on_screen(self.docks[name]))
        return list(self._toggles.values())

    def _make_toggle(self, spec: PanelSpec) -> QAction:
        action = QAction(say(spec.title), self)
        action.setCheckable(True)
        action.triggered.connect(lambda _checked=False: self._toggle(spec.name))
        return action

    def _toggle(self, name: str) -> None:
        if is_on_screen(self.docks[name]):
            self.docks[name].hide()
        else:
            self.show_panel(name)

    def hideEvent(self, event: QHideEvent) -> None:
        """Floating panels leave the screen together with the document."""
        if not event.spontaneous():
            self._floating = [dock for dock in self.docks.values() if dock.isFloating() and dock.isVisible()]
            for dock in self._floating:
                dock.hide()
        super().hideEvent(event)

    def event(self, event: QEvent) -> bool:
        """An edge that the user has moved stays where it is. Tabs without room scroll, where Qt would cut each name."""
        taken = super().event(event)
        if event.type() == QEvent.Type.MouseButtonRelease and not self._as_shared():
            self._by_hand = True
        if event.type() == QEvent.Type.ChildPolished and isinstance(event, QChildEvent):
            bar = event.child()
            if isinstance(bar, QTabBar):
                bar.setElideMode(Qt.TextElideMode.ElideNone)
                bar.setUsesScrollButtons(True)
                if bar.findChild(_TabTools) is None:
                    _TabTools(bar, self.docks)
        return taken

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The columns grow and shrink with the window, so that the tree keeps its share."""
        super().resizeEvent(event)
        self._give_widths_later()

    def showEvent(self, event: QShowEvent) -> None:
        """Floating panels come back. Widths are first given here, when the width of the window is known."""
        super().showEvent(event)
        if not self._sized:
            self._sized = True
            QTimer.singleShot(0, self._give_sizes)
        elif not self._seen:
            QTimer.singleShot(0, self._look_at_widths)
        self._seen = True
        for dock in self._floating:
            dock.show()
        self._floating = []


# -- where the Tab key goes: the search, the tree, the banner's button, then the panels from left to right ----------
#
# Qt goes by the order in which widgets were made, through the panels of tabs that are not on top as well. Here the
# places are worked out when the key is pressed: what is there to be seen, part by part, each in reading order.


_SAME_LINE = 8
"""Pixels by which the tops of widgets of one line differ."""


def step_focus(parts: Sequence[QWidget], forward: bool) -> bool:
    """Give the focus to the next stop of the parts, or to the one before; False where there is none."""
    stops = list(dict.fromkeys(stop for part in parts for stop in stops_in(part)))
    if not stops:
        return False
    now = QApplication.focusWidget()
    at = next((place for place, stop in enumerate(stops) if stop is now), -1 if forward else 0)
    stop = stops[(at + (1 if forward else -1)) % len(stops)]
    stop.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    _bring_into_view(stop)
    return True


def stops_in(part: QWidget) -> Iterator[QWidget]:
    """Yield the widgets of a part that take the Tab key: the part itself first, then line by line."""
    if part.visibleRegion().isEmpty():  # a tab that is not on top lies somewhere off the window
        return

    stops = filter(_takes_tab, (part, *part.findChildren(QWidget)))
    yield from sorted(stops, key=lambda stop: _place_read(stop, part))


def _place_read(widget: QWidget, part: QWidget) -> list[tuple[int, int]]:
    """Return the line and column where a widget is read; in an area that scrolls, those of the area come first."""
    places: list[tuple[int, int]] = []
    while widget is not part:
        area = _area_around(widget, part)
        page = area.widget() if area is not None else part
        assert page is not None
        at = widget.mapTo(page, QPoint())
        places.insert(0, (at.y() // _SAME_LINE, at.x()))
        widget = area if area is not None else part
    return places


def _area_around(widget: QWidget, part: QWidget) -> QScrollArea | None:
    above = widget.parentWidget()
    while above is not None and above is not part and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    return above if isinstance(above, QScrollArea) and above.widget() is not None else None


def parts_of(workspace: Workspace) -> list[QWidget]:
    """The panels beside the tree and their tabs, columns from left to right, each from top to bottom."""
    tree = workspace.tree.geometry()
    bars = [bar for bar in workspace.findChildren(QTabBar) if bar.parentWidget() is workspace]
    panels = [*bars, *(dock for dock in workspace.docks.values() if not dock.isFloating())]

    def place(panel: QWidget) -> tuple[bool, int, int]:
        at = panel.geometry()
        return at.left() > tree.center().x(), at.top(), at.left()

    return sorted(panels, key=place)


def _takes_tab(widget: QWidget) -> bool:
    takes = bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus) and widget.focusProxy() is None
    return takes and widget.isVisible() and widget.isEnabled() and not widget.isWindow()


def _bring_into_view(widget: QWidget) -> None:
    above = widget.parentWidget()
    while above is not None and not above.isWindow():
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget, 0, 12)
        above = above.parentWidget()
