"""Pieces whose numbers are not the bytes that lie there, against what torch itself makes of the folder."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from torch.distributed.checkpoint.format_utils import dcp_to_torch_save
from torch.distributed.checkpoint.metadata import Metadata

from core.catalogue.build import open_catalogue
from core.edits.edits import UseContainer
from core.errors import Malformed
from core.numbers.reader import Numbers
from tests.containers.dcp.forging import changed, saved
from tests.containers.facts import shown
from tests.support.engine import fix


def rewritten(folder: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """The folder with the records of each of its zips changed."""

    def change_all(metadata: Metadata) -> None:
        data = bytearray()
        for index, place in metadata.storage_data.items():
            raw = (folder / place.relative_path).read_bytes()[place.offset :][: place.length]
            with zipfile.ZipFile(io.BytesIO(raw)) as old:
                records = {name: old.read(name) for name in old.namelist()}
            change(records)
            made = io.BytesIO()
            with zipfile.ZipFile(made, "w") as new:
                for name, record in records.items():
                    new.writestr(zipfile.ZipInfo(name), record)
            metadata.storage_data[index] = replace(place, offset=len(data), length=len(made.getvalue()))
            data += made.getvalue()
        (folder / "__0_0.distcp").write_bytes(data)

    return changed(folder, change_all)


def big_endian(item: int) -> Callable[[dict[str, bytes]], None]:
    """The records as a machine of the other byte order writes them."""

    def change(records: dict[str, bytes]) -> None:
        for name, data in records.items():
            if "/data/" in name:
                records[name] = b"".join(data[at : at + item][::-1] for at in range(0, len(data), item))
            elif name.endswith("byteorder"):
                records[name] = b"big"

    return change


def same_as_torch(folder: Path, tmp_path: Path) -> None:
    """What is shown, and what is written, are the numbers that torch reads."""
    dcp_to_torch_save(folder, tmp_path / "theirs.pth")
    theirs = torch.load(tmp_path / "theirs.pth", weights_only=False)
    catalogue = open_catalogue(folder)
    with Numbers(catalogue) as numbers:
        for row, tensor in enumerate(catalogue.tensors):
            (key,) = catalogue.path(tensor.entry)
            read = numbers.tensor(row).read()
            wanted = theirs[key].resolve_conj().resolve_neg().contiguous().view(torch.uint8)
            assert read.tobytes() == bytes(wanted.numpy()), key
    fix(folder, tmp_path / "ours.pth", UseContainer("zip"))
    ours = torch.load(tmp_path / "ours.pth")
    assert {key: tensor.tolist() for key, tensor in ours.items()} == {
        key: tensor.tolist() for key, tensor in theirs.items()
    }


whole = torch.arange(1, 49, dtype=torch.float32).reshape(4, 12)  # which of two zeros comes out is nobody's concern
numbers_ = torch.complex(whole, whole + 0.5)
STATES: dict[str, Any] = {
    "conj": numbers_.conj(),
    "wide": numbers_.to(torch.complex128).conj(),
    "turned": numbers_.t().conj(),
    "cut": numbers_[1:3, 2:5].conj(),
    "imag": numbers_.conj().imag.clone(memory_format=torch.preserve_format),
    "neg": torch._neg_view(whole),
    "both": torch._neg_view(numbers_.conj()),
    "half": torch._neg_view(whole.to(torch.bfloat16)),
    "plain": whole,
}


@pytest.mark.parametrize("key", STATES)
def test_conjugates_and_negatives_are_those_that_torch_reads(key: str, tmp_path: Path) -> None:
    same_as_torch(saved({key: STATES[key]}, tmp_path / "run"), tmp_path)


@pytest.mark.parametrize(("key", "item"), [("plain", 4), ("conj", 4), ("wide", 8), ("half", 2), ("turned", 4)])
def test_pieces_of_the_other_byte_order_are_those_that_torch_reads(key: str, item: int, tmp_path: Path) -> None:
    same_as_torch(rewritten(saved({key: STATES[key]}, tmp_path / "run"), big_endian(item)), tmp_path)


def test_objects_of_the_other_byte_order_are_told_of(tmp_path: Path) -> None:
    folder = rewritten(saved({"kept": ({"w": torch.ones(2)}, 1)}, tmp_path / "run"), big_endian(4))
    with pytest.raises(Malformed, match="big-endian"):
        open_catalogue(folder)


def test_a_negative_of_whole_numbers_is_not_shown_as_it_is_not(tmp_path: Path) -> None:
    catalogue = open_catalogue(saved({"w": torch._neg_view(torch.arange(4))}, tmp_path / "run"))
    with pytest.raises(Malformed, match="never writes"):
        shown(catalogue)


def test_a_piece_that_torch_never_wrote_is_not_shown(tmp_path: Path) -> None:
    def doubled(records: dict[str, bytes]) -> None:
        records.update({name.upper(): data for name, data in records.items() if "/data/" in name})

    catalogue = open_catalogue(rewritten(saved({"w": torch.ones(3)}, tmp_path / "run"), doubled))
    with pytest.raises(Malformed, match=r"not written by torch\.save"):
        shown(catalogue)
