"""Words that a shell completes, as the shell itself answers."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from cli.arguments import COMMANDS
from cli.main import run


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
        (["inspect", "--"], ["--json", "--all", "--table", "--overwrite", "--model", "--optimizer-of", "--help"]),
        (["--new"], ["--new-window"]),
        (["fix", "a.pth", "--container", ""], ["zip", "legacy"]),
        (["memory", "a.pth", "--step", "f"], ["foreach", "fused", "for-loop"]),
        (["completion", ""], ["bash", "zsh", "fish"]),
        (["fix", "a.pth", "--map", ""], []),
        (["inspect", "a"], []),
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
    code = f"source {script}; complete -C 'pthfinder fix a.pth --over'; complete -C 'pthfinder completion z'"
    home = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"}
    done = subprocess.run(["fish", "-c", code], capture_output=True, text=True, check=True, timeout=60, env=home)
    assert [line.partition("\t")[0] for line in done.stdout.splitlines()] == ["--overwrite", "zsh"]
