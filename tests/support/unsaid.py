"""Texts of the source that a user reads, and that are not said through `core.words`: a guess by where they stand."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from scripts.texts import ERRORS

_SHOWS = frozenset(
    (
        *("QLabel", "QPushButton", "QToolButton", "QCheckBox", "QRadioButton", "QGroupBox", "QAction", "QMenu"),
        *("QDockWidget", "QTableWidgetItem", "QTreeWidgetItem", "setText", "setToolTip", "setWindowTitle"),
        *("setPlaceholderText", "addAction", "addMenu", "addTab", "setTitle", "setAccessibleName", "setStatusTip"),
        *("setAccessibleDescription", "setWhatsThis", "setTabText", "addItem", "addItems", "addRow", "addButton"),
        *("setInformativeText", "setLabelText", "setSuffix", "setPrefix", "setSpecialValueText", "setDetailedText"),
        *("setButtonText", "setHorizontalHeaderLabels", "caption", "tooltip", "complain", "fail", "progress"),
        *("Offer", "Fix", "Line", "Card", "ActionSpec", "Finding", "make_finding", "replace", "sentence", "sentences"),
        *("say", "getOpenFileName", "getOpenFileNames", "getSaveFileName", "getExistingDirectory"),
        *("ArgumentTypeError", "QMessageBox"),
    )
)
"""What shows the texts that it is called with."""
_OUR_ERRORS = re.compile(
    r".*(?:Error|Missing|Damaged|Collision|Truncated|Unsaid|Bad\w+|Cannot\w+|Not\w+|Over\w+|Unreadable\w+)$"
)
_INNER_ERRORS = frozenset(
    (
        *("AssertionError", "NotImplementedError", "TypeError", "ValueError", "RuntimeError", "KeyError"),
        *("AttributeError", "IndexError", "OSError", "BadPickle"),
    )
)
_SAYING = frozenset({"say", "say_count", "marked", "marked_noun", "count_text"})
_NO_TEXT = frozenset({"partition", "rpartition", "removeprefix", "removesuffix", "split", "startswith", "endswith"})
_NO_TEXT |= {"replace", "strip", "rstrip", "lstrip", "join", "getattr", "setProperty", "property", "encode", "compile"}
_SENTENCE = re.compile(r"[a-z]{2,} [a-z]{2,}.* \w")
_WORD = re.compile(r"(?<![\w.:/#-])[A-Z]?[a-z]{3,}(?![\w.(=:/-])")
_NAMES = frozenset({"Pthfinder", "[*] — Pthfinder", "cuda:3, mps …"})
"""What is the same in every language."""
_CODE = re.compile(
    r"^(?:import|from|with|for|def|del|print|return|if) .*[=:(]|[{};]\s*$|=\"|^\s*\w[\w.]* = |</?\w+[ >/]"
    r"|^(?:Ctrl|Shift|Alt)\+"
)


def unsaid(file: Path) -> Iterator[tuple[int, str]]:
    """Line and text of what a user reads, as it seems, and no translator finds."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        text = _text(node)
        if text is None or text in _NAMES or _CODE.search(text) or not _WORD.search(text):
            continue
        words = text if isinstance(node, ast.JoinedStr) else text.strip()
        if _is_shown(node, parents) and (" " in words or text[:1].isupper() or text[:1] == "&"):
            yield node.lineno, text


def _text(node: ast.AST) -> str | None:
    """The words of a literal, or of what stands around the values in an f-string."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value for part in node.values if isinstance(part, ast.Constant))
    return None


def _is_shown(node: ast.AST, parents: dict[ast.AST, ast.AST]) -> bool:
    """Whether a text is an argument of what shows it, or of an error of ours, and not a part of what is said."""
    child, parent = node, parents.get(node)
    while parent is not None:
        if isinstance(parent, ast.JoinedStr | ast.Compare | ast.Subscript | ast.Assert | ast.Dict | ast.Lambda):
            return False
        if isinstance(parent, ast.Call) and child is not parent.func:
            name = _name(parent)
            if (name in _SAYING and isinstance(parent.func, ast.Name)) or name in _NO_TEXT:
                return False
            if name in ERRORS:  # which say a literal themselves
                return isinstance(node, ast.JoinedStr) or isinstance(child, ast.BinOp)
            if name in _SHOWS or (_OUR_ERRORS.match(name) and name not in _INNER_ERRORS):
                return True
            return bool(isinstance(parents.get(parent), ast.Raise) and name not in _INNER_ERRORS)
        if isinstance(parent, ast.stmt):
            return False
        child, parent = parent, parents.get(parent)
    return False


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
