"""Code to load a file on the computer at hand, ready to copy: as it is, and as the plan would save it.

The order is what torch's maintainers advise: the model is moved first, the optimizer is built after it, the states are
loaded last, and the checkpoint is let go.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import module_entries
from core.catalogue.optimizers.groups import groups_of
from core.catalogue.optimizers.kinds import torch_class_of
from core.catalogue.prefixes import wrapper_chain
from core.catalogue.quoting import comment, is_indexed, literal
from core.catalogue.rows import Optimizer
from core.edits.preview import Preview, preview
from core.loading.code import (
    averaged,
    imports,
    load,
    models,
    numbered,
    optimizers,
    part,
    shared_again,
    unwrapped,
    without_wrappers,
)
from core.loading.computer import Computer
from core.loading.left_out import keys_left_out
from core.loading.methods import ALLOW, JIT, MANY, NO_WAY, OWN, SAFETENSORS, TRUST, Way, way_to_load
from core.objects.global_names import SCRIPT, global_of, module_needed
from core.pickling.nodes import Global, get
from core.saving.legacy_format import planned_format
from core.text import clauses, clip, listed, sentences, series, titled
from core.words import marked, say, say_count

_WORTH_MAPPING = 1 << 27
"""Bytes from which ``mmap=True`` is worth a word."""
LONGEST_CODE = 200_000
"""Characters of code that can be shown."""
_MOST_RATE = 1000
"""A learning rate that is written out is below."""
_EPOCHS = ("epoch", "epochs", "global_step", "step", "iteration", "iter")
_PATHS = {"f": marked("f is the path of the checkpoint"), "fixed": marked("fixed is the path of the saved copy")}
_FOLDER = marked("f is the folder of the checkpoint")
_NO_PATHS: Mapping[str, Sequence[str]] = {}
_CALLED, _STANDS = (
    re.compile(r"(?<![\w.])(?!Path\b)([A-Z]\w*)\("),
    re.compile(r"(?:Model|Optimizer|Scheduler)(?:_\d+)?"),
)
"""Classes that are called by their own names, and those of them that stand for the user's."""
_OWN_CLASS = re.compile(r"(?!torch\.)(?:.*\.)?(?!None$|True$|False$|Path$|Optimizer|Scheduler)[A-Z][A-Za-z0-9_]{0,99}")
"""Dotted names of models that are called in the code as they are."""


@dataclass(frozen=True)
class Snippet:
    """``title`` says which, ``code`` is Python to copy, ``note`` what to know before, empty where nothing; ``purpose``
    is a line on what it does.

    ``is_whole`` says that all names in the code are made there, ``is_last`` that it fails without code that the file
    does not have, so that other ways are to be tried first, and ``makes_class`` that it is the class of the model.
    """

    title: str
    code: str
    note: str
    purpose: str
    is_whole: bool = False
    is_last: bool = False
    makes_class: bool = False


def to_load(computer: Computer) -> str:
    """The purpose of code that loads a file."""
    return say("To load on {computer}", computer=computer.text)


def names_in(code: str) -> str:
    """What the names in some code stand for, as far as there are any: `f is the path of this file.`"""
    names = _names_of(code)
    paths = _PATHS | ({"f": _FOLDER} if "Path(f" in code or "dcp_to_torch_save(f," in code else {})
    said = [say(what) for name, what in paths.items() if name in names and f"\n{name} = " not in code]
    told = reduce(lambda one, two: say("{first}; {second}", first=one, second=two), said) if said else ""
    called = dict.fromkeys(_CALLED.findall(code))
    own = [name for name in called if _STANDS.fullmatch(name) is None]
    stand_ins = [*dict.fromkeys(name.partition("_")[0] for name in called if name not in own)]
    return sentences(
        say("{clauses}.", clauses=told) if told else "",
        say("Import {name}, the class of the model, from your code.", name=own[0]) if own else "",
        _to_replace(stand_ins) if stand_ins else "",
    )


def needs_a_class(code: str) -> bool:
    """Whether some code makes a model of a class that is not made there."""
    return any(not name.startswith(("Optimizer", "Scheduler")) for name in _CALLED.findall(code))


def _names_of(code: str) -> set[str]:
    """Its names, not the words of its texts and comments. It is not parsed: that would compile what a file says."""
    return {
        token.string for token in tokenize.generate_tokens(io.StringIO(code).readline) if token.type == tokenize.NAME
    }


