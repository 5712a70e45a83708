"""Find the servers that the tests of remote checkpoints start, nginx and OpenSSH's; say or do what adds them.

``--install`` adds them where that needs no question: as root, with apt. They are not started as services then: each
test starts its own, on 127.0.0.1, and ends it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

# Program → the Debian package that has it.
PROGRAMS = {"nginx": "nginx-light", "sshd": "openssh-server", "ssh-keygen": "openssh-client"}
SYSTEM_PATH = ("/usr/sbin", "/usr/local/sbin", "/sbin")
"""Where Debian keeps servers; not every user has these in PATH."""
POLICY = Path("/usr/sbin/policy-rc.d")


def find(program: str) -> str | None:
    """Where a program lies, in the folders of the system too."""
    return shutil.which(program, path=os.pathsep.join((os.environ.get("PATH", ""), *SYSTEM_PATH)))


def missing() -> list[str]:
    """The Debian packages of what is not there."""
    return sorted(package for program, package in PROGRAMS.items() if find(program) is None)


@contextlib.contextmanager
def no_service_starts(policy: Path) -> Iterator[None]:
    """While entered, packages that are installed start nothing (invoke-rc.d(8)): no port of this machine opens.

    A policy that somebody has set stays as it is.
    """
    if policy.exists():
        yield
        return
    policy.write_text("#!/bin/sh\nexit 101\n")
    policy.chmod(0o755)
    try:
        yield
    finally:
        policy.unlink()


def installed(packages: list[str], purpose: str) -> bool:
    """Whether packages could be installed, as root and with apt."""
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return False
    print(f"Installing {purpose}: {' '.join(packages)} …")
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    with no_service_starts(POLICY):
        for arguments in (["update"], ["install", "-y", "--no-install-recommends", *packages]):
            command = ["apt-get", "-qq", *arguments]
            done = subprocess.run(command, env=quiet, capture_output=True, text=True, check=False)
            if done.returncode:
                print(done.stderr.strip(), file=sys.stderr)
                return False
    return True


def main(arguments: list[str]) -> int:
    """Report, and with ``--install`` mend. What is missing is no failure: only tests need it."""
    lacking = missing()
    if "--install" in arguments and lacking and installed(lacking, "what the tests start as servers"):
        lacking = missing()
    if lacking:
        print(
            "The tests of remote checkpoints start servers that are not here. On Debian or Ubuntu: "
            f"sudo apt-get install {' '.join(lacking)}. Until then they are skipped; nothing else needs them.",
            file=sys.stderr,
        )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
