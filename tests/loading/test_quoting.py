"""What is offered to be run is run: every command line by a shell, every line of Python by Python."""

from __future__ import annotations

import ast
import os
import random
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from zipfile import ZipFile

import pytest

from cli.arguments import parse
from cli.main import run
from core.catalogue.quoting import literal
from core.edits.edits import Plan, RemapDevice
from core.edits.preview import preview
from core.loading.computer import Computer
from core.loading.quoting import command, file_word, option
from core.loading.recipes import load_recipes
from core.memory.analysis import predict_memory
from core.memory.machine import Machine
from core.text import shown
from tests.cli.test_gate import as_name
from tests.files.bombs import as_zip
from tests.files.evil import KINDS, TEXTS, items, seen, tensor, text
from tests.places import ROOT
from tests.support.engine import catalogue_of

STUB = """python() { printf '%s\\0' "$#" "$@"; }\n"""
"""A program for the shell that says what it was given."""


def as_a_shell_takes(lines: Iterable[str], folder: Path, shell: str = "sh") -> list[list[str]]:
    """The words that each command line hands to ``python``, by one shell for all of them."""
    folder.mkdir(exist_ok=True)
    script = os.fsencode(STUB + "".join(f"{line}\n" for line in lines))
    done = subprocess.run([shell, "-s"], input=script, capture_output=True, cwd=folder, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert list(folder.iterdir()) == []  # where it would have run something
    said = [os.fsdecode(word) for word in done.stdout.split(b"\0")[:-1]]
    found = []
    while said:
        count = int(said.pop(0))
        found.append(said[:count])
        del said[:count]
    return found


def can_be_a_word(value: str) -> bool:
    """Whether a command line can have it at all."""
    try:
        return b"\0" not in os.fsencode(value)
    except UnicodeEncodeError:
        return False


def strange_words() -> Iterator[str]:
    yield from TEXTS.values()
    yield from (chr(number) for number in range(1, 0x180) if chr(number) != "\n")
    dice = random.Random(13)
    alphabet = "ab\n\t '\"$`\\!~#&|;<>()[]{}*?=-%0\x1b\x85\u202e\u2028é日\udcff"
    for _ in range(300):
        word = "".join(dice.choices(alphabet, k=dice.randint(1, 8)))
        yield word.rstrip("\n") or "-"


@pytest.mark.parametrize("shell", ["sh", "bash"])
def test_every_word_is_one_word(shell: str, tmp_path: Path) -> None:
    given = [
        ["fix", word, *option("--keep", word), f"{word}={word}"] for word in strange_words() if can_be_a_word(word)
    ]
    lines = [command(words) for words in given]
    assert all(line and seen(line) for line in lines)
    taken = as_a_shell_takes(lines, tmp_path / "empty", shell)
    assert taken == [["main.py", *words] for words in given]


def test_words_for_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bare or in double quotes, in which neither of its shells finds anything of its own."""
    monkeypatch.setattr(sys, "platform", "win32")
    words = [r"C:\Users\me\a.pth", r"C:\a b\c.pth", "a b\\", "cuda:*=cpu", "a&b|c", "--set=-x.y", *strange_words()]
    lines = {word: command(["fix", word, "-o", "OUT"]) for word in words}
    assert lines[words[0]] == r"python main.py fix C:\Users\me\a.pth -o OUT"
    assert lines[words[2]] == 'python main.py fix "a b\\\\" -o OUT'
    for word, line in lines.items():
        if line:
            taken = re.fullmatch(r'python main\.py fix ([^\s"&|<>()^,;@{}#\'%$`]+|"[^"%$`]+") -o OUT', line)
            assert taken is not None
            assert word == re.sub(r'(\\+)"\Z', lambda end: end[1][::2], taken[1]).strip('"')
        else:
            assert shown(word) != word or set(word) & set('"%$`')


@pytest.mark.parametrize("word", ["a\0b", "\ud800", "a\n", "x" * 5000])
def test_what_no_command_line_can_say_is_not_offered(word: str) -> None:
    assert command(["fix", word]) == ""


def test_no_word_is_taken_for_an_option() -> None:
    for word in (*TEXTS.values(), "-", "-x=y", "--json"):
        taken = parse(
            ["fix", file_word(word), *option("--keep", word), *option("--drop", word), *option("--set", f"{word}=1")]
        )
        assert os.path.normpath(taken.file) == os.path.normpath(word)
        assert [step.value for step in taken.steps] == [word, word, f"{word}=1"]


def offers(said: str) -> list[str]:
    """The commands in what was printed."""
    return re.findall(r"python main\.py .*?(?=`?\.?$)", said, re.MULTILINE)


def weights_alone(path: Path, evil: str) -> None:
    """No prefix, no optimizer: what an error is about is the key alone."""
    as_zip(items(("meta", items((evil, text(evil)))), (evil, items((f"{evil}.weight", tensor("cpu"))))))(path)


@pytest.mark.parametrize("name", TEXTS)
def test_what_a_command_offers(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each is a call of this program about this file, and does what it says."""
    monkeypatch.chdir(tmp_path)
    evil = TEXTS[name]
    file = as_name(evil)
    asked: list[Sequence[str]] = [
        ["diagnose", "--", file],
        ["diagnose", "--error", f"KeyError: {'model'!r}", "--", file],
        ["extract", "-o", "x", "--", file],
    ]
    lines: list[str] = []
    for make in (KINDS["state dict"], weights_alone):
        make(Path(file), evil)
        for words in asked:
            run(words)
            out, err = capsys.readouterr()
            lines += [line for line in offers(out + err) if " -o OUT" in line]
    assert len(lines) >= 3 or not can_be_a_word(evil)
    folder = tmp_path / "empty"
    for taken in as_a_shell_takes(dict.fromkeys(lines), folder):
        arguments = parse(taken[1:])
        assert os.path.normpath(arguments.file) == file
        for step in arguments.steps:
            if step.option in ("keep", "drop"):
                assert step.value in (evil, f"{evil}/state/{evil}", f"{evil}/state")
            if step.option == "rename":
                assert step.value.startswith(f"{evil}=")


# -- Python ------------------------------------------------------------------------------------------------------

NAMES = re.compile(
    r"torch|numpy|multiarray|checkpoint|state|f|fixed|model_only|allowed|device|rank|key|value|type|isinstance|start_\w+"
    r"|(model|optimizer|scheduler)(_\d+)?|(Model|Optimizer|Scheduler)(_\d+)?|to_meta|hook|module|name|parameter"
)
"""What offered Python is about."""


def pieces(path: Path) -> Iterator[tuple[str, str]]:
    """All the Python that is offered for a file, with what it is for."""
    catalogue = catalogue_of(path)
    for plan in (Plan(), Plan((RemapDevice("*", "cpu"),))):
        view = preview(catalogue, plan)
        for computer in (Computer(0, 1), Computer(2, 2)):
            yield from ((recipe.title, recipe.code) for recipe in load_recipes(view, computer))
        for outcome in predict_memory(view, Machine(1, 1 << 34, "cuda:0")).outcomes:
            yield outcome.strategy.id, outcome.code


def keys_used(node: ast.AST) -> Iterator[list[object]]:
    """The keys of each chain of subscripts on ``checkpoint``."""
    for found in ast.walk(node):
        each, keys = found, []
        while isinstance(each, ast.Subscript):
            keys.insert(0, ast.literal_eval(each.slice))
            each = each.value
        if keys and isinstance(each, ast.Name) and each.id == "checkpoint":
            yield keys


def two_optimizers(path: Path, evil: str) -> None:
    """Each trains a part of one model; the part is called ``evil``."""
    part = evil.replace(".", "_")
    model = items(*((f"{each}.weight", tensor("cpu", key)) for each, key in ((part, "0"), ("other", "1"))))

    def optimizer(name: str) -> bytes:
        named = b"](" + text(f"{name}.weight") + b"e"
        group = items(("lr", b"K\x01"), ("params", b"](K\x00e"), ("param_names", named))
        state = b"}K\x00" + items(("exp_avg", tensor("cpu"))) + b"s"
        return items(("state", state), ("param_groups", b"](" + group + b"e"))

    as_zip(items(("model", model), ("first", optimizer(part)), ("second", optimizer("other"))))(path)
    with ZipFile(path, "a") as archive:
        archive.writestr("a/data/1", bytes(64))


@pytest.mark.parametrize("name", TEXTS)
def test_python_says_what_the_file_has_and_nothing_more(name: str, tmp_path: Path) -> None:
    evil = TEXTS[name]
    for make in (*KINDS.values(), two_optimizers, weights_alone):
        path = tmp_path / "a.pth"
        make(path, evil)
        catalogue = catalogue_of(path)
        paths = [catalogue.path(entry) for entry in range(len(catalogue))]
        for title, code in pieces(path):
            assert all(map(seen, code.split("\n"))), (title, code)
            tree = ast.parse(code)
            names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
            imported = {each.name for node in ast.walk(tree) if isinstance(node, ast.Import) for each in node.names}
            assert [each for each in names if not NAMES.fullmatch(each)] == [], (title, code)
            assert imported <= {"torch", "numpy"}, (title, code)
            for keys in keys_used(tree):
                assert tuple(keys) in [tuple(path[: len(keys)]) for path in paths], (title, code)


@pytest.mark.parametrize("name", TEXTS)
def test_what_code_prints_is_one_module(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    evil = TEXTS[name]
    file = as_name(evil)
    for make in (*KINDS.values(), two_optimizers):
        make(Path(file), evil)
        assert run(["code", "--", file]) == 0
        tree = ast.parse(capsys.readouterr().out)
        first = tree.body[0]
        assert isinstance(first, ast.Assign)
        assert ast.literal_eval(first.value) == file


def test_a_literal_is_the_value() -> None:
    for word in strange_words():
        assert ast.literal_eval(literal(word)) == word
        assert seen(literal(word))
    for value in (0, -1.5, None, True, b"\xff", ("a\n", 1)):
        assert ast.literal_eval(literal(value)) == value


# -- nobody quotes by hand -----------------------------------------------------------------------------------------


def by_hand(source: str) -> list[str]:
    """The places of a module that quote for a shell, or put values into a text about this program's commands."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import) and any(each.name in ("shlex", "pipes") for each in node.names):
            found.append(ast.unparse(node))
        if isinstance(node, ast.JoinedStr):
            said = "".join(str(each.value) if isinstance(each, ast.Constant) else "{}" for each in node.values)
            if re.search(r"main\.py [^`\n]*\{\}", said):
                found.append(ast.unparse(node))
    return found


def test_only_one_room_quotes() -> None:
    rooms = [ROOT / "main.py", *(path for room in ("cli", "core", "gui") for path in (ROOT / room).rglob("*.py"))]
    sources = {room.relative_to(ROOT).as_posix(): room.read_text("utf-8") for room in rooms}
    found = {
        name: by_hand(source) for name, source in sources.items() if "main.py" in source or "import shlex" in source
    }
    assert {name: places for name, places in found.items() if places} == {"core/loading/quoting.py": ["import shlex"]}
    assert by_hand("f'python main.py fix {path}'")
