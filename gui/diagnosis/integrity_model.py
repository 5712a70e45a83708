"""The words for a check of the file against its own checksums."""

from __future__ import annotations

from core.catalogue.catalogue import Catalogue
from core.catalogue.integrity import IntegrityReport
from core.diagnosis.finding import ERROR, WARNING, Finding
from core.text import clip, count_text, size_text

_MOST_PROBLEMS = 3


def report_text(report: IntegrityReport) -> tuple[str, str]:
    """The severity, none where the file is sound, and a sentence."""
    read = f"{size_text(report.bytes)} read"
    if not report.is_sound:
        return ERROR, f"{count_text(len(report.damages), 'record')} of {report.records:,} damaged; {read}."
    if not report.checked:
        return WARNING, f"Nothing is missing, but this file has no checksums to compare its bytes with; {read}."
    rest = f"; {count_text(report.unchecked, 'record')} without a checksum" if report.unchecked else ""
    return "", f"Every checksum is right: {count_text(report.checked, 'record')}, {read}{rest}."


def damage_finding(catalogue: Catalogue, report: IntegrityReport) -> Finding:
    """What is hurt, as a finding: the keys whose bytes are not those that were saved."""
    entries = tuple(dict.fromkeys(entry for damage in report.damages for entry in damage.entries))
    problems = [clip(f"{damage.record}: {damage.problem}", 200) for damage in report.damages[:_MOST_PROBLEMS]]
    more = len(report.damages) - len(problems)
    if more > 0:
        problems.append(f"And {count_text(more, 'record')} more.")
    hurt = count_text(len(entries), "entry")
    return Finding(
        "bit-rot",
        ERROR,
        f"{hurt} hurt by damage to the file" if entries else "damage that no entry suffers from",
        "",
        tuple(map(catalogue.path_text, entries)),
        entries,
        "\n".join(problems),
        "Fetch the file again, or copy it from where it is whole. torch.load compares no checksums: it loads what is "
        "damaged without a word.",
    )
