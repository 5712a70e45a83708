"""The traps of what a pickle names: code that is not here, names that are refused, objects of another version."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from core.catalogue.modules import module_entries, pickled_optimizers
from core.diagnosis.finding import ERROR, Finding, make_finding
from core.diagnosis.trap import NAMES, UNREADABLE, Case, Judged, cause, error, innocent, says, trap, unknown
from core.diagnosis.traps.containers import broken
from core.diagnosis.traps.objects import object_findings
from core.dtypes import STORAGE_CLASSES
from core.edits.edits import Edit, RenameKey, SetValue
from core.edits.preview import Preview
from core.edits.preview import preview as preview_of
from core.errors import CheckpointError
from core.front_end import WRITES_CLASS
from core.loading.computer import Computer
from core.loading.python2 import OldText, decoding_error, texts_not_utf8
from core.objects.global_names import python3_name
from core.pickling.nodes import names_below
from core.text import clip, count_text, listed, sentence, sentences
from core.words import marked, say

_NAMED = r"(?P<module>[\w.]{1,200})"
_BUILDERS = r"(?P<name>_rebuild_\w{1,60}|_load_from_bytes|_sparse_tensors_to_validate)'?"


REFUSED = (
    "refused-name",
    "whole-model",
    "whole-optimizer",
    "import-first",
    "pickle-protocol",
    "pickle-opcode",
    "text-ids",
)
"""The findings of what ``weights_only`` refuses."""
_WITH_CODE = ("whole-model", "whole-optimizer", "missing-code", "refused-name", "foreign-path")
"""The findings of objects that need their classes."""
_WRAPPED = ("dataparallel-on-cpu", "several-gpus", "wrapped-model")
_SHOWN = 3
_NOT_YET = marked("it names {names}, which the torch that raised the error is too old to know.")
_OF_ALL_FILES = ("_rebuild_tensor_v2", "OrderedDict")
"""What torch.save names since 0.4, whatever state dict it saves."""
_OF_TORCH = ("torch.", "collections.", "builtins.", "numpy.")


def refused_name(case: Case) -> Judged | None:
    """``Unsupported global: GLOBAL argparse.Namespace``."""
    name = ".".join(filter(None, (case.details.get("module"), case.details.get("name"))))
    there = case.findings_of(*REFUSED)
    if case.findings_of("plain-pickle"):
        return broken(case)  # torch.load does not come to its names
    if not name and case.view is None:  # of bytes that stop it at once torch names the first
        there = tuple(each for each in case.damage if each.damage.opcode is None)
        return cause(sentence(there[0].title), *there) if there else None
    if case.view is None:
        return unknown("it is broken, so Pthfinder cannot read the names in it.", *case.damage)
    if not name and there:
        return None
    if not name:
        return unknown(
            "a current torch accepts every name in it with weights_only=True, and the error does not say which "
            "name was refused."
        )
    named = [each for each in names_of(case.view) if _same(case, each, name)]
    if named and "KeyError" in case.recognised.line:
        of_type = _of_that_type(case.view, name)
        return cause("it names {names}, as the error says. {tensors}", names=_listed(named), tensors=of_type)
    found = tuple(finding for finding in there if any(about(finding, each) for each in named))
    if found or (named and there):
        return cause("it names {names}, as the error says.", *(found or there), names=_listed(named))
    if named:
        said = cause if all(each.rpartition(".")[2] not in _OF_ALL_FILES for each in named) else unknown
        return said(
            say(
                "it names {names}, which a current torch accepts. The torch that raised the error is too old: "
                "update it.",
                names=_listed(named),
            )
        )
    return innocent(
        say(
            "the error is about {name}, which this file does not name. {instead}", name=name, instead=_instead(case)
        ).strip()
    )


def _of_that_type(view: Preview, storage: str) -> str:
    """A tensor that is in a storage of the class, and how many are."""
    dtype = STORAGE_CLASSES.get(storage.rpartition(".")[2])
    rows = [each for each in map(view.catalogue.tensors.__getitem__, view.live_rows()) if each.dtype == dtype]
    if not rows:
        return ""
    key, tensors = (
        clip(view.path_text(view.catalogue.tensor_around(rows[0].entry)), 80),
        count_text(len(rows), "tensor"),
    )
    return say("{tensors} of {dtype} in it, such as {key}.", tensors=tensors, dtype=dtype, key=key)


def missing_code(case: Case) -> Judged | None:
    """``No module named 'models'``, ``Can't get attribute 'Net' on <module '__main__'>``."""
    module, name = case.details.get("module", ""), case.details.get("name") or case.details.get("class", "")
    if not (module or name):
        return None
    if case.view is None:
        there = tuple(each for each in case.damage if any(_is_of(case, it, module, name) for it in each.damage.names))
        named = [it for each in there for it in each.damage.names if _is_of(case, it, module, name)]
        return _named_code(named, module, name, *there) if named else None
    if case.recognised.facts.of_data:
        return unknown("the error comes from your data (__getitem__), not from a checkpoint.")
    names = names_of(case.view)
    named = [each for each in names if _is_of(case, each, module, name)]
    there = case.findings_of(*case.recognised.codes) or case.findings_of(*_WITH_CODE)
    if named:
        found = tuple(finding for finding in there if any(about(finding, each) for each in named)) or there
        return _named_code(named, module, name, *found)
    missing = f"{module}.{name}".strip(".")
    if case.recognised.facts.unpickled:
        return unknown(
            "it does not name {missing} itself. The error comes from {code}, which unpickles bytes stored in this "
            "file or in another one.",
            missing=missing,
            code=clip(case.recognised.facts.unpickled, 80),
        )
    code = sorted(each for each in names if not each.startswith(_OF_TORCH))
    if there and code and module and not name:
        return unknown(
            "it names {names}, but not {missing}. If torch.load raised the error, it imported the code of {names}, "
            "which in turn imports {missing}. Install {missing}, or extract the state_dict, which needs no code.",
            *there,
            missing=missing,
            names=_listed(code),
        )
    return innocent(
        say(
            "the error is about {missing}, which this file does not name. {instead}",
            missing=missing,
            instead=_instead(case),
        ).strip()
    )


