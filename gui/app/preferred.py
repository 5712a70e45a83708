"""What the user prefers, put into force: at the start, and as soon as it is changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMainWindow

from gui.look import scale
from gui.look.settings import Settings
from gui.preferences.dialog import PreferencesDialog
from gui.preferences.offered import LANGUAGE, TEXT_SIZE, Preference, put_in_force
from gui.widgets.on_screen import bring_up


class Preferred(QObject):
    """The dialog of a window, and the shortcuts for the size of text."""

    made_anew = Signal(str)
    """What is shown already must be made anew: in the language of this choice, with sizes in other units."""
    columns_reset = Signal()

    def __init__(self, window: QMainWindow, remembered: Settings) -> None:
        super().__init__(window)
        self._window, self._settings = window, remembered
        self.dialog: PreferencesDialog | None = None
        self.handlers: Mapping[str, Callable[[], object]] = {
            "preferences": self.open,
            "larger_text": partial(self._step, 1),
            "smaller_text": partial(self._step, -1),
            "usual_text": partial(self._set_size, scale.USUAL),
        }

    def open(self) -> None:
        """Show the dialog; stays open beside the work."""
        if self.dialog is None:
            self.dialog = PreferencesDialog(self._settings, self._window)
            self.dialog.changed.connect(self._apply)
            self.dialog.columns_reset.connect(self.columns_reset)
        self.dialog.show_values()
        bring_up(self.dialog)

    @property
    def is_open(self) -> bool:
        """Whether the dialog is on the screen."""
        return self.dialog is not None and self.dialog.isVisible()

    def _apply(self, preference: Preference[Any]) -> None:
        put_in_force(self._settings)
        if preference.on_change is not None:
            preference.on_change(self._settings.get(preference.setting))
        if preference.shown_anew:
            self.made_anew.emit(self._settings.get(LANGUAGE.setting))

    def _step(self, step: int) -> None:
        self._set_size(scale.next_size(step))

    def _set_size(self, percent: int) -> None:
        self._settings.set(TEXT_SIZE.setting, percent)
        put_in_force(self._settings)
        if self.dialog is not None:
            self.dialog.show_values()
