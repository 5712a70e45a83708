"""Packages of stores log nothing: what goes wrong is raised, and told once, without secrets."""

from __future__ import annotations

import logging


def quiet(*packages: str) -> None:
    """Keep what these would log from the terminal, where Python puts warnings that nobody takes."""
    for name in packages:
        log = logging.getLogger(name)
        log.propagate = False
        if not log.handlers:
            log.addHandler(logging.NullHandler())
