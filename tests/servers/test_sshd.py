"""OpenSSH's server as the tests use it, held against OpenSSH's own client and paramiko."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import paramiko
import pytest

from tests.servers.fixtures import make
from tests.servers.latency import Latency
from tests.servers.sshd import Sshd, make_key
from tests.support.children import Watched, children, until

DATA = bytes(range(256)) * 4000


@pytest.fixture(autouse=True)
def file(folder: Path) -> Path:
    """One file is there."""
    (folder / "a model.pt").write_bytes(DATA)
    return folder / "a model.pt"


def sftp(sshd: Sshd, batch: str, **other: object) -> subprocess.CompletedProcess[str]:
    """OpenSSH's client, with nothing of the user's own configuration."""
    options = {
        "IdentityFile": sshd.key, "IdentitiesOnly": "yes", "IdentityAgent": "none", "BatchMode": "yes",
        "UserKnownHostsFile": sshd.known_hosts, "GlobalKnownHostsFile": "/dev/null", "StrictHostKeyChecking": "yes",
    } | other  # fmt: skip
    said = [part for name, value in options.items() for part in ("-o", f"{name}={value}")]
    command = ["sftp", "-F", "none", *said, "-P", str(sshd.port), "-b", "-", f"{sshd.user}@{sshd.host}"]
    return subprocess.run(command, input=batch, capture_output=True, text=True, check=False)


@contextmanager
def connected(sshd: Sshd, port: int = 0) -> Iterator[paramiko.SFTPClient]:
    """paramiko, which knows the server."""
    with paramiko.SSHClient() as client:
        client.load_host_keys(str(sshd.known_hosts))
        client.connect(
            sshd.host, port or sshd.port, sshd.user, key_filename=str(sshd.key), allow_agent=False, look_for_keys=False
        )
        with client.open_sftp() as opened:
            yield opened


def test_files_are_read_and_written(sshd: Sshd, file: Path, tmp_path: Path) -> None:
    done = sftp(sshd, f'get "a model.pt" {tmp_path}/one\nput "{file}" {tmp_path}/two\n')
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes() == DATA
    with connected(sshd) as client:
        assert client.listdir(".") == ["a model.pt"]
        with client.open(str(file)) as opened:
            opened.seek(100)
            assert opened.read(50) == DATA[100:150]
        client.posix_rename("a model.pt", "b.pt")
    assert not file.exists()


def test_who_is_let_in(sshd: Sshd, tmp_path: Path) -> None:
    assert "Permission denied (publickey)" in sftp(sshd, "ls\n", IdentityFile=sshd.stranger).stderr
    assert "HOST IDENTIFICATION HAS CHANGED" in sftp(sshd, "ls\n", UserKnownHostsFile=sshd.changed_known_hosts).stderr
    assert "Host key verification failed" in sftp(sshd, "ls\n", UserKnownHostsFile="/dev/null").stderr
    locked = make_key(tmp_path / "locked", "open sesame")
    with pytest.raises(paramiko.PasswordRequiredException):
        paramiko.Ed25519Key.from_private_key_file(str(locked))
    assert paramiko.Ed25519Key.from_private_key_file(str(locked), "open sesame").can_sign()


def test_read_only_and_nothing_but_files(folder: Path, file: Path) -> None:
    with make(Sshd, folder, read_only=True) as sshd:
        assert "Permission denied" in sftp(sshd, 'rm "a model.pt"\n').stderr
        assert file.exists()
        command = ["ssh", "-F", "none", "-i", sshd.key, "-o", "IdentitiesOnly=yes", "-o", "BatchMode=yes", "-p"]
        command += [str(sshd.port), "-o", f"UserKnownHostsFile={sshd.known_hosts}", f"{sshd.user}@{sshd.host}", "id"]
        done = subprocess.run(command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
        assert "uid=" not in done.stdout


def test_through_a_network(sshd: Sshd, file: Path) -> None:
    with Latency(sshd.port) as network:
        with sshd.known_hosts.open("a") as known:
            known.write(sshd.known_as(network.port))
        with connected(sshd, network.port) as client, client.open(str(file)) as opened:
            assert opened.read(10) == DATA[:10]
            network.cut()
            rest = b""
            with contextlib.suppress(paramiko.SSHException, OSError):  # or it is taken for the end
                rest = opened.read(100_000)
            assert len(rest) < 100_000


def test_sessions_end_with_it(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    with make(Sshd, folder) as sshd, paramiko.SSHClient() as client:
        client.load_host_keys(str(sshd.known_hosts))
        client.connect(sshd.host, sshd.port, sshd.user, key_filename=str(sshd.key), allow_agent=False)
        client.open_sftp()
        until(lambda: bool(children(sshd.pid)))
        (session,) = map(Watched, children(sshd.pid))
        sshd.__exit__()
        assert session.ends()
        session.__exit__()
    assert list((tmp_path / "temporary").iterdir()) == []
