"""What workers write is what one process writes, byte for byte; torch and zipfile judge that it is right."""

from __future__ import annotations

import warnings
import zipfile
from pathlib import Path
from typing import Any

import pytest
import torch

from core.edits.edits import Cast, SetNumbers
from core.saving.save import save
from core.saving.spread.filling import Filled
from core.spread.crew import Crew
from tests.containers.ranks.zero_files import files_of, groups_of, write
from tests.places import ROOT
from tests.spread.conftest import odd_tensors
from tests.spread.here import Here
from tests.support.engine import catalogue_of, planned

DATA = ROOT / "tests/data/folders"


class Counting(Here):
    """Counts what was filled, so that no test passes because nobody was asked."""

    def __init__(self) -> None:
        super().__init__()
        self.filled: list[Filled] = []

    def take(self, seconds: float) -> Any:
        found = super().take(seconds)
        self.filled += [each for answer in found for each in answer.answer or ()]
        return found


def files(path: Path) -> dict[str, bytes]:
    """All files of a checkpoint, by their names in its folder."""
    found = [path] if path.is_file() else [each for each in path.rglob("*") if each.is_file()]
    return {str(each.relative_to(path)): each.read_bytes() for each in found}


def both(source: Path, folder: Path, ending: str, *edits: Any, crew: Crew | None = None, **options: Any) -> Path:
    """What is written with workers, which is the same as without."""
    counting = Counting()
    for name, who in (("alone", None), ("workers", crew or counting)):
        report = save(planned(source, *edits), folder / f"{name}{ending}", crew=who, **options)
        assert not report.damaged
    assert files(folder / f"workers{ending}") == files(folder / f"alone{ending}")
    assert crew is not None or counting.filled
    return folder / f"workers{ending}"


def every(path: Path, dtype: str) -> Cast:
    """All tensors of floating point of a file."""
    catalogue = catalogue_of(path)
    rows = [row for row, each in enumerate(catalogue.tensors) if each.dtype in ("float32", "float64", "float16")]
    return Cast(dtype, frozenset(rows))


def model() -> dict[str, Any]:
    generator = torch.Generator().manual_seed(0)
    value: dict[str, Any] = {f"layers.{at}.w": torch.randn(300, 71 + at, generator=generator) for at in range(4)}
    value |= {"half": torch.randn(99, 77, generator=generator).half(), "many": torch.randn(700, 301).double()}
    return value | {"count": torch.arange(5000), "tied": value["layers.1.w"], "one": torch.tensor(2.5)}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    torch.save(model(), tmp_path / "source.pth")
    return tmp_path / "source.pth"


DTYPES = ["bfloat16", "float16", "float32", "float64", "float8_e4m3fn", "float8_e5m2"]


@pytest.mark.parametrize("dtype", DTYPES)
def test_casts_of_each_kind(source: Path, folder: Path, dtype: str) -> None:
    found = torch.load(both(source, folder, ".pth", every(source, dtype)))
    for key, value in torch.load(source).items():
        expected = value.to(getattr(torch, dtype)) if value.is_floating_point() else value
        assert found[key].dtype == expected.dtype
        assert torch.equal(found[key].reshape(-1).view(torch.uint8), expected.reshape(-1).view(torch.uint8))
    with zipfile.ZipFile(folder / "workers.pth") as archive:
        assert archive.testzip() is None


@pytest.mark.parametrize("container", ["zip", "legacy", "safetensors", "dcp", "shards", "st_shards"])
@pytest.mark.parametrize("kept", ["zip", "legacy", "safetensors"])
def test_from_and_to_each_container(source: Path, folder: Path, kept: str, container: str, tmp_path: Path) -> None:
    start = tmp_path / ("start.safetensors" if kept == "safetensors" else "start.pth")
    save(planned(source), start, container=kept)
    options: dict[str, Any] = {
        "shards": {"container": "zip", "shard_size": 200_000},
        "st_shards": {"container": "safetensors", "shard_size": 200_000},
    }.get(container, {"container": container})
    ending = {"zip": ".pth", "legacy": ".pth", "safetensors": ".safetensors"}.get(container, "")
    both(start, folder, ending, every(start, "bfloat16"), **options)


