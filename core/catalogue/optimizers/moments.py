"""What the names of optimizer state stand for: means of gradients, and of their squares."""

from __future__ import annotations

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
