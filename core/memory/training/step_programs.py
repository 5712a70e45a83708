"""What each optimizer of torch makes and drops on its parameters' device during ``step()``, as data.

A program is a text of lines, each ``[flag …] ? action``; a line counts when all its flags are set and none that
stands there with ``!``. The actions:

- ``name = P``: tensors come to be; what had that name before goes after they are there, as with any Python variable
- ``name = P with M S``: the same one by one, each with these others beside it while it is made
- ``each M S``: for one tensor after the other these are made, and are gone before the next
- ``keep P``: state, which stays; only for parameters that have none yet. ``host S``: the same in main memory
- ``lose P``: state that goes; ``stay a b``: what has these names becomes state
- ``del a b``, ``new is old`` (the name changes), ``last one all`` (of ``all`` only its last tensor stays, as ``one``)

Sizes: ``P`` a tensor like the parameter, ``M`` a mask of it (bool), ``S`` a scalar; ``R``, ``C`` and ``W`` its row
and column statistics and the mean of the rows (Adafactor), ``B`` the parameter as bfloat16 and ``G`` the Gram matrix
of its shorter side (Muon).

A for-loop program runs once for each parameter, a foreach program once for all parameters of one dtype. Names live
on from one run to the next, as the variables of ``_single_tensor_*`` and ``_multi_tensor_*`` do: that is why two
parameters' temporaries overlap. Read from ``torch/optim/*.py`` of torch 2.13 (``_single_tensor_adam`` and so on).
"""

from __future__ import annotations

from typing import NamedTuple

LOOP, FOREACH, FUSED = "for-loop", "foreach", "fused"
"""The implementations. A fused one is a kernel that works in place."""


class OptimizerKind(NamedTuple):
    """One optimizer: the state it makes for a parameter before its first step, and its implementations.

    ``default`` is the implementation torch takes on a card where nobody asked for one
    (``_default_to_fused_or_foreach`` in ``torch/optim/optimizer.py``). ``in_constructor`` says that the state comes
    with the optimizer, not with its first step.
    """

    state: str
    programs: dict[str, str]
    default: str = FOREACH
    in_constructor: bool = False


_STEP = """
on_card ? keep S
!on_card ? host S
"""
_TWO = f"{_STEP}\nkeep P\nkeep P"

# ``grad = grads[i] if not maximize else -grads[i]``, and the same in two statements
_GRAD = """
!maximize ? del grad
maximize ? grad = P
"""
_GRAD_AFTER = """
del grad
maximize ? grad = P
"""
_DECAY = "coupled ? grad = P"
_GRADS = """
del grads
maximize ? grads = P
coupled !maximize ? grads = P
"""

_ADAM = {
    LOOP: f"""
        {_GRAD}
        {_DECAY}
        capturable ? each S S
        capturable ? bias1 = S
        capturable ? each S S
        capturable ? bias2 = S
        capturable ? each S S
        capturable ? size = S
        capturable ? negative = S
        capturable ? root2 = S
        capturable amsgrad ? each P
        root = P
        capturable ? product = S
        denominator = P
        del root product
        capturable ? each S S
        """,
    FOREACH: f"""
        {_GRADS}
        del grads
        capturable ? bias1 = S
        capturable ? bias2 = S
        capturable ? size is bias1
        capturable ? root2 is bias2
        denominators = P
        """,
    FUSED: "",
}

