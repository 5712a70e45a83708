"""What is shown of DCP folders that 1, 2 and 4 processes wrote, and what is saved of them, against torch's reading."""

from __future__ import annotations

import dataclasses
import io
import os
import pickle
import shutil
from pathlib import Path
from typing import Any

import pytest
import torch
from torch.distributed.checkpoint.format_utils import dcp_to_torch_save
from torch.distributed.checkpoint.metadata import Metadata, MetadataIndex

from core.catalogue.build import open_catalogue
from core.edits.edits import UseContainer
from core.errors import CannotOpen, Malformed
from core.files import copy
from tests.containers.dcp.forging import changed, saved
from tests.containers.facts import FOLDERS, facts, shown, told
from tests.frameworks.folders.recording import equal
from tests.support.engine import fix
from tests.support.oracle import PretendGpus

KEPT = [path.parent.relative_to(FOLDERS).as_posix() for path in sorted(FOLDERS.glob("*/*/.metadata"))]
PACKED = "dcp/compressed"


@pytest.mark.parametrize("name", [name for name in KEPT if name != PACKED])
def test_tensors_are_those_that_torch_reads(name: str) -> None:
    catalogue = open_catalogue(FOLDERS / name)
    assert shown(catalogue) == told(name)
    assert catalogue.checkpoint.container == "dcp"
    several = catalogue.checkpoint.several
    assert several is not None
    assert set(several.names) == facts(name)["parts"].keys()
    assert not several.missing
    assert not several.extra


@pytest.mark.parametrize("name", ["dcp/one", "dcp/numbered", "dcp/types", "dcp/four_2d", "fsdp/fsdp1_dcp"])
def test_one_file_is_what_dcp_to_torch_save_makes(name: str, tmp_path: Path) -> None:
    fix(FOLDERS / name, tmp_path / "ours.pth", UseContainer("zip"))
    dcp_to_torch_save(FOLDERS / name, tmp_path / "theirs.pth")
    ours, theirs = (torch.load(tmp_path / f"{who}.pth", weights_only=False) for who in ("ours", "theirs"))
    assert equal(ours, theirs)


@pytest.mark.parametrize("name", KEPT)
def test_who_wrote_which_piece(name: str) -> None:
    catalogue = open_catalogue(FOLDERS / name)
    told_of = {tuple(each["path"]): each["chunks"] for each in facts(name)["entries"] if each["type"] == "tensor"}
    for row, tensor in enumerate(catalogue.tensors):
        pieces = catalogue.checkpoint.pieces(catalogue.storage_columns.keys[catalogue.storage_of[row]])
        assert [[list(piece.first), list(piece.sizes), piece.file] for piece in pieces] == [
            chunk[:3] for chunk in told_of[catalogue.path(tensor.entry)] if all(chunk[1])
        ]
        assert all(f"__{piece.rank}_" in piece.file for piece in pieces)


@pytest.mark.parametrize("file", [".metadata", "__1_0.distcp", ""])
def test_any_file_stands_for_the_folder(file: str) -> None:
    name = "dcp/two_uneven"
    assert shown(open_catalogue(FOLDERS / name / file)) == told(name)


def test_only_the_list_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a checkpoint without objects; of others their files are, for these."""
    opened: list[str] = []
    real = os.open
    monkeypatch.setattr(os, "open", lambda path, *more: (opened.append(os.fspath(path)), real(path, *more))[1])
    open_catalogue(FOLDERS / "dcp" / "four_squares")
    assert {Path(path).name for path in opened} == {".metadata"}


@pytest.mark.parametrize("stretch", [64, 100, 1 << 20])
def test_turned_pieces_are_put_row_by_row(stretch: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from core.containers.dcp import archive

    monkeypatch.setattr(archive, "CHUNK", stretch)
    whole = torch.arange(840.0)
    state = {
        "turned": whole[:35].reshape(5, 7).t(),
        "pictures": whole.reshape(4, 5, 6, 7).contiguous(memory_format=torch.channels_last),
        "mixed": whole.reshape(4, 5, 6, 7).permute(2, 0, 3, 1).double(),
        "odd": whole[:24].reshape(2, 3, 4).permute(2, 1, 0).to(torch.complex128),
        "bytes": whole[:30].reshape(5, 6).t().to(torch.uint8),
    }
    assert not any(tensor.is_contiguous() for tensor in state.values())
    fix(saved(state, tmp_path / "run"), tmp_path / "one.pth", UseContainer("zip"))
    loaded = torch.load(tmp_path / "one.pth")
    for key, tensor in state.items():
        assert torch.equal(loaded[key], tensor)
        assert loaded[key].is_contiguous()


@pytest.mark.parametrize("stretch", [24, 1 << 20])
def test_pieces_are_read_as_torch_reads_them(stretch: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Conjugated and negated tensors are saved as they lie, with a mark; torch applies it when it loads a piece."""
    from core.containers.dcp import archive

    monkeypatch.setattr(archive, "CHUNK", stretch)
    numbers = torch.complex(torch.arange(12.0), torch.arange(12.0) - 5).reshape(3, 4)
    state = {
        "conjugate": numbers.conj(),
        "adjoint": numbers.to(torch.complex128).mH,
        "imaginary": numbers.conj().imag,
        "negative": torch._neg_view(torch.tensor([0.0, 1.0, float("nan"), -3.0], dtype=torch.bfloat16)),
        "both": torch._neg_view(numbers.conj()),
        "plain": numbers,
    }
    folder = saved(state, tmp_path / "run")
    dcp_to_torch_save(folder, tmp_path / "torch.pth")
    wanted = torch.load(tmp_path / "torch.pth")
    fix(folder, tmp_path / "one.pth", UseContainer("zip"))
    loaded = torch.load(tmp_path / "one.pth")
    for key, tensor in wanted.items():
        assert not loaded[key].is_conj()
        assert torch.equal(loaded[key].nan_to_num(), tensor.resolve_conj().resolve_neg().nan_to_num())
        assert torch.equal(tensor.isnan(), loaded[key].isnan())
    one, many = shown(open_catalogue(tmp_path / "one.pth")), shown(open_catalogue(folder))
    assert {path: each[2:] for path, each in one.items()} == {path: each[2:] for path, each in many.items()}


