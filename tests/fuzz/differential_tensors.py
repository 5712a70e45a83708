"""Odd tensors: each call that torch rebuilds tensors with, as it is written and as it never is."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from tests.fuzz.differential_opcodes import Pickled

SIZES = {
    "FloatStorage": 4,
    "HalfStorage": 2,
    "LongStorage": 8,
    "ByteStorage": 1,
    "DoubleStorage": 8,
    "BFloat16Storage": 2,
    "BoolStorage": 1,
    "ComplexFloatStorage": 8,
    "UntypedStorage": 1,
}
"""Storage class → bytes of an element."""
_STRANGE_KINDS = ("QInt8Storage", "QUInt8Storage", "TypedStorage", "_UntypedStorage", "FooStorage", "Float8Storage")
DEVICES = ("cpu", "cuda:0", "cuda:1", "cuda")
_STRANGE_DEVICES = (
    "meta",
    "cuda:1x",
    "cpu:0",
    "cuda:-1",
    "cuda:99",
    "cuda1",
    "mps",
    "xpu:0",
    "CPU",
    "",
    "cuda:01",
    "é",
)
DTYPES = ("float32", "float16", "int64", "uint8", "float64", "bfloat16", "bool", "float8_e4m3fn", "uint16", "int4")
UTILS = "torch._utils"
Storage = tuple[str, int, str]
"""Class, elements and device."""
VALUES: tuple[Any, ...] = (
    None,
    True,
    False,
    0,
    1,
    2,
    -1,
    300,
    2**31,
    2**40,
    2**70,
    1.0,
    0.5,
    float("nan"),
    "x",
    "",
    "a/b",
)
ATTRIBUTES = (
    "data",
    "grad",
    "requires_grad",
    "note",
    "__class__",
    "_backward_hooks",
    "shape",
    "__dict__",
    "update",
    "é",
)


class Tensors:
    """Writes tensors over ``storages``, by key, as they were first meant; ``named`` has each as it was first mentioned.

    What holds tensors, and any value, is left to who inherits this.
    """

    out: Pickled
    chance: random.Random
    legacy: bool
    storages: dict[str, Storage]
    named: dict[str, Storage]
    plain: Callable[[], None]
    value: Callable[[int], None]
    dict: Callable[[int], None]
    list: Callable[[int], None]
    ordered: Callable[[int], None]
    rare: Callable[[], None]
    state: Callable[[int], None]
    called: Callable[[str, str, Callable[[], object]], None]

    def storage(self) -> tuple[str, Storage]:
        """Refer to a storage; its key, and what is said of it."""
        out, chance = self.out, self.chance
        key = chance.choice(list(self.storages))
        kind, numel, device = self.storages[key]
        if out.does(0.03):
            self._no_storage()
            return key, (kind, numel, device)
        if out.does(0.3):
            kind = chance.choice([*SIZES, *_STRANGE_KINDS])
        if out.does(0.3):
            numel = chance.choice([0, 1, numel + 1, numel // 2, numel * 2, -1, 2**62])
        if out.does(0.3):
            device = chance.choice([*DEVICES, *_STRANGE_DEVICES])
        said = key if not out.does(0.15) else chance.choice(["00", "x", "", "0/0", "0\0", "+0", "../data.pkl", "9"])
        self.named.setdefault(said, (kind, numel, device))
        parts: list[Callable[[], object]] = [
            lambda: out.text("storage" if not out.does(0.1) else chance.choice(["module", "Storage", ""])),
            lambda: out.name("torch" if kind != "UntypedStorage" or self.legacy else "torch.storage", kind),
            lambda: out.text(said) if not out.does(0.15) else out.number(int(key)),
            lambda: out.text(device) if not out.does(0.05) else out.op(b"N"),
            lambda: out.number(numel) if not out.does(0.1) else out.plain_value(chance.choice(VALUES)),
        ]
        if self.legacy:
            parts.append(lambda: self._view(said, numel))
        if out.does(0.15):
            parts = parts[: chance.randrange(len(parts))] if chance.random() < 0.5 else [*parts, lambda: out.op(b"N")]
        out.tuple_of(len(parts), lambda at: parts[at]())
        out.op(b"Q")
        return key, (kind, numel, device)

    def _no_storage(self) -> None:
        """A persistent id of something else: a number, a text, a class with its source."""
        out = self.out
        module: list[Callable[[], object]] = [
            lambda: out.text("module"),
            lambda: out.name("collections", "OrderedDict"),
            lambda: out.op(b"N"),
            lambda: out.op(b"N"),
        ]
        way = self.chance.randrange(3)
        if way == 2:
            out.tuple_of(4, lambda at: module[at]())
        else:
            out.plain_value(("0", 0)[way])
        out.op(b"Q")

    def _view(self, key: str, numel: int) -> None:
        out, chance = self.out, self.chance
        if chance.random() < 0.7:
            out.op(b"N")
            return
        first = chance.randrange(max(numel, 1))
        view = f"v{key}.{first}" if not out.does(2) else chance.choice(["v", key, *self.storages])
        values = [view, first, max(numel - first, 0) if not out.does() else chance.randrange(50)]
        out.tuple_of(len(values), lambda at: out.plain_value(values[at]))

    def layout(self, numel: int) -> tuple[int, list[Any], list[Any]]:
        """Offset, shape and strides that fit, or nearly."""
        chance = self.chance
        shape: list[Any] = chance.choice([[], [numel], [2, numel // 2], [numel // 2, 2], [1, numel], [0], [2, 1], [1]])
        stride: list[Any] = []
        step = 1
        for size in reversed(shape):
            stride.insert(0, step)
            step *= size
        offset = chance.randrange(max(numel - step, 0) + 1) if chance.random() < 0.4 else 0
        if chance.random() < 0.1 and len(shape) == 2:
            shape.reverse()
            stride.reverse()
        if chance.random() < 0.05:
            stride = [0] * len(stride)
        if self.out.does(0.3):
            target = chance.choice([shape, stride])
            value = chance.choice([-1, 0, 2, True, False, 1.0, 2**40, 2**63, None, 7])
            target.insert(0, value) if chance.random() < 0.3 or not target else target.__setitem__(-1, value)
        if self.out.does(0.2):
            offset = chance.choice([-1, 1, numel, 2**40, 2**63, True, 1.0])
        return offset, shape, stride

    def layout_arguments(self, numel: int) -> list[Callable[[], object]]:
        out = self.out
        offset, shape, stride = self.layout(numel)

        def sizes(values: list[Any]) -> Callable[[], object]:
            def plainly() -> None:
                out.tuple_of(len(values), lambda at: out.plain_value(values[at]))

            return (lambda: self.called("torch", "Size", plainly)) if out.does(0.3) else plainly

        return [lambda: out.plain_value(offset), sizes(shape), sizes(stride)]

    def tensor(self) -> None:
        """A tensor over one of the storages."""
        out, chance = self.out, self.chance
        way = chance.random()
        if way < 0.12:
            self.parameter()
            return
        version = "_rebuild_tensor_v2" if way < 0.95 else chance.choice(["_rebuild_tensor", "_rebuild_tensor_v3"])
        key = chance.choice(list(self.storages))
        numel = self.storages[key][1]

        def bytes_() -> None:
            self.storages, kept = {key: self.storages[key]}, self.storages
            self.storage()
            self.storages = kept

        parts = [bytes_, *self.layout_arguments(numel)]
        if version != "_rebuild_tensor":
            parts += [self.flag, self.hooks]
        if version == "_rebuild_tensor_v3":
            parts.append(lambda: out.name("torch", chance.choice(DTYPES)))
        if chance.random() < 0.03 or out.does(0.3):
            parts.append(self._metadata)
        if out.does(0.1):
            parts = parts[: chance.randrange(len(parts))] if chance.random() < 0.6 else [*parts, self.plain]
        out.name(UTILS, version)
        out.tuple_of(len(parts), lambda at: parts[at]())
        out.call()
        out.put("tensor")
        if out.does(0.4):
            self._build_tensor()

    def _metadata(self) -> None:
        out = self.out
        out.op(b"}", b"(")
        out.text(self.chance.choice(["conj", "neg", "x"]))
        out.op(self.chance.choice([b"\x88", b"\x89"]), b"u")

    def _build_tensor(self) -> None:
        """Hand a tensor a state, which may be the bytes of another."""
        self.state(3)
        self.out.op(b"b")

    def flag(self) -> None:
        if self.out.does(0.3):
            self.out.plain_value(self.chance.choice(VALUES))
        else:
            self.out.op(b"\x89" if self.chance.random() < 0.8 else b"\x88")

    def hooks(self) -> None:
        out = self.out
        if out.does(0.3):
            self.chance.choice([lambda: out.op(b"N"), lambda: self.dict(4), lambda: self.ordered(4), self.plain])()
            return
        out.name("collections", "OrderedDict")
        out.op(b")", b"R")
        out.put("ordered")

    def set_arguments(self, count: int) -> None:
        """What `Tensor.set_` takes: storage, offset, shape, strides."""
        key = self.chance.choice(list(self.storages))
        parts = [self.storage, *self.layout_arguments(self.storages[key][1])][:count]
        self.out.tuple_of(len(parts), lambda at: parts[at]())

    def variable_state(self) -> None:
        """What a Variable of torch 0.1 was handed: data, grad, hooks, requires_grad, volatile."""
        parts: list[Callable[[], object]] = [self.tensor, self.plain, self.hooks, self.flag, self.plain]
        self.out.tuple_of(5, lambda at: parts[at]())

    def parameter(self) -> None:
        """A parameter, or a tensor with attributes, in each of the ways."""
        out, chance = self.out, self.chance
        inner = self.tensor if not out.does(0.5) else self.rare
        flag = lambda: out.op(b"\x88") if chance.random() < 0.8 and not out.does() else self.flag()  # noqa: E731
        way = chance.randrange(6)
        if way < 3:
            parts: list[Callable[[], object]] = [inner, flag, self.hooks]
            if way == 2:
                parts.append(self._attributes)
            out.name(UTILS, "_rebuild_parameter_with_state" if way == 2 else "_rebuild_parameter")
            if out.does(0.15):
                parts = parts[: chance.randrange(len(parts))]
            out.tuple_of(len(parts), lambda at: parts[at]())
            out.call()
        elif way == 3:
            out.name("torch.nn.parameter", "Parameter")
            parts = [inner, flag][: chance.choice([1, 2])]
            out.tuple_of(len(parts), lambda at: parts[at]())
            out.op(b"R" if chance.random() < 0.5 else b"\x81")
        else:
            self._of_type(inner)
        out.put("tensor")
        if out.does(0.6):
            self._build_tensor()

    def _of_type(self, inner: Callable[[], object]) -> None:
        out, chance = self.out, self.chance
        key = chance.choice(list(self.storages))
        arguments: list[Callable[[], object]] = [self.storage, *self.layout_arguments(self.storages[key][1])]
        arguments += [self.flag, self.hooks]
        func: Callable[[], object] = lambda: out.name(UTILS, "_rebuild_tensor_v2")  # noqa: E731
        if out.does(0.5):
            func = lambda: out.name(UTILS, "_rebuild_parameter")  # noqa: E731
            arguments = [inner, self.flag, self.hooks]
        kind = ("torch", "Tensor") if chance.random() < 0.5 else ("torch.nn.parameter", "Parameter")
        if out.does(0.5):
            kind = chance.choice([("torch", "FloatTensor"), ("torch", "Size"), ("torch", "float32")])
        parts: list[Callable[[], object]] = [
            func,
            lambda: out.name(*kind),
            lambda: out.tuple_of(len(arguments), lambda at: arguments[at]()),
            self._attributes,
        ]
        out.name("torch._tensor", "_rebuild_from_type_v2" if not out.does(0.2) else "_rebuild_from_type")
        out.tuple_of(4, lambda at: parts[at]())
        out.call()

    def _attributes(self) -> None:
        """Python attributes of a tensor."""
        out, chance = self.out, self.chance

        def some() -> None:
            out.op(b"}")
            out.put("dict")
            out.op(b"(")
            for _ in range(chance.choice([0, 1, 1, 2])):
                out.text(chance.choice(ATTRIBUTES if out.does(3) else ("note", "tag", "axis")))
                self.plain() if chance.random() < 0.6 else self.value(4)
            out.op(b"u")

        if out.does(0.7):
            chance.choice(
                [lambda: out.op(b"N"), self.plain, lambda: out.tuple_of(2, lambda _: some()), lambda: self.list(3)]
            )()
        else:
            some()
