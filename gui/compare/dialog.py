"""Compare with a model: its keys beside those of the file, as load_state_dict(strict=True) compares them."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QDialog, QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from core.diagnosis.finding import NOTE, WARNING
from core.diagnosis.model_match.model_findings import Comparison, compare
from core.diagnosis.model_match.model_keys import ModelKeys
from core.edits.preview import Preview
from core.errors import CheckpointError
from core.text import capital, clip
from core.words import say
from gui.compare.model import CompareTree, compared_text, matched_text, shown_name
from gui.compare.source import CompareSource
from gui.compare.view import CompareModel, CompareView
from gui.jobs.latest_job import LatestJob
from gui.look.plain_text import caption, tooltip
from gui.look.wording import breakable
from gui.session.doctor import Doctor
from gui.session.session import Session
from gui.widgets.basic_widgets import button, plain_label
from gui.widgets.verdict import VerdictLabel

_SIZE = QSize(940, 660)


class CompareDialog(QDialog):
    """Stays open beside the work: every step of the plan is compared anew."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.doctor = Doctor.of(session)
        self.comparison: Comparison | None = None
        self._latest = LatestJob(self)
        self._latest.done.connect(self._take)
        self._latest.failed.connect(self._fail)
        self._stale = True
        self.setWindowTitle(say("Compare with a model"))
        self.setModal(False)
        self.resize(_SIZE)
        self.source = CompareSource()
        self.title = plain_label(rank="title", wrap=True)
        self.verdict = VerdictLabel()
        self.rename = button("", self._take_rename)
        self.only = QCheckBox(say("only differences"))
        self.another = button(say("Another model…"), self._ask_another, tip=say("Compare with something else"))
        self.stop = button(say("Stop comparing"), self._stop, tip=say("Diagnose without a model again"))
        self.model = CompareModel(self)
        self.view = CompareView(self.model)
        self.pages = QStackedWidget()
        self._lay_out()
        self.source.given.connect(self.show_wanted)
        self.only.clicked.connect(self.model.show_only_differences)
        self.view.chosen.connect(session.reveal)
        session.plan_changed.connect(self._compare)
        session.opened.connect(self._reopen)
        session.closed.connect(self.close)

    def _lay_out(self) -> None:
        self.only.setToolTip(say("Leave out the keys that fit"))
        head = QHBoxLayout()
        head.addWidget(self.title, 1)
        head.addWidget(self.another, 0, Qt.AlignmentFlag.AlignTop)
        head.addWidget(self.stop, 0, Qt.AlignmentFlag.AlignTop)
        filters = QHBoxLayout()
        filters.addWidget(self.rename)
        filters.addStretch(1)
        filters.addWidget(self.only)
        result = QWidget()
        column = QVBoxLayout(result)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(head)
        column.addWidget(self.verdict)
        column.addLayout(filters)
        column.addWidget(self.view, 1)
        self.pages.addWidget(self.source)
        self.pages.addWidget(result)
        around = QVBoxLayout(self)
        around.setContentsMargins(16, 14, 16, 14)
        around.addWidget(self.pages)
        self.rename.hide()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while nobody looked."""
        super().showEvent(event)
        if self._stale:
            self._compare()

    # ---- what is compared

    def show_wanted(self, wanted: ModelKeys) -> None:
        """Compare with this model from now on; the diagnosis panel does so too."""
        self.doctor.set_wanted(wanted)
        self.pages.setCurrentIndex(1)
        self._compare()

    def _stop(self) -> None:
        self.doctor.set_wanted(None)
        self._compare()
        self.close()

    def _reopen(self) -> None:
        """Another file: the doctor has forgotten the model by then, or does so next."""
        self.comparison = None
        self.model.set_tree(CompareTree(()))
        QTimer.singleShot(0, self, self._compare)

    def _ask_another(self) -> None:
        self.pages.setCurrentIndex(0)

    def _compare(self) -> None:
        preview, wanted = self._session.preview, self.doctor.wanted
        self._latest.drop()
        self._stale = not self.isVisible()
        if self._stale:
            return
        if preview is None or wanted is None:
            self.pages.setCurrentIndex(0)
            return
        self.title.setText(breakable(say("Compared with {name}", name=shown_name(wanted.name))))
        self.verdict.say(NOTE, say("Comparing …"))
        self._latest.ask(lambda _tick: _compared(preview, wanted))

    def _take(self, result: tuple[Comparison, CompareTree]) -> None:
        comparison, tree = result
        self.comparison = comparison
        self.verdict.say(*compared_text(comparison.matched, tree.counts))
        self._show_rename(comparison)
        self.model.set_tree(tree)
        self.only.setChecked(tree.only_differences)
        self.only.setEnabled(bool(tree.roots))
        self.view.empty_text = "" if tree.roots else say("There are no keys on either side.")

    def _show_rename(self, comparison: Comparison) -> None:
        rename = comparison.rename
        self.rename.setVisible(rename is not None)
        if rename is not None:
            title = clip(capital(rename.title), 60)
            fit = matched_text(rename.matched_after, rename.of)
            self.rename.setText(caption(say("{title}: then {fit}", title=title, fit=fit)))
            self.rename.setToolTip(
                tooltip(say("{title}\nPlanned until you save; Ctrl+Z takes it back.", title=rename.title)) or ""
            )

    def _fail(self, error: Exception) -> None:
        self.comparison = None
        self.rename.hide()
        self.model.set_tree(CompareTree(()))
        self.verdict.say(
            WARNING, str(error) if isinstance(error, CheckpointError) else say("This failed: {error!r}", error=error)
        )

    def _take_rename(self) -> None:
        if self.comparison is not None and self.comparison.rename is not None:
            rename = self.comparison.rename
            self._session.set_plan(self._session.plan.with_edits(rename.edits))


def _compared(preview: Preview, wanted: ModelKeys) -> tuple[Comparison, CompareTree]:
    comparison = compare(preview, wanted)
    return comparison, CompareTree(comparison.rows)
