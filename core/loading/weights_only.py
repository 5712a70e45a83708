"""What torch's ``weights_only`` unpickler says to bytes that are no checkpoint: the same steps, without doing anything.

Follows ``torch/_weights_only_unpickler.py`` of torch 2.13 opcode by opcode, so that the first thing it stumbles over is
found, and no further. Nothing named is imported or called, nothing is hashed; what a call would give is a `Thing`.
"""

from __future__ import annotations

import struct
from _compat_pickle import IMPORT_MAPPING, NAME_MAPPING
from collections.abc import Callable
from typing import Any, BinaryIO, NamedTuple

from core.loading.torch_messages import BLOCKED, reason_against
from core.pickling.allowlist import is_allowed
from core.pickling.nodes import Global

_MAX_STEPS = 3_000_000
_MAX_TEXT = 1 << 26


class Refused(Exception):
    """torch's ``UnpicklingError``, in its words without what ``torch.load`` wraps around them."""


class Unknown(Exception):
    """What torch would say cannot be told from here."""


class Thing(NamedTuple):
    """What a name or a call stands for: ``name`` of the class or function, ``made`` by calling it or not."""

    name: str
    made: bool = False
    detail: Any = None


Persistent = Callable[[Any], Thing]
Rebuilt = Callable[[str, Any], None]


def load(file: BinaryIO, persistent: Persistent | None = None, rebuilt: Rebuilt | None = None) -> Any:
    """Read one pickle as torch does. Raises `Refused`, `Unknown` or what Python raises in torch at the same place."""
    return _Unpickler(file, persistent, rebuilt).run()


class _Unpickler:
    def __init__(self, file: BinaryIO, persistent: Persistent | None, rebuilt: Rebuilt | None) -> None:
        self.file = file
        self.persistent, self.rebuilt = persistent, rebuilt
        self.memo: dict[int, Any] = {}
        self.stack: list[Any] = []
        self.outer: list[list[Any]] = []

    def run(self) -> Any:
        read = self.file.read
        for _ in range(_MAX_STEPS):
            code = read(1)
            if not code:
                raise EOFError
            if code == b".":
                return self.stack.pop()
            step = _STEPS.get(code[0])
            if step is None:
                raise Refused(f"Unsupported operand {code[0]}")
            step(self)
        raise Unknown

    # -- reading -------------------------------------------------------------------------------------------------

    def byte(self) -> int:
        return self.file.read(1)[0]

    def number(self, layout: str) -> Any:
        return struct.unpack(layout, self.file.read(struct.calcsize(layout)))[0]

    def index(self, wide: bool) -> int:
        return int(self.number("<I")) if wide else self.byte()

    def text(self, length: int, errors: str) -> str:
        if length > _MAX_TEXT:
            raise Unknown
        return str(self.file.read(length), "utf-8", errors)

    def line(self) -> str:
        line = self.file.readline(_MAX_TEXT)
        if len(line) == _MAX_TEXT:
            raise Unknown
        return line[:-1].decode("utf-8")

    # -- opcodes -------------------------------------------------------------------------------------------------

    def push(self, value: Any) -> None:
        self.stack.append(value)

    def pop_mark(self) -> list[Any]:
        items, self.stack = self.stack, self.outer.pop()
        return items

    def mark(self) -> None:
        self.outer.append(self.stack)
        self.stack = []

    def name(self) -> None:
        module, name = self.line(), self.line()
        if (module, name) in NAME_MAPPING:
            module, name = NAME_MAPPING[module, name]
        module = IMPORT_MAPPING.get(module, module)
        dotted = f"{module}.{name}"
        if module not in BLOCKED and is_allowed(Global(module, name)):
            self.push(Thing(dotted))
        else:
            raise Refused(reason_against(dotted))

    def new_object(self) -> None:
        self.stack.pop()
        made = self.stack.pop()
        if not _is_name(made):
            raise Refused(
                "Can only create new object for nn.Parameter or classes allowlisted via `add_safe_globals` but got "
                f"{_shown(made)}"
            )
        self.push(Thing(made.name, made=True))

    def call(self) -> None:
        arguments = self.stack.pop()
        function = self.stack[-1]
        if not _is_name(function):
            raise Refused(f"Trying to call reduce for unrecognized function {_shown(function)}")
        if self.rebuilt is not None:
            self.rebuilt(function.name, arguments)
        self.stack[-1] = _result(function.name, arguments)

    def build(self) -> None:
        self.stack.pop()
        built = self.stack[-1]
        if not (type(built) is Thing and built.made):
            raise Refused(
                "Can only build Tensor, Parameter, OrderedDict or types allowlisted via `add_safe_globals`, but got "
                f"{_kind(built)}"
            )

    def append(self) -> None:
        item = self.stack.pop()
        target = self.stack[-1]
        if type(target) is not list:
            raise Refused(f"Can only append to lists, but got {_kind(target)}")
        target.append(item)

    def extend(self) -> None:
        items = self.pop_mark()
        target = self.stack[-1]
        if type(target) is not list:
            raise Refused(f"Can only extend lists, but got {_kind(target)}")
        target.extend(items)

    def set_item(self) -> None:
        self.stack.pop()
        key = self.stack.pop()
        self.check_mapping("SETITEM")
        _check_key(key)

    def set_items(self) -> None:
        items = self.pop_mark()
        self.check_mapping("SETITEMS")
        for position in range(0, len(items), 2):
            _ = items[position + 1]  # torch looks at the value first
            _check_key(items[position])

    def check_mapping(self, opcode: str) -> None:
        target = self.stack[-1]
        if type(target) is not dict and not (type(target) is Thing and target.made and target.name in _MAPPINGS):
            raise Refused(
                f"Can only {opcode} for dict, collections.OrderedDict, collections.Counter, but got {_kind(target)}"
            )

    def persistent_id(self) -> None:
        pid = self.stack.pop()
        if type(pid) is not tuple and type(pid) is not int:
            raise Refused(f"persistent_load id must be tuple or int, but got {_kind(pid)}")
        if type(pid) is tuple and pid and pid[0] != "storage":
            raise Refused(f"Only persistent_load of storage is allowed, but got {_kind(pid[0])}")
        if self.persistent is None:
            raise Refused("unsupported persistent id encountered")
        self.push(self.persistent(pid))

    def last(self, count: int) -> None:
        """TUPLE1 to TUPLE3: the values are looked up from behind, as torch does."""
        self.stack[-count:] = [tuple(self.stack[-each] for each in range(count, 0, -1))]


