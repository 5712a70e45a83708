"""The page "File": the bytes that loading the file puts on each device, as it is and after the plan."""

from __future__ import annotations

from PySide6.QtWidgets import QHeaderView, QVBoxLayout, QWidget

from core.catalogue.storages import DeviceTotal
from core.memory.sizes import memory_text
from core.text import count_text
from core.words import say
from gui.look import theme
from gui.memory.model import memory_rows
from gui.memory.table_models import MemoryModel
from gui.session.session import Session
from gui.widgets.basic_widgets import plain_label
from gui.widgets.device_cells import DeviceDelegate, ShareDelegate
from gui.widgets.table_view import TableView


class FilePage(QWidget):
    """A row a device with two bars on one scale, and the totals below."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.model = MemoryModel(self)
        self.view = TableView(self.model, say("Memory on each device"), self, padding=20)
        self.totals = plain_label(wrap=True)
        self.totals.setToolTip(say("The bytes of the storages, each counted once: what torch.load allocates"))
        self._lay_out()
        theme.theme().changed.connect(self.refresh)
        self.refresh()

    def _lay_out(self) -> None:
        view = self.view
        view.setItemDelegateForColumn(0, DeviceDelegate(view))
        for column in (1, 2):
            view.setItemDelegateForColumn(column, ShareDelegate(view))
        header = view.horizontalHeader()
        header.resizeSection(0, 84)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        for column in (1, 2):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        view.setSelectionMode(view.SelectionMode.SingleSelection)
        view.allow_sorting()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 6, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(view, 1)
        layout.addWidget(self.totals)

    def refresh(self) -> None:
        """Show the document as it is now."""
        preview = self._session.preview
        self.view.empty_text = (
            say("Open a checkpoint to see what it takes on each device.")
            if preview is None
            else say("There are no tensors in this file.")
        )
        self.model.set_rows(memory_rows(preview, self._session.device_order) if preview is not None else [])
        self.totals.setVisible(preview is not None and bool(preview.totals_before))
        if preview is None:
            return
        text = say("In all: {sum}", sum=_sum_text(preview.totals_before))
        if preview.plan and preview.totals_after != preview.totals_before:
            text += say("\nAfter the plan: {sum}", sum=_sum_text(preview.totals_after))
        self.totals.setText(text)


def _sum_text(totals: tuple[DeviceTotal, ...]) -> str:
    nbytes = sum(total.bytes for total in totals)
    tensors = sum(total.tensors for total in totals)
    return say(
        "{memory} in {tensors} on {devices}",
        memory=memory_text(nbytes),
        tensors=count_text(tensors, "tensor"),
        devices=count_text(len(totals), "device"),
    )
