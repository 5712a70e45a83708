"""What a real notebook shows of files and what is found in them: HTML that is inert, whatever a file calls itself."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest
import torch
from IPython.core.interactiveshell import InteractiveShell
from nbclient import NotebookClient

import core
from core.report.notebook import html_of
from tests.files.checkpoints import save, training_checkpoint
from tests.places import ROOT
from tests.support.oracle import PretendGpus

NOTEBOOK = ROOT / "docs/notebook.ipynb"


class Tags(HTMLParser):
    """The tags of some HTML, each closed by its own; and the text between them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def run(tmp_path: Path) -> Path:
    with PretendGpus() as gpus:
        return save(training_checkpoint(gpus), tmp_path / "run.pth")


def test_a_file_shows_its_devices_its_tree_and_what_is_wrong(run: Path) -> None:
    tags = Tags(html_of(core.open_catalogue(run)))
    assert {"details", "summary", "table"} <= tags.found
    for told in ("run.pth", "33 tensors", "cuda:7", "optimizer", "3×3", "module.", "the chosen computer has no GPU"):
        assert told in tags.text.replace(" × ", "×"), told


def test_a_plan_shows_what_it_changes(run: Path) -> None:
    catalogue = core.open_catalogue(run)
    view = core.preview(catalogue, core.Plan((core.RemapDevice("cuda:*", "cpu"), core.Drop(catalogue.find("args")))))
    html = html_of(view)
    tags = Tags(html)
    assert "cuda:* → cpu" in tags.text
    assert re.search(r"<s><code>args", html)
    assert "cuda:7" not in html.partition("<details>")[2].partition("</details>")[0]


def test_a_scan_and_a_difference_are_shown(tmp_path: Path) -> None:
    torch.save({"w": torch.tensor([1.0, float("nan")]), "b": torch.ones(2)}, tmp_path / "a.pth")
    torch.save({"w": torch.tensor([1.0, 2.0]), "c": torch.ones(2)}, tmp_path / "b.pth")
    a, b = core.open_catalogue(tmp_path / "a.pth"), core.open_catalogue(tmp_path / "b.pth")
    scanned = Tags(html_of(core.scan(a)))
    assert "nan" in scanned.text
    assert "w" in scanned.text
    compared = Tags(html_of(core.compare(a, b))).text
    assert "a.pth" in compared
    assert "they differ" in compared
    assert "nothing differs" in Tags(html_of(core.compare(a, a))).text


def test_nothing_of_a_file_is_markup(tmp_path: Path) -> None:
    names = ("<script>alert(1)</script>", "</code><img src=x onerror=alert(1)>", "'\"><b>", "a\x1b[31m\u202eb")
    torch.save({name: {name: torch.ones(1), "text": name} for name in names}, tmp_path / "<b>.pth")
    tags = Tags(html_of(core.open_catalogue(tmp_path / "<b>.pth")))
    assert tags.found <= {"p", "b", "span", "table", "tr", "th", "td", "div", "details", "summary", "code", "s"}
    assert tags.attributes <= {"style"}
    assert "\x1b" not in tags.text
    assert "\u202e" not in tags.text


def test_what_is_large_or_deep_is_cut(tmp_path: Path) -> None:
    deep: dict[str, object] = {}
    inner = deep
    for _ in range(200):
        inner["a"] = inner = {}
    torch.save({"deep": deep, "many": {f"k{at}": torch.ones(1) for at in range(5000)}}, tmp_path / "a.pth")
    html = html_of(core.open_catalogue(tmp_path / "a.pth"))
    Tags(html)
    assert len(html) < 100_000


def test_ipython_asks_for_it_without_being_told(run: Path) -> None:
    """`core` is imported in a shell; nothing of the report is, before something is shown."""
    shell = InteractiveShell.instance()
    try:
        core._show_in_notebooks()
        data, _ = shell.display_formatter.format(core.open_catalogue(run))
        assert "cuda:7" in data["text/html"]
        data, _ = shell.display_formatter.format(core.list_tensors(core.open_catalogue(run))[0])
        assert "text/html" not in data
    finally:
        InteractiveShell.clear_instance()


def test_tensors_are_a_table_of_pandas(run: Path) -> None:
    catalogue = core.open_catalogue(run)
    table = core.tensors_table(catalogue)
    assert list(table.columns) == ["path", "device", "dtype", "shape", "nbytes", "role"]
    assert table.groupby("device").size().to_dict() == {"cpu": 7, "cuda:7": 26}
    with_numbers = core.tensors_table(catalogue, core.scan(catalogue))
    weights = torch.load(run, map_location="cpu", weights_only=False)["state_dict"]
    for path, lowest in zip(with_numbers["path"], with_numbers["lowest"], strict=True):
        if path.startswith("state_dict/"):
            assert lowest == pytest.approx(weights[path.removeprefix("state_dict/")].min().item())


def test_the_notebook_of_the_docs_runs(tmp_path: Path) -> None:
    """In a kernel of its own, as `jupyter` does it, and comes to what it shows."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    client = NotebookClient(notebook, timeout=120, kernel_name="python3", resources={"metadata": {"path": str(ROOT)}})
    client.execute()
    shown = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert not [each for each in shown if each.output_type == "stream"], "no function of it prints"
    html = "".join(each["data"].get("text/html", "") for each in shown if "data" in each)
    assert "cuda:5" in html
    assert "<details>" in html
    assert "dataframe" in html
