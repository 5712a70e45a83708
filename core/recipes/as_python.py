"""Writes a plan as torch code that loads the file, changes its objects, and saves the tensors and keys of the plan."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from core.catalogue.quoting import comment, indexed, literal
from core.dtypes import ITEM_SIZES
from core.edits.edits import Plan
from core.edits.keys import OfNames, metadata_of
from core.edits.preview import Preview, preview
from core.edits.script import Script
from core.loading.code import call, imports, load
from core.loading.methods import JIT, NO_WAY, OWN, SAFETENSORS, way_to_load
from core.objects.value_text import device_argument
from core.pickling.nodes import Call, DictNode, mapping
from core.saving.choice import chosen

_USUAL_PROTOCOL = 2


class AsPython(NamedTuple):
    """The ``code``, and in ``left`` what the plan does and the code does not. The code says this in comments too.

    ``devices`` are those that the code puts tensors on, besides the CPU: it runs only where they are.
    """

    code: str
    left: tuple[str, ...]
    devices: tuple[str, ...] = ()


def as_python(view: Preview, source: str, target: str) -> AsPython:
    """Write code that makes the file of a preview. The code loads with torch, so it runs what the file runs."""
    catalogue = view.catalogue
    way = way_to_load(preview(catalogue, Plan()))
    if way.kind in (NO_WAY, JIT, OWN):
        why = way.why or "torch.load does not read this kind of file"
        return AsPython(comment(f"There is no code for this file: {why}."), (why,))
    script = Script(catalogue, view.rewrite)
    script.imports(*imports(way))
    places = _places(script, view)
    options = _map_location(places)
    casts(script, view)
    for turn, then in ((0, cuts), (1, _devices), (2, None), (3, None)):
        edits = [edit for edit in dict.fromkeys(view.plan.edits) if edit.torch_turn == turn]
        for edit in sorted(edits, key=lambda edit: edit.torch_order):
            edit.in_torch(script)
        if then is not None:
            then(script, view)
    renames(script, view)
    keep(script, view)
    loading = load(way, literal(source), options)
    kind = chosen(view, target).kind
    if kind == "safetensors":
        script.imports("import safetensors.torch")
        notes = way.kind == SAFETENSORS and not way.shards
        if notes:
            script.imports("import safetensors")
        code = script.text([*loading, *(_notes(source) if notes else [])], _save_safetensors(view, target, notes))
    else:
        code = script.text(loading, _save(view, target))
    planned = {device for device, kept in zip(view.draft.devices, view.storages_kept, strict=False) if kept}
    return AsPython(code, tuple(script.left), tuple(sorted({*places.values(), *planned} - {"cpu", "meta"})))


def _devices(script: Script, view: Preview) -> None:
    """Devices that the file names."""
    catalogue = view.catalogue
    for entry in catalogue.tree.device_objects:
        node = view.rewrite.nodes.get(id(catalogue.values[entry]))
        if type(node) is Call and type(node.args) is tuple and script.reaches(entry):
            script.assign(entry, f"torch.device({device_argument(node.args)!r})")


def _notes(source: str) -> list[str]:
    """The notes in the header of a safetensors file."""
    return [f"with safetensors.safe_open({literal(source)}, 'pt') as file:", "    notes = file.metadata() or {}"]


def _save_safetensors(view: Preview, target: str, notes: bool) -> list[str]:
    """As ``save_model`` of the library saves a state dict: what shares its numbers is written once."""
    lines = ["metadata = {'format': 'pt', **notes}" if notes else "metadata = {'format': 'pt'}"]
    if any(tensors > 1 for tensors in view.kept_tensors):
        lines += [
            "for kept, names in safetensors.torch._remove_duplicate_names(checkpoint).items():",
            "    for name in names:",
            "        metadata.setdefault(name, kept)",
            "        del checkpoint[name]",
        ]
    lines.append("checkpoint = {key: tensor.contiguous() for key, tensor in checkpoint.items()}")
    arguments = ["checkpoint", literal(target), "metadata=metadata"]
    return [*lines, *(line.removeprefix(" = ") for line in call("", arguments, "safetensors.torch.save_file"))]


def _save(view: Preview, target: str) -> list[str]:
    options = []
    if (view.container or view.catalogue.checkpoint.container) == "legacy":
        options.append("_use_new_zipfile_serialization=False")
    if view.draft.protocol is not None and view.draft.protocol != _USUAL_PROTOCOL:
        options.append(f"pickle_protocol={view.draft.protocol}")
    arguments = ["checkpoint", literal(target), *options]
    return [line.removeprefix(" = ") for line in call("", arguments, "torch.save")]


# -- keys: a function where a rule gives all the new names, else the names one by one ----------------------------------


_FUNCTION = "new_name"
_MOST_EXCEPTIONS = 20


class Rule:
    """The renames of a plan as one function of Python: what it does, and how it is written."""

    def __init__(self, view: Preview) -> None:
        self._steps = [edit.of_key() for edit in view.plan.edits if isinstance(edit, OfNames)]
        self.uses_re = any(step is not None and "re.sub" in step[0] for step in self._steps)

    def __bool__(self) -> bool:
        return bool(self._steps) and all(self._steps)

    def __call__(self, key: str) -> str:
        for step in self._steps:
            key = step[1](key) if step is not None else key
        return key

    @property
    def text(self) -> str:
        body = [f"    key = {step[0]}" for step in self._steps if step is not None]
        return "\n".join([f"def {_FUNCTION}(key):", '    """The new name of a key."""', *body, "    return key", ""])


def renames(script: Script, view: Preview) -> None:
    """New keys of dicts, new texts in lists; from the inside out, so that the paths above are still the old ones."""
    rule = Rule(view)
    for home, expression in _homes(script, view):
        if type(home) is DictNode:
            _rename_dict(script, view, home, expression, rule)
        elif isinstance(home, list):
            _rename_list(script, view, home, expression, rule)


def _homes(script: Script, view: Preview) -> list[tuple[Any, str]]:  # noqa: C901 - one walk over all entries
    """The nodes with other names in them, and the expressions for them, the innermost first."""
    rewrite, catalogue = view.rewrite, view.catalogue
    wanted = {home for home, _ in (*rewrite.names, *rewrite.drops)} | set(rewrite.inserts)
    found: dict[int, tuple[Any, str]] = {}

    def note(node: Any, expression: str) -> None:
        if id(node) in wanted:
            found.setdefault(id(node), (node, expression))

    for entry, value in enumerate(catalogue.values):
        if type(value) in (int, float, str, bool, type(None)):
            continue
        made = view.made_state_dict(entry) if id(value) in rewrite.nodes else None
        shown = value if made is None else made
        items = mapping(shown) if not isinstance(shown, list) else shown
        about = metadata_of(shown)
        if items is None or (id(items) not in wanted and (about is None or id(about) not in wanted)):
            continue
        if not script.reaches(entry):
            continue
        note(items, script.at(entry))
        if about is not None:
            note(about, f"{script.at(entry)}._metadata")
        if made is not None:
            _note_lists(made, script.at(entry), note)
    for home in wanted - found.keys():
        if any(each == home for each, _ in rewrite.names):
            script.leave("names inside an object change.")
    return list(reversed(found.values()))


def _note_lists(made: Any, expression: str, note: Callable[[Any, str], None]) -> None:
    """The names of parameters in an optimizer that the plan makes a state dict of."""
    items = mapping(made)
    groups = dict(zip(items.items[::2], items.items[1::2], strict=True)).get("param_groups") if items else None
    for number, group in enumerate(groups if isinstance(groups, list) else ()):
        parts = mapping(group)
        for key, value in zip(parts.items[::2], parts.items[1::2], strict=True) if parts else ():
            note(value, f"{expression}['param_groups'][{number}][{literal(key)}]")


def _rename_dict(script: Script, view: Preview, home: DictNode, expression: str, rule: Rule) -> None:
    rewrite = view.rewrite
    metadata = expression.endswith("._metadata")
    if metadata:
        gone = [home.items[2 * slot] for slot in range(len(home.items) // 2) if (id(home), slot) in rewrite.drops]
        script.write(*(f"del {expression}[{literal(name)}]" for name in gone))
    names = {
        home.items[2 * slot]: key for slot, key in rewrite.live_keys(home) if isinstance(home.items[2 * slot], str)
    }
    if any(old != new for old, new in names.items()):
        script.need("rename")
        script.write(f"rename({expression}, {_function(script, names, rule, metadata=metadata)})")
    first = rewrite.put_so_far(home)
    if first:
        script.need("put_first")
        listed = ", ".join(
            f"{literal(name)}: {_plain(value)}" for name, value in zip(first[::2], first[1::2], strict=True)
        )
        script.write(f"put_first({expression}, {{{listed}}})")


def _plain(value: Any) -> str:
    """A dict of plain values, as code."""
    items = value.items if type(value) is DictNode else []
    return "{" + ", ".join(f"{literal(a)}: {literal(b)}" for a, b in zip(items[::2], items[1::2], strict=True)) + "}"


def _function(script: Script, names: dict[str, Any], rule: Rule, *, metadata: bool) -> str:
    """The expression for what gives the new names."""
    ways: list[tuple[Callable[[str], Any], str, str]] = []
    if rule and metadata:
        ways.append(
            (lambda name: rule(f"{name}.").rstrip("."), f"lambda name: {_FUNCTION}(f'{{name}}.').rstrip('.')", "")
        )
        ways.append(
            (
                lambda name: rule(f"{name}.").rstrip(".") if name else rule(name).rstrip("."),
                f"lambda name: {_FUNCTION}(f'{{name}}.' if name else name).rstrip('.')",
                "",
            )
        )
    elif rule:
        ways.append((rule, _FUNCTION, f"{_FUNCTION}(key)"))
    for way, text, inner in ways:
        others = {old: new for old, new in names.items() if way(old) != new}
        if not others or (inner and len(others) <= _MOST_EXCEPTIONS and len(others) < len(names) // 2):
            _use(script, rule)
            return text if not others else f"lambda key: {_mapping(others)}.get(key) or {inner}"
    changed = {old: new for old, new in names.items() if old != new}
    return f"lambda key: {_mapping(changed)}.get(key, key)"


def _use(script: Script, rule: Rule) -> None:
    if rule.text not in script.functions:
        script.functions.append(rule.text)
        if rule.uses_re:
            script.imports("import re")


def _mapping(names: dict[str, Any]) -> str:
    parts = [f"{literal(old)}: {literal(new)}" for old, new in names.items()]
    line = "{" + ", ".join(parts) + "}"
    return line if len(line) <= 80 else "{\n" + "".join(f"    {part},\n" for part in parts) + "}"


def _rename_list(script: Script, view: Preview, home: Sequence[Any], expression: str, rule: Rule) -> None:
    names = {
        value: view.rewrite.names.get((id(home), slot), value)
        for slot, value in enumerate(home)
        if isinstance(value, str)
    }
    if all(old == new for old, new in names.items()):
        return
    function = _function(script, names, rule, metadata=False)
    call = function if function == _FUNCTION else f"({function})"
    script.write(f"{expression}[:] = [{call}(name) for name in {expression}]")


def keep(script: Script, view: Preview) -> None:
    """What becomes the whole file, under the keys that it has by then."""
    if not view.root:
        return
    if not script.reaches(view.root):
        script.leave(f"{view.catalogue.path_text(view.root)} becomes the whole file.")
        return
    keys: list[Any] = []
    entry = view.root
    while entry:
        keys.append(view.label(entry))
        entry = view.catalogue.parents[entry]
    script.write(f"checkpoint = {indexed('checkpoint', reversed(keys))}")


# -- tensors: their devices, dtypes, numbers, and storages that are cut ------------------------------------------------


_FEW_KEYS = 4
"""So many keys are excepted by name."""
_WIDTH = 100


def _places(script: Script, view: Preview) -> dict[str, str]:
    """Where ``torch.load`` puts the storages of each device of the file.

    Each device has one goal. Where its storages go to several, code moves the rest. What is dropped is loaded too: to
    the CPU where all the others are.
    """
    saved, planned = view.catalogue.storage_columns.devices, view.draft.devices
    goals: dict[str, set[str]] = {}
    for index, kept in enumerate(view.storages_kept):
        if kept:
            goals.setdefault(saved[index], set()).add(planned[index])
    mapping = {device: _goal(script, view, device, found) for device, found in goals.items()}
    _move_rest(script, view, mapping)
    on_cpu = set(mapping.values()) <= {"cpu"}
    return {device: mapping.get(device, "cpu" if on_cpu else device) for device in dict.fromkeys(saved)}


def _map_location(places: dict[str, str]) -> list[str]:
    """Return the option of ``torch.load`` that puts storages there."""
    if set(places.values()) == {"cpu"} and set(places) != {"cpu"}:
        return ["map_location='cpu'"]
    mapping = {device: goal for device, goal in places.items() if device != goal}
    return [f"map_location={mapping!r}"] if mapping else []


def _goal(script: Script, view: Preview, device: str, goals: Collection[str]) -> str:
    """Choose where ``torch.load`` puts the storages of a device: where one belongs that no code can move afterwards."""
    if len(goals) == 1:
        return next(iter(goals))
    entries, storage_of, kept = view.catalogue.tree.tensors, view.catalogue.storage_of, view.storages_kept
    saved, planned = view.catalogue.storage_columns.devices, view.draft.devices
    for row, at in enumerate(storage_of):
        if saved[at] == device and kept[at] and not script.reaches(entries[row]):
            return planned[at]
    return device if device in goals else min(goals)


def _move_rest(script: Script, view: Preview, mapping: dict[str, str]) -> None:
    """Storages that are not where they belong once the file is loaded."""
    saved, planned, kept = view.catalogue.storage_columns.devices, view.draft.devices, view.storages_kept
    storage_of = view.catalogue.storage_of
    strays = {at for at in range(len(saved)) if kept[at] and mapping[saved[at]] != planned[at]}
    if not strays:
        return
    matters = [row for row, at in enumerate(storage_of) if kept[at]]
    for goal in dict.fromkeys(planned[at] for at in sorted(strays)):
        rows = {row for row in matters if storage_of[row] in strays and planned[storage_of[row]] == goal}
        # What is there already may be taken along.
        others = [row for row in matters if planned[storage_of[row]] != goal]
        _put(script, view, rows, others, f"device={goal!r}")


def casts(script: Script, view: Preview) -> None:
    """Storages in another dtype."""
    by_dtype: dict[str, set[int]] = {}
    for at, recipe in view.draft.recipes.items():
        if recipe.casts:
            by_dtype.setdefault(recipe.dtype, set()).update(view.catalogue.rows_of_storage[at])
    everything = range(len(view.catalogue.tensors))
    for dtype, rows in by_dtype.items():
        _put(script, view, rows, everything, f"dtype=torch.{dtype}")


def _put(script: Script, view: Preview, rows: set[int], matters: Iterable[int], to: str) -> None:
    """Call ``put`` for some tensors; those that do not matter may be taken along."""
    if not rows:
        return
    catalogue = view.catalogue
    script.need("put" if all(_is_alone(view, row) for row in rows) else "put together")
    entries = catalogue.tree.tensors
    lost = [row for row in rows if not script.reaches(entries[row])]
    if lost:
        script.leave(f"{len(lost)} tensors inside objects, such as {catalogue.path_text(entries[lost[0]])}: {to}.")
    reached = {entries[row] for row in rows} - {entries[row] for row in lost}
    others = {entries[row] for row in matters if script.reaches(entries[row])} - reached
    _choose(script, 0, reached, others, to)


def _is_alone(view: Preview, row: int) -> bool:
    """Whether a tensor is all of its storage, item by item in their order."""
    tensor, at = view.catalogue.tensors[row], view.catalogue.storage_of[row]
    columns = view.catalogue.storage_columns
    step = 1
    for length, stride in zip(reversed(tensor.shape), reversed(tensor.stride), strict=True):
        if length != 1 and stride != step:
            return False
        step *= length
    return columns.tensors[at] == 1 and columns.nbytes[at] == tensor.nbytes and not tensor.storage_offset


def _choose(script: Script, branch: int, wanted: set[int], others: set[int], to: str) -> None:
    """Say which tensors of a branch are meant: all, all but those of some keys, or branch by branch."""
    catalogue = script.catalogue
    span = range(branch, catalogue.ends[branch])
    here = [entry for entry in wanted if entry in span]
    rest = [entry for entry in others if entry in span]
    if not here:
        return
    if catalogue.rows[branch] >= 0:
        script.write(f"put({script.at(branch)}, {to})")
        return
    names = {catalogue.labels[entry] for entry in here}
    excepted = {catalogue.labels[entry] for entry in rest}
    if not rest or (names.isdisjoint(excepted) and min(len(names), len(excepted)) <= _FEW_KEYS):
        script.need("tensors")
        script.write(f"for key, tensor in tensors({script.at(branch)}):")
        indent = "    "
        if rest:
            fewer, word = (excepted, "not in") if len(excepted) <= len(names) else (names, "in")
            script.write(f"    if key {word} {_listed(fewer)}:")
            indent = "        "
        script.write(f"{indent}put(tensor, {to})")
        return
    leaves = [entry for entry in sorted(here) if catalogue.parents[entry] == branch and catalogue.rows[entry] >= 0]
    if leaves:
        keys = [script.key(entry) for entry in leaves]
        script.write("for key in (", *(f"    {key}," for key in keys), "):")
        script.write(f"    put({script.at(branch)}[key], {to})")
    for child in catalogue.children(branch):
        if catalogue.rows[child] < 0 and catalogue.ends[child] > child + 1:
            _choose(script, child, set(here), set(rest), to)


def _listed(keys: Collection[Any]) -> str:
    return "(" + "".join(f"{literal(key)}, " for key in sorted(keys, key=str)).rstrip() + ")"


# -- storages that are cut ---------------------------------------------------------------------------------------


def cuts(script: Script, view: Preview) -> None:
    """Storages cut down to what tensors use."""
    by_piece: dict[int, list[int]] = {}
    for row, (piece, _) in view.draft.pieces.items():
        by_piece.setdefault(piece, []).append(row)
    for piece, rows in by_piece.items():
        new = view.draft.added[piece]
        entries = [view.catalogue.tree.tensors[row] for row in rows]
        saved = {view.catalogue.tree.facts.dtypes[row] for row in rows}
        if len(saved) > 1 or not all(map(script.reaches, entries)):
            script.leave(f"the storage of {view.catalogue.path_text(entries[0])} is cut down to what is used of it.")
            continue
        script.need("cut")
        first = new.start // ITEM_SIZES[saved.pop()]
        count = new.nbytes // ITEM_SIZES[view.dtype(rows[0])]
        listed = ", ".join(map(script.at, entries))
        script.write(*_call(f"cut([{listed}], {first}, {count})", entries, script.at, first, count))


def _call(line: str, entries: list[int], at: Callable[[int], str], first: int, count: int) -> Iterator[str]:
    if len(line) <= _WIDTH:
        yield line
        return
    yield "cut("
    yield "    ["
    yield from (f"        {at(entry)}," for entry in entries)
    yield "    ],"
    yield f"    {first},"
    yield f"    {count},"
    yield ")"
