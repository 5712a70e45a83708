"""What the command line prints of a checkpoint: as data for JSON and as text for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import module_entries
from core.catalogue.odd_places import oddities_of
from core.catalogue.optimizers.hyperparameters import group_options, json_options, json_value, option_lines
from core.catalogue.optimizers.words import belonging_json, belonging_text, kind_text
from core.catalogue.quoting import member_word
from core.catalogue.storages import DeviceTotal
from core.catalogue.subclasses import subclass_json, subclass_lines, subclasses
from core.loading.quoting import command
from core.objects.global_names import RUNS_CODE, WARNING, is_torch_plain, python3_name, severity
from core.objects.nested import nested_checkpoints
from core.objects.value_text import json_path
from core.oddities import NOT_OF_TORCH, listed_oddities
from core.pickling.nodes import Global
from core.report.layout import labelled
from core.report.parts import lost_json, part_lines, parts_json
from core.text import clauses, clip, count_text, listed, quoted, series, shape_text, size_text, titled
from core.words import marked, say


def optimizers_json(catalogue: Catalogue) -> list[dict[str, Any]]:
    """Each optimizer with its kind, its parameters, the options of its groups, and the model that it belongs to."""
    return [
        {
            "path": json_path(catalogue.path(found.entry)),
            "kind": found.kind,
            "groups": found.groups,
            "params": found.params,
            "matched": found.matched,
            "options": [json_options(group) for group in group_options(catalogue, found.entry)],
            **belonging_json(catalogue, found),
        }
        for found in catalogue.optimizers
    ]


def optimizer_lines(catalogue: Catalogue) -> Iterator[str]:
    """A line an optimizer, and below it its options."""
    for optimizer in catalogue.optimizers:
        of = belonging_text(catalogue, optimizer)
        told = say(
            "{kind} at {path}: {groups}, the names of {known:,} of {parameters} are known",
            path=quoted(path) if (path := catalogue.path_text(optimizer.entry)) else say("the top level"),
            kind=kind_text(optimizer.kind) or say("unknown kind"),
            groups=count_text(optimizer.groups, "group"),
            known=optimizer.matched,
            parameters=count_text(optimizer.params, "parameter"),
        )
        yield labelled(say("optimizer"), clauses(filter(None, (told, of))))
        yield from (f"            {line}" for line in option_lines(catalogue, optimizer.entry))


JsonDict = dict[str, Any]
_MODULE_MARK = "_parameters"
_MOST_NAMES = 12
_VALUES, _MOST_VALUES = 12, 2000
"""Values that are shown, and that are counted."""
_LOOKED_FOR = frozenset(
    (
        *("epoch", "epochs", "step", "steps", "global_step", "iteration", "iterations", "iter", "it", "iter_num"),
        *("loss", "val_loss", "acc", "accuracy", "lr", "learning_rate", "seed", "arch", "name", "model_name"),
    )
)


def inspection(catalogue: Catalogue) -> JsonDict:
    """The object that ``inspect --json`` prints; a ``device`` is None where the format saves none."""
    nowhere = _names_no_devices(catalogue)
    return {
        "file": str(catalogue.checkpoint.path),
        "container": catalogue.checkpoint.container,
        "bytes": catalogue.checkpoint.bytes,
        "protocol": None if nowhere else _protocol(catalogue),
        "read_only": catalogue.checkpoint.read_only,
        "oddities": [{"place": oddity.place, "what": oddity.what} for oddity in oddities_of(catalogue)[:_MOST_VALUES]],
        "parts": parts_json(catalogue),
        "made_without": lost_json(catalogue),
        "tensors": _tensors(catalogue),
        "storages": _storages(catalogue),
        "devices": {} if nowhere else devices_json(catalogue.devices),
        "prefixes": _prefixes(catalogue),
        "optimizers": optimizers_json(catalogue),
        "models": _models(catalogue),
        "values": _values(catalogue),
        "subclasses": _subclasses(catalogue),
        "globals": list(catalogue.globals),
        "names": names_json(catalogue.checkpoint.mentions.names),
    }


def _tensors(catalogue: Catalogue) -> list[JsonDict]:
    nowhere, storages = _names_no_devices(catalogue), catalogue.storages
    return [
        {
            "path": path,
            "role": row.role,
            "dtype": row.dtype,
            "shape": row.shape,
            "stride": row.stride,
            "storage_offset": row.storage_offset,
            "storage": storages[row.storage].key,
            "device": None if nowhere else storages[row.storage].device,
            "nbytes": row.nbytes,
            "requires_grad": row.requires_grad,
            "parameter": row.parameter,
        }
        for row, path in zip(catalogue.tensors, _tensor_paths(catalogue), strict=True)
    ]


def _storages(catalogue: Catalogue) -> list[JsonDict]:
    nowhere = _names_no_devices(catalogue)
    return [
        {
            "key": storage.key,
            "device": None if nowhere else storage.device,
            "nbytes": storage.nbytes,
            "tensors": storage.tensors,
        }
        for storage in catalogue.storages
    ]


def _prefixes(catalogue: Catalogue) -> list[JsonDict]:
    return [
        {
            "prefix": found.prefix,
            "path": json_path(catalogue.path(found.entry)),
            "keys": found.keys,
            "of": found.of,
            "inner": found.inner,
        }
        for found in catalogue.prefixes
    ]


def _values(catalogue: Catalogue) -> list[JsonDict]:
    return [
        {"path": json_path(catalogue.path(entry)), "value": json_value(catalogue.values[entry])}
        for entry in islice(plain_values(catalogue), _MOST_VALUES)
    ]


def _models(catalogue: Catalogue) -> list[JsonDict]:
    return [
        {
            "path": json_path(catalogue.path(model.entry)),
            "class": model.name,
            "wrapper": model.wrapper,
            "device_ids": list(model.device_ids),
            "parameters": model.parameters,
            "buffers": model.buffers,
        }
        for model in module_entries(catalogue)
    ]


def _subclasses(catalogue: Catalogue) -> list[JsonDict]:
    """The tensors of classes that wrap others; what they wrap is among the ``tensors``."""
    return [
        {"path": json_path(catalogue.path(entry)), **subclass_json(compound, sharding)}
        for entry, compound, sharding in subclasses(catalogue)
    ]


def names_json(names: Iterable[Global]) -> list[JsonDict]:
    """Each name with its severity: ``safe``, or ``runs code`` when it is loaded without ``weights_only``."""
    return [{"name": name.dotted, "severity": severity(name)} for name in names]


def devices_json(totals: Iterable[DeviceTotal]) -> JsonDict:
    """Totals by device."""
    return {
        total.device: {"tensors": total.tensors, "storages": total.storages, "bytes": total.bytes} for total in totals
    }


def _tensor_paths(catalogue: Catalogue) -> Iterator[list[str | int]]:
    """The path of each tensor row; the keys of its parent are looked up once a parent."""
    parents, labels = catalogue.parents, catalogue.labels
    known: dict[int, list[str | int]] = {-1: [], 0: []}
    for row in catalogue.tensors:
        parent = parents[row.entry]
        above = known.get(parent)
        if above is None:
            above = known[parent] = json_path(catalogue.path(parent))
        yield [*above, *json_path((labels[row.entry],))] if row.entry else []


def inspection_lines(catalogue: Catalogue, limit: int | None = 40) -> Iterator[str]:
    """The inspection for a terminal; at most ``limit`` tensors are listed, all when None."""
    yield from _file_lines(catalogue)
    yield ""
    if not catalogue.tensors:
        yield labelled(say("holds"), catalogue.summary(0))
    yield from part_lines(catalogue)
    yield from _device_lines(catalogue)
    yield from _prefix_lines(catalogue)
    yield from optimizer_lines(catalogue)
    yield from _model_lines(catalogue)
    yield from _nested_lines(catalogue)
    yield from (labelled(say("subclass"), line) for line in subclass_lines(catalogue))
    yield from _value_lines(catalogue)
    yield from _name_lines(catalogue.checkpoint.mentions.names)
    yield ""
    yield from _tensor_lines(catalogue, limit)


def _file_lines(catalogue: Catalogue) -> Iterator[str]:
    """The file as a whole, and what is special about it."""
    checkpoint = catalogue.checkpoint
    written = f"pickle {_protocol(catalogue)}" if checkpoint.pickled else ""
    tensors = count_text(len(catalogue.tensors), "tensor")
    yield titled(checkpoint.name, series((size_text(checkpoint.bytes), checkpoint.container, written, tensors)))
    if checkpoint.read_only:
        yield f"  {checkpoint.read_only}"
    if oddities := oddities_of(catalogue):
        yield f"  {titled(say(NOT_OF_TORCH), listed_oddities(oddities))}"


_CONTAIN = marked("{keys} of {of} keys of {where} contain {prefix!r}")
_BEGIN = marked("{keys} of {of} keys of {where} begin with {prefix!r}")


def _prefix_lines(catalogue: Catalogue) -> Iterator[str]:
    for found in catalogue.prefixes:
        where = clip(catalogue.path_text(found.entry)) or say("the top level")
        text = _CONTAIN if found.inner else _BEGIN
        told = say(text, keys=found.keys, of=found.of, where=where, prefix=found.prefix)
        yield labelled(say("prefix"), told)


def _nested_lines(catalogue: Catalogue) -> Iterator[str]:
    for entry, data in nested_checkpoints(catalogue.values):
        path, size = clip(catalogue.path_text(entry), 120), size_text(len(data))
        yield labelled(say("inside"), say("{path}: a checkpoint as bytes, {size}", path=path, size=size))
        if place := member_word(catalogue, entry):
            yield labelled("", say("open it with `{command}`", command=command(["inspect", place])))
        elif catalogue.checkpoint.is_elsewhere:
            yield labelled("", say("to open it, download this file first"))


def _tensor_lines(catalogue: Catalogue, limit: int | None) -> Iterator[str]:
    rows = catalogue.tensors if limit is None else catalogue.tensors[:limit]
    lines = [
        (
            _path_and_part(catalogue, row.entry),
            row.dtype,
            shape_text(row.shape),
            size_text(row.nbytes),
            "" if _names_no_devices(catalogue) else catalogue.storages[row.storage].device,
        )
        for row in rows
    ]
    yield from _columns(lines)
    if len(rows) < len(catalogue.tensors):
        yield say(
            "… {tensors}; --all lists them.", tensors=count_text(len(catalogue.tensors) - len(rows), "more tensor")
        )


def _model_lines(catalogue: Catalogue) -> Iterator[str]:
    """Whole pickled models: ``net: models.Net in DataParallel, device_ids [0, 1], 62 parameters``."""
    for model in module_entries(catalogue):
        where = clip(catalogue.path_text(model.entry)) or say("the whole file")
        name = clip(model.name)
        if model.wrapper:
            name = say("{model} in {wrapper}", model=name, wrapper=model.wrapper)
        ids = f"device_ids {list(model.device_ids)}" if model.device_ids else ""
        told = series((name, ids, count_text(model.parameters, "parameter")))
        yield labelled(say("model"), titled(where, told))


def _path_and_part(catalogue: Catalogue, entry: int) -> str:
    """``adjacency/(1)/0 (crow_indices)``: a path, and what the tensor is of another."""
    path, part = catalogue.path_text(entry) or say("(the whole file)"), catalogue.part_name(entry)
    return f"{path} ({part})" if part else path


def _name_lines(names: Iterable[Global]) -> Iterator[str]:
    """The names beyond torch's own and plain containers, those that would run code first."""
    foreign = [name for name in names if not is_torch_plain(name)]
    runs = list(dict.fromkeys(python3_name(name) for name in foreign if severity(name) == RUNS_CODE))
    others = list(dict.fromkeys(python3_name(name) for name in foreign if severity(name) != RUNS_CODE))
    if runs:
        told = say("{names}: {warning}; here nothing was imported", names=some_of(runs), warning=say(WARNING))
        yield labelled(say("names"), told)
    if others:
        yield labelled(say("names"), say("{names} (safe)", names=some_of(others)))


