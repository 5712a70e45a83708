"""The opcodes of a tensor, all at once.

torch.save writes nearly every tensor as the same forty opcodes: only the key of its storage, some numbers and the
numbers of the memo differ. A form made for one tensor is filled in for all that are like it, in a fifth of the time
that the general pickler takes. What is out of the ordinary is left to that one.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, NamedTuple

from core.pickling.atoms import integer, recall, text_head
from core.pickling.nodes import Call, Global, PersistentId

_FIRST_LONG = 256  # memo numbers below are written in one byte
_MAX_FORMS = 4096  # kept at once; a file of more kinds of tensors than that is rare
_FIRST_NUMBERLESS = 4  # the protocol from which on memo numbers are counted, not written


class _Form(NamedTuple):
    """The opcodes of tensors that are alike.

    ``fill`` packs ``fields``: the opcodes up to the key of the storage, the key, and then by turns opcodes and a memo
    number. ``numbers`` counts the memo numbers.
    """

    fill: Callable[..., bytes]
    fields: list[Any]
    numbers: int


class TensorOpcodes:
    """Writes tensors for a pickler that owns ``memo`` (in shards) and ``names`` (the memo numbers of globals).

    ``shared`` are the ids of what the graph may refer to more than once.
    """

    def __init__(  # noqa: PLR0913 - it is the pickler's right hand
        self,
        protocol: int,
        memo: Sequence[dict[int, int]],
        names: Mapping[Global, int],
        replaced: Mapping[int, Any],
        persistent: Callable[[PersistentId], Any],
        shared: AbstractSet[int],
    ) -> None:
        self.protocol = protocol
        self.memo = memo
        self.names = names
        self.replaced = replaced
        self.persistent = persistent
        self.shared = shared
        self.numbers = 0
        self._mask = len(memo) - 1
        self._forms: dict[tuple[Any, ...], _Form] = {}

    def write(self, node: Call, count: int) -> bytes | None:  # noqa: C901, PLR0912 - one flat function, for speed
        """The opcodes of ``node``, which is not in the memo of ``count`` yet; then ``numbers`` more are.

        None, with nothing changed, for what is no tensor as torch.save writes it, or shares with other objects more
        than the key of its storage. Neither a tensor nor arguments that are not shared are put into the memo: nobody
        can ask for them again.
        """
        args = node.args
        if count < _FIRST_LONG or node.kind != "R" or node.steps or type(args) is not tuple or len(args) != 6:
            return None
        outer, offset, shape, stride, flag, hooks = args
        if type(outer) is not PersistentId or type(hooks) is not Call or type(node.func) is not Global:
            return None
        if hooks.kind != "R" or hooks.args != () or hooks.steps:
            return None
        if type(offset) is not int or type(flag) is not bool or type(shape) is not tuple or type(stride) is not tuple:
            return None
        at, by = id(shape), id(stride)
        if not self.shared.isdisjoint((id(args), id(outer), id(outer.pid), at, by, id(hooks))):
            return None
        for number in shape:
            if type(number) is not int:
                return None
        for number in stride:
            if type(number) is not int:
                return None
        replaced = self.replaced
        if replaced and not replaced.keys().isdisjoint((id(args), id(outer), at, by, id(hooks))):
            return None
        pid = self.persistent(outer)
        if type(pid) is not tuple or len(pid) != 5 or (replaced and id(pid) in replaced):
            return None
        tag, kind, key, device, size = pid
        if type(key) is not str or type(size) is not int:
            return None
        memo, mask = self.memo, self._mask
        keys = memo[id(key) >> 4 & mask]
        known = keys.get(id(key))
        raw = key.encode("utf-8", "surrogatepass") if known is None else b""
        place = -len(raw) - 1 if known is None else known
        # By `id`, which nothing else can get: all of these live as long as the pickler.
        like = id(node.func), id(tag), id(kind), id(device), id(hooks.func), size, offset, shape, stride, flag, place
        form = self._forms.get(like) or self._new_form(like, node, pid, known, len(raw))
        if form is None:
            return None
        fields, self.numbers = form.fields, form.numbers
        if known is None:
            keys[id(key)] = count
        if id(node) in self.shared:
            memo[id(node) >> 4 & mask][id(node)] = count + form.numbers - 1
        fields[1] = raw
        if self.protocol < _FIRST_NUMBERLESS:
            fields[3::2] = range(count, count + form.numbers)
        return form.fill(*fields)

    def _new_form(
        self, like: tuple[Any, ...], node: Call, pid: tuple[Any, ...], known: int | None, size: int
    ) -> _Form | None:
        """The form of tensors like one; None while what it names is not in the memo yet."""
        _, offset, shape, stride, flag, hooks = node.args
        tag, kind, _, device, elements, *_ = pid
        numbers = [self._name(node.func), self._text(tag), self._name(kind), self._text(device), self._name(hooks.func)]
        recalls = [recall(number) for number in numbers if number is not None]
        if len(recalls) < len(numbers):
            return None
        start = recalls[0] + b"((" + recalls[1] + recalls[2]
        start += text_head(size, self.protocol) if known is None else recall(known)
        device_and_size = recalls[3] + integer(elements) + b"t"
        parts = [b"", device_and_size] if known is None else [device_and_size]
        parts.append(b"Q" + integer(offset) + _numbers(shape))
        if shape:
            parts.append(b"")
        parts[-1] += _numbers(stride)
        if stride:
            parts.append(b"")
        parts[-1] += (b"\x88" if flag else b"\x89") + recalls[4] + b")R"
        parts += (b"t", b"R")
        form = self._form(start, size, parts)
        if len(self._forms) >= _MAX_FORMS:
            self._forms.clear()
        self._forms[like] = form
        return form

    def _form(self, start: bytes, size: int, parts: Sequence[bytes]) -> _Form:
        if self.protocol >= _FIRST_NUMBERLESS:
            rest = b"".join(part + b"\x94" for part in parts)
            fill = struct.Struct(f"<{len(start)}s{size}s{len(rest)}s").pack
            return _Form(fill, [start, b"", rest], len(parts))
        fields: list[Any] = [start, b""]
        for part in parts:
            fields += (part + b"r", 0)
        layout = "".join(f"{len(part) + 1}sI" for part in parts)
        return _Form(struct.Struct(f"<{len(start)}s{size}s{layout}").pack, fields, len(parts))

    def _name(self, name: Any) -> int | None:
        return self.names.get(name) if type(name) is Global and id(name) not in self.replaced else None

    def _text(self, text: Any) -> int | None:
        return self.memo[id(text) >> 4 & self._mask].get(id(text)) if type(text) is str else None


def _numbers(numbers: tuple[int, ...]) -> bytes:
    """A tuple of integers, up to its memo number."""
    if not numbers:
        return b")"
    inner = b"".join(map(integer, numbers))
    return b"(" + inner + b"t" if len(numbers) > 3 else inner + (b"\x85", b"\x86", b"\x87")[len(numbers) - 1]
