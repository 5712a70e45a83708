"""``make texts``: finds every text that a user reads, puts it into the catalogues of translations and compiles them.

Texts are the literals that `core.words.say`, `say_count`, `marked`, `marked_noun`, `core.text.count_text`, the errors
of `core.errors`, and those of `core.diagnosis.trap` with its judges, are called with. What is translated already keeps
its translation, what nobody says any more goes; what is not translated yet is printed, and said in English meanwhile.

A catalogue is a file of gettext, written by Babel (``resources/languages/*.po``). Its texts stand in their order and
name the files that say them, without lines: a change of one text changes one place.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import product
from pathlib import Path
from string import Formatter
from typing import IO, Any, Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from core import errors
from core.languages import LANGUAGES, compiled
from core.remote import trouble
from core.version import VERSION
from core.words import counted

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("core", "gui", "cli")
ERRORS: Final = frozenset(
    name
    for module in (errors, trouble)
    for name, each in vars(module).items()
    if isinstance(each, type) and getattr(each, "__init__", None) is errors.CheckpointError.__init__
)
"""The errors that say what they are raised with."""
SAYING: Final = {*ERRORS, "cause", "innocent", "unknown"}
"""What says its first argument, or what was said before."""
FUNCTIONS: Final = {
    **dict.fromkeys(("say", "marked", "error", *SAYING), (1,)),
    **dict.fromkeys(("say_count", "marked_noun", "count_text"), (1, 2)),
}
"""What says something, and which of the texts that `extract` finds in it are the English for one thing and for more."""
TRANSLATED = tuple(language for language in LANGUAGES if language != "en")
MODULES = ("core.words", "core.text", "core.diagnosis.trap", errors.__name__, trouble.__name__)


class Unreadable(Exception):
    """A text is made of pieces, where a literal is wanted. Says where."""


def texts_of(files: Iterable[Path]) -> Catalog:
    """The texts of source files, untranslated. Raises `Unreadable` with a line for each that is no literal."""
    found = Catalog()
    problems: list[str] = []
    for file in files:
        name = _name(file)
        try:
            rows = extract_from_file(extract, file, FUNCTIONS)  # type: ignore[arg-type] # it is annotated as a result
        except Unreadable as problem:
            problems.append(str(problem))
            continue
        for line, text, _comments, _context in rows:
            found.add(text, locations=[(name, line)])
            if isinstance(text, tuple) and found[text].id != text:  # gettext knows a text by its singular
                problems.append(f"{name}:{line}: {text[0]!r} has another plural elsewhere")
    if problems:
        raise Unreadable("\n".join(problems))
    return found


def source_files() -> list[Path]:
    """The modules in which something may be said."""
    return sorted(file for folder in FOLDERS for file in (ROOT / folder).rglob("*.py"))


def _name(file: Path) -> str:
    return file.relative_to(ROOT).as_posix() if file.is_relative_to(ROOT) else file.name


def extract(
    file: IO[bytes],
    _keywords: Collection[str],
    _comment_tags: Collection[str],
    options: Mapping[str, Any],  # noqa: ARG001 - Babel names it
) -> Iterator[tuple[int, str, tuple[str, ...], list[str]]]:
    """An extraction method of Babel. Its own for Python takes ``say("a" if x else "b")`` for one text, pieces of an
    f-string for a whole one, and any function by our names for ours.
    """
    tree = ast.parse(file.read())
    ours = _imported(tree)
    problems = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ours:
            try:
                for texts in _said(node.func.id, node):
                    yield node.lineno, node.func.id, texts, []
            except Unreadable as problem:
                problems.append(f"{_name(Path(file.name))}:{node.lineno}: {problem}")
    if problems:
        raise Unreadable("\n".join(problems))


def _imported(tree: ast.Module) -> set[str]:
    """The functions of ours that a module has; another one may go by the same name elsewhere."""
    imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module in MODULES)
    return {name.name for node in imports for name in node.names} & FUNCTIONS.keys()


def _said(function: str, call: ast.Call) -> Iterator[tuple[str, ...]]:
    """What one call says: a text, or one and its plural."""
    if function not in SAYING and any(isinstance(argument, ast.Starred) for argument in call.args):
        raise Unreadable(f"{function} of a list of arguments")
    match function, call.args:
        case "say", [text]:
            yield from ((literal,) for literal in _literals(text, noted=True))
        case "error", [title, explanation, fix, *_]:
            fixes = fix.elts if isinstance(fix, ast.Tuple) else [fix]
            absent = [each.value for each in call.keywords if each.arg == "absent"]
            for text in (title, explanation, *fixes, *absent):
                yield from ((literal,) for literal in _literals(text, noted=True))
        case saying, _ if saying in SAYING:
            yield from ((literal,) for text in call.args[:1] for literal in _given(text))
        case "say_count", [_, one, many]:
            yield from product(_literals(one), _literals(many))
        case "marked", [text]:
            yield from ((literal,) for literal in _literals(text))
        case "marked_noun", [noun]:
            yield from map(counted, _literals(noun))
        case "count_text", [_, noun]:
            yield from map(counted, _literals(noun, noted=True))
        case _:
            raise Unreadable(f"{function} with other arguments than it takes")


def _literals(node: ast.expr, *, noted: bool = False) -> Iterator[str]:
    """The literals that an argument may be; a variable is none, and may stand where it holds what was ``noted``."""
    match node:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.IfExp(body=body, orelse=otherwise):
            yield from _literals(body, noted=noted)
            yield from _literals(otherwise, noted=noted)
        case ast.Name() | ast.Attribute() | ast.Subscript() if noted:
            return
        case ast.Call(func=ast.Attribute(attr="get" | "pop")) if noted:
            return
        case _:
            raise Unreadable(f"no literal: {ast.unparse(node)[:80]}")


def _given(node: ast.expr) -> Iterator[str]:
    """The literals that are yet to be said; anything else was said before."""
    match node:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.IfExp(body=body, orelse=otherwise):
            yield from (*_given(body), *_given(otherwise))


def source(language: str) -> Path:
    """The catalogue of a language, as translators have it."""
    return compiled(language).with_suffix(".po")


def read(language: str) -> Catalog:
    """The catalogue of a language; one without texts where its file is not there."""
    file = source(language)
    if file.exists():
        with file.open("rb") as stream:
            return read_po(stream, locale=language, abort_invalid=True)
    return Catalog(
        locale=language,
        project="Pthfinder",
        header_comment=f"# What Pthfinder says, in {LANGUAGES[language]}.",
        language_team=LANGUAGES[language],
        fuzzy=False,
    )


def write(language: str, catalogue: Catalog) -> None:
    """Write the catalogue of a language, and beside it what is compiled of it."""
    catalogue.version = VERSION
    for message in catalogue:
        message.flags.discard("python-format")  # which Babel believes of "{place} % of them"
    with source(language).open("wb") as stream:
        write_po(stream, catalogue, width=0, sort_output=True, include_lineno=False, ignore_obsolete=True)
    compile_into(language)


def compile_into(language: str, target: Path | None = None) -> None:
    """Compile the catalogue of a language, into the place where the program reads it or into another."""
    catalogue = read(language)
    for message in catalogue:
        if not translation(message):
            message.string = ""  # left out: Babel would have the English of one thing stand for any number of them
    with (target or compiled(language)).open("wb") as stream:
        write_mo(stream, catalogue)


def texts(catalogue: Catalog) -> list[Message]:
    """The texts of a catalogue, without its head."""
    return [message for message in catalogue if message.id]


def english(message: Message) -> str:
    """The English text of a message: the plural where it counts."""
    return message.id if isinstance(message.id, str) else message.id[1]


def translation(message: Message) -> str:
    """The translation of a message, the same for every number in our languages; empty where there is none yet."""
    if message.fuzzy:  # it was one of a text, and is one of a text with a plural now
        return ""
    string = message.string or ""
    return string if isinstance(string, str) else string[0]


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


def faults(text: str, translated: str) -> list[str]:
    """What is wrong with a translation: other holes than the English has, or other lines, or no key any more."""
    found = []
    there, wanted = holes(translated), holes(text)
    if there != wanted:
        found.append(f"holes {sorted(there)} in the place of {sorted(wanted)}")
    if text.count("\n") != translated.count("\n"):
        found.append("another number of lines")
    if "&" in text.replace("&&", "") and "&" not in translated:
        found.append("no key for the keyboard (&)")
    return found


def main() -> int:
    """Update the catalogues, and print what they lack; returns 1 where a text cannot be found."""
    try:
        said = texts_of(source_files())
    except Unreadable as problem:
        print(problem, file=sys.stderr)
        return 1
    for language in TRANSLATED:
        catalogue = read(language)
        catalogue.update(said, no_fuzzy_matching=True, update_creation_date=False)
        write(language, catalogue)
        left = [message for message in texts(catalogue) if not translation(message)]
        print(f"{language}: {len(catalogue):,} texts, {len(left):,} of them not translated")
        for message in left:
            print(f"    {english(message)!r} ({', '.join(sorted({file for file, _ in message.locations}))})")
    return 0


if __name__ == "__main__":
    sys.exit(main())
