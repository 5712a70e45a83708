"""Optimizer state against a model: the numbers of its parameters, group by group, and their shapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from core.catalogue.optimizers.matching import Effort, in_model_order, match
from core.catalogue.optimizers.models import is_buffer
from core.catalogue.optimizers.params import OptimizerParameters
from core.catalogue.rows import Optimizer
from core.diagnosis.finding import WARNING, Finding
from core.diagnosis.model_match.key_rows import planned_state_dicts
from core.diagnosis.model_match.model_keys import ModelKeys
from core.diagnosis.model_match.state_keys import group_sizes
from core.edits.preview import Preview
from core.loading.torch_messages import OTHER_GROUP_SIZE, OTHER_GROUPS
from core.text import clip, count_text, listed
from core.words import marked, say

_SHOWN = 6
_BUILD = marked(
    "Build the optimizer over the same parameters, in the same groups and order as when the file was saved: "
    "freezing or adding parameters since then shifts their positions. Or start with a new optimizer, without the "
    "saved state."
)


def group_findings(preview: Preview, wanted: ModelKeys) -> list[Finding]:
    """What ``load_state_dict`` of the model's optimizer says of the groups; of shapes, where there is no model here."""
    optimizers = [item for item in preview.catalogue.optimizers if not preview.dropped(item.entry)]
    findings = list(_of_sizes(preview, optimizers, wanted))
    if not findings and optimizers and not planned_state_dicts(preview):
        findings += _of_parameters(preview, optimizers, wanted)
    return findings


def optimizer_alone(preview: Preview, wanted: ModelKeys) -> str | None:
    """How the optimizer state of a file without a model compares, in a sentence; None for any other file."""
    optimizers = [item for item in preview.catalogue.optimizers if not preview.dropped(item.entry)]
    if not optimizers or planned_state_dicts(preview):
        return None
    if group_findings(preview, wanted):
        return say("This file holds only optimizer state, and that state does not fit {wanted}.", wanted=wanted.name)
    params = count_text(sum(item.params for item in optimizers), "parameter")
    if wanted.shapes:
        return say(
            "This file holds only optimizer state. Its {params} match those of {wanted} in number and shape.",
            params=params,
            wanted=wanted.name,
        )
    return say(
        "This file holds only optimizer state. It has {params}, as many as {wanted}.",
        params=params,
        wanted=wanted.name,
    )


def _of_sizes(preview: Preview, optimizers: Sequence[Optimizer], wanted: ModelKeys) -> Iterator[Finding]:
    """Other groups than those of the other file's optimizer."""
    groups, sizes = wanted.groups, [group_sizes(item) for item in optimizers]
    if not sizes or groups is None or groups in sizes:
        return
    optimizer, have = optimizers[0], sizes[0]
    for item, size in zip(optimizers, sizes, strict=True):
        if len(size) == len(groups):
            optimizer, have = item, size
            break
    yield _finding(
        preview,
        optimizer,
        say(
            "The optimizer in the file has groups of {sizes} parameters, and {wanted} has {wanted_sizes}. torch "
            "matches parameters by their position in the groups: if only the order differs, it silently loads the "
            "state of one parameter into another.",
            sizes=_sizes(have),
            wanted=wanted.name,
            wanted_sizes=_sizes(groups),
        ),
        same_number=len(have) == len(groups),
    )


def _of_parameters(preview: Preview, optimizers: Sequence[Optimizer], wanted: ModelKeys) -> Iterator[Finding]:
    """More parameters than the model has, or of other shapes, whatever is frozen in it."""
    named = {name: shape for name, shape in wanted.shapes.items() if not is_buffer(name)}
    shapes = [shape for shape in named.values() if shape is not None]
    if not shapes or len(shapes) < len(named):
        return
    catalogue, effort = preview.catalogue, Effort()
    for optimizer in optimizers:
        if optimizer.params > len(shapes):
            yield _finding(
                preview,
                optimizer,
                say(
                    "The optimizer in the file has {parameters}, and {wanted} has {tensors} that could be parameters.",
                    parameters=count_text(optimizer.params, "parameter"),
                    wanted=wanted.name,
                    tensors=count_text(len(shapes), "tensor"),
                ),
                same_number=True,
            )
            continue
        in_order = wanted.in_order and in_model_order([*named])
        found = match(
            OptimizerParameters(preview.planned, optimizer.entry).shapes, [*named], shapes, effort, in_order=in_order
        )
        if found is not None and found.ordered is not False:
            continue
        yield Finding(
            "other-shapes",
            WARNING,
            say("the optimizer state and the model's parameters have different shapes"),
            "",
            (catalogue.path_text(optimizer.entry),),
            (optimizer.entry,),
            say(
                "Whichever parameters of {wanted} are frozen, the shapes of the rest, in their order, do not match "
                "the state. optimizer.load_state_dict matches by position and does not check shapes, so "
                "optimizer.step() then either fails or silently uses the state of another parameter.",
                wanted=wanted.name,
            ),
            say(_BUILD),
        )


def _finding(preview: Preview, optimizer: Optimizer, explanation: str, *, same_number: bool) -> Finding:
    return Finding(
        "optimizer-groups",
        WARNING,
        say("the parameter groups of the optimizer differ"),
        OTHER_GROUP_SIZE if same_number else OTHER_GROUPS,
        (preview.catalogue.path_text(optimizer.entry),),
        (optimizer.entry,),
        explanation,
        say(_BUILD),
    )


def _sizes(sizes: Sequence[int]) -> str:
    return clip(listed([*map(str, sizes[:_SHOWN]), *(["…"] if len(sizes) > _SHOWN else [])]), 120)
