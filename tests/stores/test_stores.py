"""Google's and Azure's stores hold what S3 holds: read by ranges, of one version, written whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from core.catalogue.build import open_catalogue
from core.errors import CheckpointError, SourceChanged
from core.remote import asking
from core.remote.address import as_path
from core.remote.stores import store_of
from core.remote.uploading import upload_to
from tests.remote.saving import CPU, Pair, fix, killed, make_pair
from tests.stores.emulators import ACCOUNT, BUCKET, Azure, Google, emulator, store
from tests.support.command import run_here
from tests.support.oracle import assert_same_files

__all__ = ["emulator", "store"]
Store = Google | Azure
OLD, NEW = "runs/old.pth", "runs/new.pth"
MIB = 1 << 20
pytestmark = [
    pytest.mark.stores,
    # aiohttp would rather have files than bytes of gcsfs, which is between the two.
    pytest.mark.filterwarnings("ignore:Sending a large body directly with raw bytes:ResourceWarning"),
]


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Pair:
    """A checkpoint of a GPU, and what torch makes of it."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(asking, "_FIRST_PAUSE", 0.01)
    return make_pair(tmp_path)


def url(store: Store, key: str) -> str:
    """The location of an object."""
    return f"{store.scheme}://{BUCKET}/{key}"


def test_what_is_opened_is_what_is_read(store: Store, files: Pair) -> None:
    location = store.put(OLD, files.source.read_bytes())
    store.between.forget()
    done = run_here("inspect", location, "--json")
    assert done.returncode == 0, done.stderr
    assert len(json.loads(done.stdout)["tensors"]) == 8
    assert store.between.received < 5 * MIB < files.source.stat().st_size


def test_fixed_from_a_store_to_itself(store: Store, files: Pair, tmp_path: Path) -> None:
    report = fix(store.put(OLD, files.source.read_bytes()), url(store, NEW), CPU)
    (tmp_path / "new.pth").write_bytes(store.get(NEW))
    assert_same_files(tmp_path / "new.pth", files.theirs)
    assert report.bytes == (tmp_path / "new.pth").stat().st_size


def test_a_folder_has_its_names(store: Store, files: Pair) -> None:
    store.put(OLD, files.source.read_bytes())
    store.put("runs/deep/er.pth", b"x")
    place = as_path(url(store, "runs"))
    assert sorted(store_of(place).names(place)) == ["deep/", "old.pth"]


@pytest.mark.parametrize("place", ["runs/none.pth", "none"])
def test_what_is_not_there_is_said(store: Store, place: str) -> None:
    done = run_here("inspect", url(store, place))
    assert (done.returncode, "There is no file" in done.stderr) == (1, True), done.stderr


def test_a_bucket_that_is_not_there_is_said(store: Store) -> None:
    location = f"{store.scheme}://nobucket/runs/old.pth"
    done = run_here("inspect", location)
    assert done.returncode == 1
    assert "nobucket" in done.stderr
    assert "Traceback" not in done.stderr


def test_an_object_that_has_changed_is_said(store: Store, files: Pair) -> None:
    catalogue = open_catalogue(store.put(OLD, files.source.read_bytes()))
    store.put(OLD, files.theirs.read_bytes())
    with pytest.raises(SourceChanged):
        fix_opened(catalogue, url(store, NEW))
    assert store.keys() == [OLD]


def fix_opened(catalogue: Any, target: str) -> None:
    """Save what is open already."""
    from core.edits.edits import Plan
    from core.edits.preview import preview
    from core.saving.save import save

    save(preview(catalogue, Plan((CPU,))), as_path(target))


@pytest.mark.parametrize("nbytes", [100, 3 * MIB, 20 * MIB])
def test_a_connection_that_breaks_costs_nothing(store: Store, files: Pair, tmp_path: Path, nbytes: int) -> None:
    location = store.put(OLD, files.source.read_bytes())
    store.between.forget()
    store.between.cut_after(nbytes)
    fix(location, tmp_path / "new.pth", CPU)
    assert store.between.cuts == 1
    assert_same_files(tmp_path / "new.pth", files.theirs)


