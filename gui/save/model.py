"""What the save dialog offers: containers, one file or shards, names; and the save itself. Without Qt."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from core.catalogue.checkpoint import Checkpoint
from core.edits.preview import Preview
from core.errors import SaveError
from core.formats.register import OF_TORCH_FILES, SUFFIXES, TARGETS, Format, format_of
from core.progress import Tick
from core.remote.address import RemotePath
from core.remote.uploading import check_writable
from core.saving.choice import is_cut, saved_kind
from core.saving.new_name import COPY, FIXED, INCOMPLETE, as_file, beside
from core.saving.save import save
from core.saving.save_report import SaveReport
from core.words import say
from gui.look.plain_text import one_line

ONE_FILE: Final = 0
AS_BEFORE: Final = -1
"""Shards of the sizes that the source is cut into."""
_SIZES: Final = (2, 5, 10, 50)
"""GB of a file; transformers cuts into 5."""
_GB: Final = 10**9


class SaveLayout(NamedTuple):
    """What is to be written: a container, and one file, or shards of so many bytes at most."""

    container: str
    shards: int = ONE_FILE
    of_folder: bool = False
    """Whether the source is a folder, which files like its own are put into."""

    @property
    def is_folder(self) -> bool:
        if self.format.of_branches:
            return self.of_folder
        return self.format.always_folder or self.shards != ONE_FILE

    @property
    def format(self) -> Format:
        """What is known of the container."""
        return format_of(self.container)

    @property
    def shard_size(self) -> int | None:
        """As `core.saving.save.save` takes it."""
        return self.shards if self.shards > 0 else None


def layout_of(checkpoint: Checkpoint) -> SaveLayout:
    """Return the layout of the source."""
    shards = AS_BEFORE if is_cut(checkpoint) else ONE_FILE
    return SaveLayout(saved_kind(checkpoint), shards, checkpoint.format.of_branches and checkpoint.format.folders)


def kept_container(checkpoint: Checkpoint) -> str:
    """The container that is that of the source; nothing where it is in none that can be written."""
    kind = saved_kind(checkpoint)
    return kind if format_of(kind).of_branches or is_cut(checkpoint) or checkpoint.container == kind else ""


def containers_for(checkpoint: Checkpoint) -> list[str]:
    """The containers that are offered, that of the source first."""
    kept = saved_kind(checkpoint)
    offered = [key for key in TARGETS if key == kept or not format_of(key).of_branches]
    return sorted(offered, key=lambda key: key != kept)


def shard_choices(checkpoint: Checkpoint) -> list[tuple[str, int]]:
    """(words, value of `Layout.shards`), those of the source first."""
    sizes = [(say("files of at most {size}", size=f"{number} GB"), number * _GB) for number in _SIZES]
    own = [(say("the same files as the source"), AS_BEFORE)] if is_cut(checkpoint) else []
    return [*own, (say("none, one file"), ONE_FILE), *sizes]


def ending_of(layout: SaveLayout, source: Path) -> str:
    """The ending of a name for it: that of the source where this is one of its own, none for a folder."""
    if layout.is_folder:
        return ""
    if layout.format.has_own_ending:
        return layout.format.ending
    name = as_file(source).name
    own = name[len(name_stem(name)) :]
    if layout.format.of_branches:
        return own
    is_other = own in SUFFIXES and own not in OF_TORCH_FILES
    return layout.format.ending if is_other or source.is_dir() else own


def name_stem(name: str) -> str:
    """Return what of a file name the user would retype: all but the endings."""
    stem = Path(name).stem
    return stem.removesuffix(Path(stem).suffix) if name.endswith(".tar") else stem


def renamed(name: str, before: str, after: str) -> str:
    """A name with another ending, where it has the one that it was given before, or another of checkpoints."""
    if before and name.endswith(before):
        return name.removesuffix(before) + after
    if Path(name).suffix in SUFFIXES:
        return name_stem(name) + after
    return name + after if name else name


def refusal(target: RemotePath) -> str:
    """Return why nothing can be written to a location; empty where it can. What is there is seen when it is written."""
    try:
        check_writable(target)
    except SaveError as error:
        return str(error)
    return ""


_LONGEST_NAME: Final = 44


@dataclass(frozen=True)
class SaveRequest:
    """All that one save needs, captured when the user says so."""

    preview: Preview
    target: Path
    container: str | None = None
    """None keeps the container of the source."""
    shard_size: int | None = None
    """The most bytes of a file in a folder; None for one file, or for shards as the source has them."""
    overwrite: bool = False
    accept_odd: bool = False
    accept_missing: bool = False
    accept_damage: bool = False


def write(request: SaveRequest, tick: Tick) -> SaveReport:
    """Do the save; runs on a worker thread."""
    return save(
        request.preview,
        request.target,
        container=request.container,
        shard_size=request.shard_size,
        overwrite=request.overwrite,
        accept_odd=request.accept_odd,
        accept_missing=request.accept_missing,
        accept_damage=request.accept_damage,
        tick=tick,
    )


def default_target(source: Path, *, changed: bool = True, missing: bool = False) -> Path:
    """`epoch27-fixed.pth` beside `epoch27.pth`; `best-fixed.pth.tar` beside `best.pth.tar`; `-copy` if not changed.

    Where something of the source is missing the name says that of the copy too.
    """
    return beside(source, INCOMPLETE if missing else FIXED if changed else COPY)


def short_name(name: str) -> str:
    """A file name for a line of a dialog; a long one keeps its beginning and its ending."""
    half, name = _LONGEST_NAME // 2, one_line(name)
    return name if len(name) <= _LONGEST_NAME else f"{name[:half]}…{name[1 - half :]}"


def typed_name(text: str, cursor: int, suggested: str) -> str:
    """What is meant while a name is typed before the suggested ending: one that has an ending needs no other."""
    typed, rest = text[:cursor], text[cursor:]
    return typed if rest == suggested and Path(typed).suffix in SUFFIXES else text


def with_ending(name: str, ending: str) -> str:
    """A file name with an ending, where it has none of its own."""
    bare = bool(name) and not Path(name).suffix and not name.endswith(".")
    return name + ending if bare else name


def is_source(target: Path, source: Path) -> bool:
    """Whether a target is the source itself, under whatever name."""
    try:
        return target.samefile(source)
    except OSError:
        return target == source


def is_there(target: Path) -> bool:
    """Whether a file of this computer is there already; False where that cannot be asked, as saving tells why."""
    return not isinstance(target, RemotePath) and os.path.exists(target)  # noqa: PTH110 - pathlib raises