@pytest.mark.parametrize("dtype", [torch.float32, torch.complex64, torch.int16, torch.uint8])
def test_a_piece_of_a_machine_with_the_other_byte_order(dtype: torch.dtype, tmp_path: Path) -> None:
    wanted = torch.arange(6).reshape(2, 3).to(dtype)
    folder = changed(saved({"w": wanted}, tmp_path / "run"), lambda metadata: one_big_piece(metadata, tmp_path / "run"))
    dcp_to_torch_save(folder, tmp_path / "torch.pth")
    assert torch.equal(torch.load(tmp_path / "torch.pth")["w"], wanted)
    fix(folder, tmp_path / "one.pth", UseContainer("zip"))
    assert torch.equal(torch.load(tmp_path / "one.pth")["w"], wanted)


def one_big_piece(metadata: Metadata, folder: Path) -> None:
    """Write the only piece of a folder anew as a big-endian machine writes it, and list it so."""
    ((index, place),) = metadata.storage_data.items()
    path = folder / place.relative_path
    reader = torch._C.PyTorchFileReader(io.BytesIO(path.read_bytes()[place.offset : place.offset + place.length]))
    tensor = torch.load(io.BytesIO(path.read_bytes()[place.offset : place.offset + place.length]))
    real = torch.view_as_real(tensor) if tensor.is_complex() else tensor
    swapped = real.numpy().byteswap().tobytes()
    buffer = io.BytesIO()
    writer = torch._C.PyTorchFileWriter(buffer)
    for name, data in (("data.pkl", reader.get_record("data.pkl")), ("byteorder", b"big"), ("data/0", swapped)):
        writer.write_record(name, data, len(data))
    writer.write_end_of_file()
    path.write_bytes(buffer.getvalue())
    metadata.storage_data[index] = dataclasses.replace(place, offset=0, length=len(buffer.getvalue()))


