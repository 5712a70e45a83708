"""Processes that have torch from the start: forked from one that has imported it once and done nothing since.

`Forked` stands for ``subprocess.Popen`` of ``[sys.executable, "-m", module, …]`` or ``[…, "-c", code, …]``; importing
torch takes longer than most of what is asked of such a process. Each is as new as any other: what it imports, sets or
breaks is gone with it. `torch_at_hand` gives such processes to the program itself.
"""

from __future__ import annotations

import atexit
import functools
import json
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
import threading
import traceback
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, NoReturn

from tests.places import ROOT

_EXECUTABLE = sys.executable
_ASKING = threading.Lock()
_LIMIT = 1 << 20
"""Bytes of a question; texts of any length go through stdin."""


class Forked:
    """A child of the process that has torch, as far as it is used like a ``subprocess.Popen``."""

    def __init__(
        self,
        args: Sequence[str],
        *,
        stderr: IO[bytes],
        cwd: str | Path = ROOT,
        env: Mapping[str, str] | None = None,
        imports: str = "torch",
        **_: Any,
    ) -> None:
        self.returncode: int | None = None
        to_child, self._ended = os.pipe(), os.pipe()
        from_child = os.pipe()
        asked = {"args": list(args[1:]), "cwd": str(cwd), "env": dict(os.environ if env is None else env)}
        theirs = [to_child[0], from_child[1], stderr.fileno(), self._ended[1]]
        server = _server(imports)
        with _ASKING:
            socket.send_fds(server, [json.dumps(asked).encode()], theirs)
            self.pid = int(server.recv(64))
        for fd in (to_child[0], from_child[1], self._ended[1]):
            os.close(fd)
        self.stdin, self.stdout = os.fdopen(to_child[1], "wb"), os.fdopen(from_child[0], "rb")

    def poll(self) -> int | None:
        """The exit status, negative for a signal; None while it runs."""
        return self._look(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end."""
        code = self._look(timeout)
        if code is None:
            raise subprocess.TimeoutExpired("a forked process", timeout or 0)
        return code

    def kill(self) -> None:
        """End it, if it has not ended."""
        if self.poll() is None:
            os.kill(self.pid, signal.SIGKILL)

    def _look(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select((self._ended[0],), (), (), timeout)[0]:
            self.returncode = int(os.read(self._ended[0], 64))
            os.close(self._ended[0])
        return self.returncode


def run(args: Sequence[str], said: str = "", imports: str = "torch", cwd: str | Path = ROOT) -> str:
    """What ``python`` with these arguments prints to stdout, in a folder; raises when it fails."""
    errors = os.memfd_create("stderr")
    with os.fdopen(errors, "r+b") as stderr:
        child = Forked([_EXECUTABLE, *args], stderr=stderr, imports=imports, cwd=cwd)
        with child.stdin:
            child.stdin.write(said.encode())
        with child.stdout:
            printed = child.stdout.read().decode()
        if child.wait():
            stderr.seek(0)
            raise subprocess.CalledProcessError(child.wait(), list(args), printed, stderr.read().decode())
    return printed


@functools.cache
def _server(imports: str) -> socket.socket:
    """The process that has imported this, started once; it ends with the socket."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [_EXECUTABLE, "-m", __name__, str(theirs.fileno()), imports]
    server = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()])
    theirs.close()

    @atexit.register
    def end() -> None:
        ours.close()
        server.wait()

    return ours


def _serve(asking: socket.socket) -> None:
    """Fork for each question; tell how each child ended."""
    running: dict[int, tuple[int, int]] = {}
    while True:
        for ready in select.select([asking, *running], (), ())[0]:
            if ready in running:
                pid, tell = running.pop(ready)
                os.write(tell, str(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])).encode())
                os.close(tell)
                os.close(ready)
                continue
            question, fds, _, _ = socket.recv_fds(asking, _LIMIT, 4)
            if not question:
                return
            pid = os.fork()
            if pid == 0:
                _become(json.loads(question), fds)
            asking.send(str(pid).encode())
            running[os.pidfd_open(pid)] = pid, fds[3]
            for fd in fds[:3]:
                os.close(fd)


def _become(asked: dict[str, Any], fds: list[int]) -> NoReturn:
    """Be the process that was asked for."""
    code = 0
    try:
        os.setsid()
        for number, fd in enumerate(fds[:3]):
            os.dup2(fd, number)
        os.closerange(3, 256)
        os.chdir(asked["cwd"])
        os.environ.clear()
        os.environ.update(asked["env"])
        kind, what, *rest = asked["args"]
        # The program's children want to know their parent, which is this one's.
        sys.argv = [what, *(str(os.getppid()) if each.isdigit() else each for each in rest)]
        if kind == "-m":
            runpy.run_module(what, run_name="__main__", alter_sys=True)
        else:
            exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else int(error.code is not None)
    except BaseException:  # noqa: BLE001 - as the interpreter does
        traceback.print_exc()
        code = 1
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


class _Subprocess:
    """What `core.torch_child.process` uses of the module `subprocess`."""

    PIPE = subprocess.PIPE
    TimeoutExpired = subprocess.TimeoutExpired

    def __init__(self, imports: str) -> None:
        self._imports = imports

    def Popen(self, args: Sequence[str], **options: Any) -> Any:  # noqa: N802 - its name there
        """A forked process, unless something other than Python is to be started."""
        if args[0] != _EXECUTABLE:
            return subprocess.Popen(args, **options)
        return Forked(args, imports=self._imports, **options)


def torch_at_hand(monkeypatch: Any, imports: str = "torch") -> None:
    """The program's children with torch are forked. ``torch._dynamo`` is what any optimizer imports at its first step;
    it changes which files torch takes.
    """
    from core.torch_child import process

    monkeypatch.setattr(process, "subprocess", _Subprocess(imports))


if __name__ == "__main__":
    for name in sys.argv[2].split(","):
        __import__(name)
    _serve(socket.socket(fileno=int(sys.argv[1])))
