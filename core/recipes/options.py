"""One language for what is to be done to a file: the options of ``fix``, which are the steps of a recipe too.

A step is an option and its value as text, ``map`` and ``cuda:*=cpu``: a person can write it, and it means the same for
every file. `edits_of` says which edits it is in one of them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.edits.edits import (
    AddPrefix,
    Compact,
    Drop,
    Edit,
    Extract,
    InsertSegment,
    Keep,
    MakePlain,
    MoveOptimizer,
    NumberState,
    RemapDevice,
    RenameKey,
    RenameKeys,
    RenameModule,
    StripPrefix,
    UseContainer,
    UseFullTensors,
    UseProtocol,
)
from core.edits.renaming.patterns import REGEX, form_of
from core.errors import EditError, PathNotFound
from core.text import clip
from core.words import marked, say

ROOT: Final = "/"
"""How the whole file is called where a path is asked for."""
_ROLES = ("model", "optimizer", "other")


class Step(NamedTuple):
    """One thing to do: the name of an ``option``, and its ``value``, empty for those that take none."""

    option: str
    value: str = ""


class Meant(NamedTuple):
    """What a step is in one file: its ``edits``, and ``notes`` on what it names and leaves alone."""

    edits: tuple[Edit, ...]
    notes: tuple[str, ...] = ()


class Option(NamedTuple):
    """How the value of an option is written, and what makes edits of it."""

    form: str
    meant: Callable[[Catalogue, str], list[Edit] | Meant]


def edits_of(catalogue: Catalogue, step: Step) -> Meant:
    """The edits that a step is in a file. Raises `EditError` for what it cannot be, `PathNotFound` for what is not."""
    check_step(step)
    found = OPTIONS[step.option].meant(catalogue, step.value)
    return found if isinstance(found, Meant) else Meant(tuple(found))


def check_step(step: Step) -> None:
    """Raises `EditError` for an option that there is not, and for a value that is not written as it should be."""
    option = OPTIONS.get(step.option)
    if option is None:
        known = ", ".join(OPTIONS)
        raise EditError(say("{option} is no step; choose {known}.", option=repr(clip(step.option, 40)), known=known))
    if option.form and not _is_written(step, option.form):
        raise EditError(say("{value} is not {form}", value=repr(clip(step.value, 80)), form=say(option.form)))


def _is_written(step: Step, form: str) -> bool:
    parts = form.partition(",")[0].split("=")
    if len(parts) == 1:
        return bool(step.value.strip())
    left, equals, _ = step.value.partition("=")
    return bool(equals and left.strip()) and (step.option in _MAY_BE_EMPTY or not step.value.endswith("="))


_MAY_BE_EMPTY = frozenset({"set", "rename-keys", "rename-regex"})


# -- one function an option ------------------------------------------------------------------------------------


def _map(_catalogue: Catalogue, value: str) -> list[Edit]:
    source, _, target = value.rpartition("=")
    role, colon, rest = source.strip().partition(":")
    if colon and role in _ROLES:
        return [RemapDevice(rest, target.strip(), role)]
    return [RemapDevice(source.strip(), target.strip())]


def _move(catalogue: Catalogue, value: str) -> list[Edit]:
    from core.catalogue.rows_named import rows_named  # noqa: PLC0415 - only where tensors are named

    key, _, target = value.rpartition("=")
    return [RemapDevice("*", target.strip(), rows=frozenset(rows_named(catalogue, key)))]


def _optimizer(catalogue: Catalogue, value: str) -> list[Edit]:
    entry, target = _with_place(catalogue, value)
    return [MoveOptimizer(target, entry)]


def _strip(inner: bool) -> Callable[[Catalogue, str], list[Edit]]:
    def meant(catalogue: Catalogue, value: str) -> list[Edit]:
        entry, prefix = _with_place(catalogue, value)
        return [StripPrefix(prefix, entry, inner)]

    return meant


def _add(catalogue: Catalogue, value: str) -> list[Edit]:
    entry, prefix = _with_place(catalogue, value)
    return [AddPrefix(prefix, entry)]


def _insert(catalogue: Catalogue, value: str) -> list[Edit]:
    entry, rest = _with_place(catalogue, value)
    depth, colon, rest = rest.partition(":")
    under, second, segment = rest.rpartition(":")
    if not (colon and second and depth.isdecimal() and len(depth) < 4):
        raise EditError(say("{value} is not {form}", value=repr(clip(value, 80)), form=say(_INSERT)))
    return [InsertSegment(segment, int(depth), entry, under)]


def _rename_keys(_catalogue: Catalogue, value: str) -> list[Edit]:
    pattern, _, replacement = value.rpartition("=")
    return [RenameKeys(pattern, replacement, form_of(pattern))]


def _rename_regex(_catalogue: Catalogue, value: str) -> list[Edit]:
    pattern, _, replacement = value.rpartition("=")
    return [RenameKeys(pattern, replacement, REGEX)]


def _rename(catalogue: Catalogue, value: str) -> list[Edit]:
    path, name = _split_at_path(catalogue, value)
    return [RenameKey(_found(catalogue, path), name)]


def _rename_module(_catalogue: Catalogue, value: str) -> list[Edit]:
    source, _, target = value.partition("=")
    return [RenameModule(source.strip(), target.strip())]


def _cast(catalogue: Catalogue, value: str) -> Meant:
    from core.recipes.number_options import casts  # noqa: PLC0415 - what changes no numbers starts without

    key, _, dtype = value.rpartition("=")
    edits, notes = casts(catalogue, [(key, dtype)])
    return Meant(tuple(edits), tuple(notes))


def _set(catalogue: Catalogue, value: str) -> list[Edit]:
    from core.recipes.number_options import settings  # noqa: PLC0415 - as above

    places = [at for at, letter in enumerate(value) if letter == "="]
    for at in places:  # a key may hold an equals sign itself
        try:
            return list(settings(catalogue, [(value[:at], scalar(value[at + 1 :]))]))
        except PathNotFound:
            if at == places[-1]:
                key, _, text = value.partition("=")
                return list(settings(catalogue, [(key, scalar(text))]))
    raise AssertionError(value)


def _protocol(_catalogue: Catalogue, value: str) -> list[Edit]:
    if not value.isdecimal() or len(value) > 1:
        raise EditError(say("{value} is not {form}", value=repr(clip(value, 80)), form=say(_PROTOCOL)))
    return [UseProtocol(int(value))]


def _at(kind: Callable[[int], Edit]) -> Callable[[Catalogue, str], list[Edit]]:
    """An edit of what is at a path."""
    return lambda catalogue, value: [kind(_found(catalogue, value))]


def _flag(edit: Edit) -> Callable[[Catalogue, str], list[Edit]]:
    return lambda _, value: [edit]


# -- values ----------------------------------------------------------------------------------------------------


def scalar(text: str) -> int | float | str | bool | None:
    """What JSON makes of it, where that is no list or object; the text itself otherwise."""
    try:
        value: Any = json.loads(text)
    except ValueError:
        return text
    return value if value is None or isinstance(value, int | float | str) else text


def _found(catalogue: Catalogue, path: str) -> int:
    return 0 if path == ROOT else catalogue.find(path)


def _with_place(catalogue: Catalogue, value: str) -> tuple[int | None, str]:
    """The entry that stands before an equals sign, None where there is none; and what comes after it."""
    if "=" not in value:
        return None, value
    path, rest = _split_at_path(catalogue, value)
    return _found(catalogue, path), rest


def _split_at_path(catalogue: Catalogue, value: str) -> tuple[str, str]:
    """Both sides of the first equals sign with the path of something before it; of the first where none has."""
    for path, rest in _splits(value):
        if path == ROOT or catalogue.finds(path) is not None:
            return path, rest
    return next(_splits(value), ("", value[1:]))


def _splits(value: str) -> Iterator[tuple[str, str]]:
    return ((value[:at], value[at + 1 :]) for at, letter in enumerate(value) if letter == "=" and at)


_INSERT = marked("DEPTH:UNDER:SEGMENT, such as 1:backbone.:body.")
_PROTOCOL = marked("a pickle protocol, 2 to 5")
_PREFIX = marked("a prefix, such as module., or PATH=PREFIX")
_PATH = marked("a path, such as optimizer/state")

OPTIONS: Final[dict[str, Option]] = {
    "map": Option(marked("FROM=TO, such as 'cuda:*=cpu'"), _map),
    "move": Option(marked("KEY=DEV, such as 'model/**=cuda:1'"), _move),
    "optimizer-device": Option(marked("a device, follow, or PATH=DEV"), _optimizer),
    "strip-prefix": Option(_PREFIX, _strip(inner=False)),
    "strip-segment": Option(_PREFIX, _strip(inner=True)),
    "add-prefix": Option(_PREFIX, _add),
    "insert-segment": Option(_INSERT, _insert),
    "rename-keys": Option(marked("OLD=NEW, such as backbone.=encoder."), _rename_keys),
    "rename-regex": Option(marked("PATTERN=REPLACEMENT, such as '^layer(\\d)=blocks.\\1'"), _rename_regex),
    "drop": Option(_PATH, _at(Drop)),
    "rename": Option(marked("PATH=NAME, such as state_dict=model"), _rename),
    "number-state": Option(_PATH, _at(NumberState)),
    "make-plain": Option(_PATH, _at(MakePlain)),
    "extract": Option(_PATH, _at(Extract)),
    "extract-unwrapped": Option(_PATH, _at(lambda entry: Extract(entry, unwrap=True))),
    "full-tensors": Option("", _flag(UseFullTensors())),
    "rename-module": Option(marked("OLD=NEW, such as numpy._core=numpy.core"), _rename_module),
    "compact": Option("", _flag(Compact())),
    "cast": Option(marked("KEY=DTYPE, such as 'model/**=bfloat16'"), _cast),
    "set": Option(marked("KEY=VALUE, such as epoch=0"), _set),
    "keep": Option(_PATH, _at(Keep)),
    "container": Option(marked("zip, legacy, safetensors or dcp"), lambda _, value: [UseContainer(value)]),
    "protocol": Option(_PROTOCOL, _protocol),
}
"""By name, in the order in which ``fix`` does them: devices first, then keys, then what the file is."""
IN_ORDER: Final = {name: place for place, name in enumerate(OPTIONS)}
