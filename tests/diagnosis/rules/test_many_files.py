"""Models in many files: what their own loaders say is found beforehand, and healthy folders are left alone."""

from __future__ import annotations

import functools
import json
import logging
import shutil
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.distributed as dist
import torch.distributed.checkpoint as dcp
from safetensors import SafetensorError, safe_open
from safetensors.torch import load_file, save_file
from torch.distributed._shard.sharded_tensor.api import ShardedTensor
from torch.distributed.tensor import DTensor
from torch.utils._pytree import tree_leaves

from cli.main import run
from cli.output import FOUND
from core.diagnosis.diagnose import cure_all, diagnose
from core.diagnosis.finding import ERROR, NOTE, WARNING, Finding
from core.diagnosis.traceback.answer import CANNOT_TELL, CAUSE, NOT_CAUSE, Answer, answer
from core.diagnosis.traceback.recognise import recognise
from core.edits.edits import UseContainer
from core.errors import CheckpointError
from core.loading.computer import Computer
from core.saving.save import save as save_preview
from tests.containers.facts import FOLDERS
from tests.support.engine import catalogue_of, planned
from tests.support.judging import CPU, assert_cured, errors, findings_of, only
from tests.support.oracle import assert_same

BIN = FOLDERS / "sharded" / "bin"
INDEX = "pytorch_model.bin.index.json"
SECOND = "pytorch_model-00002-of-00003.bin"
WHOLE = [path for path in sorted(FOLDERS.glob("*/*")) if path.is_dir() and path.parent.name != "containers"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(BIN, tmp_path / "bin"))


def codes(path: Path, computer: Computer = Computer(8)) -> list[str]:
    return [finding.code for finding in findings_of(path, computer=computer)]


def said(act: Callable[[], Any]) -> str:
    """What somebody's loader raises."""
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            act()
    except BaseException as error:  # noqa: BLE001 - that of dcp is no Exception
        return f"{type(error).__name__}: {error}"
    finally:
        logging.disable(logging.NOTSET)
    raise AssertionError("it loads")


def judged(text: str, path: Path, computer: Computer = CPU) -> Answer:
    recognised = recognise(text)
    assert recognised is not None, text
    view = planned(path)
    return answer(recognised, diagnose(view, computer), view)


@pytest.mark.parametrize("gpus", [0, 8])
@pytest.mark.parametrize("path", WHOLE, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_healthy_folders_are_left_alone(path: Path, gpus: int) -> None:
    try:
        found = errors(findings_of(path, computer=Computer(gpus)))
    except CheckpointError as error:
        assert "is a directory" in str(error)  # noqa: PT017 - of several checkpoints, each by itself
        return
    assert all(finding.of_computer and not gpus for finding in found)


# -- shards ------------------------------------------------------------------------------------------------------


def test_a_missing_shard(folder: Path) -> None:
    (folder / SECOND).unlink()
    finding = only("missing-shard", findings_of(folder))
    text = said(lambda: torch.load(folder / SECOND))
    assert text == f"FileNotFoundError: {finding.message}"
    assert finding.severity == ERROR
    assert SECOND in finding.title
    assert "hold 2 keys" in finding.explanation
    assert judged(text, folder).verdict == CAUSE
    assert judged(text, BIN).verdict == NOT_CAUSE
    assert judged(text.replace(SECOND, "other-00001-of-00002.bin"), BIN).verdict == NOT_CAUSE


def test_a_missing_shard_of_safetensors(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDERS / "sharded" / "transformers", tmp_path / "m"))
    shard = folder / "model-00002-of-00003.safetensors"
    shard.unlink()
    text = said(lambda: load_file(shard))
    assert text == f"FileNotFoundError: {only('missing-shard', findings_of(folder)).message}"
    assert judged(text, folder).verdict == CAUSE


