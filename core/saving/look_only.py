"""What may be written of a document that is only shown: its plain data, as another kind of file."""

from __future__ import annotations

from core import program
from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import module_entries, pickled_optimizers
from core.edits.edits import Edit, Extract, Keep
from core.edits.preview import Preview
from core.errors import ReadOnlyFormat
from core.pickling.allowlist import is_allowed
from core.pickling.nodes import names_below
from core.text import sentences
from core.words import say


def check_look_only(preview: Preview, container: str | None) -> None:
    """Raises `ReadOnlyFormat` for what would be a worse copy of a document that is only shown.

    That is one in the container of the source, or one that names classes: a TorchScript model is not written without
    its code, the state dict out of it is.
    """
    checkpoint = preview.catalogue.checkpoint
    if checkpoint.read_only is None:
        return
    root, replaced = preview.edited_graph()
    if container in (None, checkpoint.container) or not all(map(is_allowed, names_below(root, replaced))):
        raise ReadOnlyFormat(sentences(checkpoint.read_only, about_state_dict(preview.catalogue)))


def state_dict_edits(catalogue: Catalogue) -> tuple[Edit, ...]:
    """The edits after which the state dict of a document that is only shown is the whole file; none where it has none,
    or several, or where it can be edited.
    """
    if catalogue.checkpoint.read_only is None:
        return ()
    whole = [each.entry for each in module_entries(catalogue)]
    whole += [each.entry for each in pickled_optimizers(catalogue)]
    if len(whole) == 1:
        return (Extract(whole[0]), *((Keep(whole[0]),) if whole[0] else ()))
    entry = catalogue.finds("state_dict") if not whole else None
    return () if entry is None else (Keep(entry),)


def about_state_dict(catalogue: Catalogue) -> str:
    """By which command it is written; nothing where there are no such edits."""
    if not state_dict_edits(catalogue):
        return ""
    command = " ".join([*program.words(), "extract FILE -o OUT"])
    return say("To get its state dict without running anything, use `{command}`.", command=command)