def test_tensors_in_objects_keep_their_devices(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        best = torch.arange(3.0)
        gpus.place(best, "cuda:5")
        state = {"model": {"w": torch.ones(2, 2)}, "kept": ({"best": best}, [1, 2]), "w": {"x": torch.zeros(0, 4)}}
        folder = saved(state, tmp_path / "run")
    catalogue = open_catalogue(folder)
    assert {row.device for row in catalogue.storages} == {"cpu", "cuda:5"}
    fix(folder, tmp_path / "one.pth", UseContainer("zip"))
    loaded = torch.load(tmp_path / "one.pth", map_location="cpu")
    assert torch.equal(loaded["kept"][0]["best"], torch.arange(3.0))
    assert loaded["w"]["x"].shape == (0, 4)


def test_what_lightning_puts_beside_it_is_part_of_it(tmp_path: Path) -> None:
    folder = FOLDERS / "runs" / "lightning_fsdp2"
    meta = torch.load(folder / "meta.pt", weights_only=False)
    fix(folder, tmp_path / "one.pth", UseContainer("zip"))
    one = torch.load(tmp_path / "one.pth", weights_only=False)
    assert meta
    assert {key: one[key] for key in meta} == meta
    assert "model" in one.keys() - meta.keys()
    shutil.copytree(folder, tmp_path / "run")
    (tmp_path / "run" / "notes.txt").write_text("x")
    torch.save({"epoch": torch.arange(3), "model": 5}, tmp_path / "run" / "meta.pt")
    catalogue = open_catalogue(tmp_path / "run")
    several = catalogue.checkpoint.several
    assert several is not None
    assert ([other.name for other in several.others], several.doubled) == (["notes.txt"], ("model",))
    assert {path[0] for path in shown(catalogue)} == {"model", "optimizer", "epoch"}
    (tmp_path / "run" / "meta.pt").write_bytes(b"nothing")
    several = open_catalogue(tmp_path / "run").checkpoint.several
    assert several is not None
    assert several.missing[0].name == "meta.pt"


def test_ranks_that_list_their_own(tmp_path: Path) -> None:
    """As ``dcp.save(use_collectives=False)`` leaves them: each rank lists what it wrote itself."""
    folder = tmp_path / "run"
    shutil.copytree(FOLDERS / "dcp" / "two_uneven", folder)
    whole = (folder / ".metadata").read_bytes()
    (folder / ".metadata").unlink()
    for rank in range(2):
        metadata = pickle.loads(whole)
        metadata.storage_data = {
            index: place
            for index, place in metadata.storage_data.items()
            if place.relative_path == f"__{rank}_0.distcp"
        }
        for key, entry in list(metadata.state_dict_metadata.items()):
            entry.chunks = [
                chunk for chunk in entry.chunks if MetadataIndex(key, chunk.offsets) in metadata.storage_data
            ]
            if not entry.chunks:
                del metadata.state_dict_metadata[key]
        (folder / f"__{rank}.metadata").write_bytes(pickle.dumps(metadata))
    for name in ("", "__1.metadata", "__0_0.distcp"):
        assert shown(open_catalogue(folder / name)) == told("dcp/two_uneven")


def test_packed_pieces_are_listed_and_not_read(tmp_path: Path) -> None:
    catalogue = open_catalogue(FOLDERS / PACKED)
    rows = {catalogue.path(row.entry): (row.dtype, row.shape) for row in catalogue.tensors}
    assert rows == {path: each[:2] for path, each in told(PACKED).items()}
    with pytest.raises(Malformed, match=r"encoded by an extension .*stream\.zstd/1"):
        shown(catalogue)
    assert "encoded by an extension" in (catalogue.checkpoint.read_only or "")
    with pytest.raises(Malformed, match="encoded by an extension"):
        fix(FOLDERS / PACKED, tmp_path / "one.pth", UseContainer("zip"))
    assert not list(tmp_path.iterdir())


def test_a_missing_file_takes_its_keys_along(tmp_path: Path) -> None:
    name = "dcp/two_uneven"
    shutil.copytree(FOLDERS / name, tmp_path / "run")
    (tmp_path / "run" / "__1_0.distcp").unlink()
    (tmp_path / "run" / "__2_0.distcp").write_bytes(b"of another save")
    catalogue = open_catalogue(tmp_path / "run")
    several = catalogue.checkpoint.several
    assert several is not None
    assert several.extra == ("__2_0.distcp",)
    (missing,) = several.missing
    rows = [(each["key"], *chunk) for each in facts(name)["entries"] for chunk in each["chunks"]]
    of_rank_1 = {key for key, _, sizes, file, *_ in rows if file == "__1_0.distcp" and all(sizes)}
    assert (missing.name, set(missing.keys)) == ("__1_0.distcp", of_rank_1)
    assert shown(catalogue) == {path: each for path, each in told(name).items() if path[0] not in of_rank_1}
    (tmp_path / "run" / "__0_0.distcp").unlink()
    with pytest.raises(CannotOpen, match="All 2 files that hold the pieces of run are missing"):
        open_catalogue(tmp_path / "run")


@pytest.mark.parametrize("file", ["", "__0_0.distcp"])
def test_parts_without_their_list_are_told_of(file: str, tmp_path: Path) -> None:
    shutil.copytree(FOLDERS / "dcp" / "flat", tmp_path / "run")
    (tmp_path / "run" / ".metadata").unlink()
    with pytest.raises(CannotOpen, match=r"not the \.metadata that says what is in them: the save did not finish"):
        open_catalogue(tmp_path / "run" / file)


def test_memory_stays_small_for_a_large_turned_piece(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a transposed matrix no stretch asks for more than about its own size."""
    asked: list[int] = []
    real = copy.Source.read
    monkeypatch.setattr(copy.Source, "read", lambda self, at, n: (asked.append(n), real(self, at, n))[1])
    state: dict[str, Any] = {"w": torch.arange(6_000_000, dtype=torch.int32).reshape(2000, 3000).t()}
    fix(saved(state, tmp_path / "run"), tmp_path / "one.pth", UseContainer("zip"))
    assert max(asked) < 9_000_000
    assert torch.equal(torch.load(tmp_path / "one.pth")["w"], state["w"])
