"""Reads back what was written, before it takes the place of anything: the last step that can still fail.

It is opened as any other checkpoint is. One file of torch must hold what the preview promised, which is noted before:
its storages, its tensors by hashes, and the bytes of some of them. Other formats must have each promised tensor under
its path, and the ends of many of them the planned bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from core.catalogue.build import build_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.catalogue.odd_places import oddities_of
from core.catalogue.release import release
from core.dtypes import ITEM_SIZES, NO_DEVICE
from core.edits.preview import Preview
from core.errors import Cancelled, CheckpointError, NotPlain, VerifyFailed
from core.files.copy import Source
from core.files.parts import Files, Part, identity_of
from core.formats.assembled import AssembledSpan
from core.numbers.spans import Span
from core.objects.tensors import storage_id
from core.objects.value_text import key_text
from core.oddities import listed_oddities
from core.remote.address import RemotePath
from core.saving.lacking import lost_in_copy
from core.saving.planned import Planned, path_text
from core.saving.targets.target import Prepared, Promise

if TYPE_CHECKING:
    from core.formats.archives import Archive
    from core.saving.layout import NewFile

_SAMPLES, _SAMPLES_ELSEWHERE = 200, 20
"""Storages that are compared; each costs journeys where one of the two files is on another computer."""
_SAMPLE_BYTES = 4096
_BATCH = 8192
"""Tensors that are compared at once."""


def verify(
    prepared: Prepared, planned: Planned, path: Path, pause: Callable[[], None], last: bool = False
) -> tuple[int, int]:
    """Read back what was written to ``path``; returns how many tensors and storages are in it.

    ``pause`` is called now and then and may raise `Cancelled`. Raises `VerifyFailed`, and `NotPlain` where an odd
    source became an odd file. With ``last`` the tables of the source may be emptied: nobody looks at them afterwards.
    """
    opened, whole = path / prepared.opens if prepared.opens else path, prepared.whole
    lost = bool(lost_in_copy(planned.preview))
    promise = _promise_of(whole, path, pause) if whole is not None else None
    if promise is not None and last:
        preview = planned.preview
        for each in dict.fromkeys((preview.planned, preview.catalogue)):
            release(each, preview.replacements.values())
    with _reading_back():
        written = open_checkpoint(opened, lambda *_: pause(), alone=not prepared.is_folder)
        if promise is not None:
            _check_storages(promise, written.archive, path)
        catalogue = build_catalogue(written, lambda *_: pause(), meaning=False)
    if lost and not written.lost:
        raise VerifyFailed(
            "The copy does not say what is missing in it; the target is unchanged. Please report this file."
        )
    if promise is not None:
        _check_whole(promise, catalogue, pause)
    else:
        _check_samples(prepared, planned, catalogue, _rows(prepared, catalogue), pause)
    counts = len(catalogue.tensors), len(catalogue.storages)
    release(catalogue)
    return counts


@contextmanager
def _reading_back() -> Iterator[None]:
    """Says that what was written cannot be read, where it cannot: `VerifyFailed`.

    What the disk did is raised as what else goes wrong there, an `OSError`.
    """
    try:
        yield
    except (VerifyFailed, Cancelled):
        raise
    except CheckpointError as error:
        if isinstance(error.__context__, OSError):
            raise error.__context__ from None
        raise VerifyFailed(
            "The written file could not be read back: {reason} The target is unchanged.", reason=error
        ) from None


def _not_as_planned() -> VerifyFailed:
    return VerifyFailed("What was written is not what was planned; the target is unchanged. Please report this file.")


# -- one file of torch ---------------------------------------------------------------------------------------------


class _Sample(NamedTuple):
    """Bytes that were planned ``at`` a place of the storage with a ``key`` in the source."""

    key: str
    at: int
    data: bytes


class _Promise(NamedTuple):
    """All that is asked of one file of torch, so that what promises it need not be there any more."""

    new_file: NewFile
    is_odd: bool
    samples: list[_Sample]
    fingerprint: Fingerprint


def _promise_of(new_file: NewFile, path: Path, pause: Callable[[], None]) -> _Promise:
    fingerprint = fingerprint_of(new_file.preview, new_file.keys, pause)
    return _Promise(new_file, bool(oddities_of(new_file.catalogue)), list(_samples(new_file, path)), fingerprint)


def _check_whole(promise: _Promise, catalogue: Catalogue, pause: Callable[[], None]) -> None:
    """What is odd in the pickle of a source is written as it is where nothing else can say it, and then not kept."""
    oddities = oddities_of(catalogue)
    if oddities and promise.is_odd:
        raise NotPlain(
            "Pthfinder cannot write this as a plain file: {oddities}. Nothing was written. Leave out the entries "
            "that contain it, or keep the file as it is.",
            oddities=listed_oddities(oddities),
        )
    if not promise.fingerprint.is_of(catalogue, pause):
        raise _not_as_planned()


def _samples(new_file: NewFile, path: Path) -> Iterator[_Sample]:
    """The first and last bytes of storages spread over the file, as they were planned.

    They tell bytes in the wrong place. Comparing all of them would take as long as writing them.
    """
    keys = list(new_file.keys)
    elsewhere = any(isinstance(each, RemotePath) for each in (new_file.catalogue.checkpoint.path, path))
    step = max(1, len(keys) // (_SAMPLES_ELSEWHERE if elsewhere else _SAMPLES))
    for first in range(0, len(keys), step):
        yield from next(filter(None, (_ends_of(new_file, key) for key in keys[first : first + step])), ())


def _ends_of(new_file: NewFile, key: str) -> list[_Sample]:
    """Both ends of a storage; none of one that has no bytes as such in the source."""
    span = new_file.storages.span(key)
    if isinstance(span, Span) and not span.is_verbatim and not isinstance(span, AssembledSpan):
        return []
    if not span.size or (not isinstance(span, Span) and span.is_packed):
        return []
    length = min(span.size, _SAMPLE_BYTES)
    return [_Sample(key, at, span.read(new_file.source, at, length)) for at in (0, span.size - length)]


def _check_storages(promise: _Promise, archive: Archive, path: Path) -> None:
    """Raises `VerifyFailed` where the bytes of a sample are not where the file has its storage."""
    with Files((Part(path, identity_of(path)),)) as files:
        written = Source(files)
        for key, at, data in promise.samples:
            if written.read(promise.new_file.place_in(archive, written, key) + at, len(data)) != data:
                raise VerifyFailed(
                    "The bytes of storage {key!r} were not written as planned; the target is unchanged.", key=key
                )


class Fingerprint(NamedTuple):
    """What a file must hold: its ``storages`` in order, by their keys, and ``tensors`` as hashes of what is said of
    many together.

    ``made`` says that a state dict was made of a module; ``by_path`` is as in `_paths`.
    """

    storages: list[str]
    tensors: list[int]
    made: bool
    by_path: bool

    def is_of(self, written: Catalogue, pause: Callable[[], None] = lambda: None) -> bool:
        """Whether a file that was read back has these storages and tensors, in order, each with its bytes."""
        mentioned = filter(None, map(storage_id, written.checkpoint.mentions.persistent))
        if list(dict.fromkeys(storage.key for storage in mentioned)) != self.storages:
            return False
        there = range(len(written.tensors))
        if self.made:
            columns = _columns(written, there, str, by_path=True)
            return [hash(tuple(_as_state_dict(columns)))] == self.tensors
        return _hashes(written, there, str, by_path=self.by_path, pause=pause) == self.tensors


def fingerprint_of(promise: Preview, keys: Mapping[str, str], pause: Callable[[], None] = lambda: None) -> Fingerprint:
    """That of the file which a preview promises.

    ``keys`` has the new key of each storage of the source, in the order in which they were written. ``pause`` is called
    now and then.
    """
    file, made = promise.planned, bool(promise.draft.moved or promise.draft.new_tensors)
    rows = [row for row, entry in enumerate(file.tree.tensors) if not file.dropped(entry)]
    by_path = made or file.rows[promise.root] >= 0
    if made:
        # A state dict made of a module has an order of its own, and its tensors want no gradient.
        of_entries = _columns(file, rows, keys.get, by_path=True)
        want = [column + more for column, more in zip(of_entries, _made(promise, keys.get), strict=True)]
        tensors = [hash(tuple(_as_state_dict(want)))]
    else:
        tensors = _hashes(file, rows, keys.get, by_path=by_path, pause=pause)
    return Fingerprint(list(keys.values()), tensors, made, by_path)


def _hashes(
    file: Catalogue,
    rows: Sequence[int],
    new_key: Callable[[str], str | None],
    *,
    by_path: bool,
    pause: Callable[[], None],
) -> list[int]:
    """Hashes of what `_columns` says of some tensors, many at a time."""
    found = []
    for first in range(0, len(rows), _BATCH):
        pause()
        columns = _columns(file, rows[first : first + _BATCH], new_key, by_path=by_path)
        found.append(hash(tuple(map(tuple, columns))))
    return found


def _as_state_dict(columns: Iterable[list[Any]]) -> list[tuple[Any, ...]]:
    """Tensors by name, without what is said of gradients.

    Sorted by nothing else: parameters that are keys read alike, and stay in the order of the file.
    """
    rows = zip(*list(columns)[:-2], strict=True)
    return sorted(rows, key=lambda row: list(map(str, (*row[0], row[1]))))


def _columns(
    file: Catalogue, rows: Sequence[int], new_key: Callable[[str], str | None], *, by_path: bool
) -> Iterator[list[Any]]:
    """What is said of some tensors of a file: a list a fact, one after the other.

    ``new_key`` gives the key that a storage has in the new file. ``by_path`` as in `_paths`.
    """
    facts, columns, storages = file.tree.facts, file.storage_columns, _picked(file.storage_of, rows)
    yield from _paths(file, _picked(file.tree.tensors, rows), by_path)
    devices = _picked(columns.devices, storages)
    yield ["cpu" if device == NO_DEVICE else device for device in devices]  # torch says one
    yield [None if at in file.in_pickle else new_key(columns.keys[at]) for at in storages]
    yield _picked(columns.nbytes, storages)
    each = facts.offsets, facts.dtypes, facts.shapes, facts.strides, facts.requires_grad, facts.parameters
    yield from (_picked(column, rows) for column in each)


def _made(promise: Preview, new_key: Callable[[str], str | None]) -> list[list[Any]]:
    """The same of the tensors that are no entries of the source."""
    made = promise.draft.new_tensors
    paths = [_comparable((*promise.path(tensor.base), *tensor.keys)) for tensor in made]
    storages = [promise.new_storages[tensor.storage] for tensor in made]
    keys, sizes = [new_key(new.key) for new in storages], [new.nbytes for new in storages]
    kinds = [tensor.dtype for tensor in made], [tensor.shape for tensor in made], [tensor.stride for tensor in made]
    flags = [False] * len(made)
    return [*_ends(paths), ["cpu"] * len(made), keys, sizes, [0] * len(made), *kinds, flags, flags]


def _picked(column: Any, which: Sequence[int]) -> list[Any]:
    return list(map(column.__getitem__, which))


def _paths(file: Catalogue, entries: Sequence[int], by_path: bool) -> tuple[list[Any], list[Any]]:
    """The keys down to what each tensor is in, and its key there; ``by_path`` of those that are where no key says."""
    if by_path:
        return _ends([_comparable(file.path(entry)) for entry in entries])
    parents = _picked(file.parents, entries)
    above = {parent: _comparable(file.path(parent)) for parent in set(parents)}
    return _picked(above, parents), list(_comparable(map(file.label, entries)))


def _ends(paths: Sequence[tuple[Any, ...]]) -> tuple[list[Any], list[Any]]:
    return [path[:-1] for path in paths], [path[-1] if path else None for path in paths]


def _comparable(keys: Iterable[Any]) -> tuple[Any, ...]:
    """Keys as what can be compared: a text and a number of the same digits differ, objects are what they read as."""
    return tuple(key if isinstance(key, str) or type(key) is int else (key_text(key),) for key in keys)


# -- tensors by name -----------------------------------------------------------------------------------------------


def _rows(prepared: Prepared, catalogue: Catalogue) -> list[int]:
    """The row of each promised tensor, which is as it was promised."""
    by_path = {catalogue.path(entry): row for row, entry in enumerate(catalogue.tree.tensors)}
    rows = []
    for promise in prepared.promises:
        row = by_path.get(promise.path, -1)
        if row < 0 or not _is_kept(promise, catalogue, row, devices=prepared.keeps_devices):
            raise VerifyFailed(
                "{name} was not written as planned; the target is unchanged. Please report this file.",
                name=path_text(promise.path),
            )
        rows.append(row)
    if prepared.lists_all and len(by_path) != len(rows):
        raise _not_as_planned()
    return rows


def _is_kept(promise: Promise, catalogue: Catalogue, row: int, *, devices: bool) -> bool:
    tensor, facts = promise.tensor, catalogue.tree.facts
    if (facts.dtypes[row], tuple(facts.shapes[row])) != (tensor.dtype, tuple(tensor.shape)):
        return False
    return not devices or (catalogue.device_of(row), facts.requires_grad[row]) == (tensor.device, tensor.requires_grad)


def _check_samples(
    prepared: Prepared, planned: Planned, catalogue: Catalogue, rows: list[int], pause: Callable[[], None]
) -> None:
    """Compare the first and last bytes of tensors from all over with what was planned."""
    from core.numbers.reader import Numbers  # noqa: PLC0415 - NumPy

    step = max(1, len(rows) // _SAMPLES)
    with Numbers(catalogue, pause) as numbers:
        for promise, row in list(zip(prepared.promises, rows, strict=True))[::step]:
            pause()
            tensor = promise.tensor
            length = min(tensor.nbytes, _SAMPLE_BYTES)
            begin = catalogue.tree.facts.offsets[row] * ITEM_SIZES[tensor.dtype]
            for at in {0, tensor.nbytes - length}:
                expected = planned.read(tensor, at, length) if length else None
                if expected is None:
                    continue
                found = bytearray(length)
                numbers.stored(catalogue.storage_of[row]).read_into(memoryview(found), begin + at)
                if found != expected:
                    raise VerifyFailed(
                        "The bytes of {name} were not written as planned; the target is unchanged.",
                        name=path_text(promise.path),
                    )
