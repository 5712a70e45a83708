"""Keys that fit no model: prefixes and alike keys in a file, and errors of load_state_dict."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import module_entries, wrapper_prefix
from core.catalogue.prefixes import (
    LIGHTNING,
    FoundPrefix,
    counted,
    joined,
    may_be_own,
    prefixes_of,
    without,
    wrapper_chain,
)
from core.diagnosis.finding import MOST_LISTED, NOTE, WARNING, Finding, make_finding, paths_of
from core.diagnosis.model_match.harmless import harmless
from core.diagnosis.model_match.misshapen import is_partitioned, partitioned
from core.diagnosis.model_match.model_findings import model_findings
from core.diagnosis.model_match.model_of_error import (
    ModelOfError,
    as_saved,
    handed_whole,
    model_of_error,
    other_names,
    shapes_told,
    state_dicts_of,
)
from core.diagnosis.model_match.state_keys import COUNTER
from core.diagnosis.trap import CANNOT_TELL, Case, Judged, Recognised, cause, error, innocent, says, trap, unknown
from core.edits.edits import Drop, Extract
from core.edits.keys import strips
from core.edits.preview import Preview
from core.edits.preview import preview as preview_of
from core.front_end import comparing
from core.loading.code import LIGHTNING as VERSION_OF_LIGHTNING
from core.loading.computer import Computer
from core.loading.torch_messages import missing_keys, unexpected_keys
from core.text import clip, count_text, enumerated, quoted, sentence, sentences
from core.words import marked, say, say_count

_FLAT = "_flat_param"
_ORDINARY = f"{LIGHTNING}."
"""What Lightning puts before keys, and a name that a model may have for a part of its own."""
_OF_A_COPY = marked(
    "The file also has the model that the optimizer trains, with the same keys but without the prefix. So only "
    "this copy is wrapped, as by timm's ModelEma or torch's AveragedModel, and these wrappers need the prefix. A "
    "model without the wrapper does not find these keys."
)
_MAY_BE_OWN = marked(
    "DataParallel and DDP add this prefix to all keys, but it may also be a part of the model: policies of torchrl "
    "and norms of torch_geometric have a part called module. The file cannot tell which."
)
_ASK_MODEL = marked(
    "Compare the file with the model that is to load it, and strip the prefix only if the model has none of these keys."
)
_WRAPPERS = {
    "module.": marked("DataParallel, DDP or a module called “module”"),
    "_orig_mod.": "torch.compile",
    "_fsdp_wrapped_module.": "FSDP",
    "_checkpoint_wrapped_module.": marked("activation checkpointing"),
    "_forward_module.": marked("a Lightning strategy"),
    "_module.": marked("GradSampleModule of opacus"),
}
_A_WRAPPER = marked("a wrapper")
_PUT_BEFORE, _PUT_INSIDE = (
    marked("“{prefix}” at the start of {keys:,} of {of:,} keys"),
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
            if entry not in trained and len(chain) == 1 and _is_copy(preview, entry, chain[0], trained):
                finding = replace(finding, severity=NOTE, explanation=say(_OF_A_COPY))
            elif may_be_own(names, chain, _keys_of_others(preview, entry), preview.catalogue.globals):
                finding = replace(finding, severity=NOTE, explanation=say(_MAY_BE_OWN), fix=say(_ASK_MODEL), edits=())
            yield finding
        for each in prefixes_of(names, entry):
            if each.prefix == _ORDINARY:
                finding = _wrapper(preview, texts, [each])
                is_told = VERSION_OF_LIGHTNING in preview.catalogue.by_text(0)  # whatever the plan leaves of the file
                yield finding if is_told else replace(finding, fix=say(_ASK_MODEL), edits=())
        yield from _flat_parameters(preview, keys)
    yield from _wrapped_models(preview)


def _keys_of_others(preview: Preview, entry: int) -> Iterator[list[str]]:
    """The keys of all state dicts but one."""
    return ([key for _, key in preview.planned_keys(each)] for each in preview.state_dicts() if each != entry)


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
    said = say("The model was saved inside {wrapper}, which added {puts}.", wrapper=by, puts=puts)
    if is_ordinary:
        said = say(
            "{puts} may be the attribute in which a LightningModule keeps its model, or part of the model's own "
            "keys, as in transformers and ultralytics.",
            puts=puts,
        )
    return make_finding(
        preview,
        "wrapper-prefix",
        NOTE if is_ordinary else WARNING,
        _both(map(_told, found_at)),
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
            "strict=False hides the error but loads nothing at all; str.replace('module.', '') breaks keys such as "
            "submodule.x."
        )
        if "module." in prefixes
        else say("strict=False hides the error but loads nothing at all."),
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
    first, *others = map(quoted, prefixes)
    for each in others:
        first = say("{first}, then {second}", first=first, second=each)
    if not is_plain:
        return say(
            "Strip {segments} from the keys, and from _metadata. Or load the file into the wrapped model.",
            segments=first,
        )
    return say(
        "Strip {segments} from the keys, and from _metadata. Or load the file into the wrapped model. In the "
        "training script, save model.module.state_dict() from now on.",
        segments=first,
    )


def _both(sentences: Iterable[str]) -> str:
    """One after the other, each of them a whole sentence."""
    first, *others = sentences
    for each in others:
        first = say("{this}, and {that}", this=first, that=each)
    return first


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
                "FSDP joined all parameters of a module into one flat tensor, and this file holds that "
                "tensor. It does not say which part is which parameter."
            ),
            say(
                "Save it again from the training script with StateDictType.FULL_STATE_DICT; without the model's "
                "shapes the flat tensor cannot be taken apart."
            ),
        )


_SHAPE = r"(?:torch\.Size\()?(?P<{}>[\[(][\d,\s]{{0,200}}[\])])\)?"
_HAVE, _WANT = _SHAPE.format("have"), _SHAPE.format("want")
_KEY = r"[\"']?(?P<key>[^\s\"',:]{1,400})[\"']?"
_QUOTED = r"\"(?!\{)(?:[^\"\n]{0,400}|(?:[^\"\s]|\n ?){0,400})\""
_LISTED = rf"{_QUOTED}(?:, ?{_QUOTED})*"
_NAMES = r"\w[\w.]{0,400}(?:, ?\w{1,100}\.[\w.]{1,400})*"
_DOTTED = r"\w{1,100}\.[\w.]{1,400}(?:, ?\w{1,100}\.[\w.]{1,400})*"
_PYTHON = r"\['[^'\n]{0,400}'(?:, ?'[^'\n]{0,400}')*\]?"
_STRICT = marked(
    "strict=False hides the mismatch: torch silently skips keys whose names do not match, and those weights of the "
    "model stay random."
)

_FITS_NOT = error(
    "a state_dict that does not fit the model",
    "load_state_dict found names or shapes that differ between file and model. The lines "
    "below say which, but you did not paste them.",
    ("Paste the whole message, or compare the file with the model's keys.", _STRICT),
    says(r"Error\(?s\)? in loading state_dict(?: for (?P<class>\w{1,100}))?"),
    says(r"model and loaded state dict do not match exactly"),
    says(r"set ignore_mismatched_sizes to False, ?thus raising an error"),
    absent="Compare this file with the model to see what differs.",
    wrapper=True,
    also="unexpected-keys size-mismatch wrapper-prefix missing-prefix",
)


CODES = (
    *("missing-keys", "missing-prefix", "unexpected-keys", "wrapper-prefix", "flat-param", "size-mismatch"),
    "script-cuts",
)
_WITHOUT_MODEL = ("wrapper-prefix", "flat-param")
_MISSING, _UNEXPECTED = "Missing key(s)", "Unexpected key(s)"
_NAMED_KEY = re.compile(r"\"([^\"\n]{1,400})\"")
_MOST_NAMED = 3
_SAMPLE = marked("The error names only some of the keys: compare the file with the model to see all of them.")


def keys(case: Case) -> Judged | None:
    """Missing, unexpected and misshapen keys."""
    view = case.view
    if view is None:
        return _by_findings(case)
    if case.findings_of("torchscript"):
        return None  # what torch.jit.load gives is no dict that a script could hand on
    if handed := handed_whole(case.recognised, view.catalogue):
        return cause(handed)
    asked, case = case.recognised, replace(case, recognised=as_saved(case.recognised, view.catalogue))
    model = model_of_error(case.recognised, view.catalogue)
    if said := _innocent(case.recognised, view, model):
        return said._replace(anew=asked.keys("mismatched") if said.anew else ())
    compared = gated = _by_findings(case)
    if model is None:
        said = _not_of_this_file(case, view)
        undecided = compared is not None and said.verdict == CANNOT_TELL
        return _gated(case.recognised, view, compared) if compared is not None and undecided else said
    if compared is not None:
        gated = _gated(case.recognised, view, compared, model)
        may_cure = any(each.edits or each.code == "wrapper-prefix" for each in compared.findings)
        if any(each.edits for each in gated.findings) or not may_cure:
            return gated
    findings = _found(case.recognised, view, model)
    if gated is not None and not any(finding.edits for finding in findings):
        return gated
    if not findings:
        return _without_findings(case, view)
    first = findings[0]
    fix = first.fix if not model.is_sample or first.edits or first.code == "size-mismatch" else say(_SAMPLE)
    return cause(sentences(_agreed(case.recognised), fix), *findings)


def _innocent(recognised: Recognised, view: Preview, model: ModelOfError | None) -> Judged | None:
    """Why an error of shapes is not that of this file; None where it may be."""
    if _are_dropped(recognised, view):
        text = marked(
            "with your pending changes, the tensors whose shapes differ are dropped: save the copy and load it "
            "with strict=False."
        )
        return innocent(text)._replace(anew=recognised.keys("mismatched"))
    why = _partitioned(recognised, model) if model is not None else ""
    return innocent(why) if why else None


def _are_dropped(recognised: Recognised, view: Preview) -> bool:
    """Whether the plan leaves out all tensors whose shapes the error complains of."""
    named = set(recognised.keys("mismatched"))
    of_this_file = [there for there in state_dicts_of(view.catalogue) if there.keys() >= named] if named else []
    return any(all(view.dropped(there[key].entry) for key in named) for there in of_this_file)


def _without_findings(case: Case, view: Preview) -> Judged:
    """Of a file whose keys are those of the error, and of which nothing is left to cure."""
    if view.plan:
        return innocent("with your pending changes its keys match the model: save the copy to fix the error.")
    return unknown(_agreed(case.recognised))


def _gated(recognised: Recognised, view: Preview, said: Judged, model: ModelOfError | None = None) -> Judged:
    """What the file's own findings say, with the cures that hold."""
    asked = model.wanted.shapes if model is not None else ()
    return said._replace(findings=harmless(recognised, view, said.findings, asked))


