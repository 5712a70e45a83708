"""An exported program (``.pt2``): its state dict and its constants, as the archive lists them beside the program.

Sources: ``torch/export/pt2_archive`` for what lies where, and ``torch/_export/serde/schema.py`` for the numbers that
stand for dtypes.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from core.containers.content import Content, Other, Read, Several
from core.containers.location import Location
from core.containers.torch_zips.archive import TorchZip, odd_in_zip
from core.errors import Malformed, TooLarge
from core.formats.bounded_json import parse_json
from core.formats.tensor_node import tensor_node
from core.formats.zip_archive import read_record
from core.formats.zip_reader import read_records
from core.formats.zip_records import Records
from core.objects.pickle_forms import mentions_of
from core.pickling.nodes import Call, DictNode
from core.progress import Tick
from core.words import marked, say

KIND = "zip pt2"
READ_ONLY = marked(
    "This is an exported program (.pt2): a traced graph with its weights. It can be looked at but not changed here."
)
_PROGRAM = marked("the program, which is not run")
_PICKLED = marked("a separately pickled object, which Pthfinder does not read")
_LIST = re.compile(
    r"(?P<folder>.*data/(?P<what>weights|constants)/)(?P<model>[^/]+)_(?:weights|constants)_config\.json"
)
_BRANCHES = {"weights": "state_dict", "constants": "constants"}
_MOST_LIST = 64 << 20
_DTYPES = {
    1: "uint8",
    2: "int8",
    3: "int16",
    4: "int32",
    5: "int64",
    6: "float16",
    7: "float32",
    8: "float64",
    9: "complex32",
    10: "complex64",
    11: "complex128",
    12: "bool",
    13: "bfloat16",
    28: "uint16",
    29: "float8_e4m3fn",
    30: "float8_e5m2",
    31: "float8_e4m3fnuz",
    32: "float8_e5m2fnuz",
    33: "float8_e8m0fnu",
    34: "uint32",
    35: "uint64",
}


class _Listed(NamedTuple):
    """A list of tensors: of which ``model``, and what of it."""

    record: str
    folder: str
    what: str
    model: str


def claims(location: Location) -> bool:
    """Whether the zip lists the weights of an exported program."""
    return bool(_lists(read_records(location.file)))


def read(location: Location, _tick: Tick, _read_other: Read) -> Content:
    """A branch for each list. Raises `Malformed` for a list that says of a tensor what no program writes."""
    records = read_records(location.file)
    lists = _lists(records)
    several_models = len({listed.model for listed in lists}) > 1
    names: dict[str, str] = {}
    branches: dict[str, list[Any]] = {}
    tensors: list[Call] = []
    others: list[Other] = []
    for listed in lists:
        label = _BRANCHES[listed.what]
        branch = branches.setdefault(f"{listed.model}/{label}" if several_models else label, [])
        for name, facts in _entries(location, records, listed.record):
            record = listed.folder + str(facts["path_name"])
            if facts.get("use_pickle") or "tensor_meta" not in facts:
                others.append(Other(record, _PICKLED))
                continue
            node = _tensor(record, facts)
            names[record] = record
            tensors.append(node)
            branch += [name, node]
    others += [Other(name, _PROGRAM) for name in records if "models/" in name]
    several = Several(KIND, (location.name,), others=tuple(others))
    root = DictNode([each for label, items in branches.items() for each in (label, DictNode(items))])
    archive = TorchZip(KIND, records, names, odd_in_zip(location.file, records))
    return Content(archive, root, mentions_of(tensors), 2, READ_ONLY, several=several)


def _lists(records: Records) -> list[_Listed]:
    found = filter(None, map(_LIST.fullmatch, records))
    return sorted(
        (_Listed(each[0], each["folder"], each["what"], each["model"]) for each in found),
        key=lambda listed: (listed.model, listed.what != "weights"),
    )


def _entries(location: Location, records: Records, name: str) -> list[tuple[str, dict[str, Any]]]:
    record = records[name]
    if record.size > _MOST_LIST:
        raise TooLarge(say("bytes of list"), record.size, _MOST_LIST)
    try:
        config = parse_json(read_record(location.file, record).decode())["config"]
        sound = type(config) is dict and all(type(facts) is dict and "path_name" in facts for facts in config.values())
    except (ValueError, KeyError, TypeError):
        sound = False
    if not sound:
        raise Malformed("The list {name!r} in this exported program is damaged. Fetch it again.", name=name)
    return list(config.items())


def _tensor(key: str, facts: dict[str, Any]) -> Call:
    """The node of a tensor that lies in record ``key``, which has its storage from the first byte on."""
    try:
        meta = facts["tensor_meta"]
        dtype = _DTYPES[meta["dtype"]]
        shape, strides = (tuple(each["as_int"] for each in meta[what]) for what in ("sizes", "strides"))
        offset, wants = meta["storage_offset"]["as_int"], bool(meta["requires_grad"])
        device = meta["device"]["type"] + (f":{index}" if (index := meta["device"]["index"]) is not None else "")
        numbers = (*shape, *strides, offset)
        sound = len(shape) == len(strides) and all(type(number) is int and number >= 0 for number in numbers)
    except (KeyError, TypeError):
        sound = False
    if not sound:
        raise Malformed(
            "A tensor of this exported program is described in a way that torch never writes: {key!r}.", key=key
        )
    reach = (
        1 + offset + sum((size - 1) * step for size, step in zip(shape, strides, strict=True)) if 0 not in shape else 0
    )
    whole = tensor_node(key, dtype, (reach,), device, requires_grad=wants)
    pid, _, _, _, *rest = whole.args
    return Call("R", whole.func, (pid, offset, shape, strides, *rest))
