"""How a cluster is called: ``local:8`` for one of this machine, ``tcp://HOST:PORT`` for the scheduler of another."""

from __future__ import annotations

import re

_LOCAL = re.compile(r"local:([1-9]\d{0,3})")
_REMOTE = re.compile(r"(?:tcp|tls)://[^\s/]+:\d{1,5}")


def is_address(text: str) -> bool:
    """Whether a text is ``local:N``, ``tcp://HOST:PORT`` or ``tls://HOST:PORT``."""
    return bool(_LOCAL.fullmatch(text) or _REMOTE.fullmatch(text))


def local_workers(text: str) -> int:
    """The N of ``local:N``; 0 of an address of another machine."""
    found = _LOCAL.fullmatch(text)
    return int(found[1]) if found else 0