def _found(recognised: Recognised, view: Preview, model: ModelOfError) -> tuple[Finding, ...]:
    """What the model of the error says of the file, with the cures that hold."""
    found = (finding for finding in model_findings(view, model.wanted) if finding.code in CODES)
    careful = [_cautious(finding, model) for finding in found]
    passed = harmless(recognised, view, careful, model.wanted.shapes)
    if model.is_sample or any(finding.edits for finding in passed):
        return passed
    whole = [_with_the_rest(finding, view, model) for finding in careful]
    return harmless(recognised, view, whole, model.wanted.shapes)


def _with_the_rest(finding: Finding, view: Preview, model: ModelOfError) -> Finding:
    """A cure together with those of what it leaves: a loss with weights of its own beside a model behind “model.”."""
    if not finding.edits:
        return finding
    then = preview_of(view.catalogue, view.plan.with_edits(finding.edits))
    rest = [each for each in model_findings(then, model.wanted) if each.code in CODES and each.edits]
    edits = dict.fromkeys((*finding.edits, *(edit for each in rest for edit in each.edits)))
    losses = next((each.losses for each in rest if each.losses), finding.losses)
    return replace(finding, edits=tuple(edits), losses=losses, fix=sentences(finding.fix, *(each.fix for each in rest)))


def _partitioned(recognised: Recognised, model: ModelOfError) -> str:
    """What to say where the model's side of a mismatch shows that its weights are elsewhere."""
    have = shapes_told(recognised)[0]
    wanted = model.wanted.shapes
    return partitioned([key for key in recognised.keys("mismatched") if is_partitioned(have.get(key), wanted.get(key))])


