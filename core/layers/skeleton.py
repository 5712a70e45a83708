"""A class of Python that takes the state dict of a file, strictly: layers where they are known, else their tensors."""

from __future__ import annotations

import builtins
import keyword
import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from core.catalogue.quoting import comment, literal
from core.layers.held import Model
from core.layers.layer import IN_FILE, Arguments, Held, Layer, setting
from core.layers.outline import Part, outline, runs
from core.layers.torch_tensors import tensors_of
from core.text import clauses, clip, listed
from core.words import say

_PLAIN = frozenset(
    (
        *("float16", "bfloat16", "float32", "float64", "complex64", "complex128", "float8_e4m3fn", "float8_e5m2"),
        *("int8", "int16", "int32", "int64", "uint8", "bool"),
    )
)
"""What ``torch.empty`` makes and ``copy_`` copies."""
_DEFAULT = frozenset({"float16", "bfloat16", "float32"})
"""Floats that are made in the default dtype, as layers of torch are: it holds all of their numbers."""
_RESERVED = frozenset(
    (
        *("T_destination", "add_module", "apply", "bfloat16", "buffers", "call_super_init", "children", "compile"),
        *("cpu", "cuda", "double", "dump_patches", "eval", "extra_repr", "float", "forward", "get_buffer"),
        *("get_extra_state", "get_parameter", "get_submodule", "half", "ipu", "load_state_dict", "modules", "mtia"),
        *("named_buffers", "named_children", "named_modules", "named_parameters", "parameters"),
        *("register_backward_hook", "register_buffer", "register_forward_hook", "register_forward_pre_hook"),
        *("register_full_backward_hook", "register_full_backward_pre_hook", "register_load_state_dict_post_hook"),
        *("register_load_state_dict_pre_hook", "register_module", "register_parameter"),
        *("register_state_dict_post_hook", "register_state_dict_pre_hook", "requires_grad_", "set_extra_state"),
        *("set_submodule", "share_memory", "state_dict", "to", "to_empty", "train", "training", "type", "xpu"),
        *("zero_grad", "hold", "values"),
    )
)
"""What every module has already, so that nothing else can have the name as an attribute."""
_LONGEST = 200
"""Letters of a name in the code; torch bears more, a line of a terminal does not."""
_BUFFERS = frozenset({"running_mean", "running_var"})
_MOST_GAPS = 64
_MOST_NAMED = 8
_HOLDER = '''\
class Holder(nn.Module):
    """Takes tensors of any name, and values that are no ordinary tensors."""

    def __init__(self):
        super().__init__()
        self.values = {}

    def hold(self, name, value=None):
        first, dot, rest = name.partition(".")
        if dot:
            return self._modules.setdefault(first, Holder()).hold(rest, value)
        kept = self._parameters if isinstance(value, nn.Parameter) else self._buffers
        (self.values if value is None else kept)[name] = value

    def _load_from_state_dict(self, state_dict, prefix, *rest):
        for name in self.values:
            self.values[name] = state_dict.pop(prefix + name, None)
        super()._load_from_state_dict(state_dict, prefix, *rest)
'''


class Skeleton(NamedTuple):
    """The ``lines`` of a module of Python, whose last class, of this ``name``, is the model."""

    name: str
    lines: Sequence[str]


def skeleton(model: Model, notes: Sequence[str]) -> Skeleton:
    """Write the class of a model; ``notes`` are what its ``forward`` lacks."""
    return _Writer(outline(model), only_dtype(model)).written(notes)


def only_dtype(model: Model) -> str:
    """The one dtype of all floats of a model, where a module made in the default dtype can be turned into it."""
    dtypes = {held.dtype for held in model.held if held.is_float}
    return dtypes.pop() if len(dtypes) == 1 and dtypes <= _DEFAULT | {"float64"} else ""


