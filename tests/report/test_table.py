"""Tables of keys, read back by the csv and json modules and by Qt's reader of Markdown."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument, QTextTable

from cli.main import run
from core.catalogue.build import open_catalogue
from core.edits.edits import Drop, Plan, RemapDevice, StripPrefix
from core.edits.preview import Preview, preview
from core.errors import SaveError, TargetExists
from core.report.table import COLUMNS, cell, code, leaves_of, save_table
from core.text import shown
from tests.files.evil import TEXTS, WORST, state_dict
from tests.places import ROOT

DEMO = ROOT / "resources" / "demo.pth"


@pytest.fixture
def view() -> Preview:
    return preview(open_catalogue(DEMO), Plan())


def read(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def without_marks(text: str) -> str:
    return re.sub(r"""\A'(?=[\t\r\n])|(?:\A|(?<=[\s,;|:"]))'(?=[=+\-@＝＋－＠'])""", "", text)


@example(["=HYPERLINK(1)", "@SUM(A1)", "+cmd|' /C calc'!A0", "-cmd", "\t=1", "'=1", "-1", "+2.5e3", ""])
@given(st.lists(st.text(st.characters(codec="utf-8")), min_size=1, max_size=4))
def test_cells_of_csv_are_read_back_as_they_were_and_none_is_a_formula(texts: list[str]) -> None:
    file = io.StringIO(newline="")
    csv.writer(file).writerow(map(cell, texts))
    file.seek(0)
    (found,) = csv.reader(file)
    assert list(map(without_marks, found)) == texts
    for text in found:
        assert not text.startswith(("=", "@", "\t", "\r", "\n"))
        assert not text.startswith(("+", "-")) or float(text) is not None


@example("a;=cmd|' /C calc'!A0")
@example("a\t@SUM(A1)")
@example("a,b;+1")
@example("-1,1+cmd")
@example('"=1";"-cmd"')
@example("a\n=1")
@example("＝1")
@given(st.text(st.one_of(st.characters(codec="utf-8"), st.sampled_from("=+-@;,|:\t \"'1"))))
def test_whatever_parts_the_cells_none_is_a_formula(text: str) -> None:
    """As programs of other languages part them, with quotes and without, and read by none as it was written."""
    file = io.StringIO(newline="")
    csv.writer(file).writerow([cell(text, first=True), cell(text)])
    for delimiter in ",;\t|: ":
        for quoting in (csv.QUOTE_MINIMAL, csv.QUOTE_NONE):
            file.seek(0)
            for place, row in enumerate(csv.reader(file, delimiter=delimiter, quoting=quoting)):
                for number, found in enumerate(row):
                    told = found.lstrip('"') if quoting == csv.QUOTE_NONE else found
                    at_first = not place and not number
                    assert not told.startswith(tuple("=@＝＋－＠"))
                    assert not told.startswith(("+", "-")) or (not at_first and re.match(r"[+-]\d", told))


def test_a_table_has_all_that_the_file_has(view: Preview, tmp_path: Path) -> None:
    catalogue = view.catalogue
    rows = read(save_table(view, tmp_path / "keys.csv"))
    tensors = [row for row in rows if row["dtype"]]
    assert [row["key"] for row in tensors] == [catalogue.path_text(each.entry) for each in catalogue.tensors]
    assert [row["device"] for row in tensors] == [catalogue.device_of(row) for row in range(len(catalogue.tensors))]
    assert sum(int(row["bytes"]) for row in tensors) == sum(each.nbytes for each in catalogue.tensors)
    assert {row["key"]: row["value"] for row in rows}["epoch"] == "27"
    told = json.loads(save_table(view, tmp_path / "keys.json").read_text(encoding="ascii"))
    assert [each["key"] for each in told] == [row["key"] for row in rows]
    assert (
        told[-1]["shape"] == list(catalogue.shape(catalogue.find(told[-1]["key"])) or ()) or told[-1]["shape"] is None
    )


def test_what_a_plan_makes_of_keys_is_told(tmp_path: Path) -> None:
    catalogue = open_catalogue(DEMO)
    plan = Plan((RemapDevice("cuda:*", "cpu"), StripPrefix("module."), Drop(catalogue.find("epoch"))))
    after = {row["key"]: row["after"] for row in read(save_table(preview(catalogue, plan), tmp_path / "keys.csv"))}
    assert after["epoch"] == "dropped"
    key = next(key for key in after if "module." in key and after[key].endswith("cpu"))
    assert after[key] == f"{key.replace('module.', '')}, cpu"


def test_the_selected_keys_and_the_columns_on_show(view: Preview, tmp_path: Path) -> None:
    catalogue = view.catalogue
    chosen = catalogue.find("hyper_parameters")
    path = save_table(view, tmp_path / "some.csv", entries=[chosen, chosen + 1], columns=("key", "value"))
    rows = read(path)
    assert list(rows[0]) == ["key", "value"]
    assert [row["key"] for row in rows] == [catalogue.path_text(entry) for entry in leaves_of(view, [chosen])]


@pytest.mark.parametrize("name", sorted({**TEXTS, **WORST}))
def test_hostile_keys_stay_in_their_cells(name: str, tmp_path: Path) -> None:
    evil = {**TEXTS, **WORST}[name]
    state_dict(tmp_path / "evil.pth", evil)
    catalogue = open_catalogue(tmp_path / "evil.pth")
    view = preview(catalogue, Plan())
    entries = leaves_of(view)
    keys = [catalogue.path_text(entry) for entry in entries]
    rows = read(save_table(view, tmp_path / "keys.csv"))
    assert [without_marks(row["key"]) for row in rows] == [
        key.encode("utf-8", "backslashreplace").decode() for key in keys
    ]
    assert [each["key"] for each in json.loads((save_table(view, tmp_path / "k.json")).read_text("ascii"))] == keys
    markdown = save_table(view, tmp_path / "keys.md").read_text("utf-8")
    assert markdown.count("\n") == len(keys) + 2


@pytest.mark.qt_log_ignore("QFont::setPixelSize")
@pytest.mark.parametrize(
    "text",
    ["a|b", "`a`", "``", "<b>x</b>", "![a](b)", "[x](http://y)", "@all", "*a*", "a\\", "http://x", " a ", "a&amp;b"],
)
def test_markdown_shows_a_text_as_it_is(text: str) -> None:
    document = QTextDocument()
    document.setMarkdown(f"| a | b |\n| --- | --- |\n| {code(text)} | end |\n")
    (table,) = (each for each in document.rootFrame().childFrames() if isinstance(each, QTextTable))
    assert (table.rows(), table.columns()) == (2, 2)
    found = table.cellAt(1, 0).firstCursorPosition().block()
    read = found.text().strip().replace("\\|", "|")  # Qt leaves the mark there, which GitHub takes away
    assert read == shown(text).strip().replace("\\", "\N{REPLACEMENT CHARACTER}")
    fragment = found.begin().fragment().charFormat()
    assert not fragment.isAnchor()
    assert table.cellAt(1, 1).firstCursorPosition().block().text() == "end"


def test_nothing_is_replaced_unasked_and_other_endings_are_refused(view: Preview, tmp_path: Path) -> None:
    path = tmp_path / "keys.csv"
    path.write_text("mine")
    with pytest.raises(TargetExists):
        save_table(view, path)
    with pytest.raises(SaveError, match=r"\.csv, \.json or \.md"):
        save_table(view, tmp_path / "keys.xls")
    with pytest.raises(SaveError, match="checkpoint itself"):
        save_table(view, DEMO, overwrite=True)
    assert path.read_text() == "mine"
    assert [each.name for each in tmp_path.iterdir()] == ["keys.csv"]


def test_inspect_writes_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "keys.csv"
    assert run(["inspect", str(DEMO), "--table", str(target)]) == 0
    assert str(target) in capsys.readouterr().err
    assert list(read(target)[0]) == list(COLUMNS)
    assert run(["inspect", str(DEMO), "--table", str(target)]) == 1
    assert "--overwrite" in capsys.readouterr().err
