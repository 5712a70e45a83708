"""The two parts of an optimizer's state dict, in the form of torch and in that of fastai.

torch: ``{'state': {id: {…}}, 'param_groups': [{'params': [id, …], 'lr': …}, …]}``. fastai's own optimizers:
``{'state': [{…}, …], 'hypers': [{'lr': …}, …]}``, the state of all parameters one after the other, and no ids
(``fastai/optimizer.py``, ``Optimizer.state_dict``); ``hypers`` is a list or an ``L`` of fastcore, which holds one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from core.pickling.nodes import Call, get, mapping, pairs

STEP = "step"
_ON_CPU = (STEP, "mu_product")
_OF_ASGD = "ax"


def scalars_on_cpu(names: Iterable[Any]) -> Collection[str]:
    """Those among the ``names`` of one parameter's state that stay on the CPU, unless capturable or fused."""
    texts = [name for name in names if isinstance(name, str)]
    return () if _OF_ASGD in texts else [name for name in texts if name in _ON_CPU]


FIRST_MOMENTS = frozenset(("exp_avg", "momentum_buffer", "grad_avg", "exp_avg_slow", "state1"))
"""Means of gradients, of either sign: ``torch/optim``, ``fastai/optimizer.py``, bitsandbytes (``state1``)."""

SECOND_MOMENTS = frozenset(
    (
        *("exp_avg_sq", "max_exp_avg_sq", "square_avg", "acc_delta", "exp_inf", "row_var", "col_var", "variance"),
        *("sum", "sqr_avg", "exp_avg_sq_row", "exp_avg_sq_col", "exp_avg_var", "max_exp_avg_var", "state2"),
        *("variance_ma", "grad_sum_sq", "weighted_sum_sq"),
    )
)
"""Means, sums and maxima of squares, of which the root is taken: none is ever below 0.

``torch/optim``: ``sum`` is Adagrad's, ``exp_inf`` Adamax's, ``variance`` Adafactor's. ``sqr_avg`` is fastai's, the rows
and columns are those of Adafactor in transformers, ``exp_avg_var`` AdaBelief's, ``state2`` of bitsandbytes, which has
codes instead of numbers where it is of 8 bits.
"""


def is_optimizer_state(node: Any) -> bool:
    """Whether a dict is the state dict of an optimizer."""
    state = get(node, "state")
    if mapping(state) is not None:
        return type(get(node, "param_groups")) is list
    return type(state) is list and bool(groups_of(node)) and all(mapping(each) is not None for each in state)


def groups_of(node: Any) -> list[Any]:
    """The groups of an optimizer, a dict of options each."""
    groups = get(node, "param_groups")
    if type(groups) is not list:
        groups = get(node, "hypers")
    if type(groups) is Call:
        groups = get(groups.payload("state"), "items")
    return [group for group in groups if mapping(group) is not None] if type(groups) is list else []


def states_of(node: Any) -> list[Any]:
    """The state of each parameter."""
    state = get(node, "state")
    return state if type(state) is list else [value for _, value in pairs(state)]