def some_of(names: Sequence[str]) -> str:
    """The first of some names on one line."""
    return listed(map(clip, names), _MOST_NAMES)


def _value_lines(catalogue: Catalogue) -> Iterator[str]:
    """What a run says of itself, such as ``epoch=27``; what people look for comes first."""
    entries = list(islice(plain_values(catalogue), _MOST_VALUES))
    if not entries:
        return
    shown = sorted(entries, key=lambda entry: (not _is_looked_for(catalogue, entry), catalogue.parents[entry] > 0))
    values = [clip(f"{catalogue.path_text(entry)}={catalogue.summary(entry)}", 60) for entry in shown[:_VALUES]]
    told, left = listed(values), len(entries) - _VALUES
    if len(entries) == _MOST_VALUES:
        told = say("{values} and over {more:,} more", values=told, more=left)
    elif left > 0:
        told = say("{values} and {more:,} more", values=told, more=left)
    yield labelled(say("values"), told)


def plain_values(catalogue: Catalogue) -> Iterator[int]:
    """The entries of plain values at the top and one level below."""
    optimizers = {optimizer.entry for optimizer in catalogue.optimizers}
    for entry in _own_children(catalogue, 0):
        if catalogue.is_plain(entry):
            yield entry
        elif catalogue.kind(entry) in ("dict", "object") and entry not in optimizers:
            yield from filter(catalogue.is_plain, _own_children(catalogue, entry))