OPTIMIZERS: dict[str, OptimizerKind] = {
    "Adam": OptimizerKind(f"{_TWO}\namsgrad ? keep P", _ADAM),
    "AdamW": OptimizerKind(f"{_TWO}\namsgrad ? keep P", _ADAM),
    "Adamax": OptimizerKind(
        _TWO,
        {
            LOOP: f"""
                {_GRAD_AFTER}
                {_DECAY}
                each P
                capturable ? each S S
                capturable ? bias = S
                capturable ? denominator = P
                """,
            FOREACH: f"""
                {_GRADS}
                !own ? grads = P
                capturable ? bias = S
                capturable ? denominators = P
                """,
        },
    ),
    "NAdam": OptimizerKind(
        f"{_STEP}{_TWO}",
        {
            LOOP: f"""
                {_GRAD}
                del average
                capturable ? each S S
                capturable ? bias2 = S
                {_DECAY}
                capturable ? each S S
                capturable ? mu = S
                capturable ? each S S
                capturable ? mu_next = S
                quotient = P
                denominator = P
                del quotient
                capturable ? denominator = P
                capturable ? product = S
                capturable ? each S S S
                capturable ? factor = S
                capturable ? grad = P
                capturable ? del factor
                capturable ? each S S S
                capturable ? factor = S
                capturable ? average = P
                capturable ? del factor
                """,
            FOREACH: f"""
                {_GRADS}
                roots = P
                capturable ? exponent = S
                capturable ? mus = S
                capturable ? mu_nexts = S
                capturable ? del exponent
                capturable ? bias = S
                capturable ? del bias
                capturable ? denominator = S
                capturable ? of_grads is mus
                capturable ? del denominator
                capturable ? denominator = S
                capturable ? of_averages is mu_nexts
                capturable ? del denominator
                capturable ? numerators = P
                """,
        },
    ),
    "RAdam": OptimizerKind(
        _TWO,
        {
            LOOP: f"""
                {_GRAD}
                {_DECAY}
                capturable ? each S S
                capturable ? bias1 = S
                capturable ? each S S
                capturable ? bias2 = S
                corrected = P
                capturable ? each S S S
                capturable ? rho = S
                capturable ? greater = S
                capturable ? each S S S
                capturable ? rect = S
                capturable ? root = P
                capturable ? power = S
                capturable ? rate = P
                capturable ? del power root
                capturable ? both = P
                capturable ? del rect rate
                capturable ? one = S
                capturable ? update = P
                capturable ? del one greater both
                capturable ? each P P
                !capturable rectified ? each P P P P
                !capturable !rectified ? each P
                """,
            FOREACH: """
                del grads
                maximize ? grads = P
                capturable ? bias1 = S
                capturable ? bias2 = S
                coupled !maximize ? grads = P
                del grads
                capturable ? number = S
                capturable ? other = S
                capturable ? del other
                capturable ? other = S
                capturable ? del other
                capturable ? rect = S with S S
                capturable ? del number
                capturable ? sizes = S with S S S
                capturable ? bias1 = S
                capturable ? bias2 = S
                capturable ? del rect bias1
                buffers = P
                """,
        },
    ),
    "Adadelta": OptimizerKind(
        _TWO,
        {
            LOOP: f"""
                {_GRAD_AFTER}
                {_DECAY}
                deviation = P
                delta = P
                """,
            FOREACH: f"""
                {_GRADS}
                deviations = P
                deltas = P
                """,
        },
    ),
    "Adagrad": OptimizerKind(
        f"{_STEP}\nkeep P",
        {
            LOOP: f"""
                {_GRAD_AFTER}
                {_DECAY}
                deviation = P
                """,
            FOREACH: f"""
                {_GRADS}
                deviations = P
                !own ? numerators = P
                own ? numerators is grads
                """,
            FUSED: "",
        },
        in_constructor=True,
    ),
    "RMSprop": OptimizerKind(
        f"{_STEP}\nkeep P\nmomentum ? keep P\ncentered ? keep P",
        {
            LOOP: f"""
                {_GRAD_AFTER}
                {_DECAY}
                average = P
                """,
            FOREACH: f"""
                {_GRADS}
                averages = P
                """,
        },
    ),
    "Rprop": OptimizerKind(
        _TWO,
        {
            LOOP: f"""
                {_GRAD_AFTER}
                product = P
                sign = P
                del product
                !capturable ? each M
                capturable ? each M S P
                grad = P
                !capturable ? each M
                capturable ? each M S P
                each P
                """,
            FOREACH: """
                signs = P
                del sign
                !capturable ? each M
                capturable ? each M S P
                each M S P
                last sign signs
                directions = P
                """,
        },
    ),
    "ASGD": OptimizerKind(
        "keep S\neach S S\nkeep S\nkeep S\nkeep P",
        {
            LOOP: f"""
                {_GRAD_AFTER}
                {_DECAY}
                capturable ? each S S
                capturable ? each P
                averaged !capturable ? each P
                capturable ? each S S S
                """,
            FOREACH: """
                del grads
                maximize ? grads = P
                coupled !maximize ? between = P
                !coupled ? between = P
                del between
                between = P
                del between
                capturable ? mus = S
                capturable ? del mus
                capturable ? etas = S
                !capturable ? etas = S with S S
                !capturable ? mus = S
                """,
        },
    ),
    "SGD": OptimizerKind(
        "",
        {
            LOOP: f"""
                {_GRAD}
                {_DECAY}
                momentum ? keep P
                momentum nesterov ? grad = P
                momentum !nesterov ? del grad
                """,
            FOREACH: f"""
                {_GRADS}
                momentum ? keep P
                momentum !nesterov ? del grads
                """,
            FUSED: "momentum ? keep P",
        },
    ),
    "Adafactor": OptimizerKind(
        """
        host S
        matrix ? keep R
        matrix ? keep C
        !matrix ? keep P
        """,
        {
            LOOP: f"""
                {_GRAD}
                each S
                matrix ? row = R
                matrix ? column = C
                !matrix ? square = P
                estimate = P
                matrix ? each W
                update is estimate
                each S
                """,
            FOREACH: """
                del grads
                maximize ? grads = P
                each S
                matrix ? rows = R
                matrix ? del rows
                matrix ? columns = C
                matrix ? del columns
                !matrix ? squares = P
                !matrix ? del squares
                estimates = P
                matrix ? means = W
                matrix ? del means
                updates is estimates
                each S
                """,
        },
        LOOP,
    ),
    "Muon": OptimizerKind(
        "keep P",
        {
            LOOP: """
                nesterov ? update = P
                !nesterov ? del update
                !bfloat16 ? orthogonal = B
                norm = S
                clamped = S
                del norm clamped
                gram = G
                polynomial = G
                orthogonal = B
                iterated ? gram = G
                iterated ? polynomial = G
                iterated ? orthogonal = B
                del gram polynomial
                update is orthogonal
                """,
        },
        LOOP,
    ),
}
"""By the name of the class in ``torch.optim``. LBFGS is in `lbfgs`; what SparseAdam takes depends on the gradients."""
