"""Who may do what with a new file: no more than with those that it comes from, whatever is written."""

from __future__ import annotations

import errno
import os
import shutil
import stat
import struct
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import torch

from cli.main import run
from core.saving import permissions
from core.saving.permissions import like_of
from tests.containers.dcp.forging import saved
from tests.saving.test_same_files import TRAINER
from tests.support.engine import fix

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="permissions are those of POSIX")
ACL = "system.posix_acl_access"


@pytest.fixture(autouse=True)
def umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    state = {name: torch.zeros(1 << 10) for name in "abcd"}
    torch.save(state, tmp_path / "source.pth")
    return tmp_path / "source.pth"


def modes(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): oct(mode(path)) for path in (folder, *folder.rglob("*"))}


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def acl(*, bob: int, group: int, mask: int) -> bytes:
    """An access control list, as acl(5) and Linux's posix_acl_xattr.h have it."""
    nobody = 0xFFFFFFFF
    entries = [(1, 6, nobody), (2, bob, 1234), (4, group, nobody), (0x10, mask, nobody), (0x20, 0, nobody)]
    return struct.pack("<I", 2) + b"".join(struct.pack("<HHI", *each) for each in entries)


def set_attribute(path: Path, name: str, value: bytes) -> None:
    try:
        os.setxattr(path, name, value)
    except OSError as error:
        if error.errno in {errno.ENOTSUP, errno.EPERM}:
            pytest.skip("this disk has no such attributes")
        raise


SHARDS = {"shard_size": 5000}
FOLDERS = [{"container": "safetensors", **SHARDS}, {"container": "zip", **SHARDS}, {"container": "dcp"}]


# -- folders ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", FOLDERS)
@pytest.mark.parametrize(("of_file", "of_folder"), [(0o600, 0o700), (0o640, 0o750), (0o644, 0o755), (0o666, 0o755)])
def test_a_folder_of_one_file(
    source: Path, tmp_path: Path, options: dict[str, object], of_file: int, of_folder: int
) -> None:
    source.chmod(of_file)
    fix(source, tmp_path / "new", **options)
    assert mode(tmp_path / "new") == of_folder
    files = {mode(path) for path in (tmp_path / "new").iterdir()}
    assert files == {of_file & ~0o022}


@pytest.mark.parametrize("exact", [False, True])
def test_a_folder_of_a_folder(source: Path, tmp_path: Path, exact: bool) -> None:
    fix(source, tmp_path / "old", container="safetensors", shard_size=5000)
    (tmp_path / "old" / "config.json").write_text("{}")
    for path in (tmp_path / "old").iterdir():
        path.chmod(0o600)
    (tmp_path / "old").chmod(0o700)
    before = modes(tmp_path / "old")
    if exact:
        next((tmp_path / "old").glob("*.safetensors")).chmod(0o644)  # the others allow less
    fix(tmp_path / "old", tmp_path / "new")
    assert modes(tmp_path / "new") == before


def test_a_folder_in_place(source: Path, tmp_path: Path) -> None:
    target = tmp_path / "old"
    fix(source, target, container="safetensors", shard_size=5000)
    wanted = {path: 0o600 if "00001" in path.name else 0o660 for path in target.iterdir()}
    for path, allowed in wanted.items():
        path.chmod(allowed)
    target.chmod(0o2700)
    fix(target, target, overwrite=True)
    assert {path: mode(path) for path in target.iterdir()} == wanted
    assert mode(target) == 0o700
    fix(source, target, overwrite=True, container="safetensors", shard_size=9000)  # other names than before
    assert {mode(path) for path in target.iterdir()} == {0o600, 0o660}
    assert len([path for path in target.iterdir() if mode(path) == 0o660]) == 1  # the index, which kept its name


