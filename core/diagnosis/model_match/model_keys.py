"""What a model expects of a checkpoint: its keys and shapes, and the sizes of its optimizer's groups.

It comes from a second checkpoint, from JSON or from plain text; never from running the model.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import module_entries
from core.diagnosis.model_match.state_keys import group_sizes, key_entries, largest_state_dicts, shapes_in
from core.dtypes import Shape
from core.edits.diff import Rewrite
from core.edits.extract import extraction
from core.errors import CheckpointError, TooLarge
from core.files.parts import open_part
from core.formats.bounded_json import parse_json
from core.formats.register import SUFFIXES
from core.progress import Tick
from core.remote.address import RemotePath, as_path
from core.text import clip, size_text
from core.words import marked, say

SNIPPET = """\
import json
keys = {key: list(value.shape) if hasattr(value, "shape") else None for key, value in model.state_dict().items()}
groups = [len(g["params"]) for g in optimizer.param_groups]  # without an optimizer: groups = None
json.dump({"model": keys, "groups": groups}, open("model.json", "w"))
"""
"""Lines to run where ``model`` and ``optimizer`` are made; ``model.json`` is then what is wanted."""

LIBRARIES = ("timm", "torchvision", "transformers", "diffusers", "open_clip", "smp", "ultralytics")
"""Of which models are known by name: `core.layers.known`."""
_MOST_TEXT = 40 << 20  # bytes; the keys of the largest models are a tenth of it
_MOST_KEYS = 1_000_000
_MOST_DIMENSIONS = 64
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


class UnreadableKeys(CheckpointError):
    """A text that should list the keys of a model does not."""


@dataclass(frozen=True)
class ModelKeys:
    """``shapes`` has each key of the model in its order, with None where the shape is not known.

    ``groups`` are the numbers of parameters in the optimizer's groups, None where they are not known; ``name`` says
    where this comes from. ``in_order`` is False where the keys were sorted, as safetensors does it.
    """

    name: str
    shapes: Mapping[str, Shape | None] = field(repr=False)
    groups: tuple[int, ...] | None = None
    in_order: bool = True


def read_model_keys(path: str | Path, tick: Tick | None = None) -> ModelKeys:
    """What a checkpoint of any container holds, or what a JSON or text file lists.

    ``timm:resnet50`` is the known model of that name. Raises a `CheckpointError` that says what is the matter.
    """
    if (known := _known(str(path))) is not None:
        return known
    path = as_path(path)
    if not isinstance(path, RemotePath):
        path = Path(os.path.expanduser(path))  # noqa: PTH111 - pathlib raises for a user that there is not
    if path.suffix.lower() not in SUFFIXES:
        try:
            with contextlib.closing(open_part(path)) as file:
                if _is_text(file.peek(0, 4096)):
                    return parse_model_keys(_decoded(file.peek(0, _MOST_TEXT + 1), path.name), path.name)
        except (OSError, ValueError):
            pass  # opening it as a checkpoint finds the words for that
    return model_keys_of(open_catalogue(path, tick))


def _known(name: str) -> ModelKeys | None:
    """What the known model of a name expects; None for what is no such name."""
    if not name.startswith(tuple(f"{library}:" for library in LIBRARIES)):
        return None
    from core.layers.known import shapes_of  # noqa: PLC0415 - for such a name, and for nothing else

    shapes = shapes_of(name)
    if shapes is None:
        raise UnreadableKeys(say("Pthfinder knows no model called {name!r}.", name=clip(name)))
    return ModelKeys(name, MappingProxyType(dict(shapes)))


def model_keys_of(catalogue: Catalogue) -> ModelKeys:
    """The keys and shapes of a checkpoint's main state dict, the one with most tensors, and its optimizer's groups.

    A whole pickled model counts as its state dict; with optimizer state alone there are no keys. Raises
    `UnreadableKeys` when there is none of them.
    """
    name = catalogue.checkpoint.name
    shapes: dict[str, Shape | None] = {}
    entry = None
    if catalogue.state_dicts:
        entry = largest_state_dicts(catalogue, 1)[0]
        for child in key_entries(catalogue, entry):
            shapes[catalogue.labels[child]] = catalogue.shape(child)
    elif models := module_entries(catalogue):
        model = max(models, key=lambda found: found.parameters)
        shapes = shapes_in(extraction(catalogue, model.entry, Rewrite()).node)
    elif not catalogue.optimizers:
        raise UnreadableKeys(
            say("{name} holds neither a state dict nor a model, so there are no keys to compare with.", name=name)
        )
    optimizers = [item for item in catalogue.optimizers if item.model == entry] or list(catalogue.optimizers)
    groups = group_sizes(optimizers[0]) if optimizers else None
    return ModelKeys(name, MappingProxyType(shapes), groups, catalogue.checkpoint.format.order)


def parse_model_keys(text: str, name: str) -> ModelKeys:
    """Read keys from JSON (``{key: [shape]}``, a list of keys, ``{"model": …, "groups": [n, …]}``) or plain lines.

    A line is a key, or a key and its shape as torch or people write it; the printed ``state_dict().keys()`` is read
    too. Raises `UnreadableKeys` with the first line that is neither.
    """
    body = text.lstrip("\ufeff").strip()
    if "\n" not in body and (known := _known(body)) is not None:
        return known
    if not body:
        raise UnreadableKeys(say("{name} is empty; it should list the keys of a model.", name=name))
    if body[0] in "{[" or body[:5] == "null":
        found = _from_json(body, name)
    elif (
        printed := re.match(r"(?:odict_keys|dict_keys|OrderedDict|_IncompatibleKeys|list)?\s*\(\s*\[", body)
    ) is not None:
        found = ModelKeys(name, _unique(_quoted(body[printed.end() :]), name))
    else:
        found = ModelKeys(name, _unique((_line(number, line, name) for number, line in _lines(body)), name))
    if not found.shapes:
        raise UnreadableKeys(say("{name} lists no key of a model.", name=name))
    return found


# -- JSON ----------------------------------------------------------------------------------------------------


def _from_json(body: str, name: str) -> ModelKeys:
    try:
        data = parse_json(body)
    except TooLarge as error:
        raise UnreadableKeys(
            say(
                "{name} holds {found:,} {what}, too many for a list of a model's keys.",
                name=name,
                found=error.found,
                what=error.what,
            )
        ) from None
    except ValueError as error:
        if body[0] == "[" and "'" in body and (keys := _unique(_quoted(body), name)):
            return ModelKeys(name, keys)  # a Python list, printed
        raise UnreadableKeys(
            say(
                "{name} starts like JSON but is not valid JSON (line {line}). Run the snippet that wrote it again.",
                name=name,
                line=error.lineno,
            )
            if isinstance(error, json.JSONDecodeError)
            else say("{name} starts like JSON but is not valid JSON. Run the snippet that wrote it again.", name=name)
        ) from None
    groups = None
    if isinstance(data, dict) and _has_parts(data):
        groups = _groups(data.get("groups"), name)
        data = data["model"]
    if isinstance(data, dict):
        pairs = [(key, _shape(key, value, name)) for key, value in data.items()]
    elif isinstance(data, list):
        pairs = [_json_item(item, name) for item in data]
    else:
        kind = say(_KINDS.get(type(data), _NOTHING))
        raise UnreadableKeys(say("{name} holds {kind} where a model's keys should be.", name=name, kind=kind))
    return ModelKeys(name, _unique(pairs, name), groups)


def _has_parts(data: dict[str, Any]) -> bool:
    """Whether this is ``{"model": …, "groups": …}`` and not a model with a key of that name."""
    model = data.get("model")
    if not data.keys() <= {"model", "groups"}:
        return False
    return isinstance(model, dict) or (isinstance(model, list) and not all(type(size) is int for size in model))


def _groups(value: Any, name: str) -> tuple[int, ...] | None:
    if value is None:
        return None
    if not isinstance(value, list) or not all(type(size) is int and size >= 0 for size in value):
        raise UnreadableKeys(
            say("The groups in {name} should list the number of parameters in each group, such as [62, 10].", name=name)
        )
    return tuple(value)


def _json_item(item: Any, name: str) -> tuple[str, Shape | None]:
    if isinstance(item, str):
        return item, None
    if isinstance(item, list) and len(item) == 2 and isinstance(item[0], str):
        return item[0], _shape(item[0], item[1], name)
    raise UnreadableKeys(
        say(
            "{name} lists {item}; each item should be a key or [key, shape].",
            name=name,
            item=clip(json.dumps(item), 60),
        )
    )


def _shape(key: str, value: Any, name: str) -> Shape | None:
    if value is None:
        return None
    if isinstance(value, str) and (found := _written_shape(value)) is not None:
        return found
    if (
        not isinstance(value, list)
        or len(value) > _MOST_DIMENSIONS
        or not all(type(size) is int and 0 <= size < 1 << 63 for size in value)
    ):
        raise UnreadableKeys(
            say(
                "The shape of {key!r} in {name} is {item}; it should be a list of sizes such as [64, 3, 7, 7], or "
                "null.",
                key=clip(key, 60),
                name=name,
                item=clip(json.dumps(value), 60),
            )
        )
    return tuple(value)


_NOTHING = marked("nothing")
_KINDS = {str: marked("a text"), bool: marked("true or false"), int: marked("a number"), float: marked("a number")}


# -- plain text ----------------------------------------------------------------------------------------------

_SIZES = re.compile(
    r"(?:torch\.Size)?\s*[\[(]\s*(?:torch\.Size)?\s*[\[(]?\s*(?P<listed>\d{1,18}(?:\s*,\s*\d{1,18})*)?\s*,?\s*[\])]\s*[\])]?"
    r"|(?P<crossed>\d{1,18}(?:\s*[x×*,]\s*\d{1,18}){0,63})|(?P<scalar>scalar)"
)
_KEYED = re.compile(r"[\"']?(?P<key>[^\s\"',:=]{1,1000})[\"']?\s*[:=,]?\s*(?P<shape>.{0,2000})")


def _lines(body: str) -> Iterator[tuple[int, str]]:
    lines = ((number, line.strip()) for number, line in enumerate(io.StringIO(body, newline=None), 1))
    return ((number, line) for number, line in lines if line and not line.startswith("#"))


def _line(number: int, line: str, name: str) -> tuple[str, Shape | None]:
    found = _KEYED.fullmatch(line.rstrip(",; \t"))
    if found is not None:
        if not found["shape"]:
            return found["key"], None
        shape = _written_shape(found["shape"])
        if shape is not None:
            return found["key"], shape
    raise UnreadableKeys(
        say(
            "Line {number} of {name} is not a key with a shape: {line!r}. Write lines such as 'conv1.weight "
            "64x3x7x7', or just 'conv1.weight'.",
            number=number,
            name=name,
            line=clip(line, 60),
        )
    )


def _written_shape(text: str) -> Shape | None:
    """``64x3x7x7``, ``[64, 3]``, ``torch.Size([64, 3])``, ``scalar``; None for anything else."""
    found = _SIZES.fullmatch(text.strip().rstrip(",;"))
    if found is None:
        return None
    sizes = tuple(int(size) for size in re.findall(r"\d+", found["listed"] or found["crossed"] or ""))
    return sizes if len(sizes) <= _MOST_DIMENSIONS else None


def _quoted(body: str) -> Iterator[tuple[str, None]]:
    """The texts in quotation marks, as keys without a shape."""
    found = re.finditer(r"'([^'\n]{1,1000})'|\"([^\"\n]{1,1000})\"", body)
    return ((each[1] or each[2], None) for each in found)


def _unique(pairs: Iterable[tuple[str, Shape | None]], name: str) -> Mapping[str, Shape | None]:
    found = dict(islice(pairs, _MOST_KEYS + 1))
    if len(found) > _MOST_KEYS:
        raise UnreadableKeys(
            say("{name} lists more than {most_keys:,} keys, too many for a model.", name=name, most_keys=_MOST_KEYS)
        )
    return MappingProxyType(found)


# -- files ---------------------------------------------------------------------------------------------------


def _is_text(head: bytes) -> bool:
    """Whether a file begins like text."""
    if head.startswith(_UTF16):
        return True
    if not head or b"\0" in head or head[:1] == b"\x80" or head.startswith(b"PK"):
        return False
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        return error.start > len(head) - 4
    return True


def _decoded(content: bytes, name: str) -> str:
    if len(content) > _MOST_TEXT:
        raise UnreadableKeys(
            say("{name} is larger than {most}, too large for a list of keys.", name=name, most=size_text(_MOST_TEXT))
        )
    encoding = "utf-16" if content.startswith(_UTF16) else "utf-8-sig"  # PowerShell's > writes UTF-16
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableKeys(
            say("{name} is not text in UTF-8 (byte {start:,}).", name=name, start=error.start)
        ) from None
