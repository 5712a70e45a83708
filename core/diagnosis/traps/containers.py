"""Files as such: of another container than torch was told, cut short, damaged, or no checkpoints at all."""

from __future__ import annotations

from collections.abc import Iterator

from core.containers.torch_zips.archive import TorchZip
from core.diagnosis.damage import OF_OTHER_READERS, Kind, damage_said
from core.diagnosis.finding import ERROR, NOTE, WARNING, Finding, make_finding
from core.diagnosis.trap import NAMES, UNREADABLE, Case, Judged, cause, error, innocent, says, trap, unknown
from core.dtypes import STORAGE_CLASSES, UNTYPED
from core.edits.edits import Compact, SetValue, UseContainer, UseProtocol
from core.edits.preview import Preview
from core.edits.shrink import cuts
from core.errors import CheckpointError
from core.formats.zip_archive import ZipArchive, read_record
from core.front_end import verifying
from core.loading.computer import Computer
from core.loading.opcodes import LASTING, lasting_opcode, long_numbers, planned_opcode, protocol_used, uses
from core.loading.torch_messages import (
    GENERATOR_IN_LEGACY,
    NESTED_IN_LEGACY,
    NO_SAFETENSORS,
    NO_VERSION,
    OF_TAR,
    UNTYPED_IN_LEGACY,
    cannot_map,
    is_a_zip,
    unsupported_opcode,
)
from core.objects.tensors import GENERATOR, NESTED
from core.pickling.nodes import Global, calls
from core.saving.legacy_format import has_copies, has_generators, has_nested, has_untyped, planned_format, stamp
from core.text import clip, count_text, sentence, size_text
from core.words import say

_IDS = (("storage",), ("module",))
_MOST_CODE = 64 << 20
"""Bytes of TorchScript's code that are looked through."""
_TYPED = frozenset(dtype for name, dtype in STORAGE_CLASSES.items() if name not in UNTYPED)


def container_findings(preview: Preview) -> Iterator[Finding]:
    """What the container of the planned file keeps from torch."""
    yield from misnamed(preview)
    yield from untyped_in_legacy(preview)
    yield from nested_in_legacy(preview)
    yield from generator_in_legacy(preview)
    yield from no_version(preview)
    yield from old_tar(preview)
    yield from _container(preview)


def misnamed(preview: Preview) -> Iterator[Finding]:
    """A checkpoint of torch.save with the name of a safetensors file, by which torch.load of torch 2.13 goes."""
    if preview.plan or not preview.catalogue.checkpoint.name.endswith(".safetensors"):
        return
    yield make_finding(
        preview,
        "safetensors",
        ERROR,
        say("named .safetensors, but torch.save wrote it"),
        NO_SAFETENSORS,
        [preview.root],
        say(
            "torch.save wrote this file, but its name ends in .safetensors. torch 2.13 trusts that suffix: "
            "torch.load passes the file to the safetensors package, which cannot read it. Older versions load it "
            "anyway."
        ),
        say("Give it a name that ends in .pt."),
    )


def untyped_in_legacy(preview: Preview) -> Iterator[Finding]:
    """torch.save writes newer dtypes into the legacy format, and torch.load cannot read them back."""
    if not planned_format(preview).after_objects or not has_untyped(preview):
        return
    rows = [preview.catalogue.tensors[row] for row in preview.live_rows()]
    yield make_finding(
        preview,
        "untyped-in-legacy",
        ERROR,
        say("newer dtypes in the legacy format"),
        UNTYPED_IN_LEGACY,
        [row.entry for row in rows if row.dtype not in _TYPED] or [preview.root],
        say(
            "float8, uint16 and other newer dtypes use storages without a dtype. torch.save writes them in the "
            "legacy format (the default before torch 1.6), too, but torch.load cannot read them back from it."
        ),
        say("Write the zip format; nothing is lost."),
        [UseContainer("zip")],
    )


def nested_in_legacy(preview: Preview) -> Iterator[Finding]:
    """torch.save writes nested tensors into the legacy format; torch.load reads their sizes too early."""
    if not planned_format(preview).after_objects or not has_nested(preview):
        return
    yield make_finding(
        preview,
        "nested-in-legacy",
        ERROR,
        say("nested tensors in the legacy format"),
        NESTED_IN_LEGACY,
        _entries_of(preview, NESTED),
        say(
            "In the legacy format (the default before torch 1.6), torch.load builds nested tensors before it has "
            "read their sizes. It uses whatever is in memory as their sizes, so each load fails differently or "
            "silently gives wrong sizes."
        ),
        say("Write the zip format; nothing is lost."),
        [UseContainer("zip")],
    )


