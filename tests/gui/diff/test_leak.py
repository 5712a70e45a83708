"""A comparison that has ended leaves nothing of the other file in memory.

What a job made is out of the collector's sight (`gui.jobs.job`), so nothing of it may hold itself in a circle.
"""

from __future__ import annotations

import gc
from weakref import ref

from PySide6.QtCore import QCoreApplication, QEvent
from pytestqt.qtbot import QtBot

from gui.app.window import MainWindow
from gui.session.comparison import Comparison


def test_the_other_file_is_let_go_of(two: MainWindow, qtbot: QtBot) -> None:
    session = two.page.session
    comparison = Comparison.of(session)
    assert comparison.compared is not None
    two.page.workspace.tree.unfold_all()
    session.request_selection(list(comparison.compared.differing)[:2])
    qtbot.wait(50)
    compared, theirs = ref(comparison.compared), ref(comparison.compared.theirs)
    comparison.end()
    qtbot.wait(50)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert compared() is None
    assert theirs() is None