@pytest.mark.parametrize("share", [0.1, 0.6])
def test_what_was_killed_is_not_there(store: Store, files: Pair, share: float) -> None:
    killed(store.put(OLD, files.source.read_bytes()), url(store, NEW), share)
    assert store.keys() == [OLD]


def test_what_is_there_stays(store: Store, files: Pair) -> None:
    location = store.put(OLD, files.source.read_bytes())
    store.put(NEW, b"theirs")
    done = run_here("fix", location, "-o", url(store, NEW), "--map", "cuda:5=cpu")
    assert (done.returncode, "already exists" in done.stderr) == (1, True), done.stderr
    assert store.get(NEW) == b"theirs"
    done = run_here("fix", location, "-o", url(store, NEW), "--map", "cuda:5=cpu", "--overwrite")
    assert done.returncode == 0, done.stderr
    assert len(store.get(NEW)) > MIB


@pytest.mark.parametrize("size", [0, 100, 40 * MIB])
def test_what_appears_in_the_last_moment_stays(store: Store, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Between our last look and the end of the upload: Azure refuses then. Google does, and its emulator does not."""
    if store.scheme == "gs":
        pytest.skip("the emulator does not hold ifGenerationMatch against what is there")
    place = as_path(url(store, NEW))
    upload = upload_to(place, place, overwrite=False)
    upload.begin()
    for _ in range(0, size, MIB):
        upload.write(bytes(min(size, MIB)))
    upload.end()
    store.put(NEW, b"theirs")
    monkeypatch.setattr(upload, "_is_there", lambda: False)
    with pytest.raises(FileExistsError):
        upload.finish()
    assert upload.abandon()
    assert store.get(NEW) == b"theirs"


def test_google_is_told_that_the_file_must_be_new(store: Store) -> None:
    if store.scheme != "gs":
        pytest.skip("only Google is told so in an address")
    place = as_path(url(store, NEW))
    for overwrite in (True, False):
        store.between.forget()
        upload = upload_to(place, place, overwrite=overwrite)
        upload.begin()
        upload.write(bytes(MIB))
        upload.end()
        if not overwrite:
            store._ask(f"/storage/v1/b/{BUCKET}/o/{NEW.replace('/', '%2F')}", method="DELETE")
        upload.finish()
        assert (b"ifGenerationMatch=0" in store.between.sent) == (not overwrite)


def test_a_wrong_key_is_told_without_it(store: Store, files: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    if store.scheme != "az":
        pytest.skip("the emulator of Google's lets everybody in")
    location = store.put(OLD, files.source.read_bytes())
    wrong = "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo="
    for name, value in store.environment.items():
        key = value.partition("AccountKey=")[2].partition(";")[0]
        monkeypatch.setenv(name, value.replace(key, wrong))
    done = run_here("inspect", location)
    assert (done.returncode, wrong in done.stderr) == (1, False)
    assert "AuthorizationFailure" in done.stderr
    assert "could not be read after" not in done.stderr, done.stderr


def test_an_address_may_name_azures_account(store: Store, files: Pair) -> None:
    if store.scheme != "az":
        pytest.skip("only Azure has accounts")
    store.put(OLD, files.source.read_bytes())
    done = run_here("inspect", f"abfss://{BUCKET}@{ACCOUNT}.dfs.core.windows.net/{OLD}")
    assert (done.returncode, "8 tensors" in done.stdout) == (0, True), done.stderr


def test_an_account_that_nobody_named_is_asked_for(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    if store.scheme != "az":
        pytest.skip("only Azure has accounts")
    monkeypatch.delenv("AZURE_STORAGE_CONNECTION_STRING")
    done = run_here("inspect", url(store, OLD))
    assert done.returncode == 1
    assert "Set AZURE_STORAGE_ACCOUNT_NAME" in done.stderr, done.stderr


def test_errors_are_ours(store: Store) -> None:
    with pytest.raises((OSError, CheckpointError)):
        open_catalogue(f"{store.scheme}://{BUCKET}/none.pth")
