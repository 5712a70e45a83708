"""Words that a shell completes, as the shell itself answers."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from cli.main import run
from cli.register import COMMANDS


@pytest.fixture(params=["bash", "zsh", "fish"])
def shell(request: pytest.FixtureRequest) -> str:
    """A shell that is here."""
    if shutil.which(request.param) is None:
        pytest.skip(f"no {request.param} here")
    return str(request.param)


@pytest.fixture
def script(shell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    """What is printed for this shell."""
    assert run(["completion", shell]) == 0
    path = tmp_path / "completion"
    path.write_text(capsys.readouterr().out)
    return path


def bash_completes(script: Path, *words: str) -> list[str]:
    """What bash offers for the last of the words."""
    code = f'source {script}; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _pthfinder; printf "%s\\n" "${{COMPREPLY[@]}}"'
    done = subprocess.run(
        ["bash", "-c", code, "bash", "pthfinder", *words], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize("shell", ["bash"], indirect=True)
@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["ex"], ["extract", "export"]),
        (["fix", "a.pth", "--ov"], ["--overwrite"]),
        (
            ["inspect", "--"],
            [
                *(
                    "--run",
                    "--alone",
                    "--as-parts",
                    "--follow-links",
                    "--download",
                    "--json",
                    "--all",
                    "--layers",
                    "--table",
                    "--overwrite",
                ),
                *("--model", "--optimizer-of", "--lang", "--help"),
            ],
        ),
        (["--new"], ["--new-window"]),
        (["fix", "a.pth", "--container", ""], ["zip", "legacy", "safetensors", "dcp", "files"]),
        (["memory", "a.pth", "--step", "f"], ["foreach", "fused", "for-loop"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["fix", "a.pth", "--map", ""], []),
        (["inspect", "a"], []),
        (["--lang", ""], ["en", "zh", "ja"]),
        (["--lang", "=", "z"], ["zh"]),
        (["--lang", "="], ["en", "zh", "ja"]),
        (["--lang", "zh", "ex"], ["extract", "export"]),
        (["--lang", "=", "zh", "fix", "a.pth", "--ov"], ["--overwrite"]),
        (["--lang", "zh", "memory", "a.pth", "--step", "f"], ["foreach", "fused", "for-loop"]),
    ],
    ids=str,
)
def test_bash_completes_what_is_declared(script: Path, words: list[str], offered: list[str]) -> None:
    assert bash_completes(script, *words) == offered


@pytest.mark.parametrize("shell", ["bash"], indirect=True)
def test_bash_offers_each_command(script: Path) -> None:
    assert {*COMMANDS} < {*bash_completes(script, "")}


def test_each_shell_can_read_it(shell: str, script: Path) -> None:
    done = subprocess.run([shell, "-n", str(script)], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("shell", ["fish"], indirect=True)
def test_fish_completes_what_is_declared(script: Path, tmp_path: Path) -> None:
    lines = ("fix a.pth --over", "completion z", "--lang z", "--lang zh extr", "--lang=zh fix a.pth --over")
    code = f"source {script}; " + "; ".join(f"complete -C 'pthfinder {line}'" for line in lines)
    home = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(["fish", "-c", code], capture_output=True, text=True, check=True, timeout=60, env=home)
    offered = [line.partition("\t")[0] for line in done.stdout.splitlines()]
    assert offered == ["--overwrite", "zsh", "zh", "extract", "--overwrite"]


_ZSH = """
compdef() { :; }; compadd() { print -l -- "compadd $*"; }; _files() { print files; }
_describe() { print describe; }; _arguments() { print "arguments of $words[1]"; }
source SCRIPT; words=(pthfinder "$@"); CURRENT=$#words; _pthfinder
"""


@pytest.mark.parametrize("shell", ["zsh"], indirect=True)
@pytest.mark.parametrize(
    ("words", "asked"),
    [
        (["fix", "a.pth", ""], "arguments of fix"),
        (["--lang", ""], "compadd -- en zh ja"),
        (["--lang", "zh", ""], "describe"),
        (["--lang", "zh", "fix", "--ov"], "arguments of fix"),
        (["--lang=zh", "fix", "--ov"], "arguments of fix"),
    ],
    ids=str,
)
def test_zsh_asks_for_what_comes_next(script: Path, words: list[str], asked: str) -> None:
    code = _ZSH.replace("SCRIPT", str(script))
    done = subprocess.run(["zsh", "-fc", code, "zsh", *words], capture_output=True, text=True, check=True, timeout=60)
    assert asked in done.stdout.splitlines()
    assert done.stderr == ""