def generator_in_legacy(preview: Preview) -> Iterator[Finding]:
    """torch.save writes generators into the legacy format; torch.load reads their state too early."""
    if not planned_format(preview).after_objects or not has_generators(preview):
        return
    yield make_finding(
        preview,
        "generator-in-legacy",
        ERROR,
        say("random number generators in the legacy format"),
        GENERATOR_IN_LEGACY,
        _entries_of(preview, GENERATOR),
        say(
            "In the legacy format (the default before torch 1.6), torch.load sets the state of a random number "
            "generator before it has read that state. It uses whatever is in memory instead: loading nearly always "
            "fails, or else gives a wrong state."
        ),
        say("Write the zip format; nothing is lost."),
        [UseContainer("zip")],
    )


def no_version(preview: Preview) -> Iterator[Finding]:
    """A zip that was packed anew without the record that torch asks for first; any save writes one."""
    archive = preview.catalogue.checkpoint.archive
    if preview.plan or not isinstance(archive, ZipArchive) or archive.says_version:
        return
    yield make_finding(
        preview,
        "no-version",
        ERROR,
        say("the zip does not say its version"),
        NO_VERSION,
        [preview.root],
        say(
            "torch.save writes a record called version, and torch.load needs it. The program that "
            "repacked the file left it out."
        ),
        say("Save it again here: this adds the record and leaves the rest unchanged."),
        [UseContainer("zip")],
    )


def old_tar(preview: Preview) -> Iterator[Finding]:
    """The tar of torch before 0.1.10, which is not to be written as another container."""
    if preview.catalogue.checkpoint.container != "tar" or preview.container not in (None, "tar"):
        return
    yield make_finding(
        preview,
        "old-tar",
        ERROR,
        say("a tar file, the format of torch before 0.1.10"),
        OF_TAR,
        [preview.root],
        say("torch.load reads such a tar only with weights_only=False, which runs what the file says."),
        say("Save the file in the current zip format; nothing is lost."),
        [UseContainer("zip")],
    )


def _entries_of(preview: Preview, name: Global) -> list[int]:
    """Where calls of a name stand in the file to be written; the root where they are within something else."""
    values = enumerate(preview.catalogue.tree.values)
    return [entry for entry, value in values if calls(value, {name}) and not preview.dropped(entry)] or [preview.root]


def _names_only_storages(preview: Preview) -> bool:
    """Whether all that the pickle refers to outside itself is what torch writes: storages, and source code of old.

    Anything else is damage, which means something else, or nothing, in another container.
    """
    ids = (each.pid for each in preview.catalogue.checkpoint.mentions.persistent)
    return all(type(pid) is tuple and pid[:1] in _IDS for pid in ids)


def _container(preview: Preview) -> Iterator[Finding]:
    name = preview.catalogue.checkpoint.name
    planned = planned_format(preview)
    if planned.after_objects:
        yield make_finding(
            preview,
            "old-container",
            NOTE,
            say("the legacy format: you cannot use mmap=True"),
            cannot_map(),
            [0],
            say(
                "The file is in the legacy format (the default before torch 1.6). It loads, but torch has to read "
                "all of it into memory."
            ),
            say("Write the zip format."),
            [UseContainer("zip")] if _names_only_storages(preview) else [],
        )
    elif planned.of_torch and not stamp(preview):
        late = has_nested(preview) or has_generators(preview) or has_copies(preview)
        able = _names_only_storages(preview) and not has_untyped(preview) and not late
        yield make_finding(
            preview,
            "new-container",
            NOTE,
            say("torch before 1.5 cannot read it"),
            is_a_zip(name),
            [0],
            say(
                "The file is a zip, the default format since torch 1.6 (2020). torch 1.5 can read it, 1.4 says "
                "that its version is too new, 1.3 takes it for TorchScript, and 1.0 for a pickle."
            ),
            say("Load it with torch ≥ 1.5, or save a copy in the legacy format for your older torch."),
            [UseContainer("legacy")] if able else [],
        )


