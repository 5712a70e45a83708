"""The judge of errors whose words nobody knows: facts of the text held against facts of the file.

A file is the cause where a fact of the error is in it that a healthy file would not have. Nothing here acquits.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from core.catalogue.catalogue import Catalogue
from core.diagnosis.damage import damage_named, damage_said
from core.diagnosis.error_facts import ErrorFacts
from core.diagnosis.finding import ERROR, NOTE
from core.diagnosis.model_match.model_of_error import state_dicts_of
from core.diagnosis.trap import Case, Judged, cause, unknown
from core.diagnosis.traps.pickles import REFUSED, about, names_of
from core.edits.preview import Preview
from core.formats.zip_archive import ZipArchive
from core.front_end import comparing
from core.text import clip, count_text, listed, sentence, sentences
from core.words import say

_NAMING = (*REFUSED, "missing-code", "foreign-path", "numpy-core", "new-torch")
"""The findings of what a pickle names."""
_SHOWN = 3
_SHAPE = re.compile(r"torch\.Size\(\[([\d, ]*)\]\)")
_KEY = re.compile(r"\b\w+(?:\.\w+)+", re.ASCII)
_DEVICE = re.compile(r"CUDA\D{0,12}?(\d{1,4})")
_QUOTED = re.compile(r"['\"](\w[\w.]{0,200})['\"]", re.ASCII)
_IMPORTS = re.compile(r"ModuleNotFoundError|ImportError|AttributeError|__main__")
_NEAR = 300
"""Characters behind a key among which its shapes are."""


def evidence(case: Case, *, known: bool) -> Judged | None:
    """What the facts of the error show; None where none of them is in the file.

    Of a ``known`` error its own judge has weighed the keys: only names and files are held against the file once more.
    """
    facts, view = case.recognised.facts, case.view
    if damaged := _damaged(facts, case, known=known):
        return damaged
    if view is None:
        return _first_line(facts, case) or _not_in_the_folder(facts, case)
    return (
        _names(facts, case, view)
        or _devices(facts, case)
        or _missing_files(facts, case, view)
        or (None if known else _of_unknown_words(facts, case, view))
    )


def _of_unknown_words(facts: ErrorFacts, case: Case, view: Preview) -> Judged | None:
    return (
        _not_in_the_folder(facts, case)
        or _members(facts, view.catalogue)
        or _cuda(facts, case)
        or _imports(facts, case, view)
        or _shapes(facts, view)
        or _keys(facts, case, view)
        or _itself(facts, case, view.catalogue)
    )


def _itself(facts: ErrorFacts, case: Case, catalogue: Catalogue) -> Judged | None:
    """The name of the file, which tells which file it was about and not what is the matter."""
    name = catalogue.checkpoint.name
    if name not in {path.rpartition("/")[2] for path in facts.files}:
        return None
    there = tuple(each for each in case.findings if each.severity != NOTE)
    wrong = sentence(there[0].title) if there else say("Pthfinder finds nothing wrong with it.")
    return unknown(sentences(say("the error names this file, but Pthfinder does not know the message."), wrong), *there)


def _damaged(facts: ErrorFacts, case: Case, *, known: bool) -> Judged | None:
    """Bytes that torch does not get through, as the error says; or in any words that name the file, its first byte or
    the reader that failed.
    """
    said, names = damage_said(facts.last), {path.rpartition("/")[2] for path in facts.files}
    named = case.view is None and case.path is not None and case.path.name in names
    there = tuple(each for each in case.damage if each.damage.has(said) or (named and each.severity == ERROR))
    if not there and not known:
        unsaid = damage_named(facts.last)
        there = tuple(each for each in case.damage if each.damage.has(unsaid))
    return cause(sentence(clip(there[0].title, 160)), *there) if there else None


def _first_line(facts: ErrorFacts, case: Case) -> Judged | None:
    """A text that an unpickler takes for a name, as it is in the error."""
    there = tuple(each for each in case.findings if len(each.damage.module) > 1 and each.damage.module in facts.last)
    if not there:
        return None
    module = clip(there[0].damage.module, 80)
    return cause(
        "it is a text file, and its first line “c{module}” was read as the name of a module.", *there, module=module
    )


def _names(facts: ErrorFacts, case: Case, view: Preview) -> Judged | None:
    """Globals of the pickle, as far as something is found about them."""
    there = case.findings_of(*_NAMING)
    named = [each for each in sorted(names_of(view)) if "." in each and facts.says(each)] if there else []
    found = tuple(finding for finding in there if any(about(finding, each) for each in named))
    if not found:
        return None
    shown = listed([clip(each, 80) for each in named], _SHOWN)
    return cause("it names {names}, as the error says.", *found, names=shown)


def _devices(facts: ErrorFacts, case: Case) -> Judged | None:
    """Devices of the file that no torch has, as the error has them."""
    there = case.findings_of("unknown-device")
    told = {case.details.get(name, "") for name in ("device", "tag")} - {""}
    named = sorted(device for device in case.devices - {"cpu"} if (device in told if told else facts.says(device)))
    return cause("its storages are on {device}.", *there, device=clip(named[0], 60)) if there and named else None


def _missing_files(facts: ErrorFacts, case: Case, view: Preview) -> Judged | None:
    """Files that a model in many lacks."""
    several = view.catalogue.checkpoint.several
    there = case.findings_of("missing-shard", "unreadable-part")
    if several is None or not there:
        return None
    asked = {path.rpartition("/")[2] for path in facts.files}
    named = sorted(asked & {each.name.rpartition("/")[2] for each in several.missing})
    if not named:
        return None
    return cause("{name} is missing in it, as the error says.", *there, name=clip(named[0], 80))


def _not_in_the_folder(facts: ErrorFacts, case: Case) -> Judged | None:
    """Files that were looked for in a folder: in the one that was opened, if it has the name that the error says."""
    folder = case.folder
    if folder is None or not facts.misses_a_file:
        return None
    paths = [path.rpartition("/") for path in facts.files if "/" in path]
    gone = [(parent, name) for parent, _, name in paths if not os.path.lexists(folder / name)]
    if not gone:
        return None
    parent, name = gone[-1]
    said = say("{name} is not in this folder.", name=clip(name, 80))
    return cause(said) if parent.rpartition("/")[2] == folder.name else unknown(said)


def _members(facts: ErrorFacts, catalogue: Catalogue) -> Judged | None:
    """A record of the zip, with the folder before it."""
    archive = catalogue.checkpoint.archive
    if not isinstance(archive, ZipArchive):
        return None
    name = next((each for each in archive.records if "/" in each and each in facts.last and facts.says(each)), None)
    if name is None:
        return None
    return cause(
        "it has the record {name} that the error names, and torch.load can read it. The program that refused the "
        "file is too old for it, or expects the folder inside the zip to be named archive.",
        name=clip(name, 120),
    )


def _keys(facts: ErrorFacts, case: Case, view: Preview) -> Judged | None:
    """Keys of tensors: with a finding about them the cause, else what both name is told."""
    wrong = tuple(
        finding
        for finding in case.findings
        if finding.severity != NOTE and any(_says_key(facts, path) for path in finding.paths)
    )
    if wrong:
        return cause(sentences(sentence(wrong[0].title), _it_has(_named(facts, view))), *wrong)
    named = _named(facts, view)
    return unknown(sentences(_it_has(named), _compare())) if named else None


def _cuda(facts: ErrorFacts, case: Case) -> Judged | None:
    """GPUs that the file names, where the text speaks of those that there are in torch's own names for that."""
    there, numbers = case.findings_of("no-such-gpu", "no-gpu"), _DEVICE.findall(facts.last)
    if "torch.cuda." not in facts.last or not there:
        return None
    named = sorted(each for each in case.devices if each.startswith("cuda") and (not numbers or each[5:] in numbers))
    return cause("its storages are on {device}.", *there, device=clip(named[0], 60)) if named else None


