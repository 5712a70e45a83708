"""Which optimizer wrote a state dict, told by the names of its groups' options and of its state together.

A class is not saved, but names are: each release of torch added options at the end (``maximize``, ``foreach``, …) and
`load_state_dict` fills in what older files lack, so a file has the options of some release, whole. Before the first
step the options are all there is. Where several classes write just the same names, all are told; where nobody known
does, none is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from core.catalogue.optimizers.groups import groups_of, states_of
from core.pickling.nodes import Call, Global, get, named_items

_MOST_NAMES = 3
_MOST_ENTRIES = 1000
"""Parameters whose state is looked at: the others have the same."""


class _Kind(NamedTuple):
    """An optimizer by the names that it writes, each a tuple of stages: what is always there, what later releases
    added. A stage is there only together with those before it; the parts of the last one come one by one.

    An option may be given with its value, ``decoupled_weight_decay=True``.
    """

    name: str
    options: tuple[frozenset[str], ...]
    state: tuple[frozenset[str], ...]


class _Words(NamedTuple):
    """What a file says: ``options`` without and ``values`` with their values, and the names of ``state``.

    ``classes`` are those of state tensors which are more than plain ones.
    """

    options: frozenset[str]
    values: frozenset[str]
    state: frozenset[str]
    classes: frozenset[str]


def kind_of(node: Any) -> str | None:
    """The class of an optimizer whose state dict is ``node``, such as ``RAdam``; ``Adam or AdamW`` where it cannot be
    told which; None where nothing tells.
    """
    words = _words(node)
    names = _telling(words)
    fitting = [names] if names is not None else [*dict.fromkeys(kind.name for kind in _KINDS if _fits(kind, words))]
    return " or ".join(fitting) if 0 < len(fitting) <= _MOST_NAMES else None


def torch_class_of(node: Any) -> str | None:
    """The class of ``torch.optim`` that alone writes such a state dict; None for any other."""
    words = _words(node)
    if _telling(words) is not None:
        return None
    fitting = [kind for kind in _KINDS if _fits(kind, words)]
    of_torch = bool(fitting) and all(kind in _OF_TORCH for kind in fitting)
    return fitting[0].name if of_torch and len({kind.name for kind in fitting}) == 1 else None


def _telling(words: _Words) -> str | None:
    """What is told by names that one family alone writes."""
    everything = frozenset().union(*words)
    return next((names for names, telling in _TELLING if telling <= everything), None)


def _words(node: Any) -> _Words:
    groups = groups_of(node)
    options = {key for group in groups[:_MOST_ENTRIES] for key in named_items(group)}
    values = {f"{key}={_value(value)}" for key, value in (named_items(groups[0]) if groups else {}).items()}
    if groups and type(get(groups[0], "lr")) is Call:
        options.add(_TENSOR)
    state: set[str] = set()
    classes: set[str] = set()
    for held in islice(states_of(node), _MOST_ENTRIES):
        for key, value in _state(held):
            state.add(key)
            if type(value) is Call:
                classes.update(_classes(value))
    options -= {"params", "param_names"}
    return _Words(frozenset(options), frozenset(values), frozenset(state), frozenset(classes))


def _state(held: Any) -> Iterator[tuple[str, Any]]:
    """The names and values of one parameter's state; bitsandbytes keeps most of it one dict deeper."""
    for key, value in named_items(held).items():
        if key == _BITSANDBYTES:
            yield from named_items(value).items()
        elif key not in _OF_FASTAI:
            yield key, value


def _classes(value: Call) -> Iterator[str]:
    """The names that a tensor which is more than a plain one is rebuilt with: ``OptimState8bit``."""
    arguments = value.args if type(value.args) is tuple else ()
    return (each.name for each in arguments[:2] if type(each) is Global)


def _value(value: Any) -> str:
    if isinstance(value, bool | int | float | str) or value is None:
        return f"{value:g}" if isinstance(value, float) else str(value)[:20]
    return ""


