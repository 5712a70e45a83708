"""The ways to load a checkpoint, as data. A new way is one more `Strategy` in `STRATEGIES`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.dtypes import NO_DEVICE
from core.edits.edits import device_matches
from core.words import marked

Placement = Callable[[str, str], str]
"""(saved device, target) → device that ``torch.load`` puts the storage on."""


def as_saved(saved: str, _target: str) -> str:
    """No ``map_location``. What names no device, as safetensors, comes to the CPU."""
    return "cpu" if saved == NO_DEVICE else saved


def to_cpu(_saved: str, _target: str) -> str:
    """``map_location='cpu'``."""
    return "cpu"


def to_target(_saved: str, target: str) -> str:
    """``map_location='cuda:0'``."""
    return target


def gpus_to_target(saved: str, target: str) -> str:
    """``map_location={'cuda:5': 'cuda:0'}`` for every GPU in the file; the CPU's part stays."""
    return target if device_matches("cuda:*", saved) else as_saved(saved, target)


ALL, PART = "all", "part"


@dataclass(frozen=True)
class Strategy:
    """One way to load.

    ``place`` says where each storage goes, ``options`` are those of ``torch.load`` for it (``{target}`` and
    ``{mapping}`` are filled in), ``file`` the variable with the path of what is loaded. ``mmap`` maps the file instead
    of reading it, ``assign`` builds the model on ``meta`` and takes the tensors over, ``optimizer`` is False when the
    file is loaded without optimizer state, ``planned`` means the file as the pending plan would save it. With ``whole``
    what is loaded is the model itself, a pickled one: no other is there before it. ``ranks`` is how many processes
    share the work of loading many files: `ALL` of it each, or a `PART`; the same file in one process where empty.
    """

    id: str
    title: str
    place: Placement
    options: tuple[str, ...] = ()
    file: str = "f"
    mmap: bool = False
    assign: bool = False
    optimizer: bool = True
    planned: bool = False
    whole: bool = False
    ranks: str = ""

    @property
    def taken_over(self) -> bool:
        """Whether the loaded tensors become those of the model, so that no copy of it is made where it shall be."""
        return self.assign or self.whole


_ON_CPU = "map_location='cpu'"
_ON_TARGET = "map_location={target}"
_MAPPED = (_ON_CPU, "mmap=True")

STRATEGIES: tuple[Strategy, ...] = (
    Strategy("default", "torch.load(f)", as_saved),
    Strategy("map-cpu", "map_location='cpu'", to_cpu, (_ON_CPU,)),
    Strategy("map-target", "map_location=target", to_target, (_ON_TARGET,)),
    Strategy("map-dict", "map_location={…: target}", gpus_to_target, ("map_location={mapping}",)),
    Strategy("mmap-cpu", marked("mmap=True on the CPU"), to_cpu, _MAPPED, mmap=True),
    Strategy("meta-assign", marked("mmap=True and assign=True (meta model)"), to_cpu, _MAPPED, mmap=True, assign=True),
    Strategy(
        "model-only",
        marked("map_location=target, from a copy saved without the optimizer"),
        to_target,
        (_ON_TARGET,),
        "model_only",
        optimizer=False,
    ),
    Strategy("fixed", marked("torch.load(f) of the fixed file"), as_saved, file="fixed", planned=True),
)

BY_RANKS: tuple[Strategy, ...] = (
    Strategy("ranks-all", marked("each rank loading everything"), to_cpu, (_ON_CPU,), ranks=ALL),
    Strategy("ranks-part", marked("each rank loading only its part"), to_target, (_ON_TARGET,), ranks=PART),
)
"""Besides, of many files."""
