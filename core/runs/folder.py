"""The checkpoints of a folder, a row each: how far training had come, size, date, devices.

Reads directories and pickles, as opening does, and keeps nothing of what it has opened.
"""

from __future__ import annotations

import math
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import Checkpoint
from core.catalogue.optimizers.hyperparameters import group_options
from core.catalogue.release import release
from core.catalogue.rows import TensorRow
from core.dtypes import Shape, takes_gradients
from core.errors import CheckpointError, TooLarge
from core.files.parts import whole_file
from core.formats.bounded_json import parse_json
from core.objects.value_text import key_text
from core.pickling.nodes import mapping, named_items, pairs
from core.progress import Tick, ignore

_STEPS = (
    *("global_step", "global_steps", "step", "steps", "iteration", "iterations", "iter", "iters", "iter_num", "it"),
    *("num_steps", "num_updates", "n_iter", "train_step", "train_steps", "current_step", "update"),
)
_EPOCHS = ("epoch", "epochs", "current_epoch", "cur_epoch", "epochs_run", "epoch_num", "num_epoch")
"""The keys, those that are meant for sure first."""
_BELOW = frozenset(
    (
        *("meta", "state", "trainer_state", "training_state", "train_state", "extra_state", "extra", "progress"),
        *("client_state", "info", "metadata", "recipe_state", "custom_checkpoint_0"),
    )
)
"""Dictionaries beside the weights in which these keys stand as well."""
_TRAINER = "trainer_state.json"
_MOST_JSON = 64 << 20
_NUMBER = r"[-_=.]?(\d{1,15})(?!\d)([kKmM](?![a-zA-Z]))?"
_STEP = re.compile(rf"(?<![a-z])(?:global[-_]?)?(?:steps?|iters?|iterations?|it|updates?|ba){_NUMBER}", re.IGNORECASE)
_EPOCH = re.compile(rf"(?<![a-z])(?:epochs?|ep){_NUMBER}", re.IGNORECASE)
_FAIRSEQ = re.compile(r"checkpoint_(\d{1,9})_(\d{1,12})")
_LAST = re.compile(r"(?:^|[-_]|checkpoint|ckpt|chkpt|model|weights|snapshot|state)(\d{1,15})([kKmM])?$", re.IGNORECASE)
_ENDING = re.compile(r"\.[A-Za-z]\w*$")
_THOUSANDS = {"k": 1000, "m": 1_000_000}
_MOST = 10**15
"""What is no count of anything; whole numbers may be too large to be compared with others as floats."""


class HowFar(NamedTuple):
    """The step and the epoch; None for what is not known. Transformers counts parts of epochs."""

    step: int | None = None
    epoch: float | None = None

    def __bool__(self) -> bool:
        return self.step is not None or self.epoch is not None

    def or_else(self, other: HowFar) -> HowFar:
        """What ``other`` knows where this knows nothing."""
        return HowFar(other.step if self.step is None else self.step, other.epoch if self.epoch is None else self.epoch)


def said_inside(checkpoint: Checkpoint) -> HowFar:
    """What a checkpoint says: at its top, in a dictionary there, in a file of its run, or for transformers' Trainer."""
    found = HowFar()
    for node in _places(checkpoint):
        values = named_items(node)
        found = found.or_else(HowFar(_whole(_first(values, _STEPS)), _first(values, _EPOCHS)))
    return found.or_else(_of_trainer(checkpoint))


def said_by_name(name: str, *, surely: bool = False) -> HowFar:
    """What the name of a file or folder says, or that of the folder that it is in: ``epoch=3-step=1200.ckpt``.

    A number without a word, as in ``ckpt_0003.pt``, is taken for the step, unless only what is said ``surely`` counts.
    """
    for part in reversed(name.split("/")):
        stem = part
        while _ENDING.search(stem):
            stem = _ENDING.sub("", stem)
        found = _of_stem(stem, surely=surely)
        if found:
            return found
    return HowFar()


