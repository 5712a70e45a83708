"""A file as the arguments of a command have it: opened, and its optimizers matched to the models that were named."""

from __future__ import annotations

from typing import Any

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.optimizers.matched import chosen_by, matched
from core.errors import CheckpointError, EditError


def catalogue_of(arguments: Any, path: str | None = None) -> Catalogue:
    """The catalogue of ``FILE``, or of another path, with ``--alone``, ``--as-parts`` and ``--follow-links``."""
    wanted = arguments.file if path is None else path
    return open_catalogue(
        wanted, alone=arguments.alone, as_parts=arguments.as_parts, follow_links=arguments.follow_links
    )


def opened(arguments: Any) -> Catalogue:
    """The catalogue of ``FILE``, with ``--model`` and ``--optimizer-of``."""
    return with_named_models(catalogue_of(arguments), arguments)


def with_named_models(catalogue: Catalogue, arguments: Any) -> Catalogue:
    """The catalogue with the models of its optimizers that ``--model`` and ``--optimizer-of`` name.

    Raises `EditError` where they do not fit, and for a file of the model that does not open.
    """
    model = getattr(arguments, "model", None)  # `memory` has none
    if not arguments.optimizer_of and not model:
        return catalogue
    other = None
    if model:
        try:
            other = open_catalogue(model)
        except CheckpointError as error:
            raise EditError(f"--model {model}: {error}") from None
    return matched(catalogue, chosen_by(catalogue, arguments.optimizer_of, other), other)
