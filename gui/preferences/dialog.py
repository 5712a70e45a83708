"""The dialog of preferences: stays open beside the work, and what is chosen applies at once."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QPushButton,
    QTabWidget,
    QWidget,
)

from core.progress import Tick
from core.remote import blocks
from core.text import size_text
from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.look.plain_text import tooltip
from gui.look.settings import Settings
from gui.preferences.offered import PAGES, Preference, PreferencePage
from gui.widgets.basic_widgets import button, plain_label
from gui.widgets.layouts import Stretch, horizontal, vertical


class PreferencesDialog(QDialog):
    """A page for each kind, a drop-down for each setting."""

    changed = Signal(object)
    """The `Preference` that is another now; it is remembered already."""
    columns_reset = Signal()
    """The columns of the tree are to be as they were at first."""

    def __init__(self, remembered: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(say("Preferences"))
        self._settings = remembered
        self.boxes: dict[str, QComboBox] = {}
        """The drop-downs, by the keys of their settings."""
        self.resets: list[QWidget] = []
        self._shown: list[tuple[Preference, QComboBox]] = []
        self.pages = QTabWidget()
        self.pages.setDocumentMode(True)
        for page in PAGES:
            self.pages.addTab(self._page(page), say(page.name))
        close = button(say("Close"), self.close)
        below = horizontal(Stretch(), close)
        vertical((self.pages, 1), below, of=self)
        for each in self.findChildren(QPushButton):
            each.setAutoDefault(each is close)  # or the key Return would reset a page
        self.show_values()

    def show_values(self) -> None:
        """Show what is remembered: a shortcut or a menu may have changed it."""
        for preference, box in self._shown:
            place = box.findData(self._settings.get(preference.setting))
            box.setCurrentIndex(max(place, box.findData(preference.setting.default)) if place < 0 else place)

    def _page(self, page: PreferencePage) -> QWidget:
        widget = QWidget()
        form = QFormLayout()
        form.setHorizontalSpacing(18)
        form.setVerticalSpacing(9)
        form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        for preference in page.preferences:
            form.addRow(plain_label(say(preference.name)), self._box(preference))
        if page is PAGES[-1]:
            self.ranges = RangesKept()
            form.addRow(plain_label(say("Kept now")), self.ranges)
            columns = button(
                say("Reset columns"),
                self.columns_reset.emit,
                tip=say("Set the columns of the tree, their order and widths back to the defaults"),
            )
            form.addRow(plain_label(say("Columns of the tree")), columns)
        reset = button(
            say("Reset this page"),
            partial(self._reset, page),
            tip=say("Set everything on this page back to the defaults"),
        )
        reset.setProperty("link", True)
        self.resets.append(reset)
        vertical(
            form, Stretch(), (reset, 0, Qt.AlignmentFlag.AlignLeft), of=widget, margins=(14, 16, 14, 8), spacing=14
        )
        return widget

    def _box(self, preference: Preference) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(say(preference.name))
        box.setToolTip(tooltip(say(preference.tip)) or "")
        for value, name in preference.choices():
            box.addItem(name, value)
        box.setMinimumContentsLength(18)
        box.activated.connect(lambda _place: self._take(preference, box.currentData()))
        self.boxes[preference.setting.key] = box
        self._shown.append((preference, box))
        return box

    def _take(self, preference: Preference, value: object) -> None:
        if value != self._settings.get(preference.setting):
            self._settings.set(preference.setting, value)
            self.changed.emit(preference)

    def _reset(self, page: PreferencePage) -> None:
        for preference in page.preferences:
            self._take(preference, preference.setting.default)
        if page is PAGES[-1]:
            self.columns_reset.emit()
        self.show_values()


class RangesKept(QWidget):
    """What is kept of files elsewhere: how much it is, and a button that empties it.

    It counts beside the event loop whenever it comes up: there can be many thousands of small files.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._latest = LatestJob(self, done=self._tell)
        self.told = plain_label(rank="muted")
        self.empty = button(
            say("Empty"), self._empty, tip=say("Empty the cache of remote files; parts are fetched again when needed")
        )
        horizontal(self.empty, (self.told, 1), of=self, margins=0)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._latest.ask(lambda _tick: blocks.bytes_kept())

    @property
    def busy(self) -> bool:
        return self._latest.busy

    def _empty(self) -> None:
        self.empty.setEnabled(False)
        self._latest.ask(_clear)

    def _tell(self, nbytes: int) -> None:
        self.empty.setEnabled(nbytes > 0)
        self.told.setText(say("{size} on the disk", size=size_text(nbytes)) if nbytes else say("nothing is kept"))


def _clear(_tick: Tick) -> int:
    blocks.clear()
    return blocks.bytes_kept()
