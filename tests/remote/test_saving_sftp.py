"""Files are written to a server of SFTP beside their place, read back, and moved there in one step."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
from pathlib import Path
from typing import Any

import paramiko
import pytest
import torch
from asyncssh import SFTPClient
from safetensors.torch import load_file

from core.errors import Cancelled, LeftElsewhere, SaveError, SourceChanged, TargetExists, VerifyFailed
from core.remote import asking
from core.remote.address import as_path
from core.remote.traffic import listening
from core.saving import left_elsewhere
from tests.files.checkpoints import save as torch_save
from tests.remote.saving import CPU, LARGE, Pair, fix, killed, make_pair, notes
from tests.servers.sshd import Sshd
from tests.support.children import children
from tests.support.oracle import assert_same, assert_same_files
from tests.support.thinning import first


@pytest.fixture
def files(tmp_path: Path) -> Pair:
    """A checkpoint of a GPU, and what torch makes of it."""
    return make_pair(tmp_path)


@pytest.fixture
def base(at_home: Sshd, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The location of the folder that is served."""
    monkeypatch.setattr(asking, "_FIRST_PAUSE", 0.01)
    return f"{at_home.url}{folder}"


def got(server: Sshd, path: Path, target: Path) -> Path:
    """What is there, by a client that is not ours."""
    with paramiko.SSHClient() as client:
        client.load_host_keys(str(server.known_hosts))
        client.connect(
            server.host, server.port, server.user, key_filename=str(server.key), allow_agent=False, look_for_keys=False
        )
        with client.open_sftp() as sftp:
            sftp.get(str(path), str(target))
    return target


def names(folder: Path) -> list[str]:
    """What is in the folder that is served."""
    return sorted(path.name for path in folder.iterdir())


def test_from_here_to_the_server(at_home: Sshd, base: str, folder: Path, files: Pair, tmp_path: Path) -> None:
    fix(files.source, f"{base}/new.pth", CPU)
    assert_same_files(got(at_home, folder / "new.pth", tmp_path / "new.pth"), files.theirs)
    assert (names(folder), notes()) == (["new.pth"], [])


def test_from_the_server_to_itself_nothing_passes_through(base: str, folder: Path, files: Pair) -> None:
    (folder / "old.pth").write_bytes(files.source.read_bytes())
    with listening() as traffic:
        fix(f"{base}/old.pth", f"{base}/new.pth", CPU)
    assert_same_files(folder / "new.pth", files.theirs)
    assert traffic.received < (folder / "new.pth").stat().st_size // 2
    assert (names(folder), notes()) == (["new.pth", "old.pth"], [])


