"""Nothing that a user reads stays out of the translators' sight, or in the language of before."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from scripts.texts import ERRORS, FUNCTIONS, MODULES, ROOT, source_files
from tests.support.unsaid import unsaid

SAYING = {
    *("say", "say_count", "say_noun", "count_text", "sentence", "sentences", "listed", "enumerated"),
    *("series", "clauses", "titled", "bracketed"),
}


def name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix()


def calls(node: ast.AST) -> Iterator[ast.Call]:
    """The calls within a node that say something."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name) and each.func.id in SAYING:
            yield each


@pytest.mark.parametrize("source", [
    "label.setText('No file is open')", "label.setText(f'Opening {name}')", "QPushButton('Measure' if x else 'Again')",
    "raise EditError(f'A key {a} needs a name.')", "raise EditError(f'{a} needs ' + b)",
    "messages.say(f'{a} has changed')",
    "make_finding(view, 'no-gpu', ERROR, 'saved on a GPU')", "action.setToolTip(text or 'Leave it out')",
])  # fmt: skip
def test_what_is_shown_and_not_said_is_found(source: str, tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(source, encoding="utf-8")
    assert len(list(unsaid(file))) >= 1


@pytest.mark.parametrize("source", [
    "label.setText(say('No file is open'))", "raise EditError('A key {name}', name='of some words')",
    "raise TypeError('no such thing here')", "label.setText('cuda:0')", "label.setText(f'{a} → {b}')",
    "box.setText(text.removeprefix('The file is '))", "label.setText('Ctrl+Shift+P')", "add('--map', help=say('a b'))",
])  # fmt: skip
def test_what_is_said_or_no_text_is_left_alone(source: str, tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(source, encoding="utf-8")
    assert list(unsaid(file)) == []


def test_nothing_is_said_before_a_language_is_chosen() -> None:
    """At import time, as a default of an argument, or in what is kept for ever."""
    early: list[str] = []
    for file in source_files():
        tree = ast.parse(file.read_text(encoding="utf-8"))
        functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.Lambda)]
        inside = {id(call) for function in functions for call in calls(_body(function))}
        kept = [node for node in functions if isinstance(node, ast.FunctionDef) and _is_kept(node)]
        found = [
            *(call for call in calls(tree) if id(call) not in inside),
            *(call for each in kept for call in calls(each)),
        ]
        early += [f"{name(file)}:{call.lineno}: {ast.unparse(call)[:80]}" for call in found]
    assert early == []


def _body(function: ast.FunctionDef | ast.Lambda) -> ast.AST:
    if isinstance(function, ast.Lambda):
        return function.body
    return ast.Module(function.body, [])


def _is_kept(function: ast.FunctionDef) -> bool:
    words = ("cache", "cached_property", "lru_cache")
    return any(
        word in ast.unparse(each).partition("(")[0].split(".") for each in function.decorator_list for word in words
    )


CODE = {
    *("cli/output.py", "core/catalogue/integrity.py", "core/catalogue/optimizers/hyperparameters.py"),
    *("core/containers/dcp/folder.py", "core/containers/joining.py", "core/diagnosis/trap.py"),
    "core/diagnosis/traps/devices.py",
    *("core/diagnosis/traceback/recognise.py", "core/edits/numbers/setting.py", "core/edits/patterns.py"),
    *("core/edits/script.py", "core/edits/to_plain.py", "core/layers/layer.py", "core/layers/skeleton.py"),
    *("core/loading/code.py", "core/loading/many_files.py", "core/loading/methods.py", "core/loading/recipes.py"),
    *("core/loading/torch_messages.py", "core/memory/analysis.py", "core/objects/dtensors.py"),
    *("core/objects/value_text.py", "core/recipes/as_python.py", "core/remote/stores/sftp.py"),
    *("core/report/table.py", "core/report/values.py", "core/spread/worker.py", "core/text.py"),
    *("core/torch_child/bridge.py", "gui/app/start.py", "gui/compare/dialog.py", "gui/details/model.py"),
    *("gui/diagnosis/checks.py", "gui/page/opening_pages.py", "gui/plots/grid_model.py"),
    *("gui/session/diagnosis_service.py", "gui/session/scanning.py", "gui/values/changing.py"),
    "gui/values/tensor_pages.py",
}
"""Modules that write Python, indices, tables for programs, what torch says, and exceptions by their names."""


def test_what_a_user_reads_is_joined_by_no_english_comma() -> None:
    """`core.text.listed`, `series`, `clauses` and `titled` join as the language in use does."""
    assert {name(file) for file in source_files() if joins(file)} - CODE == set()


def joins(file: Path) -> bool:
    """Whether a module puts ``, ``, ``; `` or ``: `` between two texts."""
    nodes = [*ast.walk(ast.parse(file.read_text(encoding="utf-8")))]
    texts = [
        node.func.value
        for node in nodes
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "join"
    ]
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            texts += node.values
    return any(isinstance(text, ast.Constant) and text.value in (", ", "; ", ": ") for text in texts)


def test_the_functions_that_are_looked_for_are_there() -> None:
    modules = [import_module(each) for each in MODULES]
    assert all(any(hasattr(module, each) for module in modules) for each in FUNCTIONS)
    assert {"EditError", "Unreachable"} < ERRORS
    assert "TargetExists" not in ERRORS
