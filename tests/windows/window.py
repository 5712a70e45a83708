"""``python -m tests.windows.window FOLDER THEME``: what the window does with ``demo.pth`` there, and pictures of it."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QFontInfo, QGuiApplication
from PySide6.QtWidgets import QPushButton

from gui.app.start import make_application
from gui.jobs import job
from gui.look import theme
from scripts.pictures.stage import press_banner, settle, until, window_with

_COPIED = "→ 模型"


def main(folder: Path, colours: str) -> None:
    """Open it, cure it by the banner, save the copy by the dialog, drop that on the window; say on which system."""
    application = make_application(sys.argv[:1])
    theme.theme().apply(colours)

    def picture(name: str) -> None:
        application.primaryScreen().grabWindow(0).save(str(folder / name))

    with window_with(folder / "demo.pth", (1040, 640)) as window:
        picture("window.png")
        press_banner(window)
        window.page.saving.ask()
        settle(window)
        dialog = window.page.saving.dialog
        assert dialog is not None
        picture("dialog.png")
        next(each for each in dialog.findChildren(QPushButton) if each.isDefault()).click()
        until((folder / "demo-fixed.pth").exists)
        until(lambda: not window.page.saving.busy)
        settle(window)
        picture("saved.png")
        dropped = QMimeData()
        dropped.setUrls([QUrl((folder / "demo-fixed.pth").as_uri())])
        copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        application.sendEvent(window, QDragEnterEvent(QPoint(50, 300), copy, dropped, left, none))
        settle(window)
        picture("dragged.png")
        application.sendEvent(window, QDropEvent(QPointF(50, 300), copy, dropped, left, none))
        until(lambda: [page.name for page in window.tabs.pages()] == ["demo.pth", "demo-fixed.pth"])
        settle(window)
        picture("dropped.png")
        QGuiApplication.clipboard().setText(_COPIED)
        assert QGuiApplication.clipboard().text() == _COPIED
        font = QFontInfo(application.font()).family()
        sys.stdout.write(f"{application.platformName()} {application.devicePixelRatio()} {font}\n")
    job.stop_all()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