def _cautious(finding: Finding, model: ModelOfError) -> Finding:
    """Where only some keys are known, none is dropped: those that were not named may be in the same case."""
    drops = any(isinstance(edit, Drop) for edit in finding.edits)
    return replace(finding, edits=(), fix=say(_SAMPLE)) if drops and model.is_sample else finding


def _agreed(recognised: Recognised) -> str:
    """What the error and the file both name."""
    unexpected, mismatched = (list(dict.fromkeys(recognised.keys(kind))) for kind in ("unexpected", "mismatched"))
    if mismatched and not unexpected and len(mismatched) <= _MOST_NAMED:
        return say_count(
            len(mismatched),
            "it has {keys} with another shape than your model.",
            "it has {keys} with other shapes than your model.",
            keys=_all_named(mismatched),
        )
    if there := list(dict.fromkeys((*unexpected, *mismatched))):
        return _it_has(there)
    missing = recognised.keys("missing")
    example = clip(min(missing), 80)
    if len(missing) > 1:
        return say("it has the missing keys, but under other names, such as {example!r}.", example=example)
    return say("it has the missing key, but under another name: {example!r}.", example=example)


def _all_named(keys: Sequence[str]) -> str:
    return enumerated([clip(key, 80) for key in keys], _MOST_NAMED)


