"""Models are made without widgets. What they need no Qt at all for is held by the import contracts."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.places import ROOT

KINDS = ("model.py", "models.py")
MODELS = sorted(str(path.relative_to(ROOT)) for kind in KINDS for path in (ROOT / "gui").glob(f"*/*{kind}"))


def imported(path: Path) -> set[str]:
    """The names of the modules that a module imports, wherever in it, and of what it imports from them."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.update((str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names)))
    return found


@pytest.mark.parametrize("model", MODELS)
def test_a_model_imports_no_widgets(model: str) -> None:
    assert "PySide6.QtWidgets" not in imported(ROOT / model)


def test_every_table_has_its_model() -> None:
    assert {"gui/tree/table_model.py", "gui/optimizer/model.py"} <= set(MODELS)