_WORTH_SAYING = 0.2
"""Share of the file that unused bytes take."""
_SMALLEST = 4096


def file_findings(preview: Preview, _computer: Computer) -> Iterator[Finding]:
    """Everything about how the file is written."""
    yield from pickle_findings(preview)
    yield from container_findings(preview)
    yield from _oversized(preview)


def pickle_findings(preview: Preview) -> Iterator[Finding]:
    """Opcodes that the reader of plain ``torch.load(f)`` does not know."""
    lasting = list(_lasting(preview))
    yield from lasting
    protocol = preview.draft.protocol or protocol_used(preview.catalogue.checkpoint)
    code = planned_opcode(preview)
    if code is None or (lasting and code in LASTING):
        return
    yield make_finding(
        preview,
        "pickle-protocol",
        ERROR,
        say("written in pickle protocol {protocol}", protocol=protocol),
        unsupported_opcode(code),
        [0],
        say(
            "The file uses pickle protocol {protocol}. By default torch.load fully supports only protocol 2.",
            protocol=protocol,
        ),
        say("Write the same data in protocol 2; nothing is lost."),
        [UseProtocol(2)],
        say("weights_only=False can read it, but runs whatever the file says."),
    )


def _lasting(preview: Preview) -> Iterator[Finding]:
    """What no protocol can say in a way that torch reads."""
    code = lasting_opcode(preview)
    if code is None:
        return
    values, long = preview.catalogue.tree.values, long_numbers(preview)
    yield make_finding(
        preview,
        "pickle-opcode",
        ERROR,
        say("numbers with more bits than torch can read") if long else say("a tuple that contains itself"),
        unsupported_opcode(code),
        long or [0],
        say(
            "By default torch.load cannot read integers of 2,040 bits or more, nor tuples that contain themselves. "
            "No pickle protocol avoids this."
        ),
        say("Write the number as text, in hexadecimal.")
        if long
        else say("Pthfinder cannot break the self-reference; drop the entry that contains the tuple."),
        [SetValue(entry, hex(values[entry])) for entry in long],
        say("weights_only=False can read it, but runs whatever the file says."),
    )


def _oversized(preview: Preview) -> Iterator[Finding]:
    catalogue = preview.catalogue
    if preview.draft.shrunk or not catalogue.checkpoint.format.of_torch:
        return
    far_too_large = cuts(catalogue, preview.gone, preview.draft.laid_out)
    unused = sum(cut.saved for cut in far_too_large)
    if unused < max(_SMALLEST, _WORTH_SAYING * preview.bytes_after):
        return
    entries = [catalogue.tensors[stretch.rows[0]].entry for cut in far_too_large for stretch in cut.stretches]
    yield make_finding(
        preview,
        "oversized-storage",
        WARNING,
        say("{size} of the file belong to no tensor", size=size_text(unused)),
        "",
        entries,
        say(
            "torch.save saves a view with its whole storage. {storages} of this file hold {size} "
            "that no tensor uses, and torch.load allocates that as well.",
            storages=count_text(len(far_too_large), "storage"),
            size=size_text(unused),
        ),
        say(
            "Cut the storages to what the tensors use; shared tensors stay shared. In a script, call "
            "tensor.clone() before torch.save."
        ),
        [Compact()],
    )


_MANY = ("cut-short", "not-a-checkpoint", "damaged")
"""Codes of many kinds of damage."""


def broken(case: Case) -> Judged | None:
    """The bytes of the file: is the damage the same?"""
    there = case.damage or case.findings_of("other-loader", "safetensors")
    said = damage_said(f"{case.recognised.line}\n{case.details.get('reason', '')}")
    of_arrays = not case.damage and said.kinds & {Kind.ARRAY, Kind.OBJECTS}
    if not there or of_arrays:
        if case.view is None or case.findings_of("torchscript"):
            return None
        return _sound(case)
    same = tuple(finding for finding in there if finding.damage.has(said))
    if not said:
        same = tuple(finding for finding in there if finding.code == case.code and finding.code not in _MANY)
    if same:
        return cause(_sentence(same[0]), *same)
    return unknown(
        "torch fails on it too, but with another error: {sentence} {fix}",
        *there,
        sentence=_sentence(there[0]),
        fix=there[0].fix,
    )


