"""What is on the disk after a save is what was said, at whichever step it ended."""

from __future__ import annotations

import contextlib
import errno
import os
import socket
import stat
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch

from core.diagnosis.model_match.model_keys import read_model_keys
from core.errors import Cancelled, CheckpointError, LeftBehind, SaveError, TargetExists
from core.files import byte_source, copy
from core.saving import leftovers, publishing
from core.saving.save import save
from tests.places import ROOT
from tests.support.engine import catalogue_of, fix, planned

if sys.platform == "win32":
    pytest.skip("permissions and pipes are those of POSIX", allow_module_level=True)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    torch.save({"w": torch.zeros(3)}, tmp_path / "source.pth")
    return tmp_path / "source.pth"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# -- each step ---------------------------------------------------------------------------------------------------


def failing(number: int) -> Callable[..., Any]:
    def fail(*_: Any, **__: Any) -> Any:
        raise OSError(number, os.strerror(number))

    return fail


STEPS: dict[str, tuple[Any, str]] = {
    "write": (copy.os, "write"),
    "fsync": (os, "fsync"),
    "close": (publishing.Temporary, "close"),
    "move": (Path, "replace"),
    "space": (os, "statvfs"),
}


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EDQUOT, errno.EROFS])
@pytest.mark.parametrize("step", STEPS)
def test_a_step_that_fails(folder: Path, source: Path, monkeypatch: pytest.MonkeyPatch, step: str, number: int) -> None:
    target = folder / "target.pth"
    target.write_bytes(b"old")
    owner, name = STEPS[step]
    monkeypatch.setattr(owner, name, failing(number))
    with pytest.raises(SaveError) as caught:
        fix(source, target, overwrite=True)
    assert os.strerror(number) in str(caught.value)
    assert str(caught.value).endswith("Nothing was changed.")
    assert (names(folder), target.read_bytes()) == (["target.pth"], b"old")


def test_the_temporary_file_that_cannot_be_made(
    folder: Path, source: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leftovers, "temporary_name", lambda target: target.parent / "missing" / "x")
    with pytest.raises(SaveError, match=r"No such file or directory. Nothing was changed\."):
        fix(source, folder / "new.pth")
    assert (names(folder), names(state)) == ([], [])


def test_a_folder_whose_new_name_cannot_be_synced(folder: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is in its place, and that is what is said."""
    monkeypatch.setattr(os, "fsync", failing(errno.EIO))
    assert fix(source, folder / "new.pth").left is None
    torch.load(folder / "new.pth")


def test_what_cannot_be_removed_is_named(
    folder: Path, source: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a folder to which names can only be added: nothing may be moved or removed there."""
    target = folder / "target.pth"
    with monkeypatch.context() as patch:
        patch.setattr(Path, "unlink", failing(errno.EPERM))
        patch.setattr(Path, "replace", failing(errno.EPERM))
        report = fix(source, target)
        assert report.left is not None
        assert names(folder) == sorted([report.left.name, "target.pth"])
        torch.load(target)
        before = target.read_bytes()
        with pytest.raises(LeftBehind) as caught:
            fix(source, target, overwrite=True)
        assert str(caught.value.path) in str(caught.value)
        assert "Nothing was" not in str(caught.value)
        assert target.read_bytes() == before
        assert len(names(folder)) == 3
        for error, words in ((Cancelled(), "stopped"), (KeyboardInterrupt(), "stopped")):

            def stop(done: int, total: int, error: BaseException = error) -> None:
                raise error

            with pytest.raises(LeftBehind, match=words):
                fix(source, folder / "other.pth", tick=stop)
        assert not (folder / "other.pth").exists()
    leftovers.clear_litter()  # the next start, where it can
    assert names(folder) == ["target.pth"]
    assert names(state) == []


@pytest.mark.parametrize("error", [KeyboardInterrupt, Cancelled])
@pytest.mark.parametrize("overwrite", [True, False])
def test_an_interrupt_when_the_file_is_in_its_place(
    folder: Path, source: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException], overwrite: bool
) -> None:
    """There is nothing to cancel any more, so it is reported as saved."""
    target = folder / "target.pth"
    owner, name = (Path, "replace") if overwrite else (os, "link")
    move = getattr(owner, name)

    def interrupted(*arguments: Any) -> None:
        move(*arguments)
        raise error

    monkeypatch.setattr(owner, name, interrupted)
    assert fix(source, target, overwrite=overwrite).path == target
    torch.load(target)
    assert names(folder) == ["target.pth"]


