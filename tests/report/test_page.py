"""The page of a report, read by Python's own reader of HTML."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from cli.main import run
from core.catalogue.build import open_catalogue
from core.diagnosis.diagnose import diagnose
from core.edits.edits import Plan, RemapDevice
from core.edits.preview import preview
from core.memory.analysis import predict_memory
from core.report import page as pictures
from core.report.page import Told, page, save_report
from core.text import shown
from tests.files.evil import TEXTS, WORST, seen, state_dict
from tests.places import ROOT

DEMO = ROOT / "resources" / "demo.pth"
OWN = {
    *("html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "span", "b", "ul", "li", "div", "pre", "code"),
    *("table", "tr", "th", "td", "svg", "rect", "text"),
}


class Reader(HTMLParser):
    """All tags, attributes and texts of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.values: list[str] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}
        self.values += [value or "" for _, value in attrs]

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


def told(path: Path, plan: Plan) -> Told:
    view = preview(open_catalogue(path), plan)
    return Told(view, diagnose(view), "a computer without a GPU", predict_memory(view))


def read(path: Path, plan: Plan = Plan()) -> Reader:
    reader = Reader()
    reader.feed("\n".join(page(told(path, plan))))
    return reader


def test_it_tells_devices_findings_with_cures_memory_and_keys() -> None:
    reader = read(DEMO)
    text = "".join(reader.texts)
    found = told(DEMO, Plan())
    assert found.findings
    for finding in found.findings:
        assert finding.title in text
        assert finding.explanation in text
    assert "fix demo.pth -o demo-fixed.pth --map" in text
    assert found.analysis is not None
    assert found.analysis.why in text
    catalogue = found.view.catalogue
    assert all(catalogue.path_text(row.entry) in text for row in catalogue.tensors)
    assert {total.device for total in catalogue.devices} <= set(reader.texts)
    assert reader.tags <= OWN
    assert not any(value.startswith(("http", "//")) for value in reader.values)


def test_a_plan_is_told_with_its_command() -> None:
    text = "".join(read(DEMO, Plan((RemapDevice("cuda:*", "cpu"),))).texts)
    assert "cuda:* → cpu" in text
    assert "--map 'cuda:*=cpu'" in text


@pytest.mark.parametrize("name", sorted({**TEXTS, **WORST}))
def test_nothing_of_a_file_is_markup(name: str, tmp_path: Path) -> None:
    evil = {**TEXTS, **WORST}[name]
    path = tmp_path / "evil.pth"
    state_dict(path, evil)
    reader = read(path)
    assert reader.tags <= OWN
    assert reader.attributes <= {
        *("lang", "charset", "http-equiv", "content", "class", "style", "role", "aria-label", "viewbox", "width"),
        *("height", "x", "y", "rx", "fill", "text-anchor"),
    }
    assert all(seen(line) for each in (*reader.texts, *reader.values) for line in each.split("\n"))
    assert shown(evil) in "".join(reader.texts)


def test_pictures_are_sound_and_of_the_colours_of_the_window() -> None:
    from gui.look import palette

    assert pictures.CARDS == palette._LIGHT
    assert palette._CPU_LIGHT == pictures.CPU
    picture = pictures.bars('a "b" <c>', [pictures.PictureBar("x<y" * 20, 1.7, "1 & 2", "#123456")], "24 GiB")
    tree = ET.fromstring(picture)
    assert [each.text for each in tree.iter("text")] == ["x<y" * 11 + "x…", "1 & 2", "24 GiB"]


def test_the_command_writes_it_all_or_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "report.html"
    assert run(["report", str(DEMO), "-o", str(target), "--machine", "gpus:8"]) == 0
    assert "8 GPUs" in target.read_text("utf-8")
    capsys.readouterr()
    assert run(["report", str(DEMO), "-o", str(target)]) == 1
    assert "--overwrite" in capsys.readouterr().err
    assert run(["report", str(DEMO), "-o", str(tmp_path / "no" / "report.html")]) == 1
    assert [each.name for each in tmp_path.iterdir()] == ["report.html"]
    assert save_report(told(DEMO, Plan()), target, overwrite=True) == target
