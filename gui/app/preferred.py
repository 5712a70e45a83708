"""What the user prefers, put into force: at the start, and as soon as it is changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QMainWindow

from core.memory.known_cards import known_card
from core.remote import blocks
from core.text import use_binary_units
from gui.jobs.job import Job
from gui.look import scale, settings, theme
from gui.look.settings import Setting, Settings
from gui.preferences.dialog import PreferencesDialog
from gui.preferences.offered import MEGABYTE
from gui.session.computers import assumptions
from gui.widgets.on_screen import bring_up


def put_in_force(remembered: Settings) -> None:
    """Everything but the language, which is chosen before."""
    use_binary_units(remembered.get(settings.UNITS) == "binary")
    theme.theme().apply(remembered.get(settings.THEME))
    scale.apply_size(remembered.get(settings.TEXT_SIZE))
    scale.apply_density(remembered.get(settings.DENSITY))
    blocks.use_at_most(remembered.get(settings.RANGES_KEPT) * MEGABYTE)
    gpus = remembered.get(settings.GPUS)
    assumptions().assume(gpus if gpus >= 0 else None, known_card(remembered.get(settings.CARD)))


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
            "usual_text": partial(self._set_size, settings.TEXT_SIZE.default),
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

    def _apply(self, setting: Setting) -> None:
        put_in_force(self._settings)
        if setting is settings.RANGES_KEPT:
            Job(lambda _tick: blocks.make_room(self._settings.get(settings.RANGES_KEPT) * MEGABYTE)).start()
        if setting in (settings.LANGUAGE, settings.UNITS):
            self.made_anew.emit(self._settings.get(settings.LANGUAGE))

    def _step(self, step: int) -> None:
        self._set_size(scale.next_size(step))

    def _set_size(self, percent: int) -> None:
        self._settings.set(settings.TEXT_SIZE, percent)
        put_in_force(self._settings)
        if self.dialog is not None:
            self.dialog.show_values()