def _to_replace(stand_ins: Sequence[str]) -> str:
    *first, last = stand_ins
    if not first:
        return say("Replace {name} with your class.", name=last)
    return say("Replace {names} and {last} with your classes.", names=listed(first), last=last)


@dataclass(frozen=True)
class _File:
    """One state of the file: how it is called in the code, and how ``torch.load`` is told to take it."""

    view: Preview
    name: str
    title: str
    computer: Computer
    way: Way
    missing: Mapping[tuple[Any, ...], Sequence[str]]
    """Keys that the plan drops of a model, as the model calls them, by the path of its state dict."""
    path: Sequence[str]
    """The lines that give its name the path of the file; none where somebody else prints them."""
    classes: Mapping[str, str]
    """The classes of models, by the names of their variables, where the file tells them."""

    @property
    def catalogue(self) -> Catalogue:
        return self.view.catalogue

    def only(self, entries: Iterable[int]) -> _File:
        """The same with what leads to some entries alone, where they lie in files of their own."""
        return replace(self, way=self.way.only(self.catalogue, entries))

    def class_of(self, name: str) -> str:
        """The class that makes a variable: ``Model`` for ``model``, ``Model_0`` for ``model_0``, if it is not told."""
        return self.classes.get(name) or _class(name)

    def part(self, entry: int) -> str:
        return part(self.view, entry, planned=True)


def load_recipes(
    view: Preview, computer: Computer, copy: Catalogue | None = None, paths: Mapping[str, Sequence[str]] = _NO_PATHS
) -> tuple[Snippet, ...]:
    """All ways to load that make sense for this file: with a plan as it would be saved first, then as it is.

    In the code ``Model``, ``Optimizer`` and ``Scheduler`` stand for the program's own classes, ``f`` for the path of
    the file and ``fixed`` for that of the planned one, unless ``paths`` has lines that say them; ``rank`` is the number
    of the process. ``copy`` is what was saved of the plan, in whatever form.
    """
    return tuple(recipe for file in _files(view, computer, copy, paths) for recipe in _recipes(file))


def load_into(
    model: tuple[int, str],
    view: Preview,
    computer: Computer,
    copy: Catalogue | None = None,
    paths: Mapping[str, Sequence[str]] = _NO_PATHS,
) -> tuple[list[str], list[str]]:
    """The imports and the lines that load a model, its entry, into a class that has just its keys, its name, for
    inference: of what is planned, else of the file as it is. None where no state dict of it can be had so.
    """
    entry, kind = model
    file = _files(view, computer, copy, paths)[0]
    if file.way.kind in (NO_WAY, JIT, OWN):
        return [], []
    known, found = (list(_state_dicts(each).values()) for each in (replace(file, view=view), file))
    if entry not in known or len(known) != len(found):
        return [], []
    state_dict = averaged(file.view, {"model": found[known.index(entry)]})["model"]
    file = file.only([state_dict])
    lines = [f"model = {kind}()", *_load(file), f"model.load_state_dict({file.part(state_dict)})", "del checkpoint"]
    lines += [f"model.to({literal(computer.home)})"] if computer.gpus else []
    return imports(file.way), _with_path(file, [*lines, "model.eval()"])


def _files(
    view: Preview, computer: Computer, copy: Catalogue | None, paths: Mapping[str, Sequence[str]]
) -> list[_File]:
    """The file with its plan, where there is one, then as it is."""
    found: list[_File] = []
    classes = _told_classes(view)
    if view.plan:
        title = say("load the fixed copy")
        fixed = preview(copy) if copy is not None else view
        way, missing = way_to_load(fixed), keys_left_out(view)
        found.append(_File(fixed, "fixed", title, computer, way, missing, paths.get("fixed", ()), classes))
    source = preview(view.catalogue)
    way, title = way_to_load(source), say("load the file as it is")
    return [*found, _File(source, "f", title, computer, way, {}, paths.get("f", ()), classes)]


def _told_classes(view: Preview) -> dict[str, str]:
    """The classes of the whole models that a plan makes state dicts of, where Python can have names like theirs."""
    made = [each.name for each in module_entries(view.catalogue) if each.entry in view.plan.extracted]
    names = {numbered("model", number, len(made)): name for number, name in enumerate(made)}
    return {each: name.rpartition(".")[2] for each, name in names.items() if _OWN_CLASS.fullmatch(name)}


