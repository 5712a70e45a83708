"""The two parts of an optimizer's state dict, in the form of torch and in that of fastai.

torch: ``{'state': {id: {…}}, 'param_groups': [{'params': [id, …], 'lr': …}, …]}``. fastai's own optimizers:
``{'state': [{…}, …], 'hypers': [{'lr': …}, …]}``, the state of all parameters one after the other, and no ids
(``fastai/optimizer.py``, ``Optimizer.state_dict``); ``hypers`` is a list or an ``L`` of fastcore, which holds one.
"""

from __future__ import annotations

from typing import Any

from core.pickling.nodes import Call, get, mapping, pairs


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
