"""What lies on other computers, by mouse and by keyboard."""

from __future__ import annotations

import shutil
from pathlib import Path

from PySide6.QtWidgets import QApplication

from gui.page.welcome import DEMO
from tests.gui.tasks.conftest import Desk
from tests.servers.nginx import Nginx


def test_a_location_is_opened(desk: Desk, nginx: Nginx, folder: Path, small_file: Path) -> None:
    shutil.copy(small_file, folder / "epoch27.pth")
    for way in (desk.by_mouse, desk.by_keyboard):
        with way("open a checkpoint of another computer", DEMO) as hands:
            QApplication.clipboard().setText(f"{nginx.url}/files/epoch27.pth")
            if way == desk.by_mouse:
                hands.click_menu("File", "Open address…")
            else:
                hands.press("Ctrl+Shift+L")
            dialog = desk.window.locations.dialog
            assert dialog is not None
            hands.until(dialog.isVisible)
            dialog.activateWindow()
            hands.press("Ctrl+V")
            if way == desk.by_mouse:
                hands.click_words("Open", dialog)
            else:
                hands.press("Return")
        hands.until(lambda: desk.page.shows_document and desk.page.name == "epoch27.pth")
        assert desk.session.catalogue is not None
        assert len(desk.session.catalogue.tensors) > 0
        desk.window.activateWindow()
