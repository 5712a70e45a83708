"""Code that names a file which lies elsewhere: torch loads files of this computer, so a copy is fetched first."""

from __future__ import annotations

from pathlib import Path

from core.catalogue.quoting import comment, literal
from core.edits.preview import Preview
from core.files.member import outer_and_key
from core.loading.many_files import is_many, path_of
from core.loading.quoting import command, file_word, option
from core.remote.address import RemotePath, as_path
from core.saving.choice import suggested
from core.words import say

_PACKAGES = {
    "http": "fsspec aiohttp",
    "https": "fsspec aiohttp",
    "s3": "s3fs",
    "gs": "gcsfs",
    "az": "adlfs",
    "hf": "huggingface_hub",
    "sftp": "fsspec paramiko",
}
"""What ``fsspec.open_local`` needs for each scheme (fsspec, "List of known implementations")."""


def paths_of(view: Preview, saved: Path | None) -> dict[str, list[str]]:
    """The lines for ``f``, the file that is open, and for ``fixed``, the copy: where it was ``saved``, or may be."""
    checkpoint = view.catalogue.checkpoint
    lines = {"f": path_lines("f", str(path_of(checkpoint)), is_folder=is_many(checkpoint))}
    if saved is not None:
        lines["fixed"] = path_lines("fixed", str(saved), is_folder=saved.is_dir())
    elif view.plan:
        lines["fixed"] = [f"fixed = {literal(str(suggested(view)))}  {comment(say('not saved yet'))}"]
    return lines


def path_lines(name: str, place: str, *, is_folder: bool) -> list[str]:
    """Python that gives ``name`` the path of a file, or of a folder of them, as the user said it."""
    path, member = as_path(place), outer_and_key(place)
    if member is not None:
        file, key = map(file_word, member)
        return [comment(command(["extract", file, *option("--bytes", key), "-o", "OUT"])), f"{name} = 'OUT'"]
    if not isinstance(path, RemotePath):
        return [f"{name} = {literal(place)}"]
    if is_folder:
        return [comment(say("The folder of a local copy of {path}.", path=path)), f"{name} = 'FOLDER'"]
    secret = say("Put the full address here: its access key is left out, and ••• stands for it.")
    return [
        comment(
            say(
                "torch loads only local files, so this downloads a temporary copy (pip install {packages}).",
                packages=_PACKAGES[path.scheme],
            )
        ),
        "import fsspec",
        "",
        *([comment(secret)] if "•••" in str(path) else []),
        f"{name} = fsspec.open_local({literal(f'simplecache::{path}')})",
    ]