def test_all_that_a_file_can_hold(folder: Path, tmp_path: Path, crew: Crew) -> None:
    """Views, tied tensors, complex numbers, an optimizer; and numbers set in what is cast, across spans."""
    torch.save(odd_tensors(), tmp_path / "odd.pth")
    (holed,) = (row.entry for row in catalogue_of(tmp_path / "odd.pth").tensors if row.shape == (600, 1000))
    edits = every(tmp_path / "odd.pth", "bfloat16"), SetNumbers(holed, ((3, 500, 1), (0, 1000, 7)), 1.5)
    made = both(tmp_path / "odd.pth", folder, ".pth", *edits, crew=crew)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of quantised tensors
        found = torch.load(made, weights_only=False)["model"]
    expected = odd_tensors()["model"]["holed.weight"].bfloat16()
    expected[3:500, 0:1000:7] = 1.5
    assert torch.allclose(found["holed.weight"], expected, 0, 0, equal_nan=True)


@pytest.mark.parametrize("stage", [2, 3])
@pytest.mark.parametrize("cast", [False, True], ids=["as it is", "cast"])
def test_zero_put_together(folder: Path, tmp_path: Path, stage: int, cast: bool, crew: Crew) -> None:
    groups = groups_of([{"a": (333, 211), "b": (1000,), "c": (7, 5, 1000)}, {"d": (999, 9)}])
    zero = write(files_of(groups, stage, 3), tmp_path / "zero")
    edits = [every(zero, "bfloat16")] if cast else []
    made = both(zero, folder, ".pth", *edits, crew=crew, container="zip")
    with zipfile.ZipFile(made) as archive:
        assert archive.testzip() is None
    found = [each for each in _tensors(torch.load(made)) if each.shape == (333, 211)]
    for kind in groups[0]["a"]:
        assert any(torch.equal(each, kind.bfloat16() if cast else kind) for each in found)


def _tensors(value: Any) -> list[torch.Tensor]:
    if isinstance(value, torch.Tensor):
        return [value]
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [each for part in parts for each in _tensors(part)]


FOLDERS = [
    *(f"dcp/{name}" for name in ("two_uneven", "four_2d", "four_squares", "two_fsdp2", "hf_two")),
    *(f"deepspeed_zero/{name}" for name in ("zero1_bf16", "zero3_fp32")),
]


@pytest.mark.parametrize("container", ["zip", "legacy", "dcp"])
@pytest.mark.parametrize("name", FOLDERS)
def test_what_others_saved_in_many_files(folder: Path, name: str, container: str) -> None:
    source = DATA / name
    ending = "" if container == "dcp" else ".pth"
    (folder / "cast").mkdir()
    both(source, folder, ending, crew=Here(), container=container)  # where each tensor is one piece nothing is made
    both(source, folder / "cast", ending, every(source, "bfloat16"), container=container)


def test_a_folder_of_shards_replaces_itself(source: Path, folder: Path, crew: Crew) -> None:
    shards, again = folder / "shards", folder / "again"
    for each in (shards, again):
        save(planned(source), each, container="zip", shard_size=200_000)
    save(planned(again, every(again, "float16")), again, overwrite=True)
    save(planned(shards, every(shards, "float16")), shards, overwrite=True, crew=crew)
    assert files(shards) == files(again)
    assert sorted(each.name for each in folder.iterdir()) == ["again", "shards"]


def test_progress_counts_what_is_written(source: Path, folder: Path) -> None:
    """Gaps count when they are filled; it never goes back but for questions whether to stop, and ends at the end."""
    seen: list[tuple[int, int]] = []
    laid_out: list[int] = []

    class Looking(Here):
        def give(self, number: int, work: str, span: Any) -> None:
            laid_out.append(seen[-1][0])
            super().give(number, work, span)

    save(
        planned(source, every(source, "bfloat16")), folder / "out.pth", tick=lambda *at: seen.append(at), crew=Looking()
    )
    assert len(laid_out) > 5
    assert laid_out == sorted(laid_out)
    assert laid_out[0] < laid_out[-1] / 2
    assert seen[-1][0] == seen[-1][1] == (folder / "out.pth").stat().st_size
