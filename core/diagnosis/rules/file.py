"""Traps of the file itself: its pickle, storages larger than what is used, pickles inside pickles."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from core.diagnosis.finding import ERROR, NOTE, WARNING, Finding, make_finding
from core.diagnosis.rules.container import container_findings
from core.edits.edits import Compact, Drop, SetValue, UseProtocol
from core.edits.preview import Preview
from core.edits.shrink import cuts
from core.loading.computer import Computer
from core.loading.opcodes import LASTING, lasting_opcode, long_numbers, planned_opcode, protocol_used
from core.loading.torch_messages import unsupported_opcode
from core.objects.numpy_data import raw_bytes
from core.pickling.nodes import Call
from core.text import count_text, sentences, size_text
from core.words import say

_WORTH_SAYING = 0.2
"""Share of the file that unused bytes take."""
_SMALLEST = 4096
_DEVICE = re.compile(rb"cuda:\d{1,3}")


def file_findings(preview: Preview, computer: Computer) -> Iterator[Finding]:
    """Everything about how the file is written."""
    yield from pickle_findings(preview)
    yield from container_findings(preview)
    yield from _oversized(preview)
    yield from _nested(preview, computer)


def pickle_findings(preview: Preview) -> Iterator[Finding]:
    """Opcodes that the reader of plain ``torch.load(f)`` does not know."""
    lasting = list(_lasting(preview))
    yield from lasting
    protocol = preview.protocol or protocol_used(preview.catalogue.checkpoint)
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
            "The file is in pickle protocol {protocol}. The reader that torch.load uses by default knows only the "
            "opcodes of protocol 2.",
            protocol=protocol,
        ),
        say("Write the same data in protocol 2; nothing is lost."),
        [UseProtocol(2)],
        say("Passing weights_only=False reads it, and runs whatever else the file says."),
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
        say("numbers of more bits than torch reads") if long else say("a tuple that holds itself"),
        unsupported_opcode(code),
        long or [0],
        say(
            "The reader that torch.load uses by default has no opcode for integers of 2,040 bits and more, nor for "
            "tuples that hold themselves. No pickle protocol says them in another way."
        ),
        say("Write the number as text, in hexadecimal.")
        if long
        else say("Nothing here can undo the circle; drop what holds it."),
        [SetValue(entry, hex(values[entry])) for entry in long],
        say("Passing weights_only=False reads it, and runs whatever else the file says."),
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
            "A view is saved with the whole storage that it looks into. {storages} of this file hold {size} that no "
            "tensor uses, and torch.load allocates them as well.",
            storages=count_text(len(far_too_large), "storage"),
            size=size_text(unused),
        ),
        say(
            "Cut the storages to what is used; tensors that overlap stay shared. In a script: tensor.clone() before "
            "torch.save."
        ),
        [Compact()],
    )


def _nested(preview: Preview, computer: Computer) -> Iterator[Finding]:
    """Pickles inside the pickle. What their tensors were saved on can be told of bytes, not of tensors of bytes."""
    catalogue = preview.catalogue
    entries, devices = [], set()
    for entry in range(len(catalogue)):
        blob = _blob(catalogue.values[entry])
        if blob is not None and not preview.dropped(entry):
            entries.append(entry)
            devices |= {device.decode() for device in _DEVICE.findall(blob)}
    extra = [
        row.entry
        for row in catalogue.tensors
        if row.dtype == "uint8" and catalogue.label_text(row.entry).endswith("_extra_state")
        if not preview.dropped(row.entry)
    ]
    if not entries and not extra:
        return
    named = (
        say("They name {devices}.", devices=", ".join(sorted(devices)))
        if devices
        else say("They name no GPU.")
        if not extra
        else ""
    )
    yield make_finding(
        preview,
        "nested-pickle",
        NOTE if all(map(computer.has, devices)) else WARNING,
        say("{pickles} inside the pickle", pickles=count_text(len(entries) + len(extra), "pickle")),
        "",
        [*entries, *extra],
        sentences(
            say(
                "Some libraries put a whole pickle, as bytes, into the checkpoint (_extra_state and the like). When "
                "it is unpacked its tensors go to the device that they were saved on, whatever map_location says."
            ),
            named,
        ),
        say(
            "Nothing here can remap what is inside; let the library that wrote it load it on a machine with that GPU, "
            "or leave these entries out: most are scales that are found anew."
        ),
        [Drop(entry) for entry in (*entries, *extra)],
        loses=say("what is left out, which load_state_dict of that library may call missing"),
    )


def _blob(value: Any) -> bytes | None:
    """Bytes that are a pickle, or a zip of torch.save."""
    if type(value) not in (bytes, bytearray, Call):
        return None
    if type(value) is Call:
        plain = value.kind == "R" and not value.steps and type(value.args) is tuple and len(value.args) == 2
        if not plain:
            return None
    data = raw_bytes(value)
    if data is None or len(data) < 16:
        return None
    is_pickle = data[0] == 0x80 and data[1] in (2, 3, 4, 5) and data[-1:] == b"."
    return data if is_pickle or data.startswith(b"PK\x03\x04") else None
