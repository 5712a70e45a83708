"""What the program shows of a file, as facts: the tree, the tables, and the bytes that lie where the catalogue says."""

from __future__ import annotations

from typing import Any, NamedTuple

from core.catalogue.build import build_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.catalogue.odd_places import oddities_of
from core.catalogue.rows import TensorRow
from core.diagnosis.diagnose import diagnose
from core.diagnosis.finding import ERROR
from core.dtypes import ITEM_SIZES, PACKED
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.errors import CheckpointError
from core.files.copy import Source
from core.files.parts import Files
from core.formats.zip_archive import ZipArchive, read_record
from core.loading.computer import Computer
from core.numbers.spans import Spans
from core.objects.compounds import sizes
from core.objects.tensors import QUANTISED, rebuilt, storage_id
from core.pickling.nodes import Call, DictNode, Global, PersistentId, is_set, mapping
from tests.fuzz.differential_facts import MOST, PART, Fact, Facts, elements_sum, forget_flags, summed, value_text

CARDS = 8
_KINDS = {
    Global("collections", "OrderedDict"): "OrderedDict",
    Global("collections", "Counter"): "Counter",
    Global("collections", "defaultdict"): "defaultdict",
}
_SWAPPED = {"complex64": 4, "complex128": 8, "complex32": 2}
_DEVICE_OBJECT, _ENCODED = Global("torch", "device"), Global("_codecs", "encode")


class Shown(NamedTuple):
    """``refused`` is why the file does not open, empty where it does; ``errors`` the codes of error-level findings."""

    refused: str
    facts: Facts
    oddities: tuple[str, ...]
    errors: tuple[str, ...]
    container: str
    view: Preview | None


def shown(path: str) -> Shown:
    """Open a file, diagnose it for a computer that has the devices, and read its tensors."""
    try:
        catalogue = build_catalogue(open_checkpoint(path))
        view = preview(catalogue, Plan())
        found = diagnose(view, Computer(CARDS))
        errors = tuple(finding.code for finding in found if finding.severity == ERROR)
        oddities = tuple(map(str, oddities_of(catalogue)))
        container = catalogue.checkpoint.container
        facts = _Reading(catalogue).facts() if catalogue.checkpoint.read_only is None else {}
    except CheckpointError as error:
        return Shown(f"{type(error).__name__}: {error}", {}, (), (), "", None)
    return Shown("", facts, oddities, errors, container, view)


