"""Every command speaks: in a language that nobody speaks, no English word of ours is left in an answer."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from cli.main import run
from core.languages import speak
from tests.support.pseudo import spoken

DEMO = str(Path(__file__).resolve().parents[2] / "resources" / "demo.pth")
KEY = "state_dict/module.conv.weight"
OURS = re.compile(r"(?<![\w./:'\"-])[a-z]{3,}(?![\w./:=(-])")
"""A word in small letters, as our sentences have them, and no name of something."""
NAMES = frozenset(
    re.findall(
        r"\w+",
        "zip pickle cpu cuda float int main python resources demo pth fix diagnose cure out torch map default load "
        "model optimizer del start loads error std mean min max dtype device warning note betas lr eps epoch loss "
        "decay foreach empty cache only target dict mmap meta assign state import print def with for not and from none "
        "true false",
    )
)
"""Names, codes and words of Python."""


@pytest.mark.parametrize("command", [
    ["inspect"], ["verify"], ["scan"], ["memory"], ["values", KEY], ["fix", "--dry-run", "--cure", "all"],
    ["fix", "--dry-run", "--drop", "optimizer", "--cast", "state_dict=bfloat16"],
], ids=" ".join)  # fmt: skip
def test_an_answer_has_no_english_of_ours(command: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    name, *rest = command
    with spoken():
        run([name, DEMO, *rest])
    told = capsys.readouterr()
    lines = [line for line in (told.out + told.err).splitlines() if not line.startswith(("    ", "default:"))]
    assert lines
    left = {line: words for line in lines if (words := set(OURS.findall(line)) - NAMES)}
    assert left == {}


def test_codes_and_fields_of_json_are_the_same_in_every_language(capsys: pytest.CaptureFixture[str]) -> None:
    run(["diagnose", DEMO, "--json"])
    english = json.loads(capsys.readouterr().out)
    with spoken():
        run(["diagnose", DEMO, "--json"])
    pseudo = json.loads(capsys.readouterr().out)
    assert english.keys() == pseudo.keys()
    for one, other in zip(english["findings"], pseudo["findings"], strict=True):
        assert one.keys() == other.keys()
        assert all(one[field] == other[field] for field in ("code", "severity", "message", "paths", "count"))
        assert all(one[field] != other[field] for field in ("title", "explanation", "fix"))


def test_an_error_is_said_in_the_language(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with spoken():
        assert run(["fix", DEMO, "-o", str(tmp_path / "x.pth"), "--drop", "nothing/here"]) == 1
    assert "·ä" in capsys.readouterr().err


@pytest.mark.parametrize("command", ["diagnose", "memory", "code"])
def test_no_blank_follows_the_stop_of_a_chinese_sentence(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    speak("zh")
    run([command, DEMO])
    told = capsys.readouterr().out
    assert "。" in told
    assert "。 " not in told
