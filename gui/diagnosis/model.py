"""What the diagnosis panel shows, as data: a card a finding, the words on its button, the verdict."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.catalogue.catalogue import Catalogue
from core.catalogue.integrity import IntegrityReport
from core.diagnosis.finding import ERROR, NOTE, WARNING, Finding, grouped, worth_telling
from core.diagnosis.places import others, places
from core.edits.edit import in_few_words
from core.edits.edits import Edit
from core.edits.extract import in_wrappers
from core.edits.keys import OfNames
from core.loading.torch_messages import reason_in, without_escapes
from core.text import clip, count_text, size_text, titled
from core.words import marked, say, say_count
from gui.look.plain_text import one_line
from gui.look.wording import sentence

WORDS = {ERROR: marked("Error"), WARNING: marked("Warning"), NOTE: marked("Note")}
SIGNS = {ERROR: "error", WARNING: "warning", NOTE: "info"}
"""The icon of each severity; its shape differs too."""

_SHORT_LINES = 3
_SHORT_LENGTH = 120
_MOST_LINKS = 3
_PATH = 120
_LONGEST = 20_000


@dataclass(frozen=True)
class Link:
    """A path that shows its entry in the tree."""

    text: str
    entry: int


@dataclass(frozen=True)
class Card:
    """One finding as it is shown."""

    finding: Finding
    title: str
    word: str
    sign: str
    message: str
    """What torch says, whole, fit for the screen."""
    short: str
    """The beginning of it, and the same where it is short."""
    links: tuple[Link, ...]
    more: str
    """`and 387 more`, or nothing."""
    cure: str
    """What one click does, or nothing where no edit cures it, or where another card offers it."""
    other: Finding | None = None
    """Another way to do it: a whole model can be extracted with its wrapper or without."""
    other_cure: str = ""

    @property
    def accessible_text(self) -> str:
        return titled(self.word, self.title)

    def is_folded(self, *, asked: bool) -> bool:
        """Whether it is one of the notes that are folded under one line.

        While an error is answered those are none of them that a click cures by other keys: who mends a file for a
        script wants them in the same copy.
        """
        renames = bool(self.cure) and any(isinstance(edit, OfNames) for edit in self.finding.edits)
        return self.finding.severity == NOTE and not (asked and renames)


def cards_of(catalogue: Catalogue, findings: Sequence[Finding]) -> list[Card]:
    """Findings as cards, in their order. A cure is offered once, by the first that it cures."""
    offered: set[Edit] = set()
    cards = []
    for finding, *alike in grouped(worth_telling(findings)):
        if finding.code == "wrapped-model" and finding.severity == NOTE and offered.issuperset(finding.edits):
            continue  # the card of the whole model offers it, and says what there is to choose
        wrapped = replace(finding, edits=in_wrappers(finding.edits))
        other = wrapped if finding.code == "whole-model" and wrapped != finding else None
        card = card_of(catalogue, finding, other, alike)
        cards.append(replace(card, cure="") if offered.issuperset(finding.edits) else card)
        offered.update(finding.edits)
    return cards


def card_of(
    catalogue: Catalogue, finding: Finding, other: Finding | None = None, alike: Sequence[Finding] = ()
) -> Card:
    """A finding as a card; the edits of `other` cure it too, and its own cure those that are `alike`."""
    message = clean("\n\n".join(each.message for each in (finding, *alike)))
    title = sentence(finding.title)
    if alike:
        title = say_count(len(alike), "{title} and {n:,} more name", "{title} and {n:,} more names", title=title)
    found = places(catalogue, finding)
    links = tuple(Link(clip(text, _PATH), entry) for text, entry in found[:_MOST_LINKS])
    return Card(
        finding,
        title,
        say(WORDS[finding.severity]),
        SIGNS[finding.severity],
        message,
        shortened(message),
        links,
        others(finding, found, len(links)),
        in_few_words(catalogue, finding.edits),
        other,
        in_few_words(catalogue, other.edits) if other is not None else "",
    )


def clean(text: str) -> str:
    """Torch's words without the colours of a terminal and what cannot be shown, bounded."""
    text = without_escapes(text[:_LONGEST]).expandtabs(4)
    return "\n".join(map(one_line, text.split("\n"))).strip()


def shortened(message: str) -> str:
    """The first lines of a message, or the line that tells; it ends in `…` where something was left out."""
    reason = reason_in(message)
    message = reason or message
    short = "\n".join(message.splitlines()[:_SHORT_LINES])
    if len(short) > _SHORT_LENGTH:
        short = short[:_SHORT_LENGTH].rsplit(" ", 1)[0]
    short = short if short == message else f"{short.rstrip()} …"
    return f"… {short}" if reason else short


# -- the check of the file against its own checksums -----------------------------------------------------------


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
        return WARNING, say("Nothing is missing, but the file has no checksums to compare ({size} read).", size=size)
    checked = count_text(report.checked, "record")
    if not report.unchecked:
        return "", say("Every checksum is right: {records} of the archive, {size} read.", records=checked, size=size)
    return "", say(
        "Every checksum is right: {records} of the archive, {size} read; {others} without a checksum.",
        records=checked,
        size=size,
        others=count_text(report.unchecked, "record"),
    )


def damage_finding(catalogue: Catalogue, report: IntegrityReport) -> Finding:
    """What is hurt, as a finding: the keys whose bytes are not those that were saved."""
    entries = tuple(dict.fromkeys(entry for damage in report.damages for entry in damage.entries))
    problems = [clip(titled(damage.record, damage.problem), 200) for damage in report.damages[:_MOST_PROBLEMS]]
    more = len(report.damages) - len(problems)
    if more > 0:
        problems.append(say_count(more, "And {n:,} more record.", "And {n:,} more records."))
    hurt = count_text(len(entries), "entry")
    return Finding(
        "bit-rot",
        ERROR,
        say("damage to the file affects {hurt}", hurt=hurt) if entries else say("damage to the file affects no entry"),
        "",
        tuple(map(catalogue.path_text, entries)),
        entries,
        "\n".join(problems),
        say(
            "Download the file again, or copy it from a good source. torch.load compares no "
            "checksums and loads damaged data without a warning."
        ),
    )
