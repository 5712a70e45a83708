"""A run that grows while it is looked at: what is new comes along, what is being written is left alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
import torch

from core.runs import folder
from core.runs.folder import CheckpointRow, looked_into
from core.runs.growing import Look, first_look, next_look, with_more
from core.runs.members import members_named

Opened = list[str]


def save(run: Path, step: int, name: str = "") -> Path:
    path = run / (name or f"step_{step}.pt")
    torch.save({"step": step, "model": {"w": torch.full((20, 20), float(step))}}, path)
    return path


@pytest.fixture
def run(tmp_path: Path) -> Path:
    (tmp_path / "run").mkdir()
    for step in (1, 2, 3):
        save(tmp_path / "run", step)
    return tmp_path / "run"


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """The names of all that is opened."""
    names: Opened = []

    def watched(row: CheckpointRow, *more: Callable[..., object]) -> CheckpointRow:
        names.append(row.name)
        return looked_into(row, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(folder, "looked_into", watched)
    return names


def looked(run: Path) -> Look:
    members = members_named([str(run)], whole=True)
    assert members is not None
    return first_look(members.folder, members.names)


def steps(look: Look) -> list[int | None]:
    return [row.step for row in look.rows]


def test_only_what_is_new_is_opened_and_at_the_second_look(run: Path, opened: Opened) -> None:
    first = looked(run)
    opened.clear()
    save(run, 4)
    second = next_look(first)
    assert opened == []
    assert second.writing == {"step_4.pt"}
    assert [row.is_read for row in second.rows] == [True, True, True, False]
    third = next_look(second)
    assert opened == ["step_4.pt"]
    assert steps(third) == [1, 2, 3, 4]
    assert not third.writing
    assert next_look(third) == third
    assert opened == ["step_4.pt"]


def test_what_grows_is_not_opened_until_it_lies_still(run: Path, opened: Opened) -> None:
    look = looked(run)
    opened.clear()
    whole = save(run, 9).read_bytes()
    target = run / "step_9.pt"
    for size in (0, 100, len(whole) // 2, len(whole) - 1):
        target.write_bytes(whole[:size])
        look = next_look(look)
        assert opened == []
        assert look.writing == {"step_9.pt"}
    target.write_bytes(whole)
    assert next_look(next_look(look)).rows[-1].is_complete
    assert opened == ["step_9.pt"]


def test_a_checkpoint_that_is_written_anew_keeps_its_row_until_then(run: Path) -> None:
    save(run, 3, "last.pt")
    first = looked(run)
    save(run, 7, "last.pt")
    second = next_look(first)
    assert second.writing == {"last.pt"}
    assert steps(second) == [1, 2, 3, 3]
    assert steps(next_look(second)) == [1, 2, 3, 7]


def test_a_file_more_in_the_folder_of_a_checkpoint_is_a_change(run: Path, opened: Opened) -> None:
    (run / "checkpoint-500").mkdir()
    save(run, 500, "checkpoint-500/pytorch_model.bin")
    first = looked(run)
    opened.clear()
    torch.save({"state": {}, "param_groups": []}, run / "checkpoint-500" / "optimizer.pt")
    assert not opened
    next_look(next_look(first))
    assert opened == ["checkpoint-500"]


def test_what_is_gone_goes_and_a_folder_that_is_gone_is_an_empty_run(run: Path) -> None:
    first = looked(run)
    (run / "step_2.pt").unlink()
    second = next_look(first)
    assert steps(second) == [1, 3]
    for path in run.iterdir():
        path.unlink()
    run.rmdir()
    assert next_look(second).rows == ()


def test_those_that_were_added_stay(run: Path, tmp_path: Path) -> None:
    other = save(tmp_path, 50, "other.pt")
    more = with_more(looked(run), [other, run / "step_1.pt"])
    assert steps(more) == [1, 2, 3, 50]
    assert more.rows[-1].path == other
    save(run, 4)
    assert steps(next_look(next_look(more))) == [1, 2, 3, 4, 50]
    other.unlink()
    assert steps(next_look(more)) == [1, 2, 3, 4]


def test_steps_that_only_names_say_hold_for_those_that_come_later(run: Path) -> None:
    """accelerate counts no step by itself: all files say the same one."""
    for path in run.iterdir():
        path.unlink()
    for name in (10, 20):
        save(run, 0, f"step_{name}.pt")
    first = looked(run)
    assert steps(first) == [10, 20]
    save(run, 0, "step_30.pt")
    assert steps(next_look(next_look(first))) == [10, 20, 30]


def test_progress_never_steps_back(run: Path) -> None:
    done: list[float] = []
    members = members_named([str(run)], whole=True)
    assert members is not None
    first_look(members.folder, members.names, lambda now, total: done.append(now / total))
    assert done == sorted(done)
    assert len(done) > len(members.names)
