"""What a file says of the training that it comes from: its optimizers, and which parameters had gradients."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from core.catalogue.catalogue import Catalogue
from core.catalogue.derived import derived_from_matches
from core.catalogue.main_model import live_rows, main_models
from core.catalogue.modules import DATA_PARALLEL, module_entries
from core.catalogue.optimizers.hyperparameters import group_options
from core.catalogue.optimizers.kinds import OF_SCRIPTS
from core.catalogue.optimizers.models import models_of
from core.catalogue.optimizers.params import OptimizerParameters
from core.catalogue.rows import Optimizer, OptimizerEntry, TensorRow
from core.memory.training.least import SPARSE_ADAM, Resuming, Trained, Trainee, Training, resuming
from core.memory.training.steps import LBFGS, Group, TrainedParameter
from core.memory.transfers import is_floating, live_dtype, nbytes_as

_OF_ADAM = "lr betas eps weight_decay amsgrad maximize foreach capturable differentiable fused decoupled_weight_decay"
_OPTIONS = {
    "Adam": _OF_ADAM,
    "AdamW": _OF_ADAM,
    "Adamax": "lr betas eps weight_decay foreach maximize differentiable capturable",
    "NAdam": f"{_OF_ADAM} momentum_decay",
    "RAdam": _OF_ADAM,
    "Adadelta": "lr rho eps weight_decay maximize capturable foreach differentiable",
    "Adagrad": "lr lr_decay eps weight_decay initial_accumulator_value foreach maximize differentiable fused",
    "RMSprop": "lr momentum alpha eps centered weight_decay capturable foreach maximize differentiable",
    "Rprop": "lr etas step_sizes foreach maximize differentiable capturable",
    "ASGD": "lr lambd alpha t0 weight_decay foreach maximize differentiable capturable",
    "SGD": "lr momentum dampening weight_decay nesterov maximize foreach differentiable fused",
    "Adafactor": "lr beta2_decay eps d weight_decay foreach maximize",
    "Muon": "lr weight_decay momentum nesterov ns_coefficients eps ns_steps adjust_lr_fn",
    LBFGS: "lr max_iter max_eval tolerance_grad tolerance_change history_size line_search_fn",
    SPARSE_ADAM: "lr betas eps maximize",
}
"""The options that classes of ``torch.optim`` may write; what has others is somebody else's."""

_ALWAYS = {"Adafactor": "beta2_decay", "Muon": "ns_coefficients", "NAdam": "momentum_decay"}
"""An option that the class of torch always wrote, and others of its name do not."""


class Loaded(NamedTuple):
    """What of a file is loaded: all but the entries that ``gone`` marks, with or without the state of its optimizers,
    into a model of ``model_dtype`` (empty: as in the file).
    """

    gone: bytes = b""
    optimizer: bool = True
    model_dtype: str = ""


_ALL = Loaded()


def resumed(catalogue: Catalogue, loaded: Loaded, training: Training, device: str) -> Resuming:
    """What resuming takes with the model on ``device``. Where nothing is gone it is worked out once."""
    usual = Training(step=training.step)
    if any(loaded.gone):
        found = resuming(trained(catalogue, loaded), usual, device)
    else:
        found = _resumed_whole(catalogue, loaded._replace(gone=b""), usual, device)
    return replace(found, activations=training.activations, cards=training.cards)


def trained(catalogue: Catalogue, loaded: Loaded = _ALL) -> Trained:
    """What training goes on from. Optimizers whose state is not loaded begin anew."""
    if any(loaded.gone):
        found = _read(catalogue, loaded.gone, loaded.model_dtype)
    else:
        found = _read_whole(catalogue, loaded.model_dtype)
    if loaded.optimizer:
        return found
    anew = (each._replace(groups=tuple(map(_anew, each.groups))) for each in found.optimizers)
    return found._replace(optimizers=tuple(anew), loaded_state=0)


@derived_from_matches
def _resumed_whole(catalogue: Catalogue, loaded: Loaded, training: Training, device: str) -> Resuming:
    return resuming(trained(catalogue, loaded), training, device)


@derived_from_matches
def _read_whole(catalogue: Catalogue, model_dtype: str) -> Trained:
    return _read(catalogue, b"", model_dtype)


def _read(catalogue: Catalogue, gone: bytes, model_dtype: str) -> Trained:
    reader = _ParameterReader(catalogue, gone, model_dtype)
    found = [each for each in catalogue.optimizers if not (gone and gone[each.entry])]
    trainees = tuple(reader.trainee(each) for each in found)
    kept = [row for row in live_rows(catalogue) if not (gone and gone[row.entry])]
    return Trained(
        trainees,
        tuple(reader.bare()) if not any(group.parameters for each in trainees for group in each.groups) else (),
        reader.state_bytes,
        tuple(nbytes_as(row, live_dtype(row.dtype, model_dtype)) for row in kept),
        _is_wrapped(catalogue),
    )


def _is_wrapped(catalogue: Catalogue) -> bool:
    """Whether a model was saved from within ``DataParallel`` or DDP."""
    if any(each.prefix == "module." and each.keys == each.of and not each.inner for each in catalogue.prefixes):
        return True
    return bool(catalogue.globals) and any(each.wrapper == DATA_PARALLEL for each in module_entries(catalogue))


