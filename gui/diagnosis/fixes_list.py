"""The changes that are offered for the file, each one click: prefixes, the optimizer's state, parts to leave out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QSizePolicy, QVBoxLayout, QWidget

from core.catalogue.rows import Optimizer
from core.diagnosis.finding import Finding
from core.edits.devices import find_move, move_optimizer, targets
from core.edits.edits import FOLLOW, Edit, Plan
from core.text import capital
from core.words import marked, say
from gui.diagnosis.fixes_model import Fix, fixes_of, follows_already, optimizer_title, state_devices
from gui.document.remaining import keep_text, leaving_out, state_going
from gui.look import theme
from gui.look.plain_text import caption, tooltip
from gui.session.session import Session
from gui.widgets.basic_widgets import cut_name, plain_label
from gui.widgets.chips import ChipLine
from gui.widgets.device_box import DeviceBox
from gui.widgets.layouts import fill, horizontal, vertical

_MOVE_TIP = marked(
    "Where torch.load(saved) puts the optimizer state.\n"
    "“where its parameters are” puts each exp_avg on the device of its parameter, as "
    "optimizer.load_state_dict does.\n"
    "step stays on the cpu unless its group is capturable or fused."
)
_THERE_TIP = marked("There is nothing to move: all state is already where its parameters are.")
#: Pixels of a title that is not broken into lines, at the usual size of text.
_SHORT_TITLE = 120


class FixesList(QWidget):
    """Checkboxes and drop-downs built from what was found in the file; the plan decides what they show.

    What a finding offers as its cure stands on its card, and not here a second time.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.boxes: list[tuple[Fix, QCheckBox]] = []
        self.movers: list[tuple[Optimizer, ChipLine, DeviceBox]] = []
        self._rows: list[QWidget] = []
        self._counts: list[QLabel] = []
        self._counted: tuple[Edit, ...] | None = None
        """The edits that the counts on show were made with."""
        self._findings: Sequence[Finding] = ()
        self._page = QWidget()
        self._column = QVBoxLayout(self._page)
        self._around = vertical(self._page, of=self, margins=0)
        session.opened.connect(self._rebuild)
        session.closed.connect(self._rebuild)
        session.plan_changed.connect(self._refresh)
        theme.theme().follow(self._rebuild)
        self._rebuild()

    # ---- building

    def _rebuild(self) -> None:
        catalogue = self._session.catalogue
        self.boxes, self.movers, self._rows, self._counts, self._counted = [], [], [], [], None
        page = QWidget()
        self._column = vertical(of=page, margins=(2, 4, 2, 4), spacing=5)
        if catalogue is not None and catalogue.checkpoint.read_only is None:
            self._column.addWidget(plain_label(say("Changes you can make"), rank="title"))
            prefixes, others = fixes_of(catalogue, self._session.plan)
            self._add_fixes(prefixes)
            self._add_optimizers()
            self._add_fixes(others)
        self._around.replaceWidget(self._page, page)
        self._page.hide()
        self._page.deleteLater()
        self._page = page
        self._refresh()

    def _add_fixes(self, fixes: Sequence[Fix]) -> None:
        for fix in fixes:
            box = _CheckBox(capital(fix.title))
            box.setToolTip(tooltip(fix.tip) or "")
            box.clicked.connect(lambda on, fix=fix: self._toggle(fix, on))
            count = plain_label(fix.count, rank="muted")
            count.setToolTip(tooltip(fix.tip) or "")
            holder = QWidget()
            horizontal((box, 1), count, of=holder, margins=0)
            self._column.addWidget(holder)
            self.boxes.append((fix, box))
            self._rows.append(holder)
            self._counts.append(count)

    def _add_optimizers(self) -> None:
        catalogue = self._session.catalogue
        assert catalogue is not None
        for optimizer in catalogue.optimizers:
            label = plain_label(optimizer_title(catalogue, optimizer), wrap=True)
            label.setMinimumWidth(min(theme.px(_SHORT_TITLE), label.fontMetrics().horizontalAdvance(label.text()) + 2))
            place = ChipLine(say("Where the optimizer's state was saved"))
            box = DeviceBox()
            box.setAccessibleName(say("Where the optimizer's state goes"))
            box.setToolTip(say(_MOVE_TIP))
            box.chosen.connect(lambda target, optimizer=optimizer: self._move(optimizer, target))
            fill(
                self._column,
                horizontal((label, 1), place),
                horizontal(plain_label(say("Goes to:")), (box, 1)),
            )
            self.movers.append((optimizer, place, box))

    # ---- showing and changing

    def show_beside(self, findings: Sequence[Finding]) -> None:
        """Leave out what findings cure that stand above."""
        self._findings = findings
        self._refresh_rows()

    def _refresh(self) -> None:
        catalogue = self._session.catalogue
        if catalogue is None:
            return
        plan, order = self._session.plan, self._session.device_order
        self._refresh_counts(plan)
        for fix, box in self.boxes:
            box.setChecked(fix.on(plan))
        self._refresh_rows()
        for optimizer, place, mover in self.movers:
            place.show_devices(state_devices(catalogue, optimizer))
            move, preview = find_move(plan, optimizer.entry), self._session.preview
            going = state_going(preview, optimizer) if move is None and preview is not None else ()
            keep, follow = (keep_text(going, say("keep")), None), (say("where its parameters are"), FOLLOW)
            mover.offer([keep, follow], targets(order))
            if move is None and follows_already(catalogue, plan, optimizer):
                mover.refuse(FOLLOW, say("where its parameters are: nothing to move"), say(_THERE_TIP))
            mover.show_value(move.target if move is not None else None)

    def _refresh_rows(self) -> None:
        cures = [Plan(finding.edits) for finding in self._findings if finding.edits]
        for (fix, box), row in zip(self.boxes, self._rows, strict=True):
            row.setVisible(box.isChecked() or not any(fix.on(cure) for cure in cures))
        self.setVisible(bool(self.movers) or any(not row.isHidden() for row in self._rows))

    def _refresh_counts(self, plan: Plan) -> None:
        """What the other edits of the plan leave for each fix to do."""
        catalogue, told = self._session.catalogue, leaving_out(plan)
        if catalogue is None or not self.boxes or told == self._counted:
            return
        self._counted = told
        now = {fix.edits: fix for fix in chain(*fixes_of(catalogue, plan))}
        for (fix, box), count in zip(self.boxes, self._counts, strict=True):
            left = now[fix.edits]
            count.setText(left.count)
            box.setEnabled(not left.idle or fix.on(plan))

    def _toggle(self, fix: Fix, on: bool) -> None:
        self._session.set_plan(fix.toggled(self._session.plan, on))
        self._refresh()

    def _move(self, optimizer: Optimizer, target: str | None) -> None:
        self._session.set_plan(move_optimizer(self._session.plan, optimizer.entry, target))
        self._refresh()


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
        super().resizeEvent(event)
        room = self.width() - self._beside
        shown = cut_name(self.fontMetrics(), self._whole, room)
        self.setText(caption(shown))
