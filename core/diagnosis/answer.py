"""Whether a file is the cause of a pasted error."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.diagnosis.against import findings_against
from core.diagnosis.findings import WARNING, Finding
from core.diagnosis.implied import handed_whole, implied_model
from core.diagnosis.looked_up import looked_up
from core.diagnosis.traps import Recognised
from core.edits import Edit, RenameKey
from core.preview import Preview
from core.text import count_text

_IS_CAUSE = "This file is the cause: "
_NAMED = ("name", "module", "class", "record")
_MISSING, _UNEXPECTED = "Missing key(s)", "Unexpected key(s)"
_LISTED = re.compile(r"\"([^\"\n]{1,400})\"")


@dataclass(frozen=True)
class Answer:
    """``findings`` are those of this file that are the trap; ``text`` says in a sentence or two if it is the cause."""

    recognised: Recognised
    findings: tuple[Finding, ...]
    is_cause: bool
    text: str


def answer(recognised: Recognised, findings: Sequence[Finding], view: Preview | None = None) -> Answer:
    """Compare what the error says with what was found in the file.

    ``findings`` must be those for the computer, and the model, that the error comes from. With a ``view`` of the file
    an error of ``load_state_dict`` stands for the model that raised it, where no model was compared.
    """
    if not recognised.in_file:
        return Answer(recognised, (), False, f"This comes from no file: no checkpoint can show it. {recognised.fix}")
    if view is not None and (found := looked_up(recognised, view)):
        cures = (_finding(recognised, found.cure, view),) if found.cure else ()
        return Answer(recognised, cures, found.is_cause, _IS_CAUSE * found.is_cause + found.text)
    if view is not None and (handed := handed_whole(recognised, view.catalogue)):
        return Answer(recognised, (), False, handed)
    said = _compared(recognised, findings)
    model = None if said.is_cause or view is None else implied_model(recognised, view.catalogue)
    if model is None or view is None:
        return said
    implied = _compared(recognised, findings_against(view, model))
    return replace(implied, text=f"{implied.text} {implied.findings[0].fix}") if implied.is_cause else said


def _finding(recognised: Recognised, edits: tuple[Edit, ...], view: Preview) -> Finding:
    """An error of the script as a finding: with its cure, though the file alone is sound."""
    entries = tuple(edit.entry for edit in edits if isinstance(edit, RenameKey))
    paths = tuple(map(view.path_text, entries))
    title, message = recognised.title, recognised.quote
    why = recognised.explanation
    return Finding(recognised.codes[0], WARNING, title, message, paths, entries, why, recognised.fix, edits)


def _compared(recognised: Recognised, findings: Sequence[Finding]) -> Answer:
    same_trap = [finding for code in recognised.codes for finding in findings if finding.code == code]
    if not same_trap:
        return Answer(recognised, (), False, f"This file raises no such error here. {recognised.absent}".strip())
    fitting = [finding for finding in same_trap if _contradiction(recognised, finding) is None]
    if not fitting:
        reason = _contradiction(recognised, same_trap[0])
        text = (
            f"This file has the same trap and is not the cause: {reason} Look for another file that the script loads."
        )
        return Answer(recognised, tuple(same_trap), False, text)
    # The code that fits best may stand with others that only often go with it.
    best = [finding for finding in fitting if finding.code == fitting[0].code]
    rest = [finding for finding in fitting if finding.code != fitting[0].code]
    return Answer(recognised, (*best, *rest), True, _IS_CAUSE + _because(recognised, best[0]))


def _because(recognised: Recognised, finding: Finding) -> str:
    agreed = _agreed(recognised, finding)
    if agreed:
        return agreed
    title = finding.title or recognised.title
    return title if title.endswith((".", "!", "?")) else f"{title}."


def _agreed(recognised: Recognised, finding: Finding) -> str:
    """What the message and the finding both name."""
    details = recognised.details
    device = details.get("device", "")
    if recognised.codes[0] == "no-such-gpu" and device in _device_numbers(finding):
        return f"it has tensors on cuda:{device}, as the error says."
    there = (set(recognised.keys("unexpected")) | set(recognised.keys("mismatched"))) & _keys_in(finding)
    if there:
        return f"it has {count_text(len(there), 'key')} that the error names, such as {min(there)!r}."
    absent = set(recognised.keys("missing")) & _keys_missed(finding)
    if absent:
        return f"it lacks {count_text(len(absent), 'key')} that the error names, such as {min(absent)!r}."
    for detail in _NAMED:
        name = details.get(detail, "")
        if name and name in _all_text(finding):
            return f"it names {name}, as the error says."
    return ""


def _contradiction(recognised: Recognised, finding: Finding) -> str | None:
    """A sentence on what the error names and the finding does not; None when they can be the same."""
    details = recognised.details
    device = details.get("device", "")
    if recognised.codes[0] == "no-such-gpu" and device:
        numbers = _device_numbers(finding)
        if numbers and device not in numbers:
            there = ", ".join(f"cuda:{number}" for number in sorted(numbers, key=int))
            return f"the error speaks of cuda:{device}, and this file has {there}."
    name = details.get("name") or details.get("module")
    if finding.code in ("refused-name", "missing-code") and name and not _names(finding, name):
        return f"the error speaks of {name}, which this file does not name."
    wanted = _named_keys(recognised)
    if finding.code in ("unexpected-keys", "missing-keys", "wrapper-prefix", "size-mismatch") and wanted:
        here, missed = _keys_in(finding), _keys_missed(finding)
        agree = here & {*recognised.keys("unexpected"), *recognised.keys("mismatched")}
        agree |= missed & set(recognised.keys("missing"))
        if not agree and any("." in key for key in here | missed):
            return f"the error speaks of keys such as {wanted[0]!r}, which are not these."
    return None


def _names(finding: Finding, name: str) -> bool:
    """Whether a finding is about a name; of a module, whether it is that module or one below it."""
    parts = re.findall(r"[\w.]+", _all_text(finding))
    last = name.rpartition(".")[2]
    return any(part == name or part.startswith(f"{name}.") or part.rpartition(".")[2] == last for part in parts)


def _named_keys(recognised: Recognised) -> tuple[str, ...]:
    return tuple(key for kind in ("unexpected", "missing", "mismatched") for key in recognised.keys(kind))


def _keys_in(finding: Finding) -> set[str]:
    """The keys of a state dict of this file, as it is planned, that a finding is about."""
    _, found, listed = finding.message.rpartition(_UNEXPECTED)
    if found:
        return set(_LISTED.findall(listed))
    keys = {path.rpartition("/")[2] for path in finding.paths}
    if _MISSING not in finding.message:
        keys.update(_LISTED.findall(finding.message))
    return keys | set(re.findall(r"size mismatch for ([^\s:]+):", finding.message))


def _keys_missed(finding: Finding) -> set[str]:
    """The keys that the file would have to have."""
    _, found, listed = finding.message.partition(_MISSING)
    return set(_LISTED.findall(listed.partition(_UNEXPECTED)[0])) if found else set()


def _device_numbers(finding: Finding) -> set[str]:
    text = _all_text(finding)
    return set(re.findall(r"cuda:(\d{1,4})", text)) | set(re.findall(r"CUDA device (\d{1,4})", text))


def _all_text(finding: Finding) -> str:
    return "\n".join((finding.title, finding.message, finding.explanation, *finding.paths))
