"""Fixes: what this file probably needs, each one click: prefixes, the optimizer's state, parts to leave out."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QLabel, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from core.catalogue.rows import Optimizer
from core.edits.edits import FOLLOW, Edit, Plan
from gui.document import next_plan
from gui.document.remaining import leaving_out
from gui.fixes.model import PREFIXES, Fix, fixes_of, follows_already, optimizer_title, state_devices
from gui.look import theme
from gui.look.plain_text import caption, tooltip
from gui.session.session import Session
from gui.widgets.basic_widgets import cut_name, plain_label
from gui.widgets.chips import ChipLine
from gui.widgets.device_box import DeviceBox

_MOVE_TIP = (
    "Where torch.load(saved) puts the optimizer's state.\n"
    "“follow parameters”: each exp_avg goes to where its parameter is, as optimizer.load_state_dict wants it.\n"
    "step stays on the cpu unless its group is capturable or fused."
)
#: Pixels of a title that is not broken into lines.
_SHORT_TITLE = 120
_THERE_TIP = "No tensor of the state would go to another device: all are where their parameters are."


class FixesPanel(QScrollArea):
    """Checkboxes and drop-downs built from what was found in the file; the plan decides what they show."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.boxes: list[tuple[Fix, QCheckBox]] = []
        self.movers: list[tuple[Optimizer, ChipLine, DeviceBox]] = []
        self._counts: list[QLabel] = []
        self._counted: tuple[Edit, ...] | None = None
        """The edits that the counts on show were made with."""
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._column = QVBoxLayout()
        session.opened.connect(self._rebuild)
        session.closed.connect(self._rebuild)
        session.plan_changed.connect(self._refresh)
        theme.theme().changed.connect(self._rebuild)
        self._rebuild()

    def sizeHint(self) -> QSize:
        """Room for the usual handful."""
        return QSize(330, 260)

    # ---- building

    def _rebuild(self) -> None:
        catalogue = self._session.catalogue
        self.boxes, self.movers, self._counts, self._counted = [], [], [], None
        page = QWidget()
        self._column = QVBoxLayout(page)
        self._column.setContentsMargins(10, 4, 10, 8)
        self._column.setSpacing(5)
        if catalogue is None:
            self._say("Open a checkpoint to see what it needs.")
        elif catalogue.checkpoint.read_only is not None:
            self._say(catalogue.checkpoint.read_only)
        else:
            for title, fixes in fixes_of(catalogue, self._session.plan).items():
                if fixes or title == PREFIXES:
                    self._section(title, fixes, "No wrapper prefix was found." if not fixes else "")
                if title == PREFIXES:
                    self._optimizers()
        self._column.addStretch(1)
        self.setWidget(page)
        self._refresh()

    def _say(self, text: str) -> None:
        self._column.addWidget(plain_label(text, rank="muted", wrap=True))

    def _heading(self, text: str) -> None:
        label = plain_label(text, rank="title")
        label.setContentsMargins(0, 6 if self._column.count() else 0, 0, 0)
        self._column.addWidget(label)

    def _section(self, title: str, fixes: list[Fix], otherwise: str = "") -> None:
        self._heading(title)
        if otherwise:
            self._say(otherwise)
        for fix in fixes:
            box = _CheckBox(fix.title)
            box.setToolTip(tooltip(fix.tip) or "")
            box.clicked.connect(self._toggler(fix))
            count = plain_label(fix.count, rank="muted", mono=theme.key_font())
            count.setToolTip(tooltip(fix.tip) or "")
            row = QHBoxLayout()
            row.addWidget(box, 1)
            row.addWidget(count)
            self._column.addLayout(row)
            self.boxes.append((fix, box))
            self._counts.append(count)

    def _optimizers(self) -> None:
        catalogue = self._session.catalogue
        assert catalogue is not None
        if not catalogue.optimizers:
            return
        self._heading("Optimizer")
        for optimizer in catalogue.optimizers:
            label = plain_label(optimizer_title(catalogue, optimizer), wrap=True)
            label.setMinimumWidth(min(_SHORT_TITLE, label.fontMetrics().horizontalAdvance(label.text()) + 2))
            place = ChipLine()
            place.setToolTip("Where the optimizer's state was saved")
            arrow = plain_label("→")
            box = DeviceBox()
            box.setAccessibleName("Where the optimizer's state goes")
            box.setToolTip(_MOVE_TIP)
            box.chosen.connect(self._mover(optimizer))
            first, second = QHBoxLayout(), QHBoxLayout()
            first.addWidget(label, 1)
            first.addWidget(place)
            second.addWidget(arrow)
            second.addWidget(box, 1)
            self._column.addLayout(first)
            self._column.addLayout(second)
            self.movers.append((optimizer, place, box))

    # ---- showing and changing

    def _refresh(self) -> None:
        catalogue = self._session.catalogue
        if catalogue is None:
            return
        plan, order = self._session.plan, self._session.device_order
        self._refresh_counts(plan)
        for fix, box in self.boxes:
            box.setChecked(fix.on(plan))
        for optimizer, place, mover in self.movers:
            place.show_devices(state_devices(catalogue, optimizer))
            mover.offer([("keep", None), ("follow parameters", FOLLOW)], next_plan.targets(order))
            move = next_plan.find_move(plan, optimizer.entry)
            if move is None and follows_already(catalogue, plan, optimizer):
                mover.refuse(FOLLOW, "follow parameters: nothing to move", _THERE_TIP)
            mover.show_value(move.target if move is not None else None)

    def _refresh_counts(self, plan: Plan) -> None:
        """What the other edits of the plan leave for each fix to do."""
        catalogue, told = self._session.catalogue, leaving_out(plan)
        if catalogue is None or not self.boxes or told == self._counted:
            return
        self._counted = told
        now = {fix.edits: fix for fixes in fixes_of(catalogue, plan).values() for fix in fixes}
        for (fix, box), count in zip(self.boxes, self._counts, strict=True):
            left = now[fix.edits]
            count.setText(left.count)
            box.setEnabled(not left.idle or fix.on(plan))

    def _toggler(self, fix: Fix) -> Callable[[bool], None]:
        def toggle(on: bool) -> None:
            self._session.set_plan(fix.toggled(self._session.plan, on))
            self._refresh()

        return toggle

    def _mover(self, optimizer: Optimizer) -> Callable[[str | None], None]:
        def move(target: str | None) -> None:
            self._session.set_plan(next_plan.move_optimizer(self._session.plan, optimizer.entry, target))
            self._refresh()

        return move


class _CheckBox(QCheckBox):
    """A checkbox whose long text is cut where the panel is narrow, and whose `&` are what they are."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._whole = text
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)
        self.setText(caption(text))
        self._beside = self.sizeHint().width() - self.fontMetrics().horizontalAdvance(text)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the text to the room there is."""
        super().resizeEvent(event)
        room = self.width() - self._beside
        shown = cut_name(self.fontMetrics(), self._whole, room)
        self.setText(caption(shown))
