"""Every format of the register has all its parts: one that is forgotten fails here, and not where somebody needs it."""

from __future__ import annotations

import inspect
import pkgutil
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import torch

import core.containers
import core.saving.targets
from core.errors import VerifyFailed
from core.formats.register import FORMATS, PLANNED, TARGETS, Format, format_of
from core.saving import save as saving
from core.saving.targets.target import target_of
from tests.support.engine import catalogue_of, fix

READ = [each for each in FORMATS if each.reader]
WRITTEN = [each for each in FORMATS if each.writer]
ROOT = Path(__file__).parents[2]
NUMBERS = torch.arange(6.0) + 1


def modules_below(package: ModuleType) -> list[ModuleType]:
    found = pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    return [import_module(each.name) for each in found]


def arguments_of(function: Any) -> list[str]:
    return [name.lstrip("_") for name in inspect.signature(function).parameters]


@pytest.mark.parametrize("each", READ, ids=lambda each: each.name)
def test_what_is_read_has_a_reader(each: Format) -> None:
    module = import_module(each.reader)
    assert arguments_of(module.claims) == ["location"]
    assert arguments_of(module.read) == ["location", "tick", "read_other"]
    assert each.folders or each.in_zips or each.files is not None, "nobody would ask it"


@pytest.mark.parametrize("each", WRITTEN, ids=lambda each: each.name)
def test_what_is_written_has_a_writer(each: Format) -> None:
    assert arguments_of(target_of(each.name).prepare) == ["planned", "options"]
    assert each.title, "the dialog has no words for it"
    assert each.always_folder or each.of_branches or each.ending in each.called


def test_no_module_is_forgotten() -> None:
    writers = {each.__name__ for each in modules_below(core.saving.targets) if hasattr(each, "prepare")}
    assert writers == {each.writer for each in WRITTEN}
    readers = {each.__name__ for each in modules_below(core.containers) if hasattr(each, "claims")}
    assert readers == {each.reader for each in READ}


def test_a_copy_is_in_what_can_be_written() -> None:
    assert {each.copied_as for each in FORMATS if each.copied_as} <= set(TARGETS)


@pytest.mark.parametrize("name", PLANNED)
def test_the_documentation_has_it(name: str) -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    rows = (line for page in pages for line in page.read_text("utf-8").splitlines() if line.startswith("|"))
    assert any(re.search(rf"--container {re.escape(name)}\b", row) for row in rows), "no table has how it is written"


@pytest.fixture
def source(tmp_path: Path, state: Path) -> Path:
    torch.save({"a": NUMBERS, "b": torch.ones(2, 2)}, tmp_path / "a.pth")
    return tmp_path / "a.pth"


@pytest.mark.parametrize("name", PLANNED)
def test_what_is_written_is_read_as_what_it_is(source: Path, name: str) -> None:
    target = of_kind(source, name)
    report = fix(source, target, container=name)
    assert report.tensors == 2
    written = catalogue_of(target)
    assert written.checkpoint.format is format_of(name)
    assert [written.path_text(entry) for entry in written.tree.tensors] == ["a", "b"]


@pytest.mark.parametrize("name", PLANNED)
def test_what_is_damaged_is_noticed(source: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    verify, raw = saving.verify, NUMBERS.numpy().tobytes()

    def damaged(prepared: Any, plan: Any, path: Path, *rest: Any) -> tuple[int, int]:
        files = [each for each in (path, *path.rglob("*")) if each.is_file() and raw in each.read_bytes()]
        assert files
        for each in files:
            each.write_bytes(each.read_bytes().replace(raw, raw[::-1]))
        return verify(prepared, plan, path, *rest)

    monkeypatch.setattr(saving, "verify", damaged)
    with pytest.raises(VerifyFailed):
        fix(source, of_kind(source, name), container=name)
    assert [each.name for each in source.parent.iterdir() if each.name.startswith(("a", "b"))] == ["a.pth"]


def of_kind(source: Path, name: str) -> Path:
    return source.with_name(f"b{format_of(name).ending}")
