"""Nothing that a file or a name says is obeyed by a terminal, or passes for a line of the program."""

from __future__ import annotations

import ast
import io
import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.main import run
from cli.output import fit
from tests.files.evil import FORGED, KINDS, TEXTS, WORST, seen
from tests.places import ROOT

LONG = 5000
"""Characters that no line of the program reaches."""


def shown(capsys: pytest.CaptureFixture[str], *words: Any) -> tuple[int, str]:
    """The exit code of a command and all that it prints, each line of which must be one of the program's own."""
    try:
        code = run([*map(str, words)])
    except SystemExit as end:
        code = int(end.code or 0)
    out, err = capsys.readouterr()
    for line in [*out.split("\n"), *err.split("\n")]:
        assert seen(line), (words, line)
        assert not line.strip().startswith(FORGED), (words, out, err)
        assert len(line) < LONG, (words, line[:200])
    assert "You found a bug in Pthfinder" not in err, (words, err)
    return code, out + err


def as_name(evil: str) -> str:
    """As much of a text as the name of a file can hold."""
    name = evil.replace("/", ":").replace("\x00", "").replace("\ud800", "").replace("\udfff", "")
    if sys.platform == "win32":
        name = re.sub(r'[\x01-\x1f<>:"|?*\\\udc80-\udcff]', "", name)
    return f"{name[:50]}.pth"


def commands(file: str, evil: str, out: str) -> Iterator[list[str]]:
    """Every command, on its good and on its bad ways."""
    yield from ([name, file] for name in ("inspect", "diagnose", "code", "verify", "memory"))
    yield ["inspect", file, "--all"]
    yield ["inspect", file, "--model", evil]
    yield ["inspect", file, "--optimizer-of", f"optimizer={evil}"]
    yield ["inspect", file, "--optimizer-of", evil]
    yield ["diagnose", file, "--machine", "gpus:2", "--ranks", "2"]
    yield ["diagnose", file, "--machine", evil]
    yield ["diagnose", file, "--target", evil]
    yield ["diagnose", file, "--against", file]
    yield ["diagnose", file, "--against", evil]
    yield ["diagnose", file, "--error", evil]
    yield ["diagnose", file, "--error", f"KeyError: {evil!r}"]
    missing = f'Missing key(s) in state_dict: "{evil}". Unexpected key(s) in state_dict: "module.{evil}.0". '
    yield ["diagnose", file, "--error", f"RuntimeError: Error(s) in loading state_dict for {evil}:\n\t{missing}"]
    yield ["code", file, "--machine", "gpus:2"]
    yield ["code", file, "--target", evil]
    yield ["memory", file, "--gpus", "1", "--gpu-memory", "8GiB", "--target", "cpu"]
    yield ["memory", file, "--card", evil]
    yield ["memory", file, "--target", evil]
    yield ["extract", file, "-o", out]
    yield ["extract", file, "-o", out, "--unwrap-dataparallel", "--add-prefix", evil, "--overwrite"]
    yield ["fix", file]
    yield ["fix", file, "-o", f"{out}{as_name(evil)}"]
    yield ["fix", file, "-o", f"{out}{as_name(evil)}"]  # it is there already
    yield ["fix", file, "-o", f"{out}/{as_name(evil)}"]  # there is no such folder
    for option in ("--drop", "--keep", "--rename", "--set", "--map", "--cure", "--strip-prefix", "--strip-segment"):
        for value in (evil, f"{evil}=x", f"{evil}/nothing", f"{evil}=cpu", f"cpu={evil}", f"epoch={evil}"):
            yield ["fix", file, "--dry-run", f"{option}={value}"]
    yield ["fix", file, "--dry-run", f"--optimizer-device={evil}"]
    yield ["fix", file, "--dry-run", "--cure", "all"]
    yield ["fix", file, "--dry-run", "--map", "*=cpu"]
    yield ["fix", file, "--dry-run", f"--model={evil}"]
    yield ["fix", file, "--dry-run", "--container", evil]
    yield ["fix", file, "--dry-run", "--ranks", evil]
    yield ["fix", file, file, evil]
    yield ["inspect", evil]
    yield ["inspect", "--", file, evil]
    yield [evil]
    yield [evil, file]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", WORST)
