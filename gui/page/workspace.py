"""The page of an open document: the tree in the centre, what one can do on the left, what it means on the right."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QByteArray, QChildEvent, QEvent, Qt, QTimer
from PySide6.QtGui import QAction, QHideEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QMenu, QTabBar, QTabWidget, QWidget

from core.words import marked, say
from gui.changes.panel import ChangesPanel
from gui.details.panel import DetailsPanel
from gui.devices.panel import DevicesPanel
from gui.diagnosis.panel import DiagnosisPanel
from gui.diff.panel import DifferencesPanel
from gui.health.panel import HealthPanel
from gui.look import theme
from gui.memory.panel import MemoryPanel
from gui.optimizer.panel import OptimizerPanel
from gui.page.docks import Dock
from gui.page.values_first import ValuesFirst
from gui.parts.model import has_parts
from gui.parts.panel import PartsPanel
from gui.session.session import Session
from gui.tree.panel import TreePanel
from gui.values.panel import ValuesPanel
from gui.widgets.on_screen import is_on_screen

LEFT: Final = Qt.DockWidgetArea.LeftDockWidgetArea
RIGHT: Final = Qt.DockWidgetArea.RightDockWidgetArea
BOTTOM: Final = Qt.DockWidgetArea.BottomDockWidgetArea
LAYOUT_VERSION: Final = 7
"""Raise it when panels come or go: an older remembered layout is then left alone."""
ON_TOP: Final = "diagnosis"
"""Of the panels on the right, the one that is seen first: it says what is wrong, and cures it."""
LEFT_WIDTH: Final = (0.217, 264, 380)
RIGHT_WIDTH: Final = (0.24, 282, 420)
"""Share of the window that a column takes, and the pixels that it keeps within."""
_WIDER: Final = 1.3
"""How much more than that share a column may take where larger text needs it."""
BOTTOM_HEIGHT: Final = 0.42
"""Share of the height that what lies below the tree takes when it is first asked for."""
_EDGE: Final = 12
"""Pixels that the edge between two panels takes at most."""


@dataclass(frozen=True)
class PanelSpec:
    """One panel, and where it starts. Panels on the right share one place, as tabs; so do those below the tree, which
    stay away until they are asked for."""

    name: str
    title: str
    make: Callable[[Session], QWidget]
    area: Qt.DockWidgetArea
    height: int = 0
    """Share of the height of its column."""
    at_first: bool = True
    """Whether it shows from the start, or when there is something for it."""


PANELS: Final = (
    PanelSpec("devices", marked("Devices"), DevicesPanel, LEFT, 45),
    PanelSpec("changes", marked("Pending changes"), ChangesPanel, LEFT, 55),
    PanelSpec("details", marked("Details"), DetailsPanel, RIGHT),
    PanelSpec("values", marked("Values"), ValuesPanel, RIGHT),
    PanelSpec("memory", marked("Memory"), MemoryPanel, RIGHT),
    PanelSpec("diagnosis", marked("Diagnosis"), DiagnosisPanel, RIGHT),
    PanelSpec("optimizer", marked("Optimizer"), OptimizerPanel, RIGHT),
    PanelSpec("differences", marked("Differences"), DifferencesPanel, RIGHT, at_first=False),
    PanelSpec("parts", marked("Files"), PartsPanel, BOTTOM, at_first=False),
    PanelSpec("health", marked("Health"), HealthPanel, BOTTOM, at_first=False),
)


class Workspace(QMainWindow):
    """A main window inside the window, so that the panels come and go with the document."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent, Qt.WindowType.Widget)
        self.setDockOptions(
            QMainWindow.DockOption.AnimatedDocks
            | QMainWindow.DockOption.AllowNestedDocks
            | QMainWindow.DockOption.AllowTabbedDocks
        )
        self.setTabPosition(Qt.DockWidgetArea.AllDockWidgetAreas, QTabWidget.TabPosition.North)
        self.setCorner(Qt.Corner.BottomLeftCorner, LEFT)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        ValuesFirst(session, self._show_values, self)
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
        self._of_parts = False
        session.opened.connect(self._follow_parts)
        session.number_requested.connect(self._show_number)
        self.docks["health"].toggleViewAction().toggled.connect(self._fit_parts_later)
        self.reset_layout()
        theme.theme().changed.connect(self._follow_text)

    def _follow_parts(self) -> None:
        """The files of a document of many come with it, as high as the first of them; where it goes they go."""
        of_parts, dock = has_parts(self._session.catalogue), self.docks["parts"]
        if of_parts != self._of_parts:
            self._of_parts = of_parts
            dock.setVisible(of_parts)
        self._fit_parts_later()

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
            for dock in docks:
                self.addDockWidget(area, dock)
                dock.show()
            for dock in docks[1:] if area != LEFT else ():
                self.tabifyDockWidget(docks[0], dock)
            for spec, dock in zip(specs, docks, strict=True):
                dock.setVisible(spec.at_first or spec.name in shown)
        self.docks[ON_TOP].raise_()
        self._by_hand = False
        self._give_sizes()

    def show_panel(self, name: str) -> None:
        """Bring a panel into view; one below the tree gets its share of the height."""
        dock = self.docks[name]
        new = dock.isHidden() and self.dockWidgetArea(dock) == BOTTOM and not dock.isFloating()
        dock.show()
        dock.raise_()
        if new:
            self.resizeDocks([dock], [int(self.height() * BOTTOM_HEIGHT)], Qt.Orientation.Vertical)

    def show_errors(self) -> None:
        """Bring the diagnosis to the front of its tabs; where the user has closed it, it stays closed."""
        if not self.docks["diagnosis"].isHidden():
            self.docks["diagnosis"].raise_()

    def _show_values(self) -> None:
        """Bring the numbers into view in the place of what was seen first."""
        if is_on_screen(self.docks[ON_TOP]) and not self.docks["values"].isHidden():
            self.docks["values"].raise_()

    def add_edits(self, menu: QMenu) -> None:
        """Put what can be done to the selected keys, and to the numbers on show, into a menu."""
        self.tree.add_edits(menu)
        menu.addSeparator()
        values = self.docks["values"].widget()
        assert isinstance(values, ValuesPanel)
        values.add_changes(menu)

    def _show_number(self, entry: int, index: tuple[int, ...], word: str) -> None:
        """Bring a number into view, whatever is on top."""
        catalogue, values = self._session.catalogue, self.docks["values"].widget()
        if catalogue is None or catalogue.rows[entry] < 0:
            return
        self.show_panel("values")
        assert isinstance(values, ValuesPanel)
        values.show_number(catalogue.rows[entry], index, word)

    @property
    def number(self) -> tuple[int, tuple[int, ...]] | None:
        """The row of the tensor and the index of the number that is highlighted in the values, if any is."""
        values = self.docks["values"].widget()
        assert isinstance(values, ValuesPanel)
        return values.number

    def _give_sizes(self) -> None:
        left = [spec for spec in PANELS if spec.area == LEFT]
        docks = [self.docks[spec.name] for spec in left]
        self.resizeDocks(docks, [spec.height for spec in left], Qt.Orientation.Vertical)
        self._give_widths()

    def _give_widths(self) -> None:
        """Give the columns beside the tree their shares of the width."""
        for area, width in self._shares().items():
            docks = [dock for dock in self.docks.values() if self.dockWidgetArea(dock) == area]
            docks = [dock for dock in docks if not dock.isFloating() and not dock.isHidden()]
            self.resizeDocks(docks[:1], [width] * len(docks[:1]), Qt.Orientation.Horizontal)

    def _shares(self) -> dict[Qt.DockWidgetArea, int]:
        columns = ((LEFT, LEFT_WIDTH), (RIGHT, RIGHT_WIDTH))
        return {area: self._share(*column) for area, column in columns}

    def _share(self, share: float, least: int, most: int) -> int:
        usual = max(least, min(most, int(share * self.width())))
        return max(usual, min(theme.px(usual), int(_WIDER * share * self.width())))

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
        """Of a remembered layout it shows whether the user has moved an edge of a column."""
        self._by_hand = not self._as_shared()

    def layout_state(self) -> QByteArray:
        """The layout, to be remembered."""
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
        return taken

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The columns grow and shrink with the window, so that the tree keeps its share."""
        super().resizeEvent(event)
        if self._sized and not self._by_hand:
            QTimer.singleShot(0, self._give_widths)

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