def _fits(kind: _Kind, words: _Words) -> bool:
    own = frozenset().union(*kind.options)
    valued = {name for name in own if "=" in name}
    known = {name.partition("=")[0] for name in own} | {_TENSOR}
    strange = words.options - known - OF_SCRIPTS
    if strange & _OPTIONS or (strange and "differentiable" not in words.options):  # torch ≥ 1.13 alone writes that
        return False
    if any(name.partition("=")[0] in words.options and name not in words.values for name in valued):
        return False
    if not _staged(kind.options, words.options | words.values):
        return False
    return not words.state or (words.state <= frozenset().union(*kind.state) and _staged(kind.state, words.state))


def _staged(stages: tuple[frozenset[str], ...], there: frozenset[str]) -> bool:
    """Whether each stage is there whole, up to the last one of which there is something."""
    last = max((number for number, stage in enumerate(stages) if stage & there), default=0)
    return stages[0] <= there and all(stage <= there for stage in stages[:last])


def _kind(name: str, options: str, state: str) -> _Kind:
    return _Kind(
        name,
        tuple(frozenset(stage.split()) for stage in options.split("|")),
        tuple(frozenset(stage.split()) for stage in state.split("|")),
    )


_TENSOR = "lr-tensor"
"""Said of a learning rate that is a tensor: of torch's own optimizers, those of torch ≥ 2.0 alone take one."""
_OF_FASTAI = ("do_wd", "force_train")
"""Options that fastai keeps in the state (``fastai/optimizer.py``)."""
_BITSANDBYTES = "__bnb_optimizer_quant_state__"

_ADAM = "lr betas eps weight_decay amsgrad | maximize | foreach capturable | differentiable fused | "

_OF_TORCH = (
    # torch/optim of 1.0 to 2.13, whose ``__setstate__`` names what older releases lack
    _kind("Adam", _ADAM + "decoupled_weight_decay=False lr-tensor", "step exp_avg exp_avg_sq | max_exp_avg_sq"),
    _kind("AdamW", _ADAM + "decoupled_weight_decay=True lr-tensor", "step exp_avg exp_avg_sq | max_exp_avg_sq"),
    _kind(
        "NAdam",
        "lr betas eps weight_decay momentum_decay | foreach | differentiable | decoupled_weight_decay capturable "
        "maximize",
        "step exp_avg exp_avg_sq mu_product",
    ),
    _kind(
        "RAdam",
        "lr betas eps weight_decay | foreach | differentiable | decoupled_weight_decay | capturable maximize",
        "step exp_avg exp_avg_sq",
    ),
    _kind("SparseAdam", "lr betas eps | maximize", "step exp_avg exp_avg_sq"),
    _kind(
        "Adamax",
        "lr betas eps weight_decay | foreach maximize | differentiable | capturable",
        "step exp_avg exp_inf",
    ),
    _kind(
        "SGD",
        "lr momentum dampening weight_decay nesterov | maximize | foreach | differentiable | fused",
        "| momentum_buffer",
    ),
    _kind(
        "RMSprop",
        "lr alpha eps weight_decay momentum centered | foreach maximize | differentiable | capturable",
        "step square_avg | momentum_buffer grad_avg",
    ),
    _kind(
        "Adadelta",
        "lr rho eps weight_decay | foreach maximize | differentiable | capturable",
        "step square_avg acc_delta",
    ),
    _kind(
        "Adagrad",
        "lr lr_decay weight_decay initial_accumulator_value | eps | foreach maximize | differentiable | fused",
        "step sum",
    ),
    _kind("Rprop", "lr etas step_sizes | foreach maximize | differentiable | capturable", "step prev step_size"),
    _kind(
        "ASGD",
        "lr lambd alpha t0 weight_decay | foreach maximize | differentiable | capturable",
        "step eta mu ax",
    ),
    _kind(
        "LBFGS",
        "lr max_iter max_eval tolerance_grad tolerance_change history_size | line_search_fn",
        "| func_evals n_iter d t old_dirs old_stps ro H_diag prev_flat_grad prev_loss al",
    ),
    _kind("Adafactor", "lr beta2_decay eps d weight_decay foreach maximize", "step | row_var col_var variance"),
)
_KINDS = (
    *_OF_TORCH,
    # fastai/optimizer.py
    _kind("Adam", "lr mom sqr_mom eps wd", "step grad_avg sqr_avg"),
    _kind("LAMB", "lr mom sqr_mom eps wd", "step grad_avg sqr_avg"),
    _kind("RAdam", "lr mom sqr_mom eps wd beta", "step grad_avg sqr_avg"),
    _kind("RMSprop", "lr mom sqr_mom eps wd", "sqr_avg | grad_avg"),
    _kind("SGD", "lr mom wd", "| grad_avg"),
    # others whose options are those of torch, or nearly
    _kind("AdamW", "lr betas eps weight_decay correct_bias", "step exp_avg exp_avg_sq"),  # transformers before 5
    _kind(
        "AdamW",  # timm
        "lr betas eps weight_decay amsgrad foreach maximize capturable | caution | corrected_weight_decay "
        "max_lr_snapshot clipping_threshold",
        "step exp_avg exp_avg_sq | max_exp_avg_sq",
    ),
    _kind(
        "NAdamW",  # timm
        "lr betas eps weight_decay foreach maximize capturable | caution | corrected_weight_decay max_lr_snapshot "
        "clipping_threshold",
        "step exp_avg exp_avg_sq | max_exp_avg_sq mu_product",
    ),
    _kind("Adam or AdamW of torchao", "lr lr-tensor betas eps weight_decay amsgrad", "step exp_avg exp_avg_sq"),
    _kind("RAdam", "lr betas eps weight_decay buffer | degenerated_to_sgd", "step exp_avg exp_avg_sq"),  # its author
    _kind(
        "FusedAdam",  # apex, DeepSpeed
        "lr betas eps weight_decay bias_correction | amsgrad step capturable master_weights",
        "exp_avg exp_avg_sq | step",
    ),
    _kind("Adam or AdamW of bitsandbytes", "lr betas eps weight_decay", "step state1 state2"),
    _kind("LAMB", "lr betas eps weight_decay", "step exp_avg exp_avg_sq weight_norm adam_norm trust_ratio"),
    _kind(
        "Lion",
        "lr betas weight_decay | foreach maximize caution corrected_weight_decay max_lr_snapshot weight_decouple "
        "fixed_decay step",
        "exp_avg",
    ),
    _kind("Muon", "lr momentum weight_decay", "momentum_buffer"),  # Keller Jordan's
)

