"""ARCHITECTURE.md and the other pages name what is there, and the rooms stay small enough to be drawn."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from tests.places import ROOT

MOST_MODULES, MOST_LINES = 40, 800
MAP = "ARCHITECTURE.md"
PAGES = sorted(str(page.relative_to(ROOT)) for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")])
PACKAGES = sorted(
    str(init.parent.relative_to(ROOT)) for top in ("core", "gui") for init in (ROOT / top).glob("*/**/__init__.py")
)


def places(page: str) -> list[str]:
    """What a page names as paths: `core/text.py`, `core/text.py:shown`, `core/edits/`."""
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text(), flags=re.DOTALL)
    found = re.findall(r"`([^`\s]+)`", text)
    return [place for place in dict.fromkeys(found) if re.match(r"(?:[a-z]+\.py|(?:core|cli|gui|tests|docs)/)", place)]


def is_there(place: str) -> bool:
    """Whether there is such a file or folder, and in a file what stands behind a colon."""
    path, _, name = place.partition(":")
    if not (ROOT / path).exists() or (ROOT / path).is_dir() != path.endswith("/"):
        return False
    return not name or bool(re.search(rf"^\s*(?:def|class) {name}\b", (ROOT / path).read_text(), re.MULTILINE))


@pytest.mark.parametrize("page", PAGES)
def test_every_place_that_is_named_is_there(page: str) -> None:
    named = [place for place in places(page) if "*" not in place]
    assert [place for place in named if not is_there(place)] == []


@pytest.mark.parametrize("page", PAGES)
def test_every_link_leads_somewhere(page: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / page).read_text())
    assert all(((ROOT / page).parent / link).exists() for link in links), links


@pytest.mark.parametrize("package", [package for package in PACKAGES if package.count("/") == 1])
def test_every_floor_is_on_the_map(package: str) -> None:
    assert f"{package}/" in places(MAP)


@pytest.mark.parametrize("top", ["core", "gui"])
def test_the_map_has_the_layers_of_the_contract_upside_down(top: str) -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (layers,) = (each["layers"] for each in contracts if each.get("containers") == [top])
    floor = {package: height for height, layer in enumerate(reversed(layers)) for package in re.findall(r"\w+", layer)}
    tables = (ROOT / MAP).read_text().partition("## What must hold")[0]
    drawn = [floor[package] for package in re.findall(rf"^\| `{top}/(\w+)/`", tables, re.MULTILINE)]
    assert drawn == sorted(drawn)
    assert len(set(drawn)) > len(layers) - 2  # a line may stand for several


@pytest.mark.parametrize("folder", ["cli", "core", "gui", *PACKAGES])
def test_no_folder_holds_more_than_one_can_see_at_once(folder: str) -> None:
    modules = [path.name for path in Path(ROOT / folder).glob("*.py") if path.name != "__init__.py"]
    assert len(modules) <= MOST_MODULES, modules


def test_no_file_is_longer_than_one_can_read_at_once() -> None:
    files = [ROOT / "main.py", *(path for top in ("cli", "core", "gui") for path in (ROOT / top).rglob("*.py"))]
    assert len(files) > 100
    assert [path.name for path in files if len(path.read_text().splitlines()) > MOST_LINES] == []