def test_a_source_that_cannot_be_read_is_not_called_the_target(
    folder: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready = planned(source)
    monkeypatch.setattr(byte_source, "read_at", failing(errno.EIO))
    with pytest.raises(SaveError, match=r"source.pth could not be read: .*Nothing was changed\."):
        save(ready, folder / "new.pth")
    assert names(folder) == []


# -- file systems without second names ---------------------------------------------------------------------------


@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP, errno.ENOSYS])
def test_without_links(folder: Path, source: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    monkeypatch.setattr(os, "link", failing(number))
    fix(source, folder / "new.pth")
    torch.load(folder / "new.pth")
    assert names(folder) == ["new.pth"]


def test_a_target_that_appears_where_there_are_no_links(
    folder: Path, source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = folder / "new.pth"

    def appears(*_: Any) -> None:
        target.write_bytes(b"precious")
        raise OSError(errno.EPERM, "no links")

    monkeypatch.setattr(os, "link", appears)
    with pytest.raises(TargetExists, match="in the meantime"):
        fix(source, target)
    assert (names(folder), target.read_bytes()) == (["new.pth"], b"precious")


def test_a_reserved_name_is_given_back(folder: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "link", failing(errno.EPERM))
    monkeypatch.setattr(Path, "replace", failing(errno.EIO))
    with pytest.raises(SaveError, match=r"Nothing was changed\."):
        fix(source, folder / "new.pth")
    assert names(folder) == []


# -- permissions -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("of_source", "umask", "wanted"), [
    (0o600, 0o022, 0o600),
    (0o640, 0o022, 0o640),
    (0o644, 0o022, 0o644),
    (0o664, 0o022, 0o644),
    (0o666, 0o077, 0o600),
    (0o440, 0o022, 0o440),
    (0o6755, 0o022, 0o755),
])  # fmt: skip
def test_a_copy_is_no_wider_than_its_source(
    folder: Path, source: Path, of_source: int, umask: int, wanted: int
) -> None:
    source.chmod(of_source)
    seen = set()

    def tick(done: int, total: int) -> None:
        seen.update(mode(path) for path in folder.iterdir())

    before = os.umask(umask)
    try:
        fix(source, folder / "new.pth", tick=tick)
    finally:
        os.umask(before)
    assert mode(folder / "new.pth") == wanted
    assert seen == {0o600}