def opened_otherwise(case: Case) -> Judged | None:
    """What another reader than ``torch.load`` says: of bytes that are none of its own, and of broken ones."""
    said = damage_said(case.recognised.line).kinds & OF_OTHER_READERS
    if same := tuple(each for each in case.damage if each.damage.kinds & said):
        return cause(_sentence(same[0]), *same)
    there = case.findings_of("safetensors")
    if case.view is None or not there or case.view.catalogue.checkpoint.container == "safetensors":
        return None
    return cause(_sentence(there[0]), *there)  # it has the name of one


def _sound(case: Case) -> Judged:
    """Of a file that opens: what was looked at, and what was not."""
    if case.code == "bit-rot":
        return unknown("its checksums have not been compared yet: verify it ({verify}).", verify=verifying())
    return innocent(case.recognised.absent or say("It opens as a checkpoint, and all of its bytes are there."))


def protocol(case: Case) -> Judged | None:
    """Opcodes that ``weights_only`` does not know; storages named by a pickle outside a file of torch.save."""
    there = case.findings_of("pickle-protocol", "pickle-opcode", "text-ids")
    if there:
        return cause(_sentence(there[0]), *there)
    if case.view is None or (case.damage and damage_said(case.recognised.line)):
        return broken(case)
    if not case.view.catalogue.checkpoint.pickled:
        return broken(case) or innocent("there is no pickle in it.")
    operand = case.details.get("operand", "")
    if operand and uses(case.view.catalogue.checkpoint, int(operand)):
        return unknown(
            "its pickle uses the opcode {operand}, like most files, and torch reads it since 2.0. Update torch, or "
            "load with weights_only=False if you trust who made it.",
            operand=operand,
        )
    return innocent("torch.load can read every opcode of its pickle.")


def container(case: Case) -> Judged | None:
    """A container that the torch of the error, or the way of loading, does not take."""
    if case.view is None:
        return None
    kind = case.view.container or case.view.catalogue.checkpoint.container
    if case.code == "new-container":
        if kind.startswith("zip"):
            return cause("it is a zip, which torch before 1.5 cannot read.", *case.findings_of("new-container"))
        return innocent("it is not a zip but a {kind} file.", kind=kind)
    if case.code == "old-container":
        if kind.startswith("zip"):
            return innocent(case.recognised.absent)
        if kind in ("legacy", "tar"):
            return cause("it is in the {kind} format.", *case.findings_of("old-container"), kind=kind)
    wanted = {"torchscript": "zip TorchScript"}.get(case.code, case.code)
    if kind == wanted:
        return cause("it is a {kind} file.", *case.findings_of(case.code), kind=kind)
    return innocent("it is in the {kind} format.", kind=kind)


def script(case: Case) -> Judged | None:
    """TorchScript: opened otherwise, or what is no TorchScript opened as such, or an operation that its code calls."""
    name = case.details.get("name")
    if case.view is None or not (name or "constants.pkl" in case.recognised.line):
        return container(case)
    checkpoint = case.view.catalogue.checkpoint
    if not isinstance(checkpoint.archive, TorchZip) and name is None:
        is_zip = isinstance(checkpoint.archive, ZipArchive)
        return cause("torch.save wrote it: it has weights, and no code (constants.pkl).") if is_zip else None
    if not (isinstance(checkpoint.archive, TorchZip) and name):
        return innocent(case.recognised.absent)
    package = case.details["module"]
    called = f"torch.{name}(" if package == "aten" else f"ops.{package}.{name}("
    codes = [each for each in checkpoint.archive.records.values() if each.name.endswith(".py")]
    if sum(each.size for each in codes) > _MOST_CODE:
        return None
    with checkpoint.files() as files:
        try:
            calls_it = any(called.encode() in read_record(files, each) for each in codes)
        except CheckpointError:
            return None
    if calls_it:
        return cause("its code calls {package}::{name}.", package=package, name=name)
    return innocent(case.recognised.absent)


def _sentence(finding: Finding) -> str:
    return sentence(clip(finding.title, 160))