def _it_has(keys: Sequence[str]) -> str:
    example = clip(keys[0], 80)
    if len(keys) == 1:
        return say("it has the key that the error names: {example!r}.", example=example)
    if len(keys) <= _MOST_NAMED:
        return say("it has the keys that the error names: {keys}.", keys=_all_named(keys))
    return say(
        "it has {keys} that the error names, such as {example!r}.", keys=count_text(len(keys), "key"), example=example
    )


def _it_lacks(keys: Sequence[str]) -> str:
    example = clip(keys[0], 80)
    if len(keys) == 1:
        return say("it lacks the key that the error names: {example!r}.", example=example)
    if len(keys) <= _MOST_NAMED:
        return say("it lacks the keys that the error names: {keys}.", keys=_all_named(keys))
    return say(
        "it lacks {keys} that the error names, such as {example!r}.", keys=count_text(len(keys), "key"), example=example
    )


def _not_of_this_file(case: Case, view: Preview) -> Judged:
    """Why the error does not come from this file, as far as its keys show."""
    recognised = case.recognised
    if not _named(recognised):
        return unknown("the error names no key. Paste all of it, or compare the file with the model.")
    inside = {*recognised.keys("unexpected"), *recognised.keys("mismatched")}
    missing = set(recognised.keys("missing"))
    every = state_dicts_of(view.catalogue)
    if not every:
        return unknown("it holds no state dict whose keys could be compared with those of the error.")
    if any(missing and each.keys() >= missing for each in every):
        return innocent(_renamed_by_script(recognised))
    if inside:
        most = max(every, key=lambda each: len(each.keys() & inside))
        lacking = sorted(inside - most.keys())
        if lacking:
            return _under_other_names(lacking, inside, every)
        if recognised.keys("mismatched"):
            key = recognised.keys("mismatched")[0]
            shape = f"torch.Size({list(most[key].shape or ())})"
            return _of_another_file(
                say("its {key!r} has the shape {shape}, not the one in the error.", key=clip(key, 80), shape=shape)
            )
        both = sorted(missing & most.keys())
        if both:
            return _of_another_file(say("it has {both!r}, which the error calls missing.", both=clip(both[0], 80)))
    some = sorted(missing & set().union(*every))
    if some:
        return _of_another_file(say("it has {some!r}, which the error calls missing.", some=clip(some[0], 80)))
    if beside := _beside(missing, every):
        lacks = _it_lacks(sorted(missing))
        return cause("{lacks} It does have {example!r}, in the same module.", lacks=lacks, example=clip(beside, 80))
    return unknown(
        "it does lack the missing keys, so it may belong to another model. Compare it with your model "
        "({compare}) to find out.",
        compare=comparing(),
    )


def _beside(missing: Collection[str], every: Iterable[Collection[str]]) -> str:
    """A key of the file beside the first that is missing: in a module within others, which few models call the same."""
    modules = {key.rpartition(".")[0] for key in missing}
    if not modules or not all("." in each for each in modules):
        return ""
    deepest = 1 + max(each.count(".") for each in modules)
    for there in every:
        names = ((key, key.split(".", deepest)[:-1]) for key in there)
        found = {part: key for key, parts in names for part in accumulate(parts, "{}.{}".format) if part in modules}
        if found.keys() >= modules:
            return found[min(missing).rpartition(".")[0]]
    return ""


