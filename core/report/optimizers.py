"""What ``inspect`` prints of optimizers: as data for JSON and as text for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.optimizers.hyperparameters import group_options, json_options, option_lines
from core.catalogue.optimizers.words import belonging_json, belonging_text
from core.objects.value_text import json_path
from core.report.layout import padded
from core.text import clip, count_text
from core.words import say


def optimizers_json(catalogue: Catalogue) -> list[dict[str, Any]]:
    """Each optimizer with its kind, its parameters, the options of its groups, and the model that it belongs to."""
    return [
        {
            "path": json_path(catalogue.path(found.entry)),
            "kind": found.kind,
            "groups": found.groups,
            "params": found.params,
            "matched": found.matched,
            "options": [json_options(group) for group in group_options(catalogue, found.entry)],
            **belonging_json(catalogue, found),
        }
        for found in catalogue.optimizers
    ]


def optimizer_lines(catalogue: Catalogue) -> Iterator[str]:
    """A line an optimizer, and below it its options."""
    for optimizer in catalogue.optimizers:
        of = belonging_text(catalogue, optimizer)
        told = say(
            "{path}: {kind}, {parameters} in {groups}, {matched} matched by name",
            path=clip(catalogue.path_text(optimizer.entry)) or say("the top level"),
            kind=optimizer.kind or say("unknown kind"),
            parameters=count_text(optimizer.params, "parameter"),
            groups=count_text(optimizer.groups, "group"),
            matched=optimizer.matched,
        )
        yield f"{padded(say('optimizer'), 11)} {told}{', ' if of else ''}{of}"
        yield from (f"            {line}" for line in option_lines(catalogue, optimizer.entry))