def _recipes(file: _File) -> Iterator[Snippet]:
    if file.way.kind == NO_WAY:
        why = say("No current torch loads this file: {why}.", why=say(file.way.why))
        yield Snippet(titled(file.title, say("there is no way")), "", why, "")
        return
    if file.way.kind == JIT:
        yield _scripted(file)
        return
    if file.way.kind == OWN:
        yield _recipe(file, say("what was saved"), _load(file))
        return
    whole = module_entries(file.catalogue) if not file.catalogue.state_dicts else ()
    if whole and not any(each.entry in file.view.plan.extracted for each in whole):
        yield _whole(file, whole[0].entry)
        return
    yield from _of_states(file, _state_dicts(file))


def _state_dicts(file: _File) -> dict[str, int]:
    """The entries that models are loaded from, by the names of their variables: state dicts, and whole models that
    become some.
    """
    whole = module_entries(file.catalogue) if not file.catalogue.state_dicts else ()
    made = [each.entry for each in whole if each.entry in file.view.plan.extracted]
    named = {numbered("model", number, len(made)): entry for number, entry in enumerate(made)} or models(file.view)
    return {name: entry for name, entry in named.items() if not file.view.dropped(entry)}


def _of_states(file: _File, found: dict[str, int]) -> Iterator[Snippet]:
    """What is done with state dicts: first training, where the plan leaves layers that nothing was learned of."""
    has_optimizers = bool(optimizers(file.view, planned=True))
    if not found and not has_optimizers:
        yield _as_saved(file)
        return
    if file.missing:
        yield _resume(file, found, ranks=False)
    if found:
        used = averaged(file.view, found)
        yield _inference(file.only(used.values()), used, found)
        if _is_for_several(file, found):
            yield _data_parallel(file.only(found.values()), found)
    if has_optimizers and not file.missing:
        yield _resume(file, found, ranks=False)
    if file.computer.ranks > 1 and found:
        yield _resume(file, found, ranks=True)


def _scripted(file: _File) -> Snippet:
    """Compiled code with its weights."""
    lines = [line.replace("checkpoint", "model", 1) for line in load(file.way, file.name)]
    if file.computer.gpus:
        lines.append(f"model.to({literal(file.computer.home)})")
    note = say("This runs the compiled code in the file. Use it only for files that you trust.")
    return _recipe(file, say("the TorchScript model"), [*lines, "model.eval()"], note)


def _as_saved(file: _File) -> Snippet:
    """Nothing in the file can be handed to ``load_state_dict``."""
    note = say("The file holds no state dict that a model could load.")
    return _recipe(file, say("what was saved"), _load(file), note)


def _inference(file: _File, found: dict[str, int], trained: dict[str, int]) -> Snippet:
    home = file.computer.home
    lines = [f"{name} = {file.class_of(name)}()" for name in found]
    lines += _load(file)
    for name, entry in found.items():
        lines += _load_model(file, name, entry)
    lines.append("del checkpoint")
    lines += [f"{name}.to({literal(home)})" for name in found if file.computer.gpus]
    lines += [f"{name}.eval()" for name in found]
    return _recipe(file, say("inference only"), lines, _about_the_average(file, found, trained))


def _about_the_average(file: _File, found: dict[str, int], trained: dict[str, int]) -> str:
    """Why inference takes other weights than training goes on with."""
    if found == trained:
        return ""
    ((name, used),) = found.items()
    return say(
        "Lightning's load_from_checkpoint loads {used}, which is the average if a callback keeps one. Training "
        "continues with {trained}.",
        used=file.part(used),
        trained=file.part(trained[name]),
    )


def _is_for_several(file: _File, found: dict[str, int]) -> bool:
    """Whether the computer has several cards, or the model was saved in a wrapper for them, or is to be."""
    return (
        file.computer.gpus > 1
        or any(each.prefix == "module." and not each.inner for each in file.catalogue.prefixes)
        or any(each.wrapper for each in module_entries(file.catalogue))
        or any(key.startswith("module.") for entry in found.values() for key in _keys(file, entry)[:1])
    )


