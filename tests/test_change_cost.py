"""What `make cost` counts, on sources in which each thing is there once, and once looks like it and is not."""

from __future__ import annotations

import ast

import pytest

from scripts import change_cost as cost


def module(name: str, text: str) -> cost.Module:
    return cost.Module(name, text.count("\n"), ast.parse(text))


EDITS = module("core.edits.edits", "EDITS: Final = (Drop, Keep)\n")


def test_an_edit_is_named_where_its_name_stands_and_not_in_texts() -> None:
    others = [
        module("a", "from core.edits.edits import Drop\n"),
        module("b", "def at(edit):\n    match edit:\n        case edits.Keep(): pass\n"),
        module("c", "'Drop'  # Keep\nDropped = 1\n"),
    ]
    assert cost.files_per_edit([EDITS, *others]) == {"Drop": 2, "Keep": 2}
    union = module("core.edits.edits", "Edit = Drop | Keep\n")
    assert cost.files_per_edit([union]) == {"Drop": 1, "Keep": 1}


@pytest.mark.parametrize(
    ("text", "tests"),
    [
        ("view.container == 'zip'", True),
        ("(view.container or other) not in ('legacy', 'dcp')", True),
        ("planned_container(view) != OLD", True),
        ("kind.startswith('zip ')", True),
        ("match container:\n    case 'safetensors': pass", True),
        ("name == 'zip'", False),
        ("kind == 'dict'", False),
        ("view.container == asked", False),
        ("UseContainer('zip')", False),
    ],
)
def test_a_kind_is_tested_for(text: str, tests: bool) -> None:
    constants = cost.kinds_by_name([module("x", "OLD = 'legacy'\nSHAPES = ('dict', 'zip')\n")])
    assert constants == {"OLD"}
    assert cost.tests_container(module("a", text), constants) is tests


def test_lists_of_suffixes() -> None:
    assert cost.suffix_lists(module("a", "A = frozenset({'.pt', *('.pth', '.bin')})\nB = ('.pt', '.gz', '.xz')")) == 1


def test_class_names() -> None:
    product = [module(name, "class Row: pass\nclass _Own: pass\n") for name in "abc"]
    assert cost.meanings(product) == {"Row": 3}


def test_modules_with_one_neighbour() -> None:
    product = [
        module("core.a.used_beside", ""),
        module("core.a.used_by_a_text", ""),
        module("core.a.used_twice", ""),
        module("core.a.used_elsewhere", ""),
        module("core.a.user", "from core.a import used_beside, used_twice\nX = 'core.a.used_by_a_text'\n"),
        module("core.b.other", "import core.a.used_twice\nfrom core.a.used_elsewhere import x\n"),
    ]
    assert sorted(cost.with_one_neighbour(product)) == ["core.a.used_beside", "core.a.used_by_a_text"]


def test_files_of_a_trap() -> None:
    product = [
        module("core.diagnosis.traps.register", "trap('no-gpu cut-short', 'a title')\n"),
        module("core.diagnosis.traps.devices", "class NoGpu(Trap):\n    code = 'no-gpu'\n"),
        module("gui.a", "x = 'there is no-gpu here'\n"),
    ]
    assert cost.files_per_trap(product) == {"no-gpu": 2, "cut-short": 1}


@pytest.mark.long
def test_everything_is_found_in_the_product() -> None:
    """All but what may well be gone: names that stand for several things."""
    figures = [each for each in cost.figures(cost.modules()) if each.what != "class names with three meanings"]
    assert all(figure.today not in ("0", "none") for figure in figures)
