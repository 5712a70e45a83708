"""Code that names a file which lies elsewhere: torch loads files of this computer, so a copy is fetched first."""

from __future__ import annotations

from core.catalogue.quoting import comment, literal
from core.files.member import outer_and_key
from core.loading.quoting import command, file_word, option
from core.remote.address import RemotePath, as_path
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


def path_lines(name: str, place: str, *, is_folder: bool) -> list[str]:
    """Python that gives ``name`` the path of a file, or of a folder of them, as the user said it."""
    path, member = as_path(place), outer_and_key(place)
    if member is not None:
        file, key = map(file_word, member)
        return [comment(command(["extract", file, *option("--bytes", key), "-o", "OUT"])), f"{name} = 'OUT'"]
    if not isinstance(path, RemotePath):
        return [f"{name} = {literal(place)}"]
    if is_folder:
        return [comment(say("The folder of a copy on this computer of {path}.", path=path)), f"{name} = 'FOLDER'"]
    secret = say("Put the whole address here: what stands for •••, its key, is not written down.")
    return [
        comment(
            say(
                "torch loads files of this computer: this fetches a copy for now (pip install {packages}).",
                packages=_PACKAGES[path.scheme],
            )
        ),
        "import fsspec",
        "",
        *([comment(secret)] if "•••" in str(path) else []),
        f"{name} = fsspec.open_local({literal(f'simplecache::{path}')})",
    ]
