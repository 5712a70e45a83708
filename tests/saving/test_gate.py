"""What the program writes goes through one gate: each way to write is tried on each thing that must stay."""

from __future__ import annotations

import ast
import json
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from cli.main import run
from core.catalogue.build import open_catalogue
from core.edits.edits import Plan
from core.edits.preview import preview
from core.errors import CheckpointError, SaveError, TargetExists
from core.recipes.recipe import Recipe, recipe_from_json, write_recipe
from core.report.page import Told, save_report
from core.report.table import save_table
from core.saving import publishing
from core.saving.gate import place_of
from gui.session import kept_session
from tests.containers.dcp.forging import saved
from tests.places import ROOT

if sys.platform == "win32":
    pytest.skip("pipes and hard links are those of POSIX", allow_module_level=True)

RECIPE = recipe_from_json({"recipe": 1, "name": "r", "steps": [{"drop": "b"}]})


@pytest.fixture
def source(tmp_path: Path) -> Path:
    torch.save({"a": torch.zeros(3), "b": torch.ones(2)}, tmp_path / "source.pth")
    return tmp_path / "source.pth"


@pytest.fixture
def shards(tmp_path: Path) -> Path:
    """A model in two files with an index."""
    folder = tmp_path / "model"
    folder.mkdir()
    names = {}
    for place, key in enumerate("ab", 1):
        names[key] = f"model-0000{place}-of-00002.safetensors"
        save_file({key: torch.ones(2)}, folder / names[key])
    index = {"metadata": {"total_size": 16}, "weight_map": names}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))
    return folder


# -- each way to write, and what must stay ---------------------------------------------------------------------------

Write = Callable[[Path, Path, bool], object]


def _by(*words: str, option: str, ending: str) -> tuple[str, Write]:
    def write(source: Path, target: Path, overwrite: bool) -> object:
        before = [words[0], str(source), *words[1:], option, str(target), *(["--overwrite"] if overwrite else [])]
        if run(before):
            raise SaveError("refused")
        return None

    return ending, write


def _table(source: Path, target: Path, overwrite: bool) -> object:
    return save_table(preview(open_catalogue(source), Plan()), target, overwrite=overwrite)


def _report(source: Path, target: Path, overwrite: bool) -> object:
    return save_report(Told(preview(open_catalogue(source), Plan()), (), "here"), target, overwrite=overwrite)


def _recipe(source: Path, target: Path, overwrite: bool) -> object:
    return write_recipe(place_of(target, open_catalogue(source).checkpoint, overwrite=overwrite), RECIPE)


WAYS: dict[str, tuple[str, Write]] = {
    "fix": _by("fix", "--drop", "b", option="-o", ending=".pth"),
    "fix --save-recipe": _by("fix", "--drop", "b", option="--save-recipe", ending=".json"),
    "fix --save-recipe --dry-run": _by("fix", "--drop", "b", "--dry-run", option="--save-recipe", ending=".json"),
    "export": _by("export", "a", option="-o", ending=".npy"),
    "inspect --table": _by("inspect", option="--table", ending=".csv"),
    "report": _by("report", option="-o", ending=".html"),
    "scan --csv": _by("scan", option="--csv", ending=".csv"),
    "table of the window": (".csv", _table),
    "report of the window": (".html", _report),
    "recipe of the window": (".json", _recipe),
}
IN_PLACE = {"fix"}
"""What may replace its one source."""
EACH = pytest.mark.parametrize("way", WAYS)


def told(folder: Path) -> dict[str, tuple[int, bytes]]:
    """Everything below a folder, as it is."""
    return {
        str(path.relative_to(folder)): (mode := path.lstat().st_mode, path.read_bytes() if stat.S_ISREG(mode) else b"")
        for path in sorted(folder.rglob("*"))
    }


def refused(way: str, source: Path, target: Path, *, overwrite: bool, within: Path) -> None:
    before = told(within)
    with pytest.raises(CheckpointError):
        WAYS[way][1](source, target, overwrite)
    assert told(within) == before


@EACH
def test_what_is_there_stays(tmp_path: Path, source: Path, way: str) -> None:
    target = tmp_path / f"there{WAYS[way][0]}"
    target.write_bytes(b"precious")
    refused(way, source, target, overwrite=False, within=tmp_path)


