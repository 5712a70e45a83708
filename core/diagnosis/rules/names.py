"""Traps of names: what wrappers leave in the keys of a state dict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from core.catalogue.modules import module_entries
from core.catalogue.prefixes import LIGHTNING, FoundPrefix, joined, prefixes_of, without, wrapper_chain
from core.diagnosis.finding import MOST_LISTED, NOTE, WARNING, Finding, make_finding, paths_of
from core.diagnosis.model_match.state_keys import COUNTER
from core.edits.edits import Extract
from core.edits.keys import strips
from core.edits.preview import Preview
from core.loading.computer import Computer
from core.loading.torch_messages import missing_keys, unexpected_keys
from core.text import count_text

_FLAT = "_flat_param"
_ORDINARY = f"{LIGHTNING}."
"""What Lightning puts before keys, and a name that a model may have for a part of its own."""
_OF_A_COPY = (
    "The model that the optimizer trains is in this file too and has the same keys without it. So it was not training "
    "that was wrapped but this copy, as ModelEma of timm and AveragedModel of torch do, which want the prefix back. A "
    "model without the wrapper does not find its keys."
)
_WRAPPERS = {
    "module.": "DataParallel or DistributedDataParallel",
    "_orig_mod.": "torch.compile",
    "_fsdp_wrapped_module.": "FSDP",
    "_checkpoint_wrapped_module.": "activation checkpointing",
    "_forward_module.": "a Lightning strategy",
}


def name_findings(preview: Preview, _computer: Computer) -> Iterator[Finding]:
    """Everything about keys that can be seen without the model."""
    keys_of = {entry: preview.planned_keys(entry) for entry in preview.state_dicts()}
    trained = {optimizer.model for optimizer in preview.catalogue.optimizers}
    known = {frozenset(key for _, key in keys) for entry, keys in keys_of.items() if entry in trained}
    for entry, keys in keys_of.items():
        names = [key for _, key in keys]
        if chain := wrapper_chain(names, entry):
            finding = _wrapper(preview, keys, chain)
            is_copy = entry not in trained and len(chain) == 1 and frozenset(without(names, chain[0])) in known
            yield replace(finding, severity=NOTE, explanation=_OF_A_COPY) if is_copy else finding
        yield from (_wrapper(preview, keys, [each]) for each in prefixes_of(names, entry) if each.prefix == _ORDINARY)
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
        keys = [(model.entry, key) for _, key in preview.made_keys(model.entry)]
        if chain := wrapper_chain([key for _, key in keys], model.entry):
            yield replace(
                _wrapper(preview, keys, chain),
                entries=(model.entry,),
                paths=paths_of(preview, [model.entry]),
                fix="Unwrap it while extracting, as model.module.state_dict() does. Or load into the wrapped model.",
                edits=(Extract(model.entry, unwrap=True),),
            )


def _wrapper(preview: Preview, keys: list[tuple[int, str]], chain: list[FoundPrefix]) -> Finding:
    """One finding for all wrappers of a state dict: with one of them left, none of its keys fits."""
    names = [key for _, key in keys]
    for prefix in chain:
        names = without(names, prefix)
    renamed = [(entry, old, new) for (entry, old), new in zip(keys, names, strict=True) if old != new]
    found_at = [(each.prefix, "inside" if each.inner else "before", each) for each in joined(chain)]
    marks = " and ".join(f"“{prefix}” {where}" for prefix, where, _ in found_at)
    puts = " and ".join(f"“{prefix}” {where} {each.keys:,} of {each.of:,} keys" for prefix, where, each in found_at)
    by = " and ".join(dict.fromkeys(_WRAPPERS.get(each.prefix, "a wrapper") for each in chain))
    segments = ", then ".join(f"“{prefix}”" for prefix, _, _ in found_at)
    prefixes = [each.prefix for each in chain]
    is_plain = prefixes == ["module."]
    other = " If the model is wrapped too, they fit as they are." if is_plain else ""
    said = f"The model was saved while {by} was around it, which put {puts}."
    is_ordinary = chain[0].prefix == _ORDINARY
    if is_ordinary:
        said = (
            f"{puts} may be the name that a LightningModule has for the model inside it, or a name of the model "
            "itself, as in transformers."
        )
    return make_finding(
        preview,
        "wrapper-prefix",
        NOTE if is_ordinary else WARNING,
        f"{marks} {count_text(len(renamed), 'key')}",
        f"{missing_keys(_missing(renamed), MOST_LISTED)}\n\t"
        f"{unexpected_keys([old for _, old, _ in renamed], MOST_LISTED)}",
        [entry for entry, _, _ in renamed],
        f"{said} A model without the wrapper does not find its keys.{other}",
        f"Strip the segment {segments}, whole and with _metadata. Or load into the wrapped model"
        + ("; or, in the training script, save model.module.state_dict() from now on." if is_plain else "."),
        strips(chain),
        "strict=False makes the error go away and loads nothing at all"
        + ("; str.replace('module.', '') breaks keys such as submodule.x." if "module." in prefixes else "."),
    )


def _missing(renamed: list[tuple[int, str, str]]) -> list[str]:
    """The keys that torch misses: normalisation layers without ``_metadata`` of their own fill in the counter."""
    return [new for _, _, new in renamed if new.rpartition(".")[2] != COUNTER]


def _flat_parameters(preview: Preview, keys: list[tuple[int, str]]) -> Iterator[Finding]:
    flat = [(entry, key) for entry, key in keys if _FLAT in key.rpartition(".")[2]]
    if flat:
        yield make_finding(
            preview,
            "flat-param",
            WARNING,
            f"{count_text(len(flat), 'key')} of FSDP's flattened parameters",
            unexpected_keys([key for _, key in flat], MOST_LISTED),
            [entry for entry, _ in flat],
            "FSDP joined all parameters of a module into one flat tensor, and this file holds that tensor. Which "
            "piece is which parameter is not in the file.",
            "Save it again from the training script with StateDictType.FULL_STATE_DICT; without the model's shapes the "
            "flat tensor cannot be taken apart.",
        )
