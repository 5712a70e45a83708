"""safetensors files that are written, judged by the safetensors library: byte for byte what it writes itself."""

from __future__ import annotations

import json
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, load_model, save_file, save_model
from torch import nn

from core.edits.edits import Cast, Drop, Extract, Keep, RemapDevice, RenameKey, SetNumbers, SetValue, StripPrefix
from core.errors import EditError, SaveError, Step
from core.saving.outlook import outlook
from tests.places import ROOT
from tests.support.engine import catalogue_of, fix, planned
from tests.support.oracle import PretendGpus

DTYPES = [
    *(torch.float64, torch.float32, torch.float16, torch.bfloat16, torch.complex64, torch.bool),
    *(torch.int64, torch.int32, torch.int16, torch.int8, torch.uint8, torch.uint16, torch.uint32, torch.uint64),
    *(torch.float8_e4m3fn, torch.float8_e4m3fnuz, torch.float8_e5m2, torch.float8_e5m2fnuz, torch.float8_e8m0fnu),
]


class Tied(nn.Module):
    """A model whose head is its embedding."""

    def __init__(self) -> None:
        super().__init__()
        self.emb = nn.Embedding(50, 16)
        self.layer = nn.Linear(16, 16)
        self.head = nn.Linear(16, 50, bias=False)
        self.head.weight = self.emb.weight


def saved(value: Any, path: Path, **options: Any) -> Path:
    torch.save(value, path, **options)
    return path


def notes_of(path: Path) -> dict[str, str]:
    with safe_open(path, "pt") as file:
        return dict(file.metadata() or {})


def bits(tensor: torch.Tensor) -> bytes:
    return bytes(tensor.detach().resolve_conj().contiguous().reshape(-1).view(torch.uint8).numpy().tobytes())


def assert_holds(path: Path, expected: dict[str, torch.Tensor]) -> None:
    found = load_file(path)
    assert found.keys() == expected.keys()
    for key, tensor in expected.items():
        assert (found[key].dtype, found[key].shape) == (tensor.dtype, tensor.shape), key
        assert bits(found[key]) == bits(tensor), key


@pytest.mark.parametrize("legacy", [False, True])
def test_the_very_file_that_the_library_writes(tmp_path: Path, legacy: bool) -> None:
    torch.manual_seed(0)
    dtypes = DTYPES[:11] if legacy else DTYPES
    value = {f"é.{index}": torch.randn(3, 5).to(dtype) for index, dtype in enumerate(dtypes)}
    value |= {"b": torch.zeros(0, 3), "a": torch.tensor(1.5)}
    source = saved(value, tmp_path / "a.pth", _use_new_zipfile_serialization=not legacy)
    fix(source, tmp_path / "a.safetensors")
    save_file(value, tmp_path / "theirs.safetensors", metadata={"format": "pt"})
    assert (tmp_path / "a.safetensors").read_bytes() == (tmp_path / "theirs.safetensors").read_bytes()


def test_tensors_however_they_lie(tmp_path: Path) -> None:
    base = torch.arange(24.0).reshape(4, 6)
    other = torch.arange(8, dtype=torch.int16)
    value = {
        "turned": base.t(),
        "strided": other[::2],
        "row": torch.randn(5, 7)[2:3],
        "conjugate": torch.randn(3, dtype=torch.complex64).conj(),
        "expanded": torch.randn(3, 1).expand(3, 4),
    }
    fix(saved(value, tmp_path / "a.pth"), tmp_path / "a.safetensors")
    assert_holds(tmp_path / "a.safetensors", value)


def test_packed_storages(tmp_path: Path) -> None:
    """A zip that another program packed: its storages have to be unpacked, those of views too."""
    value = {"whole": torch.arange(900.0), "view": torch.arange(900.0)[100:130]}
    saved(value, tmp_path / "plain.pth")
    with zipfile.ZipFile(tmp_path / "plain.pth") as plain, zipfile.ZipFile(tmp_path / "packed.pth", "w", 8) as packed:
        for name in plain.namelist():
            packed.writestr(name, plain.read(name))
    fix(tmp_path / "packed.pth", tmp_path / "a.safetensors", accept_odd=True)
    assert_holds(tmp_path / "a.safetensors", value)


