"""Pickles around torch's own, and within it: of ``pickle.dump``, and checkpoints that lie in a checkpoint as bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from core.catalogue.quoting import member_word
from core.diagnosis.damage import Damage, Kind
from core.diagnosis.finding import ERROR, NOTE, WARNING, Finding, make_finding
from core.diagnosis.trap import trap
from core.diagnosis.traps.containers import broken
from core.diagnosis.traps.devices import lost_device
from core.edits.edits import Drop, UseContainer
from core.edits.preview import Preview
from core.loading.computer import Computer
from core.loading.quoting import command
from core.loading.torch_messages import unsupported_opcode
from core.objects.nested import holds_checkpoint, pickled_bytes
from core.text import count_text, listed, sentences, size_text
from core.words import marked, say

_DEVICE = re.compile(rb"cuda:\d{1,3}")
FRAME, _FRAMED = 0x95, 4
"""The opcode that pickles of protocol 4 and up begin with, which the reader of torch does not have."""
_STATE = "_extra_state"
"""What a layer has for itself: ``get_extra_state`` of ``torch/nn/modules/module.py``."""
_ITS_DEVICES = marked(
    "When it is unpacked, its tensors go to the device that they were saved on, whatever map_location says."
)


def is_plain(preview: Preview) -> bool:
    """Whether the file is a pickle of Python itself, and stays one."""
    return preview.catalogue.checkpoint.container == "pickle" and not preview.plan


def _plain(preview: Preview) -> Finding:
    """That torch.load does not read a pickle of Python itself."""
    code = FRAME if preview.catalogue.checkpoint.protocol >= _FRAMED else None
    return make_finding(
        preview,
        "plain-pickle",
        ERROR,
        say("a plain Python pickle, for pickle.load"),
        unsupported_opcode(code) if code is not None else "",
        [preview.root],
        say(
            "pickle.dump wrote this file, or a program that calls it. torch.load(f) cannot read it; pickle.load can, "
            "and runs what the file says."
        ),
        say("Load it with the program that wrote it. For torch.load, save the same data with torch.save."),
        [UseContainer("zip")],
        loses=say("the ability of pickle.load, and of programs that use it, to read the file"),
        damage=Damage(frozenset({Kind.OTHER_MAGIC}), code),
    )


def nested_findings(preview: Preview, computer: Computer) -> Iterator[Finding]:
    """Pickles around the pickle, and in it. Of bytes it is told what their tensors were saved on, not of tensors."""
    catalogue = preview.catalogue
    if is_plain(preview):
        yield _plain(preview)
    blobs = {
        entry: blob
        for entry in range(len(catalogue))
        if (blob := pickled_bytes(catalogue.values[entry])) is not None and not preview.dropped(entry)
    }
    whole = {entry: blob for entry, blob in blobs.items() if holds_checkpoint(blob) and not _is_state(preview, entry)}
    states = [
        row.entry
        for row in catalogue.tensors
        if row.dtype == "uint8" and _is_state(preview, row.entry) and not preview.dropped(row.entry)
    ]
    for entry, blob in whole.items():
        yield _checkpoint(preview, computer, entry, blob)
    if rest := [entry for entry in blobs if entry not in whole]:
        yield _pickles(preview, computer, [*rest, *states], [blobs[entry] for entry in rest])
    elif states:
        yield _pickles(preview, computer, states, [])


def _is_state(preview: Preview, entry: int) -> bool:
    return preview.catalogue.label_text(entry).endswith(_STATE)


def _checkpoint(preview: Preview, computer: Computer, entry: int, blob: bytes) -> Finding:
    """A whole checkpoint, which is no part of the model around it that could be left out."""
    devices = _devices([blob])
    place = member_word(preview.catalogue, entry)
    look = command(["inspect", place]) if place else ""
    return make_finding(
        preview,
        "nested-pickle",
        NOTE if all(map(computer.has, devices)) else WARNING,
        say("a checkpoint inside the checkpoint ({size})", size=size_text(len(blob))),
        "",
        [entry],
        sentences(
            say("A program put a checkpoint into this one as bytes, as skorch does with the module of its NeuralNet."),
            say(_ITS_DEVICES),
            _named(devices),
        ),
        sentences(
            say("It belongs to the program that wrote it: load the file with that program."),
            say("To look inside, run `{command}`, or select its row in the window and press Enter.", command=look)
            if look
            else "",
        ),
    )


def _pickles(preview: Preview, computer: Computer, entries: Sequence[int], blobs: Sequence[bytes]) -> Finding:
    devices = _devices(blobs)
    return make_finding(
        preview,
        "nested-pickle",
        NOTE if all(map(computer.has, devices)) else WARNING,
        say("{pickles} inside the pickle", pickles=count_text(len(entries), "pickle")),
        "",
        entries,
        sentences(
            say("Some libraries put a whole pickle, as bytes, into the checkpoint (_extra_state and the like)."),
            say(_ITS_DEVICES),
            _named(devices) if devices or len(blobs) == len(entries) else "",
        ),
        say(
            "Pthfinder cannot change the devices inside these bytes. Load the file with the library that wrote it, "
            "on a machine with that GPU. Or drop these entries: most hold scaling factors, which training finds "
            "anew."
        ),
        [Drop(entry) for entry in entries],
        loses=say("these entries, which that library's load_state_dict may report as missing"),
    )


def _devices(blobs: Sequence[bytes]) -> list[str]:
    return sorted({device.decode() for blob in blobs for device in _DEVICE.findall(blob)})


def _named(devices: Sequence[str]) -> str:
    return (
        say("Here that is {devices}.", devices=listed(devices))
        if devices
        else say("Here none of them was saved on a GPU.")
    )


NESTED = (
    trap("nested-pickle", look=nested_findings, judge=lost_device),
    trap(
        "plain-pickle",
        look=nested_findings,
        judge=broken,
        breaks=True,
    ),
)
