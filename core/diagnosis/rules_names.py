"""Traps of names: what wrappers leave in the keys of a state dict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from core.diagnosis.findings import NOTE, WARNING, Finding
from core.diagnosis.planned import found, made_keys, paths_of, planned_keys, quoted, state_dicts
from core.edits import Extract, StripPrefix
from core.modules import module_entries
from core.prefixes import LIGHTNING, FoundPrefix, prefixes_of
from core.preview import Preview
from core.renaming import strip_from, strip_segment
from core.text import count_text

_FLAT = "_flat_param"
_COUNTER = "num_batches_tracked"
"""``torch/nn/modules/batchnorm.py``: state dicts of before version 2, and of no version, need not have it."""
_WRAPPERS = {
    "module.": "DataParallel or DistributedDataParallel",
    "_orig_mod.": "torch.compile",
    "_fsdp_wrapped_module.": "FSDP",
    "_checkpoint_wrapped_module.": "activation checkpointing",
    "_forward_module.": "a Lightning strategy",
    f"{LIGHTNING}.": "a LightningModule",
}


def name_findings(preview: Preview) -> Iterator[Finding]:
    """Everything about keys that can be seen without the model."""
    for entry in state_dicts(preview):
        keys = planned_keys(preview, entry)
        for prefix in prefixes_of([key for _, key in keys], entry):
            if _is_of_wrapper(prefix):
                yield _wrapper(preview, keys, prefix)
        yield from _flat_parameters(preview, keys)
    yield from _wrapped_models(preview)


def _wrapped_models(preview: Preview) -> Iterator[Finding]:
    """What a wrapper leaves in the state dict that the plan takes out of a whole model."""
    whole = {edit.entry for edit in preview.plan.edits if isinstance(edit, Extract) and not edit.unwrap}
    if not whole:
        return
    for model in module_entries(preview.catalogue):
        if model.entry not in whole or not model.wrapper or preview.dropped(model.entry):
            continue
        keys = [(model.entry, key) for _, key in made_keys(preview, model.entry)]
        found_here = filter(_is_of_wrapper, prefixes_of([key for _, key in keys], model.entry))
        for prefix in islice(found_here, 1):
            finding = _wrapper(preview, keys, prefix)
            yield replace(
                finding,
                entries=(model.entry,),
                paths=paths_of(preview, [model.entry]),
                fix="Unwrap it while extracting, as model.module.state_dict() does. Or load into the wrapped model.",
                edits=(Extract(model.entry, unwrap=True),),
            )


def _is_of_wrapper(found: FoundPrefix) -> bool:
    """Whether a wrapper left it: a model may have a part of its own called ``module``, but not all of it is below."""
    return found.prefix != "module." or (not found.inner and found.keys == found.of)


def _wrapper(preview: Preview, keys: list[tuple[int, str]], prefix: FoundPrefix) -> Finding:
    change = strip_segment if prefix.inner else strip_from
    renamed = [(entry, key, change(key, prefix.prefix)) for entry, key in keys]
    renamed = [(entry, old, new) for entry, old, new in renamed if old != new]
    by = _WRAPPERS.get(prefix.prefix, "a wrapper")
    where = "inside" if prefix.inner else "before"
    is_ordinary = prefix.prefix == f"{LIGHTNING}."
    other = "" if prefix.prefix != "module." or prefix.inner else " If the model is wrapped too, they fit as they are."
    return found(
        preview,
        "wrapper-prefix",
        NOTE if is_ordinary else WARNING,
        f"“{prefix.prefix}” {where} {count_text(prefix.keys, 'key')}",
        f"Missing key(s) in state_dict: {quoted(_missing(renamed))}. \n\tUnexpected key(s) in state_dict: "
        f"{quoted([old for _, old, _ in renamed])}. ",
        [entry for entry, _, _ in renamed],
        f"The model was saved while {by} was around it, which put “{prefix.prefix}” {where} {prefix.keys:,} of "
        f"{prefix.of:,} keys. A model without the wrapper does not find its keys.{other}",
        f"Strip the segment “{prefix.prefix}”, whole and with _metadata. Or load into the wrapped model; or, in the "
        "training script, save model.module.state_dict() from now on."
        if prefix.prefix == "module."
        else f"Strip the segment “{prefix.prefix}”, whole and with _metadata.",
        [StripPrefix(prefix.prefix, prefix.entry, prefix.inner)],
        "strict=False makes the error go away and loads nothing at all; str.replace('module.', '') breaks keys such as "
        "submodule.x.",
    )


def _missing(renamed: list[tuple[int, str, str]]) -> list[str]:
    """The keys that torch misses: normalisation layers without ``_metadata`` of their own fill in the counter."""
    return [new for _, _, new in renamed if new.rpartition(".")[2] != _COUNTER]


def _flat_parameters(preview: Preview, keys: list[tuple[int, str]]) -> Iterator[Finding]:
    flat = [(entry, key) for entry, key in keys if _FLAT in key.rpartition(".")[2]]
    if flat:
        yield found(
            preview,
            "flat-param",
            WARNING,
            f"{count_text(len(flat), 'key')} of FSDP's flattened parameters",
            f"Unexpected key(s) in state_dict: {quoted([key for _, key in flat])}. ",
            [entry for entry, _ in flat],
            "FSDP joined all parameters of a module into one flat tensor, and this file holds that tensor. Which "
            "piece is which parameter is not in the file.",
            "Save it again from the training script with StateDictType.FULL_STATE_DICT; without the model's shapes the "
            "flat tensor cannot be taken apart.",
        )
