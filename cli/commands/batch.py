"""The command ``batch``: a recipe applied to the files of a folder, a line for each."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cli.output import AT_FAULT, DONE, complain, fail, print_json, print_lines
from cli.saving import interruptible
from cli.shared_arguments import Add, accept_files, accept_missing, computer_of, json_argument, machine_arguments
from cli.ways import accepting
from core.errors import Cancelled, CheckpointError, EditError
from core.recipes.batch import DEFAULT_SUFFIX, FAILED, SAVED, THERE, UNCHANGED, WOULD_SAVE, Result, Where, files_in
from core.recipes.batch import run as fix_all
from core.recipes.recipe import read_recipe, step_text
from core.remote.address import RemotePath, as_path
from core.text import sentences, series, titled
from core.words import say, say_count


def add_arguments(add: Add) -> None:
    """What it takes."""
    add("file", metavar="FOLDER")
    add(
        "--recipe",
        metavar="FILE",
        required=True,
        help=say("the recipe file that the window or `fix --save-recipe` wrote"),
    )
    add("--into", metavar="DIR", help=say("write the new files into this folder, under the same names"))
    add(
        "--suffix",
        metavar="S",
        help=say(
            "write them beside the old ones, with S before the extension, such as --suffix=-cpu (default: -fixed)"
        ),
    )
    add("--in-place", action="store_true", help=say("replace the old files, each only once its new one is checked"))
    add("--overwrite", action="store_true", help=say("replace existing files"))
    accept_missing(add)
    accept_files(add)
    add("--deep", action="store_true", help=say("include subfolders"))
    machine_arguments(add, say("for fixes in the recipe: "))
    add("--dry-run", action="store_true", help=say("show what would change, and write nothing"))
    json_argument(add)


def run(arguments: argparse.Namespace) -> int:
    """Fix all checkpoints of a folder the same way; 1 where one of them could not be, 0 where new files were there."""
    for place in filter(None, (arguments.file, arguments.into)):
        _check_here(place)
    folder = Path(arguments.file)
    where = Where(
        Path(arguments.into) if arguments.into else None,
        "" if arguments.in_place or arguments.into else arguments.suffix or DEFAULT_SUFFIX,
        arguments.overwrite or arguments.in_place,
    )
    if arguments.in_place and (arguments.into or arguments.suffix):
        return fail(str(EditError("--in-place cannot be combined with --into or --suffix.")))
    try:
        recipe = read_recipe(as_path(arguments.recipe))
    except CheckpointError as error:
        return fail(str(error))  # it is not the folder that is at fault
    computer = computer_of(arguments)
    files = files_in(folder, where, deep=arguments.deep)
    found: list[Result] = []
    options = {name: getattr(arguments, name) for name in ("dry_run", "accept_missing", "accept_files")}
    with interruptible() as tick:
        try:
            for each in fix_all(recipe, files, folder, where, computer=computer, tick=tick, **options):
                result = each._replace(why=sentences(each.why, *accepting(each.ways, arguments)))
                found.append(result)
                if result.state == SAVED:
                    arguments.written = result.target
                if not arguments.json:
                    print_lines(_lines(result, folder))
        except Cancelled:
            if found:
                complain(say_count(len(found), "{n} file was done before that.", "{n} files were done before that."))
            raise
    if arguments.json:
        print_json({"folder": str(folder), "recipe": recipe.name, "files": [_json(each) for each in found]})
    else:
        print_lines(_sum(found, arguments.dry_run))
    return AT_FAULT if any(each.state == FAILED for each in found) else DONE


def _check_here(place: str) -> None:
    """Raises `EditError` for a folder elsewhere."""
    if isinstance(as_path(place), RemotePath):
        raise EditError(
            "{place} is remote, and batch works only on local folders. Fix its files one by one: fix {place}/NAME "
            "-o OUT --recipe FILE.",
            place=place,
        )


def _lines(result: Result, folder: Path) -> list[str]:
    name = str(result.file.relative_to(folder))
    arrow = f" → {result.target}" if result.target is not None else ""
    lines = [f"{say(result.state)}  {name}{arrow}", f"  {result.line}"]
    lines += [f"  {say('missing:')} {each}" for each in result.missing]
    lines += [f"  {say('note:')} {each}" for each in result.notes]
    left = (titled(say("left out"), titled(step_text(each.step), each.why)) for each in result.not_done)
    return [*lines, *(f"  {each}" for each in left)]


def _sum(found: list[Result], dry_run: bool) -> Iterator[str]:
    count = sum(each.state in (SAVED, WOULD_SAVE) for each in found)
    if dry_run:
        saved = say_count(count, "{n:,} file would be saved", "{n:,} files would be saved")
    else:
        saved = say_count(count, "{n:,} file saved", "{n:,} files saved")
    failed = say_count(sum(each.state == FAILED for each in found), "{n:,} failed", "{n:,} failed")
    rest = sum(each.state == UNCHANGED for each in found)
    yield series((saved, failed, say_count(rest, "{n:,} left as it is", "{n:,} left as they are")))
    there = sum(each.state == THERE for each in found)
    if there:
        yield say_count(
            there,
            "{n:,} new file already exists: --overwrite replaces it",
            "{n:,} new files already exist: --overwrite replaces them",
        )


def _json(result: Result) -> dict[str, Any]:
    return {
        "file": str(result.file),
        "state": result.state,
        "output": str(result.target) if result.target is not None else None,
        "bytes": result.nbytes,
        "changes": list(result.changes),
        "left_out": [{"step": step_text(each.step), "why": each.why} for each in result.not_done],
        "missing": list(result.missing),
        "notes": list(result.notes),
        "error": result.why or None,
    }
