"""The rows of a catalogue: what it says of one tensor and of one optimizer."""

from __future__ import annotations

from typing import Any, NamedTuple


class CompoundRow(NamedTuple):
    """A tensor without a storage of its own: what people call it, and the class that wraps others, empty for torch's
    own. ``dtype`` and ``shape`` are None where the file does not say them.
    """

    name: str
    wrapper: str
    dtype: str | None
    shape: tuple[int, ...] | None
    requires_grad: bool


class TensorRow(NamedTuple):
    """One tensor. A named tuple, because a file may hold several hundred thousand.

    ``role`` is ``model``, ``optimizer`` or ``other``; ``stride`` and ``storage_offset`` count elements;
    ``storage`` is an index into `Catalogue.storages`; ``nbytes`` is elements × item size, which can be less
    than the storage's.
    """

    entry: int
    role: str
    dtype: str
    shape: tuple[int, ...]
    stride: tuple[int, ...]
    storage_offset: int
    storage: int
    nbytes: int
    requires_grad: bool
    parameter: bool


class Home(NamedTuple):
    """A parameter in another file; ``device`` is None where that file names no devices."""

    device: str | None
    dtype: str
    shape: tuple[int, ...]


class OtherModel(NamedTuple):
    """A model in another file: the file's name, and the path of the model in it."""

    file: str
    path: tuple[str | int, ...]


class OptimizerEntry(NamedTuple):
    """One parameter as the optimizer knows it. A named tuple, because there may be a hundred thousand.

    ``entry`` is its dict in ``state`` (None when it never got a gradient), ``group`` the index of its group,
    ``parameter`` the entry of the model's tensor and ``name`` its key, where they could be told; ``home`` is what is
    known of it where the model is in another file.
    ``step_on_device`` says whether torch keeps its ``step`` with the parameter (capturable or fused).
    """

    entry: int | None
    param_id: Any
    group: int
    parameter: int | None
    name: str | None
    step_on_device: bool
    home: Home | None = None


class Optimizer(NamedTuple):
    """An optimizer's state dict at ``entry``; ``kind`` such as ``Adam`` where it can be told.

    ``params`` counts the parameters in all groups, ``matched`` those whose name is known, ``model`` is the
    entry of the state dict or pickled module they belong to, ``other`` the same in another file. ``matched_by`` says
    by what it was found: `SHAPES`, `PARAM_NAMES`, `belonging.NAME` and ``DEVICES``, or `CHOSEN`. ``candidates`` are
    the models that it may belong to where that cannot be told, ``others`` those in another file; then nothing is
    matched.
    """

    entry: int
    kind: str | None
    groups: int
    params: int
    matched: int
    model: int | None
    entries: tuple[OptimizerEntry, ...]
    matched_by: str | None = None
    candidates: tuple[int, ...] = ()
    other: OtherModel | None = None
    others: tuple[OtherModel, ...] = ()