def _named_code(named: list[str], module: str, name: str, *findings: Finding) -> Judged:
    """The file names what the error misses; of an error that names only a module, what the file has of that."""
    if name:
        return cause("it names {names}, as the error says.", *findings, names=_listed(named))
    return cause(
        "it needs the module {module}, as the error says, for {names}.", *findings, module=module, names=_listed(named)
    )


def newer_torch(case: Case) -> Judged | None:
    """``Can't get attribute 'SiLU' on <module 'torch.nn.modules.activation'``: torch of the error lacks a name."""
    name = case.details.get("name", "")
    if not name:
        return None
    if case.view is None:
        there = tuple(each for each in case.damage if name in {it.rpartition(".")[2] for it in each.damage.names})
        return cause(_NOT_YET, *there, names=name) if there else None
    named = [each for each in names_of(case.view) if each.rpartition(".")[2] == name]
    tensors = map(case.view.catalogue.tensors.__getitem__, case.view.live_rows())
    if not named and (row := next((each for each in tensors if each.dtype == name), None)):
        key = clip(case.view.path_text(case.view.catalogue.tensor_around(row.entry)), 80)
        return cause("{key} is {dtype}, which the torch that raised the error is too old to know.", key=key, dtype=name)
    if not named:
        return innocent("the error is about {name}, which this file does not name.", name=name)
    if name in _OF_ALL_FILES:
        return unknown(
            "it names {names}, like every file with tensors that a current torch saves. The file is fine: load it "
            "with a newer torch.",
            names=_listed(named),
        )
    return cause(_NOT_YET, *case.findings_of("whole-model"), names=_listed(named))