def _imports(facts: ErrorFacts, case: Case, view: Preview) -> Judged | None:
    """Modules and classes in quotes, below the name of an error that imports raise in every language."""
    there, quoted = case.findings_of(*_NAMING), {*_QUOTED.findall(facts.last)}
    if not there or _IMPORTS.search(facts.last) is None:
        return None
    named = [each for each in sorted(names_of(view)) if _is_quoted(each, quoted)]
    found = tuple(finding for finding in there if any(about(finding, each) for each in named))
    shown = listed([clip(each, 80) for each in named], _SHOWN)
    return cause("it names {names}, as the error says.", *found, names=shown) if found else None


def _is_quoted(name: str, quoted: set[str]) -> bool:
    parts = name.split(".")
    modules = {".".join(parts[:end]) for end in range(1, len(parts))} & quoted
    return bool(modules - {"__main__"}) or (parts[-1] in quoted and parts[0] == "__main__")


def _shapes(facts: ErrorFacts, view: Preview) -> Judged | None:
    """A key that the text has two shapes of, one of them that of the file."""
    every = state_dicts_of(view.catalogue) if len(_SHAPE.findall(facts.last)) > 1 else ()
    named = set(_KEY.findall(facts.last)) if every else set()
    for key, known in ((key, each[key]) for each in every for key in sorted(named & each.keys())):
        at = facts.last.index(key)
        shapes = {tuple(map(int, re.findall(r"\d+", each))) for each in _SHAPE.findall(facts.last[at : at + _NEAR])}
        if len(shapes) > 1 and known.shape is not None and tuple(known.shape) in shapes:
            shape = f"torch.Size({list(known.shape)})"
            return cause("its {key!r} has the shape {shape}, as the error says.", key=clip(key, 80), shape=shape)
    return None


def _it_has(keys: list[str]) -> str:
    if not keys:
        return ""
    number, example = count_text(len(keys), "key"), clip(keys[0], 80)
    return say("It has {keys} that the error names, such as {example!r}.", keys=number, example=example)


def _compare() -> str:
    return say(
        "Compare the file with your script's model ({compare}) to see whether the model has these keys too.",
        compare=comparing(),
    )


def _named(facts: ErrorFacts, view: Preview) -> list[str]:
    return [key for key in _keys_of(view) if _says_key(facts, key)]


def _keys_of(view: Preview) -> Iterator[str]:
    for entry in view.catalogue.state_dicts:
        yield from (key for _, key in view.planned_keys(entry) if isinstance(key, str))


def _says_key(facts: ErrorFacts, key: str) -> bool:
    """Whether the last error names a key of more than one part; ``model.weight`` alone may be that of any model."""
    name = key.rpartition("/")[2]
    return name.count(".") > 1 and name in facts.last and facts.says(name)
