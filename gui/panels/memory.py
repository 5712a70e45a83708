"""Memory: the bytes that loading the file puts on each device, as it is and after the plan."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QHeaderView, QVBoxLayout, QWidget

from core.catalogue import DeviceTotal
from core.text import count_text, size_text
from gui import theme
from gui.delegates import DeviceDelegate, ShareDelegate
from gui.models.memory import MemoryModel, memory_rows
from gui.session import Session
from gui.table_view import TableView
from gui.widgets import plain_label


class MemoryPanel(QWidget):
    """A row a device with two bars on one scale, and the totals below."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.model = MemoryModel(self)
        self.view = TableView(self.model, "Memory on each device", self, padding=24)
        self.totals = plain_label(wrap=True)
        self.note = plain_label(
            "These are the bytes of the storages, each counted once: what torch.load allocates. "
            "A model that is loaded already, gradients and activations come on top.",
            rank="muted",
            wrap=True,
        )
        self._lay_out()
        for signal in (session.opened, session.closed, session.plan_changed):
            signal.connect(self._refresh)
        theme.theme().changed.connect(self._refresh)
        self._refresh()

    def _lay_out(self) -> None:
        view = self.view
        view.setItemDelegateForColumn(0, DeviceDelegate(view, self._session))
        for column in (1, 2):
            view.setItemDelegateForColumn(column, ShareDelegate(view, self._session))
        header = view.horizontalHeader()
        header.resizeSection(0, 92)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        view.setSelectionMode(view.SelectionMode.SingleSelection)
        view.allow_sorting()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 6, 8, 8)
        layout.setSpacing(7)
        layout.addWidget(view, 1)
        layout.addWidget(self.totals)
        layout.addWidget(self.note)

    def sizeHint(self) -> QSize:
        """As wide as the other panels of its side."""
        return QSize(310, 300)

    def _refresh(self) -> None:
        preview = self._session.preview
        shown = preview is not None and bool(preview.totals_before)
        self.view.empty_text = (
            "Open a checkpoint to see what it takes on each device."
            if preview is None
            else "There are no tensors in this file."
        )
        self.model.set_rows(memory_rows(preview, self._session.device_order) if preview is not None else [])
        self.totals.setVisible(shown)
        self.note.setVisible(shown)
        if preview is None:
            return
        text = f"In all: {_sum_text(preview.totals_before)}"
        if preview.plan and preview.totals_after != preview.totals_before:
            text += f"\nAfter the plan: {_sum_text(preview.totals_after)}"
        self.totals.setText(text)


def _sum_text(totals: tuple[DeviceTotal, ...]) -> str:
    nbytes = sum(total.bytes for total in totals)
    tensors = sum(total.tensors for total in totals)
    return f"{size_text(nbytes)} in {count_text(tensors, 'tensor')} on {count_text(len(totals), 'device')}"
