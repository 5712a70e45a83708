"""File ▸ Export: the table and the report that a user gets."""

from __future__ import annotations

import csv
import html
from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from core.diagnosis.finding import ERROR
from core.edits.edits import RemapDevice
from gui.app.window import MainWindow
from gui.document.tree_columns import Column
from gui.session.diagnosis_service import DiagnosisService
from tests.gui.conftest import Said


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What the user says in the dialog: a file, and the kind."""
    said = {"file": "", "kind": ""}
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (said["file"], said["kind"]))
    return said


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_the_selected_keys_with_the_columns_on_show(
    document: MainWindow, answer: dict[str, str], tmp_path: Path, qtbot: QtBot, said: Said
) -> None:
    page = document.page
    catalogue = page.session.catalogue
    assert catalogue is not None
    page.workspace.tree.view.columns.show(Column.DTYPE, False)
    page.session.set_selection([catalogue.tensors[0].entry, catalogue.tensors[2].entry])
    target = tmp_path / "keys.csv"
    answer["file"] = str(tmp_path / "keys")
    answer["kind"] = "CSV, for spreadsheets (*.csv)"
    document.actions_["export_selected"].trigger()
    qtbot.waitUntil(target.exists)
    qtbot.waitUntil(lambda: "keys.csv was written." in said.texts)
    rows = read(target)
    assert [row["key"] for row in rows] == [catalogue.path_text(catalogue.tensors[row].entry) for row in (0, 2)]
    assert "dtype" not in rows[0]
    assert {"shape", "device"} <= set(rows[0])


def test_a_name_that_nobody_was_asked_about_stays(
    document: MainWindow, answer: dict[str, str], tmp_path: Path, qtbot: QtBot, said: Said
) -> None:
    """The dialog asks about the name that was typed; the ending makes another of it."""
    (tmp_path / "keys.csv").write_text("mine")
    answer.update(file=str(tmp_path / "keys"), kind="CSV, for spreadsheets (*.csv)")
    document.actions_["export_table"].trigger()
    qtbot.waitUntil(lambda: any("keys.csv already exists" in text for text in said.texts))
    assert (tmp_path / "keys.csv").read_text() == "mine"
    answer["file"] += ".csv"
    document.actions_["export_table"].trigger()
    qtbot.waitUntil(lambda: "keys.csv was written." in said.texts)
    assert (tmp_path / "keys.csv").read_text() != "mine"


def test_nothing_selected_is_said(document: MainWindow, said: Said) -> None:
    document.page.session.set_selection([])
    document.actions_["export_selected"].trigger()
    assert said.texts == ["Nothing is selected: select keys in the tree first."]


def test_a_report_has_the_plan_and_the_findings(
    document: MainWindow, answer: dict[str, str], tmp_path: Path, qtbot: QtBot, said: Said
) -> None:
    service = DiagnosisService.of(document.page.session)
    qtbot.waitUntil(lambda: service.findings is not None and not service.busy)
    (error,) = (html.escape(each.title) for each in service.findings or () if each.severity == ERROR)
    document.page.session.apply(RemapDevice("cuda:5", "cpu"))
    qtbot.waitUntil(lambda: not service.busy)
    assert service.findings
    titles = [html.escape(finding.title) for finding in service.findings]
    service.findings = None  # as long as it is not known yet
    answer["file"] = str(tmp_path / "report.html")
    answer["kind"] = "Web page (*.html)"
    document.actions_["export_report"].trigger()
    qtbot.waitUntil(lambda: "report.html was written." in said.texts)
    text = (tmp_path / "report.html").read_text("utf-8")
    assert "cuda:5 → cpu" in text
    assert "<svg" in text
    before, after = text.split("<h2>Diagnosis</h2>")[1].split("After the pending changes")
    assert error in before  # what is wrong with the file as it is
    assert error not in after
    assert [title for title in titles if title not in after] == []


def test_what_cannot_be_written_is_said(
    document: MainWindow, answer: dict[str, str], tmp_path: Path, qtbot: QtBot, said: Said
) -> None:
    answer["file"] = str(tmp_path / "nowhere" / "keys.md")
    document.actions_["export_table"].trigger()
    qtbot.waitUntil(lambda: bool(said.messages))
    assert said.messages[0].level == "error"
    assert "nowhere" in said.texts[0]
    answer["file"] = ""
    document.actions_["export_report"].trigger()
    assert len(said.messages) == 1
