"""What a plan leaves of a whole model: a state dict, which no longer is a model, and how a model is made of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import MODULE, is_of_author, module_entries, module_tree, unwrapped
from core.catalogue.quoting import indexed
from core.devices import EVERYWHERE
from core.edits.preview import Preview
from core.loading.left_out import keys_left_out
from core.text import clip, enumerated, quoted
from core.words import marked, say, say_count

_MOST_NAMED = 3
_EVERYTHING = (
    marked("the class of {model}, and all its attributes"),
    marked("the class of {model}, and all its attributes (such as {names})"),
)
_ATTRIBUTES = (
    marked("the class of {model}, and all attributes except parameters and buffers"),
    marked("the class of {model}, and attributes such as {names} (parameters and buffers are kept)"),
)
"""What is lost, without and with names of attributes; everything where a model has neither parameter nor buffer."""


def about_made_state_dict(view: Preview, copy: str = "", call: str = "torch.load(f)") -> str:
    """How the planned file is loaded, by the name of the copy and the ``call`` that loads it, which is empty where no
    single one does; nothing where no model changes.
    """
    made = made_state_dicts(view)
    if not made:
        return ""
    copy, path = copy or say("The copy"), view.path(made[0])
    what = (
        say("{copy} has a state_dict in place of the model “{path}”", copy=copy, path=_shown(view, made[0]))
        if path
        else say("{copy} holds a state_dict, not the model", copy=copy)
    )
    if not call:
        return say("{what}: build the model, then pass the state_dict to model.load_state_dict.", what=what)
    state = indexed(on_any_computer(view, call), path)
    state = f"{state}, strict=False" if keys_left_out(view) else state
    return say("{what}: build the model, then call model.load_state_dict({state}).", what=what, state=clip(state, 160))


def on_any_computer(view: Preview, call: str = "torch.load(f)") -> str:
    """The ``call`` that loads the planned file, with ``map_location`` where not every computer has its devices: they do
    not matter to who takes the tensors into a model.
    """
    if call.startswith("torch.load(") and any(total.device not in EVERYWHERE for total in view.totals_after):
        return f"{call[:-1]}, map_location='cpu')"
    return call


def _shown(view: Preview, entry: int) -> str:
    return clip(view.catalogue.path_text(entry), 60)


def made_state_dicts(view: Preview) -> list[int]:
    """The entries of the models with weights that become state dicts."""
    made = [each.entry for each in module_entries(view.catalogue) if each.parameters + each.buffers]
    return [entry for entry in made if entry in view.plan.extracted and not view.dropped(entry)]


def _is_empty(catalogue: Catalogue, entry: int) -> bool:
    """Whether the state dict of a module is empty."""
    return {node.kind for node in module_tree(catalogue, entry)} == {MODULE}


def lost_by_extracting(catalogue: Catalogue, entries: Iterable[int]) -> str:
    """What modules lose that become state dicts, with the names that their authors gave to what is not in one."""
    names: dict[str, None] = {}
    entries = list(entries)
    model = _models(catalogue, entries)
    for module in (unwrapped(catalogue.tree, entry) for entry in entries):
        labels = (catalogue.labels[child] for child in catalogue.children(module))
        names |= {f"self.{clip(each, 60)}": None for each in labels if is_of_author(each)}
    alone, with_names = _EVERYTHING if all(_is_empty(catalogue, entry) for entry in entries) else _ATTRIBUTES
    if not names:
        return say(alone, model=model)
    return say(with_names, model=model, names=enumerated(list(names), _MOST_NAMED))


def _models(catalogue: Catalogue, entries: Sequence[int]) -> str:
    """Which models these are, where they are not all of the file."""
    if 0 in entries:
        return say("the model")
    places = enumerated([quoted(clip(catalogue.path_text(entry), 60)) for entry in entries], _MOST_NAMED)
    return say_count(len(entries), "the model at {places}", "the models at {places}", places=places)
