"""The command ``verify``: whether the bytes of a file are still those that were saved."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial

from cli.opening import catalogue_of
from cli.output import DONE, FOUND, print_json, print_lines
from cli.shared_arguments import Add, add_file, json_argument
from cli.workers import at_work, worker_arguments
from core.catalogue.catalogue import Catalogue
from core.catalogue.integrity import Damage, IntegrityReport
from core.catalogue.integrity import verify as check
from core.objects.value_text import json_path
from core.report.inspect import JsonDict, some_of
from core.report.layout import labelled
from core.report.parts import missing_text
from core.text import clip, count_text, size_text, titled
from core.words import say

_line = partial(labelled, width=9)


def add_arguments(add: Add) -> None:
    """What it takes."""
    add_file(add)
    worker_arguments(add)
    json_argument(add)


def run(arguments: argparse.Namespace) -> int:
    """Check every record; 3 when something is damaged."""
    catalogue = catalogue_of(arguments)
    with at_work(arguments, say("checking"), catalogue.checkpoint.bytes) as work:
        report = check(catalogue, work.tick, work.crew)
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
    name = catalogue.checkpoint.name
    if report.checked:
        yield say(
            "{name}: checksums of {records} compared, {size}",
            name=name,
            records=count_text(report.checked, "record"),
            size=size_text(report.bytes),
        )
    else:
        yield say("{name}: this file has no checksums; only sizes and offsets were checked", name=name)
    if report.checked and report.unchecked:
        yield f"  {say('{records} without a checksum', records=count_text(report.unchecked, 'record'))}"
    for damage in report.damages:
        yield _line(say("damaged"), titled(clip(damage.record), clip(damage.problem, 300)))
        if damage.entries:
            yield _line("", say("affects {entries}", entries=_hurt(catalogue, damage)))
    if report.is_sound:
        yield _line(say("intact"), say("no damage found. To see whether torch can load the file, run diagnose."))
    missing = missing_text(catalogue.checkpoint.several)
    if missing:
        yield _line(say("missing"), missing)


def _hurt(catalogue: Catalogue, damage: Damage) -> str:
    if damage.entries == (0,):
        return say("the whole file")
    return some_of([catalogue.path_text(entry) for entry in damage.entries])