@EACH
@pytest.mark.parametrize("overwrite", [False, True])
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda path: path.symlink_to("/dev/null")])
def test_only_files_are_replaced(
    tmp_path: Path, source: Path, way: str, make: Callable[[Path], None], overwrite: bool
) -> None:
    target = tmp_path / f"there{WAYS[way][0]}"
    make(target)
    refused(way, source, target, overwrite=overwrite, within=tmp_path)


@EACH
@pytest.mark.parametrize("link", [None, os.link, os.symlink])
def test_a_source_is_not_replaced_by_what_is_told_of_it(
    tmp_path: Path, source: Path, way: str, link: Callable[[Path, Path], None] | None
) -> None:
    if way in IN_PLACE:
        pytest.skip("a copy may take the place of its source, where that is asked for")
    target = source
    if link is not None:
        target = tmp_path / f"other{WAYS[way][0]}"
        link(source, target)
    refused(way, source, target, overwrite=True, within=tmp_path)


@EACH
@pytest.mark.parametrize("name", ["model-00002-of-00002.safetensors", "model.safetensors.index.json"])
@pytest.mark.parametrize("linked", [False, True])
def test_nor_is_one_of_its_files(tmp_path: Path, shards: Path, way: str, name: str, linked: bool) -> None:
    target = shards / name
    if linked:
        target = tmp_path / f"other{WAYS[way][0]}"
        os.link(shards / name, target)
    refused(way, shards, target, overwrite=True, within=tmp_path)


@pytest.mark.parametrize("name", [".metadata", "__0_0.distcp"])
def test_nor_of_a_folder_of_dcp(tmp_path: Path, name: str) -> None:
    saved({"a": torch.ones(3), "b": torch.zeros(2)}, tmp_path / "run")
    for way in WAYS:
        refused(way, tmp_path / "run", tmp_path / "run" / name, overwrite=True, within=tmp_path)


@EACH
def test_what_may_be_replaced_is_replaced_whole(tmp_path: Path, source: Path, way: str) -> None:
    target = tmp_path / f"there{WAYS[way][0]}"
    target.write_bytes(b"old")
    before = target.stat().st_ino
    WAYS[way][1](source, target, True)
    if "dry-run" in way:
        assert target.read_bytes() == b"old"
    else:
        assert target.read_bytes() != b"old"
        assert target.stat().st_ino != before  # never written into
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["source.pth", target.name])