def test_a_folder_of_dcp_and_its_folders_below(tmp_path: Path) -> None:
    saved({"a": torch.ones(3)}, tmp_path / "run")
    for path in (tmp_path / "run").iterdir():
        path.chmod(0o600)
    (tmp_path / "run").chmod(0o700)
    fix(tmp_path / "run", tmp_path / "new")
    assert set(modes(tmp_path / "new").values()) == {"0o600", "0o700"}


def test_other_files_of_a_run(tmp_path: Path) -> None:
    source = Path(shutil.copytree(TRAINER, tmp_path / "run"))
    for path in source.iterdir():
        path.chmod(0o640)
    (source / "trainer_state.json").chmod(0o600)
    fix(source, tmp_path / "new")
    assert mode(tmp_path / "new" / "trainer_state.json") == 0o600
    assert mode(tmp_path / "new" / "model.safetensors") == 0o640


# -- what is told of a file ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", [
    ["inspect", "--table", "a.csv"], ["report", "-o", "a.html"], ["scan", "--csv", "a.csv"],
    ["export", "a", "-o", "a.npy"], ["fix", "--drop", "b", "--save-recipe", "a.json"],
])  # fmt: skip
def test_what_is_told_of_a_private_file(source: Path, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(source.parent)
    source.chmod(0o600)
    assert run([words[0], "source.pth", *words[1:]]) == 0
    assert mode(Path(words[-1])) == 0o600


# -- lists and attributes --------------------------------------------------------------------------------------------


def test_lists_and_attributes_are_kept(source: Path, tmp_path: Path) -> None:
    given = acl(bob=4, group=0, mask=4)
    set_attribute(source, "user.note", b"mine")
    set_attribute(source, ACL, given)
    for _ in range(2):  # new, and in place
        fix(source, tmp_path / "new.pth", overwrite=True)
        assert os.getxattr(tmp_path / "new.pth", "user.note") == b"mine"
        assert os.getxattr(tmp_path / "new.pth", ACL) == given
    fix(source, tmp_path / "new", container="dcp")
    assert {os.getxattr(path, ACL) for path in (tmp_path / "new").iterdir()} == {given}
    assert run(["inspect", str(source), "--table", str(tmp_path / "a.csv")]) == 0
    assert os.listxattr(tmp_path / "a.csv") == [ACL]


def test_a_mask_is_no_permission_of_the_group(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The group may nothing; where the list cannot be kept, its mask must not become what the group may."""
    set_attribute(source, ACL, acl(bob=6, group=0, mask=6))
    assert mode(source) == 0o660

    def fail(*_: object) -> None:
        raise OSError(errno.ENOTSUP, "no lists here")

    monkeypatch.setattr(permissions.os, "setxattr", fail)
    fix(source, tmp_path / "new.pth")
    assert mode(tmp_path / "new.pth") == 0o600


def test_a_folder_gives_no_rights_that_the_source_has_not(source: Path, tmp_path: Path) -> None:
    (tmp_path / "shared").mkdir()
    set_attribute(tmp_path / "shared", "system.posix_acl_default", acl(bob=6, group=6, mask=6))
    source.chmod(0o640)
    fix(source, tmp_path / "shared" / "new.pth")
    assert (os.listxattr(tmp_path / "shared" / "new.pth"), mode(tmp_path / "shared" / "new.pth")) == ([], 0o640)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root may give files away")
def test_of_several_what_all_allow(tmp_path: Path) -> None:
    for name, allowed, owner, group in (("a", 0o664, 1, 1), ("b", 0o644, 1, 1), ("c", 0o660, 2, 3)):
        (tmp_path / name).touch()
        (tmp_path / name).chmod(allowed)
        os.chown(tmp_path / name, owner, group)
    both, all_ = like_of([tmp_path / "a", tmp_path / "b"]), like_of(tmp_path / name for name in "abc")
    assert both is not None
    assert all_ is not None
    assert (both.uid, both.gid, oct(both.mode)) == (1, 1, "0o644")
    assert (all_.uid, oct(all_.mode)) == (-1, "0o600")
    assert like_of([tmp_path / "none"]) is None
