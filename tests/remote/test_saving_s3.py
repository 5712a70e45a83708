"""Files are written to S3 whole or not at all, and what the store has already is copied by it."""

from __future__ import annotations

import contextlib
import os
import signal
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from core.catalogue.build import open_catalogue
from core.edits.edits import Drop, Plan
from core.edits.preview import preview
from core.errors import Cancelled, CheckpointError, LeftElsewhere, SaveError, SourceChanged, TargetExists, VerifyFailed
from core.remote import asking
from core.remote.address import RemotePath, as_path
from core.remote.stores.s3 import S3Store
from core.remote.traffic import listening
from core.remote.uploading.s3 import S3Upload
from core.saving import left_elsewhere
from core.saving.save import save
from tests.files.checkpoints import save as torch_save
from tests.remote.saving import CPU, LARGE, Pair, fix, killed, make_pair, notes
from tests.servers.s3 import LEAST_PART, S3
from tests.support.oracle import assert_same, assert_same_files
from tests.support.thinning import first, in_turn

BUCKET = "models"
OLD, NEW = f"s3://{BUCKET}/runs/old.pth", f"s3://{BUCKET}/runs/new.pth"


@pytest.fixture
def store(s3: S3, monkeypatch: pytest.MonkeyPatch) -> S3:
    """The store that every program of the user finds; its bucket is there."""
    for name, value in s3.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(asking, "_FIRST_PAUSE", 0.01)
    with s3.client() as client:
        client.create_bucket(Bucket=BUCKET)
    s3.forget()
    return s3


@pytest.fixture
def files(tmp_path: Path) -> Pair:
    """A checkpoint of a GPU, and what torch makes of it."""
    return make_pair(tmp_path)


def key(url: str) -> str:
    """What the object is called in its bucket."""
    return RemotePath.parse(url).key


def put(store: S3, path: Path, url: str = OLD) -> str:
    """Have a file there."""
    store.put(BUCKET, key(url), path.read_bytes())
    store.forget()
    return url


def got(store: S3, path: Path, url: str = NEW) -> Path:
    """What is there, by a client that is not ours."""
    path.write_bytes(store.get(BUCKET, key(url)))
    return path


def is_there(store: S3, url: str = NEW) -> bool:
    """Whether something is there."""
    with store.client() as client:
        listed = client.list_objects_v2(Bucket=BUCKET).get("Contents", [])
    return key(url) in [each["Key"] for each in listed]


def test_from_the_store_to_itself_nearly_nothing_passes_through(store: S3, files: Pair, tmp_path: Path) -> None:
    source, theirs = files
    told: list[tuple[int, int]] = []
    with listening() as traffic:
        report = fix(put(store, source), NEW, CPU, tick=lambda done, total: told.append((done, total)))
    assert_same_files(got(store, tmp_path / "new.pth"), theirs)
    size = (tmp_path / "new.pth").stat().st_size
    counted = store.counted()
    sent = sum(each.sent for each in store.requests() if each.operation == "UploadPart")
    assert size > 24 << 20
    assert counted["UploadPartCopy"] >= 1
    assert sent <= 2 * LEAST_PART
    assert traffic.received < 4 * LEAST_PART
    assert report.bytes == size == told[-1][0] == told[-1][1]
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert (store.uploads(BUCKET), notes()) == ([], [])


def test_another_format(store: S3, tmp_path: Path) -> None:
    state = {f"layers.{number}": torch.randn(LARGE) for number in range(3)}
    url = NEW.replace(".pth", ".safetensors")
    fix(torch_save(state, tmp_path / "old.pth"), url)
    assert_same(load_file(got(store, tmp_path / "new.safetensors", url)), state)


def test_from_here_to_the_store(store: S3, files: Pair, tmp_path: Path) -> None:
    fix(files.source, NEW, CPU)
    assert_same_files(got(store, tmp_path / "new.pth"), files.theirs)
    assert (store.uploads(BUCKET), notes()) == ([], [])


def test_from_the_store_to_here(store: S3, files: Pair, tmp_path: Path) -> None:
    source, theirs = files
    fix(put(store, source), tmp_path / "new.pth", CPU)
    assert_same_files(tmp_path / "new.pth", theirs)
    assert not {"UploadPart", "CreateMultipartUpload"} & set(store.counted())