@EACH
def test_nothing_is_left_of_what_fails(tmp_path: Path, source: Path, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if "dry-run" in way:
        pytest.skip("it writes nothing")
    target = tmp_path / f"there{WAYS[way][0]}"
    target.write_bytes(b"old")

    def fail(*_: object) -> None:
        raise OSError(5, "Input/output error")

    monkeypatch.setattr(publishing.Temporary, "_take_after", fail)
    refused(way, source, target, overwrite=True, within=tmp_path)


def test_a_pipe_that_appears_meanwhile(tmp_path: Path, source: Path) -> None:
    target = tmp_path / "a.json"
    place = place_of(target, overwrite=True)
    os.mkfifo(target)
    with pytest.raises(SaveError, match="is a pipe, not a file"):
        place.fill(lambda file: file.write("x"))
    assert stat.S_ISFIFO(target.stat().st_mode)


# -- a recipe beside a copy ----------------------------------------------------------------------------------------


def test_a_recipe_is_written_with_the_copy_or_not_at_all(
    tmp_path: Path, source: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recipe, out = tmp_path / "r.json", tmp_path / "out.pth"
    words = ["fix", str(source), "--drop", "b", "--save-recipe", str(recipe)]
    assert run([*words, "--dry-run"]) == 0
    assert not recipe.exists()
    (tmp_path / "link").symlink_to(tmp_path)
    for same in (recipe, tmp_path / "link" / "r.json", tmp_path / "link" / ".." / tmp_path.name / "r.json"):
        assert run([*words, "-o", str(same), "--overwrite"]) == 1
        assert "cannot be two files" in capsys.readouterr().err
        assert not recipe.exists()
    out.write_bytes(b"there")
    assert run([*words, "-o", str(out)]) == 1
    assert not recipe.exists()
    out.unlink()
    recipe.write_bytes(b"there")
    assert run([*words, "-o", str(out)]) == 1
    assert f"{recipe} already exists. Choose another name, or add --overwrite." in capsys.readouterr().err
    assert not out.exists()
    assert run([*words, "-o", str(out), "--overwrite", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["recipe"] == str(recipe)
    assert json.loads(recipe.read_text())["steps"] == [{"drop": "b"}]
    recipe.unlink()
    assert run(words) == 0  # the recipe alone
    assert recipe.exists()
    assert run([*words[:4], "--overwrite", "-o", str(source), "--save-recipe", str(tmp_path / "2.json")]) == 0
    assert set(torch.load(source)) == {"a"}


def test_a_recipe_is_as_private_as_its_source(tmp_path: Path, source: Path) -> None:
    source.chmod(0o600)
    assert run(["fix", str(source), "--drop", "b", "--save-recipe", str(tmp_path / "r.json")]) == 0
    assert stat.S_IMODE((tmp_path / "r.json").stat().st_mode) == 0o600


def test_what_is_kept_goes_around_a_pipe(tmp_path: Path) -> None:
    """The name beside which it was written once is nobody's any more."""
    os.mkfifo(tmp_path / "open.json.new")
    kept_session.write(tmp_path / "open.json", ())
    assert kept_session.read(tmp_path / "open.json") == ((), 0)


def test_recipes_alike_are_replaced_and_others_are_not(tmp_path: Path) -> None:
    write_recipe(place_of(tmp_path / "r.json"), RECIPE)
    with pytest.raises(TargetExists):
        write_recipe(place_of(tmp_path / "r.json"), Recipe("other", RECIPE.steps))


# -- nothing goes around it ----------------------------------------------------------------------------------------

PLAIN = {
    *("write_text", "write_bytes", "mkdir", "makedirs", "mknod", "mkfifo", "touch", "unlink", "rmdir", "rmtree"),
    *("mkstemp", "mkdtemp", "NamedTemporaryFile", "TemporaryFile", "TemporaryDirectory", "SpooledTemporaryFile"),
    *("copy2", "copyfile", "copytree", "copyfileobj", "symlink", "symlink_to", "hardlink_to", "ftruncate", "tofile"),
    *("savez", "savetxt", "FileIO", "QSaveFile", "QFile", "QSettings", "QLockFile", "QTemporaryFile"),
    *("QTemporaryDir", "QPdfWriter"),
}
"""What makes, fills, moves or removes something on a disk, by names that nothing else has."""
OF_MODULES = {"os", "shutil", "torch", "np", "pickle"}
SHARED = {"replace", "rename", "renames", "remove", "removedirs", "link", "copy", "move", "save", "dump", "truncate"}
"""The same, of these modules: lists have a ``remove`` too. `Path.replace` and `Path.rename` take one thing."""
FLAGS = re.compile(r"O_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)")
MODE = re.compile(r"(?=.*[wax+])[rwaxbt+]+")

GATE, PLACE = "the gate's one way to a file", "files of a new folder, which is moved into place in one step"
NOTES = "notes of temporary files, below the user's own state folder, by O_EXCL; removes what it made itself"
CACHE = "the user's own cache, in a folder of 0700, by mkstemp"
NAMELESS = "a temporary file without a name"
SCRATCH = "a temporary folder of its own"
KEPT = "the folder beside the settings, which the program keeps for itself"
KNOWN = {
    "cli/commands/install_desktop.py": ("unlink", "what it installed itself, taken out again"),
    "cli/main.py": ("open", "/dev/null, when the reader of the output has gone"),
    "core/files/member.py": ("fdopen mkstemp", "bytes of a key, by mkstemp, until they are closed"),
    "core/numbers/stored.py": ("TemporaryFile", NAMELESS),
    "core/recipes/batch.py": ("mkdir", "folders of new files; the files themselves are saved as any other"),
    "core/remote/blocks.py": ("fdopen mkdir mkstemp replace rmdir rmtree unlink unlink", CACHE),
    "core/remote/downloads.py": ("TemporaryFile", NAMELESS),
    "core/remote/uploading/sftp.py": ("makedirs open open rmtree", "on a server: beside the place, moved there"),
    "core/runs/kept.py": ("unlink", "answers that it kept itself, where there are too many"),
    "core/runs/trash.py": (
        "mkdir mkdir mkdir move open rename unlink",
        "what is thrown away is moved, and noted by O_EXCL",
    ),
    "core/saving/gate.py": ("mkdir", KEPT),
    "core/saving/left_elsewhere.py": ("mkdir open open unlink unlink", NOTES),
    "core/saving/leftovers.py": ("mkdir mkdir open open rename rmdir rmtree rmtree unlink unlink unlink unlink", NOTES),
    "core/saving/new_folder.py": (
        "copy2 copyfileobj mkdir mkdir open open open rename rename rename rename rmdir rmtree unlink",
        PLACE,
    ),
    "core/saving/publishing.py": ("fdopen link open open replace replace unlink unlink", GATE),
    "core/saving/targets/same_files.py": ("TemporaryFile open", NAMELESS + ", and members of it"),
    "core/spread/cluster.py": ("TemporaryDirectory", SCRATCH),
    "core/torch_child/bridge.py": ("TemporaryDirectory save write_text", SCRATCH + "; a counter of the kernel"),
    "core/torch_child/child_side.py": ("open", "/dev/null for what torch prints"),
    "core/torch_child/process.py": ("TemporaryFile", NAMELESS),
    "core/values/export.py": ("open", "members of an archive that goes through the gate"),
    "gui/app/desk.py": ("QLockFile mkdir", KEPT),
    "gui/app/instance.py": (
        "mkdir unlink write_text",
        "the socket by which windows find each other, in a folder of 0700; on Windows the name and key of a pipe",
    ),
    "gui/app/start.py": ("unlink", "a socket of its own"),
    "gui/look/settings.py": ("QSettings", "Qt's own file of settings, which it replaces in one step; never a pipe"),
    "gui/recipes/dialog.py": ("unlink", "a recipe of the user's book, removed by the user"),
    "main.py": ("open", "/dev/null where a console is missing"),
}
"""Each call of the product that can write: in which module, in alphabetical order, and why it may."""


def written_in(module: Path) -> list[str]:
    """The calls in a module that can write."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    return sorted(name for node in ast.walk(tree) if isinstance(node, ast.Call) for name in _writes(node))


def _writes(call: ast.Call) -> Iterator[str]:
    match call.func:
        case ast.Name(name):
            owner = None
        case ast.Attribute(ast.Name(owner), name):
            pass
        case ast.Attribute(_, name):
            owner = ""
        case _:
            return
    given = [*call.args, *(each.value for each in call.keywords)]
    if name in PLAIN or (name in SHARED and owner in OF_MODULES):
        yield name
    elif name in {"replace", "rename"} and owner is not None:
        if len(call.args) == 1 and not call.keywords:
            yield name
    elif (name, owner) == ("open", "os"):
        if FLAGS.search(ast.unparse(call)):
            yield name
    elif name in {"open", "fdopen"} and any(_is_mode(each) for each in given):
        yield name


def _is_mode(given: ast.expr) -> bool:
    """Whether an argument is a mode that writes, or may be one."""
    if isinstance(given, ast.Constant):
        return isinstance(given.value, str) and MODE.fullmatch(given.value) is not None
    return isinstance(given, ast.Name) and "mode" in given.id


def test_nothing_is_written_around_the_gate() -> None:
    modules = [ROOT / "main.py", *(path for top in ("core", "cli", "gui") for path in (ROOT / top).rglob("*.py"))]
    found = {str(path.relative_to(ROOT)): " ".join(calls) for path in modules if (calls := written_in(path))}
    assert found == {module: calls for module, (calls, _why) in KNOWN.items()}


@pytest.mark.parametrize("line", [
    'open(name, "w")', 'open(name, mode="ab")', 'path.open("r+b")', 'os.fdopen(fd, "wb")', "path.replace(target)",
    "path.write_text(text)", "os.open(name, os.O_WRONLY)", "shutil.move(a, b)", "QSaveFile(name)", "open(name, mode)",
    "image.tofile(name)", "np.save(name, array)",
])  # fmt: skip
def test_what_is_found(tmp_path: Path, line: str) -> None:
    (tmp_path / "a.py").write_text(line)
    assert len(written_in(tmp_path / "a.py")) == 1
