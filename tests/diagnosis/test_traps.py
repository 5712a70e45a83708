"""Every trap is one object of the register: what would be forgotten there fails here."""

from __future__ import annotations

import ast
import importlib
from collections import Counter
from collections.abc import Iterator

from core.diagnosis.trap import KnownError
from core.diagnosis.traps.register import BY_CODE, ERRORS, LOOKS, LOOKS_AT_ANY, TRAPS
from tests.diagnosis.traceback.test_pasting import KNOWN
from tests.places import ROOT

_WITHOUT_AN_ERROR = {"state-not-dict", "missing-prefix", "script-cuts"}
"""Found out while another error is judged, or of a file that no rule is made for."""


def codes_found() -> Iterator[tuple[str, str]]:
    """The codes that findings are made with, and where."""
    for path in sorted((ROOT / "core/diagnosis").glob("*/*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("make_finding", "Finding"):
                code = node.args[node.func.id == "make_finding"]
                both = (code.body, code.orelse) if isinstance(code, ast.IfExp) else (code,)
                yield from ((each.value, path.name) for each in both if isinstance(each, ast.Constant))


def test_the_code_of_every_finding_is_that_of_a_trap() -> None:
    found = list(codes_found())
    assert len(found) > 40
    assert [each for each in found if each[0] not in BY_CODE] == []


def test_every_family_is_looked_for() -> None:
    """What takes a planned file and a computer, and gives findings, is the look of some trap."""
    names = {path.stem for path in (ROOT / "core/diagnosis/traps").glob("*.py")} - {"__init__", "register"}
    modules = [importlib.import_module(f"core.diagnosis.traps.{name}") for name in sorted(names)]
    looks = {
        look
        for module in modules
        for name, look in vars(module).items()
        if name.endswith("_findings")
        and not name.startswith("_")
        and look.__code__.co_argcount == 2
        and look.__module__ == module.__name__
    }
    assert {look.__name__ for look in looks} - {"state_findings"} == {look.__name__ for look in LOOKS}


def test_a_look_at_any_file_is_that_of_all_its_traps() -> None:
    """Traps that share a look say the same of the files that it runs on."""
    assert LOOKS_AT_ANY
    assert [trap.code for trap in TRAPS if trap.look in LOOKS_AT_ANY and not trap.of_any_file] == []


def test_every_trap_is_there_once() -> None:
    assert [code for code, times in Counter(trap.code for trap in TRAPS).items() if times > 1] == []


def test_every_trap_is_shown_by_files_or_by_errors() -> None:
    assert {trap.code for trap in TRAPS if trap.look is None and not trap.errors} == _WITHOUT_AN_ERROR


def test_every_error_has_words_advice_and_an_example() -> None:
    """Each wording is found in one of the errors that people and versions of torch gave us."""
    assert [error.title for error in ERRORS if not (error.explanation and error.fix and error.wordings)] == []
    texts = [text.lower() for text in KNOWN]
    assert [error.title for error in ERRORS if not any(_says(error, text) for text in texts)] == []


def _says(error: KnownError, text: str) -> bool:
    return any(each.expression(squeezed=False).search(text) for each in error.wordings)


def test_a_wording_is_tried_wherever_it_is_found() -> None:
    """Its anchor, by which most texts are passed over, is a piece of whatever its pattern matches."""
    texts = [" ".join(text.lower().split()) for text in KNOWN]
    wordings = [each for error in ERRORS for each in error.wordings]
    found = [(each, text) for each in wordings for text in texts if each.expression(squeezed=False).search(text)]
    assert len(found) > len(wordings)
    assert [each.pattern for each, text in found if each.anchor not in text] == []
    assert sum(not each.anchor for each in wordings) < 0.05 * len(wordings)
