"""The tensors of a file, or of what a plan makes of it, as scripts and notebooks want them: one row each."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.dtypes import ITEM_SIZES
from core.edits.preview import Preview
from core.errors import CheckpointError
from core.objects.value_text import key_text

if TYPE_CHECKING:
    import pandas as pd

    from core.values.scan import Scan


class TensorInfo(NamedTuple):
    """One tensor: ``path`` such as ``state_dict/module.fc.weight``, and the ``device`` that it is saved on.

    ``dtype`` is named as torch does it, without ``torch.``; ``nbytes`` are elements × item size, and tensors that share
    a storage count each. ``role`` is ``model``, ``optimizer`` or ``other``.
    """

    path: str
    device: str
    dtype: str
    shape: tuple[int, ...]
    nbytes: int
    role: str


def list_tensors(source: Catalogue | Preview) -> list[TensorInfo]:
    """The tensors of a file in its order; of a preview those that will be written, at their new paths and
    devices, in their new dtypes.

    A tensor that is made of others, as a sparse one is, is listed by its parts. In a safetensors file the device is
    ``no device``: whoever loads it chooses.
    """
    file = source.planned if isinstance(source, Preview) else source
    found = [
        TensorInfo(file.path_text(row.entry), file.device_of(index), row.dtype, row.shape, row.nbytes, row.role)
        for index, row in enumerate(file.tensors)
        if not file.dropped(row.entry)
    ]
    return [*found, *_added(source)] if isinstance(source, Preview) else found


def tensors_table(source: Catalogue | Preview, found: Scan | None = None) -> pd.DataFrame:
    """The same as a table of pandas, a row a tensor; with what a scan of this file ``found``, its statistics too.

    Raises `CheckpointError` where pandas is not installed.
    """
    try:
        import pandas as pd  # noqa: PLC0415 - whoever asks for it has it
    except ImportError:
        raise CheckpointError("pandas is not installed here: list_tensors() gives the same as named tuples.") from None
    table = pd.DataFrame(list_tensors(source), columns=list(TensorInfo._fields))
    if found is not None:
        for name in ("count", "nan", "posinf", "neginf", "zeros", "lowest", "highest", "mean", "std"):
            table[name] = [getattr(each, name) for each in found.statistics]
    return table


def _added(preview: Preview) -> Iterator[TensorInfo]:
    """The tensors that stand for arrays."""
    for tensor in preview.draft.new_tensors:
        path = "/".join(map(key_text, (*preview.path(tensor.base), *tensor.keys)))
        nbytes = prod(tensor.shape) * ITEM_SIZES[tensor.dtype]
        yield TensorInfo(path, "cpu", tensor.dtype, tensor.shape, nbytes, "other")
