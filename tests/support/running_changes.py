"""A child process that runs code which changes checkpoints, with real torch, as on a machine that has the GPUs.

Takes ``{name: code}`` as JSON and prints ``{name: error}``, an empty text where all is well. Tensors keep to the host;
they only say where they are (`PretendGpus`).
"""

from __future__ import annotations

import contextlib
import json
import sys
import warnings
from typing import Any

import torch

from tests.support.oracle import PretendGpus


def run(code: str) -> str:
    """The error with which code ends."""
    with PretendGpus() as gpus, _on_pretended(gpus):
        try:
            exec(compile(code, "changes", "exec"), {})
        except Exception as error:  # noqa: BLE001 - whatever it is
            return f"{type(error).__name__}: {error}"
    return ""


@contextlib.contextmanager
def _on_pretended(gpus: PretendGpus) -> Any:
    """`Tensor.to` and `clone` say where what they make is, as those of a GPU do."""
    to, clone = torch.Tensor.to, torch.Tensor.clone

    def pretended_to(tensor: torch.Tensor, *args: Any, **options: Any) -> torch.Tensor:
        if isinstance(options.get("device"), str):
            return gpus.to(tensor, options["device"])
        made = to(tensor, *args, **options)
        if made is not tensor:
            gpus.place(made, gpus.device_of(tensor))
        return made

    def pretended_clone(tensor: torch.Tensor) -> torch.Tensor:
        made = clone(tensor)
        gpus.place(made, gpus.device_of(tensor))
        return made

    torch.Tensor.to, torch.Tensor.clone = pretended_to, pretended_clone  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        torch.Tensor.to, torch.Tensor.clone = to, clone  # type: ignore[method-assign]


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    sys.stdout.write(json.dumps({name: run(code) for name, code in json.load(sys.stdin).items()}))