CONTAINERS = (
    trap(
        "not-a-checkpoint",
        error(
            "the file is not a checkpoint",
            "The file does not start like a torch.save file. A first character '<' means a web page, 'v' a git-lfs "
            "pointer, and “Ran out of input” an empty file. torch never got to the weights.",
            "Look at the first line of the file, then download it again or run `git lfs pull`. "
            "weights_only=False cannot help.",
            says(r"invalid load key, ?'(?P<key>\\?[^'\n]{1,8}|')(?:'|\Z)"),
            says(r"Ran out of input"),
            says(r"ord\(\) expected a character, but string of length 0 found"),
            says(r"Unsupported operand (?P<operand>118|60|123|10|31|80|0)(?!\d)"),
            says(r"Invalid magic number; ?corrupt file\?"),
            says(r"Invalid protocol version: ?(?P<protocol>[^\n]{1,40})"),
            says(r"the STRING opcode argument must be quoted"),
            says(r"PytorchStreamReader failed locating file data\.pkl"),
            says(r"files saved in the legacy \.tar format"),
            says(r"could not find MARK"),
            says(r"pickle[^\0]{0,400}?IndexError: ?(?:pop from empty list|list index out of range)"),
            absent="It opens as a checkpoint.",
            also="cut-short",
        ),
        error(
            "data.pkl taken out of a checkpoint",
            "This pickle has only the structure; the weights are in other records of the zip. "
            "data.pkl alone is not enough: torch.load needs the whole file.",
            "Give torch.load the original zip. Do not unpack it.",
            says(r"unsupported persistent id encountered"),
            absent="It is a whole checkpoint, with its tensors.",
            also="persistent-id wrong-loader",
        ),
        judge=broken,
        breaks=True,
    ),
    trap(
        "cut-short",
        error(
            "the file is cut short",
            "The file is truncated: torch could not find the zip directory that belongs at its end. A download, a "
            "copy or a save did not finish.",
            "Download or copy the file again, and compare its size with the original.",
            says(r"OSError: ?\[Errno 22\] Invalid argument(?!:)"),
            absent="It opens as a checkpoint.",
            weak=True,
        ),
        error(
            "an array that is cut short",
            "The header says how large the array is, but the file has fewer elements: a download or a copy did not "
            "finish.",
            "Download or copy the file again, and compare its size with the original.",
            says(
                r"cannot reshape array of size \d{1,20} into shape",
                above=r"np\.load|numpy\.load|npyio|\.np[yz]\b",
            ),
            says(r"No data left in file"),
            says(r"Failed to read all data for array"),
            absent="Its arrays are complete.",
        ),
        error(
            "the file is cut short or damaged",
            "The end of the file, where a zip keeps its directory, is missing or overwritten: a "
            "download, a copy or a save did not finish. The missing part cannot be restored.",
            "Download or copy the file again, and compare its size with the original. If it happened "
            "while saving, check the free disk space.",
            says(
                r"PytorchStreamReader failed reading zip archive",
                r"(?:: ?(?P<reason>failed finding central directory|invalid header or archive is corrupted))?",
            ),
            says(r"PytorchStreamReader failed locating file (?P<record>(?!data\.|constants\.)[^\s:]{1,99}):"),
            says(r"PytorchStreamReader failed (?:reading|getting) (?!zip)(?:file (?P<record>[^\s:]{1,99}):)?"),
            says(
                r"unexpected EOF(?:, ?expected (?P<missing>\d{1,20}) more bytes)?[.,] ?(?:The file might ",
                r"be corrupted|Corrupted)",
            ),
            says(r"storage has wrong (?:byte )?size: ?expected (?P<expected>[-%\w]{1,24}) got (?P<got>[-%\w]{1,24})"),
            says(r"The file might be corrupted"),
            says(r"pickle data was truncated"),
            says(r"pickle exhausted before end of frame"),
            says(r"unpickling stack underflow"),
            says(r"BadZipFile: ?(?:File is not a zip file|Bad magic number|Truncated)", weak=True),
            says(r"end-of-central-directory", weak=True),
            says(r"mmap length is greater than file size"),
            says(
                r"deserializing header: ?(?P<reason>Metadata ?Incomplete ?Buffer|Invalid ?Header ?Length|",
                r"incomplete metadata, ?file not fully covered)",
            ),
            absent="It opens as a checkpoint, and all of its bytes are there.",
            also="storage-size bit-rot",
        ),
        judge=broken,
        breaks=True,
    ),
    trap(
        "torchscript",
        error(
            "a TorchScript archive, opened by torch.load",
            "The file holds compiled code and weights, not a pickle of torch.save. torch.load "
            "accepts such a file only with weights_only=False.",
            "Load it with torch.jit.load(f, map_location='cpu'); take the weights with .state_dict().",
            says(r"Cannot use weights_only=True with TorchScript archives"),
            says(r"received a zip file that looks like a TorchScript archive"),
            says(r"checkpoint returned by torch\.save but got a torchscript checkpoint"),
            says(
                r"NotImplementedError",
                above=r"torch[/\\]{1,2}jit[/\\]{1,2}_script\.py[^\0]{0,300}forward_magic_method[^\0]{0,200}$",
            ),
            says(r"'RecursiveScriptModule' object (?:has no attribute|is not subscriptable)"),
            absent="It is not a TorchScript archive.",
        ),
        error(
            "a file of torch.save, opened by torch.jit.load",
            "torch.jit.load and libtorch read TorchScript archives: code with weights, saved by torch.jit.save and "
            "not by torch.save.",
            "Load it with torch.load. If you need TorchScript, make it with the model's code: "
            "torch.jit.script(model).save(f).",
            says(r"failed locating file constants\.pkl"),
            says(r"file not found: ?\S{0,99}constants\.pkl"),
            absent="It is a TorchScript archive.",
        ),
        error(
            "an operator that this torch does not have",
            "The code in a TorchScript archive calls operators by name. Operators from a package (such as "
            "torchvision) exist only after you import that package.",
            "Import the package before torch.jit.load; operators that begin with aten:: need a newer torch.",
            says(r"Unknown builtin op: ?(?P<module>\w{1,60})::(?P<name>\w{1,100})"),
            absent="Its code does not call that.",
        ),
        judge=script,
        kin=(UNREADABLE,),
        loading=True,
    ),
    trap(
        "wrong-loader",
        error(
            "a checkpoint, opened by something other than torch.load",
            "torch.jit.load, pickle.load and numpy.load cannot read what torch.save writes. The file is probably fine.",
            "Load it with torch.load. If the error came from torch.load itself, the file is only data.pkl, "
            "extracted from the zip of a checkpoint: use the whole zip.",
            says(r"no persistent_load function was specified"),
            says(r"This file contains pickled \(object\) data"),
            says(r"Cannot load file containing pickled data when allow_pickle=False"),
            says(r"Unable to (?:synchronously )?open (?:file|object) \(file signature not found\)"),
            in_file=False,
        ),
        error(
            "an array of Python objects, opened by numpy.load",
            "NumPy writes an array of objects as a pickle, which can run any code, and reads it only when told to.",
            "If you trust who made the file: numpy.load(f, allow_pickle=True).",
            says(r"Object arrays cannot be loaded when allow_pickle=False"),
            absent="It holds no array of objects.",
        ),
        error(
            "a file of another kind, opened as safetensors",
            "safetensors expects a header with the list of tensors and did not find one. The file is something "
            "else: a pickle written by torch.save, a web page or a git-lfs pointer.",
            "Look at the size and the first bytes of the file. If Pthfinder opens it as a checkpoint, load it with "
            "torch.load. If it has only a few hundred bytes, download it again, or run `git lfs pull` if it is a "
            "git-lfs pointer.",
            says(
                r"SafetensorError: ?Error while deserializing header|Error while deserializing header: ?",
                r"(?P<reason>Header ?Too ?(?:Large|Small)|Invalid ?Header ?(?:Deserialization|Start)|Invalid ?Offset|",
                r"Invalid ?Tensor ?View|Tensor ?Invalid ?Info|Validation ?Overflow|invalid (?:JSON|UTF-?8) in header)",
            ),
            in_file=False,
            also="safetensors",
        ),
        judge=opened_otherwise,
        loading=True,
    ),
    trap(
        "safetensors",
        error(
            "a safetensors file, opened by torch.load",
            "The file is in the safetensors format, which is not a pickle. It names no devices.",
            "Load it with safetensors.torch.load_file(f, device='cpu').",
            says(r"Attempting to load a safetensors file but safetensors is not installed"),
            absent="It is not a safetensors file.",
        ),
        look=file_findings,
        judge=container,
        kin=(UNREADABLE,),
        loading=True,
    ),
    trap(
        "new-container",
        error(
            "a torch that is too old for the file",
            "Since torch 1.6, torch.save writes zip archives. Your torch is too old for this one: "
            "1.5 can read them, 1.4 and older cannot. The file itself is fine.",
            "Load it with torch ≥ 1.5, or save a copy in the legacy format; the training script can do that with "
            "torch.save(…, _use_new_zipfile_serialization=False).",
            says(r"is a zip archive ?\(did you mean to use torch\.jit\.load\(\)\?\)"),
            says(
                r"Attempted to read a PyTorch file with version (?P<version>\d{1,4}), ?but the maximum supported "
                r"version ",
                r"for reading is (?P<maximum>\d{1,4})",
            ),
            says(r"(?:tarfile\.\w{0,20}|InvalidHeader)Error: ?invalid header"),
            absent="It is in the legacy format, which every torch reads.",
        ),
        look=file_findings,
        judge=container,
        loading=True,
    ),
    trap(
        "old-container",
        error(
            "mmap needs the zip format",
            "The file is in the legacy format (the default before torch 1.6), which does not support mmap. It "
            "loads without mmap=True.",
            "Load without mmap=True, or save a copy as a zip.",
            says(r"mmap can only be used with files saved with"),
            absent="It is a zip, so mmap=True works.",
        ),
        look=file_findings,
        judge=container,
        loading=True,
    ),
    trap(
        "nested-in-legacy",
        error(
            "a tensor whose sizes are garbage from memory",
            "This is a bug of torch.load with nested tensors in the legacy format (before torch 1.6): it builds "
            "them before it has read their sizes, so the sizes in the error change from load to load. The weights "
            "themselves are fine.",
            "Save a copy as a zip; nothing is lost. If torch.load is not in the traceback, the file is not at "
            "fault: the script itself makes a tensor with garbage sizes.",
            says(r"Storage size calculation overflowed with sizes=\[[-\d,\s]{0,400}\] and strides="),
            says(
                r"setStorage: ?sizes \[[-\d,\s]{0,400}\], ?strides \[[-\d,\s]{0,400}\], ?storage offset -?\d{1,20}, "
                r"?and ",
                r"itemsize \d{1,4} requiring a storage size of -?\d{1,20} are out of bounds",
                above=r"_rebuild_nested_tensor|_nested_view_from_buffer",
            ),
            absent="It is not a file in the legacy format with nested tensors.",
        ),
        look=file_findings,
        judge=broken,
        breaks=True,
    ),
    trap(
        "generator-in-legacy",
        error(
            "a generator state that is garbage from memory",
            "This is a bug of torch.load with random number generators in the legacy format (before torch 1.6): it "
            "sets their state before it has read that state. The weights themselves are fine.",
            "Save a copy as a zip; nothing is lost.",
            says(r"__setstate__ of torch\._C\.Generator object at 0x[\da-f]{1,20}> returned a result with"),
            absent="It is not a file in the legacy format with random number generators.",
        ),
        look=file_findings,
        judge=broken,
        breaks=True,
    ),
    trap(
        "pickle-protocol",
        error(
            "a pickle that weights_only cannot read",
            "The file uses a pickle protocol that weights_only=True cannot read, or one that is newer than your "
            "Python. By default torch.save writes protocol 2.",
            "Write the pickle in protocol 2, or load with weights_only=False if you trust who made the file.",
            says(r"Unsupported operand (?P<operand>\d{1,3})"),
            says(r"unsupported pickle protocol: ?(?P<protocol>\d{1,3})"),
            says(r"Detected pickle protocol (?P<protocol>\d{1,3}) in the checkpoint"),
            absent="torch.load can read every opcode of its pickle.",
            also="refused-name",
        ),
        look=file_findings,
        judge=protocol,
        kin=(NAMES,),
        loading=True,
        at_an_opcode=True,
    ),
    trap(
        "untyped-in-legacy",
        look=file_findings,
        judge=broken,
        breaks=True,
    ),
    trap("old-tar", look=file_findings),
    trap(
        "pickle-opcode",
        look=file_findings,
        judge=protocol,
        kin=(NAMES,),
        at_an_opcode=True,
    ),
    trap("oversized-storage", look=file_findings),
)
