"""The judge's own process: what torch loads from files, as facts. ``python -m tests.fuzz.differential_torch SECONDS``.

Reads one line of JSON a question, a list of files, and answers one line a file. Each question is worked on in a fork,
so that what a file does to torch, to memory or to the clock ends with it. Nothing that a file names is imported: the
reader of plain ``torch.load(f)`` allows torch's own list, and the one of Python is held to the same list here.
"""

from __future__ import annotations

import ctypes
import json
import os
import pickle
import re
import resource
import signal
import sys
import types
import warnings
from collections import Counter, OrderedDict
from collections.abc import Iterator
from typing import Any

import torch
from torch import _weights_only_unpickler as weights_only
from torch import serialization

from tests.fuzz.differential_facts import (
    DEEPEST,
    MOST,
    PART,
    Fact,
    Facts,
    elements_sum,
    forget_flags,
    summed,
    value_text,
)

CARDS = 8
ROOM = 3 << 30
"""Bytes of address space that a file may take beyond what torch takes itself."""
_MODULES = frozenset(
    [
        "_codecs",
        "__builtin__",
        "builtins",
        "collections",
        "copy_reg",
        "copyreg",
        "torch",
        "torch._tensor",
        "torch._utils",
        "torch.cuda",
        "torch.cuda.sparse",
        "torch.nn",
        "torch.nn.parameter",
        "torch.serialization",
        "torch.sparse",
        "torch.storage",
        "torch.tensor",
    ]
)
_PLAIN = (bytearray, bytes, complex, dict, float, frozenset, int, list, object, set, str, tuple)
_ENTRIES = 20_000
_LONGEST = 3000


class Refused(Exception):
    """A name that only a stranger's file mentions: here nobody knows what it would do."""


class PythonsReader(pickle.Unpickler):
    """Python's own unpickler, as ``weights_only=False`` uses it, with torch's list of allowed names."""

    def find_class(self, module: str, name: str) -> Any:
        if module not in _MODULES:
            raise Refused(f"{module}.{name}")
        found = super().find_class(module, name)
        if not any(found is known for known in _allowed()):
            raise Refused(f"{module}.{name}")
        return found


def _allowed() -> Iterator[Any]:
    yield from weights_only._get_allowed_globals().values()
    yield from _PLAIN


pythons = types.ModuleType("pythons")
pythons.Unpickler = PythonsReader  # type: ignore[attr-defined]
pythons.load = lambda file, **options: PythonsReader(file, **options).load()  # type: ignore[attr-defined]


class Cards:
    """Storages that say they are on a card stay in main memory and are remembered; the rules for names are torch's."""

    def __init__(self) -> None:
        self.tags: dict[int, tuple[Any, str]] = {}
        serialization.register_package(0, lambda storage: None, self.restore)

    def restore(self, storage: torch.UntypedStorage, location: str) -> torch.UntypedStorage | None:
        """As `torch.serialization._deserialize` does for ``cuda``, but for the moving."""
        if location != "cuda" and not re.match("cuda(:|[0-9]+)", location):
            return None
        index = torch.device(location).index or 0
        if index >= CARDS:
            raise RuntimeError(f"Attempting to deserialize object on CUDA device {index} but there are {CARDS}")
        self.tags[storage._cdata] = storage, f"cuda:{index}"
        return storage

    def device(self, storage: torch.UntypedStorage) -> str | None:
        """Where a storage, or the one that it is a part of, says that it lies; None where only a card could tell."""
        if storage._cdata in self.tags:
            return self.tags[storage._cdata][1]
        at, size = storage.data_ptr(), storage.nbytes()
        for whole, location in self.tags.values() if size else ():
            if whole.data_ptr() <= at < whole.data_ptr() + whole.nbytes():
                return location
        return str(storage.device) if size or not self.tags or storage.device.type != "cpu" else None


