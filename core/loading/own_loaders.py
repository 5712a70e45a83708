"""Containers that ``torch.load`` is not for: by which call each is loaded."""

from __future__ import annotations

from typing import NamedTuple

from core.words import marked


class OwnLoader(NamedTuple):
    """``function`` takes the path, ``module`` is what it lies in; ``title`` says in English what the file is."""

    function: str
    module: str
    title: str


OWN_LOADERS = {
    "zip pt2": OwnLoader("torch.export.load", "torch", marked("An exported program, for torch.export.load")),
    "zip torch.package": OwnLoader(
        "torch.package.PackageImporter", "torch.package", marked("An archive of torch.package, for its PackageImporter")
    ),
    "numpy": OwnLoader("numpy.load", "numpy", marked("Arrays of NumPy, for numpy.load")),
}
"""By what `core.catalogue.checkpoint.Checkpoint.container` calls the container."""
