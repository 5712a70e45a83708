"""The words for a check of the file against its own checksums."""

from __future__ import annotations

from core.catalogue.catalogue import Catalogue
from core.catalogue.integrity import IntegrityReport
from core.diagnosis.finding import ERROR, WARNING, Finding
from core.text import clip, count_text, size_text
from core.words import say

_MOST_PROBLEMS = 3


def report_text(report: IntegrityReport) -> tuple[str, str]:
    """The severity, none where the file is sound, and a sentence."""
    read = say("{size} read", size=size_text(report.bytes))
    if not report.is_sound:
        return ERROR, say(
            "{records} of {report_records:,} damaged; {read}.",
            records=count_text(len(report.damages), "record"),
            report_records=report.records,
            read=read,
        )
    if not report.checked:
        return WARNING, say(
            "Nothing is missing, but this file has no checksums to compare its bytes with; {read}.", read=read
        )
    rest = (
        say("; {records} without a checksum", records=count_text(report.unchecked, "record"))
        if report.unchecked
        else ""
    )
    return "", say(
        "Every checksum is right: {records}, {read}{rest}.",
        records=count_text(report.checked, "record"),
        read=read,
        rest=rest,
    )


def damage_finding(catalogue: Catalogue, report: IntegrityReport) -> Finding:
    """What is hurt, as a finding: the keys whose bytes are not those that were saved."""
    entries = tuple(dict.fromkeys(entry for damage in report.damages for entry in damage.entries))
    problems = [clip(f"{damage.record}: {damage.problem}", 200) for damage in report.damages[:_MOST_PROBLEMS]]
    more = len(report.damages) - len(problems)
    if more > 0:
        problems.append(say("And {records} more.", records=count_text(more, "record")))
    hurt = count_text(len(entries), "entry")
    return Finding(
        "bit-rot",
        ERROR,
        say("{hurt} hurt by damage to the file", hurt=hurt) if entries else say("damage that no entry suffers from"),
        "",
        tuple(map(catalogue.path_text, entries)),
        entries,
        "\n".join(problems),
        say(
            "Fetch the file again, or copy it from where it is whole. torch.load compares no checksums: it loads what "
            "is damaged without a word."
        ),
    )