def test_only_large_ranges_are_copied_where_others_lie_between(store: S3, tmp_path: Path) -> None:
    """A dropped tensor, a renamed key, one that is new: the rest is still copied, in parts as large as they must be."""
    state = {f"layers.{number}": torch.full((2 * LARGE,), float(number)) for number in range(6)}
    source = torch_save(state, tmp_path / "old.pth")
    url = put(store, source)
    catalogue = open_catalogue(url)
    drops = [Drop(entry) for entry in catalogue.children(0) if catalogue.labels[entry] in {"layers.1", "layers.3"}]
    save(preview(catalogue, Plan(tuple(drops))), as_path(NEW))
    kept = {name: tensor for name, tensor in state.items() if name not in {"layers.1", "layers.3"}}
    assert_same_files(got(store, tmp_path / "new.pth"), torch_save(kept, tmp_path / "theirs.pth"))
    sent = sum(each.sent for each in store.requests() if each.operation == "UploadPart")
    assert store.counted()["UploadPartCopy"] == 4
    assert sent < 5 * LEAST_PART


# -- what is there already ---------------------------------------------------------------------------------------------


def test_what_is_there_is_not_replaced_unasked(store: S3, files: Pair) -> None:
    store.put(BUCKET, "runs/new.pth", b"theirs")
    store.forget()
    with pytest.raises(TargetExists, match="already exists"):
        fix(files.source, NEW, CPU)
    assert "CreateMultipartUpload" not in store.counted()
    assert store.get(BUCKET, "runs/new.pth") == b"theirs"