class _Writer:
    """Writes a class for each kind of module that is no layer of torch, the inner ones first."""

    def __init__(self, whole: Part, dtype: str) -> None:
        self._whole = whole
        self._default = _DEFAULT | {dtype}
        self._classes: dict[int, str] = {}
        self._bodies: dict[tuple[str, ...], str] = {}
        self._frozen: dict[int, bool] = {}
        self._names: set[str] = {"Holder", "Model", "torch", "nn", *dir(builtins)}  # what the code itself calls
        self._written: list[str] = []
        self._attributes: dict[str, None] = {}
        self._holds = False

    def written(self, notes: Sequence[str]) -> Skeleton:
        body = [*self._body(self._whole), *self._ties(), *self._half_frozen()]
        if self._is_frozen(self._whole):
            body.append(f"self{_FREEZE}")
        name = self._own_name(self._whole, _told_class(self._whole) or "Model")
        return Skeleton(name, [*self._lines(name, body, [*notes, *self._about_attributes()])])

    def _about_attributes(self) -> Iterator[str]:
        if self._attributes:
            names = listed([f"self.{name}" for name in self._attributes], _MOST_NAMED)
            yield say("These attributes, set above, may help: {names}.", names=names)

    def _lines(self, name: str, body: Sequence[str], notes: Sequence[str]) -> Iterator[str]:
        yield from ("import torch", "from torch import nn", "", "")
        if self._holds:
            yield from (*_HOLDER.split("\n"), "")
        yield from (line.replace("(BASE)", f"({self._base})", line.startswith("class ")) for line in self._written)
        yield f"class {name}({self._base}):"
        yield from _constructor(body)
        yield ""
        yield "    def forward(self, *args, **kwargs):"
        told = [f"            {literal(note)}," for note in notes]
        yield from ("        raise NotImplementedError(", '            "\\n".join([', *(f"    {line}" for line in told))
        yield from ("            ])", "        )")

    @property
    def _base(self) -> str:
        return "Holder" if self._holds else "nn.Module"

    def _made(self, part: Part, around: Part) -> str:
        """The expression that makes a module in another; of what is frozen the outermost says it for all in it."""
        freeze = _FREEZE if self._is_frozen(part) and not self._is_frozen(around) else ""
        layer = part.layer
        if layer is not None and _fits(part, layer):
            return f"nn.{layer.call}{freeze}"
        if _is_list(part):
            return f"{self._list(part)}{freeze}"
        if part.alike not in self._classes:
            told, body = _told_class(part), tuple(self._body(part))
            if (told, *body) not in self._bodies:
                name = self._bodies[told, *body] = self._own_name(part, told or _as_class(part))
                self._written += [f"class {name}(BASE):", *_constructor(body), "", ""]
            self._classes[part.alike] = self._bodies[told, *body]
        return f"{self._classes[part.alike]}(){freeze}"

    def _own_name(self, part: Part, wanted: str) -> str:
        """A name that no other class has."""
        name, number = wanted, 1
        while name in self._names and (part is not self._whole or name != "Model"):
            number += 1
            name = f"{wanted}{number}"
        self._names.add(name)
        return name

    def _body(self, part: Part) -> Iterator[str]:
        """The statements that make what is in a module."""
        made_of = {name.partition(".")[0] for name in part.own if "." in name}
        below = made_of | {each.name for each in part.parts}
        yield from self._settings(part, below)
        for name, held in part.own.items():
            yield self._tensor(name, held, part, alone=name not in below)
        for held in part.transient:
            name, value = held.key.rpartition(".")[2], self._new("zeros", held)
            if value and is_name(name) and name not in below and name not in part.own:
                told = comment(say("in no state dict: its numbers are for your code to set"))
                yield f"self.register_buffer({literal(name)}, {value}, persistent=False)  {told}"
        for each in part.parts:
            if each.name in made_of and not any(inner.own for inner in each.walk()):
                continue  # made by what is below it
            if "." in each.name:  # deeper than modules are told apart
                for inner in each.walk():
                    start = len(part.path) + 1 if part.path else 0
                    yield from (self._tensor(held.key[start:], held, part) for held in inner.own.values())
                continue
            made = f"{self._made(each, part)}{_remark(each)}"
            yield (
                f"self.{each.name} = {made}" if is_name(each.name) else f"self._modules[{literal(each.name)}] = {made}"
            )

    def _settings(self, part: Part, below: Collection[str]) -> Iterator[str]:
        """The statements that set what the file has of a module besides tensors and modules; what they leave out."""
        for name, value in _attributes_of(part):
            if name in below or name in part.own:
                continue
            line = f"self.{name} = {setting(value)}"
            if is_name(name):
                self._attributes[name] = None
                yield line
            else:
                yield comment(say("{line}: not set, because nn.Module uses this name or does not allow it", line=line))
        if part.layer is not None and part.layer.left_out:
            yield comment(say("left out: {names}", names=listed(part.layer.left_out, _MOST_NAMED)))

    def _tensor(self, name: str, held: Held, part: Part, *, alone: bool = True) -> str:
        value, parameter = self._new("empty", held), _is_parameter(held.key.rpartition(".")[2], held)
        if value and parameter:
            frozen = held.frozen and not self._is_frozen(part)
            value = f"nn.Parameter({value}{', requires_grad=False' * frozen})"
        if value and alone and is_name(name):
            if parameter:
                return f"self.{name} = {value}"
            return f"self.register_buffer({literal(name)}, {value})"
        self._holds = True
        return f"self.hold({literal(name)}{', ' if value else ''}{value})"

    def _new(self, how: str, held: Held) -> str:
        """The expression for a tensor of that shape; empty for what ``load_state_dict`` could not copy into one."""
        dtype = "" if held.dtype in self._default else f", dtype=torch.{held.dtype}"
        return f"torch.{how}({held.shape!r}{dtype})" if _is_plain(held) else ""

    def _list(self, part: Part) -> str:
        found = {int(each.name): each for each in part.parts}
        kind = part.layer.kind if part.layer is not None and part.layer.kind in _LISTS else ""
        has_layers = any(each.layer is not None and _fits(each, each.layer) for each in part.parts)
        kind = kind or ("Sequential" if has_layers else "ModuleList")
        several = [*runs(part.parts)]
        if len(several) == 1 and several[0].times > 1 and several[0].first.name == "0":
            made = f"{self._made(several[0].first, part)} for _ in range({several[0].times})"
            return f"nn.Sequential(*[{made}])" if kind == "Sequential" else f"nn.ModuleList({made})"
        lines = []
        for number in range(max(found) + 1):
            each = found.get(number)
            made = "nn.Identity()" if each is None else self._made(each, part)
            remark = f"  # {say('no tensors: the file does not say what it is')}" if each is None else _remark(each)
            lines += f"{made},{remark}".split("\n")
        start, end = ("[", "]") if kind == "ModuleList" else ("", "")
        return "\n".join([f"nn.{kind}({start}", *(f"    {line}" for line in lines), f"{end})"])

    def _ties(self) -> Iterator[str]:
        """Names of one tensor made one again."""
        first: dict[object, tuple[Part, str, Held]] = {}
        for part in self._whole.walk():
            for name, held in part.own.items():
                if held.place is None or not _is_plain(held):
                    continue
                other = first.setdefault(held.place, (part, name, held))
                if other[2] is not held and _is_parameter(name, held) == _is_parameter(other[1], other[2]):
                    mine, theirs = self._reached(held), self._reached(other[2])
                    if mine and theirs:
                        yield f"{mine} = {theirs}  # {say('one tensor in the file')}"

    def _half_frozen(self) -> Iterator[str]:
        """What is frozen in layers of torch beside what is trained."""
        for part in self._whole.walk():
            frozen = [held for held in part.own.values() if held.frozen]
            if frozen and part.layer is not None and _fits(part, part.layer) and not self._is_frozen(part):
                yield from (f"{place}{_FREEZE}" for place in map(self._reached, frozen) if place)

    def _is_frozen(self, part: Part) -> bool:
        """Whether a module has parameters, and the file says of all of them that they take no gradient."""
        if part.alike not in self._frozen:
            own = [pair for each in part.walk() for pair in each.own.items()]
            found = [held.frozen for name, held in own if _is_parameter(name, held) and _is_plain(held)]
            self._frozen[part.alike] = bool(found) and all(found)
        return self._frozen[part.alike]

    def _reached(self, held: Held) -> str:
        """The expression for a tensor; empty where a name on the way is none of Python's, or that of a module too."""
        part, steps = self._whole, ["self"]
        *path, last = held.key.split(".")
        for name in path:
            inner = next((each for each in part.parts if each.name == name), None)
            if inner is None and is_name(name):
                steps.append(f".{name}")
                continue
            if inner is None or not (is_name(name) or _is_list(part)):
                return ""
            steps.append(f"[{name}]" if _is_list(part) else f".{name}")
            part = inner
        is_module = any(each.name == last for each in part.parts)
        return "".join([*steps, ".", last]) if is_name(last) and not is_module else ""


