"""Which known model a file has, told beside what the file says of itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.errors import CheckpointError
from core.files.byte_source import open_stream
from core.formats.bounded_json import parse_json
from core.layers.held import Model
from core.layers.known import CLOSE, SAME, Candidate, candidates
from core.layers.known_table import known_table
from core.remote.address import RemotePath
from core.report.inspect import plain_values
from core.text import clip, count_text, listed, series
from core.words import say

_NAMES = frozenset(
    (
        *("arch", "architecture", "model", "model_name", "model_arch", "backbone", "net", "network", "encoder_name"),
        *("_name_or_path", "variant", "model_type"),
    )
)
"""What people call the name of a model among their options."""
_MOST_VALUES, _MOST_BYTES, _MOST_LISTED = 2000, 1 << 20, 5


class Said(NamedTuple):
    """A name of a known model in the file or in the ``config.json`` beside it, and whether its keys agree."""

    where: str
    name: str
    agrees: bool


def known_models(catalogue: Catalogue, model: Model) -> tuple[tuple[Candidate, ...], tuple[Said, ...]]:
    """The known models that a model of a file may be, those that the file itself names first; and what it says."""
    try:
        found = candidates(model)
    except OSError:
        return (), ()  # installed without the table
    names = {each.name: _short_names(each.name) for each in found if each.how != CLOSE}
    texts = [(where, text) for where, text in _texts(catalogue) if _is_known(text)]
    said = [Said(where, text, any(_plain(text) in each for each in names.values())) for where, text in texts]
    agreed = {_plain(each.name) for each in said if each.agrees}
    order = sorted(found, key=lambda each: not agreed & names.get(each.name, frozenset()))
    return tuple(order), tuple(dict.fromkeys(said))


def _texts(catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """What may be the name of a model, with where it is said."""
    for entry in islice(plain_values(catalogue), _MOST_VALUES):
        value = catalogue.values[entry]
        if isinstance(value, str) and catalogue.label_text(entry).lower() in _NAMES:
            yield catalogue.path_text(entry), str(value)
    config = _config(catalogue)
    for key in ("architectures", "architecture", "model_name"):
        told = config.get(key)
        for each in told if isinstance(told, list) else [told]:
            if isinstance(each, str):
                yield f"config.json, {key}", each


def _config(catalogue: Catalogue) -> dict[str, Any]:
    """The ``config.json`` beside a file; empty where there is none that can be read."""
    path = catalogue.checkpoint.path
    if isinstance(path, RemotePath):
        return {}
    file = (path if path.is_dir() else path.parent) / "config.json"
    try:
        with open_stream(file) as stream:
            told = parse_json(stream.read(_MOST_BYTES).decode())
    except (OSError, ValueError, CheckpointError):
        return {}
    return told if isinstance(told, dict) else {}


def _short_names(name: str) -> frozenset[str]:
    """``resnet50`` of ``timm:resnet50``; ``bert`` and ``BertModel`` of ``transformers:bert/BertModel``."""
    return frozenset(map(_plain, (name, *name.partition(":")[2].split("/"))))


def _plain(name: str) -> str:
    """A name as it is compared: of ``timm/resnet50.a1_in1k`` the architecture."""
    return name.rpartition("/")[2].partition(".")[0].lower().replace("-", "_")


def _is_known(text: str) -> bool:
    return 0 < len(text) <= 100 and _plain(text) in _all_names()


@cache
def _all_names() -> frozenset[str]:
    return frozenset(name for model in known_table().models for name in _short_names(model.name))


def candidates_json(found: Sequence[Candidate], said: Sequence[Said]) -> dict[str, Any]:
    """The answer as data: ``how`` in English, of what differs the first keys."""
    return {
        "candidates": [
            {
                "name": each.name,
                "line": each.line,
                "how": each.how,
                "prefix": each.prefix,
                "part": each.part,
                "classes": each.classes,
                **{what: list(getattr(each, what)[:20]) for what in ("lacking", "more", "misshapen")},
            }
            for each in found
        ],
        "says": [each._asdict() for each in said],
    }


def candidate_lines(found: Sequence[Candidate], said: Sequence[Said]) -> Iterator[str]:
    """A line each candidate, and what the file says of itself."""
    if not found:
        yield say("No known model of timm, torchvision or transformers has these keys and shapes.")
    for each in found[:_MOST_LISTED]:
        yield f"{each.line}: {how_text(each)}"
    if len(found) > _MOST_LISTED:
        yield say("… and {models}", models=count_text(len(found) - _MOST_LISTED, "more model"))
    for told in said[:_MOST_LISTED]:
        where, name = clip(told.where), clip(told.name)
        if told.agrees:
            yield say("{where} says {name}, and the keys agree.", where=where, name=name)
        else:
            yield say("{where} says {name}, but the keys or shapes are others.", where=where, name=name)


def how_text(each: Candidate) -> str:
    """``the same keys and shapes, after “module.” is stripped``."""
    how = say("the same keys and shapes") if each.how == SAME else say(each.how)
    if each.classes is not None:
        how = say("{how}, which has {classes}", how=how, classes=count_text(each.classes, "class"))
    part = say("as its part {part}", part=clip(each.part)) if each.part else ""
    prefix = say("after “{prefix}” is stripped", prefix=clip(each.prefix)) if each.prefix else ""
    return series((how, part, prefix, *_differences(each)))


def _differences(each: Candidate) -> Iterator[str]:
    if each.lacking:
        yield say("{keys} not in the file ({names})", **_keys(each.lacking))
    if each.more:
        yield say("{keys} besides ({names})", **_keys(each.more))
    if each.misshapen:
        yield say("{keys} of another shape ({names})", **_keys(each.misshapen))


def _keys(keys: Sequence[str]) -> dict[str, str]:
    return {"keys": count_text(len(keys), "key"), "names": listed([clip(key, 60) for key in keys[:2]], 2)}