def _anew(group: Group) -> Group:
    """The group of an optimizer that is built anew."""
    return group._replace(parameters=[each._replace(stateless=True) for each in group.parameters], pairs=None)


class _ParameterReader:
    """Reads parameters out of a catalogue. ``state_bytes`` is how much state it has come by."""

    def __init__(self, catalogue: Catalogue, gone: bytes, model_dtype: str) -> None:
        self.catalogue, self.gone, self.model_dtype = catalogue, gone, model_dtype
        self.state_bytes = 0

    def trainee(self, optimizer: Optimizer) -> Trainee:
        """An optimizer with the parameters that get gradients, group by group."""
        held = OptimizerParameters(self.catalogue, optimizer.entry)
        options = list(group_options(self.catalogue, optimizer.entry))
        kinds = _kinds(optimizer.kind, options)
        stateful = any(item.entry is not None for item in optimizer.entries) and LBFGS not in kinds
        groups: list[list[TrainedParameter]] = [[] for _ in options]
        for item, parameter in zip(optimizer.entries, held.parameters, strict=True):
            if stateful and item.entry is None:
                continue
            found = self._parameter(item, parameter.shape)
            if found is None:
                kinds = ()
            else:
                groups[item.group].append(found)
        pairs = self._pairs(optimizer) if LBFGS in kinds else None
        return Trainee(
            optimizer.kind or "an optimizer",
            kinds,
            tuple(Group(_numbers(each), group, pairs) for each, group in zip(options, groups, strict=True)),
        )

    def bare(self) -> Iterator[TrainedParameter]:
        """The floating-point parameters of the models that training goes on with."""
        catalogue = self.catalogue
        wanted = set(main_models(catalogue))
        for model in models_of(catalogue, 1):
            if model.entry in wanted or not wanted:
                for entry in model.entries:
                    row = catalogue.tensors[catalogue.rows[entry]]
                    if _has_gradient(row.dtype) and not (self.gone and self.gone[entry]):
                        yield TrainedParameter(row.shape, live_dtype(row.dtype, self.model_dtype))

    def _parameter(self, item: OptimizerEntry, shape: tuple[int, ...] | None) -> TrainedParameter | None:
        """The parameter, by the model or by its state; None where neither tells."""
        catalogue = self.catalogue
        row = catalogue.row_of(item.parameter) if item.parameter is not None else -1
        state = self._state(item)
        self.state_bytes += sum(row.nbytes for row in state)
        if row >= 0:
            shape, dtype = catalogue.tensors[row].shape, catalogue.tensors[row].dtype
        elif item.home is not None:
            shape, dtype = item.home.shape, item.home.dtype
        else:
            alike = [row for row in state if row.shape == shape]
            dtype = next((row.dtype for row in alike or state if catalogue.labels[row.entry] != "step"), "")
        if shape is None or not _has_gradient(dtype):
            return None
        return TrainedParameter(shape, live_dtype(dtype, self.model_dtype), not state)

    def _state(self, item: OptimizerEntry) -> list[TensorRow]:
        """The tensors of a parameter's state."""
        catalogue = self.catalogue
        rows = [catalogue.tensors[index] for index in catalogue.subtree_rows(item.entry)] if item.entry else []
        return [row for row in rows if not (self.gone and self.gone[row.entry])]

    def _pairs(self, optimizer: Optimizer) -> int | None:
        """How many pairs LBFGS has in its history, which it keeps with the first parameter."""
        catalogue = self.catalogue
        for item in optimizer.entries:
            for child in catalogue.children(item.entry) if item.entry is not None else ():
                if catalogue.labels[child] == "old_dirs":
                    return len(catalogue.children(child))
        return None


def _has_gradient(dtype: str) -> bool:
    """Whether a parameter of this dtype can be trained (``requires_grad`` in torch/csrc/autograd)."""
    return is_floating(dtype) or dtype.startswith("complex")


def _kinds(name: str | None, groups: Sequence[dict[str, Any]]) -> tuple[str, ...]:
    """The classes of ``torch.optim`` that ``Adam or AdamW`` may be; none when it may also be one from elsewhere."""
    names = tuple(name.split(" or ")) if name else ()
    return names if groups and all(_is_torch(each, groups) for each in names) else ()


def _is_torch(name: str, groups: Iterable[dict[str, Any]]) -> bool:
    if name not in _OPTIONS:
        return False
    own = OF_SCRIPTS.union(_OPTIONS[name].split())
    return all(
        _ALWAYS.get(name, "lr") in group and ("differentiable" in group or group.keys() <= own) for group in groups
    )


def _numbers(options: dict[str, Any]) -> dict[str, Any]:
    """The options that are numbers, truths or None; a learning rate that is a tensor is None, a line search is True."""
    found = {key: value for key, value in options.items() if value is None or type(value) in (bool, int, float)}
    return {"lr": None, **found, "line_search_fn": bool(options.get("line_search_fn"))}
