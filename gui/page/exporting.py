"""Files for others: the keys as a table, and a report in one page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFileDialog, QWidget

from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.loading.computer import Computer
from core.memory.analysis import predict_memory
from core.memory.machine import Machine, machine_on
from core.progress import Tick
from core.report.page import Told, save_report
from core.report.table import KINDS, save_table
from core.text import count_text
from core.words import say
from gui.jobs.latest_job import LatestJob
from gui.look import messages
from gui.look.messages import Offer
from gui.look.settings import Settings
from gui.page.workspace import Workspace
from gui.session.computers import SessionMachine
from gui.session.doctor import Doctor, diagnose
from gui.session.session import Session

if TYPE_CHECKING:
    from core.diagnosis.model_match.model_keys import ModelKeys


class Exporting(QObject):
    """Asks where to, writes beside the event loop, and says when it is done."""

    def __init__(self, window: QWidget, session: Session, workspace: Workspace, remembered: Settings) -> None:
        super().__init__(window)
        self._settings = remembered
        self._window, self._session, self._workspace = window, session, workspace
        self._job = LatestJob(self)
        self._job.done.connect(self._tell)
        self._job.failed.connect(lambda error: messages.say(str(error), "error"))
        self.handlers: Mapping[str, Callable[[], object]] = {
            "export_table": partial(self.table, selected=False),
            "export_selected": partial(self.table, selected=True),
            "export_report": self.report,
        }

    def columns(self) -> list[str]:
        """What the columns on show tell, from left to right."""
        return [name for column in self._workspace.tree.view.columns.visible() for name in column.spec.exported]

    def table(self, *, selected: bool) -> None:
        """Write all keys, or what is selected, with the columns on show."""
        entries = self._session.selection if selected else None
        preview = self._planned()
        if preview is None:
            return
        if selected and not entries:
            messages.say(say("Nothing is selected: select keys in the tree first."), "warning")
            return
        kinds = (say("CSV, for spreadsheets (*.csv)"), "JSON (*.json)", say("Markdown, for an issue (*.md)"))
        target = self._ask(say("Export the keys"), ".csv", ";;".join(kinds), KINDS)
        if target is not None:
            self._job.ask(partial(_write_table, preview, target, entries, self.columns()))

    def report(self) -> None:
        """Write all that is known of the file as one page."""
        planned = self._planned()
        if planned is None:
            return
        target = self._ask(say("Export a report"), ".html", say("Web page (*.html)"), (".html", ".htm"))
        if target is not None:
            doctor, card = Doctor.of(self._session), SessionMachine.of(self._session).card
            gpus = doctor.computer.gpus
            where = count_text(gpus, "GPU") if gpus else say("a computer without a GPU")
            machine = machine_on(doctor.computer, card)
            told = Told(planned, (), where)
            self._job.ask(partial(_write_report, told, doctor.computer, doctor.wanted, machine, target))

    def _planned(self) -> Preview | None:
        """The file as it is planned now."""
        self._session.settle()
        return self._session.preview

    def _ask(self, title: str, ending: str, kinds: str, endings: Sequence[str]) -> Path | None:
        """Where to write; the ending of the kind that was chosen is put on where a name has none of them."""
        source = self._session.catalogue
        assert source is not None
        path = source.checkpoint.path
        offered = self._settings.local_folder(path) / path.with_suffix(ending).name
        chosen, kind = QFileDialog.getSaveFileName(self._window, title, str(offered), kinds)
        if not chosen:
            return None
        target = Path(chosen)
        wanted = next((each for each in endings if f"*{each})" in kind), ending)
        return target if target.suffix.lower() in endings else target.with_name(target.name + wanted)

    @staticmethod
    def _tell(path: Path) -> None:
        show = Offer(say("Open it"), lambda: _show(path))
        messages.say(say("{name} was written.", name=path.name), "info", show)


def _show(path: Path) -> None:
    QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def _write_table(
    preview: Preview, target: Path, entries: Sequence[int] | None, columns: Sequence[str], tick: Tick
) -> Path:
    """The dialog has asked already whether a file that is there may go."""
    return save_table(preview, target, entries=entries, columns=columns, overwrite=True, tick=tick)


def _write_report(
    told: Told, computer: Computer, wanted: ModelKeys | None, machine: Machine, target: Path, _tick: Tick
) -> Path:
    """Diagnosed anew: what the panel shows may still be about the plan of a moment ago."""
    planned = diagnose(told.view, computer, wanted)
    findings = diagnose(preview(told.view.catalogue, Plan()), computer, wanted) if told.view.plan else planned
    analysis = predict_memory(told.view, machine)
    told = told._replace(findings=findings, analysis=analysis, planned=planned)
    return save_report(told, target, overwrite=True)
