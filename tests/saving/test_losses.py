"""What casts lose is told by tensor: counted while it is written, and read for it where nothing is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch

from core.edits.edits import Cast
from core.edits.numbers.theirs import put_tensor
from core.errors import Cancelled
from core.saving import losses
from core.saving.losses import Loss, cast_losses
from core.saving.save import save as save_plan
from tests.edits.numbers.test_cast import floating
from tests.files.checkpoints import save
from tests.support.engine import planned


def test_losses_are_told_by_tensor(tmp_path: Path) -> None:
    large = torch.linspace(-1, 1, 700_000)
    large[[0, 5, 699_999]] = torch.tensor([1e5, -1e30, 70_000.0])
    tied = torch.tensor([1e-9, 0.0, 3.0])
    value = {"a": large, "fits": torch.ones(4), "b": tied, "c": tied, "inf": torch.tensor([float("inf"), float("nan")])}
    source = save(value, tmp_path / "source.pth")
    shown = planned(source, Cast("float16", floating(source)))
    after = large.half()
    vanished = int(((large != 0) & (after == 0)).sum())
    ticks: list[tuple[int, int]] = []
    found = cast_losses(shown, lambda done, total: ticks.append((done, total)))
    assert found == (Loss(1, "float16", 700_000, 3, vanished), Loss(3, "float16", 3, 0, 1))
    assert ticks == sorted(ticks)
    assert ticks[-1][0] == ticks[-1][1]


def test_losses_of_what_is_put_in(tmp_path: Path) -> None:
    source = save([torch.full((4,), 1e9), torch.zeros(2).half()], tmp_path / "source.pth")
    np.save(tmp_path / "a.npy", np.array([1, 1e6]))
    np.save(tmp_path / "b.npy", np.ones(4))
    shown = planned(
        source, put_tensor(2, tmp_path / "a.npy"), Cast("float16", frozenset({0})), put_tensor(1, tmp_path / "b.npy")
    )
    assert cast_losses(shown) == (Loss(2, "float16", 2, 1, 0),)  # the large ones of the first are covered


def test_nothing_is_read_where_nothing_can_be_lost(tmp_path: Path) -> None:
    source = save([torch.ones(4).bfloat16()], tmp_path / "source.pth")
    assert cast_losses(planned(source, Cast("float32", frozenset({0})))) == ()
    assert cast_losses(planned(source)) == ()


def test_looking_can_be_cancelled(tmp_path: Path) -> None:
    source = save([torch.ones(400_000)], tmp_path / "source.pth")

    def tick(done: int, _total: int) -> None:
        if done:
            raise Cancelled

    with pytest.raises(Cancelled):
        cast_losses(planned(source, Cast("float16", frozenset({0}))), tick)


@pytest.mark.parametrize("container", ["zip", "legacy", "safetensors"])
def test_a_save_counts_them_on_the_way(tmp_path: Path, container: str, monkeypatch: pytest.MonkeyPatch) -> None:
    torch.manual_seed(0)
    large = torch.randn(700_001) * 1e5
    tied = torch.tensor([1e-9, 0.0, float("nan")])
    source = save({"large": large, "small": torch.tensor([1e-9, 7e4]), "a": tied, "b": tied}, tmp_path / "source.pth")
    shown = planned(source, Cast("float16", floating(source)))
    wanted = cast_losses(shown)
    assert [loss.numbers for loss in wanted] == [700_001, 2, 3]
    monkeypatch.setattr(losses, "_counted", lambda *_: pytest.fail("the source was read a second time"))
    assert save_plan(shown, tmp_path / "out", container=container).losses == wanted


def test_a_save_tells_of_what_is_put_in_too(tmp_path: Path) -> None:
    source = save([torch.full((4,), 1e9), torch.full((3,), 1e9)], tmp_path / "source.pth")
    np.save(tmp_path / "a.npy", np.array([1, 1e6, 1, 1]))
    shown = planned(source, Cast("float16", frozenset({0, 1})), put_tensor(1, tmp_path / "a.npy"))
    found = save_plan(shown, source, overwrite=True)
    assert found.losses == (Loss(1, "float16", 4, 1, 0), Loss(2, "float16", 3, 3, 0))


def test_a_cast_that_is_cancelled_leaves_nothing(tmp_path: Path) -> None:
    source = save([torch.ones(5_000_000)], tmp_path / "source.pth")

    def tick(done: int, _total: int) -> None:
        if done > 1_000_000:
            raise Cancelled

    with pytest.raises(Cancelled):
        save_plan(planned(source, Cast("float16", frozenset({0}))), tmp_path / "out.pth", tick=tick)
    assert [path.name for path in tmp_path.iterdir()] == ["source.pth"]