def test_what_is_replaced_keeps_its_own_permissions(folder: Path, source: Path) -> None:
    source.chmod(0o600)
    (folder / "old.pth").write_bytes(b"old")
    (folder / "old.pth").chmod(0o4664)
    fix(source, folder / "old.pth", overwrite=True)
    assert mode(folder / "old.pth") == 0o664


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_a_copy_belongs_to_whom_the_source_does(folder: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    os.chown(source, 1234, 2345)
    source.chmod(0o640)
    fix(source, folder / "new.pth")
    assert ((folder / "new.pth").stat().st_uid, (folder / "new.pth").stat().st_gid) == (1234, 2345)
    assert mode(folder / "new.pth") == 0o640
    os.chown(folder / "new.pth", 77, 88)
    fix(source, folder / "new.pth", overwrite=True)
    assert ((folder / "new.pth").stat().st_uid, (folder / "new.pth").stat().st_gid) == (77, 88)
    monkeypatch.setattr(os, "fchown", failing(errno.EPERM))
    fix(source, folder / "mine.pth")  # its group is another, and may do no more than anybody
    assert mode(folder / "mine.pth") == 0o600


def test_a_file_system_without_permissions(folder: Path, source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fchown", failing(errno.EPERM))
    monkeypatch.setattr(publishing.os, "chmod", failing(errno.EPERM))
    fix(source, folder / "new.pth")
    torch.load(folder / "new.pth")
    assert mode(folder / "new.pth") == 0o600


# -- what is no file ---------------------------------------------------------------------------------------------


def a_socket(path: Path) -> None:
    with contextlib.chdir(path.parent), socket.socket(socket.AF_UNIX) as made:
        made.bind(path.name)  # no longer name: there is room for a hundred bytes


def link_to_a_pipe(path: Path) -> None:
    os.mkfifo(path.with_name("pipe"))
    path.symlink_to("pipe")


def linked(to: str) -> Callable[[Path], None]:
    return lambda path: path.symlink_to(to)


NO_FILES: dict[str, Callable[[Path], None]] = {
    "pipe": os.mkfifo,
    "socket": a_socket,
    "directory": Path.mkdir,
    "link to a pipe": link_to_a_pipe,
    "link to a device": linked("/dev/null"),
    "link to itself": lambda path: path.symlink_to(path.name),
    "link to stdout": linked("/dev/stdout"),
    "link to what is open": linked("/proc/self/fd/1"),
}


@pytest.mark.parametrize("kind", NO_FILES)
@pytest.mark.parametrize("overwrite", [True, False])
def test_what_is_no_file_is_no_target(folder: Path, source: Path, kind: str, overwrite: bool) -> None:
    NO_FILES[kind](folder / "x.pth")
    before = names(folder), written(folder / "x.pth")
    with pytest.raises(SaveError):
        fix(source, folder / "x.pth", overwrite=overwrite)
    assert (names(folder), written(folder / "x.pth")) == before


def written(path: Path) -> tuple[int, ...]:
    """What tells whether a path was made anew or written to; to look where a link leads changes when it was read."""
    found = path.lstat()
    return (found.st_mode, found.st_ino, found.st_nlink, found.st_size, found.st_mtime_ns)


@pytest.mark.parametrize("name", ["/dev/null", "/dev/stdout", "/proc/self/fd/1", "/dev/fd/1", "/proc/self/mem"])
def test_devices_and_streams_are_no_targets(source: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "replace", failing(errno.EIO))  # were it tried, it would not be done
    with pytest.raises(SaveError, match="Give the name of a file"):
        fix(source, Path(name), overwrite=True)


@pytest.mark.parametrize("kind", [kind for kind in NO_FILES if kind not in ("link to stdout", "link to what is open")])
def test_what_is_no_file_is_not_opened(folder: Path, source: Path, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    path = folder / "x.json"
    NO_FILES[kind](path)
    opened = []
    really = os.open
    monkeypatch.setattr(
        os, "open", lambda name, *rest, **more: (opened.append(str(name)), really(name, *rest, **more))[1]
    )
    for look in (catalogue_of, read_model_keys):
        with pytest.raises(CheckpointError):
            look(path)
    assert kind == "link to itself" or str(path) not in opened


def test_what_is_no_note_is_not_opened(folder: Path, source: Path, state: Path) -> None:
    """Reading a pipe would wait for somebody at its other end."""
    state.mkdir(parents=True)
    os.mkfifo(state / "a.json")
    (state / "b.json").mkdir()
    (state / "c.json").symlink_to("a.json")
    (state / "d.json").symlink_to("/dev/zero")
    a_socket(state / "e.json")
    leftovers.clear_litter()
    fix(source, folder / "new.pth")
    assert names(state) == ["a.json", "b.json", "c.json", "d.json", "e.json"]


@pytest.mark.parametrize("length", [256, 255, 200])
def test_long_names(folder: Path, source: Path, length: int) -> None:
    target = folder / ("n" * length)
    if length > 255:
        with pytest.raises(SaveError, match="File name too long"):
            fix(source, target)
        assert names(folder) == []
        return
    fix(source, target)
    assert names(folder) == [target.name]


def test_a_working_folder_that_is_gone(
    folder: Path, source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(SaveError, match="No such file or directory"):
        fix(source, Path("new.pth"))
    fix(source, folder / "new.pth")


def test_a_temporary_name_is_short_wherever_names_are(folder: Path) -> None:
    """143 bytes are what is left where names are encrypted."""
    for letter in ("n", "\N{SNOWMAN}", "\N{GRINNING FACE}"):
        assert len(os.fsencode(leftovers.temporary_name(folder / (letter * 60)).name)) <= 143


def test_a_second_name_of_the_source_is_a_target_like_another(folder: Path, source: Path) -> None:
    os.link(source, folder / "hard.pth")
    (folder / "soft.pth").symlink_to(source)
    with pytest.raises(TargetExists):
        fix(source, folder / "hard.pth")
    fix(source, folder / "hard.pth", overwrite=True)
    fix(source, folder / "soft.pth", overwrite=True)
    assert (folder / "soft.pth").is_symlink()
    for path in (source, *folder.iterdir()):
        torch.load(path)


# -- the command -------------------------------------------------------------------------------------------------

NOBODY_LISTENS = {
    "a full disk": ">/dev/full",
    "a full disk, as JSON": "--json >/dev/full",
    "stdout closed": ">&-",
    "stdout and stderr closed": ">&- 2>&-",
    "stderr full": ">/dev/full 2>/dev/full",
}


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk that is always full")
@pytest.mark.parametrize("case", NOBODY_LISTENS)
def test_an_answer_that_cannot_be_printed(folder: Path, source: Path, case: str) -> None:
    """The file is there and said to be there; the exit code tells that the answer is not."""
    run = f'exec "$0" main.py fix "$1" -o "$2" {NOBODY_LISTENS[case]}'
    done = subprocess.run(
        ["/bin/sh", "-c", run, sys.executable, source, folder / "new.pth"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    torch.load(folder / "new.pth")
    assert names(folder) == ["new.pth"]
    if "stderr" not in case:
        assert "could not be printed" in done.stderr
        assert "new.pth had already been written" in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_few_files_may_be_open(folder: Path, source: Path) -> None:
    run = 'ulimit -n 6; exec "$0" main.py fix "$1" -o "$2"'
    done = subprocess.run(
        ["/bin/sh", "-c", run, sys.executable, source, folder / "new.pth"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.strip().endswith("Too many open files. Nothing was changed.")
    assert names(folder) == []
