"""Documents for the tests of models and panels: real checkpoints, opened as the program opens them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from core.catalogue.build import build_catalogue
from core.catalogue.catalogue import Catalogue
from core.catalogue.checkpoint import open_checkpoint
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from gui.session.session import Session
from tests.files.checkpoints import save
from tests.support.oracle import PretendGpus


def catalogue_of(path: Path) -> Catalogue:
    """The catalogue of a file."""
    return build_catalogue(open_checkpoint(path))


def unplanned(catalogue: Catalogue) -> Preview:
    """The preview of the empty plan."""
    return preview(catalogue, Plan())


def saved(folder: Path, make: Callable[[Callable[..., torch.Tensor]], Any], name: str = "made.pth") -> Path:
    """A file with what `make(tensor)` gives, where `tensor(device, *shape)` makes a tensor on a device."""
    with PretendGpus() as gpus:

        def tensor(device: str, *shape: int) -> torch.Tensor:
            made = torch.zeros(shape)
            gpus.place(made, device)
            return made

        return save(make(tensor), folder / name)


def two_gpus(tensor: Callable[..., torch.Tensor]) -> dict[str, Any]:
    """A wrapped model over two GPUs with tied weights and an optimizer whose state is all on cuda:1."""
    tied = tensor("cuda:1", 10, 4)
    model = {
        "module.embed.weight": tied,
        "module.layer1.0.conv.weight": tensor("cuda:0", 8, 4, 3, 3),
        "module.layer1.0.conv.bias": tensor("cuda:0", 8),
        "module.layer1.10.conv.weight": tensor("cuda:1", 8, 8),
        "module.layer1.2.conv.weight": tensor("cuda:1", 2, 2),
        "module.out.weight": tied,
    }
    trained = [key for key in model if key != "module.out.weight"]
    state = {
        place: {"step": torch.tensor(1.0), "exp_avg": tensor("cuda:1", *model[key].shape)}
        for place, key in enumerate(trained)
    }
    groups = [{"lr": 0.1, "betas": (0.9, 0.999), "eps": 1e-8, "params": list(range(len(trained)))}]
    return {
        "epoch": 27,
        "note": "<b>bold</b> & <img src=x>",
        "model": model,
        "optimizer": {"state": state, "param_groups": groups},
    }


def opened(session: Session, path: Path) -> Catalogue:
    """Open a file in a session; returns its catalogue."""
    catalogue = catalogue_of(path)
    session.open_catalogue(catalogue, unplanned(catalogue))
    return catalogue
