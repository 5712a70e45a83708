"""Compares the keys of a file with those of a model as ``load_state_dict(strict=True)`` does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from core.catalogue.modules import is_optimizer
from core.diagnosis.model_match.state_keys import COUNTER, key_entries, largest_state_dicts, shapes_in
from core.dtypes import Shape
from core.edits.edits import Extract
from core.edits.keys import metadata_of
from core.edits.preview import Preview
from core.pickling.nodes import DictNode, get, mapping

KeyState = Literal["same", "missing", "unexpected", "mismatch"]

_EXTRA_STATE = "_extra_state"


class Have(NamedTuple):
    """One key of the file: its entry, and its shape or None where the value is no tensor."""

    entry: int
    shape: Shape | None


class ComparedKey(NamedTuple):
    """One key of the model, of the file, or of both. ``have`` and ``want`` are shapes, None where there is none."""

    key_in_file: str | None
    key_wanted: str | None
    have: Shape | None
    want: Shape | None
    state: KeyState
    entry: int | None


def planned_state(preview: Preview, entry: int) -> tuple[dict[str, Have], dict[str, Any]]:
    """The keys that the state dict at ``entry`` will have after the plan, and the versions in its ``_metadata``.

    A pickled model counts as the state dict that the plan extracts from it.
    """
    catalogue = preview.catalogue
    made = preview.made_state_dict(entry)
    if made is not None:
        entries = {key: at for at, key in preview.made_keys(entry)}
        shapes = shapes_in(made)
        named = preview.rewrite.new_names(items) if (items := mapping(made)) is not None else {}
        have: dict[str, Have] = {}
        for key, shape in shapes.items():
            at = entries.get(named[key])
            have[named[key]] = Have(entry, shape) if at is None else Have(at, preview.planned.shape(at))
        return have, _versions(preview, metadata_of(made))
    found: dict[str, Have] = {}
    for child in key_entries(catalogue, entry):
        if not preview.dropped(child):
            found[str(preview.label(child))] = Have(child, preview.planned.shape(child))
    return found, _versions(preview, metadata_of(catalogue.tree.values[entry]))


def fits(have: Shape | None, want: Shape | None) -> bool:
    """Whether torch copies a tensor of one shape into a parameter of the other.

    A parameter of no dimension takes a tensor of one element, as torch 0.3 saved it. Unknown shapes fit.
    """
    return have == want or want is None or (want == () and have == (1,))


def compare_keys(
    have: Mapping[str, Have], want: Mapping[str, Shape | None], versions: Mapping[str, Any]
) -> list[ComparedKey]:
    """The model's keys in its order, then those of the file that it does not expect, in the order torch names them."""
    rows: list[ComparedKey] = []
    for key, shape in want.items():
        found = have.get(key)
        if found is None:
            state: KeyState = "same" if _made_up(key, want, versions) else "missing"
            rows.append(ComparedKey(None, key, None, shape, state, None))
        else:
            state = "same" if fits(found.shape, shape) else "mismatch"
            rows.append(ComparedKey(key, key, found.shape, shape, state, found.entry))
    unexpected = _in_torch_order([key for key in have if key not in want], want)
    rows += [ComparedKey(key, None, have[key].shape, None, "unexpected", have[key].entry) for key in unexpected]
    return rows


def _versions(preview: Preview, metadata: DictNode | None) -> dict[str, Any]:
    """The version of each module in the planned ``_metadata``, by module name."""
    found = {}
    for slot, name in preview.rewrite.live_keys(metadata) if metadata is not None else ():
        if isinstance(name, str):
            version = get(metadata.items[2 * slot + 1], "version") if metadata is not None else None
            found[name] = version if type(version) is int else None
    return found


def _made_up(key: str, want: Mapping[str, Any], versions: Mapping[str, Any]) -> bool:
    """Whether a norm layer makes up the key: files older than torch 0.4.1 have no ``num_batches_tracked``."""
    module, _, name = key.rpartition(".")
    if name != COUNTER or (f"{module}.running_mean" if module else "running_mean") not in want:
        return False
    version = versions.get(module)
    return version is None or version < 2


def _in_torch_order(keys: Sequence[str], want: Mapping[str, Any]) -> list[str]:
    """Unexpected keys as torch meets them: module by module from the outside in, ``_extra_state`` first."""
    if len(keys) < 2:
        return list(keys)
    visits = _visits(want)

    def place(item: tuple[int, str]) -> tuple[int, int, int]:
        position, key = item
        module, rest = "", key
        while True:
            first, dot, below = rest.partition(".")
            inner = f"{module}{first}."
            if not dot or inner not in visits:
                return visits[module], rest != _EXTRA_STATE, position
            module, rest = inner, below

    return [key for _, key in sorted(enumerate(keys), key=place)]


def _visits(want: Mapping[str, Any]) -> dict[str, int]:
    """When ``load_state_dict`` comes to each module, by its name with a final dot: depth first, children in order."""
    children: dict[str, dict[str, None]] = {"": {}}
    for key in want:
        end = key.find(".")
        outer = ""
        while end >= 0:
            module = key[: end + 1]
            if module not in children:
                children[module] = {}
                children[outer][module] = None
            outer, end = module, key.find(".", end + 1)
    visits: dict[str, int] = {}
    stack = [""]
    while stack:
        module = stack.pop()
        visits[module] = len(visits)
        stack.extend(reversed(children[module]))
    return visits


def planned_state_dicts(preview: Preview) -> list[int]:
    """The state dicts of the file to be written, those with most tensors first; extracted ones are among them."""
    catalogue = preview.catalogue
    largest = largest_state_dicts(catalogue, len(catalogue.state_dicts))
    extracted = [edit.entry for edit in preview.plan.edits if isinstance(edit, Extract)]
    return [entry for entry in (*extracted, *largest) if is_state_dict(preview, entry)]


def is_state_dict(preview: Preview, entry: int) -> bool:
    """Whether an entry is a mapping that stays in the file, or a model whose state dict does."""
    node = preview.catalogue.tree.values[entry]
    extracted = preview.made_state_dict(entry) is not None and not is_optimizer(node)
    return not preview.dropped(entry) and (extracted or mapping(node) is not None)