def pickled_object(case: Case) -> Judged | None:
    """``'Conv2d' object has no attribute 'padding_mode'``: an object of another torch, pickled whole."""
    name = case.details.get("class", "")
    if case.view is None:
        return None
    there = case.findings_of(*case.recognised.codes)
    if not there:
        models, optimizers = module_entries(case.view.catalogue), pickled_optimizers(case.view.catalogue)
        if case.view.plan or not (models or optimizers):
            return innocent("it holds no pickled model or optimizer, only data.")
        return None
    named = [each for each in names_of(case.view) if name and each.rpartition(".")[2] == name.rpartition(".")[2]]
    if named:
        return cause("it holds a pickled {names}, as the error says.", *there, names=_listed(named))
    if case.details.get("attribute") and not name:
        return cause(sentence(there[0].title), *there)
    if name:
        return innocent(
            "the error is about {name}, but this file holds {title}.", name=name, title=clip(there[0].title, 120)
        )
    return unknown("it holds {title}; the error does not say which class.", *there, title=clip(there[0].title, 120))


def looked_up_model(case: Case) -> Judged | None:
    """``torch.load(f)['model'].float()``: whether a state dict lies where the script takes a model from."""
    if case.view is None:
        return None
    catalogue = case.view.catalogue
    ordered = "OrderedDict" in case.recognised.quote
    dicts = {
        case.view.label(entry)
        for entry in catalogue.state_dicts
        if catalogue.parents[entry] == case.view.root
        if catalogue.summary(entry).startswith("OrderedDict") == ordered
    }
    keys = [key for looked_in, key in case.recognised.facts.items if "load" in looked_in and key in dicts]
    if not keys:
        return None
    return cause(
        sentences(say("at {key!r} it has names and weights, not a model object.", key=keys[-1]), case.recognised.fix)
    )


def of_a_wrapper(case: Case) -> Judged | None:
    """``'DataParallel' object has no attribute 'predict'``: who wrapped the model, the script or the file?"""
    if case.view is None:
        return None
    wrapped = [each for each in module_entries(case.view.catalogue) if not case.view.dropped(each.entry)]
    name = case.details.get("class", "")
    if any(each.wrapper == name for each in wrapped):
        there = case.findings_of(*_WRAPPED)
        return cause("it holds a model pickled inside {name}. Take it out: model = model.module.", *there, name=name)
    return innocent(
        "it holds no model pickled inside {name}: the script wraps it. {fix}", name=name, fix=case.recognised.fix
    )


def names_of(view: Preview) -> frozenset[str]:
    """The dotted names of classes and functions in the pickle of the planned file, as Python 3 reads them; none where
    there is no pickle, whose graph was made here.
    """
    if not view.catalogue.checkpoint.pickled:
        return frozenset()
    names = names_below(*view.edited_graph()) if view.plan else view.catalogue.checkpoint.mentions.names
    return frozenset(map(python3_name, names))


def _same(case: Case, there: str, name: str) -> bool:
    """Whether a name of the file is that of the error, which may leave out the module; numpy 2 has new ones."""
    there, name = _normal(case, there), _normal(case, name)
    return there == name or ("." not in name and there.rpartition(".")[2] == name)


def _is_of(case: Case, there: str, module: str, name: str) -> bool:
    """Whether a name of the file is ``name`` in ``module``, or in that module at all where the error names no more."""
    if name and _same(case, there, f"{module}.{name}"):
        return True
    there, module, name = (_normal(case, each) for each in (there, module, name))
    if name and not module:
        return name in there.split(".")
    if module.startswith("__main__"):
        module = "__main__"
    inside = there.removeprefix(f"{module}.")
    return inside != there and (
        not name or inside == name or inside.startswith(f"{name}.") or name in inside.split(".")
    )


def _normal(case: Case, name: str) -> str:
    name = re.sub(r"^numpy\._core\b", "numpy.core", name)
    name = re.sub(r"^(?:__builtin__|builtins)\.", "", name)
    return name.casefold() if case.details.get("folded") else name


def about(finding: Finding, name: str) -> bool:
    """Whether a finding is about a name of the pickle, or the package that it is of."""
    words = f"{finding.title}\n{finding.message}\n{finding.explanation}"
    return name in words or name.partition(".")[0] in re.findall(r"[\w.]+", finding.title)