def _data_parallel(file: _File, found: dict[str, int]) -> Snippet:
    """A model in DataParallel wants ``module.`` before its keys; the model inside it does not."""
    lines, wrapped = [], False
    for name in found:
        where = f".to({literal(file.computer.home)})" if file.computer.gpus else ""
        lines.append(f"{name} = torch.nn.DataParallel({file.class_of(name)}(){where}{_device_ids(file.computer)})")
    lines += _load(file)
    for name, entry in found.items():
        if [each.prefix for each in wrapper_chain(_keys(file, entry), entry)[:1]] == ["module."]:
            lines += _load_model(file, name, entry, wants="module.")
            lines[-1] += "  " + comment(say("its keys already begin with 'module.'"))
            wrapped = True
        else:
            lines += _load_model(file, f"{name}.module", entry)
    lines.append("del checkpoint")
    notes = []
    if not file.computer.gpus:
        notes.append(say("Without a GPU DataParallel does nothing: leave it off if you can."))
    if not wrapped:
        notes.append(
            say("To load into the wrapped model directly, save a copy with the prefix “module.” (Add prefix).")
        )
    return _recipe(file, say("into a model in DataParallel"), lines, sentences(*notes))


def _device_ids(computer: Computer) -> str:
    """DataParallel takes all cards and wants its model on the first of them, which is named where it is another."""
    others = [card for card in range(computer.gpus) if card != computer.card]
    return f", device_ids={[computer.card, *others]}" if computer.card else ""


def _resume(file: _File, found: dict[str, int], *, ranks: bool) -> Snippet:
    """Model first, then the optimizer on its parameters, then the states in the same order."""
    view, computer = file.view, file.computer
    per_rank = ranks and computer.gpus > 0
    home = "device" if per_rank else literal(computer.home)
    own_card = comment(say("each process its own card"))
    lines = [f"torch.cuda.set_device(rank)  {own_card}", "device = f'cuda:{rank}'"] if per_rank else []
    first = comment(say("first, so that the optimizer finds its parameters there"))
    moved = f".to({home})  {first}" if computer.gpus else ""
    opts = optimizers(view, planned=True)
    schedulers = _schedulers(view) if opts else {}
    used = [*found.values(), *opts.values(), *schedulers.values(), *filter(None, [_epoch(view) if opts else None])]
    file = file.only(used)
    lines += [*_made(file, found, opts, schedulers, moved), *_load(file, "device" if per_rank else "")]
    for name, entry in found.items():
        lines += _load_model(file, name, entry)
    for name, entry in (opts | schedulers).items():
        lines.append(f"{name}.load_state_dict({file.part(entry)})")
    lines += [*(_start(file) if opts else ()), "del checkpoint"]
    if ranks:
        ids = ", device_ids=[rank]" if per_rank else ""
        lines += [f"{name} = torch.nn.parallel.DistributedDataParallel({name}{ids})" for name in found]
        return _recipe(
            file,
            say("resume training in several processes") if opts else say("several processes"),
            lines,
            say(
                "Every process runs this after torch.distributed.init_process_group. Without map_location all of them "
                "would load onto the saved device."
            ),
        )
    note = say("The parameters must be in the same order as when the optimizer was saved.") if opts else ""
    return _recipe(file, say("fine-tuning") if file.missing else say("resume training"), lines, note)


def _made(
    file: _File, found: dict[str, int], opts: dict[str, int], schedulers: dict[str, int], moved: str
) -> Iterator[str]:
    """The lines that make models, then the optimizers on their parameters, then what steps with these."""
    yield from (f"{name} = {file.class_of(name)}(){moved}" for name in found)
    if not found:
        yield f"model = Model(){moved}"
        yield comment(say("put its weights into it here: this file has no state dict of them"))
    for number, name in enumerate(opts):
        yield _optimizer(file, found, number, name, opts[name])
    for number, name in enumerate(schedulers):
        yield f"{name} = {_class(name)}({list(opts)[min(number, len(opts) - 1)]})"


def _start(file: _File) -> Iterator[str]:
    """Where training goes on, as far as the file tells.

    torchvision saves the epoch that is done, PyTorch's ImageNet example the one to come; Detectron2 saves the iteration
    that is done. The file does not tell which it is.
    """
    epoch = _epoch(file.view)
    if epoch is not None:
        label = str(file.view.label(epoch))
        saved = file.part(epoch)
        if label.startswith("epoch"):
            after = say("remove + 1 if the saved number is the one to start with")
            yield f"start_{label} = {saved} + 1  {comment(after)}"
        else:
            after = say("add + 1 if the saved number is of one already done")
            yield f"start_{label} = {saved}  {comment(after)}"


