"""The dialog of preferences: stays open beside the work, and what is chosen applies at once."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from core.words import say
from gui.look.plain_text import tooltip
from gui.look.settings import Setting, Settings
from gui.preferences.offered import PAGES, Preference, PreferencePage
from gui.preferences.ranges import RangesKept
from gui.widgets.basic_widgets import button, plain_label


class PreferencesDialog(QDialog):
    """A page for each kind, a drop-down for each setting."""

    changed = Signal(object)
    """The setting that is another now; it is remembered already."""
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
        below = QHBoxLayout()
        below.addStretch(1)
        close = button(say("Close"), self.close)
        below.addWidget(close)
        column = QVBoxLayout(self)
        column.addWidget(self.pages, 1)
        column.addLayout(below)
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
                tip=say("Which columns of the tree show, their order and widths: as at first"),
            )
            form.addRow(plain_label(say("Columns of the tree")), columns)
        reset = button(
            say("Reset this page"), partial(self._reset, page), tip=say("Back to what all of this was at first")
        )
        reset.setProperty("link", True)
        self.resets.append(reset)
        column = QVBoxLayout(widget)
        column.setContentsMargins(14, 16, 14, 8)
        column.setSpacing(14)
        column.addLayout(form)
        column.addStretch(1)
        column.addWidget(reset, 0, Qt.AlignmentFlag.AlignLeft)
        return widget

    def _box(self, preference: Preference) -> QComboBox:
        box = QComboBox()
        box.setAccessibleName(say(preference.name))
        box.setToolTip(tooltip(say(preference.tip)) or "")
        for value, name in preference.options():
            box.addItem(name, value)
        box.setMinimumContentsLength(18)
        box.activated.connect(lambda _place: self._take(preference.setting, box.currentData()))
        self.boxes[preference.setting.key] = box
        self._shown.append((preference, box))
        return box

    def _take(self, setting: Setting, value: object) -> None:
        if value != self._settings.get(setting):
            self._settings.set(setting, value)
            self.changed.emit(setting)

    def _reset(self, page: PreferencePage) -> None:
        for preference in page.preferences:
            self._take(preference.setting, preference.setting.default)
        if page is PAGES[-1]:
            self.columns_reset.emit()
        self.show_values()