def _instead(case: Case) -> str:
    """What torch refuses in this file, where it does: the user is to know that it will not load either."""
    there = case.findings_of(*_WITH_CODE)
    return say("(This file has a problem of its own: {title}.)", title=clip(there[0].title, 120)) if there else ""


def _listed(names: Iterable[str]) -> str:
    return listed([clip(each, 80) for each in sorted(names)], _SHOWN)


def python2_findings(preview: Preview, _computer: Computer) -> Iterator[Finding]:
    """Texts that are not UTF-8, as which torch.load reads them."""
    texts = texts_not_utf8(preview)
    if not texts:
        return
    edits = [_edit(text) for text in texts if text.part is not None]
    entries = list(dict.fromkeys(text.entry for text in texts))
    yield make_finding(
        preview,
        "python2-pickle",
        ERROR,
        say("{texts} from Python 2 that are not UTF-8", texts=count_text(len(texts), "string")),
        decoding_error(texts[0].raw),
        entries,
        say(
            "Python 2 wrote strings as bytes without naming their encoding. torch.load reads them as UTF-8, but "
            "these have another encoding."
        ),
        say("Decode them as Latin-1, which has a character for every byte; or pass encoding='latin1' at every load."),
        edits if edits and _fits(preview, edits) else (),
    )


def _edit(text: OldText) -> Edit:
    latin1 = text.raw.decode("latin-1")
    return RenameKey(text.entry, latin1) if text.part == "key" else SetValue(text.entry, latin1)


def _fits(preview: Preview, edits: list[Edit]) -> bool:
    try:
        preview_of(preview.catalogue, preview.plan.with_edits(edits))
    except CheckpointError:
        return False
    return True


