"""The command ``verify``: whether the bytes of a file are still those that were saved."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from cli.output import DONE, FOUND, percentage, print_json, print_lines, progress, shows_progress
from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.integrity import Damage, IntegrityReport
from core.catalogue.integrity import verify as check
from core.objects.value_text import json_path
from core.progress import ignore
from core.report.inspect import JsonDict, listed
from core.text import clip, count_text, size_text


def verify(arguments: argparse.Namespace) -> int:
    """Check every record; 3 when something is damaged."""
    catalogue = open_catalogue(arguments.file)
    report = check(catalogue, percentage("checking") if shows_progress() else ignore)
    if shows_progress():
        progress("")
    if arguments.json:
        print_json(verification(catalogue, report))
    else:
        print_lines(_lines(catalogue, report))
    return DONE if report.is_sound else FOUND


def verification(catalogue: Catalogue, report: IntegrityReport) -> JsonDict:
    """The object that ``verify --json`` prints."""
    return {
        "file": str(catalogue.checkpoint.path),
        "container": catalogue.checkpoint.container,
        "sound": report.is_sound,
        "records": report.records,
        "checked": report.checked,
        "unchecked": report.unchecked,
        "bytes": report.bytes,
        "seconds": round(report.seconds, 3),
        "damages": [
            {
                "record": damage.record,
                "problem": damage.problem,
                "paths": [json_path(catalogue.path(entry)) for entry in damage.entries],
            }
            for damage in report.damages
        ],
    }


def _lines(catalogue: Catalogue, report: IntegrityReport) -> Iterator[str]:
    name = catalogue.checkpoint.path.name
    if report.checked:
        yield f"{name}: {count_text(report.checked, 'record')} checked, {size_text(report.bytes)}"
    else:
        yield f"{name}: this file has no checksums; only sizes and places could be checked"
    if report.checked and report.unchecked:
        yield f"  {count_text(report.unchecked, 'record')} without a checksum"
    for damage in report.damages:
        yield f"damaged   {clip(damage.record)}: {clip(damage.problem, 300)}"
        if damage.entries:
            yield f"          hurts {_hurt(catalogue, damage)}"
    if report.is_sound:
        yield "sound     nothing is damaged"


def _hurt(catalogue: Catalogue, damage: Damage) -> str:
    if damage.entries == (0,):
        return "the whole file"
    return listed([catalogue.path_text(entry) for entry in damage.entries])