def test_a_server_that_copies_nothing_is_sent_all(
    base: str, folder: Path, files: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("asyncssh.SFTPClient.supports_remote_copy", property(lambda self: False))
    (folder / "old.pth").write_bytes(files.source.read_bytes())
    fix(f"{base}/old.pth", f"{base}/new.pth", CPU)
    assert_same_files(folder / "new.pth", files.theirs)


def test_from_the_server_to_here(base: str, folder: Path, files: Pair, tmp_path: Path) -> None:
    (folder / "old.pth").write_bytes(files.source.read_bytes())
    fix(f"{base}/old.pth", tmp_path / "new.pth", CPU)
    assert_same_files(tmp_path / "new.pth", files.theirs)


def test_another_format(base: str, folder: Path, tmp_path: Path) -> None:
    state = {f"layers.{number}": torch.randn(LARGE) for number in range(2)}
    fix(torch_save(state, tmp_path / "old.pth"), f"{base}/new.safetensors")
    assert_same(load_file(folder / "new.safetensors"), state)


# -- what is there already ---------------------------------------------------------------------------------------------


def test_what_is_there_is_not_replaced_unasked(base: str, folder: Path, files: Pair) -> None:
    (folder / "new.pth").write_bytes(b"theirs")
    with pytest.raises(TargetExists, match="already exists"):
        fix(files.source, f"{base}/new.pth", CPU)
    assert ((folder / "new.pth").read_bytes(), names(folder)) == (b"theirs", ["new.pth"])


def test_what_appears_meanwhile_is_not_replaced(base: str, folder: Path, files: Pair) -> None:
    def appear(done: int, total: int) -> None:
        (folder / "new.pth").write_bytes(b"theirs")

    with pytest.raises(TargetExists, match="was created in the meantime"):
        fix(files.source, f"{base}/new.pth", CPU, tick=appear)
    assert ((folder / "new.pth").read_bytes(), names(folder), notes()) == (b"theirs", ["new.pth"], [])


def test_what_appears_in_the_last_moment_is_not_replaced(
    base: str, folder: Path, files: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between our last look and the move there is nobody but the server, which moves over nothing."""
    rename = SFTPClient.rename

    async def late(self: Any, old: Any, new: Any, *more: Any) -> None:
        (folder / "new.pth").write_bytes(b"theirs")
        await rename(self, old, new, *more)

    monkeypatch.setattr(SFTPClient, "rename", late)
    with pytest.raises(TargetExists, match="was created in the meantime"):
        fix(files.source, f"{base}/new.pth", CPU)
    assert ((folder / "new.pth").read_bytes(), names(folder), notes()) == (b"theirs", ["new.pth"], [])


def test_what_is_there_is_replaced_in_one_step(base: str, folder: Path, files: Pair) -> None:
    (folder / "new.pth").write_bytes(b"theirs")
    (folder / "new.pth").chmod(0o640)
    seen: set[bytes] = set()
    fix(
        files.source,
        f"{base}/new.pth",
        CPU,
        overwrite=True,
        tick=lambda *_: seen.add((folder / "new.pth").read_bytes()[:6]),
    )
    assert_same_files(folder / "new.pth", files.theirs)
    assert seen == {b"theirs"}
    assert (folder / "new.pth").stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_no_more_permissions_than_its_source(
    base: str, folder: Path, files: Pair, tmp_path: Path
) -> None:
    source = Path(shutil.copy(files.source, tmp_path / "private.pth"))
    source.chmod(0o600)
    fix(source, f"{base}/new.pth", CPU)
    assert (folder / "new.pth").stat().st_mode & 0o777 == 0o600


def test_nor_has_a_new_folder(base: str, folder: Path, files: Pair, tmp_path: Path) -> None:
    source = Path(shutil.copy(files.source, tmp_path / "private.pth"))
    source.chmod(0o600)
    fix(source, f"{base}/new", CPU, container="dcp")
    assert (folder / "new").stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in (folder / "new").iterdir()} == {0o600}


def test_a_source_is_replaced_by_what_is_made_of_it(base: str, folder: Path, files: Pair) -> None:
    (folder / "old.pth").write_bytes(files.source.read_bytes())
    fix(f"{base}/old.pth", f"{base}/old.pth", CPU, overwrite=True)
    assert_same_files(folder / "old.pth", files.theirs)
    assert names(folder) == ["old.pth"]


def test_a_source_that_changes_is_noticed(base: str, folder: Path, files: Pair) -> None:
    (folder / "old.pth").write_bytes(files.source.read_bytes())

    def change(done: int, total: int) -> None:
        if done:
            os.utime(folder / "old.pth", (1, 1))

    with pytest.raises(SourceChanged):
        fix(f"{base}/old.pth", f"{base}/new.pth", CPU, tick=change)
    assert (names(folder), notes()) == (["old.pth"], [])


# -- what goes wrong ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("from_there", [True, False])
@pytest.mark.parametrize("share", [0.0, 0.4, 0.999])
def test_a_save_can_be_cancelled_at_any_moment(
    base: str, folder: Path, files: Pair, share: float, from_there: bool
) -> None:
    (folder / "old.pth").write_bytes(files.source.read_bytes())

    def stop(done: int, total: int) -> None:
        if done >= share * total:
            raise Cancelled

    with pytest.raises(Cancelled):
        fix(f"{base}/old.pth" if from_there else files.source, f"{base}/new.pth", CPU, tick=stop)
    assert (names(folder), notes()) == (["old.pth"], [])


def test_what_does_not_read_back_is_not_put_in_place(
    base: str, folder: Path, files: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> Any:
        raise VerifyFailed("What was written is not what was planned; the target is unchanged.")

    monkeypatch.setattr("core.saving.save.verify", fail)
    (folder / "new.pth").write_bytes(b"theirs")
    with pytest.raises(VerifyFailed, match="the target is unchanged"):
        fix(files.source, f"{base}/new.pth", CPU, overwrite=True)
    assert ((folder / "new.pth").read_bytes(), names(folder), notes()) == (b"theirs", ["new.pth"], [])


def test_without_a_folder(base: str, files: Pair) -> None:
    with pytest.raises(SaveError, match="There is no folder"):
        fix(files.source, f"{base}/none/new.pth", CPU)


def test_a_connection_that_breaks_is_made_again(at_home: Sshd, base: str, folder: Path, files: Pair) -> None:
    broken: list[int] = []

    def cut(done: int, total: int) -> None:
        if done > 10 << 20 and not broken:
            broken.append(done)
            end_sessions(at_home)

    fix(files.source, f"{base}/new.pth", CPU, tick=cut)
    assert broken
    assert_same_files(folder / "new.pth", files.theirs)
    assert names(folder) == ["new.pth"]


def end_sessions(server: Sshd, *others: int) -> None:
    """End all processes that serve somebody now; the one that listens only if it is among the others."""
    for child in (*others, *children(server.pid)):
        with contextlib.suppress(ProcessLookupError):
            os.kill(child, signal.SIGKILL)


# -- processes that end ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", first(1, [0.6, 0.0]))
def test_what_a_killed_save_left_is_cleared_by_the_next(
    base: str, folder: Path, files: Pair, tmp_path: Path, share: float
) -> None:
    killed(files.source, f"{base}/new.pth", share)
    (left,) = names(folder)
    assert (left.startswith(".new.pth."), len(notes())) == (True, 1)
    fix(files.source, tmp_path / "here.pth", CPU)  # which has nothing to do with the server
    assert len(notes()) == 1
    fix(files.source, f"{base}/other.pth", CPU)
    assert (names(folder), notes()) == (["other.pth"], [])


def test_a_save_under_way_is_not_cleared(base: str, folder: Path, files: Pair) -> None:
    def look(done: int, total: int) -> None:
        assert left_elsewhere.clear_elsewhere([as_path(f"{base}/new.pth")]) == []
        assert len(names(folder)) == 1

    fix(files.source, f"{base}/new.pth", CPU, tick=look)


def test_a_note_that_names_a_file_of_others_is_not_followed(base: str, folder: Path, files: Pair) -> None:
    (folder / "config.json").write_text("{}")
    killed(files.source, f"{base}/new.pth", 0.5)
    (note,) = notes()
    (left,) = set(names(folder)) - {"config.json"}
    note.write_text(note.read_text().replace(left, "config.json"))
    fix(files.source, f"{base}/other.pth", CPU)
    assert names(folder) == sorted(["config.json", left, "other.pth"])


def test_a_server_that_dies_is_told(at_home: Sshd, base: str, folder: Path, files: Pair) -> None:
    def kill(done: int, total: int) -> None:
        if done > 10 << 20:
            end_sessions(at_home, at_home.pid)

    with pytest.raises(LeftElsewhere, match=r"could not be written after .*The next save to the same place removes it"):
        fix(files.source, f"{base}/new.pth", CPU, tick=kill)
    assert "new.pth" not in names(folder)
    assert len(notes()) == 1
