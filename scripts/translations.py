"""The files of translations, as Qt Linguist has them (``resources/languages/*.ts``), and what Qt compiles of them.

Messages stand in the order of their English texts and name the files that say them, without lines: a change of one text
changes one place.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from string import Formatter
from typing import Final, NamedTuple
from xml.etree import ElementTree as ET
from xml.sax.saxutils import escape

from core.languages import compiled

CONTEXT: Final = "pthfinder"
"""The one context of all texts: the same English is the same text everywhere."""
_LOCALES = {"zh": "zh_CN", "ja": "ja_JP"}


class Message(NamedTuple):
    """One text with its translation, empty where there is none yet; our languages have one form for every number."""

    text: str
    counts: bool
    files: tuple[str, ...]
    translation: str = ""


def source(language: str) -> Path:
    """The file with the translations into a language."""
    return compiled(language).with_suffix(".ts")


def read(language: str) -> list[Message]:
    """All messages of a language; none where its file is not there."""
    file = source(language)
    if not file.exists():
        return []
    return [_message(node) for node in ET.parse(file).iter("message")]


def _message(node: ET.Element) -> Message:
    counts = node.get("numerus") == "yes"
    form = node.find("translation/numerusform" if counts else "translation")
    files = tuple(place.get("filename", "").removeprefix("../../") for place in node.iter("location"))
    translation = form.text if form is not None else None
    return Message(node.findtext("source", ""), counts, files, translation or "")


def updated(messages: Iterable[Message], texts: Iterable[tuple[str, bool, str]]) -> list[Message]:
    """The messages for the texts that are said now, each with the translation that it has."""
    known = {message.text: message.translation for message in messages}
    files: dict[str, set[str]] = {}
    counts: dict[str, bool] = {}
    for text, counted, file in texts:
        files.setdefault(text, set()).add(file)
        counts[text] = counts.get(text, False) or counted
    return [Message(text, counts[text], tuple(sorted(files[text])), known.get(text, "")) for text in sorted(files)]


def write(language: str, messages: Sequence[Message]) -> None:
    """Write the file of a language."""
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        "<!DOCTYPE TS>",
        f'<TS version="2.1" language="{_LOCALES[language]}" sourcelanguage="en">',
        "<context>",
        f"    <name>{CONTEXT}</name>",
    ]
    for message in messages:
        lines += _lines(message)
    lines += ["</context>", "</TS>", ""]
    source(language).parent.mkdir(exist_ok=True)
    source(language).write_text("\n".join(lines), encoding="utf-8")


def _lines(message: Message) -> list[str]:
    text = escape(message.translation)
    form = f"<numerusform>{text}</numerusform>" if message.counts else text
    unfinished = "" if message.translation else ' type="unfinished"'
    return [
        '    <message numerus="yes">' if message.counts else "    <message>",
        *(f'        <location filename="../../{file}"/>' for file in message.files),
        f"        <source>{escape(message.text)}</source>",
        f"        <translation{unfinished}>{form}</translation>",
        "    </message>",
    ]


def compile_into(language: str, target: Path | None = None) -> None:
    """Have Qt compile a language, into the place where the program reads it or into another.

    Raises `subprocess.CalledProcessError` where Qt refuses the file.
    """
    tool = Path(sys.executable).with_name("pyside6-lrelease")
    subprocess.run(
        [tool, "-silent", source(language), "-qm", target or compiled(language)], check=True, capture_output=True
    )


def holes(text: str) -> set[str]:
    """The places of a text where values are put in, as they are written: ``{n:,}``, ``{name}``."""
    try:
        parts = list(Formatter().parse(text))
    except ValueError:  # a brace that stands for itself, in a text without values
        return set()
    return {
        f"{{{name}{f'!{conversion}' if conversion else ''}{f':{form}' if form else ''}}}"
        for _, name, form, conversion in parts
        if name is not None
    }


def faults(message: Message) -> list[str]:
    """What is wrong with a translation: other holes than the English has, or blanks lost at its ends."""
    if not message.translation:
        return ["not translated"]
    found = []
    there, wanted = holes(message.translation), holes(message.text)
    if there != wanted:
        found.append(f"holes {sorted(there)} in the place of {sorted(wanted)}")
    if message.text.count("\n") != message.translation.count("\n"):
        found.append("another number of lines")
    if "&" in message.text.replace("&&", "") and "&" not in message.translation:
        found.append("no key for the keyboard (&)")
    return found
