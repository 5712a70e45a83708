"""Errors of many files: is the file missing that is named, is it a folder, do its ranks differ."""

from __future__ import annotations

from core.diagnosis.traceback import judge_keys
from core.diagnosis.traceback.verdicts import Case, Judged, cause, innocent, unknown
from core.text import clip, count_text, sentence
from core.words import say

_NAMED = 3


def missing_file(case: Case) -> Judged | None:
    """The file that an error names, or any that is missing."""
    there = case.findings_of("missing-shard", "unreadable-part")
    if there:
        return cause(sentence(clip(there[0].title, 160)), *there)
    if case.view is None:
        return None
    name = case.details.get("name", "").replace("\\", "/").rpartition("/")[2]
    several = case.view.catalogue.checkpoint.several
    if several is None:
        return unknown(say("it is one file; the missing one belongs beside it or to another model."))
    if name in several.names:
        return innocent(say("{name} is there.", name=clip(name, 80)))
    return innocent(case.recognised.absent)


def of_a_folder(case: Case) -> Judged | None:
    """Whether what was opened is a folder."""
    if case.view is None:
        return None
    checkpoint = case.view.catalogue.checkpoint
    if checkpoint.path.is_dir():
        files = count_text(len(checkpoint.parts), "file")
        return cause(say("it is a folder of {files}, and torch.load opens one file.", files=files))
    return None


def ranks_of_zero(case: Case) -> Judged | None:
    """How many ranks saved the state of ZeRO."""
    there = case.findings_of("zero-world-size")
    saved, asked = case.details.get("have", ""), there[0].message if there else ""
    if there and (not saved or f"world size of {saved} but" in asked):
        return cause(sentence(clip(there[0].title, 160)), *there)
    if there:
        return innocent(sentence(clip(there[0].title, 160)))
    return None


def shared_tensors(case: Case) -> Judged | None:
    """Whether tensors of the file share a storage."""
    if case.view is None:
        return None
    catalogue, sharing = case.view.catalogue, dict[int, list[int]]()
    for row in case.view.live_rows():
        sharing.setdefault(catalogue.tensors[row].storage, []).append(catalogue.tensors[row].entry)
    entries = next((each for each in sharing.values() if len(each) > 1), None)
    if entries is None:
        return None
    keys = ", ".join(map(catalogue.path_text, entries[:_NAMED]))
    return cause(say("{keys} share their bytes.", keys=clip(keys, 160)))


def missing_keys(case: Case) -> Judged | None:
    """As of any state dict; of a folder of DCP the names above the key are asked for too."""
    nested = case.findings_of("nested-keys")
    wanted = case.recognised.keys("missing") or (case.details.get("missing", "").strip('"'),)
    if case.view is None or not nested or case.view.catalogue.checkpoint.container != "dcp":
        return judge_keys.keys(case)
    catalogue = case.view.catalogue
    flat = {".".join(map(str, catalogue.path(row.entry))) for row in catalogue.tensors}
    key = wanted[0]
    if key in flat:
        return innocent(say("it has {key}.", key=clip(key, 80)))
    if any(each.partition(".")[2] == key for each in flat):
        return cause(sentence(nested[0].title), *nested)
    return judge_keys.keys(case)