def _under_other_names(lacking: Sequence[str], inside: Collection[str], every: Iterable[Collection[str]]) -> Judged:
    """Of a file without keys that the error says it has."""
    prefixes = (change("") for there in every for change in other_names(inside, there))
    prefix = next(filter(None, prefixes), "")
    if not prefix:
        return _of_another_file(_it_should_have(lacking))
    return unknown(
        "it has the keys that the error names, but with the prefix “{prefix}”. The error can come from this file "
        "only if your script strips that prefix.",
        prefix=clip(prefix, 80),
    )


def _of_another_file(why: str) -> Judged:
    """The file is not the one that was loaded, and ``why`` is how that is seen."""
    return innocent(sentences(why, say("Open the file that your script loads.")))


def _it_should_have(keys: Sequence[str]) -> str:
    number, example = count_text(len(keys), "key"), clip(min(keys), 80)
    if len(keys) == 1:
        return say("it lacks {keys} that the error says the file has: {example!r}.", keys=number, example=example)
    if len(keys) <= _MOST_NAMED:
        return say("it lacks the keys that the error says the file has: {keys}.", keys=_all_named(keys))
    return say("it lacks {keys} that the error says the file has, such as {example!r}.", keys=number, example=example)


def _renamed_by_script(recognised: Recognised) -> str:
    """A file with all keys that are called missing: the script changes the names on their way."""
    cut = recognised.details.get("cut", "")
    return sentences(
        say("it has all keys that the error calls missing, so the script changes their names before load_state_dict."),
        say(
            "Your script cuts {cut} characters from the start of every key: look in it for a slice such as "
            "key[{cut}:].",
            cut=cut,
        )
        if cut
        else "",
    )


# -- with a model to compare with, or nothing but findings -----------------------------------------------------


def _by_findings(case: Case) -> Judged | None:
    """What the findings say: those against a model that the user gave, and those of prefixes."""
    there = case.findings_of(*case.recognised.codes)
    if case.recognised.codes[0] == "size-mismatch":
        there = tuple(finding for finding in there if finding.code == "size-mismatch")
    if not _named(case.recognised):  # a wrapper's prefix alone proves nothing; against a model something was compared
        there = tuple(finding for finding in there if finding.code not in _WITHOUT_MODEL)
    fitting = tuple(finding for finding in there if not _contradicts(case.recognised, finding))
    if fitting:
        return cause(_because(case.recognised, fitting[0]), *fitting)
    if there and case.view is None:
        wanted = _named(case.recognised)
        return innocent("the error is about keys such as {wanted!r}, which this file does not have.", wanted=wanted[0])
    return None if case.view is not None else unknown("Compare its keys with those of the model.")


def _because(recognised: Recognised, finding: Finding) -> str:
    there = {*recognised.keys("unexpected"), *recognised.keys("mismatched")} & _keys_in(finding)
    if there:
        return _it_has(sorted(there))
    absent = set(recognised.keys("missing")) & _keys_missed(finding)
    if absent:
        return _it_lacks(sorted(absent))
    return say("{text}.", text=finding.title)


def _contradicts(recognised: Recognised, finding: Finding) -> bool:
    """Whether all keys that a finding is about are others than those of the error."""
    if not _named(recognised):
        return False
    here, missed = _keys_in(finding), _keys_missed(finding)
    named = {*recognised.keys("unexpected"), *recognised.keys("mismatched")}
    if named - here and here and finding.code in ("wrapper-prefix", "flat-param"):
        return True
    return not (here & named or missed & set(recognised.keys("missing")))


def _named(recognised: Recognised) -> tuple[str, ...]:
    return tuple(key for kind in ("unexpected", "missing", "mismatched") for key in recognised.keys(kind))


def _keys_in(finding: Finding) -> set[str]:
    """The keys of a state dict of this file, as it is planned, that a finding is about."""
    _, found, listed = finding.message.rpartition(_UNEXPECTED)
    if found:
        return set(_NAMED_KEY.findall(listed))
    keys = {path.rpartition("/")[2] for path in finding.paths}
    if _MISSING not in finding.message:
        keys.update(_NAMED_KEY.findall(finding.message))
    return keys | set(re.findall(r"size mismatch for ([^\s:]+):", finding.message))


