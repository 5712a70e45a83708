"""``python -m tests.windows.window FOLDER``: what the window does with ``demo.pth`` in a folder, pictured there."""

from __future__ import annotations

import sys
from pathlib import Path

from PySide6.QtGui import QFontInfo, QGuiApplication
from PySide6.QtWidgets import QPushButton

from gui.app.start import make_application
from gui.jobs import job
from gui.look import theme
from scripts.pictures.stage import press_banner, settle, until, window_with

_COPIED = "→ 模型"


def main(folder: Path) -> None:
    """Open it, cure it by the banner, save the copy by the dialog; say on which system."""
    application = make_application(sys.argv[:1])
    theme.theme().apply("light")

    def picture(name: str) -> None:
        application.primaryScreen().grabWindow(0).save(str(folder / name))

    with window_with(folder / "demo.pth", (1280, 800)) as window:
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
        QGuiApplication.clipboard().setText(_COPIED)
        assert QGuiApplication.clipboard().text() == _COPIED
        font = QFontInfo(application.font()).family()
        sys.stdout.write(f"{application.platformName()} {application.devicePixelRatio()} {font}\n")
    job.stop_all()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
