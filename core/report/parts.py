"""The files of a checkpoint of many: what is in each, and what is missing, left over or there twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived
from core.containers.content import Several
from core.containers.lost import made_without
from core.report.layout import labelled
from core.text import clip, count_text, listed, sentences
from core.words import marked, say, say_count

HERE: Final = ""
MISSING: Final = "missing"
EXTRA: Final = "extra"
DOUBLED: Final = "doubled"
OTHER: Final = "other"
NO_PART: Final = -1

_MOST: Final = 6
"""Files and keys that are named on a line."""


class PartRow(NamedTuple):
    """A file that belongs to a checkpoint, or looks as if it did.

    ``number`` is its place among the parts, `NO_PART` where it is none; ``bytes`` are None where it is not there.
    ``tensors`` have some of their bytes in it, on these ``devices``. ``state`` is `HERE`, `MISSING`, `EXTRA` (it is
    there and not used), `DOUBLED`, or `OTHER` for the rest of the folder. ``keys`` are those it takes along, or that an
    earlier file has too; ``why`` says why it cannot be opened, or in English what it is.
    """

    number: int
    name: str
    bytes: int | None
    tensors: int = 0
    devices: tuple[str, ...] = ()
    state: str = HERE
    keys: Sequence[str] = ()
    why: str = ""


@derived
def part_rows(catalogue: Catalogue) -> Sequence[PartRow]:
    """A row a file, in the order of the parts; then what is missing, what is not used, and the rest of the folder."""
    checkpoint = catalogue.checkpoint
    several = checkpoint.several
    tensors = [0] * len(checkpoint.parts)
    devices: list[dict[str, None]] = [{} for _ in checkpoint.parts]
    for numbers, device, count in zip(
        catalogue.parts_of_storage, catalogue.storage_columns.devices, catalogue.storage_columns.tensors, strict=True
    ):
        for number in numbers:
            tensors[number] += count
            devices[number][device] = None
    doubled = _doubled(catalogue)
    rows = [
        PartRow(
            number,
            name,
            part.size,
            tensors[number],
            tuple(devices[number]),
            DOUBLED if number in doubled else HERE,
            doubled.get(number, ()),
        )
        for number, (part, name) in enumerate(zip(checkpoint.parts, checkpoint.part_names, strict=True))
    ]
    if several is not None:
        rows += [
            PartRow(NO_PART, gone.name, None, state=MISSING, keys=gone.keys, why=gone.why) for gone in several.missing
        ]
        rows += [PartRow(NO_PART, name, None, state=EXTRA) for name in several.extra]
        rows += [PartRow(NO_PART, other.name, None, state=OTHER, why=other.what) for other in several.others]
    return rows


def _doubled(catalogue: Catalogue) -> dict[int, list[str]]:
    """The keys that an earlier file has too, by the file whose tensors count."""
    several = catalogue.checkpoint.several
    found: dict[int, list[str]] = {}
    twice = set(several.doubled) if several is not None else set()
    for entry in catalogue.children(0) if twice else ():
        row = catalogue.row_of(entry)
        if row >= 0 and catalogue.labels[entry] in twice:
            for number in catalogue.parts_of(row)[-1:]:
                found.setdefault(number, []).append(catalogue.labels[entry])
    return found


def parts_json(catalogue: Catalogue) -> dict[str, Any] | None:
    """The files for `inspect --json`; None for a checkpoint that is one file."""
    several = catalogue.checkpoint.several
    if several is None:
        return None
    there = [row for row in part_rows(catalogue) if row.number != NO_PART]
    return {
        "kind": several.kind,
        "files": [{"name": row.name, "bytes": row.bytes, "tensors": row.tensors} for row in there],
        "missing": [{"name": gone.name, "keys": list(gone.keys)} for gone in several.missing],
        "extra": list(several.extra),
        "doubled": list(several.doubled),
        "others": [{"name": other.name, "what": other.what} for other in several.others],
        "note": say(several.note) if several.note else None,
    }


def part_lines(catalogue: Catalogue) -> Iterator[str]:
    """The files for a terminal: how many, and what is wrong with them; nothing for a checkpoint that is one."""
    several, lost = catalogue.checkpoint.several, catalogue.checkpoint.lost
    if lost:
        yield labelled(say("incomplete"), made_without(lost))
    if several is None:
        return
    yield labelled(say("files"), count_text(len(several.names), "file"))
    for gone in several.missing[:_MOST]:
        yield labelled(say("missing"), told_missing(gone.name, len(gone.keys)))
    if len(several.missing) > _MOST:
        more = say_count(len(several.missing) - _MOST, "and {n:,} more file", "and {n:,} more files")
        yield labelled(say("missing"), more)
    for label, names in ((marked("not used"), several.extra), (marked("twice"), several.doubled)):
        if names:
            yield labelled(say(label), listed([clip(name) for name in names], _MOST))
    if several.others:
        others = [f"{clip(other.name)} ({say(other.what)})" for other in several.others]
        yield labelled(say("beside"), listed(others, _MOST))
    if several.note:
        yield labelled(say("note"), say(several.note))


def lost_json(catalogue: Catalogue) -> list[dict[str, Any]]:
    """What a copy says that it was made without, for `inspect --json`: ``keys`` is how many, ``some`` the first."""
    return [{"name": lost.name, "keys": lost.keys, "some": list(lost.some)} for lost in catalogue.checkpoint.lost]


def told_missing(name: str, keys: int) -> str:
    """A file that is not there, and how much it takes along."""
    if not keys:
        return clip(name)
    return say("{name}, with {keys}", name=clip(name), keys=count_text(keys, "key"))


def missing_text(several: Several | None) -> str:
    """Which files are not there, and how many keys they take along; nothing where all are."""
    gone = several.missing if several is not None else ()
    if not gone:
        return ""
    if len(gone) == 1 and gone[0].why:
        return sentences(gone[0].why)
    name, count = clip(gone[0].name, 80), sum(len(each.keys) for each in gone)
    keys = count_text(count, "key")
    if len(gone) == 1:
        text = marked("{name} is missing, and with it {keys}.") if count else marked("{name} is missing.")
        return say(text, name=name, keys=keys)
    files = say_count(len(gone) - 1, "{name} and {n:,} more file", "{name} and {n:,} more files", name=name)
    text = marked("{files} are missing, and with them {keys}.") if count else marked("{files} are missing.")
    return say(text, files=files, keys=keys)