def _whole(file: _File, entry: int) -> Snippet:
    """A pickled object: there is no state dict to load."""
    lines = _load(file)
    if entry == 0:
        lines = [line.replace("checkpoint =", "model =", 1) for line in lines]
    elif is_indexed(file.catalogue, entry):
        lines += [f"model = {file.part(entry)}"]
    if entry == 0 or is_indexed(file.catalogue, entry):
        lines += unwrapped(file.view, "model", entry)
        if file.computer.gpus:
            lines.append(f"model.to({literal(file.computer.home)})")
    needed = [name for name in map(global_of, file.way.names) if module_needed(name)]
    return replace(_recipe(file, say("the whole pickled object"), lines, _about_code(needed)), is_last=bool(needed))


def _about_code(needed: Sequence[Global]) -> str:
    """The code that pickle imports for an object of these classes, and how to do without it."""
    modules = [*dict.fromkeys(module for name in needed if (module := module_needed(name)) != SCRIPT)]
    own = [*dict.fromkeys(name.name for name in needed if module_needed(name) == SCRIPT)]
    return sentences(
        say_count(
            len(modules),
            "It needs the Python module {names}, which defines its class.",
            "It needs the Python modules {names}, which define its classes.",
            names=_clipped(modules),
        )
        if modules
        else "",
        say_count(
            len(own),
            "Its class {names} was defined in the script that saved it: define or import it in yours.",
            "Its classes {names} were defined in the script that saved it: define or import them in yours.",
            names=_clipped(own),
        )
        if own
        else "",
        say("Once the state_dict is extracted, torch.load needs none of this code; only building the model does.")
        if needed
        else say("Once the state_dict is extracted, torch.load needs no weights_only=False."),
    )


def _clipped(names: Sequence[str]) -> str:
    return listed([clip(each, 60) for each in names], 3)


def _recipe(file: _File, title: str, lines: Sequence[str], note: str = "") -> Snippet:
    code = "\n".join(line.rstrip() for line in [*imports(file.way), "", *_with_path(file, lines)])
    return Snippet(
        titled(file.title, title),
        code,
        sentences(note, *_about_way(file)),
        to_load(file.computer),
    )


def _with_path(file: _File, lines: Sequence[str]) -> list[str]:
    """The lines behind those that give the file its path, if they ask for it."""
    return [*(file.path if file.name in _names_of("\n".join(lines)) else ()), *lines]


# -- the load itself ---------------------------------------------------------------------------------------------


def _load(file: _File, device: str = "") -> list[str]:
    """The lines that make ``checkpoint``."""
    return [*load(file.way, file.name, _options(file, device)), *shared_again(file.view, file.way)]


def _options(file: _File, device: str = "") -> list[str]:
    """The CPU takes what was saved on a GPU: the model is there already, and needs no second copy beside it."""
    options = []
    saved = {total.device for total in file.view.totals_after}
    if device:
        options.append(f"map_location={device}")
    elif saved - {"cpu"}:
        options.append("map_location='cpu'")
    planned = planned_format(file.view)
    if planned.of_torch and planned.mappable and file.view.bytes_after >= _WORTH_MAPPING:
        options.append("mmap=True")
    return options


def _about_way(file: _File) -> Iterator[str]:
    """What to know of the way the file is loaded."""
    way, names = file.way, [clip(name, 120) for name in file.way.names]
    shown = listed(names, 3)
    if any(branch.way.kind == SAFETENSORS for branch in way.branches):
        yield say("safetensors is a separate package: pip install safetensors.")
    elif way.kind == MANY and not way.branches:
        yield say("No function of torch puts these files together. Save them as one file first.")
    elif way.kind == SAFETENSORS:
        yield say("safetensors is a separate package: pip install safetensors.")
    elif way.kind == ALLOW:
        yield say("The file uses {names}, which torch.load refuses unless you list them in safe_globals.", names=shown)
        if any("WindowsPath" in name and "Pure" not in name for name in names):
            yield say("A WindowsPath is loaded as a PureWindowsPath, which works on every system.")
    elif way.kind == TRUST and names:
        yield say(
            "By default torch.load (weights_only=True) refuses the classes that this file names, such as {names}. "
            "weights_only=False needs them and runs code from the file, so use it only for files that you trust; it is "
            "better to fix the file.",
            names=listed([name for name in names if module_needed(global_of(name))] or names, 3),
        )
    elif way.kind == TRUST:
        yield say(
            "torch.load cannot read this kind of pickle with weights_only=True. weights_only=False runs code from "
            "the file, so use it only for files that you trust; it is better to fix the file."
        )


