"""What the command line prints of the health of a file: as data for JSON and as text for people."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from core.catalogue.catalogue import Catalogue
from core.objects.nested import has_checkpoint
from core.objects.value_text import json_path
from core.report.inspect import JsonDict
from core.report.layout import wrapped
from core.report.numbers import statistics_json
from core.report.severities import NOUNS, severity_text
from core.text import clip, count_text, listed, size_text, titled
from core.values.scan import Scan
from core.values.symptom import SEVERITIES, Symptom
from core.words import say

_WIDTH = 100
_MOST = 3
"""Tensors of which a text says why; JSON has all."""


def scan_json(catalogue: Catalogue, found: Scan) -> JsonDict:
    """The object that ``scan --json`` prints: ``findings`` the worst first, ``statistics`` in the order of the file."""
    return {
        "file": str(catalogue.checkpoint.path),
        "tensors": found.tensors,
        "bytes": found.bytes,
        "seconds": round(found.seconds, 3),
        "checksums": None if found.sums is None else {"records": found.sums.records, "compared": found.sums.checked},
        "findings": [
            {
                "code": each.code,
                "severity": each.severity,
                "path": json_path(catalogue.path(each.entry)),
                "count": each.count,
                "why": each.why,
                "first": each.first,
            }
            for each in found.symptoms
        ],
        "statistics": [
            {
                "path": json_path(catalogue.path(row.entry)),
                "dtype": row.dtype,
                "shape": row.shape,
                **statistics_json(statistics),
            }
            for row, statistics in zip(catalogue.tensors, found.statistics, strict=True)
        ],
    }


# -- text ------------------------------------------------------------------------------------------------------


def scan_lines(catalogue: Catalogue, found: Scan) -> Iterator[str]:
    """The health of a file for a terminal, the worst first."""
    counts = [
        count_text(number, NOUNS[severity])
        for severity in SEVERITIES
        if (number := sum(each.severity == severity for each in found.symptoms))
    ]
    what = say(
        "{tensors}, {size}, read in {seconds:.1f} s",
        tensors=count_text(found.tensors, "tensor"),
        size=size_text(found.bytes),
        seconds=found.seconds,
    )
    yield titled(catalogue.checkpoint.name, titled(what, listed(counts) or say("nothing wrong with the values")))
    if told := _not_compared(found):
        yield f"  {told}"
    if has_checkpoint(catalogue.values):
        yield "  " + say(
            "The file contains another checkpoint as bytes, which was not read. Extract it (extract --bytes), and "
            "scan the result."
        )
    for (severity, code), group in groupby(found.symptoms, key=lambda each: (each.severity, each.code)):
        alike = list(group)
        yield ""
        times = say("{code}, {count:,} times", code=code, count=len(alike)) if len(alike) > 1 else code
        yield f"{severity_text(severity)} {times}"
        for each in alike[:_MOST]:
            yield from _told(catalogue, each)
        if len(alike) > _MOST:
            yield f"        {say('and {count:,} more, which --json lists', count=len(alike) - _MOST)}"


def _not_compared(found: Scan) -> str:
    """What nobody vouches for; empty where all checksums were compared."""
    if found.sums is None:
        return say("Checksums were not compared, because the file is remote. “verify” compares them.")
    if not found.sums.checked:
        return say("This file has no checksums: bytes that were changed look like any others.")
    if found.sums.unchecked:
        return say("{records} without a checksum", records=count_text(found.sums.unchecked, "record"))
    return ""


def _told(catalogue: Catalogue, symptom: Symptom) -> Iterator[str]:
    yield f"        {clip(symptom.path(catalogue) or say('the file itself'), 160)}"
    for line in wrapped(clip(symptom.why, 1000), _WIDTH - 12):
        yield f"            {line}"