def _keys_missed(finding: Finding) -> set[str]:
    """The keys that the file would have to have."""
    _, found, listed = finding.message.partition(_MISSING)
    return set(_NAMED_KEY.findall(listed.partition(_UNEXPECTED)[0])) if found else set()


def lacking_keys(case: Case) -> Judged | None:
    """As of any state dict; of a folder of DCP the names above the key are asked for too."""
    nested = case.findings_of("nested-keys")
    wanted = case.recognised.keys("missing") or (case.details.get("missing", "").strip('"'),)
    if case.view is None or not nested or case.view.catalogue.checkpoint.container != "dcp":
        return keys(case)
    catalogue = case.view.catalogue
    flat = {".".join(map(str, catalogue.path(entry))) for entry in range(len(catalogue))}
    key = wanted[0]
    if key in flat:
        return innocent("it has {key}.", key=clip(key, 80))
    if any(each.partition(".")[2] == key for each in flat):
        return cause(sentence(nested[0].title), *nested)
    return keys(case)


GIVEN_AWAY = {
    "wrapper-prefix": error(
        "keys with the prefix of a wrapper",
        "The file was saved from a wrapped model (DataParallel, DDP, FSDP or torch.compile), and its keys contain "
        "the wrapper's prefix. The model that you load it into is not wrapped.",
        "Strip the prefix from the keys, and from _metadata. From now on, save model.module.state_dict(). "
        "strict=False only hides the mismatch and loads nothing.",
    ),
    "missing-prefix": error(
        "keys without the prefix of a wrapper",
        "The model is wrapped (DataParallel, DDP or torch.compile), and the file was saved from a bare one. The "
        "names differ only in the prefix.",
        "Load it into model.module, or add the prefix to the keys. strict=False only hides the mismatch and "
        "loads nothing.",
    ),
    "flat-param": error(
        "flattened parameters of FSDP",
        "The file was saved from inside FSDP, whose flat parameters join many tensors into one. Without the "
        "shapes they cannot be taken apart.",
        "Save it again with StateDictType.FULL_STATE_DICT from the script that trained it.",
    ),
    "script-cuts": error(
        "a script that cuts off the start of every key",
        "Your script cuts the first characters off every key to remove “module.”, but these keys never had that "
        "prefix. The file is fine.",
        "Instead of key[7:] write key.removeprefix('module.'), which leaves other keys as they are; or load "
        "the file without that step.",
    ),
}
"""What is said of an error whose keys tell more than its words."""