@pytest.mark.parametrize("seen", [True, False])
def test_what_appears_meanwhile_is_not_replaced(
    store: S3, files: Pair, seen: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is seen by us, or by the store alone when the upload is completed."""
    if not seen:
        monkeypatch.setattr(S3Upload, "_now", lambda self: "")

    def appear(done: int, total: int) -> None:
        if done > 10 << 20 and not is_there(store):
            store.put(BUCKET, "runs/new.pth", b"theirs")

    with pytest.raises(TargetExists, match="was created in the meantime"):
        fix(files.source, NEW, CPU, tick=appear)
    assert store.get(BUCKET, "runs/new.pth") == b"theirs"
    assert (store.uploads(BUCKET), notes()) == ([], [])


def test_what_is_there_is_replaced_in_one_step(store: S3, files: Pair, tmp_path: Path) -> None:
    store.put(BUCKET, "runs/new.pth", b"theirs")
    seen: set[bytes] = set()

    def look(done: int, total: int) -> None:
        seen.add(store.get(BUCKET, "runs/new.pth")[:6])

    fix(files.source, NEW, CPU, overwrite=True, tick=look)
    assert_same_files(got(store, tmp_path / "new.pth"), files.theirs)
    assert seen == {b"theirs", files.theirs.read_bytes()[:6]}


def test_a_source_is_not_replaced_by_what_is_made_of_it(store: S3, files: Pair) -> None:
    """It could not be had back where what is written does not read back."""
    url = put(store, files.source)
    with pytest.raises(SaveError, match="is the source file"):
        fix(url, url, CPU, overwrite=True)
    assert "CreateMultipartUpload" not in store.counted()


def test_a_source_that_changes_is_noticed(store: S3, files: Pair) -> None:
    url = put(store, files.source)

    def change(done: int, total: int) -> None:
        if done and "PutObject" not in store.counted():
            store.put(BUCKET, "runs/old.pth", files.source.read_bytes()[::-1])

    with pytest.raises(SourceChanged):
        fix(url, NEW, CPU, tick=change)
    assert (is_there(store), store.uploads(BUCKET), notes()) == (False, [], [])


# -- what goes wrong ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("share", "from_there"), in_turn([0.0, 0.4, 0.999], [True, False]))
def test_a_save_can_be_cancelled_at_any_moment(store: S3, files: Pair, share: float, from_there: bool) -> None:
    def stop(done: int, total: int) -> None:
        if done >= share * total:
            raise Cancelled

    with pytest.raises(Cancelled):
        fix(put(store, files.source) if from_there else files.source, NEW, CPU, tick=stop)
    assert (is_there(store), store.uploads(BUCKET), notes()) == (False, [], [])


@pytest.mark.parametrize(
    "operation",
    first(
        3,
        ["UploadPart", "CompleteMultipartUpload", "GetObject", "CreateMultipartUpload", "UploadPartCopy", "HeadObject"],
    ),
)
def test_what_may_be_better_in_a_moment_is_tried_again(store: S3, files: Pair, tmp_path: Path, operation: str) -> None:
    url = put(store, files.source)
    store.fail(operation, 2)
    fix(url, NEW, CPU)
    assert_same_files(got(store, tmp_path / "new.pth"), files.theirs)


@pytest.mark.parametrize(
    ("operation", "failure"),
    in_turn(
        ["CreateMultipartUpload", "UploadPartCopy", "UploadPart", "CompleteMultipartUpload"],
        [(503, "SlowDown"), (403, "AccessDenied"), (400, "EntityTooLarge")],
    ),
)
def test_what_stays_wrong_leaves_nothing(store: S3, files: Pair, operation: str, failure: tuple[int, str]) -> None:
    status, code = failure
    url = put(store, files.source)
    store.fail(operation, 100, status=status, code=code)
    if (operation, status) == ("UploadPartCopy", 403):
        fix(url, NEW, CPU)  # whoever may not copy may still read and write
        return
    with pytest.raises(CheckpointError, match=code):
        fix(url, NEW, CPU)
    assert (is_there(store), store.uploads(BUCKET), notes()) == (False, [], [])


def test_a_store_that_copies_nothing_is_sent_all(store: S3, files: Pair, tmp_path: Path) -> None:
    url = put(store, files.source)
    store.fail("UploadPartCopy", 100, status=501, code="NotImplemented")
    fix(url, NEW, CPU)
    assert_same_files(got(store, tmp_path / "new.pth"), files.theirs)
    assert store.counted()["UploadPartCopy"] == 1


def test_a_part_that_arrives_damaged_is_not_believed(store: S3, files: Pair, monkeypatch: pytest.MonkeyPatch) -> None:
    real = S3Store.call

    def damaged(self: S3Store, path: Any, method: str, **named: Any) -> Any:
        if method == "upload_part":
            named = {**named, "Body": named["Body"][:-1] + b"?"}
            del named["ContentMD5"]  # by which the store would notice too
        return real(self, path, method, **named)

    monkeypatch.setattr(S3Store, "call", damaged)
    with pytest.raises(CheckpointError, match="received different bytes than were sent"):
        fix(files.source, NEW, CPU)
    assert (is_there(store), store.uploads(BUCKET), notes()) == (False, [], [])


@pytest.mark.parametrize("before", [True, False])
def test_what_does_not_read_back_is_told(store: S3, files: Pair, before: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> Any:
        raise VerifyFailed("What was written is not what was planned; the target is unchanged.")

    monkeypatch.setattr("core.saving.save.verify", fail)
    if before:
        store.put(BUCKET, "runs/new.pth", b"theirs")
    with pytest.raises(VerifyFailed, match="has already been replaced" if before else "It was removed again"):
        fix(files.source, NEW, CPU, overwrite=True)
    assert is_there(store) == before
    assert notes() == []


def test_without_a_bucket(store: S3, files: Pair) -> None:
    with pytest.raises(CheckpointError, match="There is no bucket elsewhere"):
        fix(files.source, "s3://elsewhere/new.pth", CPU)


def test_the_web_is_no_place_to_write_to(files: Pair) -> None:
    with pytest.raises(SaveError, match="You cannot save to https://"):
        fix(files.source, "https://example.invalid/new.pth", CPU)


# -- processes that end ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("share", first(1, [0.6, 0.0]))
def test_what_a_killed_save_left_is_cleared_by_the_next(store: S3, files: Pair, tmp_path: Path, share: float) -> None:
    killed(files.source, NEW, share)
    assert (is_there(store), store.uploads(BUCKET), len(notes())) == (False, ["runs/new.pth"], 1)
    fix(files.source, tmp_path / "here.pth", CPU)  # which has nothing to do with the store
    assert len(notes()) == 1
    fix(files.source, NEW.replace("new", "other"), CPU)
    assert (is_there(store), store.uploads(BUCKET), notes()) == (False, [], [])


def test_a_save_under_way_is_not_cleared(store: S3, files: Pair) -> None:
    seen: list[int] = []

    def look(done: int, total: int) -> None:
        assert left_elsewhere.clear_elsewhere([as_path(NEW)]) == []
        seen.append(len(store.uploads(BUCKET)))

    fix(files.source, NEW, CPU, tick=look)
    assert seen[0] == 1


def test_a_server_that_dies_is_told(files: Pair, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with S3() as store:
        for name, value in store.environment.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(asking, "_FIRST_PAUSE", 0.01)
        with store.client() as client:
            client.create_bucket(Bucket=BUCKET)

        def kill(done: int, total: int) -> None:
            if done > 10 << 20:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(store.pid, signal.SIGKILL)

        with pytest.raises(LeftElsewhere, match=r"could not be written after .*The next save to the same place"):
            fix(files.source, NEW, CPU, tick=kill)
    assert len(notes()) == 1
