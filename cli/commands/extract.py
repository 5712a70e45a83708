"""The command ``extract``: the state dict of a whole pickled model or optimizer, without its code."""

from __future__ import annotations

import argparse
from typing import Any

from cli.opening import catalogue_of
from cli.output import DONE, print_json, print_lines
from cli.saving import carry_out, prefix_edits
from cli.shared_arguments import Add, accepted, add_file, json_argument, overwrite_argument
from core import program
from core.catalogue.catalogue import Catalogue
from core.catalogue.modules import PickledModule, PickledOptimizer, module_entries, pickled_optimizers
from core.catalogue.quoting import path_word
from core.edits.edits import Edit, Extract, Keep, Plan
from core.edits.preview import preview
from core.errors import EditError, ReadOnlyFormat
from core.loading.quoting import command, file_word, option
from core.objects.value_text import json_path
from core.saving.inner import save_bytes
from core.text import count_text, sentences, shown, size_text
from core.words import say

_Whole = PickledModule | PickledOptimizer


def add_arguments(add: Add) -> None:
    """What it takes."""
    add_file(add)
    add("-o", "--output", metavar="OUT", required=True, help=say("the file to write"))
    add(
        "--bytes",
        metavar="KEY",
        help=say("write only the bytes of this entry, unchanged, such as a checkpoint inside this one"),
    )
    _prefixes(add)
    add(
        "--unwrap-dataparallel",
        action="store_true",
        help=say("extract the state dict of the model inside DataParallel or a similar wrapper"),
    )
    overwrite_argument(add)
    accepted(add)
    json_argument(add)


def _prefixes(add: Add) -> None:
    add("--strip-prefix", action="append", default=[], metavar="P", help=say("strip a leading prefix such as module."))
    add(
        "--strip-segment",
        action="append",
        default=[],
        metavar="P",
        help=say("strip a segment such as _orig_mod. wherever it stands"),
    )
    add(
        "--add-prefix",
        action="append",
        default=[],
        metavar="P",
        help=say("add a prefix to the keys of every state dict"),
    )


def run(arguments: argparse.Namespace) -> int:
    """Write what ``state_dict()`` would give as a plain checkpoint."""
    catalogue = catalogue_of(arguments)
    if arguments.bytes is not None:
        return _bytes_at(catalogue, arguments)
    if catalogue.checkpoint.read_only is not None:
        arguments.container = "zip"  # it cannot be written as what it is
    unwrap = arguments.unwrap_dataparallel
    models, optimizers = module_entries(catalogue), pickled_optimizers(catalogue)
    found: list[_Whole] = [*models, *optimizers]
    if not found and catalogue.checkpoint.read_only is not None:
        return _state_dict_of(catalogue, arguments)
    if not found:
        raise EditError(_nothing_whole(catalogue, arguments.file))
    edits: list[Edit] = [Extract(each.entry, unwrap and isinstance(each, PickledModule)) for each in found]
    notes = [_about(catalogue, each, unwrap=unwrap) for each in found]
    if len(found) == 1 and found[0].entry:
        edits.append(Keep(found[0].entry))
    elif len(found) > 1:
        notes.append(
            say(
                "{objects} replaced with their state dicts. To make one of them the whole file, run `{program} fix "
                "--keep PATH`",
                objects=count_text(len(found), "whole object"),
                program=program.name(),
            )
        )
    edits += prefix_edits(arguments)
    extra: dict[str, Any] = {
        "extracted": [
            {"path": list(map(str, json_path(catalogue.path(each.entry)))), "class": each.name} for each in found
        ]
    }
    return carry_out(preview(catalogue, Plan(tuple(edits))), arguments, notes, extra)


def _bytes_at(catalogue: Catalogue, arguments: argparse.Namespace) -> int:
    """Write the bytes of one entry."""
    entry = catalogue.find(arguments.bytes)
    written = save_bytes(catalogue, entry, arguments.output, overwrite=arguments.overwrite)
    arguments.written = written.path  # whatever goes wrong from here on, this is told
    if arguments.json:
        told = {"file": str(catalogue.checkpoint.path), "path": json_path(catalogue.path(entry))}
        print_json({**told, "output": str(written.path), "bytes": written.size})
    else:
        print_lines([say("wrote   {output} ({size})", output=shown(str(written.path)), size=size_text(written.size))])
    return DONE


def _state_dict_of(catalogue: Catalogue, arguments: argparse.Namespace) -> int:
    """Write the state dict that a compiled model is shown as; raises `ReadOnlyFormat` where it has none."""
    entry = catalogue.finds("state_dict")
    if entry is None:
        raise ReadOnlyFormat(catalogue.checkpoint.read_only or "")
    edits = [Keep(entry), *prefix_edits(arguments)]
    where = say("the state dict of {name}, without its code", name=catalogue.checkpoint.name)
    return carry_out(preview(catalogue, Plan(tuple(edits))), arguments, [where], {"extracted": []})


def _about(catalogue: Catalogue, whole: _Whole, *, unwrap: bool) -> str:
    where = catalogue.path_text(whole.entry) or say("the whole file")
    if isinstance(whole, PickledOptimizer):
        return say(
            "{where} was a pickled {whole}: {parameters}",
            where=where,
            whole=whole.name,
            parameters=count_text(whole.parameters, "parameter"),
        )
    modules = count_text(whole.modules, "module")
    if whole.wrapper and not unwrap:
        return say(
            "{where} was a pickled {whole}: {modules}, in {wrapper}; --unwrap-dataparallel takes its prefix off",
            where=where,
            whole=whole.name,
            modules=modules,
            wrapper=whole.wrapper,
        )
    return say("{where} was a pickled {whole}: {modules}", where=where, whole=whole.name, modules=modules)


def _nothing_whole(catalogue: Catalogue, file: str) -> str:
    """What to do instead: the state dicts are there already."""
    text = say("This file holds no pickled model object or optimizer object, so there is nothing to extract.")
    paths = [catalogue.path_text(entry) for entry in catalogue.state_dicts]
    if not any(paths):
        return sentences(text, say("It is a state dict already.")) if paths else text
    path = next(filter(None, (path_word(catalogue, entry) for entry in catalogue.state_dicts)), "")
    keep = command(["fix", file_word(file), "-o", "OUT", *option("--keep", path)]) if path else ""
    holds = say("To save only its state dict, use `{command}`.", command=keep)
    return sentences(text, holds if keep else say("It holds a state dict."))
