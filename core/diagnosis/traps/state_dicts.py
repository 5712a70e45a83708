"""The traps of ``load_state_dict`` of a model: keys and shapes that differ, in the words of torch and of others."""

from __future__ import annotations

from core.diagnosis.traps.trap import says, trap
from core.words import marked

_SHAPE = r"(?:torch\.Size\()?(?P<{}>[\[(][\d,\s]{{0,200}}[\])])\)?"
_HAVE, _WANT = _SHAPE.format("have"), _SHAPE.format("want")
_KEY = r"[\"']?(?P<key>[^\s\"',:]{1,400})[\"']?"
_QUOTED = r"\"(?!\{)(?:[^\"\n]{0,400}|(?:[^\"\s]|\n ?){0,400})\""
_LISTED = rf"{_QUOTED}(?:, ?{_QUOTED})*"
_NAMES = r"\w[\w.]{0,400}(?:, ?\w{1,100}\.[\w.]{1,400})*"
_DOTTED = r"\w{1,100}\.[\w.]{1,400}(?:, ?\w{1,100}\.[\w.]{1,400})*"
_PYTHON = r"\['[^'\n]{0,400}'(?:, ?'[^'\n]{0,400}')*\]?"
_STRICT = marked(
    "strict=False hides the mismatch: keys that do not fit are left out without a word, and the model keeps its "
    "random weights there."
)

FITS_NOT = trap(
    "missing-keys unexpected-keys size-mismatch wrapper-prefix missing-prefix",
    marked("a state_dict that does not fit the model"),
    marked(
        "load_state_dict compares names and shapes of the file with those of the model, and some differ. Which ones "
        "the lines below this one say, and they were not pasted."
    ),
    (marked("Paste the whole message, or compare the file with the model's keys."), _STRICT),
    says("loading", r"Error\(?s\)? in loading state_dict(?: for (?P<class>\w{1,100}))?"),
    says("loaded", r"model and loaded state dict do not match exactly"),
    absent=marked("Compare this file with the model to see what differs."),
    wrapper=True,
)
STATE_DICT = (
    trap(
        "missing-keys missing-prefix wrapper-prefix unexpected-keys",
        marked("keys that the model wants and the file lacks"),
        marked(
            "load_state_dict matches by name only, and these names of the model are not among the keys of the file. "
            "Often all of them differ by one prefix or segment."
        ),
        (marked("Compare the file with the model's keys and rename what differs by a prefix."), _STRICT),
        says("state_dict", rf"Missing key\(?s\)? in state_dict: ?(?P<missing>{_LISTED})"),
        says("state_dict:", r"missing keys? in state_dict: ?\"?(?P<missing>\{[^}]{0,100000}\})"),
        says("state_dict:", rf"missing keys? in source state_dict: ?(?P<missing>{_NAMES})"),
        says("state_dict:", rf"Missing key\(?s\)? in state_dict: ?(?P<missing>{_DOTTED})"),
        says("checkpoint", r"Missing key in checkpoint state_dict: ?(?P<missing>[\w.]{0,400}\w)"),
        says("missing_keys=", rf"missing_keys=(?P<missing>{_PYTHON})"),
        says("state_dict", r"Missing key\(?s\)? in state_dict"),
        absent=marked(
            "Compare this file with the model (its keys, or another checkpoint of it) to see what is missing."
        ),
    ),
    trap(
        "unexpected-keys wrapper-prefix missing-prefix flat-param missing-keys",
        marked("keys in the file that the model does not know"),
        marked(
            "load_state_dict matches by name only, and these keys of the file name nothing in the model. Often all of "
            "them differ by one prefix or segment."
        ),
        (
            marked(
                "Compare the file with the model's keys and rename what differs by a prefix; drop what is really not "
                "wanted."
            ),
            _STRICT,
        ),
        says("state_dict", rf"Unexpected key\(?s\)? in state_dict: ?(?P<unexpected>{_LISTED})"),
        says("unexpected", r"unexpected key (?P<unexpected>[\"'][^\"'\n]{1,400}[\"']) in state_dict"),
        says("state_dict:", rf"unexpected keys? in source state_dict: ?(?P<unexpected>{_NAMES})"),
        says("state_dict:", rf"Unexpected key\(?s\)? in state_dict: ?(?P<unexpected>{_DOTTED})"),
        says("unexpected_keys=", rf"unexpected_keys=(?P<unexpected>{_PYTHON})"),
        says("state_dict", r"Unexpected key\(?s\)? in state_dict"),
        absent=marked("None of these keys is in it, or the model was not named."),
    ),
    trap(
        "size-mismatch",
        marked("same name, another shape"),
        marked(
            "The file and the model have a tensor of this name with different shapes; strict=False raises this too. "
            "Usually the model was made for another number of classes, or with other sizes."
        ),
        marked(
            "Make the model with the sizes it was trained with, or drop these entries from the file and load with "
            "strict=False: those layers then start from new weights."
        ),
        says(
            "mismatch",
            rf"size mismatch for {_KEY}: ?copying a param(?:eter)? with shape {_HAVE} from checkpoint, ",
            rf"?(?:the|where the) shape (?:in current model )?is {_WANT}",
        ),
        says(  # torch 0.4, which put the model's shape where the checkpoint's belongs
            "mismatch",
            rf"size mismatch for {_KEY}: ?copying a param(?:eter)? (?P<old_shapes_order>of) {_WANT} from checkpoint, ",
            rf"?where the shape is {_HAVE}",
        ),
        says("mismatch", rf"size mismatch for {_KEY}: ?copying a param"),
        says(
            "dimensions",
            rf"while \w{{1,20}} the parameter named {_KEY}, ?whose dimensions in the model are {_WANT} and ",
            rf"whose dimensions in the checkpoint are {_HAVE}",
        ),
        says(
            "Tensor-like",
            rf"while \w{{1,20}} the parameter named {_KEY}, ?expected torch\.Tensor or Tensor-like object ",
            r"from checkpoint but received (?P<class>[^\n]{1,200})",
        ),
        says("between", rf"Size mismatch between saved {_HAVE} and current: ?{_WANT} for {_KEY}"),
        says(
            "inconsistent",
            r"inconsistent tensor size, ?expected tensor (?P<want>\[[^\]]{0,99}\]) and src (?P<have>\[[^\]]{0,99}\])",
        ),
        says("incorrect", rf"Trying to set a tensor of shape {_HAVE} in {_KEY} \(which has shape {_WANT}\)"),
        says("expected", rf"because {_KEY} expected shape {_WANT}, ?but got {_HAVE}"),
        says(
            "incompatible",
            rf"parameter {_KEY} to the model due to incompatible shapes: ?{_HAVE} in the checkpoint but {_WANT} in the",
        ),
        absent=marked("Compare this file with the model to see whose shapes differ."),
    ),
    FITS_NOT,
)

COPYING = (
    trap(
        "copy-failed",
        marked("a weight that could not be copied"),
        marked(
            "Name and shape of the weight agree with those of the model. Copying it failed, and the end of the "
            "message says why: a GPU without room or out of order, a quantized weight, or a tensor that has no data."
        ),
        marked(
            "Look at what stands behind 'an exception occurred'. On the GPU: load with map_location='cpu', and load "
            "the state_dict before the model is moved."
        ),
        says(
            "dimensions",
            rf"while \w{{1,20}} the parameter named {_KEY}, ?whose dimensions in the model are {_WANT} and ",
            rf"whose dimensions in the checkpoint are {_HAVE}",
        ),
        in_file=False,
        wrapper=True,
    ),
)