def test_shared_tensors_as_save_model_has_them(tmp_path: Path) -> None:
    model = Tied()
    source = saved(model.state_dict(), tmp_path / "a.pth")
    report = fix(source, tmp_path / "a.safetensors")
    save_model(model, str(tmp_path / "theirs.safetensors"), metadata={"format": "pt"})
    assert_holds(tmp_path / "a.safetensors", load_file(tmp_path / "theirs.safetensors"))
    assert notes_of(tmp_path / "a.safetensors") == notes_of(tmp_path / "theirs.safetensors")
    assert "head.weight = emb.weight" in report.outlook.notes[0]
    fresh = Tied()
    assert load_model(fresh, tmp_path / "a.safetensors") == (set(), [])
    assert torch.equal(fresh.head.weight, model.emb.weight)


def test_views_of_one_storage_that_do_not_meet_are_written_each_by_itself(tmp_path: Path) -> None:
    base = torch.randn(10)
    value = {"a": base[:4], "b": base[4:6], "c": base[5:8], "d": base[5:8]}
    report = fix(saved(value, tmp_path / "a.pth"), tmp_path / "a.safetensors")
    del value["d"]
    assert_holds(tmp_path / "a.safetensors", value)
    assert "d = c" in report.outlook.notes[0]


def test_all_edits_are_applied(tmp_path: Path) -> None:
    value = {"module.w": torch.randn(4, 4), "module.b": torch.randn(4), "module.gone": torch.ones(2)}
    source = saved(value, tmp_path / "a.pth")
    names = catalogue_of(source)
    w, b, gone = (names.find(f"module.{name}") for name in ("w", "b", "gone"))
    edits = (StripPrefix("module."), Cast("bfloat16", frozenset({names.rows[w]})), Drop(gone), RenameKey(b, "bias"))
    fix(source, tmp_path / "a.safetensors", *edits, SetNumbers(b, ((0, 1, 1),), 7.0))
    bias = value["module.b"].clone()
    bias[0] = 7
    assert_holds(tmp_path / "a.safetensors", {"w": value["module.w"].bfloat16(), "bias": bias})


# -- safetensors as the source -------------------------------------------------------------------------------------


@pytest.fixture
def source(tmp_path: Path) -> Path:
    value = {"net.w": torch.randn(6, 4), "net.b": torch.randn(4).half()}
    save_file(value, tmp_path / "source.safetensors", metadata={"format": "pt", "by": "me"})
    return tmp_path / "source.safetensors"


def test_one_is_edited_and_written_as_such(source: Path, tmp_path: Path) -> None:
    names = catalogue_of(source)
    cast = Cast("float32", frozenset({names.rows[names.find("net.b")]}))
    fix(source, tmp_path / "new.safetensors", StripPrefix("net."), cast)
    before = load_file(source)
    assert_holds(tmp_path / "new.safetensors", {"w": before["net.w"], "b": before["net.b"].float()})
    assert notes_of(tmp_path / "new.safetensors") == {"format": "pt", "by": "me"}


def test_without_a_change_it_is_the_same_file(source: Path, tmp_path: Path) -> None:
    save_file(load_file(source), tmp_path / "a.safetensors", metadata={"format": "pt"})
    fix(tmp_path / "a.safetensors", tmp_path / "b.safetensors")
    assert (tmp_path / "a.safetensors").read_bytes() == (tmp_path / "b.safetensors").read_bytes()


def test_its_notes_are_edited(source: Path, tmp_path: Path) -> None:
    names = catalogue_of(source)
    fix(source, tmp_path / "new.safetensors", SetValue(names.find("__metadata__/by"), "you"))
    assert notes_of(tmp_path / "new.safetensors")["by"] == "you"


@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_to_torch(source: Path, tmp_path: Path, container: str) -> None:
    """On the CPU, where the safetensors library would put it, and without the notes, which are no weights."""
    fix(source, tmp_path / "new.pth", container=container)
    found, expected = torch.load(tmp_path / "new.pth"), load_file(source)
    assert found.keys() == expected.keys()
    assert all(torch.equal(found[key], expected[key]) and found[key].device.type == "cpu" for key in expected)