def test_a_damaged_shard(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shard = folder / SECOND
    shard.write_bytes(shard.read_bytes()[:-100])
    assert run(["diagnose", str(folder), "--json"]) == FOUND
    (finding,) = json.loads(capsys.readouterr().out)["findings"]
    assert finding["code"] == "cut-short"
    assert SECOND in finding["explanation"]


def test_an_index_that_names_a_file_that_is_not_there(folder: Path) -> None:
    changed(folder, lambda listed: listed | {next(iter(listed)): "pytorch_model-00009-of-00003.bin"})
    assert "pytorch_model-00009-of-00003.bin" in only("missing-shard", findings_of(folder)).title


def changed(folder: Path, change: Callable[[dict[str, str]], dict[str, str]]) -> None:
    index = folder / INDEX
    listed = json.loads(index.read_text())
    index.write_text(json.dumps({**listed, "weight_map": change(listed["weight_map"])}))


def test_an_index_of_one_save_and_a_shard_of_another(folder: Path) -> None:
    held = torch.load(folder / SECOND, map_location="cpu")
    first, *rest = held
    torch.save({"of.another": held[first], **{key: held[key] for key in rest}}, folder / SECOND)
    view = planned(folder)
    several = view.catalogue.checkpoint.several
    assert several is not None
    assert (several.absent, several.unlisted, several.elsewhere) == ((first,), ("of.another",), ())
    finding = only("mixed-shards", diagnose(view, CPU))
    assert finding.severity == ERROR
    assert not finding.edits
    text = f"safetensors_rust.SafetensorError: File does not contain tensor {first}"
    assert judged(text, folder).verdict == CAUSE
    assert judged(text, BIN).verdict != CAUSE


def test_keys_in_another_shard_than_the_index_says(folder: Path) -> None:
    changed(folder, lambda listed: {key: SECOND if at == 0 else name for at, (key, name) in enumerate(listed.items())})
    finding = only("mixed-shards", findings_of(folder, computer=Computer(8)))
    assert finding.severity == WARNING
    assert finding.edits


def test_the_same_key_in_two_shards(folder: Path) -> None:
    shutil.copy(folder / "pytorch_model-00001-of-00003.bin", folder / SECOND)
    assert only("mixed-shards", findings_of(folder)).severity == ERROR


def test_shards_without_an_index(folder: Path) -> None:
    (folder / INDEX).unlink()
    finding = only("no-index", findings_of(folder, computer=Computer(8)))
    assert finding.severity == WARNING
    assert finding.says == "transformers"
    assert judged(f"OSError: {finding.message}", folder).verdict == CAUSE
    assert judged(f"OSError: {finding.message}", BIN).verdict != CAUSE


@pytest.mark.parametrize("name", ["sharded/bin", "deepspeed_zero/zero2_bf16", "fsdp/fsdp1_sharded"])
def test_the_line_of_the_cure_works_when_typed(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = FOLDERS / name
    for finding in findings_of(path):
        if not finding.edits or (finding.severity == NOTE and finding.code not in ("zero-world-size", "rank-pieces")):
            continue
        target = tmp_path / f"{finding.code}.pth"
        status = run(["fix", str(path), "-o", str(target), "--cure", finding.code])
        assert status == 0, capsys.readouterr().err
        assert finding.code not in codes(target)


# -- ranks -------------------------------------------------------------------------------------------------------


@pytest.fixture
def group() -> Iterator[None]:
    """A group of one process."""
    dist.init_process_group("gloo", rank=0, world_size=1, store=dist.HashStore())
    yield
    dist.destroy_process_group()


def piece(name: str, rank: int = 0) -> Any:
    assert ShardedTensor
    return torch.load(FOLDERS / "fsdp" / name / f"rank{rank}.pt", weights_only=False, map_location="cpu")


def dtensor() -> Any:
    return next(leaf for leaf in tree_leaves(piece("fsdp2")) if isinstance(leaf, DTensor)).full_tensor()


@pytest.mark.parametrize(
    ("name", "load"),
    [("fsdp1_sharded", lambda: piece("fsdp1_sharded")), ("fsdp2", dtensor)],
    ids=["sharded", "dtensor"],
)
def test_pieces_of_ranks_without_their_group(name: str, load: Callable[[], Any]) -> None:
    path = FOLDERS / "fsdp" / name
    finding = only("rank-pieces", findings_of(path))
    text = said(load)
    assert text == f"RuntimeError: {finding.message}"
    assert finding.severity == NOTE
    assert finding.edits
    assert judged(text, path).verdict == CAUSE
    assert judged(text, BIN).verdict != CAUSE


@pytest.mark.usefixtures("group")
def test_pieces_in_a_group_of_another_size() -> None:
    path = FOLDERS / "fsdp" / "fsdp1_sharded"
    text = said(lambda: piece("fsdp1_sharded"))
    finding = only("rank-pieces", findings_of(path, computer=Computer(4, ranks=4)))
    assert text.replace("load time was 1", "load time was 4") == f"RuntimeError: {finding.message}"
    assert finding.severity == WARNING
    assert judged(text, path).verdict == CAUSE
    assert judged(said(lambda: piece("fsdp1_sharded", 1)), path).verdict == CAUSE


DEEPSPEED = (
    "The checkpoint being loaded used a DP world size of 2 but the current world size is 4. Automatic adjustment of "
    "ZeRO's optimizer state partitioning with a new world size is not currently supported."
)


def test_zero_in_a_group_of_another_size() -> None:
    path, computer = FOLDERS / "deepspeed_zero" / "zero3_bf16", Computer(4, ranks=4)
    finding = only("zero-world-size", findings_of(path, computer=computer))
    assert finding.message == DEEPSPEED
    assert finding.severity == WARNING
    assert "zero-world-size" not in codes(path, Computer(2, ranks=2))
    assert only("zero-world-size", findings_of(path)).severity == NOTE
    text = f"deepspeed.runtime.zero.utils.ZeRORuntimeException: {DEEPSPEED}"
    assert judged(text, path, computer).verdict == CAUSE
    assert judged(text.replace("size of 2", "size of 8"), path, computer).verdict == NOT_CAUSE


def test_a_rank_of_zero_is_missing(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDERS / "deepspeed_zero" / "zero2_bf16", tmp_path / "z"))
    next(folder.rglob("*rank_1*optim_states.pt")).unlink()
    finding = only("missing-shard", findings_of(folder))
    assert finding.message.startswith("Expected 2 of '*_optim_states.pt' under '")
    assert finding.message.endswith("saved by one or more processes.")
    assert judged(f"ValueError: {finding.message}", folder).verdict == CAUSE


# -- torch.distributed.checkpoint --------------------------------------------------------------------------------


def test_keys_below_a_name() -> None:
    path = FOLDERS / "dcp" / "one"
    finding = only("nested-keys", findings_of(path))
    text = said(lambda: dcp.load({"0.weight": torch.zeros(2)}, checkpoint_id=path))
    assert finding.message in text
    assert finding.severity == NOTE
    assert judged(text, path).verdict == CAUSE
    assert judged(text.replace("dict: 0.weight", "dict: model.0.weight"), path).verdict == NOT_CAUSE
    assert "nested-keys" not in codes(FOLDERS / "dcp" / "flat")


def test_a_file_of_dcp_is_missing(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(FOLDERS / "dcp" / "two_plain", tmp_path / "d"))
    (folder / "__1_0.distcp").unlink()
    keys = dcp.FileSystemReader(folder).read_metadata().state_dict_metadata
    wanted = {key: torch.zeros(tuple(each.size)) for key, each in keys.items() if hasattr(each, "size")}
    text = said(lambda: dcp.load(wanted, checkpoint_id=folder))
    finding = only("missing-shard", findings_of(folder))
    assert finding.message in text
    assert judged(text.splitlines()[-1], folder).verdict == CAUSE


def test_a_folder_without_its_list(folder: Path) -> None:
    text = said(lambda: dcp.load({"a": torch.zeros(1)}, checkpoint_id=folder))
    assert judged(text, folder).recognised.codes == ("no-dcp-list",)


# -- other words -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("load", [torch.load, load_file], ids=["torch", "safetensors"])
def test_a_folder_is_no_file(folder: Path, load: Callable[[Path], Any]) -> None:
    text = said(lambda: load(folder))
    assert judged(text, folder).verdict == CAUSE
    assert judged(text, folder / "pytorch_model-00001-of-00003.bin").verdict != CAUSE


def test_tensors_that_share(tmp_path: Path) -> None:
    tied = torch.ones(3)
    torch.save({"one": tied, "other": tied}, tmp_path / "tied.pt")
    torch.save({"one": tied, "other": tied.clone()}, tmp_path / "apart.pt")
    text = said(lambda: save_file({"one": tied, "other": tied}, tmp_path / "x.safetensors"))
    found = judged(text, tmp_path / "tied.pt")
    assert found.verdict == CAUSE
    assert "one, other" in found.text
    assert judged(text, tmp_path / "apart.pt").verdict != CAUSE


@pytest.mark.parametrize(
    "data", [b"", b"abc", b"<!DOCTYPE html>" + bytes(300), b"\x04\0\0\0\0\0\0\0{a}}", b"\x02" + bytes(7)]
)
def test_what_is_no_safetensors(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "x.safetensors").write_bytes(data)
    with pytest.raises(SafetensorError) as raised:
        safe_open(tmp_path / "x.safetensors", "pt")
    found = recognise(f"SafetensorError: {raised.value}")
    assert found is not None
    assert found.codes[0] in ("wrong-loader", "cut-short")


def test_the_index_says_another_file_than_has_it() -> None:
    path = next((FOLDERS / "sharded" / "transformers").glob("*-00001-*"))
    with safe_open(path, "pt") as file, pytest.raises(SafetensorError) as raised:
        file.get_tensor("of.another")
    found = recognise(f"SafetensorError: {raised.value}")
    assert found is not None
    assert (found.codes[0], found.details["key"]) == ("mixed-shards", "of.another")


# -- safetensors for transformers --------------------------------------------------------------------------------


WEIGHTS = {"a.weight": torch.ones(2, 3)}
NO_NOTES = '    if metadata.get("format") not in ["pt", "tf", "flax"]:\n'


def read_by_transformers(path: Path) -> None:
    """The lines of ``load_state_dict`` in ``transformers/modeling_utils.py`` of versions 4.25 to 4.47."""
    with safe_open(path, framework="pt") as file:
        metadata = file.metadata()
    if metadata.get("format") not in ["pt", "tf", "flax"]:
        raise OSError(
            f"The safetensors archive passed at {path} does not contain the valid metadata. Make sure you save your "
            "model with the `save_pretrained` method."
        )


@pytest.mark.parametrize(("notes", "above"), [(None, NO_NOTES), ({"by": "hand"}, ""), ({}, "")])
def test_safetensors_that_transformers_does_not_take(notes: dict[str, str] | None, above: str, tmp_path: Path) -> None:
    path, cured, healthy = (tmp_path / f"{name}.safetensors" for name in ("a", "cured", "healthy"))
    save_file(WEIGHTS, path, notes)
    save_file(WEIGHTS, healthy, {"format": "pt"})
    text = said(lambda: read_by_transformers(path))
    finding = only("no-format", findings_of(path))
    assert text.endswith(f"Error: {finding.message}")
    assert finding.severity == NOTE
    found = judged(above + text, path)
    assert (found.verdict, found.findings) == (CAUSE, (finding,))
    assert judged(above + text, healthy).verdict == NOT_CAUSE
    save_preview(assert_cured(finding, planned(path)), cured)
    read_by_transformers(cured)
    assert_same(load_file(cured), WEIGHTS)
    with safe_open(cured, "pt") as file:
        assert file.metadata() == {**(notes or {}), "format": "pt"}
    assert judged(above + text, cured).verdict == NOT_CAUSE
    assert not cure_all(catalogue_of(path)).edits


def test_another_format_is_kept(tmp_path: Path) -> None:
    """What the notes say stays in a copy, so that no edit cures it."""
    path = tmp_path / "a.safetensors"
    save_file(WEIGHTS, path, {"format": "np"})
    text = said(lambda: read_by_transformers(path))
    assert not only("no-format", findings_of(path)).edits
    assert judged(text, path).verdict == CAUSE
    save_preview(planned(path, UseContainer("safetensors")), tmp_path / "b.safetensors")
    assert only("no-format", findings_of(path, UseContainer("safetensors")))
    assert judged(text, tmp_path / "b.safetensors").verdict == CAUSE
    assert "no-format" not in {each.code for each in findings_of(path, UseContainer("zip"))}


def test_other_files_that_transformers_does_not_take(tmp_path: Path) -> None:
    """What lacks it in the other way says so otherwise; words without the line above them may be of anything."""
    path, noted, saved = tmp_path / "a.safetensors", tmp_path / "noted.safetensors", tmp_path / "a.pt"
    save_file(WEIGHTS, path)
    save_file(WEIGHTS, noted, {"by": "hand"})
    torch.save(WEIGHTS, saved)
    none, other = (said(functools.partial(read_by_transformers, each)) for each in (path, noted))
    assert recognise(none) is None
    assert judged(NO_NOTES + none, noted).verdict == judged(other, path).verdict == CANNOT_TELL
    assert judged(NO_NOTES + none, saved).verdict == judged(other, saved).verdict == NOT_CAUSE


def test_a_shard_that_transformers_does_not_take(tmp_path: Path) -> None:
    names = [f"model-0000{at}-of-00002.safetensors" for at in (1, 2)]
    for name, notes in zip(names, ({"format": "pt"}, None), strict=True):
        save_file({name[9:11]: torch.ones(2)}, tmp_path / name, notes)
    text = NO_NOTES + said(lambda: read_by_transformers(tmp_path / names[1]))
    assert only("no-format", findings_of(tmp_path)).severity == NOTE
    found = judged(text, tmp_path)
    assert found.verdict == CAUSE
    assert names[1] in found.text
    save_preview(planned(tmp_path), tmp_path / "again")
    assert judged(text, tmp_path / "again").verdict == NOT_CAUSE


def _text(finding: Finding) -> str:
    return f"{finding.title} {finding.explanation} {finding.fix}"


def test_sentences_are_whole(folder: Path) -> None:
    (folder / SECOND).unlink()
    for path in (folder, *WHOLE[:3], FOLDERS / "fsdp" / "fsdp2", FOLDERS / "deepspeed_zero" / "zero2_bf16"):
        for finding in findings_of(path):
            assert "{" not in _text(finding).replace("{'model'", "")
            assert finding.explanation.endswith(".")
            assert finding.fix.endswith(".")
