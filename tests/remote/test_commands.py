"""What the commands do with files of stores, and what they say of what cannot be done with them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch

from core.remote import stores
from tests.places import ROOT
from tests.remote.saving import Pair, killed, make_pair, notes
from tests.servers.s3 import S3
from tests.support.command import run_here
from tests.support.oracle import assert_same_files

OLD, NEW = "s3://models/runs/old.pth", "s3://models/runs/new.pth"


@pytest.fixture
def files(tmp_path: Path) -> Pair:
    """A checkpoint of a GPU, and what torch makes of it."""
    return make_pair(tmp_path)


@pytest.fixture
def store(s3: S3, files: Pair, monkeypatch: pytest.MonkeyPatch) -> S3:
    """A store with the checkpoint in it, which every program of the user finds."""
    for name, value in s3.environment.items():
        monkeypatch.setenv(name, value)
    s3.put("models", "runs/old.pth", files.source.read_bytes())
    s3.forget()
    return s3


def run(*words: str) -> subprocess.CompletedProcess[str]:
    """The program with these words, which knows nothing of the stores from before."""
    stores.forget()
    return run_here(*words)


def run_alone(*words: str) -> subprocess.CompletedProcess[str]:
    """The same in a process of its own."""
    line = [sys.executable, "main.py", *words]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=False)


def test_fix_from_a_store_to_a_store(store: S3, files: Pair, tmp_path: Path) -> None:
    done = run_alone("fix", OLD, "-o", NEW, "--map", "cuda:5=cpu", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    (tmp_path / "new.pth").write_bytes(store.get("models", "runs/new.pth"))
    assert_same_files(tmp_path / "new.pth", files.theirs)
    said = json.loads(done.stdout)
    assert (said["output"], said["bytes"]) == (NEW, (tmp_path / "new.pth").stat().st_size)
    again = run("fix", OLD, "-o", NEW, "--map", "cuda:5=cpu")
    assert (again.returncode, "already exists" in again.stderr) == (1, True)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("fix", OLD, "-o", "https://example.invalid/new.pth"), "You cannot save to https://"),
        (
            ("fix", OLD, "-o", "s3://models/runs", "--shard-size", "1MB", "--keep", "model"),
            "does not replace remote folders",
        ),
        (("export", OLD, "model/layers.0.bias", "-o", "s3://models/bias.npy"), "only to a file on this computer"),
        (("report", OLD, "-o", "s3://models/report.html"), "only to a file on this computer"),
        (("batch", "s3://models/runs", "--recipe", "x.json"), "works only on local folders"),
    ],
)
def test_what_cannot_be_written_is_said_before_any_work(store: S3, words: tuple[str, ...], said: str) -> None:
    done = run(*words)
    assert (done.returncode, said in done.stderr) == (1, True), done.stderr
    assert not {"CreateMultipartUpload", "PutObject"} & set(store.counted())


def test_torch_is_given_no_location(store: S3) -> None:
    done = run("diagnose", OLD, "--verify")
    assert "torch loads only local files" in done.stdout
    assert "FileNotFoundError" not in done.stdout


def test_the_code_fetches_a_copy(store: S3, tmp_path: Path) -> None:
    """Its package for S3 is not here, so its call is given what it is to fetch."""
    done = run("code", OLD)
    assert "f = fsspec.open_local('simplecache::s3://models/runs/old.pth')" in done.stdout
    lines = done.stdout.partition("\n\n\n")[0].splitlines()
    torch.save({"a": torch.ones(3)}, tmp_path / "copy.pth")
    code = "\n".join(lines).replace("s3://models/runs/old.pth", f"file://{tmp_path}/copy.pth")
    space: dict[str, str] = {}
    exec(compile(code, "code", "exec"), space)
    assert torch.equal(torch.load(space["f"])["a"], torch.ones(3))


def test_what_a_killed_save_left_is_cleared_by_any_command_that_reaches_it(store: S3, files: Pair) -> None:
    killed(files.source, NEW, 0.5)
    assert (store.uploads("models"), len(notes())) == (["runs/new.pth"], 1)
    assert run("inspect", str(files.source)).returncode == 0
    assert len(notes()) == 1
    assert run("inspect", OLD).returncode == 0
    assert (store.uploads("models"), notes()) == ([], [])


def test_it_can_be_stopped(store: S3, files: Pair) -> None:
    """Ctrl-C while a store takes nothing."""
    store.fail("UploadPart", 10_000)
    command = [sys.executable, "main.py", "fix", str(files.source), "-o", NEW]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, text=True) as process:
        while not store.counted()["UploadPart"]:
            os.sched_yield()
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == 130, said
    assert (store.uploads("models"), notes()) == ([], [])


def test_a_bucket_that_is_not_there_is_named(store: S3) -> None:
    done = run("inspect", "s3://nobucket/runs/old.pth")
    assert (done.returncode, "There is no bucket nobucket. Check its name" in done.stderr) == (1, True), done.stderr


def test_code_of_a_signed_address_says_what_is_missing_in_it(store: S3) -> None:
    signed = store.signed_url("models", "runs/old.pth")
    done = run("code", signed)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    (at,) = [number for number, line in enumerate(lines) if "•••" in line and "open_local" in line]
    assert "Put the full address here" in lines[at - 1]
    assert "Signature=" not in done.stdout
