"""The words for a check of the file against its own checksums."""

from __future__ import annotations

from core.catalogue.catalogue import Catalogue
from core.catalogue.integrity import IntegrityReport
from core.diagnosis.finding import ERROR, WARNING, Finding
from core.text import clip, count_text, size_text
from core.words import say, say_count

_MOST_PROBLEMS = 3


def report_text(report: IntegrityReport) -> tuple[str, str]:
    """The severity, none where the file is sound, and a sentence."""
    size = size_text(report.bytes)
    if not report.is_sound:
        return ERROR, say(
            "{records} of {of:,} damaged; {size} read.",
            records=count_text(len(report.damages), "record"),
            of=report.records,
            size=size,
        )
    if not report.checked:
        return WARNING, say(
            "Nothing is missing, but this file has no checksums to compare its bytes with; {size} read.", size=size
        )
    checked = count_text(report.checked, "record")
    if not report.unchecked:
        return "", say("Every checksum is right: {records}, {size} read.", records=checked, size=size)
    return "", say(
        "Every checksum is right: {records}, {size} read; {others} without a checksum.",
        records=checked,
        size=size,
        others=count_text(report.unchecked, "record"),
    )


def damage_finding(catalogue: Catalogue, report: IntegrityReport) -> Finding:
    """What is hurt, as a finding: the keys whose bytes are not those that were saved."""
    entries = tuple(dict.fromkeys(entry for damage in report.damages for entry in damage.entries))
    problems = [clip(f"{damage.record}: {damage.problem}", 200) for damage in report.damages[:_MOST_PROBLEMS]]
    more = len(report.damages) - len(problems)
    if more > 0:
        problems.append(say_count(more, "And {n:,} record more.", "And {n:,} records more."))
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
