"""Files whose loading takes no memory that could be told: what there is to say about them instead."""

from __future__ import annotations

from typing import NamedTuple

from core.edits.preview import Preview
from core.loading.code import imports, load
from core.loading.methods import ALLOW, JIT, NO_WAY, PLAIN, SAFETENSORS, Way

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
    if way.kind == SAFETENSORS:
        call = "safetensors.torch.load_file(f, device='cpu')"
        return Unsupported(call, f"There is no prediction for a safetensors file. Load it with {call}.", code)
    if way.kind == JIT:
        call = "torch.jit.load(f, map_location='cpu')"
        return Unsupported(call, f"There is no prediction for a TorchScript archive. Load it with {call}.", code)
    if way.kind == NO_WAY and planned.kind == NO_WAY:
        return Unsupported("no way", no_way(way), code)
    if not view.catalogue.tensors and not view.totals_after:
        why = "The file holds no tensors: there is nothing in it that goes onto a card."
        return Unsupported("torch.load(f)", f"{why} {about_refusal(way)}".strip(), code)
    return None


def no_way(way: Way) -> str:
    """The sentence for a file that nothing loads."""
    return f"No torch of today loads this file: {way.why}."


def about_refusal(way: Way) -> str:
    """That plain ``torch.load(f)`` refuses the file, and what the code does about it; empty where it does not."""
    if way.kind in (PLAIN, NO_WAY):
        return ""
    more = len(way.names) - _MOST_SHOWN
    names = ", ".join(way.names[:_MOST_SHOWN]) + (f" and {more} more" if more > 0 else "")
    what = f"it names {names}" if names else "it does not know how the pickle is written"
    then = "tells it that these names are safe" if way.kind == ALLOW else "runs what the file says and needs its code"
    return f"Plain torch.load(f) refuses this file: {what}. Diagnose it for the cure; the code here {then}."
