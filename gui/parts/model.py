"""The rows of the strip of files, and the words for what is wrong with one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.catalogue.catalogue import Catalogue
from core.catalogue.search import file_query
from core.report.parts import DOUBLED, EXTRA, MISSING, OTHER, PartRow, part_rows
from core.text import count_text, sentences
from core.words import say, say_count

if TYPE_CHECKING:
    from core.catalogue.integrity import IntegrityReport


@dataclass(frozen=True)
class PartLine:
    """A file, and how many of its ``records`` are damaged, as far as that was checked."""

    part: PartRow
    damaged: int = 0

    @property
    def is_wrong(self) -> bool:
        """Whether it is told in red."""
        return self.damaged > 0 or self.part.state == MISSING

    @property
    def is_beside(self) -> bool:
        """Whether nothing of it is shown: it lies in the same folder, that is all."""
        return self.part.state in (EXTRA, OTHER)

    @property
    def query(self) -> str:
        """The search that finds what lies in it; nothing where nothing does."""
        return file_query(self.part.name) if self.part.tensors else ""


def has_parts(catalogue: Catalogue | None) -> bool:
    """Whether there is anything to be told of files: more than one, or one that is not there."""
    if catalogue is None:
        return False
    checkpoint, several = catalogue.checkpoint, catalogue.checkpoint.several
    return len(checkpoint.parts) > 1 or (several is not None and bool(several.missing or several.extra))


def rows_of(catalogue: Catalogue, report: IntegrityReport | None = None) -> list[PartLine]:
    """What is missing first, then a row a file, and last what lies beside them."""
    hurt = Counter(damage.part for damage in report.damages) if report is not None else Counter[int]()
    rows = [PartLine(part, hurt[part.number] if part.bytes is not None else 0) for part in part_rows(catalogue)]
    return sorted(rows, key=lambda row: (row.is_beside, row.part.state != MISSING))


def state_text(row: PartLine) -> str:
    """What is to be told of a file; nothing of a sound one."""
    part = row.part
    if row.damaged:
        return say_count(row.damaged, "{n:,} record damaged", "{n:,} records damaged")
    if part.state == MISSING:
        if part.why:
            return say("cannot be opened")
        keys = count_text(len(part.keys), "key")
        return say("missing, with {keys}", keys=keys) if part.keys else say("missing")
    if part.state == EXTRA:
        return say("not used")
    if part.state == DOUBLED:
        return say_count(len(part.keys), "{n:,} key is in another file too", "{n:,} keys are in another file too")
    return say(part.why) if part.why else ""


def state_tip(row: PartLine) -> str:
    """The same in sentences."""
    part = row.part
    if part.state == MISSING:
        return part.why or say("This file belongs to the model and is not in the folder.")
    if part.state == EXTRA:
        return say("Its name looks like a part of this model, but the index does not list it.")
    if part.state == DOUBLED:
        return say("This file is read last, so its copies of these keys are used.")
    return sentences(state_text(row))


def summary(rows: Sequence[PartLine]) -> str:
    """All files in a few words: how many, and what is wrong with some."""
    there = sum(row.part.number >= 0 for row in rows)
    missing = sum(row.part.state == MISSING for row in rows)
    damaged = sum(row.damaged > 0 for row in rows)
    told = [count_text(there, "file")]
    told += [say_count(missing, "{n:,} missing", "{n:,} missing")] if missing else []
    told += [say_count(damaged, "{n:,} damaged", "{n:,} damaged")] if damaged else []
    return " · ".join(told)
