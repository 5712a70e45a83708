"""Code is coloured as Python reads it, legible in both themes, and copied as it is."""

from __future__ import annotations

import io
import keyword
import tokenize

import pytest
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from gui.look import theme
from gui.widgets import code_view
from gui.widgets.code_view import COMMENT, KEYWORD, NUMBER, TEXT, CodeView, colour_of, spans_of

CODE = '''import torch  # the library
model = Model()
text = """two
lines"""
for key in ("a", 'b'):
    model.load(key, map_location="cpu", strict=True, lr=1e-4) if not None else 12
'''


def luminance(colour: str) -> float:
    """WCAG's relative luminance of `#rrggbb`."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("kind", [KEYWORD, TEXT, NUMBER, COMMENT])
@pytest.mark.parametrize("colours", [theme.LIGHT, theme.DARK])
def test_every_colour_is_legible(kind: str, colours: theme.Colours) -> None:
    assert contrast(colour_of(kind, dark=colours.dark), colours.base) >= 4.5


def test_the_pieces_are_those_of_pythons_own_tokenizer() -> None:
    """Its tokenizer is the judge."""
    lines = CODE.split("\n")
    ours = {
        (line, span.start, lines[line][span.start : span.start + span.length], span.kind)
        for line, spans in enumerate(spans_of(CODE))
        for span in spans
    }
    for token in tokenize.generate_tokens(io.StringIO(CODE).readline):
        line, column = token.start[0] - 1, token.start[1]
        kind = {tokenize.NUMBER: NUMBER, tokenize.COMMENT: COMMENT}.get(token.type)
        if token.type == tokenize.NAME and keyword.iskeyword(token.string):
            kind = KEYWORD
        if kind is not None:
            assert (line, column, token.string, kind) in ours
        elif token.type == tokenize.STRING:
            starts = {start for at, start, _text, found in ours if at == line and found == TEXT}
            assert column in starts
        elif token.type in (tokenize.NAME, tokenize.OP):
            assert not any(at == line and start == column for at, start, _text, _kind in ours), token


def test_it_is_shown_and_copied_as_it_is_in_lines_that_are_never_broken(qtbot: QtBot) -> None:
    view = CodeView()
    qtbot.addWidget(view)
    view.resize(120, 200)
    view.show_code(CODE)
    assert view.toPlainText() == CODE
    assert view.lineWrapMode() == QPlainTextEdit.LineWrapMode.NoWrap
    view.selectAll()
    view.copy()
    assert view.textCursor().selection().toPlainText() == CODE


def test_the_colours_are_those_of_the_theme(qtbot: QtBot) -> None:
    view = CodeView()
    qtbot.addWidget(view)
    view.show()
    view.show_code("import torch")
    seen = []
    for choice in ("light", "dark"):
        theme.theme().apply(choice)
        (form,) = view.document().firstBlock().layout().formats()
        seen.append(form.format.foreground().color().name())
    assert seen == [colour_of(KEYWORD, dark=False), colour_of(KEYWORD, dark=True)]


def test_the_lexer_is_imported_when_code_is_first_shown(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_view, "import_module", pytest.fail)
    view = CodeView()
    qtbot.addWidget(view)
    view.show_code("")