def _of_stem(stem: str, *, surely: bool) -> HowFar:
    both = _FAIRSEQ.fullmatch(stem)
    if both is not None:
        return HowFar(int(both[2]), int(both[1]))
    found = HowFar(_counted(_STEP.search(stem)), _counted(_EPOCH.search(stem)))
    return found if found or surely else HowFar(_counted(_LAST.search(stem)))


def _counted(found: re.Match[str] | None) -> int | None:
    return None if found is None else int(found[1]) * _THOUSANDS.get((found[2] or "").lower(), 1)


def _places(checkpoint: Checkpoint) -> Iterator[Any]:
    """The dictionaries that may say it: the top first, then what stands beside the weights."""
    root = checkpoint.root
    yield root
    run = checkpoint.format.of_branches and checkpoint.format.folders
    for key, value in pairs(root):
        if mapping(value) is not None and (run or key in _BELOW):
            yield value


def _first(values: dict[str, Any], keys: tuple[str, ...]) -> float | None:
    return next((values[key] for key in keys if _is_count(values.get(key))), None)


def _is_count(value: Any) -> bool:
    return type(value) in (int, float) and 0 <= value < _MOST


def _whole(value: float | None) -> int | None:
    return int(value) if value is not None and value == int(value) else None


def _of_trainer(checkpoint: Checkpoint) -> HowFar:
    """What ``trainer_state.json`` says, which transformers' Trainer writes beside the weights."""
    if checkpoint.several is None or checkpoint.is_elsewhere:
        return HowFar()
    folder = checkpoint.path if checkpoint.path.is_dir() else checkpoint.path.parent
    try:
        said = trainer_state(folder)
    except TooLarge:
        return HowFar()
    step, epoch = (said.get(key) if _is_count(said.get(key)) else None for key in ("global_step", "epoch"))
    return HowFar(_whole(step), epoch)


def trainer_state(folder: Path) -> dict[str, Any]:
    """The ``trainer_state.json`` of a folder; empty where there is none. Raises `TooLarge`."""
    try:
        path = folder / _TRAINER
        raw = whole_file(path, _MOST_JSON) if path.is_file() else None
        found = parse_json(raw.decode()) if raw is not None else None
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


_SCALE: Final = 1000
_MOST_GROUPS = 64


class Model(NamedTuple):
    """What the tensors of a model are called, and their shapes and dtypes, in the order of their names."""

    keys: tuple[str, ...] = ()
    shapes: tuple[Shape, ...] = ()
    dtypes: tuple[str, ...] = ()


NO_MODEL = Model()


