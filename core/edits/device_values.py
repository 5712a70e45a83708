"""``torch.device`` objects in a file: which of them a change of devices takes along, and which it leaves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from core.catalogue.catalogue import Catalogue
from core.edits.diff import Rewrite
from core.edits.edits import device_matches
from core.objects.compounds import WRAPPER
from core.objects.value_text import device_argument
from core.pickling.nodes import Call
from core.text import count_text

_MOST_SHOWN = 3


def remap_device_objects(catalogue: Catalogue, rewrite: Rewrite, source: str, target: str) -> dict[int, str]:
    """Send along those that say where a tensor is; the rest are values of the user, and stay.

    ``torch.load(map_location=…)`` draws the same line. Gives the entries of those that stay on a device which tensors
    leave, with what they say.
    """
    kind, _, index = target.partition(":")
    args = (kind, int(index)) if index else (kind,)
    kept: dict[int, str] = {}
    for entry in catalogue.tree.device_objects:
        node = catalogue.tree.values[entry]
        device = device_argument(node.args)
        if _is_of_tensor(catalogue, entry):
            if device_matches(source, device):
                rewrite.nodes[id(node)] = Call(node.kind, node.func, args)
        elif device != target and (device_matches(source, device) or device_matches(source, f"{device}:0")):
            kept[entry] = device
    return kept


def about_kept(catalogue: Catalogue, kept: Mapping[int, str], gone: Sequence[int]) -> Iterator[str]:
    """A sentence on those that stay, how many and where; nothing when there are none left in the file."""
    here = [entry for entry in kept if not (gone and gone[entry])]
    if not here:
        return
    where = ", ".join(f"{catalogue.path_text(entry) or 'the file'} ({kept[entry]})" for entry in here[:_MOST_SHOWN])
    yield (
        f"{count_text(len(here), 'torch.device value')} {'stays' if len(here) == 1 else 'stay'} as saved: {where}"
        f"{' …' if len(here) > _MOST_SHOWN else ''}. torch.load takes such values on any computer, and map_location "
        "leaves them too; a script that goes by them must have that device."
    )


def _is_of_tensor(catalogue: Catalogue, entry: int) -> bool:
    """Whether the object is an argument of the function that rebuilds a tensor around others."""
    tree = catalogue.tree
    holder = tree.parents[entry]
    for node in (tree.values[holder], tree.values[tree.parents[holder]]):
        if type(node) is Call and type(node.args) is tuple and WRAPPER in (node.func, *node.args[:1]):
            return True
    return False
