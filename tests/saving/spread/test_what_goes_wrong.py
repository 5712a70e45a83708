"""Workers killed, cancelled, without room on the disk, over a damaged source: all or nothing, as without them."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest
import torch

from core.errors import Cancelled, DamagedSource, DiskError, NotSeen, SaveError, SourceChanged
from core.files.copy import Gap
from core.formats.span import Span
from core.saving.leftovers import temporary_name
from core.saving.save import save
from core.saving.spread import filling
from core.spread.crew import MOST_DEATHS, Crew
from core.spread.processes import Processes
from tests.containers.ranks.zero_files import files_of, groups_of, write
from tests.saving.spread.test_same_bytes import every, files, model
from tests.spread.here import Here
from tests.spread.test_processes import Killing, _check_plain
from tests.support.children import Watched
from tests.support.engine import planned


@pytest.fixture
def source(tmp_path: Path) -> Path:
    torch.save(model(), tmp_path / "source.pth")
    return tmp_path / "source.pth"


def test_a_worker_that_is_killed_in_the_middle_is_replaced(source: Path, folder: Path) -> None:
    plan = planned(source, every(source, "bfloat16"))
    save(plan, folder / "alone.pth")
    with Killing(2, {0: 2, 3: 1, 9: 2}) as crew:
        save(plan, folder / "workers.pth", crew=crew)
    assert not any(crew.left.values())
    assert files(folder / "workers.pth") == files(folder / "alone.pth")


@pytest.mark.parametrize("shard_size", [None, 200_000])
def test_where_all_workers_die_nothing_is_left(source: Path, folder: Path, shard_size: int | None) -> None:
    plan = planned(source, every(source, "bfloat16"))
    with pytest.raises(SaveError, match="died over it"), Killing(2, {4: MOST_DEATHS}) as crew:
        save(plan, folder / "out", container="zip", shard_size=shard_size, crew=crew)
    assert not list(folder.iterdir())


@pytest.mark.parametrize("shard_size", [None, 200_000])
def test_cancel_frees_the_workers_and_leaves_nothing(source: Path, folder: Path, shard_size: int | None) -> None:
    watched: list[Watched] = []

    class Until(Processes):
        """Is cancelled once a few spans are written."""

        answers = 0

        def take(self, seconds: float) -> Any:
            found = super().take(seconds)
            self.answers += len(found)
            return found

    def cancel(done: int, total: int) -> None:
        if crew.answers > 3:
            watched.extend(Watched(each.process.pid) for each in crew._crew if each.process.pid)
            raise Cancelled

    plan = planned(source, every(source, "bfloat16"))
    with pytest.raises(Cancelled), Until(2) as crew:
        save(plan, folder / "out", container="zip", shard_size=shard_size, tick=cancel, crew=crew)
    assert not list(folder.iterdir())
    assert len(watched) == 2
    for each in watched:
        with each:
            assert each.ends()


def damage(path: Path, number: bytes) -> None:
    """Change a byte of what torch saved of a tensor that has this number somewhere."""
    content = path.read_bytes()
    assert content.count(number) == 1
    path.write_bytes(content.replace(number, bytes([number[0] ^ 1]) + number[1:]))


@pytest.mark.parametrize("container", ["zip", "legacy", "safetensors", "shards"])
def test_a_damaged_source_is_refused_as_without_workers(source: Path, folder: Path, crew: Crew, container: str) -> None:
    damage(source, model()["layers.2.w"].numpy().tobytes()[40_000:40_016])
    options: dict[str, Any] = {"container": "zip", "shard_size": 200_000} if container == "shards" else {}
    ending = {"shards": "", "safetensors": ".safetensors"}.get(container, ".pth")
    options = options or {"container": container}
    told = []
    for who in (None, crew):
        with pytest.raises(DamagedSource) as error:
            save(planned(source, every(source, "float16")), folder / f"out{ending}", crew=who, **options)
        told.append(str(error.value))
    assert told[0] == told[1]
    assert "layers.2.w" in told[0]
    assert not list(folder.iterdir())


@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("stage", [2, 3])
def test_damaged_pieces_are_refused_as_without_workers(
    tmp_path: Path, folder: Path, crew: Crew, stage: int, container: str
) -> None:
    groups = groups_of([{"a": (333, 211), "b": (1000,), "c": (7, 5, 1000)}])
    zero = write(files_of(groups, stage, 3), tmp_path / "zero")
    hurt = groups[0]["c"][1].numpy().tobytes()[4000:4016]
    (path,) = (each for each in zero.rglob("*.pt") if hurt in each.read_bytes())
    damage(path, hurt)
    told = []
    for who in (None, crew):
        with pytest.raises(DamagedSource) as error:
            save(planned(zero), folder / "out.pth", container=container, crew=who)
        told.append(str(error.value))
    assert told[0] == told[1]
    assert not list(folder.iterdir())


def test_a_full_disk(source: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(filling, "_written", full)
    with pytest.raises(DiskError, match="No space left"):
        save(planned(source, every(source, "bfloat16")), folder / "out.pth", crew=Here())
    assert not list(folder.iterdir())


def test_a_source_that_changes_meanwhile(source: Path, folder: Path) -> None:
    class Changing(Here):
        def give(self, number: int, work: str, span: Any) -> None:
            os.utime(source, (1, number + 1))
            super().give(number, work, span)

    with pytest.raises(SourceChanged, match="has changed on disk"):
        save(planned(source, every(source, "bfloat16")), folder / "out.pth", crew=Changing())
    assert not list(folder.iterdir())


def test_a_worker_writes_into_nothing_but_files_in_the_making(source: Path, tmp_path: Path) -> None:
    """Not into others, and it makes none."""
    new = temporary_name(tmp_path / "new.pth")
    (tmp_path / "mine.pthfinder").write_bytes(source.read_bytes())
    for path in (source, tmp_path / "mine.pthfinder", new):
        before = source.read_bytes()
        stretch = filling.GapTask(0, Gap(str(path), 0), Span(0, 4, None))
        with pytest.raises(NotSeen, match="A worker cannot write"):
            filling.fill(filling.FillSpan("source", (), (stretch,)))
        assert source.read_bytes() == (tmp_path / "mine.pthfinder").read_bytes() == before
    assert not new.exists()


def test_what_travels_is_plain_data(source: Path, tmp_path: Path, folder: Path) -> None:
    """Neither bytes of tensors nor anything of a pickle."""
    travelled: list[Any] = []

    class Looking(Here):
        def give(self, number: int, work: str, span: Any) -> None:
            travelled.append(span)
            super().give(number, work, span)

        def take(self, seconds: float) -> Any:
            found = super().take(seconds)
            travelled.extend(answer.answer for answer in found)
            return found

    zero = write(files_of(groups_of([{"a": (333, 211), "b": (1000,)}]), 2, 3), tmp_path / "zero")
    save(planned(source, every(source, "bfloat16")), folder / "one.pth", crew=Looking())
    save(planned(zero), folder / "two.pth", container="zip", crew=Looking())
    assert len(travelled) > 20
    for each in travelled:
        _check_plain(each)