def test_every_command(
    name: str, kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    evil = WORST[name]
    monkeypatch.chdir(tmp_path)
    file = f"./{as_name(evil)}"
    KINDS[kind](Path(file), evil)
    for words in commands(file, evil, f"{tmp_path}/out"):
        odd = ["--accept-odd"] if words[0] in ("fix", "extract") else []
        code, said = shown(capsys, *words, *odd)
        if words == [words[0], file] and words[0] in ("inspect", "code", "verify", "memory"):
            assert (code, words[0]) == (0, words[0]), said
    assert not (tmp_path / "ran").exists()


@pytest.mark.parametrize("name", TEXTS)
def test_what_is_listed(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evil = TEXTS[name]
    for kind, make in KINDS.items():
        path = tmp_path / as_name(evil)
        make(path, evil)
        for command in ("inspect", "diagnose", "code", "extract"):
            out = ["-o", tmp_path / f"{kind}{as_name(evil)}"] if command == "extract" else []
            shown(capsys, command, path, *out)
        shown(capsys, "fix", path, "--dry-run", f"--drop={evil}")
        shown(capsys, "fix", path, "--dry-run", f"--keep={evil}/{evil}")


def test_a_long_text(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    evil = "x" * 200_000
    for kind, make in KINDS.items():
        make(Path(f"{kind}.pth"), evil)
        for words in (
            ["inspect"],
            ["diagnose"],
            ["code"],
            ["extract", "-o", "o"],
            ["fix", "--dry-run", "--drop", evil],
        ):
            shown(capsys, words[0], f"{kind}.pth", *words[1:])


@pytest.mark.parametrize("name", TEXTS)
def test_json_has_every_value(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    evil = TEXTS[name]
    path = tmp_path / as_name(evil)
    KINDS["state dict"](path, evil)
    for command in ("inspect", "diagnose", "code", "verify", "memory"):
        run([command, str(path), "--json"])
        out = capsys.readouterr().out
        assert out.isascii()
        assert out.count("\n") == 1
        assert Path(json.loads(out)["file"]) == path
    run(["inspect", str(path), "--json"])
    found = json.loads(capsys.readouterr().out)
    assert evil in found["devices"]
    assert [evil, f"module.{evil}.0"] in [tensor["path"] for tensor in found["tensors"]]


def test_a_terminal_that_lacks_characters(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "слой.pth"
    KINDS["state dict"](path, "слой")
    for command in ("inspect", "diagnose", "code", "verify"):
        said = io.BytesIO()
        with monkeypatch.context() as patch:
            patch.setattr(sys, "stdout", io.TextIOWrapper(said, "ascii"))
            assert run([command, str(path)]) in (0, 3)
            sys.stdout.flush()
            assert b"\\u0441\\u043b\\u043e\\u0439" in said.getvalue()


def test_a_traceback_begins_no_line_with_a_message(capsys: pytest.CaptureFixture[str]) -> None:
    from main import unforeseen

    for evil in TEXTS.values():
        try:
            raise ValueError(evil)
        except ValueError as error:
            unforeseen(type(error), error, error.__traceback__)
        err = capsys.readouterr().err
        assert "ValueError: a" in err or "ValueError" in err
        assert all(seen(line) and not line.strip().startswith(FORGED) for line in err.split("\n"))


# -- nobody goes around the gate ---------------------------------------------------------------------------------

STREAMS = ("sys.stdout", "sys.stderr", "sys.__stdout__", "sys.__stderr__")
ASKED = ("isatty", "encoding", "fileno", "flush")
"""What may be done with a stream."""


def around_the_gate(source: str) -> list[str]:
    """Every place of a module that prints, or takes hold of a stream."""
    tree = ast.parse(source)
    held = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr in ASKED}
    held |= {id(node.test) for node in ast.walk(tree) if isinstance(node, ast.IfExp)}
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Name(id="print" | "input" | "breakpoint") | ast.ImportFrom(module="sys" | "logging" | "warnings"):
                found.append(ast.unparse(node))
            case ast.Import(names=names):
                found += [each.name for each in names if each.name in ("logging", "warnings")]
            case ast.Attribute() if ast.unparse(node) in STREAMS and id(node) not in held:
                found.append(ast.unparse(node))
            case ast.Call(func=ast.Attribute(attr="write"), args=[ast.Constant(value=1 | 2), *_]):
                found.append(ast.unparse(node))
    return found


def test_only_one_room_prints() -> None:
    rooms = [ROOT / "main.py", *(ROOT / "cli").glob("*.py"), *(ROOT / "core").rglob("*.py")]
    # The gate; a process whose output is read, not shown; and what has others log nothing.
    apart = {"cli/output.py", "core/torch_child/bridge.py", "core/remote/stores/by_fsspec.py"}
    suspects = ("print", "std", "logging", "warnings", "input", "breakpoint", "os.write")
    found = {}
    for room in rooms:
        name, source = room.relative_to(ROOT).as_posix(), room.read_text("utf-8")
        if name not in apart and any(word in source for word in suspects):
            found[name] = around_the_gate(source)
    assert {name: places for name, places in found.items() if places} == {}


@pytest.mark.parametrize(
    "careless",
    [
        "print('x')",
        "import sys\nsys.stderr.write('x')",
        "from sys import stdout",
        "import logging",
        "import sys\nf(file=sys.stdout)",
        "import os\nos.write(1, b'x')",
    ],
)
def test_the_check_sees_who_prints(careless: str) -> None:
    assert around_the_gate(careless)


@pytest.mark.parametrize(
    ("encoding", "wanted"),
    [
        ("utf-8", "“a” → 2×3 · ≥ 模…"),
        ("cp1252", '"a" -> 2x3 - >= \\u6a21...'),
        ("ascii", '"a" -> 2x3 - >= \\u6a21...'),
    ],
)
def test_signs_that_a_stream_lacks_are_plain_ones(encoding: str, wanted: str) -> None:
    """A pipe of Windows has cp1252, which has some of our signs: a line has all or none."""
    assert fit("“a” → 2×3 · ≥ 模…", io.TextIOWrapper(io.BytesIO(), encoding)) == wanted
    assert fit("“a” 2×3 · …", io.TextIOWrapper(io.BytesIO(), "cp1252")) == "“a” 2×3 · …"