PICKLES = (
    trap(
        "foreign-path",
        error(
            "a path of another system",
            "The file holds a pathlib path made on another system or by a newer Python, and unpickling tries to "
            "make it here. The weights do not need it.",
            "Replace the path in the file with a string. The popular workaround, `pathlib.PosixPath = "
            "pathlib.WindowsPath`, changes Python for the whole program.",
            says(r"cannot instantiate '(?P<class>\w{1,40}Path)' on your system"),
            says(r"No module named '?pathlib\._local"),
            absent="It holds no path object.",
        ),
        look=object_findings,
        judge=missing_code,
        kin=(NAMES,),
    ),
    trap(
        "numpy-core",
        error(
            "saved with NumPy 2, loaded with NumPy 1",
            "NumPy 2 calls its inner package numpy._core, which NumPy 1 does not have, and the file names it. The "
            "numbers are the same in both.",
            "Install numpy ≥ 2, or rewrite the module's name in the file to numpy.core, which both know.",
            says(r"No module named '?(?P<module>numpy\._core[\w.]{0,99})"),
            says(r"module 'numpy' has no attribute '_core'"),
            says(r"<class '(?P<module>numpy\.random\._\w{1,30})\.(?P<name>\w{1,40})'> is not a known BitGenerator"),
            absent="It does not name numpy._core.",
        ),
        look=object_findings,
        judge=missing_code,
        kin=(NAMES,),
    ),
    trap(
        "new-torch",
        error(
            "a function or class that this torch does not have",
            "A pickle names the torch functions and classes that rebuild its objects, and this torch does not have "
            "one of them. Usually it is older than the torch that saved the file (_rebuild_tensor_v2, for example, "
            "came with 0.4); more rarely it is so new that the name was removed. The weights themselves are fine.",
            "Load with a torch at least as new as the one that saved the file. For an older torch, save the "
            "tensors of the state_dict in the legacy format with the newer one.",
            says(rf"no attribute '?{_BUILDERS}"),
            says(rf"Can't get attribute '?{_BUILDERS}"),
            says(r"Can't get attribute '(?P<name>\w{1,60})' on <?module '(?P<module>torch(?:\.[^'\n]{1,200})?)'"),
            says(
                r"module 'torch' has no attribute '(?P<name>(?:b?float|u?int|complex|quint|bits)\d\w{0,20}|",
                r"\w{0,30}Storage)'",
            ),
            says(r"No module named '?(?P<module>torch\.(?!_C\b|_six)(?:_\w{1,40}|storage|nested)[\w.]{0,80})"),
            absent="It names no such function or class.",
        ),
        judge=newer_torch,
    ),
    trap(
        "refused-name",
        error(
            "a class or function that weights_only refuses",
            "Since torch 2.6, torch.load by default accepts only tensors, plain containers and the classes and "
            "functions that you allow, because a pickle can run any code. This file uses something else.",
            "Replace such objects with plain data, or allow the name with torch.serialization.safe_globals([…]) if "
            "you trust who made the file. The popular workaround, weights_only=False, runs whatever the file says.",
            says(r"GLOBAL (?P<name>[\w.<>]{1,300}) was not an allowed global by default"),
            says(r"unsupported GLOBAL (?P<name>[\w.<>]{1,300}) whose module [\w.]{1,200} is blocked"),
            says(r"safe_globals\(\[(?P<name>[\w.<>]{1,300})\]\)", weak=True),
            says(r"Unsupported global:? GLOBAL (?P<name>[\w.<>]{1,300})"),
            says(r"Unsupported class (?P<name>[\w.]{1,300})"),
            says(r"Trying to call reduce for unrecognized function (?P<name>[^\n]{1,200})"),
            says(r"Can only build Tensor, ?(?:Parameter|parameter)"),
            says(r"Weights only load failed"),
            absent="It names nothing that weights_only refuses.",
            also="whole-model whole-optimizer pickle-protocol",
        ),
        error(
            "a name of torch that a converter does not know",
            "Converters such as llama.cpp's convert.py read the pickle themselves and know only the names that "
            "plain float and int32 tensors need. This file uses another name from torch.",
            "Convert the unquantized model, or drop those tensors if nothing needs them. A newer converter may "
            "also support them.",
            says(r"KeyError: ?\('(?P<module>torch[\w.]{0,80})', ?'(?P<name>\w{1,60})'\)"),
            absent="It does not name that.",
        ),
        look=object_findings,
        judge=refused_name,
        kin=(NAMES,),
    ),
    trap(
        "missing-code",
        error(
            "a class whose code is missing here",
            "The file holds a pickled object, and loading imports its class by module and name. "
            "Python cannot find a script that was moved, renamed or run as __main__.",
            (
                "Extract the state_dict, which needs no code, and load it into a model that you build.",
                WRITES_CLASS,
                "From then on save model.state_dict().",
                "A copy of the old source on sys.path works only as long as it fits the file.",
            ),
            says(r"Can't get attribute '(?P<name>[^'\s]{1,200})' on <?module '(?P<module>[^'\n]{1,300})'"),
            says(r"Can't get attribute '?(?P<name>[^'\s]{1,200})'?"),
            absent="It names no class of such a module.",
            also="whole-model",
        ),
        error(
            "a Python module that is missing here",
            "Python could not import a module. When this happens in torch.load, the file holds a "
            "pickled object whose class is in that module.",
            (
                "Extract the state_dict, which needs no code, and load it into a model that you build.",
                WRITES_CLASS,
                "A copy of the old source on sys.path works only as long as it fits the file.",
            ),
            says(rf"No module named '?\"?{_NAMED}"),
            says(rf"module '{_NAMED}' has no attribute '(?P<name>\w{{1,100}})'"),
            absent="It does not name that module; is a package of the script itself not installed?",
            weak=True,
            also="whole-model",
        ),
        look=object_findings,
        judge=missing_code,
        kin=(NAMES,),
    ),
    trap(
        "whole-optimizer",
        error(
            "a whole pickled optimizer from another torch",
            "The file holds an optimizer object and not its state_dict, and torch has changed the class since. Its "
            "numbers are still in the file.",
            "Take the optimizer's state_dict out of the file, build the optimizer anew and load the state into it.",
            says(
                r"'(?P<class>Ada\w{1,12}|SGD|RMSprop|Rprop|[NR]Adam|ASGD|LBFGS|SparseAdam|Lion|\w{0,40}Optimizer)' ",
                r"object has no attribute '(?P<attribute>(?!copy'|get'|items'|keys')\w{1,100})'",
            ),
            says(
                r"'(?P<class>\w{1,60})' object has no attribute '(?P<attribute>_warned_capturable_if_run_uncaptured|",
                r"_zero_grad_profile_name|_optimizer_\w{1,60}|_hook_for_profile|_cuda_graph_capture_health_check)'",
            ),
            says(
                r"KeyError: ?'(?P<attribute>differentiable|foreach|capturable|maximize|fused|decoupled_weight_decay)'"
            ),
            absent="It holds no pickled optimizer object.",
        ),
        look=object_findings,
        judge=pickled_object,
        kin=(NAMES,),
    ),
    trap(
        "whole-model",
        error(
            "a whole pickled model from another torch",
            "The file holds module objects, not a state_dict. Since it was saved, torch or the package that "
            "defines their classes has added attributes that these old objects lack. The weights are fine.",
            "Take the state_dict out of the file and load it into a newly built model. The popular workaround is "
            "to set the missing attribute by hand.",
            says(
                r"'(?P<class>\w{1,60})' object has no attribute '(?P<attribute>padding_mode|track_running_stats|",
                r"_padding_repeated_twice|_reversed_padding_repeated_twice|_non_persistent_buffers_set|_backward_pre_hooks|",
                r"_forward_hooks_with_kwargs|_is_full_backward_hook|_load_state_dict_\w{1,40}|_state_dict_pre_hooks|",
                r"recompute_scale_factor|approximate|_qkv_same_embed_dim|batch_first|norm_first|activation_relu_or_gelu|",
                r"_flat_weights|_flat_weights_names|_flat_weight_refs|_forward_hooks_always_called|_backward_hooks|",
                r"_forward_pre_hooks_with_kwargs|output_padding|ceil_mode|align_corners|inplace|proj_size|",
                r"return_indices|num_batches_tracked|add_zero_attn|bias_k|divisor_override|_specials|_packed_params)'",
            ),
            says(
                # torch's own modules: a field that is missing was not there when the object was pickled.
                r"'(?P<class>(?:Lazy)?(?:Conv(?:Transpose)?[123]d|BatchNorm[123]d|InstanceNorm[123]d|SyncBatchNorm|LayerNorm|",
                r"GroupNorm|Upsample|UpsamplingNearest2d|UpsamplingBilinear2d|GELU|SiLU|ReLU6?|LeakyReLU|ELU|CELU|PReLU|",
                r"Hardswish|Hardtanh|Softmax|LogSoftmax|Sigmoid|Tanh|Dropout[123]?d?|Linear|Bilinear|Embedding|EmbeddingBag|",
                r"LSTM|GRU|RNN|LSTMCell|GRUCell|MultiheadAttention|Transformer(?:Encoder|Decoder)?(?:Layer)?|",
                r"MaxPool[123]d|AvgPool[123]d|AdaptiveAvgPool[123]d|AdaptiveMaxPool[123]d|PixelShuffle|Flatten|",
                r"CrossEntropyLoss|NLLLoss|MSELoss|L1Loss|SmoothL1Loss|BCELoss|BCEWithLogitsLoss))' object has ",
                r"no attribute '(?P<attribute>(?!copy'|module'|get'|items'|keys'|\w{0,20}weight')\w{1,60})'",
            ),
            absent="It holds no whole model.",
        ),
        error(
            "a model used as if it were a dict",
            "The script treats the result of torch.load as a dict, but it is a model object: it was "
            "saved with torch.save(model, f).",
            "Take the state_dict out of the file, which needs no code; or, in a script that has the model's code, "
            "torch.load(f, weights_only=False).state_dict().",
            says(
                r"TypeError: "
                r"?'(?P<class>(?!NoneType|int|float|bool|function|method|type|set|generator|Tensor|str|module)",
                r"\w{1,80})' object is not subscriptable",
                above=r"torch\.load|checkpoint|state_dict|ckpt|pretrain|weights",
            ),
            absent="It holds no whole model.",
            weak=True,
        ),
        error(
            "load_state_dict got something that is not a state_dict",
            "load_state_dict needs a dict of names and tensors, but the script passed something else, such as a "
            "whole model (which needs no load_state_dict), a path, or another entry of the checkpoint.",
            "Check type(checkpoint). If it is a model, use it directly or call its state_dict(). If it is a str, "
            "it is a path: pass it to torch.load first.",
            says(r"Expected state_dict to be dict-like, ?got <class '(?P<class>[\w.]{1,200})'>"),
            says(
                r"state_dict\.copy\(\)[^\0]{0,600}?'(?P<class>\w{1,60})' object has no attribute '(?P<attribute>copy)'"
            ),
            says(
                r"'(?P<class>(?!dict'|Tensor'|RecursiveScriptModule')\w{1,60})' object has no attribute ",
                r"'(?P<attribute>copy)'",
            ),
            says(
                r"'(?P<class>str|list|tuple|NoneType|int|bytes|Tensor|Parameter)' object has no attribute ",
                r"'(?P<attribute>items|keys|copy|startswith|size|shape)'",
                above=r"load_state_dict|state_dict|load_checkpoint|load_weights|load_pretrained",
            ),
            absent="Only the script knows from where in the file it took the object.",
            also="state-not-dict",
        ),
        look=object_findings,
        judge=pickled_object,
        kin=(NAMES,),
    ),
    trap(
        "state-dict-not-model",
        error(
            "a state_dict used as if it were a model",
            "The file holds names and weights, not a model object, so you cannot move it, call it or "
            "set it to eval. That is the recommended kind of file.",
            "Build the model with its own code, then call model.load_state_dict(torch.load(f, "
            "map_location='cpu')), model.to(device) and model.eval().",
            says(
                r"'(?:collections\.)?OrderedDict' object (?:has no attribute '(?P<attribute>\w{1,60})'|is not "
                r"callable)"
            ),
            says(
                r"'dict' object (?:has no attribute ",
                r"'(?P<attribute>eval|cuda|to|cpu|train|half|float|parameters|named_parameters|children|state_dict|module|",
                r"load_state_dict|modules|forward|fuse|seek)'|is not callable)",
            ),
            in_file=False,
        ),
        judge=looked_up_model,
        loaded=True,
    ),
    trap(
        "not-wrapped",
        error(
            "a model that is not wrapped",
            "The script takes model.module, which only a model inside DataParallel or DistributedDataParallel has. "
            "This one is bare: it runs on one device, or was loaded without its wrapper.",
            "Use the model itself if it has no .module: `getattr(model, 'module', model)`. Changing the file does "
            "not help; change the script.",
            says(
                r"'(?P<class>(?!module'|dict'|OrderedDict')\w{1,80})' object has no attribute '(?P<attribute>module)'"
            ),
            in_file=False,
            also="state-dict-not-model",
        ),
        loaded=True,
    ),
    trap(
        "wrapped",
        error(
            "an attribute of a model that is inside a wrapper",
            "DataParallel and DistributedDataParallel forward only the call. The attributes and methods of the "
            "model are in model.module.",
            "Take it from model.module, and save model.module.state_dict().",
            says(
                r"'(?P<class>DataParallel|DistributedDataParallel|FullyShardedDataParallel|OptimizedModule)' object "
                r"has ",
                r"no attribute '(?P<attribute>(?!_)\w{1,80})'",
            ),
        ),
        judge=of_a_wrapper,
        loaded=True,
    ),
    trap(
        "python2-pickle",
        error(
            "strings from Python 2",
            "Python 2 wrote this pickle, and its strings are bytes in an unknown encoding. The weights are fine.",
            "Load with torch.load(f, encoding='latin1').",
            says(r"'(?:ascii|utf-?8)' codec can't decode byte 0x[0-9a-f]{2}"),
            absent="All text in it is UTF-8.",
            weak=True,
        ),
        look=python2_findings,
        kin=(
            UNREADABLE,
            NAMES,
        ),
        loading=True,
    ),
    trap("import-first", look=object_findings, kin=(NAMES,)),
)
