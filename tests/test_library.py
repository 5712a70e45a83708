"""The public face of the engine: docs/library.md tells the truth, and every name is there, typed and lazy."""

from __future__ import annotations

import ast
import doctest
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

import core
from core.edits import edits
from tests.files.checkpoints import save, training_checkpoint
from tests.places import ROOT
from tests.support.oracle import PretendGpus

PAGE = ROOT / "docs/library.md"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory of the examples, with the files that they name."""
    with PretendGpus() as gpus:
        save(training_checkpoint(gpus), tmp_path / "run.pth")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_page_shows_what_happens() -> None:
    """All examples, one after the other in one notebook."""
    text = PAGE.read_text()
    assert set(re.findall(r"```(\w+)", text)) == {"pycon"}, "what is not run is not true for long"
    outside = re.compile(r"(?:\A|```\n)[^`].*?(?:```pycon|\Z)", re.DOTALL)
    source = outside.sub(lambda found: "\n" * found[0].count("\n"), text)
    page = doctest.DocTestParser().get_doctest(source, {}, PAGE.name, str(PAGE), 0)
    assert len(page.examples) == len(re.findall(r"^>>> ", text, re.MULTILINE)) > 20
    said: list[str] = []
    doctest.DocTestRunner(verbose=False).run(page, out=said.append)
    assert not said, "".join(said)


def test_the_readme_shows_what_works(folder: Path) -> None:
    (folder / "resources").symlink_to(ROOT / "resources")
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    exec(example, {})
    assert {tensor.device for tensor in core.list_tensors(core.open_catalogue("fixed.pth"))} == {"cpu"}


def typed() -> dict[str, str]:
    """The room of each name, as type checkers and editors see it."""
    tree = ast.parse((ROOT / "core/__init__.py").read_text())
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level == 0]
    rooms = {name.name: node.module for node in imports for name in node.names if (node.module or "")[:5] == "core."}
    public = {name for name in edits.__all__ if name in core.__all__}
    return {**dict.fromkeys(public, edits.__name__), **{name: room for name, room in rooms.items() if name != "*"}}


@pytest.mark.parametrize("name", core.__all__)
def test_a_name_is_there_as_it_is_typed(name: str) -> None:
    assert getattr(core, name) is getattr(import_module(typed()[name]), name)
    assert re.search(rf"\b{name}\b", PAGE.read_text()), "the page shows it"


def test_all_that_is_typed_is_exported() -> None:
    assert sorted(core.__all__) == dir(core) == sorted(typed())


def test_every_edit_is_public() -> None:
    assert {edit.__name__ for edit in edits.EDITS} <= set(core.__all__)


def test_nothing_else_is_there() -> None:
    with pytest.raises(AttributeError, match="'core' has no attribute 'open'"):
        getattr(core, "open")  # noqa: B009 - a type checker knows that it is not there
    with pytest.raises(ImportError, match="cannot import name 'load'"):
        exec("from core import load")


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    code = (
        "import sys, __future__; before = set(sys.modules); import core; print(sorted(set(sys.modules) - before));"
        "core.open_catalogue; print('core.saving' in sys.modules, 'core.diagnosis' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "['core']\nFalse False\n"


def test_neither_torch_nor_numpy_is_needed_to_look(folder: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); import core;"
        "core.save(core.preview(core.open_catalogue('run.pth')), 'copy.pth');"
        "print({'torch', 'numpy', 'PySide6'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