# -- the parts of the file ---------------------------------------------------------------------------------------


def _load_model(file: _File, target: str, entry: int, wants: str = "") -> list[str]:
    """Load one state dict, without what wrappers left in its keys but for what ``target`` wants before them."""
    lines, state = without_wrappers(file.part(entry), wrapper_chain(_keys(file, entry), entry), wants)
    missing = file.missing.get(file.view.path(entry), ())
    if missing:
        lines.append(comment(say("these keys are missing: {keys}", keys=listed([clip(key, 60) for key in missing], 3))))
    return [*lines, f"{target}.load_state_dict({state}{', strict=False' if missing else ''})"]


def _keys(file: _File, entry: int) -> list[str]:
    """The planned keys of a state dict; for a module that becomes one, those it will have."""
    whole = entry in file.view.plan.extracted
    return [key for _, key in (file.view.made_keys(entry) if whole else file.view.planned_keys(entry))]


def _optimizer(file: _File, found: dict[str, int], number: int, name: str, entry: int) -> str:
    """The line that makes an optimizer: of its class where torch has that and all parameters of a model are in one
    group, else of a class that stands for it, with a comment on what it was.
    """
    optimizer = next(each for each in file.catalogue.optimizers if each.entry == entry)
    own = next((name for name, model in found.items() if model == optimizer.model), None)
    models = list(found) or ["model"]
    model = own or models[min(number, len(models) - 1)]
    about = []
    if part := _part_trained(file.catalogue, optimizer):
        about.append(say("of what is below {part}", part=part))
    if optimizer.candidates:
        about.append(say("whose model the file does not tell"))
    elif own is None and found:
        about.append(say("whose parameters match no single model in this file"))
    node = file.catalogue.values[entry]
    kind = torch_class_of(node) if not about and optimizer.groups == 1 else None
    if kind is not None:
        rate = get(groups_of(node)[0], "lr")
        told = f", lr={rate!r}" if type(rate) in (int, float) and 0 <= rate < _MOST_RATE else ""
        return f"{name} = torch.optim.{kind}({model}.parameters(){told})"
    what = series([optimizer.kind or say("the same class as was saved"), *about])
    if optimizer.groups > 1:
        groups = say("pass your {n:,} parameter groups, not {all}", n=optimizer.groups, all=f"{model}.parameters()")
        what = clauses((what, groups))
    return f"{name} = {_class(name)}({model}.parameters())  {comment(clip(what, 200))}"


def _part_trained(catalogue: Catalogue, optimizer: Optimizer) -> str:
    """The part of a model that an optimizer trains, where others train the rest: ``generator``."""
    beside = [each for each in catalogue.optimizers if each.model == optimizer.model and each is not optimizer]
    heads = {item.name.partition(".")[0] for item in optimizer.entries if item.name is not None}
    return heads.pop() if beside and optimizer.model is not None and len(heads) == 1 else ""


def _schedulers(view: Preview) -> dict[str, int]:
    """The states of schedulers, by the names of their variables: outermost dicts with a ``last_epoch``."""
    catalogue = view.catalogue
    inside = [(optimizer.entry, catalogue.ends[optimizer.entry]) for optimizer in catalogue.optimizers]
    found: list[int] = []
    for entry, label in enumerate(catalogue.labels):
        holder = catalogue.parents[entry]
        if not isinstance(label, str) or label != "last_epoch" or holder <= 0 or catalogue.kind(holder) != "dict":
            continue
        within = any(
            first <= holder < end for first, end in [*inside, *((each, catalogue.ends[each]) for each in found)]
        )
        if not within and not view.dropped(holder):
            found = [each for each in found if not holder < each < catalogue.ends[holder]] + [holder]
    return {("scheduler" if len(found) == 1 else f"scheduler_{number}"): each for number, each in enumerate(found)}


def _epoch(view: Preview) -> int | None:
    """The number of the epoch or step that was reached, at the top."""
    catalogue = view.catalogue
    children = [child for child in catalogue.children(view.root) if not view.dropped(child)]
    for name in _EPOCHS:
        for child in children:
            if view.label(child) == name and type(catalogue.values[child]) is int:
                return child
    return None


def _class(name: str) -> str:
    """``Model`` for ``model``, ``Model_0`` for ``model_0``."""
    return name[:1].upper() + name[1:]
