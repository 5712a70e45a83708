"""What the measure of the tests counts of the processor."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.support import spent

_SERVER = """
import os, time
input()
if os.fork() == 0:
    while time.process_time() < 0.3:
        pass
    os._exit(0)
os.wait()
print("done", flush=True)
input()
"""

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")


def test_work_of_a_server_counts_while_it_runs_and_once_when_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    command = [sys.executable, "-c", _SERVER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        monkeypatch.setattr(spent, "_started", spent._started + 1)  # which the hook of a measured run counts
        before = spent._now()
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("\n")
        server.stdin.flush()
        server.stdout.readline()
        assert 0.25 < spent._now()[2] - before[2] < 1
        server.stdin.write("\n")
        server.stdin.close()
        server.wait()
        assert 0.25 < spent._now()[2] - before[2] < 1
