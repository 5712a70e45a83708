"""What a trap is: an error that torch or a framework raises, its words, and what is said of a file in view of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from core.diagnosis.error_facts import NO_FACTS, ErrorFacts
from core.diagnosis.finding import ERROR, Finding
from core.edits.preview import Preview
from core.loading.computer import Computer
from core.words import say

_QUOTED = re.compile(r"\"([^\"\n]{0,400})\"|'([^'\n]{0,400})'")
_CHOICE = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\[\]\\])*+\]")
_GROUP = re.compile(r"\([^()]*+\)")
_REPEATED = re.compile(r".(?:[?*]|\{[\d,]*+\}\??)|[.^$+]")
"""What of a pattern may be in a text in other letters, or not at all."""
_CAPITAL = re.compile(r"(\\.|\(\?P)|([A-Z])")


@dataclass(frozen=True)
class Wording:
    """One way to say it.

    In the ``pattern`` a blank stands for any white space, line breaks included, and a blank with a question mark for
    any or none; named groups become details. Capitals and small letters are the same. Repetitions are bounded, so that
    no text takes long. ``above`` must be found in the lines before, if it is not empty: what another program would say
    in the same words. A ``weak`` wording is one that other programs and warnings use too: it counts only where nothing
    better is in the text.
    """

    pattern: str
    above: str = ""
    weak: bool = False

    @cached_property
    def anchor(self) -> str:
        """The longest word that a text must have for the pattern to be tried at all, in small letters."""
        plain = _CHOICE.sub(" ", self.pattern.lower())
        while "(" in plain:
            plain = _GROUP.sub(" ", plain)
        return "" if "|" in plain else max(_REPEATED.sub(" ", plain).split(), key=len, default="")

    def expression(self, *, squeezed: bool) -> re.Pattern[str]:
        """The pattern for readable text in small letters, or for such text without any white space."""
        optional, needed = ("", "") if squeezed else (r"\s{0,40}", r"\s{1,40}")
        return _compiled(self.pattern.replace(" ?", optional).replace(" ", needed))

    def follows(self, before: str) -> bool:
        """Whether the lines before it, in small letters, are those it must have."""
        return _compiled(self.above).search(before) is not None


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(_CAPITAL.sub(lambda found: found[1] or found[2].lower(), pattern), re.ASCII)


@dataclass(frozen=True)
class KnownError:
    """What is said about an error, in English; the ``fix`` by its sentences.

    ``codes`` are those of the findings that are this error, the most likely first: its trap, and others that end in the
    same words. ``absent`` says what it means that the file at hand has none of them. ``in_file`` is off where no file
    can show the error. A ``wrapper`` is what a framework says around another error: it counts only where that other
    one is not in the text.
    """

    codes: tuple[str, ...]
    title: str
    explanation: str
    fix: tuple[str, ...]
    wordings: tuple[Wording, ...]
    absent: str = ""
    in_file: bool = True
    wrapper: bool = False


def error(  # noqa: PLR0913 - one argument for each thing that is said
    title: str,
    explanation: str,
    fix: str | tuple[str, ...],
    *wordings: Wording,
    absent: str = "",
    in_file: bool = True,
    weak: bool = False,
    wrapper: bool = False,
    also: str = "",
) -> KnownError:
    """An error of the trap that it stands in, and of those that ``also`` names, separated by blanks.

    What is said of it is noted for translation. ``weak`` makes all of its wordings so.
    """
    if weak:
        wordings = tuple(replace(wording, weak=True) for wording in wordings)
    fixes = (fix,) if isinstance(fix, str) else fix
    return KnownError(tuple(also.split()), title, explanation, fixes, wordings, absent, in_file, wrapper)


def says(*pattern: str, above: str = "", weak: bool = False) -> Wording:
    """A wording; a long pattern comes in pieces."""
    return Wording("".join(pattern), above, weak)


@dataclass(frozen=True)
class Recognised:
    """What a pasted error is.

    ``codes`` are those of findings that are this trap, the most likely first; ``quote`` is the line that told.
    ``in_file`` is off where no file can show the trap, and ``absent`` says what it means when this file does not.
    ``details`` has what the text tells, each only where it does:

    - ``device``, ``other``: devices as the message has them (``5``, ``cuda:0``, ``torch.cuda.FloatTensor``);
    - ``count``: how many devices of that kind the message counts;
    - ``name``, ``module``, ``class``, ``attribute``, ``key``, ``record``, ``option``: what it names;
    - ``tag``: the location in "tagged with …", which is the file's or that of the script's ``map_location``;
    - ``missing``, ``unexpected``, ``mismatched``: quoted keys (see ``keys``); ``shapes`` and ``file_shapes``: what
      shapes model and file have, each after its key, between semicolons; ``want`` and ``have`` those of ``key``, the
      first, as they are: torch 0.4.1 swapped the two in its words;
    - ``abridged``: ``1`` where the keys are a sample: cut short, with "…", or where the text ends within the list;
    - ``looked_in``: in what a key was looked for, as the line of code above the error names it, and ``inside`` the keys
      that the line has behind it;
    - ``cut``: how many characters the script cut off every key;
    - ``wanted_bytes``, ``capacity_bytes``: what was to be allocated, and the size of the card;
    - ``gpus``: how many CUDA GPUs the machine of the error has; ``rank``: the highest rank that speaks, so that its
      group has one more at least; ``machine``: ``TPU`` or ``Mac``;
    - ``folded``: ``1`` where the whole text is in lower case: then names and keys are to be compared without case.

    ``line`` is the quote and ``facts`` those of the whole text, nothing clipped.
    """

    codes: tuple[str, ...]
    quote: str
    title: str
    explanation: str
    fix: str
    details: Mapping[str, str]
    absent: str = ""
    in_file: bool = True
    facts: ErrorFacts = NO_FACTS
    line: str = ""

    def keys(self, kind: str) -> tuple[str, ...]:
        """The keys of the model that the message names as ``missing``, ``unexpected`` or ``mismatched``."""
        return tuple(keys_in(self.details.get(kind, "")))

    def with_keys(self, change: Callable[[str], str]) -> Recognised:
        """The same with every key of the model changed, for a file that has them under other names."""
        details = dict(self.details)
        for kind in ("missing", "unexpected", "mismatched"):
            details[kind] = ", ".join(f'"{change(key)}"' for key in self.keys(kind))
        for which in ("shapes", "file_shapes"):
            listed = (part.partition(" ") for part in details.get(which, "").split(";"))
            details[which] = ";".join(f"{change(key)} {shape}" for key, _, shape in listed if key)
        return replace(self, details=MappingProxyType({name: text for name, text in details.items() if text}))


def keys_in(listed: str) -> list[str]:
    """The keys of a list such as ``"conv1.weight", "conv1.bias"``.

    In an error that somebody cut short a quotation ends where that of the next list begins: that is no key.
    """
    quoted = (found[1] or found[2] or "" for found in _QUOTED.finditer(listed))
    return [key for key in quoted if "key(s)" not in key]


Verdict = Literal["cause", "not-cause", "cannot-tell"]

CAUSE: Final[Verdict] = "cause"
NOT_CAUSE: Final[Verdict] = "not-cause"
CANNOT_TELL: Final[Verdict] = "cannot-tell"

DEVICE_VALUE: Final = "device-value"
"""The code of a finding that only an error brings: a value of the file that names the device of the error."""


class Judged(NamedTuple):
    """A verdict and why, in a sentence or two; ``findings`` are those of the file that are the error.

    ``anew`` are the keys of the model that the plan leaves out: with strict=False they start from new weights.
    """

    verdict: Verdict
    text: str
    findings: tuple[Finding, ...] = ()
    anew: tuple[str, ...] = ()


@dataclass(frozen=True)
class Case:
    """An error, what was found in a file on the computer of the error, and the file as planned.

    ``view`` is None for a file that does not open, and where nothing but findings is known. ``breaking`` are the codes
    of the findings of files whose bytes torch does not get through. ``path`` is what was opened.
    """

    recognised: Recognised
    findings: tuple[Finding, ...]
    view: Preview | None = None
    breaking: tuple[str, ...] = ()
    path: Path | None = None

    @property
    def folder(self) -> Path | None:
        """What was opened, where it is a folder."""
        return self.path if self.path is not None and self.path.is_dir() else None

    @property
    def code(self) -> str:
        """The code of the trap that the error most likely is."""
        return self.recognised.codes[0]

    @property
    def details(self) -> Mapping[str, str]:
        """What the error names."""
        return self.recognised.details

    def findings_of(self, *codes: str) -> tuple[Finding, ...]:
        """The findings of some codes, in the order of the codes."""
        return tuple(finding for code in codes for finding in self.findings if finding.code == code)

    @property
    def damage(self) -> tuple[Finding, ...]:
        """The findings because of which torch does not get through the bytes of the file."""
        return self.findings_of(*self.breaking)

    @property
    def errors(self) -> tuple[Finding, ...]:
        """The findings after which plain ``torch.load`` fails."""
        return tuple(finding for finding in self.findings if finding.severity == ERROR)

    @cached_property
    def devices(self) -> frozenset[str]:
        """Where the storages of the file lie."""
        return frozenset(total.device for total in self.view.totals_after) if self.view is not None else frozenset()


Look = Callable[[Preview, Computer], Iterable[Finding]]
"""Finds the traps of a family in a file as it is planned, for the computer that is to load it."""
Judge = Callable[[Case], Judged | None]
"""Judges the errors of one family; None where it has nothing to say."""

UNREADABLE, NAMES, LOST_DEVICE, STEP_COUNT, STEP_COUNT_ON_GPU = "unreadable", "names", "devices", "step", "step-on-gpu"
"""Families of traps whose errors older and newer versions of torch have other words for."""
SAME_WORDS = frozenset({STEP_COUNT})
"""Families whose traps end in the same words."""


@dataclass(frozen=True)
class Trap:
    """Everything that is known of one trap.

    ``code`` is that of its findings. ``look`` finds it in files, it and others of its kind in one pass; None where no
    file shows it. ``errors`` are the errors that it ends in, in the words of every version. ``judge`` says of a file
    whether it is the cause of one; where there is none, the findings of the file decide. ``kin`` are the families of
    traps that it is taken for. ``loading`` says that torch.load itself raises it; ``breaks`` that torch does not get
    through the bytes of the file. An error ``at_an_opcode`` is raised wherever the opcode stands, which no entry
    tells; a ``late`` one when the pickle has been read, or never by torch itself; all others at their first entry.
    The ``look`` of a trap ``of_any_file`` runs on files that are no pickles, or only shown, too. An error
    ``of_optimizers`` is of what their state holds: a file without any is not its cause. Of a ``loaded`` file: whoever
    sees the error got past torch.load, be it with options of its own or on another computer.
    """

    code: str
    errors: tuple[KnownError, ...] = ()
    look: Look | None = None
    judge: Judge | None = None
    kin: tuple[str, ...] = ()
    loading: bool = False
    breaks: bool = False
    at_an_opcode: bool = False
    late: bool = False
    of_any_file: bool = False
    of_optimizers: bool = False
    loaded: bool = False


def trap(  # noqa: PLR0913 - one argument for each thing that is known
    code: str,
    *errors: KnownError,
    look: Look | None = None,
    judge: Judge | None = None,
    kin: tuple[str, ...] = (),
    loading: bool = False,
    breaks: bool = False,
    at_an_opcode: bool = False,
    late: bool = False,
    of_any_file: bool = False,
    of_optimizers: bool = False,
    loaded: bool = False,
) -> Trap:
    """A trap; each of its errors has its code first. One that ``breaks`` is met by loading, and is `UNREADABLE`; one
    ``of_optimizers`` is of a ``loaded`` file.
    """
    if breaks:
        kin, loading = (UNREADABLE, *kin), True
    coded = tuple(replace(each, codes=(code, *each.codes)) for each in errors)
    known = loading, breaks, at_an_opcode, late, of_any_file, of_optimizers, loaded or of_optimizers
    return Trap(code, coded, look, judge, kin, *known)


def cause(text: str, /, *findings: Finding, **values: object) -> Judged:
    """The file is the cause."""
    return Judged(CAUSE, say(text, **values), findings)


def innocent(text: str, /, *findings: Finding, **values: object) -> Judged:
    """It is not, after the check that ``text`` tells of."""
    return Judged(NOT_CAUSE, say(text, **values), findings)


def unknown(text: str, /, *findings: Finding, **values: object) -> Judged:
    """The file does not tell; ``text`` says what to look at."""
    return Judged(CANNOT_TELL, say(text, **values), findings)
