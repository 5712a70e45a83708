"""What the health panel says of a scan: a sentence, a row a symptom, and badges for the tree."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite, sqrt
from typing import TYPE_CHECKING, Final

from core.catalogue.catalogue import Catalogue
from core.text import clip, count_text, shape_text, size_text
from core.values.symptom import ERROR, NOTE, SEVERITIES, WARNING, Symptom
from gui.document.marks import Mark, Tone
from gui.look.wording import seconds_text

if TYPE_CHECKING:
    from core.values.scan import Scan

WORDS: Final = {
    "nan": ("NaN", "NaN"),
    "inf": ("Inf", "Inf"),
    "negative-second-moment": ("v < 0", "second moment < 0"),
    "optimizer-does-not-fit": ("misfit", "state does not fit"),
    "exploding": ("exploding", "exploding"),
    "all-zero": ("all 0", "all zero"),
    "dead-channels": ("dead", "dead channels"),
    "constant": ("constant", "constant"),
    "step-differs": ("step", "steps that differ"),
    "denormal": ("denormal", "denormal"),
}
"""For each code of a symptom the word on a badge, and what it is called in a table."""
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
        """What it is called."""
        return title_of(self.symptom.code)

    @property
    def rank(self) -> int:
        """0 for the worst."""
        return SEVERITIES.index(self.symptom.severity)


def title_of(code: str) -> str:
    """What a symptom is called in a table."""
    return WORDS.get(code, (code, code))[1]


def symptom_rows(catalogue: Catalogue, scan: Scan) -> list[SymptomRow]:
    """The symptoms as the scan has them, the worst first."""
    return [SymptomRow(symptom, clip(symptom.path(catalogue), _LONGEST) or "(the file)") for symptom in scan.symptoms]


def marks_of(scan: Scan) -> Iterator[Mark]:
    """A badge for each symptom; what is healthy in many files is told in the table and not in the tree."""
    for symptom in scan.symptoms:
        if symptom.severity != NOTE:
            word = WORDS.get(symptom.code, (symptom.code, ""))[0]
            yield Mark(symptom.entry, TONES[symptom.severity], word, f"{title_of(symptom.code)}: {symptom.why}")


def verdict_of(scan: Scan) -> tuple[str, str]:
    """The severity, empty where all is well, and a sentence."""
    read = f"{count_text(scan.tensors, 'tensor')}, {size_text(scan.bytes)} read in {seconds_text(scan.seconds)}"
    finite = "no NaN and no Inf" if scan.is_finite else ""
    worst = min((symptom.severity for symptom in scan.symptoms), key=SEVERITIES.index, default=NOTE)
    kinds = Counter(symptom.code for symptom in scan.symptoms if symptom.severity == worst)
    told = ", ".join(f"{title_of(code)} in {_places(code, count)}" for code, count in kinds.most_common(_MOST_KINDS))
    if worst == NOTE:
        also = f" Often meant so: {told}." if told else ""
        return "", f"Nothing wrong{': ' if finite else ''}{finite}.{also} {read}."
    more = len(scan.symptoms) - sum(kinds.values())
    rest = f", and {count_text(more, 'lesser sign')}" if more else ""
    return worst, f"{_capital('; '.join(filter(None, (finite, told))))}{rest}. {read}."


def symptoms_by_row(catalogue: Catalogue, scan: Scan) -> dict[int, list[str]]:
    """For each tensor row with symptoms, or with some at what it lies in, what they are and why."""
    found: dict[int, list[str]] = defaultdict(list)
    for symptom in scan.symptoms:
        for row in catalogue.subtree_rows(symptom.entry):
            found[row].append(f"{_capital(title_of(symptom.code))}: {clip(symptom.why, _LONGEST)}")
    return found


def facts_of(catalogue: Catalogue, scan: Scan | None, row: int) -> list[str]:
    """What a cell of the map says of its tensor: where it is, what it is, and what its numbers are."""
    tensor = catalogue.tensors[row]
    what = f"{tensor.dtype} {shape_text(tensor.shape)} on {clip(catalogue.device_of(row), 40)}"
    facts = [clip(catalogue.path_text(tensor.entry), _LONGEST), what]
    found = scan.statistics[row] if scan is not None else None
    if found is not None and found.count:
        told = [f"rms {found.l2 / sqrt(found.count):.3g}"] if isfinite(found.l2) else []
        told += [f"{found.zeros:,} of {found.count:,} zero"] if found.zeros else []
        infinite = found.posinf + found.neginf
        told += [f"{count:,} {name}" for name, count in (("NaN", found.nan), ("Inf", infinite)) if count]
        facts.append(", ".join(told))
    return facts


def _places(code: str, count: int) -> str:
    return count_text(count, "place" if code in _OF_OPTIMIZERS else "tensor")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
