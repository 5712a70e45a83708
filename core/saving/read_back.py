"""Reads back what was written in another format, before it takes the place of anything: opened as any other is.

Its tensors must be those that were promised, each under its path, and the ends of many of them the planned bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from core.catalogue.build import build_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import Checkpoint, open_checkpoint
from core.catalogue.release import release
from core.dtypes import ITEM_SIZES
from core.edits.preview import Preview
from core.errors import Cancelled, CheckpointError, VerifyFailed
from core.saving.entries import path_text
from core.saving.lacking import lost_in_copy
from core.saving.planned import Planned
from core.saving.targets.target import Prepared, Promise
from core.words import say

_SAMPLES = 200
_SAMPLE_BYTES = 4096


def read_back(prepared: Prepared, planned: Planned, path: Path, pause: Callable[[], None]) -> tuple[int, int]:
    """Open what was written to ``path``; returns how many tensors and storages are in it.

    ``pause`` is called now and then and may raise `Cancelled`. Raises `VerifyFailed`.
    """
    opened = path / prepared.opens if prepared.opens else path
    with reading_back():
        written = open_checkpoint(opened, lambda *_: pause(), alone=not prepared.is_folder)
        catalogue = build_catalogue(written, lambda *_: pause())
    check_says_so(planned.preview, written)
    rows = _rows(prepared, catalogue)
    _check_samples(prepared, planned, catalogue, rows, pause)
    counts = len(catalogue.tensors), len(catalogue.storages)
    release(catalogue)
    return counts


def check_says_so(source: Preview, written: Checkpoint) -> None:
    """Raises `VerifyFailed` for a copy of what is not all there that does not say so."""
    if lost_in_copy(source) and not written.lost:
        raise VerifyFailed(
            say("The copy does not say what is missing in it; the target was left alone. Please report this file.")
        )


@contextmanager
def reading_back() -> Iterator[None]:
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
            say("What was written does not read back ({reason}) The target was left alone.", reason=error)
        ) from None


def _rows(prepared: Prepared, catalogue: Catalogue) -> list[int]:
    """The row of each promised tensor, which is as it was promised."""
    by_path = {catalogue.path(entry): row for row, entry in enumerate(catalogue.tree.tensors)}
    rows = []
    for promise in prepared.promises:
        row = by_path.get(promise.path, -1)
        if row < 0 or not _is_kept(promise, catalogue, row, devices=prepared.keeps_devices):
            raise VerifyFailed(
                say(
                    "{name} was not written as planned; the target was left alone. Please report this file.",
                    name=path_text(promise.path),
                )
            )
        rows.append(row)
    if prepared.lists_all and len(by_path) != len(rows):
        raise VerifyFailed(
            say("What was written is not what was planned; the target was left alone. Please report this file.")
        )
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
                        say(
                            "The bytes of {name} were not written as planned; the target was left alone.",
                            name=path_text(promise.path),
                        )
                    )
