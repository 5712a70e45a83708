"""A process at some scale of the screen (``QT_SCALE_FACTOR``): prints what of the window is clipped there."""

from __future__ import annotations

import sys
from tempfile import TemporaryDirectory

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QAbstractButton, QLabel, QToolButton, QWidget

from gui.app.start import make_application
from gui.app.window import MainWindow
from gui.jobs import job
from gui.jobs.latest_job import LatestJob
from gui.look import messages, settings, theme
from gui.look.settings import Settings
from gui.page.welcome import DEMO
from gui.widgets.basic_widgets import CutLabel
from gui.widgets.wrapped_text import TwoLines


def clipped(root: QWidget) -> list[str]:
    """Labels and buttons on show that are less high or less wide than their words; some are made to be cut."""
    found = []
    for widget in root.findChildren(QWidget):
        if not widget.isVisible() or not isinstance(widget, QLabel | QAbstractButton) or not widget.text():
            continue
        if isinstance(widget, CutLabel | TwoLines) or (
            isinstance(widget, QToolButton) and not widget.toolButtonStyle()
        ):
            continue
        needed = widget.fontMetrics().height() - 1
        metrics = widget.fontMetrics()
        least = min(metrics.averageCharWidth() * 2, metrics.horizontalAdvance(widget.text()) - 1)
        wide = 0 if isinstance(widget, QLabel) and widget.wordWrap() else least
        if widget.height() < needed or widget.width() < wide:
            found.append(f"{type(widget).__name__} {widget.text()!r} {widget.width()}x{widget.height()}")
    return found


def main() -> None:
    """The demo opened and looked at in a small window, in both themes."""
    application = make_application([])
    with TemporaryDirectory() as scratch:
        remembered = Settings(QSettings(f"{scratch}/settings.ini", QSettings.Format.IniFormat))
        remembered.set(settings.HINTS, "seen")
        window = MainWindow(remembered)
        messages.use(window.messenger)
        window.resize(1024, 700)
        window.show()
        window.open_file(DEMO)
        while not window.actions_["way_on"].isEnabled():
            application.processEvents()
        for look in ("light", "dark"):
            theme.theme().apply(look)
            while any(each.busy for each in window.findChildren(LatestJob)):
                application.processEvents()
            for _ in range(5):  # what is laid out lays out what is in it
                application.processEvents()
            lines = [window.devicePixelRatio(), window.grab().width(), *clipped(window)]
            sys.stdout.write("".join(f"{line}\n" for line in lines))
        window.close()
    job.stop_all()


if __name__ == "__main__":
    sys.exit(main())
