"""What becomes of values, objects and entries, as code: set, made plain, extracted, left out, kept."""

from __future__ import annotations

import math
from typing import Any

from core.catalogue.quoting import indexed, literal
from core.edits.conversions import refused_itself
from core.edits.edits import Drop, Extract, MakePlain, RenameModule, SetValue, UseFullTensors
from core.edits.preview import Preview
from core.objects.plain_rules import class_of
from core.objects.value_text import device_argument
from core.pickling.nodes import Call, SetNode, nodes_below
from core.recipes.torch_code.script import Script
from core.recipes.torch_code.tensors import number

_PLAIN = ("argparse.Namespace", "pathlib.", "numpy.", "_codecs.encode", "collections.OrderedDict")
"""The names that objects may use which the function ``plain`` turns into data."""


def values(script: Script, view: Preview) -> None:
    """Values that are set, and devices that the file names."""
    catalogue, rewrite = view.catalogue, view.rewrite
    for edit in view.plan.edits:
        if isinstance(edit, SetValue):
            _assign(script, edit.entry, _value(edit.value))
    for entry in catalogue.tree.device_objects:
        node = rewrite.nodes.get(id(catalogue.values[entry]))
        if type(node) is Call and type(node.args) is tuple and script.reaches(entry):
            _assign(script, entry, f"torch.device({device_argument(node.args)!r})")


def _value(value: Any) -> str:
    return number(value) if isinstance(value, float) and not math.isfinite(value) else literal(value)


def _assign(script: Script, entry: int, code: str) -> None:
    """Something else at an entry; a tuple around it is made anew."""
    catalogue = script.catalogue
    if not entry:
        script.write(f"checkpoint = {code}")
        return
    if not script.reaches(entry):
        script.leave(f"{catalogue.path_text(entry)}, which is inside an object, becomes {code}.")
        return
    parent = catalogue.parents[entry]
    if catalogue.kind(parent) == "tuple":
        place = catalogue.labels[entry]
        there = script.at(parent)
        _assign(script, parent, f"({there}[:{place}] + ({code},) + {there}[{place} + 1 :])")
        return
    script.write(f"{script.at(entry)} = {code}")


def objects(script: Script, view: Preview) -> None:
    """Objects that become plain data or state dicts, and what no code can do."""
    catalogue = view.catalogue
    done: set[int] = set()
    for edit in view.plan.edits:
        match edit:
            case MakePlain(entry=entry):
                _make_plain(script, view, entry)
            case Extract(entry=entry, unwrap=unwrap) if id(catalogue.values[entry]) not in done:
                done.add(id(catalogue.values[entry]))
                inner = ".module" if unwrap else ""
                for shown in (at for at, value in enumerate(catalogue.values) if value is catalogue.values[entry]):
                    _assign(script, shown, f"{script.at(shown)}{inner}.state_dict()")
            case RenameModule(source=source, target=target):
                script.leave(
                    f"names of {source} are written as names of {target}: torch.save writes those that it uses."
                )
            case UseFullTensors():
                for entry in sorted(catalogue.tree.compounds):
                    if id(catalogue.values[entry]) in view.rewrite.nodes:
                        _assign(script, entry, f"{script.at(entry)}.to_local()")


def _make_plain(script: Script, view: Preview, entry: int) -> None:
    root = view.catalogue.values[entry]
    made = {class_of(node) for node in nodes_below(root) if type(node) is Call and refused_itself(node)}
    names = [name.dotted for name in made if name is not None]
    if None in made or not all(name.startswith(_PLAIN) for name in names):
        script.leave(f"{view.catalogue.path_text(entry) or 'the file'} becomes plain data; fix --make-plain does it.")
        return
    script.imports("import argparse", "import pathlib", "import numpy as np")
    script.need("plain")
    _assign(script, entry, f"plain({script.at(entry)})")


def drops(script: Script, view: Preview) -> None:
    """Entries that are left out, the last first, so that those before them keep their places."""
    catalogue = view.catalogue
    entries = {edit.entry for edit in view.plan.edits if isinstance(edit, Drop)}
    for entry in sorted(entries, reverse=True):
        parent = catalogue.parents[entry]
        home = catalogue.tree.homes[entry]
        if not script.reaches(entry) and not (type(home) is SetNode and script.reaches(parent)):
            script.leave(f"{catalogue.path_text(entry)} is left out.")
        elif type(home) is SetNode:
            script.write(f"{script.at(parent)}.discard({literal(catalogue.values[entry])})")
        elif catalogue.kind(parent) == "tuple":
            there, place = script.at(parent), catalogue.labels[entry]
            _assign(script, parent, f"({there}[:{place}] + {there}[{place} + 1 :])")
        else:
            script.write(f"del {script.at(entry)}")


def keep(script: Script, view: Preview) -> None:
    """What becomes the whole file, under the keys that it has by then."""
    if not view.root:
        return
    if not script.reaches(view.root):
        script.leave(f"{view.catalogue.path_text(view.root)} becomes the whole file.")
        return
    keys: list[Any] = []
    entry = view.root
    while entry:
        keys.append(view.label(entry))
        entry = view.catalogue.parents[entry]
    script.write(f"checkpoint = {indexed('checkpoint', reversed(keys))}")