class Walk:
    """The facts of a loaded object. An object below itself is a leaf, as it is in the catalogue."""

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.facts: Facts = {}
        self.above: set[int] = set()

    def go(self, value: Any, path: str = "", depth: int = 0) -> Facts:
        """Note a value and all below it."""
        while path in self.facts:
            path += "'"
        if depth > DEEPEST or len(self.facts) > _ENTRIES:
            raise OverflowError("too many entries to compare")
        if id(value) in self.above:
            self.facts[path] = ["again"]
            return self.facts
        self.facts[path], below = self._look(value)
        self.above.add(id(value))
        for step, child in below:
            self.go(child, f"{path}/{step}", depth + 1)
            if step.startswith(PART):
                forget_flags(self.facts[f"{path}/{step}"])
        self.above.discard(id(value))
        return self.facts

    def _look(self, value: Any) -> tuple[Fact, list[tuple[str, Any]]]:
        text = value_text(value)
        if text is not None:
            return ["value", text], []
        if isinstance(value, torch.Tensor):
            return self._tensor(value), [*_parts(value), *_attributes(value)]
        if isinstance(value, (torch.storage.TypedStorage, torch.UntypedStorage)):
            raw = value if isinstance(value, torch.UntypedStorage) else value._untyped_storage
            return ["storage", self.cards.device(raw), raw.nbytes(), summed(_bytes(raw))], []
        if isinstance(value, torch.Size):
            return ["value", f"size {list(value)}"], []
        if type(value) in (dict, OrderedDict, Counter):
            items = [(key_text(key), each) for key, each in value.items()]
            return [type(value).__name__], items + _attributes(value)
        if type(value) in (list, tuple):
            return [type(value).__name__], [(str(at), each) for at, each in enumerate(value)]
        if type(value) in (set, frozenset):
            return ["set", sorted(map(key_text, value))], []
        if isinstance(value, torch.dtype):
            return ["value", f"g {value}"], []
        if isinstance(value, torch.device):
            return ["value", f"d {value}"], []
        return ["other"], []

    def _tensor(self, tensor: torch.Tensor) -> Fact:
        shape = list(tensor.shape) if not tensor.is_nested else None
        dtype = str(tensor.dtype).removeprefix("torch.")
        if tensor.layout is not torch.strided or tensor.is_nested:
            return ["compound", dtype, shape]
        if tensor.device.type == "meta":
            return ["meta", dtype, shape]
        storage = tensor.untyped_storage()
        stride, offset = list(tensor.stride()), tensor.storage_offset()
        flags = [tensor.requires_grad, isinstance(tensor, torch.nn.Parameter)]
        packed = dtype in ("quint4x2", "quint2x4")
        raw = _bytes(storage)
        sum_ = summed(raw) if packed else elements_sum(raw, tensor.itemsize, (shape, stride, offset))
        place = [storage._cdata, storage.data_ptr() + offset * tensor.itemsize, storage.nbytes()]
        device = self.cards.device(storage)
        return ["tensor", dtype, shape, stride, offset, device, flags, sum_, place if tensor.numel() else None]


def key_text(key: Any) -> str:
    """A key with its type."""
    text = value_text(key)
    if text is not None:
        return text
    if type(key) is tuple:
        return f"({','.join(map(key_text, key))})"
    return f"g {key}" if isinstance(key, torch.dtype) else "?"


def _bytes(storage: torch.UntypedStorage) -> bytes:
    if storage.device.type == "meta" or not 0 < storage.nbytes() <= 4 * MOST:
        return b""
    return ctypes.string_at(storage.data_ptr(), storage.nbytes())


def _attributes(value: Any) -> list[tuple[str, Any]]:
    return [(f".{key_text(name)}", each) for name, each in getattr(value, "__dict__", {}).items()]


_OF_LAYOUT = {
    torch.sparse_coo: ("_indices", "_values"),
    torch.sparse_csr: ("crow_indices", "col_indices", "values"),
    torch.sparse_bsr: ("crow_indices", "col_indices", "values"),
    torch.sparse_csc: ("ccol_indices", "row_indices", "values"),
    torch.sparse_bsc: ("ccol_indices", "row_indices", "values"),
}


