"""A model of which a file is missing, or cut: what is refused, and what a copy that is made all the same says of it."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.distributed.checkpoint as dcp
from safetensors import safe_open
from safetensors.torch import load_file
from torch.distributed.checkpoint.format_utils import dcp_to_torch_save

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.containers.content import Lost
from core.containers.lost import MARK, as_json, as_text, from_text
from core.diagnosis.diagnose import diagnose
from core.edits.edits import Drop, Keep, Plan
from core.edits.preview import Preview, preview
from core.errors import CheckpointError, EditError, MissingParts, Step
from core.loading.computer import Computer
from core.saving.choice import suggested
from core.saving.outlook import Outlook, outlook
from core.saving.save import save
from core.saving.save_report import SaveReport
from tests.containers.facts import FOLDERS
from tests.support.oracle import LEGACY_WAYS, ZIP_WAYS, PretendGpus, load, tensors_in
from tests.support.thinning import in_turn

KINDS = {
    "transformers": ("sharded/transformers", "model-00002-of-00003.safetensors"),
    "transformers bin": ("sharded/bin", "pytorch_model-00002-of-00003.bin"),
    "shards without index": ("sharded/safetensors_without_index", "model-00003-of-00003.safetensors"),
    "bin without index": ("sharded/bin_without_index", "pytorch_model-00001-of-00003.bin"),
    "dcp": ("dcp/two_fsdp2", "__1_0.distcp"),
    "zero 2": ("deepspeed_zero/zero2_fp32", "global_step2/zero_pp_rank_1_mp_rank_00_optim_states.pt"),
    "zero 3": ("deepspeed_zero/zero3_bf16", "global_step2/zero_pp_rank_1_mp_rank_00_model_states.pt"),
    "fsdp": ("fsdp/fsdp2", "rank1.pt"),
    "fsdp, the last of four": ("fsdp/fsdp2_hybrid", "rank3.pt"),
    "run with dcp": ("runs/accelerate_fsdp", "optimizer_0/__1_0.distcp"),
    "run whose dcp lost its list": ("runs/accelerate_fsdp", "optimizer_0/.metadata"),
    "pipeline": ("runs/diffusers", "unet/diffusion_pytorch_model.safetensors"),
    "run": ("runs/accelerate", "optimizer.bin"),
}
CONTAINERS = {
    "zip": ("out.pth", "zip", None),
    "legacy": ("out.pt", "legacy", None),
    "safetensors": ("out.safetensors", "safetensors", None),
    "shards": ("out", "safetensors", 2000),
    "shards of torch": ("out", "zip", 2000),
    "dcp": ("out", "dcp", None),
    "files": ("out", "files", None),
}
RUNS = {"run", "run with dcp", "run whose dcp lost its list", "pipeline"}
"""Kinds of which the rest is shown where a part does not open."""
TIED = "transformer.wte.weight"
STATE_DICTS = {"transformers", "transformers bin", "shards without index", "bin without index"}
UNKNOWN = {("run", "missing")}
"""Nothing in the folder says that there ever was such a file."""


def broken(tmp_path: Path, kind: str, how: str) -> Path:
    """A copy of a folder of a framework without one of its files, or with the front of it alone."""
    name, part = KINDS[kind]
    folder = tmp_path / "model"
    shutil.copytree(FOLDERS / name, folder)
    path = folder / part
    data = path.read_bytes()
    path.unlink()
    if how == "cut":
        path.write_bytes(data[: len(data) * 2 // 3])
    return folder


def can_hold(container: str, kind: str) -> bool:
    """Formats of tensors by name hold state dicts, and files like those of the source are written of runs."""
    if container == "files":
        return kind in ("run", "pipeline")
    return container in ("zip", "legacy", "dcp") or kind in STATE_DICTS


def size_of(path: Path) -> int:
    return sum(each.stat().st_size for each in (path, *path.rglob("*")) if each.is_file())


def wrote(view: Preview, target: Path, **options: Any) -> tuple[Outlook, SaveReport]:
    """What was expected of a save, and what it did."""
    said = {name: options[name] for name in ("container", "shard_size") if name in options}
    expected = outlook(view, target=target, **said)
    return expected, save(view, target, accept_missing=True, **options)


@pytest.mark.parametrize(("kind", "container", "how"), in_turn([*KINDS], [*CONTAINERS], ["missing", "cut"], turns=6))
def test_nothing_is_lost_in_silence(kind: str, how: str, container: str, tmp_path: Path) -> None:
    if (kind, how) in UNKNOWN:
        pytest.skip("nobody knows")
    folder = broken(tmp_path, kind, how)
    part = Path(KINDS[kind][1]).name
    if how == "cut" and kind not in RUNS:
        with pytest.raises(CheckpointError, match=rf"{re.escape(part)}|Open rank0.pt|several separate checkpoints"):
            open_catalogue(folder)
        return
    catalogue = open_catalogue(folder)
    view = preview(catalogue, Plan())
    name, target_kind, shard_size = CONTAINERS[container]
    target = tmp_path / name
    options = {"container": target_kind, "shard_size": shard_size}
    with pytest.raises(MissingParts) as refused:
        save(view, target, **options)
    assert "--" not in str(refused.value)
    assert not target.exists()
    assert suggested(view).stem.endswith("-incomplete")
    if not can_hold(container, kind):
        with pytest.raises(EditError) as refused:
            save(view, target, accept_missing=True, **options)
        assert "--" not in str(refused.value)
        assert not target.exists()
        return
    expected, report = wrote(view, target, **options)
    assert refused.value.ways[0].step is Step.ACCEPT_MISSING
    assert expected.missing
    assert not expected.same
    assert abs(expected.bytes - size_of(target)) <= 0.02 * size_of(target)
    assert report.outlook == replace(expected, bytes=report.outlook.bytes)
    again = open_catalogue(target)
    assert again.checkpoint.lost
    assert "incomplete-copy" in [each.code for each in diagnose(preview(again, Plan()), Computer())]
    _, second = wrote(preview(again, Plan()), tmp_path / f"again-{name}")
    assert set(open_catalogue(second.path).checkpoint.lost) >= set(again.checkpoint.lost)


# -- torch and safetensors take no notice ----------------------------------------------------------------------------


@pytest.fixture
def incomplete(tmp_path: Path) -> Preview:
    return preview(open_catalogue(broken(tmp_path, "transformers bin", "missing")), Plan())


def whole(view: Preview) -> dict[str, torch.Tensor]:
    """What torch loads of the shards that are there."""
    folder = view.catalogue.checkpoint.path
    found: dict[str, torch.Tensor] = {}
    with PretendGpus():
        for path in sorted(folder.glob("*.bin")):
            found |= torch.load(path, weights_only=True)
    return found


def same(found: dict[str, torch.Tensor], wanted: dict[str, torch.Tensor], tied: str = "") -> bool:
    """Whether the tensors are the same; ``tied`` is the one that safetensors does not write twice."""
    keys = wanted.keys() - {tied}
    return found.keys() == keys and all(torch.equal(found[key], wanted[key]) for key in keys)


@pytest.mark.parametrize(("container", "ways"), [("zip", ZIP_WAYS), ("legacy", LEGACY_WAYS)])
def test_torch_loads_a_marked_file_in_all_ways(
    incomplete: Preview, container: str, ways: tuple[str, ...], tmp_path: Path
) -> None:
    target, wanted = tmp_path / "out.pth", whole(incomplete)
    wrote(incomplete, target, container=container)
    with PretendGpus():
        for way in ways:
            assert same(load(target, way), wanted), way
        with target.open("rb") as file:
            assert same(torch.load(file, weights_only=True), wanted)


def test_a_marked_zip_is_a_zip_of_torch_still(incomplete: Preview, tmp_path: Path) -> None:
    """The mark is the last record, so that all others lie where torch computes them; no oddity, and it is copied."""
    wrote(incomplete, tmp_path / "a.pth", container="zip")
    reader = torch._C.PyTorchFileReader(str(tmp_path / "a.pth"))
    assert reader.get_all_records()[-1] == MARK
    catalogue = open_catalogue(tmp_path / "a.pth")
    assert reader.get_record(MARK).decode() == as_text(catalogue.checkpoint.lost)
    assert not catalogue.checkpoint.oddities
    expected, _ = wrote(preview(catalogue, Plan()), tmp_path / "b.pth")
    assert expected.same
    assert (tmp_path / "a.pth").read_bytes() == (tmp_path / "b.pth").read_bytes()


def test_safetensors_reads_a_marked_file(incomplete: Preview, tmp_path: Path) -> None:
    wrote(incomplete, tmp_path / "out.safetensors", container="safetensors")
    with safe_open(tmp_path / "out.safetensors", "pt") as file:
        assert file.metadata()["format"] == "pt"
        assert json.loads(file.metadata()[MARK])["files"][0]["keys"] == 2
    assert same(load_file(tmp_path / "out.safetensors"), whole(incomplete), TIED)


def test_an_index_names_the_keys_and_its_shards_are_read(incomplete: Preview, tmp_path: Path) -> None:
    wrote(incomplete, tmp_path / "out", container="safetensors", shard_size=2000)
    index = json.loads((tmp_path / "out/model.safetensors.index.json").read_text())
    missing = json.loads((FOLDERS / "sharded/bin/pytorch_model.bin.index.json").read_text())["weight_map"]
    keys = [key for key, name in missing.items() if name == KINDS["transformers bin"][1]]
    assert index["metadata"][MARK] == {"files": [{"name": KINDS["transformers bin"][1], "keys": 2, "some": keys}]}
    assert not set(index["weight_map"]) & set(keys)
    found: dict[str, torch.Tensor] = {}
    for name in set(index["weight_map"].values()):
        found |= load_file(tmp_path / "out" / name)
    assert same(found, whole(incomplete), TIED)


@pytest.mark.filterwarnings("ignore")
def test_torch_loads_a_marked_folder_of_dcp(incomplete: Preview, tmp_path: Path) -> None:
    wrote(incomplete, tmp_path / "out", container="dcp")
    wanted = whole(incomplete)
    found = {key: torch.zeros_like(each) for key, each in wanted.items()}
    dcp.load(found, checkpoint_id=str(tmp_path / "out"))
    assert same(found, wanted)
    dcp_to_torch_save(tmp_path / "out", tmp_path / "gathered.pth")
    assert same(torch.load(tmp_path / "gathered.pth", weights_only=True), wanted)


def test_torch_loads_the_files_of_a_marked_run(tmp_path: Path) -> None:
    folder = broken(tmp_path, "run", "cut")
    wrote(preview(open_catalogue(folder), Plan()), tmp_path / "out", container="files")
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == sorted(path.name for path in folder.iterdir() if path.name != "optimizer.bin")
    before, after = (load_file(each / "model.safetensors") for each in (folder, tmp_path / "out"))
    assert same(after, before)
    assert list(tensors_in(torch.load(tmp_path / "out/random_states_0.pkl", weights_only=False)))


# -- what is said ----------------------------------------------------------------------------------------------------


def sentences_of(catalogue: Catalogue) -> tuple[str, ...]:
    return outlook(preview(catalogue, Plan()), "zip").missing


def test_what_is_missing_is_counted_where_the_index_tells(tmp_path: Path) -> None:
    folder = broken(tmp_path, "transformers", "missing")
    (said,) = sentences_of(open_catalogue(folder))
    assert said == "2 keys of shard 2 of 3 are missing and will not be in the copy."
    (folder / "model.safetensors.index.json").unlink()
    (said,) = sentences_of(open_catalogue(folder))
    assert said == "Shard 2 of 3 is missing, and what it held will not be in the copy."


def test_keys_of_the_index_that_no_file_has_are_missing(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    shutil.copytree(FOLDERS / "sharded/transformers", folder)
    index = folder / "model.safetensors.index.json"
    said = json.loads(index.read_text())
    said["weight_map"]["gone"] = "model-00001-of-00003.safetensors"
    index.write_text(json.dumps(said))
    view = preview(open_catalogue(folder), Plan())
    with pytest.raises(MissingParts, match="1 key of the index is in none of the files"):
        save(view, tmp_path / "out.pth")
    wrote(view, tmp_path / "out.pth")
    assert open_catalogue(tmp_path / "out.pth").checkpoint.lost == (Lost("", 1, ("gone",)),)


def test_two_parts_of_one_name_are_two(tmp_path: Path) -> None:
    folder = broken(tmp_path, "run with dcp", "missing")
    (folder / "pytorch_model_fsdp_0/__1_0.distcp").unlink()
    view = preview(open_catalogue(folder), Plan())
    wrote(view, tmp_path / "out.pth", container="zip")
    names = [lost.name for lost in open_catalogue(tmp_path / "out.pth").checkpoint.lost]
    assert sorted(names) == ["optimizer_0/__1_0.distcp", "pytorch_model_fsdp_0/__1_0.distcp"]


def kept(folder: Path, *paths: str, drop: bool = False) -> Preview:
    """The plan that keeps what is at the first path, or drops what is at each."""
    catalogue = open_catalogue(folder)
    edit = Drop if drop else Keep
    return preview(catalogue, Plan(tuple(edit(catalogue.find(path)) for path in paths)))


@pytest.mark.parametrize(
    ("kind", "how", "path"),
    [("run", "cut", "model"), ("run with dcp", "missing", "pytorch_model_fsdp_0"), ("pipeline", "missing", "vae")],
)
def test_a_part_that_is_whole_is_kept_without_a_word(kind: str, how: str, path: str, tmp_path: Path) -> None:
    """What is missing beside it would not be in the copy either way."""
    view = kept(broken(tmp_path, kind, how), path)
    assert suggested(view).stem.endswith("-fixed")
    assert not outlook(view, "zip").missing
    save(view, tmp_path / "out.pth", container="zip")
    assert not open_catalogue(tmp_path / "out.pth").checkpoint.lost
    assert MARK.encode() not in (tmp_path / "out.pth").read_bytes()


@pytest.mark.parametrize(
    ("kind", "path"), [("run with dcp", "optimizer_0"), ("run with dcp", "optimizer_0/optimizer"), ("dcp", "model")]
)
def test_a_part_that_is_not_whole_is_not_kept_without_a_word(kind: str, path: str, tmp_path: Path) -> None:
    view = kept(broken(tmp_path, kind, "missing"), path)
    with pytest.raises(MissingParts):
        save(view, tmp_path / "out.pth", container="zip")


def test_a_damaged_file_of_a_run_is_no_file_of_another_format(tmp_path: Path) -> None:
    found = outlook(preview(open_catalogue(broken(tmp_path, "run", "cut")), Plan()))
    assert found.missing
    assert not found.notes


def test_files_of_a_run_keep_the_devices_of_those_that_name_them() -> None:
    assert outlook(preview(open_catalogue(FOLDERS / "runs/accelerate"), Plan())).keeps_devices


def test_what_is_left_of_a_run_is_refused_where_it_is_no_run(tmp_path: Path) -> None:
    """Not at the end of the save, where it does not read back."""
    folder = tmp_path / "model"
    shutil.copytree(FOLDERS / "runs/accelerate", folder)
    for name in ("model.safetensors", "optimizer.bin"):
        (folder / name).write_bytes(b"")
    for path in folder.glob("*.pkl"):
        path.unlink()
    with pytest.raises(EditError, match=r"Only scheduler.bin is left") as refused:
        outlook(preview(open_catalogue(folder), Plan()))
    assert refused.value.ways[0].what == "zip"


def test_what_is_dropped_is_not_missing(tmp_path: Path) -> None:
    folder = broken(tmp_path, "run with dcp", "missing")
    assert not outlook(kept(folder, "optimizer_0", drop=True), "zip").missing
    assert outlook(kept(folder, "pytorch_model_fsdp_0", drop=True), "zip").missing


def test_of_one_folder_of_dcp_only_the_keys_that_are_kept_count(tmp_path: Path) -> None:
    folder = broken(tmp_path, "dcp", "missing")
    (all_of_it,), (of_model,) = (outlook(view, "zip").missing for view in (kept(folder), kept(folder, "model")))
    assert all_of_it != of_model
    assert of_model.endswith("will not be in the copy.")


def test_a_whole_model_has_no_mark(tmp_path: Path) -> None:
    view = preview(open_catalogue(FOLDERS / "sharded/transformers"), Plan())
    for at, (name, container, shard_size) in enumerate(CONTAINERS.values()):
        (tmp_path / str(at)).mkdir()
        if container != "files":
            save(view, tmp_path / str(at) / name, container=container, shard_size=shard_size)
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or MARK.encode() not in path.read_bytes()
    assert suggested(view).name == "transformers-fixed"


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "null", '{"files": 3}', '{"files": [{"name": 3, "keys": 1, "some": []}]}', '{"files": [1]}'],
)
def test_what_is_no_mark_is_passed_over(text: str) -> None:
    assert from_text(text) == ()
    assert from_text(text.encode()) == ()


def test_a_mark_holds_a_bounded_number_of_keys() -> None:
    lost = [Lost(f"{number}.bin", 5, ("a", "b")) for number in range(5000)]
    assert len(from_text(as_text(lost))) == len(as_json(lost)["files"]) == 1000


@pytest.mark.parametrize("name", CONTAINERS)
def test_the_size_of_many_tensors_is_told_within_two_percent(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("core.saving.targets.dcp._MOST_LISTED", 20)
    state = {f"layers.{at}.weight": torch.randn(at % 7 + 1, 12) for at in range(200)}
    state |= {"base": torch.randn(40), "half": torch.randn(9).half()}
    state["view"] = state["base"][3:9]
    torch.save(state, tmp_path / "a.pth")
    target, container, shard_size = CONTAINERS[name]
    if container == "files":
        pytest.skip("of folders alone")
    view = preview(open_catalogue(tmp_path / "a.pth"), Plan())
    (tmp_path / "new").mkdir()
    expected, report = wrote(view, tmp_path / "new" / target, container=container, shard_size=shard_size)
    assert abs(expected.bytes - size_of(tmp_path / "new" / target)) <= 0.02 * report.bytes
