"""What `typing` and `dataclasses` offer, as far as the rooms need it that every file is read in.

Importing those two, with the regular expressions and enumerations they bring, takes a third of the time in which
`inspect` answers, and a running program needs little of them: named tuples, and records that nobody changes. Type
checkers are shown the real ones. Rooms that are not needed to read a file import those, as anywhere.
"""

from __future__ import annotations

from collections import namedtuple

__all__ = ["TYPE_CHECKING", "Any", "ClassVar", "Literal", "NamedTuple", "Protocol", "TypeVar", "dataclass", "overload"]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from dataclasses import dataclass
    from typing import Any, ClassVar, Literal, NamedTuple, Protocol, TypeVar, overload
else:
    Any = ClassVar = Literal = Protocol = object

    def TypeVar(name):  # noqa: N802 - called what it stands in for
        """A name for any type."""
        return name

    def overload(function):
        """One of the forms in which a function is called."""
        return function

    class _Named(type):
        def __new__(cls, name, bases, body):
            fields = body.get("__annotations__", {})
            defaults = [body[field] for field in fields if field in body]
            made = namedtuple(name, fields, defaults=defaults, module=body["__module__"])  # noqa: PYI024
            for key, value in body.items():
                if key not in fields:
                    setattr(made, key, value)
            return made

    NamedTuple = type.__new__(_Named, "NamedTuple", (), {})

    def dataclass(*, frozen, eq, repr):  # noqa: A002 - as it is called there
        """A record that nobody changes, and that is equal to itself alone."""
        if not frozen or eq or repr:
            raise TypeError("Any other dataclass is made by the standard library.")
        return _frozen

    def _frozen(cls):
        fields = tuple(field for field, kind in cls.__annotations__.items() if "ClassVar" not in kind)
        defaults = {field: vars(cls)[field] for field in fields if field in vars(cls)}

        def fill(self, *values, **named):
            given = {**dict(zip(fields, values, strict=False)), **named}
            facts = {**defaults, **given}
            if len(given) < len(values) + len(named) or facts.keys() != set(fields):
                raise TypeError(f"{cls.__name__} takes {', '.join(fields)}.")
            self.__dict__.update(facts)

        cls.__init__, cls.__setattr__, cls.__delattr__ = fill, _refuse, _refuse
        return cls

    def _refuse(self, name, *_):
        raise AttributeError(f"{type(self).__name__}.{name} cannot be changed.")
