"""The least that going on with training takes beyond what loading leaves: gradients, state to come, ``step()``.

A gradient has the shape and dtype of its parameter. Where an optimizer has state for some of its parameters, only
these had gradients so far, and only these are counted; where it has none yet, all are. What activations take depends
on the model's code and the batch: that is the user's number.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from core.memory.allocator import round_size
from core.memory.training.steps import (
    FOREACH,
    FUSED,
    LBFGS,
    LOOP,
    Group,
    TrainedParameter,
    implementation_of,
    is_exact,
    step_growth,
)

SPARSE_ADAM = "SparseAdam"


@dataclass(frozen=True)
class Training:
    """What is assumed of the training: ``activations`` in bytes, the implementation of ``step()`` that is asked for
    (``foreach``, ``fused``, ``for-loop``; None for torch's choice), and on how many cards ``DataParallel`` works.
    """

    activations: int = 0
    step: str | None = None
    cards: int = 1


IMPLEMENTATIONS = (FOREACH, FUSED, LOOP)


class Trainee(NamedTuple):
    """An optimizer of the file: its ``name``, the classes of ``torch.optim`` that it may be (none where it cannot be
    told), and its groups with the parameters that get gradients.
    """

    name: str
    kinds: tuple[str, ...]
    groups: tuple[Group, ...]


class Trained(NamedTuple):
    """What a file says of training: its optimizers, the parameters where there is none, the bytes of optimizer state
    that it holds, the bytes of each tensor of the model, buffers as well, and whether that was in ``DataParallel`` or
    DDP.
    """

    optimizers: tuple[Trainee, ...]
    bare: tuple[TrainedParameter, ...]
    loaded_state: int
    model: tuple[int, ...]
    wrapped: bool = False


class OptimizerStep(NamedTuple):
    """One optimizer: its ``name``, how it steps (``foreach``), and what that takes, in bytes.

    ``state`` to come and ``temporaries`` are None where they cannot be told; ``temporaries`` are about right where they
    are not ``exact``. ``host_state`` is state to come that stays in RAM while the parameters are on a card.
    """

    name: str
    how: str
    state: int | None
    host_state: int
    temporaries: int | None
    exact: bool = True


@dataclass(frozen=True)
class Resuming:
    """What resuming takes on ``device``, in bytes: ``gradients``, ``state`` to come, ``temporaries`` of the step that
    takes most, and the user's ``activations``. What cannot be told (see `unknown_steps`) is not in the sums.
    ``loaded`` is what lies there after loading, with the context of CUDA.

    ``host_state`` is state to come that stays in RAM. ``loaded_state`` is what the file has of state: so much stays in
    RAM when the optimizer is loaded before the model is moved to its card. With ``cards`` of ``DataParallel`` each
    other card takes a ``replica`` (parameters and buffers) and ``replica_gradients``; ``wrapped`` says that the model
    was saved from there, or from DDP.
    """

    device: str
    gradients: int
    state: int
    temporaries: int
    activations: int
    host_state: int
    loaded_state: int
    steps: tuple[OptimizerStep, ...]
    cards: int
    replica: int
    replica_gradients: int
    wrapped: bool = False
    loaded: int = 0

    @property
    def total(self) -> int:
        """All that comes on top of what is loaded, on ``device``."""
        return self.gradients + self.state + self.temporaries + self.activations

    @property
    def needs(self) -> int:
        """The least that ``device`` must hold."""
        return self.loaded + self.total

    @property
    def unknown_steps(self) -> tuple[OptimizerStep, ...]:
        """The optimizers of which something cannot be told."""
        return tuple(step for step in self.steps if step.state is None or step.temporaries is None)


def resuming(trained: Trained, training: Training, device: str) -> Resuming:
    """What resuming takes when the model is on ``device``."""
    on_card = device.startswith("cuda")
    steps = tuple(_step(each, training.step, on_card=on_card) for each in trained.optimizers)
    sizes = [each.nbytes for each in _with_gradients(trained)]
    rounded = sum(map(round_size, sizes))
    return Resuming(
        device,
        rounded if on_card else sum(sizes),
        sum(step.state or 0 for step in steps),
        max((step.temporaries or 0 for step in steps), default=0),
        training.activations,
        sum(step.host_state for step in steps),
        trained.loaded_state,
        steps,
        training.cards,
        sum(map(round_size, trained.model)),
        rounded,
        trained.wrapped,
    )


def _with_gradients(trained: Trained) -> Sequence[TrainedParameter]:
    """The parameters whose gradients are as large as they are; those for SparseAdam are sparse."""
    if not trained.optimizers:
        return trained.bare
    dense = [each for each in trained.optimizers if SPARSE_ADAM not in each.kinds]
    return [parameter for each in dense for group in each.groups for parameter in group.parameters]


def _step(trainee: Trainee, wanted: str | None, *, on_card: bool) -> OptimizerStep:
    """What an optimizer takes; where it may be one of several, the one that takes least."""
    if not trainee.kinds:
        return OptimizerStep(trainee.name, "", None, 0, None)
    if trainee.kinds == (SPARSE_ADAM,):
        stateless = [each for group in trainee.groups for each in group.parameters if each.stateless]
        count = round_size if on_card else int
        return OptimizerStep(trainee.name, "", 2 * sum(count(each.nbytes) for each in stateless), 0, None)
    found = [_step_of(trainee, kind, wanted, on_card=on_card) for kind in trainee.kinds]
    return min(found, key=lambda step: (step.state or 0) + (step.temporaries or 0))


def _step_of(trainee: Trainee, kind: str, wanted: str | None, *, on_card: bool) -> OptimizerStep:
    groups = trainee.groups
    hows = {
        LOOP if kind == LBFGS else implementation_of(kind, group.options, on_card=on_card, wanted=wanted)
        for group in groups
    }
    first = step_growth(kind, groups, on_card=on_card, wanted=wanted)
    later = step_growth(kind, groups, on_card=on_card, wanted=wanted, later=True)
    exact = all(map(is_exact, groups))
    most = max(first.peak, first.state + later.peak)
    return OptimizerStep(
        trainee.name, " and ".join(sorted(hows)), first.state, first.host_state, most - first.state, exact
    )
