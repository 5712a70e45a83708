"""Files whose loading takes no memory that could be told: what there is to say about them instead."""

from __future__ import annotations

from typing import NamedTuple

from core.edits.preview import Preview
from core.loading.code import imports, load
from core.loading.methods import ALLOW, JIT, MANY, NO_WAY, OWN, PLAIN, SAFETENSORS, Way
from core.memory.ranks import is_shared
from core.text import listed
from core.words import say

_MOST_SHOWN = 2


class Unsupported(NamedTuple):
    """``title`` is the call that loads the file, ``why`` a sentence or two, ``code`` the lines that load it."""

    title: str
    why: str
    code: str


def unsupported(view: Preview, way: Way, planned: Way) -> Unsupported | None:
    """What to say of a file that no strategy is about; None for all others.

    ``way`` is how torch takes the file as it is, ``planned`` as the plan would save it.
    """
    code = "\n".join([*imports(way), "", *load(way, "f")]) if way.kind != NO_WAY else ""
    if way.kind == SAFETENSORS and not is_shared(view.catalogue):
        call = "safetensors.torch.load_file(f, device='cpu')"
        return Unsupported(
            call, say("There is no prediction for a safetensors file. Load it with {call}.", call=call), code
        )
    if way.kind == JIT:
        call = "torch.jit.load(f, map_location='cpu')"
        return Unsupported(
            call, say("There is no prediction for a TorchScript archive. Load it with {call}.", call=call), code
        )
    if way.kind == OWN:
        call = f"{way.call}(f)"
        return Unsupported(call, say("There is no prediction for such a file. Load it with {call}.", call=call), code)
    if way.kind == NO_WAY and planned.kind == NO_WAY:
        return Unsupported(say("no way"), no_way(way), code)
    if not view.catalogue.tensors and not view.totals_after:
        why = say("The file holds no tensors: there is nothing in it that goes onto a card.")
        return Unsupported("torch.load(f)", f"{why} {about_refusal(way)}".strip(), code)
    return None


def no_way(way: Way) -> str:
    """The sentence for a file that nothing loads."""
    return say("No torch of today loads this file: {why}.", why=say(way.why))


def about_refusal(way: Way) -> str:
    """That plain ``torch.load(f)`` refuses the file, and what the code does about it; empty where it does not."""
    if way.kind in (PLAIN, NO_WAY, MANY, SAFETENSORS):
        return ""
    names = listed(way.names, _MOST_SHOWN)
    if way.kind == ALLOW:
        return say(
            "Plain torch.load(f) refuses this file: it names {names}. Diagnose it for the cure; the code here tells it "
            "that these names are safe.",
            names=names,
        )
    if not names:
        return say(
            "Plain torch.load(f) refuses this file: it does not know how the pickle is written. Diagnose it for the "
            "cure; the code here runs what the file says and needs its code."
        )
    return say(
        "Plain torch.load(f) refuses this file: it names {names}. Diagnose it for the cure; the code here runs what "
        "the file says and needs its code.",
        names=names,
    )
