"""Ctrl+C in a terminal, which goes to the program and all that it has started."""

from __future__ import annotations

import json
import os
import pty
import re
import signal
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from tests.places import ROOT
from tests.support.children import Watched, children

_HEEDING = ("env", "--default-signal=INT")
"""Ctrl+C counts also where whoever started the tests in the background ignores it."""


def large(path: Path, count: int = 8_000_000_000) -> Path:
    """32 GB of zeros, of which the disk has none: minutes to read."""
    header = json.dumps({"a.weight": {"dtype": "F32", "shape": [count], "data_offsets": [0, 4 * count]}}).encode()
    header += b" " * (-len(header) % 8)
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(header)) + header)
        file.truncate(8 + len(header) + 4 * count)
    return path


@pytest.mark.parametrize("options", [["--workers", "2"], ["--cluster", "local:2"]], ids=["processes", "dask"])
def test_it_is_cancelled_and_all_workers_end(options: list[str], tmp_path: Path) -> None:
    """With bytes, speed and time left on the line until then, and one sentence after it."""
    command = ["scan", str(large(tmp_path / "large.safetensors")), *options]
    interrupted(command, rb"reading +\d+ %  [\d.]+ .iB of 29.8 GiB \xc2\xb7 [\d.]+ .iB/s")


def test_a_save_is_cancelled_and_nothing_is_left(tmp_path: Path, state: Path) -> None:
    source, out = large(tmp_path / "large.safetensors", 400_000_000), tmp_path / "out.safetensors"
    command = ["fix", str(source), "-o", str(out), "--cast", "**=bfloat16"]
    interrupted(command, rb"writing +[1-9]\d* %", workers=0)
    assert [each.name for each in tmp_path.iterdir() if each.is_file()] == ["large.safetensors"]


def interrupted(command: list[str], until: bytes, workers: int = 2) -> None:
    """Run a command in a terminal, and press Ctrl+C once it has said that much: it ends as it should, and its workers
    with it."""
    ours, theirs = pty.openpty()
    program = subprocess.Popen(
        [*_HEEDING, sys.executable, "main.py", *command],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=theirs,
        stdin=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    said = b""
    while not re.search(until, said):
        said += os.read(ours, 4096)
    watched = [Watched(pid) for pid in children(program.pid)]
    assert len(watched) >= workers
    os.killpg(program.pid, signal.SIGINT)
    assert program.wait(timeout=300) == 130
    rest = _rest(ours)
    os.close(ours)
    assert rest.endswith(b"Cancelled; nothing was changed.\r\n")
    assert b"Traceback" not in said + rest
    for each in watched:
        with each:
            assert each.ends()


def _rest(terminal: int) -> bytes:
    found = b""
    try:
        while data := os.read(terminal, 4096):
            found += data
    except OSError:  # how Linux says that nobody has it open any more
        pass
    return found