@dataclass(frozen=True)
class CheckpointRow:
    """One checkpoint of a folder.

    ``name`` is what it is called there, with the folder below it where it lies in one. ``step`` and ``epoch`` are None
    where neither the file nor its name says any; ``bytes`` are those of all its files, ``modified`` the seconds since
    1970 at which the newest of them was written, both 0 where nobody knows. ``devices`` come by their bytes, most
    first, and so do the ``dtypes`` of its tensors. ``model`` is what the model in it consists of, ``optimizers`` are
    the kinds of those whose kind is known, ``options`` the numbers in their groups, such as ``lr``. ``missing`` are
    files that belong to it and are not there, ``files`` all that it was read from. ``links_to`` is what a symbolic link
    says; ``problem`` is why it does not open, else empty; ``is_read`` whether somebody has looked.
    """

    name: str
    path: Path
    step: int | None = None
    epoch: float | None = None
    bytes: int = 0
    modified: float = 0.0
    tensors: int = 0
    devices: tuple[str, ...] = ()
    links_to: str = ""
    problem: str = ""
    is_read: bool = False
    dtypes: tuple[str, ...] = ()
    model: Model = NO_MODEL
    optimizers: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()
    files: tuple[Path, ...] = ()
    options: tuple[tuple[str, float], ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether it opens, with all its files."""
        return self.is_read and not self.problem and not self.missing


def by_names(folder: Path, names: Sequence[str]) -> tuple[CheckpointRow, ...]:
    """The rows as far as names and the directory tell; nothing is opened."""
    return _in_order([_by_name(folder, name) for name in names])


def checkpoints_in(
    folder: Path, names: Sequence[str], tick: Tick = ignore, tell: Callable[[CheckpointRow], object] | None = None
) -> tuple[CheckpointRow, ...]:
    """The checkpoints that `core.errors.SeveralCheckpoints` names, in the order of training; those without a number
    come last. One that does not open is a row that says why.

    ``tell`` hears of each row as soon as it is read. Raises `Cancelled` when ``tick`` does.
    """
    return in_order(read_rows(by_names(folder, names), tick, tell))


def read_rows(
    rows: Sequence[CheckpointRow],
    tick: Tick = ignore,
    tell: Callable[[CheckpointRow], object] | None = None,
    known: Iterable[CheckpointRow] = (),
) -> list[CheckpointRow]:
    """Look into each of some rows, one after the other. Those that have one model, with the ``known``, share it."""
    models = {row.model: row.model for row in known}  # nearly all have the same, and one is enough
    found: list[CheckpointRow] = []
    for done, row in enumerate(rows):
        tick(_SCALE * done, _SCALE * len(rows))
        one = looked_into(row, _one_of(tick, done, len(rows)))
        found.append(replace(one, model=models.setdefault(one.model, one.model)))
        if tell is not None:
            tell(found[-1])
    return found


def in_order(rows: Sequence[CheckpointRow]) -> tuple[CheckpointRow, ...]:
    """Rows that were read, in the order of training, with the steps that their names say where the files say none."""
    return _in_order(_by_their_names(rows))


def _by_their_names(rows: Sequence[CheckpointRow]) -> Sequence[CheckpointRow]:
    """The rows with the steps of their names where most files say another one, all the same: accelerate counts no step
    by itself.
    """
    read = {at: said_by_name(row.name, surely=True).step for at, row in enumerate(rows) if row.is_complete}
    named = {at: step for at, step in read.items() if step is not None and not rows[at].links_to}
    differ = [rows[at].step for at, step in named.items() if rows[at].step != step]
    if (
        len(differ) < 2
        or 2 * len(differ) <= len(named)
        or len(set(differ)) > 1
        or len(set(named.values())) < len(named)
    ):
        return rows
    return [replace(row, step=named[at]) if at in named else row for at, row in enumerate(rows)]


def _one_of(tick: Tick, place: int, count: int) -> Tick:
    """A tick for one of several whose shares of the whole are alike. It never steps back: opening has several parts."""
    most = 0.0

    def partly(done: int, total: int) -> None:
        nonlocal most
        most = max(most, min(1.0, done / total) if total > 0 else 0.0)
        tick(int(_SCALE * (place + most)), _SCALE * count)

    return partly


def _in_order(rows: Sequence[CheckpointRow]) -> tuple[CheckpointRow, ...]:
    """By step, or by epoch where no row says a step; what says neither comes last. Those alike by name."""
    last = math.inf

    def place(row: CheckpointRow) -> tuple[bool, float, float, list[tuple[str, int]]]:
        step, epoch = (last if number is None else number for number in (row.step, row.epoch))
        return step == epoch == last, step, epoch, _natural(row.name)

    return tuple(sorted(rows, key=place))


def _natural(name: str) -> list[tuple[str, int]]:
    """What names are sorted by as people do: ``e9`` before ``e10``."""
    return [(text, int(digits[:15] or 0)) for text, digits in re.findall(r"([^0-9]*)([0-9]*)", name.lower())]


def _by_name(folder: Path, name: str) -> CheckpointRow:
    """What the name and the directory say."""
    path = folder / name
    size, modified, link = 0, 0.0, ""
    with suppress(OSError):  # opening it says why
        link = os.fspath(path.readlink()) if path.is_symlink() else ""
        found = path.stat()
        size, modified = (0 if path.is_dir() else found.st_size), found.st_mtime
    far = said_by_name(name) or said_by_name(link)
    return CheckpointRow(name, path, *far, bytes=size, modified=modified, links_to=link)


def looked_into(row: CheckpointRow, tick: Tick = ignore) -> CheckpointRow:
    """The same with what the checkpoint itself says, which counts more than its name."""
    try:
        catalogue = open_catalogue(row.path, tick)
    except CheckpointError as error:
        return replace(row, problem=str(error), is_read=True)
    try:
        return _said_of(row, catalogue)
    finally:
        release(catalogue)  # of two hundred each is as large as it was alone


def _said_of(row: CheckpointRow, catalogue: Catalogue) -> CheckpointRow:
    checkpoint = catalogue.checkpoint
    totals = catalogue.devices if checkpoint.format.devices else ()
    far = said_inside(checkpoint).or_else(said_by_name(row.name, surely=True))
    return replace(
        row,
        step=far.step if far else row.step,
        epoch=far.epoch if far else row.epoch,
        bytes=checkpoint.bytes,
        modified=_newest(checkpoint) or row.modified,
        tensors=len(catalogue.tensors),
        devices=tuple(total.device for total in sorted(totals, key=lambda total: -total.bytes)),
        is_read=True,
        dtypes=_most_first(catalogue),
        model=_model(catalogue),
        optimizers=tuple(each.kind for each in catalogue.optimizers if each.kind is not None),
        missing=tuple(each.name for each in checkpoint.several.missing) if checkpoint.several is not None else (),
        files=tuple(part.path for part in checkpoint.parts),
        options=tuple(_options(catalogue)),
    )


def _options(catalogue: Catalogue) -> Iterator[tuple[str, float]]:
    """What the optimizers were told, as far as it is numbers: ``optimizer/0/lr``, ``optimizer/0/betas/1``."""
    for optimizer in catalogue.optimizers:
        path = catalogue.path_text(optimizer.entry)
        for number, group in enumerate(islice(group_options(catalogue, optimizer.entry), _MOST_GROUPS)):
            for name, value in group.items():
                few = enumerate(value) if type(value) in (list, tuple) and len(value) <= 4 else ((None, value),)
                for place, each in few:
                    if type(each) is float or (type(each) is int and abs(each) < _MOST):
                        below = name if place is None else f"{name}/{place}"
                        yield "/".join(filter(None, (path, str(number), below))), each


def _most_first(catalogue: Catalogue) -> tuple[str, ...]:
    """The dtypes of floating point by their bytes, the most first."""
    nbytes = Counter[str]()
    for row in catalogue.tensors:
        if takes_gradients(row.dtype):
            nbytes[row.dtype] += row.nbytes
    return tuple(dtype for dtype, _ in nbytes.most_common())


def model_rows(catalogue: Catalogue) -> Sequence[int]:
    """The numbers of the tensors that belong to a model; of all where none is known to do so."""
    found = [row for row, tensor in enumerate(catalogue.tensors) if tensor.role == "model"]
    return found or range(len(catalogue.tensors))


def model_tensors(catalogue: Catalogue) -> dict[str, TensorRow]:
    """The tensors that belong to a model, by their paths; all where none is known to do so.

    Of several files a key says in which it is, of one that lies there alone it does not: so that is no part of it.
    """
    above = 1 if catalogue.checkpoint.format.of_branches else 0
    rows = map(catalogue.tensors.__getitem__, model_rows(catalogue))
    return {"/".join(map(key_text, catalogue.path(row.entry)[above:])): row for row in rows}


def _model(catalogue: Catalogue) -> Model:
    rows = sorted((path, tuple(row.shape), row.dtype) for path, row in model_tensors(catalogue).items())
    return Model(*zip(*rows, strict=True)) if rows else Model()


def _newest(checkpoint: Checkpoint) -> float:
    """When the newest of its files was written; 0 where none can be asked."""
    times = [0.0]
    for path in checkpoint.paths:
        with suppress(OSError):
            times.append(path.stat().st_mtime)
    return max(times)