KEYS = (
    trap(
        "missing-keys",
        error(
            "keys of the model are missing or named differently",
            "load_state_dict matches by name only: each key of the model must be in the file under that very name.",
            ("Compare the file with the model's keys, and rename the keys that differ only in a prefix.", _STRICT),
            says(rf"Missing key\(?s\)? in state_dict: ?(?P<missing>{_LISTED})"),
            says(r"missing keys? in state_dict: ?\"?(?P<missing>\{[^}]{0,100000}\})"),
            says(rf"missing keys? in source state_dict: ?(?P<missing>{_NAMES})"),
            says(rf"Missing key\(?s\)? in state_dict: ?(?P<missing>{_DOTTED})"),
            says(r"Missing key in checkpoint state_dict: ?(?P<missing>[\w./]{0,400}\w)"),
            says(rf"the following keys are missing: ?(?P<missing>{_NAMES})"),
            says(rf"missing_keys=(?P<missing>{_PYTHON})"),
            says(r"Missing key\(?s\)? in state_dict"),
            absent="Compare this file with the model (its keys, or another checkpoint of it) to see what is missing.",
            also="missing-prefix wrapper-prefix unexpected-keys",
        ),
        _FITS_NOT,
        judge=lacking_keys,
        loaded=True,
    ),
    trap(
        "unexpected-keys",
        error(
            "the file has keys that the model does not know",
            "load_state_dict matches by name only: each key of the file must be in the model under that very name.",
            (
                (
                    "Compare the file with the model's keys. Rename the keys that differ only in a prefix, and "
                    "drop the keys that the model does not have."
                ),
                _STRICT,
            ),
            says(rf"Unexpected key\(?s\)? in state_dict: ?(?P<unexpected>{_LISTED})"),
            says(r"unexpected key (?P<unexpected>[\"'][^\"'\n]{1,400}[\"']) in state_dict"),
            says(rf"unexpected keys? in source state_dict: ?(?P<unexpected>{_NAMES})"),
            says(rf"Unexpected key\(?s\)? in state_dict: ?(?P<unexpected>{_DOTTED})"),
            says(rf"unexpected_keys=(?P<unexpected>{_PYTHON})"),
            says(r"Unexpected key\(?s\)? in state_dict"),
            absent="Compare this file with the model to see which keys the model does not have.",
            also="wrapper-prefix missing-prefix flat-param missing-keys",
        ),
        judge=keys,
        loaded=True,
    ),
    trap(
        "size-mismatch",
        error(
            "same name, different shape",
            "The file and the model have a tensor of this name with different shapes. strict=False alone does not "
            "help: torch still raises this. Usually the model was built for another number of classes or with "
            "other sizes.",
            (
                (
                    "To keep your script's model, drop these entries from the file and load with strict=False: those "
                    "parameters start from new weights."
                ),
                "Or build the model with the sizes in the file.",
            ),
            says(
                rf"size mismatch for {_KEY}: ?copying a param(?:eter)? with shape {_HAVE} from checkpoint, ",
                rf"?(?:the|where the) shape (?:in current model )?is {_WANT}",
            ),
            says(rf"{_KEY}: ?found shape {_HAVE} in the checkpoint and {_WANT}"),
            says(  # torch 0.4.1, which put the model's shape where the checkpoint's belongs
                rf"size mismatch for {_KEY}: ?copying a param(?:eter)? of {_WANT} from "
                rf"checkpoint, ",
                rf"?where the shape is {_HAVE}",
            ),
            says(rf"size mismatch for {_KEY}: ?copying a param"),
            says(  # the report of transformers 5
                rf"(?P<key>[\w.]{{1,400}}) ?\| ?MISMATCH ?\|[^\n]{{0,80}}ckpt: ?{_HAVE} vs model: ?{_WANT}"
            ),
            says(
                rf"while \w{{1,20}} the parameter named {_KEY}, ?whose dimensions in the model are {_WANT} and ",
                rf"whose dimensions in the checkpoint are {_HAVE}",
            ),
            says(
                rf"while \w{{1,20}} the parameter named {_KEY}, ?expected torch\.Tensor or Tensor-like object ",
                r"from checkpoint but received (?P<class>[^\n]{1,200})",
            ),
            says(rf"Size mismatch between saved {_HAVE} and current: ?{_WANT} for {_KEY}"),
            says(
                r"inconsistent tensor size, ?expected tensor (?P<want>\[[^\]]{0,99}\]) and src "
                r"(?P<have>\[[^\]]{0,99}\])"
            ),
            says(rf"Trying to set a tensor of shape {_HAVE} in {_KEY} \(which has shape {_WANT}\)"),
            says(rf"because {_KEY} expected shape {_WANT}, ?but got {_HAVE}"),
            says(
                rf"parameter {_KEY} to the model due to incompatible shapes: ?{_HAVE} in the checkpoint but {_WANT} "
                rf"in the"
            ),
            absent="Compare this file with the model to see whose shapes differ.",
        ),
        judge=keys,
        loaded=True,
    ),
    trap(
        "copy-failed",
        error(
            "a weight that could not be copied",
            "The weight has the name and shape that the model expects, but copying it failed. The end of the "
            "message says why: a GPU that is full or broken, a quantized weight, or a tensor without data.",
            "Read the text after “an exception occurred”. If it is about the GPU, load with map_location='cpu', "
            "and call load_state_dict before you move the model to the GPU.",
            says(
                rf"while \w{{1,20}} the parameter named {_KEY}, ?whose dimensions in the model are {_WANT} and ",
                rf"whose dimensions in the checkpoint are {_HAVE}",
            ),
            in_file=False,
            wrapper=True,
        ),
    ),
    trap("wrapper-prefix", look=name_findings, judge=keys, loaded=True),
    trap("flat-param", look=name_findings, judge=keys, loaded=True),
    trap("missing-prefix", judge=keys, loaded=True),
    trap("script-cuts", judge=keys, loaded=True),
)