def _own_children(catalogue: Catalogue, entry: int) -> Sequence[int]:
    """The children of an entry; none of a pickled module, whose values are torch's own affair."""
    children = _few_children(catalogue, entry)
    labels = catalogue.labels
    return () if any(labels[child] == _MODULE_MARK for child in children) else children


def _is_looked_for(catalogue: Catalogue, entry: int) -> bool:
    """Whether a value has a name that people ask for: where the run was, how good it was, and what made it."""
    name = catalogue.label_text(entry).lower()
    return name in _LOOKED_FOR or name.startswith("best") or name.endswith("version")


def _few_children(catalogue: Catalogue, entry: int) -> Sequence[int]:
    """The children of an entry; none of a state dict, whose tens of thousands would be gone through for nothing."""
    return () if entry in catalogue.state_dicts and catalogue.subtree_rows(entry) else catalogue.children(entry)


def _names_no_devices(catalogue: Catalogue) -> bool:
    """Whether it is a safetensors file, which is no pickle and leaves devices to the caller."""
    return not catalogue.checkpoint.format.devices


def _protocol(catalogue: Catalogue) -> int:
    if catalogue.checkpoint.protocol != 1:
        return catalogue.checkpoint.protocol
    from core.loading.opcodes import protocol_used  # noqa: PLC0415 - asks for all edits; as good as all files say theirs

    return protocol_used(catalogue.checkpoint)


def _device_lines(catalogue: Catalogue) -> Iterator[str]:
    for total in catalogue.devices:
        tensors = count_text(total.tensors, "tensor")
        if total.storages != total.tensors:
            tensors = say("{tensors} in {storages}", tensors=tensors, storages=count_text(total.storages, "storage"))
        yield labelled(clip(total.device, 11), series((tensors, size_text(total.bytes))))


def _columns(lines: list[tuple[str, str, str, str, str]]) -> Iterator[str]:
    widths = [min(max(len(line[at]) for line in lines), 72) for at in range(5)] if lines else []
    for path, dtype, shape, size, device in lines:
        yield (
            f"{clip(path, 160):<{widths[0]}}  {shape:<{widths[2]}}  {dtype:<{widths[1]}}  "
            f"{size:>{widths[3]}}  {clip(device, 20)}".rstrip()
        )