class _Reading:
    """Goes through the tree of a catalogue entry by entry, in its order."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.bytes: dict[int, bytes] = {}
        self.index = {key: number for number, key in enumerate(catalogue.storage_columns.keys)}

    def facts(self) -> Facts:
        """The facts of all entries."""
        tree, catalogue = self.catalogue.tree, self.catalogue
        found: Facts = {}
        paths: list[str] = []
        hidden = 0
        files = catalogue.checkpoint.files()
        try:
            source = Source(files)
            self.spans = Spans(catalogue, source)
            self.source = source
            self.swapped = _says_big(catalogue, files)
            for entry, value in enumerate(tree.values):
                paths.append(path := "" if not entry else f"{paths[tree.parents[entry]]}/{self._step(entry)}")
                if entry < hidden:
                    continue
                while path in found:
                    path += "'"
                paths[-1] = path
                found[path], whole = self._fact(entry, value)
                if whole:
                    hidden = tree.ends[entry]
                    found.update(self._parts(path, entry, value))
        finally:
            files.close()
        return found

    def _step(self, entry: int) -> str:
        tree = self.catalogue.tree
        parent, label, home = tree.values[tree.parents[entry]], tree.labels[entry], tree.homes[entry]
        if type(parent) in (list, tuple):
            return str(label)
        if type(parent) is Call:
            steps = parent.steps or ()
            if any(home is payload for name, payload in steps if name in ("extend", "add")):
                return str(label)
            items = any(home is payload for name, payload in steps if name == "items") or home is parent.view
            return key_text(label) if items else f".{key_text(label)}"
        return key_text(label)

    def _fact(self, entry: int, value: Any) -> tuple[Fact, bool]:
        """The fact of an entry, and whether it speaks for all below it."""
        if entry in self.catalogue.tree.repeats:
            return ["again"], True
        text = value_text(value)
        if text is not None:
            return ["value", text], True
        row = self.catalogue.rows[entry]
        if row >= 0:
            quantised = (call := rebuilt(value)) is not None and call.func == QUANTISED
            return self._tensor(self.catalogue.tensors[row]), quantised
        compound = self.catalogue.tree.compounds.get(entry)
        if compound is not None:
            kind = "meta" if "on meta" in compound.name else "compound"
            return [kind, compound.dtype, list(compound.shape) if compound.shape is not None else None], True
        if isinstance(value, PersistentId):
            return self._storage(value), True
        if type(value) in (list, tuple):
            return [type(value).__name__], False
        if type(value) is DictNode:
            return ["dict"], False
        if is_set(value):
            return ["set", sorted(map(key_text, _members(value)))], True
        if mapping(value) is not None:
            return [_KINDS[value.func]], False
        return _other(value), True

    def _tensor(self, row: TensorRow) -> Fact:
        columns, number = self.catalogue.storage_columns, row.storage
        device = _card(columns.devices[number])
        if device == "meta":
            return ["meta", row.dtype, list(row.shape)]
        shape, stride, item = list(row.shape), list(row.stride), ITEM_SIZES[row.dtype]
        raw = self._raw(number)
        packed = row.dtype in PACKED
        sum_ = summed(raw) if packed else elements_sum(raw, item, (shape, stride, row.storage_offset))
        if number in self.catalogue.carried and row.dtype != columns.dtypes[number]:
            sum_ = None  # torch converts the elements, into memory of their own
        flags = [row.requires_grad, row.parameter]
        place = [number, row.storage_offset * item] if 0 not in shape else None
        return ["tensor", row.dtype, shape, stride, row.storage_offset, device, flags, sum_, place]

    def _storage(self, node: PersistentId) -> Fact:
        said = storage_id(node)
        number = self.index.get(said.key) if said is not None else None
        if number is None:
            return ["other"]
        columns, raw = self.catalogue.storage_columns, self._raw(number)
        view = node.pid[5] if len(node.pid) > 5 else None
        if view is not None:  # of torch before 0.4: the part of another storage that this one is
            item = ITEM_SIZES[columns.dtypes[number]]
            raw = raw[view[1] * item : (view[1] + view[2]) * item]
            return ["storage", _card(columns.devices[number]), view[2] * item, summed(raw)]
        return ["storage", _card(columns.devices[number]), columns.nbytes[number], summed(raw)]

    def _raw(self, number: int) -> bytes:
        """The bytes of a storage as torch has them in memory."""
        if number not in self.bytes:
            columns = self.catalogue.storage_columns
            raw = b""
            if columns.devices[number] != "meta" and columns.nbytes[number] <= 4 * MOST:
                raw = b"".join(self.spans.of(number).pieces(self.source))
            dtype = columns.dtypes[number]
            size = _SWAPPED.get(dtype, ITEM_SIZES[dtype]) if self.swapped else 1
            swapped = b"".join(raw[at : at + size][::-1] for at in range(0, len(raw), size)) if size > 1 else raw
            self.bytes[number] = swapped
        return self.bytes[number]

    def _parts(self, path: str, entry: int, value: Any) -> Facts:
        """The tensors that a sparse tensor is made of, as they are shown below it."""
        compound = self.catalogue.tree.compounds.get(entry)
        if compound is None or not compound.name.startswith("sparse"):
            return {}
        found: Facts = {}
        made_of = [each for each in range(entry + 1, self.catalogue.ends[entry]) if self.catalogue.rows[each] >= 0]
        for at, each in enumerate(made_of):
            fact = self._tensor(self.catalogue.tensors[self.catalogue.rows[each]])
            forget_flags(fact)
            found[f"{path}/{PART}{at}"] = fact
        return found


def key_text(key: Any) -> str:
    """A key with its type."""
    text = value_text(key)
    if text is not None:
        return text
    if type(key) is tuple:
        return f"({','.join(map(key_text, key))})"
    return f"g torch.{key.name}" if type(key) is Global and key.module == "torch" and key.name in ITEM_SIZES else "?"


def _members(value: Any) -> list[Any]:
    """What is in a set."""
    elements = getattr(value, "elements", None)
    if elements is None:
        given = value.args[0] if type(value.args) is tuple and value.args else []
        elements = [*given] if type(given) in (list, tuple) else []
        elements += [each for name, payload in value.steps or () if name == "add" for each in payload]
    return list(elements)


def _other(value: Any) -> Fact:
    if type(value) is Global and value.module == "torch" and value.name in ITEM_SIZES:
        return ["value", f"g torch.{value.name}"]
    if type(value) is Call and value.func == _DEVICE_OBJECT and type(value.args) is tuple:
        parts = [str(part) for part in value.args]
        return ["value", f"d {':'.join(parts)}"]
    size = sizes(value) if type(value) is Call else None
    return ["value", f"size {list(size)}"] if size is not None else ["other"]


def _card(device: str) -> str:
    """torch puts what was saved on ``cuda`` on the card in use, which is the first."""
    return "cuda:0" if device == "cuda" else device


def _says_big(catalogue: Catalogue, files: Files) -> bool:
    archive = catalogue.checkpoint.archive
    record = archive.record("byteorder") if isinstance(archive, ZipArchive) else None
    return record is not None and read_record(files, record) == b"big"
