"""Traps of a model in many files: which of them are missing or of another save, and what only its ranks can load.

What is quoted is what the loader of each kind says: torch 2.13, DeepSpeed 0.19, safetensors 0.8 and transformers 5.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from core.containers.content import Several
from core.containers.lost import made_without
from core.containers.ranks.rank_names import rank_files
from core.containers.ranks.zero_names import saves_in
from core.diagnosis.finding import ERROR, NOTE, WARNING, Finding, make_finding
from core.edits.edits import UseContainer
from core.edits.preview import Preview
from core.loading.computer import Computer
from core.loading.framework_messages import (
    NO_GROUP,
    NO_MESH,
    missing_key_in_dcp,
    no_file,
    no_weights,
    other_ranks_of_fsdp,
    other_ranks_of_zero,
    too_few_optimizer_files,
)
from core.pickling.nodes import DictNode
from core.text import clip, count_text, listed, sentences
from core.words import say

_MOST = 3
_ZERO, _FSDP, _DCP, _SHARDED = "DeepSpeed", "FSDP", "dcp", "sharded"
_ONE_FILE = (UseContainer("zip"),)
_SHARDED_TENSORS = "torch.distributed._shard"


def many_files_findings(preview: Preview, computer: Computer) -> Iterator[Finding]:
    """Everything about the files that a checkpoint lies in; what it is saved as has none of it."""
    several = preview.catalogue.checkpoint.several
    yield from _incomplete_copy(preview)
    if several is None or several.kind.startswith("zip"):
        return
    yield from _unreadable(preview, several)
    yield from _missing(preview, several)
    if preview.container is not None:
        return
    yield from _mixed(preview, several)
    yield from _without_index(preview, several)
    if several.kind.startswith(_ZERO):
        yield from _ranks_of_zero(preview, several, computer)
    if several.kind == _DCP:
        yield from _nested_keys(preview)
    else:
        yield from _pieces(preview, several, computer)


def _folder(preview: Preview) -> str:
    """The folder of the files, as the loader would be told it."""
    path = preview.catalogue.checkpoint.path
    return os.fspath(path if path.is_dir() else path.parent)


def _named(names: list[str]) -> str:
    return listed([clip(name, 80) for name in names], _MOST)


def _incomplete_copy(preview: Preview) -> Iterator[Finding]:
    """A copy that says itself that it was made of a model that was not all there."""
    lost = preview.catalogue.checkpoint.lost
    if not lost:
        return
    yield make_finding(
        preview,
        "incomplete-copy",
        ERROR,
        say("a copy of a model with missing files"),
        "",
        [preview.root],
        sentences(made_without(lost), say("What they held is not in this copy either.")),
        say("Fetch what is missing, and make the copy again from the whole model."),
    )


def _unreadable(preview: Preview, several: Several) -> Iterator[Finding]:
    """Files of a run that are there and do not open."""
    for each in several.missing:
        if each.why:
            yield make_finding(
                preview,
                "unreadable-part",
                ERROR,
                say("{name} cannot be opened", name=clip(each.name, 80)),
                "",
                [preview.root],
                clip(each.why, 400),
                say("Fetch it again. All the other files can be looked at and saved."),
            )


def _missing(preview: Preview, several: Several) -> Iterator[Finding]:
    gone = [each for each in several.missing if not each.why]
    if not gone:
        return
    names = [each.name for each in gone]
    keys = sum(len(each.keys) for each in gone)
    yield make_finding(
        preview,
        "missing-shard",
        ERROR,
        say("{files} missing: {names}", files=count_text(len(gone), "file"), names=_named(names)),
        _said_of_missing(preview, several, names[0]),
        [preview.root],
        say("The rest is shown. What is missing takes {keys} along.", keys=count_text(keys, "key"))
        if keys
        else say("The rest is shown. Which keys the missing files take along is said nowhere."),
        say("Fetch the missing files, from the same save as the others."),
    )


def _said_of_missing(preview: Preview, several: Several, name: str) -> str:
    if several.kind.startswith(_ZERO) and name.endswith("optim_states.pt"):
        there = sum(each.endswith("optim_states.pt") for each in several.names)
        gone = sum(each.name.endswith("optim_states.pt") for each in several.missing)
        return too_few_optimizer_files(_folder(preview), there + gone, there)
    return no_file(f"{_folder(preview)}/{name}")


def _mixed(preview: Preview, several: Several) -> Iterator[Finding]:
    """An index of one save beside shards of another."""
    keys = [*several.absent, *several.doubled, *several.elsewhere, *several.unlisted]
    if not keys:
        return
    some = listed([clip(key, 60) for key in keys], _MOST)
    lost = bool(several.absent or several.doubled)
    yield make_finding(
        preview,
        "mixed-shards",
        ERROR if lost else WARNING,
        say("index and shards contradict each other: {keys}", keys=some),
        "",
        [preview.root],
        say(
            "{absent} of the index in none of its files, {doubled} in two of them, {elsewhere} in another one than it "
            "says, {unlisted} that it does not name. transformers loads what it finds and leaves the rest as it was "
            "made at random, without an error.",
            absent=count_text(len(several.absent), "key"),
            doubled=count_text(len(several.doubled), "key"),
            elsewhere=count_text(len(several.elsewhere), "key"),
            unlisted=count_text(len(several.unlisted), "key"),
        ),
        say("The files are of different saves: fetch all of one, with its index.")
        if lost
        else say("All keys are there. Saved anew here they have no need of that index."),
        () if lost else _ONE_FILE,
    )


def _without_index(preview: Preview, several: Several) -> Iterator[Finding]:
    """Shards without their index, which transformers does not look for."""
    if several.kind != _SHARDED or several.listings:
        return
    stem = several.names[0].partition("-")[0]
    if stem not in ("model", "pytorch_model"):
        return
    yield make_finding(
        preview,
        "no-index",
        WARNING,
        say("shards without their index"),
        no_weights(_folder(preview)),
        [preview.root],
        say(
            "transformers finds the shards by {name} alone, and it is not there. By their names and keys nothing is "
            "missing.",
            name=f"{stem}.{several.names[0].rpartition('.')[2]}.index.json",
        ),
        say("Fetch the index too, or save the whole anew here."),
        _ONE_FILE,
    )


def _ranks_of_zero(preview: Preview, several: Several, computer: Computer) -> Iterator[Finding]:
    """Pieces of optimizer state that DeepSpeed takes only with as many ranks as saved them."""
    names = [name.rpartition("/")[2] for name in several.names]
    saved = max((max(each.optimizers, default=-1) + 1 for each in saves_in(names)), default=0)
    if saved in (0, computer.ranks):
        return
    yield make_finding(
        preview,
        "zero-world-size",
        WARNING if computer.ranks > 1 else NOTE,
        say("saved by {saved}, to be loaded by {ranks}", saved=_ranks(saved), ranks=_ranks(computer.ranks)),
        other_ranks_of_zero(saved, computer.ranks),
        [preview.root],
        say("DeepSpeed gives each rank the piece of the optimizer's state that it saved, and cuts none anew."),
        say(
            "Resume with {saved}, or make a universal checkpoint of it (ds_to_universal.py). Saved here it is whole: "
            "one file with fp32 weights and the optimizer's state by parameter.",
            saved=_ranks(saved),
        ),
        _ONE_FILE,
    )


def _ranks(count: int) -> str:
    return count_text(count, "rank")


def _pieces(preview: Preview, several: Several, computer: Computer) -> Iterator[Finding]:
    """Files of ranks that torch opens in a group of processes alone."""
    names = preview.catalogue.checkpoint.mentions.names
    sharded = several.pieces == "ShardedTensor" or any(name.module.startswith(_SHARDED_TENSORS) for name in names)
    if not sharded and several.kind != _FSDP:
        return
    groups = [max(files.names) + 1 for files in rank_files(several.names)]
    saved = max(groups, default=len(several.names))
    other = computer.ranks not in (1, saved)
    message = NO_GROUP if sharded else NO_MESH
    yield make_finding(
        preview,
        "rank-pieces",
        WARNING if other else NOTE,
        say("each file has the pieces of one of {saved}", saved=_ranks(saved)),
        other_ranks_of_fsdp(saved, computer.ranks) if other and sharded else message,
        [preview.root],
        say(
            "Sharded tensors are loaded by the ranks that saved them, in a group of as many processes; what is opened "
            "without it is a piece."
        ),
        say(
            "Load them with {saved}, after torch.distributed.init_process_group. Saved here the whole is one file that "
            "needs neither.",
            saved=_ranks(saved),
        )
        if several.note is None
        else say("Load them with {saved}, after torch.distributed.init_process_group.", saved=_ranks(saved)),
        _ONE_FILE if several.note is None and several.kind == _FSDP else (),
    )


def _nested_keys(preview: Preview) -> Iterator[Finding]:
    """A checkpoint of DCP whose weights lie below a name, as ``dcp.save({"model": …})`` keeps them."""
    catalogue = preview.catalogue
    branches = [entry for entry in catalogue.children(preview.root) if type(catalogue.values[entry]) is DictNode]
    tops = [entry for entry in catalogue.children(preview.root) if catalogue.row_of(entry) >= 0]
    inner = next((found for entry in branches if (found := _first_key(preview, entry))), None)
    if tops or inner is None:
        return
    name, key = inner
    yield make_finding(
        preview,
        "nested-keys",
        NOTE,
        say("the weights lie below “{name}”", name=clip(name, 60)),
        missing_key_in_dcp(key),
        [branches[0]],
        say(
            "dcp.load looks up each key of the dict that it is given, with all names above it: {flat}. A bare "
            "model.state_dict() has none of them.",
            flat=clip(f"{name}.{key}", 80),
        ),
        say("Load it as it was saved: dcp.load({code}, checkpoint_id=…).", code=f"{{{name!r}: model.state_dict()}}"),
    )


def _first_key(preview: Preview, entry: int) -> tuple[str, str] | None:
    """The name of a branch, and a key of a tensor directly in it."""
    catalogue = preview.catalogue
    for child in catalogue.children(entry):
        if catalogue.row_of(child) >= 0:
            return preview.label(entry), preview.label(child)
    return None