def test_the_name_says_what_it_is(source: Path, tmp_path: Path) -> None:
    fix(source, tmp_path / "new.pth")
    assert torch.load(tmp_path / "new.pth").keys() == load_file(source).keys()
    fix(tmp_path / "new.pth", tmp_path / "again.safetensors")
    assert_holds(tmp_path / "again.safetensors", load_file(source))


# -- what it cannot hold -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"model": {"w": torch.ones(2)}, "epoch": 3}, r"also has epoch. Keep only the state dict “model”"),
        ({"w": torch.ones(2), "scale": 1.5}, r"scale is not one. Leave it out, or save"),
        (nn.Linear(2, 2), r"Replace it by its state dict"),
        ({"w": torch.ones(2).to_sparse()}, r"w is not one"),
        ({"w": torch.ones(2, dtype=torch.complex128)}, r"does not support complex128, the dtype of 'w'. Save as zip"),
        ({"__metadata__": torch.ones(2)}, r"can be called '__metadata__'"),
        ({"w\ud800": torch.ones(2)}, r"Rename it"),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_what_it_cannot_hold(tmp_path: Path, value: Any, said: str) -> None:
    source = saved(value, tmp_path / "a.pth")
    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises(EditError, match=said):
        fix(source, tmp_path / "a.safetensors")
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_a_whole_model_among_others_is_not_to_be_left_out(tmp_path: Path) -> None:
    """Its state dict is to be kept, once it is one: each way out is followed by the next."""
    path = saved({"epoch": 3, "model": nn.Linear(2, 3)}, tmp_path / "whole.pth")
    with pytest.raises(EditError, match="Keep only the state dict “model”") as refused:
        outlook(planned(path), "safetensors")
    assert [(way.step, way.what) for way in refused.value.ways[:-1]] == [(Step.EXTRACT, "model"), (Step.KEEP, "model")]
    model = catalogue_of(path).find("model")
    with pytest.raises(EditError) as refused:
        outlook(planned(path, Extract(model)), "safetensors")
    assert [way.step for way in refused.value.ways] == [Step.KEEP, Step.SAVE_AS]
    fix(path, tmp_path / "bare.safetensors", Extract(model), Keep(model), container="safetensors")
    assert load_file(tmp_path / "bare.safetensors").keys() == {"weight", "bias"}


def test_what_it_does_not_keep_is_told(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        weight = torch.ones(2)
        gpus.place(weight, "cuda:1")
        source = saved({"w": weight, "p": nn.Parameter(torch.ones(2))}, tmp_path / "a.pth")
    told = fix(source, tmp_path / "a.safetensors").outlook.notes
    assert any("cuda:1" in note for note in told)
    assert any("gradients" in note for note in told)
    assert not any(
        "cuda" in note for note in fix(source, tmp_path / "b.safetensors", RemapDevice("cuda:*", "cpu")).outlook.notes
    )


def test_of_the_command_line(tmp_path: Path) -> None:
    source = saved(Tied().state_dict(), tmp_path / "a.pth")
    run = [sys.executable, "main.py", "fix", str(source), "-o", str(tmp_path / "a.safetensors"), "--json"]
    told = json.loads(subprocess.check_output([*run, "--container", "safetensors", "--dry-run"], cwd=ROOT))
    assert "head.weight = emb.weight" in told["notes"][0]
    assert not (tmp_path / "a.safetensors").exists()
    done = json.loads(subprocess.check_output(run, cwd=ROOT))
    assert (done["tensors"], done["notes"]) == (3, told["notes"])


def test_damage_is_told(tmp_path: Path) -> None:
    """safetensors has no checksums: what does not match its own in the source is not written silently."""
    source = saved({"w": torch.full((5000,), 7.0)}, tmp_path / "a.pth")
    raw = source.read_bytes()
    at = raw.index(torch.full((3,), 7.0).numpy().tobytes())
    source.write_bytes(raw[: at + 400] + b"\0\0\1\1" + raw[at + 404 :])
    with pytest.raises(SaveError, match="do not match the checksum"):
        fix(source, tmp_path / "a.safetensors")
    assert fix(source, tmp_path / "a.safetensors", accept_damage=True).damaged == ("w",)
