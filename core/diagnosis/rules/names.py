"""Traps of names: what wrappers leave in the keys of a state dict."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import module_entries, wrapper_prefix
from core.catalogue.prefixes import LIGHTNING, FoundPrefix, counted, joined, prefixes_of, without, wrapper_chain
from core.diagnosis.finding import MOST_LISTED, NOTE, WARNING, Finding, make_finding, paths_of
from core.diagnosis.model_match.state_keys import COUNTER
from core.edits.edits import Extract
from core.edits.keys import strips
from core.edits.preview import Preview
from core.loading.computer import Computer
from core.loading.torch_messages import missing_keys, unexpected_keys
from core.text import clip, count_text, sentences
from core.words import marked, say, say_count

_FLAT = "_flat_param"
_ORDINARY = f"{LIGHTNING}."
"""What Lightning puts before keys, and a name that a model may have for a part of its own."""
_OF_A_COPY = marked(
    "The model that the optimizer trains is in this file too and has the same keys without it. So it was not training "
    "that was wrapped but this copy, as ModelEma of timm and AveragedModel of torch do, which want the prefix back. A "
    "model without the wrapper does not find its keys."
)
_WRAPPERS = {
    "module.": marked("DataParallel or DistributedDataParallel"),
    "_orig_mod.": "torch.compile",
    "_fsdp_wrapped_module.": "FSDP",
    "_checkpoint_wrapped_module.": marked("activation checkpointing"),
    "_forward_module.": marked("a Lightning strategy"),
}
_A_WRAPPER = marked("a wrapper")
_PUT_BEFORE, _PUT_INSIDE = (
    marked("“{prefix}” before {keys:,} of {of:,} keys"),
    marked("“{prefix}” inside {keys:,} of {of:,} keys"),
)


def name_findings(preview: Preview, _computer: Computer) -> Iterator[Finding]:
    """Everything about keys that can be seen without the model; what is true of several state dicts says of which."""
    found = list(_of_keys(preview))
    times = Counter(each.title for each in found)
    for each in found:
        at = _state_dict_of(preview, each) if times[each.title] > 1 else ""
        yield replace(each, title=say("{title}, in {path}", title=each.title, path=clip(at, 60))) if at else each


def _state_dict_of(preview: Preview, finding: Finding) -> str:
    """Where the state dict is whose keys a finding names, or the model that it is about."""
    catalogue, entry = preview.catalogue, finding.entries[0]
    return preview.path_text(catalogue.parents[entry] if catalogue.rows[entry] >= 0 else entry)


def _of_keys(preview: Preview) -> Iterator[Finding]:
    trained = {optimizer.model for optimizer in preview.catalogue.optimizers}
    for entry in preview.state_dicts():
        keys = preview.planned_keys(entry)
        names, texts = [key for _, key in keys], preview.planned_texts(entry)
        if chain := wrapper_chain(names, entry):
            finding = _wrapper(preview, texts, chain)
            is_copy = entry not in trained and len(chain) == 1 and _is_copy(preview, entry, chain[0], trained)
            yield replace(finding, severity=NOTE, explanation=say(_OF_A_COPY)) if is_copy else finding
        yield from (_wrapper(preview, texts, [each]) for each in prefixes_of(names, entry) if each.prefix == _ORDINARY)
        yield from _flat_parameters(preview, keys)
    yield from _wrapped_models(preview)


def _is_copy(preview: Preview, entry: int, prefix: FoundPrefix, trained: Collection[int | None]) -> bool:
    """Whether a state dict was saved as the trained model in a wrapper, whatever of the two the plan strips first."""
    names = set(without(_saved_keys(preview.catalogue, entry), prefix))
    models = (model for model in trained if model is not None and not preview.dropped(model))
    return any(names == set(_saved_keys(preview.catalogue, model)) for model in models)


def _saved_keys(catalogue: Catalogue, entry: int) -> list[str]:
    """The keys of the tensors of a state dict as the file has them."""
    labels, rows, compounds = catalogue.labels, catalogue.rows, catalogue.tree.compounds
    children = (child for child in catalogue.children(entry) if rows[child] >= 0 or child in compounds)
    return [key for key in map(labels.__getitem__, children) if isinstance(key, str)]


def _wrapped_models(preview: Preview) -> Iterator[Finding]:
    """What wrappers leave in the state dict that the plan takes out of a whole model.

    The classes in the file say which ``module.`` is that of a wrapper: a model may call a part of its own so.
    """
    unwrap = {edit.entry: edit.unwrap for edit in preview.plan.edits if isinstance(edit, Extract)}
    if not unwrap:
        return
    for model in module_entries(preview.catalogue):
        if model.entry not in unwrap or preview.dropped(model.entry):
            continue
        keys = [(model.entry, key) for _, key in preview.made_keys(model.entry)]
        wrappers = "" if unwrap[model.entry] else wrapper_prefix(preview.catalogue.tree, model.entry)
        chain = wrapper_chain([key for _, key in keys], model.entry)
        plain = [place for place, each in enumerate(chain) if each.prefix == "module."]
        own = plain[wrappers.split(".").count("module") :]
        if chain := chain[: own[0]] if own else chain:
            yield replace(
                _wrapper(preview, keys, chain), entries=(model.entry,), paths=paths_of(preview, [model.entry])
            )


def _wrapper(preview: Preview, keys: list[tuple[int, str]], chain: list[FoundPrefix]) -> Finding:
    """One finding for all wrappers of a state dict: with one of them left, none of its keys fits."""
    names = [key for _, key in keys]
    for prefix in chain:
        names = without(names, prefix)
    renamed = [(entry, old, new) for (entry, old), new in zip(keys, names, strict=True) if old != new]
    found_at = counted(joined(chain), [key for _, key in keys])
    prefixes = [each.prefix for each in chain]
    is_plain, is_ordinary = prefixes == ["module."], chain[0].prefix == _ORDINARY
    puts = _and(_puts(each) for each in found_at)
    by = _and(dict.fromkeys(say(_WRAPPERS.get(each.prefix, _A_WRAPPER)) for each in chain))
    said = say("The model was saved while {wrapper} was around it, which put {puts}.", wrapper=by, puts=puts)
    if is_ordinary:
        said = say(
            "{puts} may be the name that a LightningModule has for the model inside it, or a name of the model "
            "itself, as in transformers.",
            puts=puts,
        )
    return make_finding(
        preview,
        "wrapper-prefix",
        NOTE if is_ordinary else WARNING,
        _and(map(_told, found_at)),
        f"{missing_keys(_missing(renamed), MOST_LISTED)}\n\t"
        f"{unexpected_keys([old for _, old, _ in renamed], MOST_LISTED)}",
        [entry for entry, _, _ in renamed],
        sentences(
            said,
            say("A model without the wrapper does not find its keys."),
            say("If the model is wrapped too, they fit as they are.") if is_plain else "",
        ),
        _advice([each.prefix for each in found_at], is_plain=is_plain),
        strips(chain),
        say(
            "strict=False makes the error go away and loads nothing at all; str.replace('module.', '') breaks keys "
            "such as submodule.x."
        )
        if "module." in prefixes
        else say("strict=False makes the error go away and loads nothing at all."),
    )


def _puts(found: FoundPrefix) -> str:
    """``“module.” before 2 of 2 keys``: what the wrapper did."""
    text = _PUT_INSIDE if found.inner else _PUT_BEFORE
    return say(text, prefix=found.prefix, keys=found.keys, of=found.of)


def _told(found: FoundPrefix) -> str:
    """``2 keys start with “module.”``."""
    prefix = clip(found.prefix, 120)
    if found.inner:
        return say_count(
            found.keys, "{n:,} key has “{prefix}” inside", "{n:,} keys have “{prefix}” inside", prefix=prefix
        )
    return say_count(found.keys, "{n:,} key starts with “{prefix}”", "{n:,} keys start with “{prefix}”", prefix=prefix)


def _advice(prefixes: Sequence[str], *, is_plain: bool) -> str:
    """What to do about the prefixes, the outermost first."""
    first, *others = (f"“{prefix}”" for prefix in prefixes)
    for each in others:
        first = say("{first}, then {second}", first=first, second=each)
    if not is_plain:
        return say(
            "Strip the segment {segments}, whole and with _metadata. Or load into the wrapped model.", segments=first
        )
    return say(
        "Strip the segment {segments}, whole and with _metadata. Or load into the wrapped model; or, in the training "
        "script, save model.module.state_dict() from now on.",
        segments=first,
    )


def _and(texts: Iterable[str]) -> str:
    """One after the other: ``a and b and c``."""
    first, *others = texts
    for each in others:
        first = say("{first} and {second}", first=first, second=each)
    return first


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
            say("{keys} of FSDP's flattened parameters", keys=count_text(len(flat), "key")),
            unexpected_keys([key for _, key in flat], MOST_LISTED),
            [entry for entry, _ in flat],
            say(
                "FSDP joined all parameters of a module into one flat tensor, and this file holds that tensor. Which "
                "piece is which parameter is not in the file."
            ),
            say(
                "Save it again from the training script with StateDictType.FULL_STATE_DICT; without the model's "
                "shapes the flat tensor cannot be taken apart."
            ),
        )