_TELLING = tuple(
    (names, frozenset(words.split()))
    for names, words in (
        # names that one family alone writes, whatever the release; what is more special comes first
        ("Prodigy", "d_coef"),
        ("DAdaptAdam", "d growth_rate decouple"),
        ("DAdaptAdam", "d growth_rate bias_correction"),
        ("DAdaptAdan", "d growth_rate betas"),
        ("DAdaptLion", "d log_every betas"),
        ("DAdaptLion", "s exp_avg d betas"),
        ("DAdaptAdaGrad", "d growth_rate momentum eps"),
        ("DAdaptSGD", "d growth_rate momentum"),
        ("RAdamScheduleFree", "weight_lr_power silent_sgd_phase"),
        ("AdamWScheduleFree", "weight_lr_power betas"),
        ("SGDScheduleFree", "weight_lr_power momentum"),
        # bitsandbytes: state1, state2, and qmap1 where it is of eight bits
        ("LAMB8bit", "state1 state2 unorm_vec qmap1"),
        ("LAMB", "state1 state2 unorm_vec"),
        ("LARS8bit", "state1 unorm_vec qmap1"),
        ("LARS", "state1 unorm_vec"),
        ("Adam8bit or AdamW8bit", "state1 state2 qmap1 alpha=0"),
        ("AdEMAMix8bit", "state1 state2 qmap1 t_beta3"),
        ("Adam8bit or AdamW8bit", "state1 state2 qmap1"),
        ("Adam or AdamW of bitsandbytes", "state1 state2 alpha=0"),
        ("AdEMAMix", "state1 state2 t_beta3"),
        ("Adam or AdamW of bitsandbytes", "state1 state2"),
        ("Lion8bit or SGD8bit", "state1 qmap1 eps=0"),
        ("Adagrad8bit or RMSprop8bit", "state1 qmap1"),
        ("Lion or SGD of bitsandbytes", "state1 eps=0"),
        ("Adagrad or RMSprop of bitsandbytes", "state1"),
        ("Adam or AdamW or LAMB of bitsandbytes", "t_beta3 alpha=0"),
        ("AdEMAMix", "t_beta3"),
        # torchao: the class of the state
        ("Adam8bit or AdamW8bit", "OptimState8bit"),
        ("Adam4bit or AdamW4bit", "OptimState4bit"),
        ("AdamFp8 or AdamWFp8", "OptimStateFp8"),
        ("CAME", "exp_avg_res_row"),
        ("Adafactor", "scale_parameter relative_step"),
        ("AdafactorBigVision", "beta2_cap unscaled_wd"),
        ("LAMB", "grad_averaging max_grad_norm"),
        ("LAMB", "bias_correction max_coeff min_coeff"),
        ("LAMB", "exp_avg_sq trust_ratio weight_norm"),
        ("LARS", "trust_coefficient"),
        ("LARS", "trust_coeff"),
        ("Muon", "ns_steps"),
        ("Muon", "use_muon"),
        ("Muon", "backend_steps"),
        ("AdaNorm", "exp_grad_norm"),
        ("AdaBelief", "exp_avg_var"),
        ("AdaBelief", "amsgrad rectify degenerated_to_sgd"),
        ("AdaBelief", "amsgrad buffer"),
        ("SGDP", "delta wd_ratio momentum"),
        ("AdamP", "delta wd_ratio betas"),
        ("Ranger21", "grad_ma variance_ma"),
        ("QHAdam", "nus weight_decouple"),
        ("RangerQH", "nus slow_buffer"),
        ("RangerQH", "nus beta1_weight step"),
        ("RangerVA", "grad_transformer"),
        ("Ranger", "slow_buffer"),
        ("Ranger", "N_sma_threshhold"),
        ("Adan", "no_prox"),
        ("Adan", "exp_avg_diff"),
        ("Adan", "prev_grad m v n"),
        ("Sophia", "hessian"),
        ("Sophia", "rho betas"),
        ("AdaHessian", "hessian_power"),
        ("AdaBound", "final_lr betas"),
        ("AdaMod", "exp_avg_lr"),
        ("ADOPT", "betas clip_exp"),
        ("AdEMAMix", "exp_avg_slow"),
        ("LaProp", "exp_avg_lr_1"),
        ("MADGRAD", "grad_sum_sq x0"),
        ("MARS", "mars_type"),
        ("DiffGrad", "exp_avg exp_avg_sq previous_grad"),
        ("Yogi", "initial_accumulator betas"),
        ("NovoGrad", "grad_averaging betas"),
        ("QHAdam", "nus betas"),
        ("QHM", "nu weight_decay_type"),
        ("SWATS", "phase exp_avg2"),
        ("PID", "derivative integral momentum"),
        ("AccSGD", "kappa xi small_const"),
        ("Apollo", "init_lr warmup beta"),
        ("NAdam", "schedule_decay betas"),
        ("RMSpropTF", "lr_in_momentum"),
        ("SGDW", "dampening corrected_weight_decay"),
        ("SOAP", "shampoo_beta betas"),
        ("Shampoo", "inv_precond_0"),
        ("GaLore AdamW", "update_proj_gap proj_type"),
        ("AnyPrecisionAdamW", "variance_dtype"),
        ("StableAdamW", "kahan_sum"),
        ("BertAdam", "t_total b1 b2"),
    )
)

_SCRIPTS = "initial_lr max_lr min_lr base_momentum max_momentum swa_lr lr_scale lr_mult decay_mult name group_name"
OF_SCRIPTS = frozenset(_SCRIPTS.split())
"""What schedulers and training scripts add to groups (``torch/optim/lr_scheduler.py``, ``swa_utils.py``)."""

_ELSEWHERE = "weight_decouple fixed_decay ams_bound amsbound gamma nus nu k r d beta3 caution eta rank momentum betas"
"""Options that are no script's but of some optimizer, some of them not in the tables above."""

_OPTIONS = frozenset(_ELSEWHERE.split()).union(
    *(stage for kind in _KINDS for stage in kind.options), *(words for _, words in _TELLING)
)
