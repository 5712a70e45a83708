"""The scalars of optimizer state that torch leaves on the CPU while the rest lies with its parameter.

``step``, and NAdam's ``mu_product``, stay there unless their group is capturable or fused: reading them back from a
card, or launching a kernel for one number, would be slow (``torch/optim/adam.py``, ``nadam.py``: "special device
hosting for step"). ASGD keeps all of its scalars with the parameter (``asgd.py``), as do all where the group says so.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

STEP = "step"
_ON_CPU = (STEP, "mu_product")
_OF_ASGD = "ax"


def scalars_on_cpu(names: Iterable[Any]) -> Collection[str]:
    """Those among the ``names`` of one parameter's state that stay on the CPU, unless capturable or fused."""
    texts = [name for name in names if isinstance(name, str)]
    return () if _OF_ASGD in texts else [name for name in texts if name in _ON_CPU]
