"""How the file is written: its container, the protocol of its pickle, and the Python modules that this names."""

from __future__ import annotations

from core.edits.draft import Draft
from core.edits.edits import RenameModule, UseContainer, UseProtocol
from core.edits.wording import Effect
from core.errors import EditError
from core.formats.register import OF_TORCH, PLANNED
from core.objects.global_names import python3_name
from core.objects.plain_rules import keys_below
from core.pickling.nodes import Global, SetNode, names_below
from core.text import count_text
from core.words import say

PROTOCOLS = (2, 3, 4, 5)
FULLY_READ = 2  # by plain torch.load(f), in either container
_FIRST_OF_PYTHON_3 = 3
_FIRST_WITH_FROZEN_SETS = 4


def use_container(edit: UseContainer, draft: Draft) -> Effect:
    """The container that the file is written in; in another than before, in the protocol that all readers know."""
    if edit.container not in PLANNED:
        raise EditError(
            say("{kind!r} is no container; choose one of {known}.", kind=edit.container, known=", ".join(PLANNED))
        )
    draft.write_container(edit.container)
    checkpoint = draft.catalogue.checkpoint
    changes = edit.container in OF_TORCH and edit.container != checkpoint.container
    if changes and checkpoint.protocol > FULLY_READ and draft.protocol is None:
        use_protocol(UseProtocol(FULLY_READ), draft)
    return Effect()


def use_protocol(edit: UseProtocol, draft: Draft) -> Effect:
    """The pickle protocol that the file is written in."""
    if edit.protocol not in PROTOCOLS:
        raise EditError(
            say("{protocol!r} is no pickle protocol that torch writes; choose 2 to 5.", protocol=edit.protocol)
        )
    draft.write_protocol(edit.protocol)
    root, rewrite = draft.catalogue.tree.values[0], draft.rewrite
    if edit.protocol >= _FIRST_OF_PYTHON_3 > draft.catalogue.checkpoint.protocol:
        for name in names_below(root, {}):  # older names are mended up to protocol 2 only
            if python3_name(name) != name.dotted and not rewrite.is_replaced(name):
                module, _, attribute = python3_name(name).rpartition(".")
                rewrite.replace(name, Global(module, attribute))
    if edit.protocol < _FIRST_WITH_FROZEN_SETS:
        for node in keys_below(root).values():
            if type(node) is SetNode and not rewrite.is_replaced(node):
                rewrite.replace(node, tuple(node.elements))  # it becomes a plain set elsewhere, which can be no key
    return Effect()


def rename_module(edit: RenameModule, draft: Draft) -> Effect:
    """Names of one Python module as those of another."""
    below = f"{edit.source}."
    renamed: set[str] = set()
    for name in names_below(draft.catalogue.tree.values[0], {}):
        if name.module == edit.source or name.module.startswith(below):
            draft.rewrite.replace(name, Global(edit.target + name.module[len(edit.source) :], name.name))
            renamed.add(name.dotted)
    if not renamed:
        raise EditError(say("Nothing in the file is of the Python module {source!r}.", source=edit.source))
    return Effect(what=count_text(len(renamed), "name"))
