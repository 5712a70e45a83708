"""Devices: what was saved where, and a drop-down each to say where it shall go."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtWidgets import QSizePolicy, QWidget

from core.catalogue.quoting import literal
from core.catalogue.storages import DeviceTotal
from core.dtypes import NO_DEVICE
from core.edits.devices import gather, remap, targets, whole_target
from core.edits.edits import Plan
from core.errors import CheckpointError
from core.text import clip, count_text, size_text
from core.words import marked, say
from gui.document.remaining import going_from, keep_text
from gui.document.selection import entries_on
from gui.look import theme
from gui.look.plain_text import tooltip
from gui.session.session import Session
from gui.widgets.basic_widgets import CutButton, plain_label
from gui.widgets.chips import ChipLine
from gui.widgets.delegates import CellDelegate
from gui.widgets.device_box import DeviceBox
from gui.widgets.device_cells import DeviceDelegate
from gui.widgets.item_roles import ItemRole
from gui.widgets.layouts import Stretch, horizontal, vertical
from gui.widgets.table_view import Column, Sizing, TableModel, TableView


@dataclass(frozen=True)
class DeviceRow:
    """One device of the file; `target` is where the plan moves all of it, None where it stays."""

    total: DeviceTotal
    target: str | None


def device_rows(devices: tuple[DeviceTotal, ...], plan: Plan) -> list[DeviceRow]:
    """One row a device, the one with most bytes first."""
    return [DeviceRow(total, whole_target(plan, total.device)) for total in devices]


_COUNT, _SIZE = 1, 2
_TARGET = 3
#: Below this the drop-downs would be too small to read.
_NARROWEST = 248
#: Pixels that a drop-down needs for the name of a device beside the sizes, and beside the counts alone, in usual text.
_BOX_ROOM, _LEAST_BOX = 106, 80
#: A file with no more devices than this shows all of them without scrolling.
_ROWS_AT_LEAST = 3
#: What the rows take of the height, before what is left below them.
_MOST_OF_IT = 100
#: Rows above and below those in view that have their drop-downs as well.
_ROWS_AROUND = 6
#: Rows from which the widths of the columns are taken: a file can name thousands of devices.
_ROWS_MEASURED = 60
#: Devices that a tooltip names.
_MOST_NAMED = 20


def _device_tip(row: DeviceRow) -> str:
    total = row.total
    if total.device == NO_DEVICE:
        return say("This format stores no device: you choose one when you load the file. Click to select all tensors.")
    return say(
        "Click to select all {tensors} saved on {device}.",
        tensors=count_text(total.tensors, "tensor"),
        device=clip(total.device),
    )


def _numbers_tip(row: DeviceRow) -> str:
    return say(
        "{tensors}, {bytes:,} bytes in {storages}",
        tensors=count_text(row.total.tensors, "tensor"),
        bytes=row.total.bytes,
        storages=count_text(row.total.storages, "storage"),
    )


_number = partial(
    Column[DeviceRow],
    tip=_numbers_tip,
    number=True,
    paint=partial(CellDelegate, mono=True),
    sizing=Sizing.ResizeToContents,
)
COLUMNS = (
    Column[DeviceRow](
        marked("Device"),
        marked("Where torch.load(f) without map_location would put the tensors. Click to select them."),
        lambda row: row.total.device,
        tip=_device_tip,
        roles={ItemRole.CHIPS: lambda row: (row.total.device,)},
        paint=DeviceDelegate,
        sizing=Sizing.Fixed,
    ),
    _number(
        marked("Tensors"),
        marked("How many tensors were saved on it"),
        lambda row: f"{row.total.tensors:,}",
        raw=lambda row: row.total.tensors,
    ),
    _number(
        marked("Size"),
        marked("The size of their storages; shared storages count once"),
        lambda row: size_text(row.total.bytes),
        raw=lambda row: row.total.bytes,
    ),
    Column[DeviceRow](  # the drop-downs lie on it
        marked("Goes to"),
        marked("Where the file you save puts them: as torch.load(f, map_location={device: target}) would"),
        lambda row: row.target or say("keep"),
        raw=lambda row: row.target or "",
        tip=_numbers_tip,
        sizing=Sizing.Stretch,
    ),
)


class DevicesPanel(QWidget):
    """One row a device. A click selects its tensors; the drop-down plans where they go."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.model = TableModel(COLUMNS, self)
        self.view = TableView(self.model, say("Devices"), self, padding=13)
        self.boxes: dict[int, DeviceBox] = {}
        """The drop-downs of the rows in view, and of a few around them."""
        self.to_cpu = CutButton(say("All GPUs → cpu"))
        self.to_cpu.setToolTip(
            say(
                "Write cpu as the saved device of everything: torch.load(saved) then works on a machine "
                "without a GPU,\nas torch.load(f, map_location='cpu') would. One Ctrl+Z undoes it."
            )
        )
        self.after = QWidget()
        self.after_line = ChipLine()
        self._going: dict[str, tuple[str, ...]] = {}
        """Where the plan sends what is on each device, by whatever edit."""
        self._chosen: Sequence[int] | None = None
        """The entries that the row that is lit up stands for."""
        self._lay_out()
        self._connect()
        self._rebuild()

    def _lay_out(self) -> None:
        view = self.view
        view.horizontalHeader().setResizeContentsPrecision(_ROWS_MEASURED)
        view.setSelectionMode(view.SelectionMode.SingleSelection)
        saved = plain_label(say("After saving"), rank="muted")
        horizontal(saved, (self.after_line, 1), of=self.after, margins=0, spacing=8)
        to_cpu = (self.to_cpu, 0, Qt.AlignmentFlag.AlignRight)  # first: it must not move away under the pointer
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        vertical((view, _MOST_OF_IT), to_cpu, self.after, Stretch(), of=self, margins=(8, 2, 8, 8), spacing=7)

    def _connect(self) -> None:
        self._session.opened.connect(self._rebuild)
        self._session.closed.connect(self._rebuild)
        self._session.plan_changed.connect(self._refresh)
        self._session.selection_changed.connect(self._follow_selection)
        self.view.clicked.connect(self._select)
        self.view.activated.connect(self._select)
        self.view.verticalScrollBar().valueChanged.connect(self._show_boxes)
        self.view.resized.connect(self._show_boxes)
        self.view.resized.connect(self._share_width)
        self.to_cpu.clicked.connect(self._gather)
        theme.theme().follow(self._rebuild)

    # ---- showing

    def _rebuild(self) -> None:
        catalogue = self._session.catalogue
        self.view.empty_text = (
            say("Open a checkpoint to see its devices.")
            if catalogue is None
            else say("There are no tensors in this file.")
        )
        self.model.set_rows([])
        self.boxes = {}
        if catalogue is not None:
            self.model.set_rows(device_rows(catalogue.devices, self._session.plan))
            self._fit_first_column()
            self._share_width()
        self.view.hug_rows(_ROWS_AT_LEAST)
        self._refresh()

    def _fit_first_column(self) -> None:
        header, rows = self.view.horizontalHeader(), self.model.rows
        width = header.sectionSizeHint(0)
        if rows:
            longest = max(range(len(rows)), key=lambda place: len(rows[place].total.device))
            width = max(width, self.view.sizeHintForIndex(self.model.index(longest, 0)).width())
        header.resizeSection(0, width)

    def _share_width(self) -> None:
        """Where there is little room the sizes give way, then the counts: one comes here for the drop-downs."""
        header = self.view.horizontalHeader()
        room = self.view.viewport().width() - header.sectionSize(0)
        for column, box in ((_COUNT, _LEAST_BOX), (_SIZE, _BOX_ROOM)):
            room -= max(self.view.sizeHintForColumn(column), header.sectionSizeFromContents(column).width())
            header.setSectionHidden(column, room < theme.px(box))

    def _show_boxes(self) -> None:
        """Give the rows in view their drop-downs, and take them from the others: a file can name thousands."""
        view, rows = self.view, len(self.model.rows)
        first, last = view.rowAt(0), view.rowAt(view.viewport().height() - 1)
        wanted = range(max(0, first - _ROWS_AROUND), min(rows, (last if last >= 0 else rows) + _ROWS_AROUND + 1))
        if first < 0 or self._session.catalogue is None:
            return
        for place in [place for place, box in self.boxes.items() if place not in wanted and not box.hasFocus()]:
            del self.boxes[place]
            view.setIndexWidget(self.model.index(place, _TARGET), None)  # type: ignore[arg-type]  # takes it out
        for place in wanted:
            if place not in self.boxes:
                self._add_box(place)
                self._refresh_box(place)

    def _add_box(self, place: int) -> None:
        catalogue = self._session.catalogue
        assert catalogue is not None
        device = self.model.rows[place].total.device
        box = DeviceBox()
        name, tip = _words(device, catalogue.checkpoint.read_only)
        box.setAccessibleName(name)
        box.setToolTip(tooltip(tip) or "")
        box.setEnabled(catalogue.checkpoint.read_only is None and device != NO_DEVICE)
        box.chosen.connect(lambda target: self._remap(device, target))
        self.boxes[place] = box
        holder = QWidget()
        horizontal((box, 1), of=holder, margins=(1, 2, 2, 2))
        self.view.setIndexWidget(self.model.index(place, _TARGET), holder)

    def _refresh(self) -> None:
        session = self._session
        catalogue, preview = session.catalogue, session.preview
        if catalogue is None or preview is None:
            self._show_after((), ())
            self.to_cpu.setEnabled(False)
            return
        self.model.set_rows(device_rows(catalogue.devices, session.plan))
        self._going = going_from(preview)
        for place in self.boxes:
            self._refresh_box(place)
        self._show_boxes()
        totals = preview.totals_after if session.plan else preview.totals_before
        gpus = [total.device for total in totals if total.device not in ("cpu", NO_DEVICE)]
        self.to_cpu.setEnabled(bool(gpus) and catalogue.checkpoint.read_only is None)
        self._show_after(preview.totals_before, totals)

    def _refresh_box(self, place: int) -> None:
        row, box = self.model.rows[place], self.boxes[place]
        others = [device for device in targets(self._session.device_order) if device != row.total.device]
        going = self._going.get(row.total.device, ()) if row.target is None else ()
        box.offer([(keep_text(going, say("keep")), None)], others)
        box.show_value(row.target)

    def _show_after(self, before: Sequence[DeviceTotal], after: Sequence[DeviceTotal]) -> None:
        """Say in one line what lies where in the file that is saved, if that is not what the rows say already."""
        self.after.setVisible(before != after)
        numbers = size_text(after[0].bytes) if len(after) == 1 else ""
        self.after_line.show_devices([total.device for total in after], numbers)
        lines = [
            say(
                "{tensors}, {bytes:,} bytes on {device}",
                tensors=count_text(total.tensors, "tensor"),
                bytes=total.bytes,
                device=clip(total.device),
            )
            for total in after[:_MOST_NAMED]
        ]
        if len(after) > _MOST_NAMED:
            lines.append(say("… and {devices}", devices=count_text(len(after) - _MOST_NAMED, "more device")))
        self.after.setToolTip(
            tooltip("\n".join((say("Which device each tensor will have in the file you save"), *lines))) or ""
        )

    def sizeHint(self) -> QSize:
        return QSize(330, super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return super().minimumSizeHint().expandedTo(QSize(_NARROWEST, 0))

    # ---- what the user does

    def _select(self, index: QModelIndex) -> None:
        catalogue = self._session.catalogue
        if catalogue is not None and index.isValid():
            device = self.model.rows[index.row()].total.device
            self._chosen = None
            self._session.request_selection(entries_on(catalogue, device))
            self._chosen = self._session.selection

    def _follow_selection(self, entries: Sequence[int]) -> None:
        """A row is lit up as long as its tensors are what is selected."""
        if self._chosen is not None and entries != self._chosen:
            self._chosen = None
            self.view.clearSelection()

    def _remap(self, device: str, target: str | None) -> None:
        catalogue = self._session.catalogue
        assert catalogue is not None
        devices = [total.device for total in catalogue.devices]
        try:
            self._session.set_plan(remap(self._session.plan, device, target, devices))
        except CheckpointError as error:
            self._session.refused.emit(str(error))
        self._refresh()

    def _gather(self) -> None:
        catalogue = self._session.catalogue
        if catalogue is not None:
            devices = [total.device for total in catalogue.devices if total.device != NO_DEVICE]
            self._session.set_plan(gather(self._session.plan, devices), say("all GPUs → cpu"))


def _words(device: str, read_only: str | None) -> tuple[str, str]:
    """The name of a drop-down and its tooltip; of a format that cannot be changed the latter says why."""
    if device == NO_DEVICE:
        return say("No device is saved"), read_only or say(
            "This format stores no devices: you choose one when you load the file."
        )
    name = clip(device)
    tip = say(
        "Where torch.load(saved) puts what was saved on {name}: map_location={{{device}: …}}",
        name=name,
        device=literal(device),
    )
    return say("Where {name} goes", name=name), read_only or tip
