"""OpenSSH's server for SFTP, with keys and a configuration of its own."""

from __future__ import annotations

import contextlib
import getpass
import os
import subprocess
import tempfile
from pathlib import Path
from typing import Self

from tests.servers.programs import LOOPBACK, Program, find_program, free_ports

# Whoever runs the tests may log in, with the one key, for SFTP and nothing else.
_CONFIG = """
ListenAddress {host}:{port}
HostKey {home}/host_key
AuthorizedKeysFile {home}/authorized_keys
AuthenticationMethods publickey
PasswordAuthentication no
KbdInteractiveAuthentication no
PermitRootLogin prohibit-password
PidFile none
StrictModes no
UsePAM no
UseDNS no
LogLevel VERBOSE
MaxStartups 200
MaxSessions 200
AllowTcpForwarding no
Subsystem sftp internal-sftp
ForceCommand internal-sftp {options}-d {home}/begin
"""
_SEPARATION = Path("/run/sshd")
"""What sshd demands if root starts it; an installed service makes it when it starts."""


def make_key(path: Path, passphrase: str = "") -> Path:
    """A new key of ed25519 by ssh-keygen; the public part lies beside it as ``.pub``."""
    command = [find_program("ssh-keygen"), "-q", "-t", "ed25519", "-N", passphrase, "-C", "test"]
    subprocess.run([*command, "-f", str(path)], check=True, stdin=subprocess.DEVNULL)
    return path


class Sshd:
    """SFTP for the user who runs the tests. Paths are those of this machine; relative ones begin in `folder`.

    `key` is the file of the key that may log in, `stranger` that of one that may not. `known_hosts` knows the server,
    `changed_known_hosts` had another one there before.
    """

    host = LOOPBACK

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        """Raises `Missing` without sshd or ssh-keygen."""
        self.folder = folder.resolve()
        self.user = getpass.getuser()
        self._options = "-R " if read_only else ""
        self._program = find_program("sshd")
        find_program("ssh-keygen")

    def __enter__(self) -> Self:
        if os.geteuid() == 0:
            _SEPARATION.mkdir(mode=0o755, exist_ok=True)
        with contextlib.ExitStack() as starting:
            home = Path(starting.enter_context(tempfile.TemporaryDirectory(prefix="sshd-")))
            host_key, other = make_key(home / "host_key"), make_key(home / "other_host_key")
            self.key, self.stranger = make_key(home / "key"), make_key(home / "stranger")
            (home / "authorized_keys").write_text(_public(self.key))
            (home / "begin").symlink_to(self.folder)  # sshd would take a path with a space for two
            self._log = home / "said.log"
            with free_ports(1) as (self.port,):
                config = _CONFIG.format(host=self.host, port=self.port, home=home, options=self._options)
                (home / "sshd_config").write_text(config)
                command = [self._program, "-D", "-e", "-f", str(home / "sshd_config")]
                program = Program(command, [self.port], self._log)
            starting.callback(program.end)
            self.pid = program.pid
            self.known_hosts = home / "known_hosts"
            self.known_hosts.write_text(self.known_as(self.port, host_key))
            self.changed_known_hosts = home / "changed_known_hosts"
            self.changed_known_hosts.write_text(self.known_as(self.port, other))
            self._ending = starting.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._ending.close()

    @property
    def url(self) -> str:
        """``sftp://USER@127.0.0.1:PORT``, without a slash at its end."""
        return f"sftp://{self.user}@{self.host}:{self.port}"

    def known_as(self, port: int, key: Path | None = None) -> str:
        """The line of a known_hosts by which the server is known at another port too, such as that of a network."""
        return f"[{self.host}]:{port} {_public(key or self._log.with_name('host_key'))}"

    def said(self) -> str:
        """The server's log, to see why somebody was not let in."""
        return self._log.read_text(errors="replace")


def _public(key: Path) -> str:
    return Path(f"{key}.pub").read_text(encoding="ascii")