_LISTS = frozenset({"Sequential", "ModuleList"})
_FREEZE = ".requires_grad_(False)"


def _attributes_of(part: Part) -> Arguments:
    """The plain attributes that the file has of a module of a class of its own."""
    layer = part.layer
    return layer.arguments if layer is not None and layer.grade == IN_FILE and not layer.of_torch else ()


def _told_class(part: Part) -> str:
    """The name of a module's own class where the file has it, and Python can; else empty."""
    layer = part.layer
    told = layer is not None and layer.grade == IN_FILE and not layer.of_torch and is_name(layer.kind)
    return layer.kind if layer is not None and told else ""


def _constructor(body: Iterable[str]) -> Iterator[str]:
    yield from ("    def __init__(self):", "        super().__init__()")
    yield from (f"        {line}" for statement in body for line in statement.split("\n"))


def _fits(part: Part, layer: Layer) -> bool:
    """Whether a layer of torch has just the tensors of a module, so that it takes them."""
    wanted = tensors_of(layer, len(part.own))
    if wanted is None or any(inner.own for each in part.parts for inner in each.walk()):
        return False
    if any(0 in (held.shape or (0,)) for held in part.own.values() if held.shape != ()):
        return False
    counter = {name for name in wanted if name == "num_batches_tracked"}  # which torch makes where a file has none
    return (
        wanted.keys() - counter <= part.own.keys() <= wanted.keys()
        and all(held.shape == wanted[name] for name, held in part.own.items())
        and all(_is_plain(held) and "complex" not in held.dtype for held in part.own.values())
        and all(held.is_float or name in counter for name, held in part.own.items())
    )