def _parts(tensor: torch.Tensor) -> list[tuple[str, Any]]:
    """The tensors that a sparse tensor is made of."""
    names = _OF_LAYOUT.get(tensor.layout, ()) if not tensor.is_nested else ()
    return [(f"{PART}{at}", getattr(tensor, name)()) for at, name in enumerate(names)]


def settle_memory(facts: Facts) -> None:
    """Storages that lie in each other, as views in the legacy format do, are one memory."""
    tensors = [fact for fact in facts.values() if fact[0] == "tensor" and fact[-1] is not None]
    ranges = sorted((at, size, key) for key, at, size in (_range(fact) for fact in tensors))
    memory: dict[int, int] = {}
    end = number = 0
    for at, size, key in ranges:
        if at >= end:
            number += 1
        end = max(end, at + size)
        memory[key] = number
    for fact in tensors:
        key, at, _ = fact[-1]
        fact[-1] = [memory[key], at]


def _range(fact: Fact) -> tuple[int, int, int]:
    key, at, size = fact[-1]
    item = getattr(torch, fact[1]).itemsize
    return key, at - fact[4] * item, size


def load(path: str, cards: Cards, **options: Any) -> dict[str, Any]:
    """Facts of what ``torch.load`` makes of a file, or what it raised."""
    cards.tags.clear()
    serialization._serialization_tls.map_location = None
    try:
        loaded = torch.load(path, **options)
    except Refused as error:
        return {"refused": str(error)}
    except BaseException as error:  # noqa: BLE001 - whatever torch raises is the answer
        return {"error": f"{type(error).__name__}: {str(error)[:_LONGEST]}"}
    try:
        facts = Walk(cards).go(loaded)
        settle_memory(facts)
    except Exception as error:  # noqa: BLE001 - an object that cannot be looked at
        return {"unseen": f"{type(error).__name__}: {str(error)[:200]}"}
    return {"facts": facts}


def _no_script(*_: Any, **__: Any) -> Any:
    raise Refused("torch.jit.load")


def _work(paths: list[str], seconds: int, say: Any) -> None:
    warnings.simplefilter("ignore")
    torch.jit.load = _no_script
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - once a fork
        taken = int(file.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (taken + ROOM,) * 2)
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    cards = Cards()
    for path in paths:
        answer = {"plain": load(path, cards), "python": load(path, cards, weights_only=False, pickle_module=pythons)}
        say(answer)


def main() -> None:
    """Answer questions until there are no more. A file at which torch itself dies is told as ``died``."""
    torch.set_num_threads(1)
    os.environ.pop("TORCH_FORCE_NO_WEIGHTS_ONLY_LOAD", None)
    seconds = int(sys.argv[1])
    for line in sys.stdin:
        paths = json.loads(line)
        while paths:
            paths = paths[_forked(paths, seconds) :]


def _forked(paths: list[str], seconds: int) -> int:
    """Have a fork work on them; how many were answered, the one that it died of among them."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        with os.fdopen(writing, "w", encoding="utf-8") as out:
            _work(paths, seconds, lambda answer: (out.write(json.dumps(answer) + "\n"), out.flush()))
        os._exit(0)
    os.close(writing)
    count = 0
    with os.fdopen(reading, encoding="utf-8") as answers:
        for answer in answers:
            if answer.endswith("\n"):
                sys.stdout.write(answer)
                count += 1
    status = os.waitpid(child, 0)[1]
    if count < len(paths):
        died = {"error": f"died: {os.waitstatus_to_exitcode(status)}", "died": True}
        sys.stdout.write(json.dumps({"plain": died, "python": died}) + "\n")
        count += 1
    sys.stdout.flush()
    return count


if __name__ == "__main__":
    main()
