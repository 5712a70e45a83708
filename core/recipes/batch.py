"""A recipe applied to many files, each saved by itself: all or nothing a file, and one that fails stops no other."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from core.catalogue.build import open_catalogue
from core.edits.edit import Change
from core.errors import CheckpointError, EditError, Way
from core.formats.register import OF_ONE_FILE
from core.loading.computer import Computer
from core.progress import Tick, ignore
from core.recipes.applying import NotDone, apply_recipe
from core.recipes.recipe import Recipe
from core.remote.address import real
from core.saving.allowed import check_missing
from core.saving.choice import of_its_kind
from core.saving.new_name import FIXED, beside, parts
from core.saving.outlook import outlook
from core.saving.save import save
from core.text import bracketed, clauses, listed, series, size_text
from core.words import marked, say

SAVED, WOULD_SAVE = marked("saved"), marked("would save")
UNCHANGED, THERE, FAILED = marked("unchanged"), marked("already there"), marked("failed")
DEFAULT_SUFFIX: Final = FIXED


class Where(NamedTuple):
    """Where the new files go: ``into`` another folder, or beside the old ones with ``suffix`` before the ending.

    With neither they take the place of the old ones. ``overwrite`` allows that files that are there are replaced.
    """

    into: Path | None = None
    suffix: str = ""
    overwrite: bool = False

    def target(self, file: Path, folder: Path) -> Path:
        """The new file of one that is in ``folder`` or below it."""
        if self.into is not None:
            return self.into / file.relative_to(folder)
        return beside(file, self.suffix)

    @property
    def in_place(self) -> bool:
        """Whether the sources themselves are replaced."""
        return self.into is None and not self.suffix


class Result(NamedTuple):
    """What became of one ``file``: `SAVED` as ``target``, `UNCHANGED` where no step had anything to do, `THERE` where
    ``target`` was there before and was not to be replaced, or `FAILED`.

    ``changes`` is what was done, in the words of the list of changes; ``not_done`` the steps that were left out;
    ``why`` the sentence on what went wrong, and ``ways`` what helps against it. ``missing`` are sentences on what of
    the source is missing in the new file, ``notes`` those on what is not kept.
    """

    file: Path
    state: str
    target: Path | None = None
    changes: tuple[str, ...] = ()
    not_done: tuple[NotDone, ...] = ()
    nbytes: int = 0
    why: str = ""
    ways: tuple[Way, ...] = ()
    missing: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def line(self) -> str:
        """All of it but the names of the files, on one line."""
        if self.state == FAILED:
            return self.why
        if self.state == UNCHANGED:
            return say("nothing to do")
        if self.state == THERE:
            return say("left as it is")
        return clauses((*self.changes, size_text(self.nbytes)) if self.nbytes else self.changes)


def files_in(folder: Path, where: Where, *, deep: bool = False) -> list[Path]:
    """The checkpoints of a folder by their endings, by name; without those that an earlier run has written.

    Raises `EditError` for what is no folder, and where there are none.
    """
    if not folder.is_dir():
        raise EditError("{folder} is not a folder.", folder=str(folder))
    found = folder.rglob("*") if deep else folder.iterdir()
    into = real(where.into) if where.into is not None else None
    files = []
    for file in sorted(found):
        mine = into is not None and into != real(folder) and into in real(file).parents
        made = bool(where.suffix) and parts(file)[0].endswith(where.suffix)
        named = file.suffix.lower() in OF_ONE_FILE and not file.name.startswith(".")
        if named and file.is_file() and not (mine or made):
            files.append(file)
    if not files:
        raise EditError("{folder} holds no checkpoint ({endings}).", folder=str(folder), endings=listed(OF_ONE_FILE))
    return files


def run(  # noqa: PLR0913 - each is an option of its own
    recipe: Recipe,
    files: Sequence[Path],
    folder: Path,
    where: Where,
    *,
    computer: Computer = Computer(),
    dry_run: bool = False,
    accept_missing: bool = False,
    accept_files: bool = False,
    tick: Tick = ignore,
) -> Iterator[Result]:
    """Apply a recipe to files one after the other, and say of each what became of it.

    A new file that is there already stays as it is unless ``where.overwrite``, so what was stopped can be begun again.
    ``tick`` hears how far the file is that is being saved; where it raises `Cancelled`, that file is as it was and
    those before it are done. ``accept_missing`` is as for `core.saving.save.save`,
    ``accept_files`` as for `apply_recipe`. Raises `EditError` where files would replace themselves without
    ``where.overwrite``.
    """
    if where.into is not None and real(where.into) == real(folder):
        where = where._replace(into=None)
    options = _Options(computer, dry_run, accept_missing, accept_files, tick)
    if where.in_place and not where.overwrite:
        raise EditError("The new files would replace the old ones. Choose another folder, or ask to overwrite.")
    return _each(files, lambda file: _one(recipe, file, where.target(file, folder), where, options))


def _each(files: Iterable[Path], one: Callable[[Path], Result]) -> Iterator[Result]:
    for file in files:
        try:
            yield one(file)
        except CheckpointError as error:
            yield Result(file, FAILED, why=str(error), ways=error.ways)
        except OSError as error:
            yield Result(file, FAILED, why=error.strerror or str(error))
        except MemoryError:
            yield Result(file, FAILED, why=say("There is not enough memory to open this file."))


class _Options(NamedTuple):
    computer: Computer
    dry_run: bool
    accept_missing: bool
    accept_files: bool
    tick: Tick


def _one(recipe: Recipe, file: Path, target: Path, where: Where, options: _Options) -> Result:
    options.tick(0, 1)
    catalogue = open_catalogue(file)
    applied = apply_recipe(catalogue, recipe, computer=options.computer, accept_files=options.accept_files)
    view = applied.preview
    if not view.plan:
        return Result(file, UNCHANGED, not_done=applied.not_done)
    changes = tuple(map(_line, view.changes))
    if target != file:  # what is replaced keeps its name
        target = of_its_kind(view, target)
    if target.exists() and not where.overwrite:
        return Result(file, THERE, target, not_done=applied.not_done)
    if options.dry_run:
        expected = outlook(view, target=target, accept_odd=False, accept_damage=False)
        check_missing(view, options.accept_missing)
        state, nbytes = WOULD_SAVE, expected.bytes
    else:
        target.parent.mkdir(parents=True, exist_ok=True)
        missing, tick = options.accept_missing, options.tick
        report = save(view, target, overwrite=where.overwrite, accept_missing=missing, tick=tick)
        state, nbytes, expected = SAVED, report.bytes, report.outlook
    told = Result(file, state, target, changes, applied.not_done, nbytes)
    return told._replace(missing=expected.missing, notes=expected.notes)


def _line(change: Change) -> str:
    return bracketed(change.title, series(change.amounts)) if change.amounts else change.title
