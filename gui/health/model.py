"""What the health panel says of a scan: a sentence, a row a symptom, and badges for the tree."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Final

from core.catalogue.catalogue import Catalogue
from core.text import capital, clip, count_text, index_text, sentences, series, shape_text, size_text, titled
from core.values.symptom import ALL_ZERO, DAMAGED, ERROR, NOTE, SEVERITIES, UNREAD, WARNING, Symptom
from core.words import marked, marked_noun, say
from gui.document.badges import Badge, Tone
from gui.look.wording import seconds_text

if TYPE_CHECKING:
    from core.values.scan import Scan

WORDS: Final = {
    "damaged": (marked("damaged"), marked("damaged bytes")),
    "nan": (marked("NaN"), marked("NaN")),
    "inf": (marked("Inf"), marked("Inf")),
    "negative-second-moment": (marked("v < 0"), marked("second moment < 0")),
    "optimizer-does-not-fit": (marked("misfit"), marked("state does not fit")),
    "exploding": (marked("too large"), marked("far too large")),
    "all-zero": (marked("all 0"), marked("all zero")),
    "dead-channels": (marked("dead"), marked("dead channels")),
    "constant": (marked("constant"), marked("constant")),
    "step-differs": (marked("step"), marked("different step counts")),
    "denormal": (marked("denormal"), marked("denormal")),
}
"""For each code of a symptom the word on a badge, and what it is called in a table."""
_NUMBER: Final = marked_noun("number")
_UNITS: Final = {
    "dead-channels": marked_noun("row"),
    "optimizer-does-not-fit": marked_noun("parameter"),
    "step-differs": marked_noun("parameter"),
}
"""What a symptom counts, if not numbers."""
_OF_OPTIMIZERS: Final = ("optimizer-does-not-fit", "step-differs")
TONES: Final = {ERROR: Tone.ERROR, WARNING: Tone.WARNING, NOTE: Tone.NOTE}
_LONGEST = 400
_MOST_KINDS = 4


@dataclass(frozen=True)
class SymptomRow:
    """One symptom, and the path of the entry that has it."""

    symptom: Symptom
    path: str

    @property
    def title(self) -> str:
        return title_of(self.symptom.code)

    @property
    def place(self) -> str:
        """Where its first number is; nothing where it is about none, or about the only one of its tensor."""
        return index_text(self.symptom.first[0]) if any(self.symptom.first) else ""

    @property
    def affected(self) -> str:
        """How many of what it is about; nothing where it is about bytes."""
        if not self.symptom.count or self.symptom.code in (UNREAD, DAMAGED):
            return ""
        return count_text(self.symptom.count, _UNITS.get(self.symptom.code, _NUMBER))

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return SEVERITIES.index(self.symptom.severity)


def title_of(code: str) -> str:
    """What a symptom is called in a table."""
    return say(WORDS.get(code, (code, code))[1])


def symptom_rows(catalogue: Catalogue, scan: Scan) -> list[SymptomRow]:
    """The symptoms as the scan has them, the worst first."""
    return [
        SymptomRow(symptom, clip(symptom.path(catalogue), _LONGEST) or say("(the file)")) for symptom in scan.symptoms
    ]


def badges_of(scan: Scan) -> Iterator[Badge]:
    """A badge for each symptom; what is healthy in many files is told in the table and not in the tree."""
    for symptom in scan.symptoms:
        if symptom.severity != NOTE:
            word = say(WORDS.get(symptom.code, (symptom.code, ""))[0])
            yield Badge(symptom.entry, TONES[symptom.severity], word, titled(title_of(symptom.code), symptom.why))


def verdict_of(scan: Scan) -> tuple[str, str]:
    """The severity, empty where all is well, and a sentence."""
    read = say(
        "Pthfinder read {tensors} ({size}) in {time}.",
        tensors=count_text(scan.tensors, "tensor"),
        size=size_text(scan.bytes),
        time=seconds_text(scan.seconds),
    )
    worst = min((symptom.severity for symptom in scan.symptoms), key=SEVERITIES.index, default=NOTE)
    kinds = Counter(symptom.code for symptom in scan.symptoms if symptom.severity == worst)
    told = series(
        say("{title} in {places}", title=title_of(code), places=_places(code, count))
        for code, count in kinds.most_common(_MOST_KINDS)
    )
    if worst == NOTE:
        fine = say("Nothing wrong: no NaN and no Inf.") if scan.is_finite else say("Nothing wrong.")
        often = say("Usually intended: {told}.", told=told) if told else ""
        not_told = (
            say("Zeros of biases and other tensors that start at zero are not counted.") if ALL_ZERO in kinds else ""
        )
        return "", sentences(fine, often, not_told, read)
    what = capital(series((say("no NaN and no Inf") if scan.is_finite else "", told)))
    more = len(scan.symptoms) - sum(kinds.values())
    lesser = count_text(more, "other finding")
    wrong = say("{what}, and {signs}.", what=what, signs=lesser) if more else say("{what}.", what=what)
    return worst, sentences(wrong, read)


def symptoms_by_row(catalogue: Catalogue, scan: Scan) -> dict[int, list[str]]:
    """For each tensor row with symptoms, or with some at what it lies in, what they are and why."""
    found: dict[int, list[str]] = defaultdict(list)
    for symptom in scan.symptoms:
        for row in catalogue.subtree_rows(symptom.entry):
            found[row].append(titled(capital(title_of(symptom.code)), clip(symptom.why, _LONGEST)))
    return found


def facts_of(catalogue: Catalogue, scan: Scan | None, row: int) -> list[str]:
    """What a cell of the map says of its tensor: where it is, what it is, and what its numbers are."""
    tensor = catalogue.tensors[row]
    what = say(
        "{dtype} {shape} on {device}",
        dtype=tensor.dtype,
        shape=shape_text(tensor.shape),
        device=clip(catalogue.device_of(row), 40),
    )
    facts = [clip(catalogue.path_text(tensor.entry), _LONGEST), what]
    found = scan.statistics[row] if scan is not None else None
    if found is not None and found.count:
        told = [say("rms {l2:.3g}", l2=found.l2 / sqrt(found.count))] if isfinite(found.l2) else []
        told += [say("{zeros:,} of {count:,} zero", zeros=found.zeros, count=found.count)] if found.zeros else []
        infinite = found.posinf + found.neginf
        told += [f"{count:,} {name}" for name, count in (("NaN", found.nan), ("Inf", infinite)) if count]
        facts.append(series(told))
    return facts


def _places(code: str, count: int) -> str:
    return count_text(count, "place") if code in _OF_OPTIMIZERS else count_text(count, "tensor")
