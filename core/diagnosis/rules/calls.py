"""Pickles that no torch wrote: a flipped byte turns a name or a shape into something else, and the rest still reads.

What ``torch/_weights_only_unpickler.py`` and the functions of ``torch/_utils.py`` refuse, though it opens here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.diagnosis.finding import ERROR, Finding, make_finding
from core.edits.preview import Preview
from core.objects.tensors import USUAL
from core.pickling.nodes import ORDERED_DICT, Call, DictNode, Global, PersistentId
from core.words import say

_USUAL_ARGUMENTS = (6, 7)


def call_findings(preview: Preview) -> Iterator[Finding]:
    """One finding where the pickle calls, or refers to, what torch never does."""
    catalogue = preview.catalogue
    if preview.plan or not _is_odd(catalogue):
        return
    yield make_finding(
        preview,
        "damaged",
        ERROR,
        say("The pickle inside the file is damaged"),
        "",
        [preview.root],
        say(
            "It reads to its end, but somewhere it makes something of the wrong parts, as torch.save never writes it: "
            "a byte was changed on the way."
        ),
        say("Fetch the file again, or go back to an older checkpoint."),
    )


def _is_odd(catalogue: Catalogue) -> bool:
    mentions = catalogue.checkpoint.mentions
    if any(type(node.pid) is not tuple or node.pid[:1] != ("storage",) for node in mentions.persistent):
        return True
    if any(kind in (DictNode, list) for kind in set(map(type, catalogue.labels))):  # keys that cannot be hashed
        return True
    # Nearly all calls make tensors; where all do, none is looked at.
    return len(mentions.calls) > len(catalogue.tensors) and any(map(_is_odd_call, mentions.calls))


def _is_odd_call(call: Call) -> bool:
    if type(call.func) is not Global:
        return True
    if call.func == USUAL:
        return not _makes_a_tensor(call.args)
    return call.func == ORDERED_DICT and type(call.args) is tuple and len(call.args) > 1


def _makes_a_tensor(arguments: Any) -> bool:
    if type(arguments) is not tuple or len(arguments) not in _USUAL_ARGUMENTS:
        return False
    storage, offset, shape, stride = arguments[:4]
    return type(storage) is PersistentId and type(offset) is int and _are_sizes(shape) and _are_sizes(stride)


def _are_sizes(sizes: Sequence[Any]) -> bool:
    return type(sizes) is tuple and all(type(size) is int for size in sizes)
