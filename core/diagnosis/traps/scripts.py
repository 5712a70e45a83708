"""The traps in the script around the file: what it looks up in the checkpoint, and which optimizer it made."""

from __future__ import annotations

import re

from core.diagnosis.traps.trap import says, trap
from core.words import marked

_STEP = r"torch[/\\]{1,2}optim[/\\_]{1,2}\w{1,20}\.py"
PART = re.compile(
    r"model|state|net|optim|sched|epoch|weight|param|ema|gen|disc|encoder|decoder|backbone|teacher|student|args|config"
    r"|hyper|scaler|step|module|loss|best|iter|version|meta|class|vocab|arch|critic|actor|policy|ckpt|head|layer|\.",
    re.IGNORECASE,
)
"""What the parts of checkpoints are called; a key of another kind may have been looked for anywhere."""
NO_SUCH_KEY = trap(
    "no-such-key",
    marked("the script looks for a key that is not there"),
    marked(
        "A checkpoint is a dict, and every project names its parts in its own way: 'model', 'state_dict', "
        "'model_state_dict', or the weights alone without anything around them."
    ),
    marked(
        "Look at what the file holds at the top, and take the weights from there: checkpoint['state_dict'] or "
        "whatever it is called. Or rename the key in the file, as the script knows it."
    ),
    says("KeyError", r"KeyError: ?['\"](?P<key>[^'\"\n]{1,200})['\"]"),
    weak=True,
)
OTHER_OPTIMIZER = trap(
    "other-optimizer",
    marked("state of another kind of optimizer"),
    marked(
        "load_state_dict of an optimizer takes the groups and the state of any other without a word. At its step it "
        "looks for numbers that only its own kind keeps."
    ),
    marked(
        "Build the optimizer that the file was saved with, or load the model alone and start with new optimizer state."
    ),
    says(
        "KeyError",
        r"KeyError: ?'(?P<option>momentum|dampening|nesterov|betas|rho|alpha|centered|etas|momentum_decay|mu_product|",
        r"lambd|t0|eta|mu|ax|lr_decay|max_iter|max_eval|history_size|tolerance_grad|exp_avg|exp_avg_sq|exp_avg_var|max_exp_avg_sq|",
        r"exp_inf|square_avg|acc_delta|step_sizes?|prev|momentum_buffer|ns_steps)'",
    ),
    says("KeyError", r"KeyError: ?'(?P<option>step|sum|eps|weight_decay)'", above=_STEP),
    weak=True,
)
OTHER_SHAPES = trap(
    "other-shapes",
    marked("optimizer state of other shapes than the parameters"),
    marked(
        "load_state_dict of an optimizer matches by position and compares no shapes. At its step the state of one "
        "parameter meets another, or a layer that has another size than when the file was saved."
    ),
    marked(
        "Make the model with the sizes and in the order that it was trained with, or start with new optimizer state."
    ),
    says(
        "non-singleton",
        r"The size of tensor a \((?P<state>\d{1,12})\) must match the size of tensor b ",
        r"\((?P<parameter>\d{1,12})\) at non-singleton dimension",
        above=_STEP,
    ),
)

SCRIPTS = (OTHER_OPTIMIZER, OTHER_SHAPES, NO_SUCH_KEY)

KEPT_BY = {
    "momentum": ("SGD", "RMSprop"),
    "dampening": ("SGD",),
    "nesterov": ("SGD",),
    "momentum_buffer": ("SGD", "RMSprop", "Muon"),
    "ns_steps": ("Muon",),
    "betas": ("Adam", "AdamW", "NAdam", "RAdam", "Adamax", "Lion"),
    "exp_avg": ("Adam", "AdamW", "NAdam", "RAdam", "Adamax", "Lion"),
    "exp_avg_sq": ("Adam", "AdamW", "NAdam", "RAdam"),
    "max_exp_avg_sq": ("Adam", "AdamW"),
    "exp_inf": ("Adamax",),
    "momentum_decay": ("NAdam",),
    "mu_product": ("NAdam",),
    "alpha": ("RMSprop", "ASGD"),
    "centered": ("RMSprop",),
    "square_avg": ("RMSprop", "Adadelta"),
    "rho": ("Adadelta",),
    "acc_delta": ("Adadelta",),
    "sum": ("Adagrad",),
    "lr_decay": ("Adagrad",),
    "etas": ("Rprop",),
    "prev": ("Rprop",),
    "step_size": ("Rprop",),
    "step_sizes": ("Rprop",),
    "lambd": ("ASGD",),
    "t0": ("ASGD",),
    "eta": ("ASGD",),
    "mu": ("ASGD",),
    "ax": ("ASGD",),
    "max_iter": ("LBFGS",),
    "max_eval": ("LBFGS",),
    "history_size": ("LBFGS",),
    "tolerance_grad": ("LBFGS",),
}
"""Which optimizers of ``torch/optim`` keep an option or a piece of state of that name."""
