"""What all servers have in common: how they are found, started and ended; and what `make setup` does about them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import servers
from tests.places import ROOT
from tests.servers.fixtures import make
from tests.servers.nginx import Nginx
from tests.servers.programs import Program, answers, free_ports
from tests.support.children import Watched, children

needs_linux = pytest.mark.skipif(sys.platform != "linux", reason="processes are watched as Linux shows them")


def test_a_port_is_kept_for_the_server_alone() -> None:
    with free_ports(200) as held, free_ports(200) as others:
        assert len({*held, *others}) == 400
        assert not any(map(answers, held))


def test_a_program_that_does_not_serve_says_why(tmp_path: Path) -> None:
    with free_ports(1) as ports, pytest.raises(RuntimeError, match="no such thing"):
        Program(["sh", "-c", "echo no such thing; exit 1"], ports, tmp_path / "log")


@needs_linux
def test_all_that_a_program_started_ends_with_it(tmp_path: Path) -> None:
    code = "import os,signal,subprocess,sys;subprocess.Popen(['sleep','1000'],start_new_session=True);signal.pause()"
    program = Program([sys.executable, "-c", code], [], tmp_path / "log")
    while not (found := children(program.pid)):
        pass
    with Watched(program.pid) as parent, Watched(*found) as child:
        program.end()
        assert parent.ends()
        assert child.ends()


_STARTS = """
import os, pathlib, signal, sys
from tests.servers.nginx import Nginx
with Nginx(pathlib.Path(sys.argv[1])) as nginx:
    print(nginx.pid, flush=True)
    signal.pause()
"""


@needs_linux
def test_a_server_ends_with_a_test_that_is_killed(folder: Path, tmp_path: Path) -> None:
    make(Nginx, folder)
    command = [sys.executable, "-c", _STARTS, folder]
    here = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, env=here) as test:
        assert test.stdout is not None
        with Watched(int(test.stdout.readline())) as server:
            test.kill()
            assert server.ends()


def test_what_is_missing_is_said(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(servers, "SYSTEM_PATH", ())
    monkeypatch.setenv("CI", "")
    with pytest.raises(pytest.skip.Exception, match="sudo apt-get install nginx-light"):
        make(Nginx, folder)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="sudo apt-get install nginx-light"):
        make(Nginx, folder)


def test_setup_names_what_it_cannot_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(servers, "find", lambda program: None if program == "sshd" else program)
    monkeypatch.setattr(servers.os, "geteuid", lambda: 1000)
    assert servers.main(["--install"]) == 0
    assert "sudo apt-get install openssh-server." in capsys.readouterr().err


def test_root_installs_them_and_no_service_starts(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    commands = []
    policy = tmp_path / "policy-rc.d"

    def run(command: list[str], **options: object) -> subprocess.CompletedProcess[str]:
        commands.append(command)
        assert subprocess.call([str(policy)]) == 101
        return subprocess.CompletedProcess(command, 0, stdout="", stderr="")

    monkeypatch.setattr(servers, "find", lambda program: program if len(commands) == 2 else None)
    monkeypatch.setattr(servers.os, "geteuid", lambda: 0)
    monkeypatch.setattr(servers.shutil, "which", lambda name: name)
    monkeypatch.setattr(servers.subprocess, "run", run)
    monkeypatch.setattr(servers, "POLICY", policy)
    assert servers.main(["--install"]) == 0
    assert commands[1][-3:] == ["nginx-light", "openssh-client", "openssh-server"]
    assert not policy.exists()
    assert capsys.readouterr().err == ""


def test_a_policy_of_the_machine_stays(tmp_path: Path) -> None:
    policy = tmp_path / "policy-rc.d"
    policy.write_text("#!/bin/sh\nexit 0\n")
    with servers.no_service_starts(policy):
        assert "exit 0" in policy.read_text()
    assert policy.exists()
