"""How the file is written: its container, the protocol of its pickle, and the Python modules that this names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.catalogue.catalogue import Catalogue
from core.edits.draft import Draft
from core.edits.edit import NO_EFFECT, Edit, Effect, Option
from core.edits.steps import Names, Step, left_and_right
from core.errors import EditError
from core.formats.register import OF_TORCH, PLANNED, format_of
from core.objects.global_names import python3_name
from core.objects.tensors import TENSOR_CLASSES, TENSOR_FUNCTIONS
from core.pickling.nodes import Global, SetNode, names_below
from core.text import clip, count_text, listed
from core.words import marked, say, say_count

if TYPE_CHECKING:
    from core.edits.script import Script

PROTOCOLS = (2, 3, 4, 5)
FULLY_READ = 2  # by plain torch.load(f), in either container
_FIRST_OF_PYTHON_3 = 3
_FIRST_WITH_FROZEN_SETS = 4
_PROTOCOL = marked("a pickle protocol, 2 to 5")


def _read_module(_catalogue: Catalogue, value: str) -> list[Edit]:
    source, target = left_and_right(value)
    return [RenameModule(source.strip(), target.strip())]


def _module_words(value: str) -> str:
    source, target = left_and_right(value)
    return say("write {source} as {target}", source=source, target=target)


@dataclass(frozen=True, slots=True)
class RenameModule(Edit):
    """Names of the Python module ``source`` are written as names of ``target``: ``numpy._core``, ``numpy.core``."""

    source: str
    target: str

    options = (
        Option(
            "rename-module",
            marked("OLD=NEW, such as numpy._core=numpy.core"),
            "OLD=NEW",
            marked("rename a Python module in the pickle, such as numpy._core=numpy.core"),
            _read_module,
            _module_words,
        ),
    )
    about = ("source",)

    def apply(self, draft: Draft) -> Effect:
        below = f"{self.source}."
        renamed: set[str] = set()
        for name in names_below(draft.catalogue.tree.values[0], {}):
            if name.module == self.source or name.module.startswith(below):
                new = Global(self.target + name.module[len(self.source) :], name.name)
                if name in TENSOR_FUNCTIONS - TENSOR_CLASSES and new not in TENSOR_FUNCTIONS:
                    raise EditError(
                        "torch needs {name} to build tensors, and {new} does not exist, so the copy would not "
                        "load. Rename only the modules of your own classes.",
                        name=name.dotted,
                        new=clip(new.dotted, 80),
                    )
                draft.rewrite.replace(name, new)
                renamed.add(name.dotted)
        if not renamed:
            raise EditError("Nothing in the file comes from the Python module {source!r}.", source=self.source)
        return Effect(what=count_text(len(renamed), "name"))

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        return say("{source} → {target} in {names}", source=self.source, target=self.target, names=effect.what)

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        return say("write {source} as {target}", source=clip(self.source, 32), target=clip(self.target, 32))

    @classmethod
    def several(cls, edits: Sequence[Any], count: int) -> str:
        return say_count(count, "rename {n:,} Python module", "rename {n:,} Python modules")

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("rename-module", f"{self.source}={self.target}")]

    def in_torch(self, script: Script) -> None:
        source, target = self.source, self.target
        script.leave(f"names of {source} are written as names of {target}: torch.save writes those that it uses.")


def _container_text(container: str) -> str:
    if container in OF_TORCH:
        return say("zip (torch ≥ 1.5)") if container == "zip" else say("legacy format")
    return say(format_of(container).title) or container


@dataclass(frozen=True, slots=True)
class UseContainer(Edit):
    """The file is written as a ``zip`` (torch ≥ 1.6), in the ``legacy`` container, or in another format."""

    container: str

    options = (
        Option(
            "container",
            marked("zip, legacy, safetensors or dcp"),
            "",
            "",  # the command line takes one for what is saved, which may be more than these
            lambda _, value: [UseContainer(value)],
            _container_text,
        ),
    )
    about = ()

    def apply(self, draft: Draft) -> Effect:
        """The container that the file is written in; in another than before, in the protocol that all readers know."""
        if self.container not in PLANNED:
            raise EditError(
                "{kind!r} is not a container; choose one of {known}.", kind=self.container, known=listed(PLANNED)
            )
        draft.write_container(self.container)
        checkpoint = draft.catalogue.checkpoint
        changes = self.container in OF_TORCH and self.container != checkpoint.container
        if changes and checkpoint.protocol > FULLY_READ and draft.protocol is None:
            UseProtocol(FULLY_READ).apply(draft)
        return Effect()

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        return _container_text(self.container)

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        if self.container in OF_TORCH:
            return say("write the zip format") if self.container == "zip" else say("write the legacy format")
        return say("write it as {format}", format=clip(self.container, most))

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("container", self.container)]

    def in_torch(self, script: Script) -> None:
        """An option of the call that saves."""


def _read_protocol(_catalogue: Catalogue, value: str) -> list[Edit]:
    if not value.isdecimal() or len(value) > 1:
        raise EditError("{value} is not {form}", value=repr(clip(value, 80)), form=say(_PROTOCOL))
    return [UseProtocol(int(value))]


@dataclass(frozen=True, slots=True)
class UseProtocol(Edit):
    """The pickle is written in this protocol; 2 is the only one that ``weights_only=True`` reads in full."""

    protocol: int

    options = (
        Option(
            "protocol",
            _PROTOCOL,
            "N",
            marked("write the pickle in this protocol; plain torch.load fully supports only 2"),
            _read_protocol,
            lambda value: say("pickle protocol {protocol}", protocol=value),
        ),
    )
    about = ()

    def apply(self, draft: Draft) -> Effect:
        if self.protocol not in PROTOCOLS:
            raise EditError(
                "{protocol!r} is not a pickle protocol that torch writes; choose 2 to 5.", protocol=self.protocol
            )
        draft.write_protocol(self.protocol)
        root, rewrite = draft.catalogue.tree.values[0], draft.rewrite
        if self.protocol >= _FIRST_OF_PYTHON_3 > draft.catalogue.checkpoint.protocol:
            for name in names_below(root, {}):  # older names are mended up to protocol 2 only
                if python3_name(name) != name.dotted and not rewrite.is_replaced(name):
                    module, _, attribute = python3_name(name).rpartition(".")
                    rewrite.replace(name, Global(module, attribute))
        if self.protocol < _FIRST_WITH_FROZEN_SETS:
            for node in draft.keys.values():
                if type(node) is SetNode and not rewrite.is_replaced(node):
                    rewrite.replace(node, tuple(node.elements))  # it becomes a plain set elsewhere, which can be no key
        return Effect()

    def title(self, catalogue: Catalogue, effect: Effect = NO_EFFECT) -> str:
        return say("pickle protocol {protocol}", protocol=self.protocol)

    def on_button(self, catalogue: Catalogue, most: int = 32) -> str:
        return say("write pickle protocol {protocol}", protocol=self.protocol)

    def ways(self, names: Names) -> Iterator[list[Step]]:
        yield [Step("protocol", str(self.protocol))]

    def in_torch(self, script: Script) -> None:
        """An option of the call that saves."""
