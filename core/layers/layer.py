"""A layer: what one module of a model is, how far that is known, and what cannot be."""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import Any

from core.catalogue.quoting import literal
from core.words import marked

IN_FILE, FROM_SHAPES, CANNOT_TELL = marked("in the file"), marked("from the shapes"), marked("cannot be told")
"""The grades: the file names the class; one layer is the most likely by names and shapes; several are, or none."""
Shape = tuple[int, ...]
Arguments = tuple[tuple[str, Any], ...]
"""Name and value of what a class is called with; the name is empty where the place says it."""


@dataclass(frozen=True, slots=True)
class Held:
    """One item of a model's state dict.

    ``shape`` is None where it is no tensor; ``place`` is alike for names of one tensor, ``made`` says that it is made
    of other tensors; ``parameter`` and ``trainable`` are None where the file does not say them. ``frozen`` says that it
    is a parameter which the file has with ``requires_grad=False``.
    """

    key: str
    entry: int
    shape: Shape | None
    dtype: str
    nbytes: int
    place: object = None
    parameter: bool | None = None
    trainable: bool | None = None
    made: bool = False
    frozen: bool = False

    @property
    def is_float(self) -> bool:
        """Whether torch lets it have a gradient."""
        return self.shape is not None and self.dtype.startswith(("float", "bfloat", "complex"))


@dataclass(frozen=True, slots=True)
class Layer:
    """A module by its class, with what it is called with.

    ``others`` are the calls that fit as well, ``unknown`` the settings that the file does not say, ``width`` the
    numbers that come out for each place, 0 where that is not known: the next layer may be told by it. ``left_out`` are
    the names of what the file has of a class of its own and no line of code says: dicts, tensors, objects.
    """

    kind: str
    arguments: Arguments = ()
    grade: str = FROM_SHAPES
    unknown: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    note: str = ""
    of_torch: bool = True
    width: int = 0
    left_out: tuple[str, ...] = ()

    @property
    def call(self) -> str:
        """``Conv2d(3, 64, kernel_size=(7, 7), bias=False)``, as torch prints it and Python reads it."""
        return call_text(self.kind, self.arguments) if self.kind else ""


def call_text(kind: str, arguments: Arguments) -> str:
    """A class with its arguments."""
    return f"{kind}({', '.join(f'{name}={setting(value)}' if name else setting(value) for name, value in arguments)})"


def setting(value: Any) -> str:
    """The value of an argument as Python."""
    if type(value) is list:
        return f"[{', '.join(map(setting, value))}]"
    if type(value) is tuple:
        return f"({', '.join(map(setting, value))}{',' * (len(value) == 1)})"
    if type(value) is dict:
        return f"{{{', '.join(f'{setting(key)}: {setting(each)}' for key, each in value.items())}}}"
    return f"float('{value}')" if type(value) is float and not isfinite(value) else literal(value)
