"""Which known model a file has, told beside what the file says of itself."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.quoting import comment
from core.errors import CheckpointError
from core.files.byte_source import open_stream
from core.formats.bounded_json import parse_json
from core.layers.held import Model
from core.layers.known import CLOSE, SAME, Candidate, candidates
from core.layers.known_table import known_table
from core.remote.address import RemotePath
from core.report.inspect import plain_values
from core.text import clip, count_text, listed, series, titled
from core.words import say

_NAMES = frozenset(
    (
        *("arch", "architecture", "model", "model_name", "model_arch", "net", "network", "_name_or_path", "variant"),
        "model_type",
    )
)
"""What people call the name of a model among their options."""
_OF_PARTS = frozenset({"backbone", "encoder", "encoder_name"})
_MOST_VALUES, _MOST_BYTES, _MOST_LISTED, _LONGEST = 2000, 1 << 20, 5, 100


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
    whole, families = _known_names()
    said = []
    for where, text, is_whole in _texts(catalogue):
        plain = _plain(text)
        agrees = any(plain in each for each in names.values())
        if agrees or (is_whole and plain in whole) or (names and plain in whole | families):
            said.append(Said(where, text, agrees))
    agreed = {_plain(each.name) for each in said if each.agrees}
    order = sorted(found, key=lambda each: not agreed & names.get(each.name, frozenset()))
    return tuple(order), tuple(dict.fromkeys(said))


@cache
def _known_names() -> tuple[frozenset[str], frozenset[str]]:
    """Names that say all of a model; and those of families, of whose sizes no table has all."""
    names = [each.name for each in known_table().models]
    whole = frozenset(_plain(name.partition(":")[2]) for name in names if "/" not in name)
    return whole, frozenset(each for name in names if "/" in name for each in _short_names(name))


def _texts(catalogue: Catalogue) -> Iterator[tuple[str, str, bool]]:
    """What may be the name of a model, with where it is said, and whether it is of all of the model."""
    for entry in islice(plain_values(catalogue), _MOST_VALUES):
        value, label = catalogue.values[entry], catalogue.label_text(entry).lower()
        if isinstance(value, str) and len(value) <= _LONGEST and label in _NAMES | _OF_PARTS:
            yield catalogue.path_text(entry), str(value), label in _NAMES
    config = _config(catalogue)
    for key in ("architectures", "architecture", "model_name"):
        told = config.get(key)
        for each in told if isinstance(told, list) else [told]:
            if isinstance(each, str) and len(each) <= _LONGEST:
                yield f"config.json, {key}", each, True


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
        yield say("No known model has these keys and shapes.")
    for each in found[:_MOST_LISTED]:
        yield titled(each.line, how_text(each))
    if len(found) > _MOST_LISTED:
        yield say("… and {models}", models=count_text(len(found) - _MOST_LISTED, "more model"))
    yield from said_lines(said)


def said_lines(said: Sequence[Said]) -> Iterator[str]:
    """What the file says of itself, and whether that is so."""
    for told in said[:_MOST_LISTED]:
        where, name = clip(told.where), clip(told.name)
        if told.agrees:
            yield say("{where} says {name}, and the keys agree.", where=where, name=name)
        else:
            yield say("{where} says {name}, but the keys or shapes differ.", where=where, name=name)


def making_code(found: Sequence[Candidate]) -> str:
    """Python that makes each model that it may be; what is only close to one stands there as a comment."""
    lines: list[str] = []
    for each in found[:_MOST_LISTED]:
        module = each.line.partition("(")[0].rpartition(".")[0]
        made = (f"import {module}", f"model = {each.line}")
        lines += ["", comment(how_text(each)), *(map(comment, made) if each.how == CLOSE else made)]
    return "\n".join(lines[1:])


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
        yield say("{keys} of a different shape ({names})", **_keys(each.misshapen))


def _keys(keys: Sequence[str]) -> dict[str, str]:
    return {"keys": count_text(len(keys), "key"), "names": listed([clip(key, 60) for key in keys[:2]], 2)}