def _is_list(part: Part) -> bool:
    """Whether the modules in one have the numbers 0, 1, 2 … for names, but for a few that have no tensors."""
    names = [each.name for each in part.parts]
    if part.own or not names or any(len(name) > 6 or not name.isdecimal() or str(int(name)) != name for name in names):
        return False
    if part.layer is not None and part.layer.kind not in _LISTS:
        return False
    numbers = [int(name) for name in names]
    return numbers == sorted(numbers) and max(numbers) < len(numbers) + _MOST_GAPS


def is_name(name: str) -> bool:
    """Whether a module can have an attribute of that name."""
    return (
        len(name) < _LONGEST
        and name.isascii()
        and name.isidentifier()
        and not name.startswith("_")
        and not keyword.iskeyword(name)
        and name not in _RESERVED
    )


def _is_parameter(name: str, held: Held) -> bool:
    return held.is_float and held.parameter is not False and name not in _BUFFERS


def _is_plain(held: Held) -> bool:
    return held.shape is not None and held.dtype in _PLAIN and not held.made


def _as_class(part: Part) -> str:
    """``layer.0`` → ``Layer``, ``self_attn`` → ``SelfAttn``."""
    names = [name for name in part.path.split(".") if not name.isdecimal()]
    last = names[-1] if names else ""
    if part.name.isdecimal() and last.endswith("s"):
        last = last[:-1]
    made = "".join(word[:1].upper() + word[1:] for word in re.findall(r"[A-Za-z0-9]+", last[:40]))
    return made if is_name(made) else "Part"


def _remark(part: Part) -> str:
    """What the file does not say of a layer, as a comment."""
    layer = part.layer
    if layer is None or not _fits(part, layer):
        return ""
    said = [say("or {layer}", layer=listed(f"nn.{other}" for other in layer.others))] if layer.others else []
    said += [say("not in the file: {settings}", settings=listed(layer.unknown))] if layer.unknown else []
    return f"  {comment(clip(clauses(said), 200))}" if said else ""
