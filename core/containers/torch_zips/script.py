"""TorchScript: the state dict that ``torch.jit.load(f).state_dict()`` would give, its constants, and what its code is.

An object of the archive is pickled as its class and its attributes; which of these are parameters and buffers the code
of the class says, in lists of names (``torch/csrc/jit/serialization/python_print.cpp``). The code is looked through for
these lists, and never run.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from core.containers.content import Content, Other, Several
from core.containers.location import Location
from core.containers.torch_zips.archive import TorchZip, odd_in_zip
from core.errors import CheckpointError, Malformed, TooLarge
from core.formats.zip_archive import ZipArchive, read_record
from core.objects.pickle_forms import Mentions, normalize
from core.objects.plain_rules import attributes, class_of
from core.objects.tensors import storage_id, tensor_spec
from core.oddities import Oddity
from core.pickling.nodes import Call, DictNode, Global, named_items
from core.pickling.reader import Pickle, protocol_of, read_pickle
from core.words import marked, say

READ_ONLY = marked(
    "This is a TorchScript archive: compiled code with its weights. It can be looked at but not changed "
    "here; load it with torch.jit.load(f, map_location='cpu') and save it again with torch.jit.save."
)
CODE = marked("compiled code, which is not run")
STATE_DICT, ATTRIBUTES, CONSTANTS = "state_dict", "attributes", "constants"
_CLASS = re.compile(r"^class (\w++)\(", re.MULTILINE)
_LIST = re.compile(r"^  __(parameters|buffers)__ = \[([^\]\n]*+)\]", re.MULTILINE)
_NAME = re.compile(r'"((?:[^"\\]++|\\.)*+)(?:"|\Z)')
"""Each reads a letter once, whatever the code is: it does not go back, nor on beyond a line where that ends it."""
_OWN = "__torch__"
_CODE_OF_TORCH = "__torch__.torch.classes."
"""Of the modules of classes that are compiled into torch."""
_MOST_CODE = 64 << 20
"""Bytes of code that are looked through."""
_DEEPEST = 200


def read(location: Location, archive: ZipArchive, data: bytes, pickle: Pickle) -> Content:
    """The parts of an archive whose pickle of the model was read."""
    mentions = normalize(pickle, "data.pkl", len(data))
    names = {found.key: f"{archive.prefix}data/{found.key}" for found in map(storage_id, mentions.persistent) if found}
    state: list[Any] = []
    others: list[Any] = []
    mentions.oddities += (*_strange_classes(archive, mentions.names), *_strange_objects(pickle))
    for path, value, is_state in _Walk(location, archive).below(pickle.root):
        (state if is_state else others).extend((path, value))
    root = [STATE_DICT, DictNode(state)]
    if others:
        root += [ATTRIBUTES, DictNode(others)]
    constants = _constants(location, archive, mentions, names)
    if constants:
        root += [CONSTANTS, constants]
    code = tuple(Other(name.removeprefix(archive.prefix), CODE) for name in archive.records if _is_code(archive, name))
    several = Several(archive.kind, (location.name,), others=code)
    zipped = TorchZip(archive.kind, archive.records, names, odd_in_zip(location.file, archive.records))
    return Content(zipped, DictNode(root), mentions, protocol_of(data), READ_ONLY, several=several)


def _strange_classes(archive: ZipArchive, names: Iterable[Global]) -> Iterator[Oddity]:
    """Classes whose code lies elsewhere than where it is looked for here: torch asks for records of any case."""
    there = {name.removeprefix(archive.prefix).lower() for name in archive.records if _is_code(archive, name)}
    for name in names:
        code = _code_record(name.module)
        if name.module.partition(".")[0] == _OWN:
            strange = archive.record(code) is None and not f"{name.module}.".startswith(_CODE_OF_TORCH)
        else:
            strange = code.lower() in there
        if strange:
            yield Oddity(code, say("code of {name!r} under another name than TorchScript gives it", name=name.dotted))


def _strange_objects(pickle: Pickle) -> Iterator[Oddity]:
    """Objects that are not made of a class, nothing and one state: torch makes one at each BUILD, and at NEWOBJ only
    drops what stands above the class.
    """
    for call in (*pickle.calls, *pickle.changed):
        plain = call.kind == "R" or (call.args == () and [name for name, _ in call.steps or ()] == ["state"])
        if type(call.func) is not Global or not plain:
            yield Oddity("", say("an object built in a way that TorchScript never uses"), call)


def _code_record(module: str) -> str:
    return f"code/{module.replace('.', '/')}.py"


def _is_code(archive: ZipArchive, name: str) -> bool:
    return name.startswith(archive.prefix + "code/") and name.endswith(".py")


def _constants(location: Location, archive: ZipArchive, mentions: Mentions, names: dict[str, str]) -> list[Any]:
    """The tensors that the code refers to by numbers; their storages are called ``constants/0`` and so on."""
    record = archive.record("constants.pkl")
    if record is None:
        return []
    data = read_record(location.file, record)
    pickle = read_pickle(data)
    found = normalize(pickle, "constants.pkl", len(data))
    own = frozenset(names)
    for node in found.persistent:
        storage = storage_id(node)
        if storage is not None:
            key = f"constants/{storage.key}"
            if key in own:
                raise Malformed("The archive uses one name for both a storage and a constant.")
            names[key] = archive.prefix + key
            node.pid = (*node.pid[:2], key, *node.pid[3:])
    mentions.persistent += found.persistent
    mentions.calls += found.calls
    mentions.shared |= found.shared
    mentions.oddities += (*found.oddities, *_strange_objects(pickle))
    mentions.names += [name for name in found.names if name not in mentions.names]
    return list(pickle.root) if type(pickle.root) in (tuple, list) else []


class _Walk:
    """Goes through the objects of an archive; ``_kinds`` are the names that the code of a class lists."""

    def __init__(self, location: Location, archive: ZipArchive) -> None:
        self._location, self._archive = location, archive
        self._code: dict[str, Mapping[str, str]] = {}
        self._left = _MOST_CODE
        self._kinds: dict[Global, Mapping[str, None] | None] = {}

    def below(self, node: Any, prefix: str = "", depth: int = 0) -> Iterator[tuple[str, Any, bool]]:
        """(dotted name, value, whether it is in the state dict) of all that a model has: first what is its own.

        Raises `TooLarge` for objects nested deeper than any model is.
        """
        if depth > _DEEPEST:
            raise TooLarge(say("levels of nested objects"), depth, _DEEPEST)
        held = named_items(attributes(node)) if type(node) is Call else {}
        listed = self._listed(node)
        named = ((name, held[name]) for name in _ordered(held, listed or ()))
        own = dict.fromkeys(name for name, value in named if type(value) is Call and tensor_spec(value) is not None)
        for name in own:
            yield prefix + name, held[name], listed is None or name in listed
        for name, value in held.items():
            if name not in own and not _is_module(value):
                yield prefix + name, value, False
        for name, value in held.items():
            if _is_module(value):
                yield from self.below(value, f"{prefix}{name}.", depth + 1)

    def _listed(self, node: Any) -> Mapping[str, None] | None:
        """The names of parameters, and then of buffers, that the code of an object's class lists; None without any."""
        kind = class_of(node)
        if kind is None:
            return None
        if kind not in self._kinds:
            self._kinds[kind] = _lists_in(self._classes(kind.module).get(kind.name, ""))
        return self._kinds[kind]

    def _classes(self, module: str) -> Mapping[str, str]:
        """The code of each class of a module of the archive; none where it cannot be read."""
        if module not in self._code:
            text = self._text(module)
            found = list(_CLASS.finditer(text))
            ends = [*(each.start() for each in found[1:]), len(text)]
            bodies = [(each[1], text[each.end() : end]) for each, end in zip(found, ends, strict=False)]
            self._code[module] = dict(reversed(bodies))
        return self._code[module]

    def _text(self, module: str) -> str:
        record = self._archive.record(_code_record(module))
        if record is None or record.size > self._left:
            return ""
        self._left -= record.size
        try:
            return read_record(self._location.file, record).decode("utf-8", "replace")
        except CheckpointError:
            return ""


def _lists_in(body: str) -> Mapping[str, None] | None:
    found = {what: _NAME.findall(names) for what, names in _LIST.findall(body)}
    return dict.fromkeys((*found.get("parameters", ()), *found.get("buffers", ()))) if found else None


def _is_module(value: Any) -> bool:
    kind = class_of(value)
    return kind is not None and kind.module.partition(".")[0] == _OWN


def _ordered(held: Mapping[Any, Any], first: Collection[str]) -> list[str]:
    """What a class lists before what it does not, as a state dict has them."""
    return [name for name in first if name in held] + [name for name in held if name not in first]