_MAPPINGS = frozenset({"collections.OrderedDict", "collections.Counter"})


def _is_name(value: Any) -> bool:
    return type(value) is Thing and not value.made


def _result(function: str, arguments: Any) -> Thing:
    """What calling an allowed function gives; only its class matters."""
    if type(arguments) is not tuple:
        where = function if function in _MAPPINGS else function.rpartition(".")[2]
        raise TypeError(f"{where}() argument after * must be an iterable, not {type(arguments).__name__}")
    if function.endswith("_rebuild_parameter"):
        return Thing("torch.nn.parameter.Parameter", made=True)
    if function.rpartition(".")[2].startswith("_rebuild"):
        return Thing("torch.Tensor", made=True)
    return Thing(function, made=True)


def _kind(value: Any) -> str:
    """``<class 'list'>`` as Python shows the class of a value."""
    if type(value) is not Thing:
        return str(type(value))
    if not value.made:
        raise Unknown
    return f"<class '{value.name}'>"


def _shown(value: Any) -> str:
    """A value as Python's ``str`` shows it, where that is safe to work out."""
    if value is None or type(value) in (int, float, bool, bytes, str) or value in ([], (), {}):
        return str(value)
    raise Unknown


def _check_key(key: Any) -> None:
    if type(key) in (list, dict, set):
        raise TypeError(f"unhashable type: '{type(key).__name__}'")
    if type(key) is Thing and key.made and key.name in _MAPPINGS:
        raise TypeError(f"unhashable type: '{key.name}'")


def _signed(data: bytes) -> int:
    return int.from_bytes(data, "little", signed=True)


Step = Callable[[_Unpickler], Any]
_STEPS: dict[int, Step] = {
    ord("c"): _Unpickler.name,
    ord("\x81"): _Unpickler.new_object,
    ord("R"): _Unpickler.call,
    ord("b"): _Unpickler.build,
    ord("a"): _Unpickler.append,
    ord("e"): _Unpickler.extend,
    ord("s"): _Unpickler.set_item,
    ord("u"): _Unpickler.set_items,
    ord("("): _Unpickler.mark,
    ord("t"): lambda u: u.push(tuple(u.pop_mark())),
    ord("\x85"): lambda u: u.last(1),
    ord("\x86"): lambda u: u.last(2),
    ord("\x87"): lambda u: u.last(3),
    ord("N"): lambda u: u.push(None),
    ord("\x89"): lambda u: u.push(False),
    ord("\x88"): lambda u: u.push(True),
    ord(")"): lambda u: u.push(()),
    ord("]"): lambda u: u.push([]),
    ord("}"): lambda u: u.push({}),
    ord("\x8f"): lambda u: u.push(set()),
    ord("J"): lambda u: u.push(u.number("<i")),
    ord("K"): lambda u: u.push(u.byte()),
    ord("M"): lambda u: u.push(u.number("<H")),
    ord("G"): lambda u: u.push(u.number(">d")),
    ord("X"): lambda u: u.push(u.text(u.number("<I"), "surrogatepass")),
    ord("U"): lambda u: u.push(u.text(u.byte(), "strict")),
    ord("Q"): _Unpickler.persistent_id,
    ord("h"): lambda u: u.push(u.memo[u.index(wide=False)]),
    ord("j"): lambda u: u.push(u.memo[u.index(wide=True)]),
    ord("q"): lambda u: u.memo.__setitem__(u.index(wide=False), u.stack[-1]),
    ord("r"): lambda u: u.memo.__setitem__(u.index(wide=True), u.stack[-1]),
    ord("\x8a"): lambda u: u.push(_signed(u.file.read(u.byte()))),
    ord("\x80"): lambda u: u.byte(),
}
"""The opcodes that torch's unpickler knows; all others are unsupported."""
