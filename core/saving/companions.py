"""The other files of a folder that a checkpoint lies in: those that belong to a model, and those that are strangers.

What stands beside the shards of transformers, such as ``config.json`` and the tokenizer, is needed to load them, and
goes along. Nothing else is touched: a folder with other files is not replaced.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import NamedTuple

from core.edits.preview import Preview
from core.errors import SaveError, TargetExists
from core.files.parts import identity_of
from core.remote.address import RemotePath
from core.saving.publishing import check_parent
from core.text import clip, listed
from core.words import say_count

_WEIGHTS = re.compile(
    r"(?P<stem>.+?)(?:-\d+-of-\d+)?(?P<end>\.safetensors|\.bin)(?:\.index(?:\.[\w-]+)?\.json)?", re.DOTALL
)
_DCP = re.compile(r"\.metadata|.+\.distcp", re.DOTALL)
_COMPANION = re.compile(
    r"(?:config|generation_config|preprocessor_config|processor_config|image_processor|video_preprocessor_config"
    r"|special_tokens_map|added_tokens|chat_template|quantization_config|quantize_config|adapter_config|modules"
    r"|sentence_bert_config|tokenizer[\w.-]*|vocab[\w.-]*)\.json"
    r"|merges\.txt|vocab\.txt|chat_template\.jinja|(?:tokenizer|spiece|sentencepiece[\w.]*)\.model"
    r"|README\.md|LICENSE(?:\.\w+)?|USE_POLICY\.md|\.gitattributes"
)
"""Names that ``save_pretrained`` of models, tokenizers and processors writes, and what model hubs put beside them."""
_MOST_BYTES = 256 << 20
_MOST_NAMED = 3


class Replaced(NamedTuple):
    """What is in a folder that is to be replaced: ``files`` are all, ``companions`` those that stay."""

    files: tuple[str, ...]
    companions: tuple[Path, ...]


def check_folder(path: Path, overwrite: bool) -> Replaced | None:
    """What a new folder replaces; None where nothing is there.

    Raises `SaveError` for a target that cannot be a folder, is there already, or holds what is none of a checkpoint's.
    """
    there = check_parent(path)
    if not there:
        return None
    if not path.is_dir():
        raise SaveError("{path} is a file, but this save writes a folder. Give the name of a folder.", path=path)
    names = sorted(entry.name for entry in path.iterdir())
    if names and not overwrite:
        raise TargetExists(path)
    strangers = [name for name in names if not (path / name).is_file() or _kind(name) == ""]
    kinds = sorted({_kind(name) for name in names} - {"", "companion"})
    if strangers or len(kinds) > 1:
        raise SaveError(
            "{path} holds more than one checkpoint ({names}), and all would be replaced. Choose another name.",
            path=path,
            names=listed(strangers or kinds, _MOST_NAMED),
        )
    return Replaced(tuple(names), tuple(companions_in(path)))


def companions_in(folder: Path) -> list[Path]:
    """The files that go along with the weights in a folder."""
    found = (path for path in files_in(folder) if _kind(path.name) == "companion")
    return [path for path in found if identity_of(path).size <= _MOST_BYTES]


def companions_of(preview: Preview, replaced: Replaced | None = None) -> list[Path]:
    """Files that go along: those of the folder that is replaced, and of the one that a source in shards lies in."""
    checkpoint = preview.catalogue.checkpoint
    found = list(replaced.companions) if replaced is not None else []
    if checkpoint.format.cut:
        found += companions_in(checkpoint.path if checkpoint.path.is_dir() else checkpoint.path.parent)
    return sorted({each.name: each for each in reversed(found)}.values(), key=lambda each: each.name)


def left_behind(preview: Preview) -> tuple[str, ...]:
    """A sentence on the files of the source's folder that no new folder gets."""
    checkpoint = preview.catalogue.checkpoint
    several = checkpoint.several
    if several is None or checkpoint.is_elsewhere:
        return ()
    names = [other.name for other in several.others]
    if checkpoint.format.cut:
        folder = checkpoint.path if checkpoint.path.is_dir() else checkpoint.path.parent
        known = {*map(os.path.normpath, several.names), *(path.name for path in several.listings)}
        known |= {path.name for path in companions_in(folder)}
        names = [path.name for path in files_in(folder) if path.name not in known]
    names = [name for name in names if not name.rpartition("/")[2].startswith(".")]
    if not names:
        return ()
    return (
        say_count(
            len(names),
            "{n:,} other file of the folder is not copied: {names}.",
            "{n:,} other files of the folder are not copied: {names}.",
            names=listed([clip(name, 80) for name in names], _MOST_NAMED),
        ),
    )


def is_file(path: Path) -> bool:
    """Whether a file is there, here or elsewhere."""
    if isinstance(path, RemotePath):
        from core.remote.asking import is_there  # noqa: PLC0415 - for those who have one

        return is_there(path) and not path.is_dir()
    return path.is_file()


def files_in(folder: Path) -> list[Path]:
    """The files of a folder, here or elsewhere, by name."""
    if isinstance(folder, RemotePath):
        from core.remote.asking import names_at  # noqa: PLC0415 - as above

        return [folder / name for name in sorted(names_at(folder)) if not name.endswith("/")]
    return [path for path in sorted(folder.iterdir()) if path.is_file()]


def _kind(name: str) -> str:
    """``companion``, what the weights are called, or nothing for a stranger."""
    weights = _WEIGHTS.fullmatch(name)
    if weights is not None:
        return weights["stem"] + weights["end"]
    if _DCP.fullmatch(name):
        return ".distcp"
    return "companion" if _COMPANION.fullmatch(name) else ""
