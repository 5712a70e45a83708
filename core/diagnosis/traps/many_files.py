"""Models in many files: what is missing of them or of another save, and a folder in the place of a file."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

from core.containers.content import Several
from core.containers.lost import made_without
from core.containers.ranks.rank_names import rank_files
from core.containers.ranks.zero_names import saves_in
from core.diagnosis.finding import ERROR, NOTE, TORCH, WARNING, Finding, make_finding
from core.diagnosis.trap import Case, Judged, cause, error, innocent, keys_in, says, trap, unknown
from core.edits.edits import UseContainer
from core.edits.preview import Preview
from core.formats.safetensors import SafetensorsArchive
from core.formats.several import SeveralArchive
from core.loading.computer import Computer
from core.loading.framework_messages import (
    NO_GROUP,
    NO_MESH,
    missing_key_in_dcp,
    no_file,
    no_format,
    no_notes,
    no_weights,
    other_ranks_of_fsdp,
    other_ranks_of_zero,
    too_few_optimizer_files,
)
from core.pickling.nodes import DictNode
from core.text import clip, count_text, listed, quoted, sentence, sentences
from core.words import marked, say

_MOST = 3
_ZERO, _FSDP, _DCP, _SHARDED = "DeepSpeed", "FSDP", "dcp", "sharded"
_FORMATS = ("pt", "tf", "flax", "mlx")
"""What transformers takes; the last since 4.38."""
_ONE_FILE = (UseContainer("zip"),)
_SHARDED_TENSORS = "torch.distributed._shard"


def many_files_findings(preview: Preview, computer: Computer) -> Iterator[Finding]:
    """Everything about the files that a checkpoint lies in; what it is saved as has none of it."""
    several = preview.catalogue.checkpoint.several
    yield from _incomplete_copy(preview)
    yield from _without_format(preview)
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
        sentences(made_without(lost), say("This copy lacks their data, too.")),
        say("Get the missing files, and make the copy again from the whole model."),
    )


def _notes_without_format(preview: Preview) -> dict[str, dict[str, str] | None] | None:
    """The notes (``__metadata__``) of each safetensors file that transformers does not take; None where no file is of
    safetensors. What is written here notes the format pt where the source has none.
    """
    checkpoint = preview.catalogue.checkpoint
    archive = checkpoint.archive
    if isinstance(archive, SeveralArchive):
        files = dict(zip(archive.names, archive.archives, strict=True)) if archive.kind == _SHARDED else {}
    else:
        files = {checkpoint.name: archive}
    notes = {name: each.notes for name, each in files.items() if isinstance(each, SafetensorsArchive)}
    if not notes:
        return None
    lacking = {name: each for name, each in notes.items() if not each or each.get("format") not in _FORMATS}
    if preview.plan:
        stays = preview.container in (None, "safetensors")
        return {name: each for name, each in lacking.items() if stays and each and "format" in each}
    return lacking


def _without_format(preview: Preview) -> Iterator[Finding]:
    """Safetensors files that do not say of which framework they are, as ``safetensors.torch.save_file`` writes them."""
    notes = _notes_without_format(preview)
    if not notes:
        return
    checkpoint = preview.catalogue.checkpoint
    name, first = next(iter(notes.items()))
    can_be_written = checkpoint.several is None and checkpoint.read_only is None and "format" not in (first or {})
    yield make_finding(
        preview,
        "no-format",
        NOTE,
        say("a safetensors file without “format” in its metadata"),
        no_notes() if first is None else no_format(f"{_folder(preview)}/{name}"),
        [preview.root],
        say(
            "safetensors.torch.save_file writes metadata (__metadata__) only if you pass some. Only transformers "
            "needs it: older versions fail on a file without metadata, and newer ones still fail if the metadata "
            "has no “format”. The weights are fine."
        ),
        say("Save it as safetensors here, which adds the format pt; nothing else changes.")
        if can_be_written
        else say("Save with metadata={call}, or load with a newer transformers.", call="{'format': 'pt'}"),
        [UseContainer("safetensors")] if can_be_written else (),
        says="transformers",
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
                say("Download it again. You can view and save all the other files."),
            )


def _missing(preview: Preview, several: Several) -> Iterator[Finding]:
    gone = [each for each in several.missing if not each.why]
    if not gone:
        return
    names = [each.name for each in gone]
    some = listed([clip(name, 80) for name in names], _MOST)
    keys = sum(len(each.keys) for each in gone)
    yield make_finding(
        preview,
        "missing-shard",
        ERROR,
        say("{files} missing: {names}", files=count_text(len(gone), "file"), names=some),
        _said_of_missing(preview, several, names[0]),
        [preview.root],
        say("You see the rest. The missing files hold {keys}.", keys=count_text(keys, "key"))
        if keys
        else say("You see the rest. Nothing says which keys the missing files hold."),
        say("Get the missing files, from the same save as the others."),
        says=_ZERO if _lacks_optimizer_file(several, names[0]) else TORCH,
    )


def _lacks_optimizer_file(several: Several, name: str) -> bool:
    """Whether DeepSpeed counts the files before it opens one."""
    return several.kind.startswith(_ZERO) and name.endswith("optim_states.pt")


def _said_of_missing(preview: Preview, several: Several, name: str) -> str:
    if _lacks_optimizer_file(several, name):
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
            "In the index but in none of the files: {absent}; in two files: {doubled}; in another file than the "
            "index says: {elsewhere}; in a file but not in the index: {unlisted}. transformers loads what it finds "
            "and leaves the rest randomly initialized, without an error.",
            absent=count_text(len(several.absent), "key"),
            doubled=count_text(len(several.doubled), "key"),
            elsewhere=count_text(len(several.elsewhere), "key"),
            unlisted=count_text(len(several.unlisted), "key"),
        ),
        say("The files come from different saves. Get all files of one save, with its index.")
        if lost
        else say("All keys are there. Have Pthfinder save the model as one file, which needs no index."),
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
        say("the index of the shards is missing"),
        no_weights(_folder(preview)),
        [preview.root],
        say(
            "transformers finds the shards only through {name}, which is missing. Judging by names "
            "and keys, the shards themselves are complete.",
            name=f"{stem}.{several.names[0].rpartition('.')[2]}.index.json",
        ),
        say("Download the index too, or have Pthfinder save the model as one file."),
        _ONE_FILE,
        says="transformers",
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
        say(
            "DeepSpeed gives each rank back the piece of optimizer state that it saved. It cannot "
            "split the state for another number of ranks."
        ),
        say(
            "Resume with {saved}, or convert it to a universal checkpoint (ds_to_universal.py). Or save it here as "
            "one file, with fp32 weights and the complete optimizer state of every parameter.",
            saved=_ranks(saved),
        ),
        _ONE_FILE,
        says=_ZERO,
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
            "Sharded tensors must be loaded by the ranks that saved them, in a process group of the same size. "
            "Without it, each file gives only one piece of each tensor."
        ),
        say(
            "Load them with {saved}, after torch.distributed.init_process_group. Or save them here as one file, "
            "which loads in a single process.",
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
        say("the weights are inside “{name}”", name=clip(name, 60)),
        missing_key_in_dcp(key),
        [branches[0]],
        say(
            "dcp.load looks up each key by its full path in the dict that you pass. Here the file has {flat}, but a "
            "plain model.state_dict() has {key}.",
            flat=quoted(f"{name}.{key}"),
            key=quoted(key),
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


_SHARD = r"(?P<name>[^'\"\n]{0,300}-\d{1,7}-of-\d{1,7}\.(?:safetensors|bin|pth?|h5))"


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
        return unknown("it is one file; the missing one belongs beside it, or to another model.")
    if name in several.names:
        return innocent("{name} is there.", name=clip(name, 80))
    return innocent(case.recognised.absent)


def of_a_folder(case: Case) -> Judged | None:
    """Whether what was opened is a folder."""
    if case.view is None:
        return None
    checkpoint = case.view.catalogue.checkpoint
    if checkpoint.path.is_dir():
        files = count_text(len(checkpoint.parts), "file")
        return cause("it is a folder of {files}, and torch.load opens one file.", files=files)
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
    shared = [each for each in sharing.values() if len(each) > 1]
    if not shared:
        return None
    asked = keys_in(case.recognised.facts.last)
    named = [each for each in shared if sum(_is_named(catalogue.label_text(entry), asked) for entry in each) > 1]
    if asked and not named:
        return unknown("some of its tensors share their bytes, but not the ones that the error names.")
    entries = (named or shared)[0]
    keys = listed(map(catalogue.path_text, entries[:_NAMED]))
    return cause("{keys} share their bytes.", keys=clip(keys, 160))


def _is_named(key: str, asked: Iterable[str]) -> bool:
    """Whether an error names a key, which wrappers may put something before; the last name may be cut."""
    return any(each == key or each.endswith(f".{key}") for each in asked)


def without_format(case: Case) -> Judged | None:
    """Whether the notes of a safetensors file, or of a shard, lack what the error is about."""
    if case.view is None:
        return None
    notes = _notes_without_format(case.view)
    if notes is None:
        return innocent(case.recognised.absent)
    if not notes:
        return innocent("its metadata has the format that transformers looks for, or the saved copy will have it.")
    there = case.findings_of("no-format")
    none_at_all = "attribute" in case.details
    name = next((name for name, each in notes.items() if (each is None) == none_at_all), None)
    if name is None:
        return unknown(
            "it has no “format” in its metadata either, but for such a file transformers gives another error: "
            "{message}",
            *there,
            message=sentence(there[0].message),
        )
    if none_at_all:
        return cause("{name} has no metadata (__metadata__) at all.", *there, name=clip(name, 80))
    return cause(
        "the metadata (__metadata__) of {name} has no “format” that transformers accepts.", *there, name=clip(name, 80)
    )


_SAVED_WITHOUT = marked(
    "safetensors.torch.save_file writes metadata (__metadata__) only if you pass some, and older versions of "
    "transformers accept only files whose metadata says {'format': 'pt'}. The weights are fine."
)
_SAVE_WITH = marked(
    "Open it here and save it as safetensors, which adds the format to the metadata. Or save it in your script "
    "with metadata={'format': 'pt'}, or upgrade transformers."
)

MANY_FILES = (
    trap(
        "missing-shard",
        error(
            "a file of the model is missing",
            "The model or its optimizer is split over several files, and one that the index or the number of ranks "
            "requires is missing. A download or a save did not finish, or a file was not copied.",
            "Get the missing files, from the same save as the others.",
            says(rf"No such file or directory: ?['\"]?{_SHARD}"),
            says(r"No such file or directory: ?['\"]?(?P<name>[^'\"\n]{0,300}\.distcp)"),
            says(rf"No checkpoint file found at ?['\"]?{_SHARD}"),
            says(rf"does not appear to have (?:a file|files) named ?\(?['\"]?{_SHARD}"),
            says(r"a file named (?P<name>\S{1,300}) which is required according to the checkpoint index"),
            says(
                r"Expected (?P<want>\d{1,6}) of ['\"]?\*?_optim_states\.pt['\"]? under ",
                r"[^\n]{1,400}? but found (?P<have>\d{1,6}) files",
            ),
            says(r"can'?t find \*?_(?:model|optim)_states\.pt files in directory"),
            absent="All the files that belong to it are there.",
        ),
        look=many_files_findings,
        of_any_file=True,
        judge=missing_file,
    ),
    trap(
        "no-index",
        error(
            "the index of the shards is missing",
            "transformers looks for an index (model.safetensors.index.json or pytorch_model.bin.index.json) or for "
            "one file with the standard name (model.safetensors or pytorch_model.bin). The folder has none of them.",
            "Download the index too, or open the shards here and save them as one file. If you pass a folder, pass "
            "the one that contains the weights.",
            says(r"Error no file named [^\n]{1,300}?found in directory"),
            says(r"Can'?t find a checkpoint index"),
            says(
                r"does not appear to have a file named (?:pytorch_model\.bin|model\.safetensors)(?:,? or|,| or| but| "
                r"?\.)"
            ),
            absent="It has its index, or needs none.",
        ),
        look=many_files_findings,
        of_any_file=True,
    ),
    trap(
        "mixed-shards",
        error(
            "weights that are not in the file that the index names",
            "A loader that trusts the index looks for a tensor in a file that does not have it. transformers looks "
            "in all files and initializes at random what it does not find, with only a warning. That is fine for a "
            "new head that you are going to train. Otherwise the files come from different saves, or from another "
            "model.",
            "Compare the keys in the index with those in the shards. Download all shards of one save, together "
            "with its index.",
            says(r"SafetensorError: ?File does not contain tensor (?P<key>[^\s'\"]{0,399}[^\s'\",;:!?])"),
            says(r"newly initialized because missing from the checkpoint"),
            absent="Its index and its shards agree. To find out whether the model has more keys than the file, "
            "compare the two.",
            also="missing-shard",
        ),
        look=many_files_findings,
        of_any_file=True,
    ),
    trap(
        "rank-pieces",
        error(
            "pieces of tensors, opened without the ranks that saved them",
            "Each rank saved its own pieces (ShardedTensor, DTensor), and torch can put them together only in a "
            "process group of the same size as the one that saved them. The files are fine.",
            "Start as many processes as saved the files, call torch.distributed.init_process_group, and let each "
            "rank load its own file. Or open the folder here and save all of it as one file.",
            says(r"initialize default process group using ['\"]?init_process_group['\"]? before"),
            says(r"Could not resolve the process group registered under the name"),
            says(r"Local world size at save time was (?P<have>\d{1,6}), ?but at load time was (?P<want>\d{1,6})"),
            says(r"Local rank at save time was (?P<have>\d{1,6}), ?but at load time was (?P<want>\d{1,6})"),
            absent="It contains no sharded tensors.",
        ),
        look=many_files_findings,
        of_any_file=True,
    ),
    trap(
        "no-dcp-list",
        error(
            "torch.distributed.checkpoint finds no .metadata",
            "dcp.load and similar functions need the folder that contains .metadata, which is written last. Either "
            "the path is wrong, the save did not finish, or dcp.save did not write this folder.",
            "Give dcp.load the folder that contains .metadata and the .distcp files. Load any other checkpoint "
            "with torch.load.",
            says(r"metadata is None; ?global metadata read failed"),
            says(r"No such file or directory: ?['\"]?[^'\"\n]{0,300}[/\\]\.metadata"),
            absent="It has its .metadata.",
        ),
    ),
    trap(
        "folder",
        error(
            "a folder, opened as if it were a file",
            "torch.load and safetensors open one file, but this is a folder. Load each part of a model by itself, "
            "or all of them with the framework that saved them.",
            "Load the file inside it, pass the folder to the framework (from_pretrained, dcp.load), "
            "or save it here as one file.",
            says(r"\[Errno 21\] Is a directory"),
            says(r"IsADirectoryError"),
            says(r"OSError: ?No such device \(os error 19\)"),
            absent="It is a file, not a folder.",
        ),
        judge=of_a_folder,
    ),
    trap(
        "shared-tensors",
        error(
            "tensors share their bytes, and safetensors cannot write that",
            "Two names of the state dict are the same tensor (tied weights), or views of one. "
            "safetensors stores each tensor once, so save_file refuses. The tensors are fine.",
            "Save with safetensors.torch.save_model, which keeps one name of each and records the others in the "
            "metadata; or save here as safetensors, which does the same; or clone one of them, which unties it.",
            says(r"Some tensors share memory, ?this will lead to duplicate"),
            says(r"You are trying to save a non contiguous tensor: ?`?(?P<key>[^`\s]{1,400})"),
            absent="No two of its tensors share their bytes.",
        ),
        judge=shared_tensors,
    ),
    trap(
        "no-format",
        error(
            "a safetensors file without metadata, loaded by an older transformers",
            _SAVED_WITHOUT,
            _SAVE_WITH,
            says(
                r"'NoneType' object has no attribute '(?P<attribute>get)'", above=r"metadata\.get\(\s{0,9}['\"]?format"
            ),
            absent="It is not a safetensors file.",
        ),
        error(
            "a safetensors file without “format” in its metadata, loaded by transformers",
            _SAVED_WITHOUT,
            _SAVE_WITH,
            says(
                r"safetensors archive passed at (?P<name>[^\n]{1,300}?) does not contain ",
                r"(?:the valid metadata|(?P<attribute>metadata))",
            ),
            says(r"Incompatible safetensors file\. ?File metadata is not"),
            absent="It is not a safetensors file.",
        ),
        look=many_files_findings,
        of_any_file=True,
        judge=without_format,
    ),
    trap("incomplete-copy", look=many_files_findings, of_any_file=True, late=True),
    trap("nested-keys", look=many_files_findings, of_any_file=True),
    trap("unreadable-part", look=many_files_findings, of_any_file=True),
)
