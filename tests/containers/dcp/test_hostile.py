"""Lists that lie: a sentence each, nothing run, nothing asked for that is not there."""

from __future__ import annotations

import contextlib
import io
import os
import pickle
import warnings
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
import torch.distributed.checkpoint as dcp
from torch.distributed.checkpoint.metadata import (
    BytesStorageMetadata,
    ChunkStorageMetadata,
    Metadata,
    MetadataIndex,
)
from torch.distributed.checkpoint.planner import WriteItem

from core.catalogue.build import open_catalogue
from core.errors import CheckpointError, Malformed, TooLarge
from tests.containers.dcp.forging import changed, saved
from tests.containers.facts import shown

Size = torch.Size


def folder(path: Path) -> Path:
    """Two tensors, one of them as if two ranks had written it, and an object."""
    saved({"w": torch.arange(12.0).reshape(4, 3), "b": torch.ones(3), "epoch": 3}, path)

    def cut(metadata: Metadata) -> None:
        entry = metadata.state_dict_metadata["b"]
        place = metadata.storage_data.pop(MetadataIndex("b", [0]))
        entry.size, entry.chunks = Size([6]), [ChunkStorageMetadata(Size([n]), Size([3])) for n in (0, 3)]
        metadata.storage_data |= {MetadataIndex("b", [n]): place for n in (0, 3)}

    return changed(path, cut)


def test_it_is_sound_as_it_is(tmp_path: Path) -> None:
    rows = shown(open_catalogue(folder(tmp_path / "run")))
    assert {path: shape for path, (_, shape, _) in rows.items()} == {("w",): (4, 3), ("b",): (6,)}


def chunk(at: int, **fields: Any) -> Callable[[Metadata], None]:
    """The list with another piece of ``b``."""

    def change(metadata: Metadata) -> None:
        entry = metadata.state_dict_metadata["b"]
        old = entry.chunks[at]
        entry.chunks[at] = replace(old, **fields)
        place = metadata.storage_data[MetadataIndex("b", old.offsets)]
        metadata.storage_data[MetadataIndex("b", entry.chunks[at].offsets)] = place

    return change


def place(**fields: Any) -> Callable[[Metadata], None]:
    """The list with ``w`` elsewhere."""

    def change(metadata: Metadata) -> None:
        index = MetadataIndex("w", [0, 0])
        metadata.storage_data[index] = replace(metadata.storage_data[index], **fields)

    return change


def entry(key: str, value: Any) -> Callable[[Metadata], None]:
    def change(metadata: Metadata) -> None:
        metadata.state_dict_metadata[key] = value

    return change


def path(key: str, value: Any) -> Callable[[Metadata], None]:
    def change(metadata: Metadata) -> None:
        metadata.planner_data[key] = value

    return change


def attribute(name: str, value: Any) -> Callable[[Metadata], None]:
    return lambda metadata: setattr(metadata, name, value)


def shape(*sizes: int) -> Callable[[Metadata], None]:
    def change(metadata: Metadata) -> None:
        found = metadata.state_dict_metadata["w"]
        found.size, found.chunks = Size(sizes), [ChunkStorageMetadata(Size([0] * len(sizes)), Size(sizes))]
        metadata.storage_data[MetadataIndex("w", [0] * len(sizes))] = metadata.storage_data.pop(
            MetadataIndex("w", [0, 0])
        )

    return change


def forgotten(metadata: Metadata) -> None:
    del metadata.storage_data[MetadataIndex("w", [0, 0])]


def twice(metadata: Metadata) -> None:
    """The object has the path of a tensor's parent."""
    metadata.planner_data |= {"w": ("epoch", "w"), "epoch": ("epoch",)}


CASES: dict[str, tuple[Callable[[Metadata], Any], str]] = {
    "two ranks claim the same": (chunk(1, offsets=Size([2])), "Two pieces of b claim the same numbers"),
    "a piece twice": (chunk(1, offsets=Size([0])), "Two pieces of b claim the same numbers"),
    "a piece is missing": (
        lambda m: m.state_dict_metadata["b"].chunks.__delitem__(1),
        "Pieces of b are missing: they do not make up the whole",
    ),
    "a piece outside": (chunk(1, sizes=Size([4])), "A piece of b lies outside the bounds"),
    "a piece of other dimensions": (chunk(1, sizes=Size([3, 1])), "A piece of b lies outside the bounds"),
    "a piece that lies nowhere": (forgotten, "does not say where 'w', or a piece of it, lies"),
    "another file": (place(relative_path="../../etc/passwd"), "'../../etc/passwd' leads out of the folder"),
    "a file from the root": (place(relative_path="/etc/passwd"), "'/etc/passwd' leads out of the folder"),
    "no name": (place(relative_path=""), "'' leads out of the folder"),
    "an offset outside": (place(offset=10**12), "'w' lies beyond the end of __0_0.distcp.* was cut short"),
    "a length outside": (place(length=10**12), "'w' lies beyond the end of __0_0.distcp"),
    "a negative offset": (place(offset=-1), "describes 'the list of places' in a way that .* never writes"),
    "a length that is none": (place(length="all"), "never writes"),
    "terabytes": (shape(1 << 20, 1 << 20), "'w' lies beyond the end of __0_0.distcp"),
    "more than can be counted": (shape(*[1 << 40] * 9), "'w' lies beyond the end of __0_0.distcp"),
    "a thousand dimensions": (shape(*[1] * 1000), "never writes"),
    "another kind of entry": (entry("x", MetadataIndex("x")), r"describes 'x' .* never writes: .*MetadataIndex"),
    "a dtype that is none": (
        lambda m: setattr(m.state_dict_metadata["w"].properties, "dtype", torch.strided),
        "describes 'w' .* never writes",
    ),
    "a key that is none": (entry(5, BytesStorageMetadata()), "a key that is not text"),  # type: ignore[arg-type]
    "an object that lies nowhere": (entry("x", BytesStorageMetadata()), "does not say where 'x'"),
    "no list of entries": (attribute("state_dict_metadata", None), "is not the list of a checkpoint"),
    "no list of places": (attribute("storage_data", None), "does not say where"),
    "something else": (lambda _: {"torch.distributed": 5}, "is not the list of a checkpoint"),
    "a place in a list without end": (path("w", ("w", 1 << 60)), "asks for .* list entries"),
    "two things at one place": (path("w", ("b",)), "describes 'b' in two ways that contradict"),
    "a leaf that holds something": (twice, "in two ways that contradict"),
    "a key of a list": (lambda m: (path("w", ("l", 0))(m), path("b", ("l", "k"))(m))[0], "in two ways that contradict"),
}


@pytest.mark.parametrize("name", CASES)
def test_lists_that_lie(name: str, tmp_path: Path) -> None:
    change, says = CASES[name]
    with pytest.raises(CheckpointError, match=says):
        open_catalogue(changed(folder(tmp_path / "run"), change))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (place(offset=3), "'w' in __0_0.distcp cannot be read: That part of the file was not written by torch.save"),
        (lambda m: setattr(m.state_dict_metadata["w"].properties, "dtype", torch.int32), "not the tensor that"),
        (shape(3, 4), "not the tensor that .metadata describes"),
        (shape(2, 3), "not the tensor that .metadata describes"),
    ],
)
def test_pieces_that_are_something_else(change: Callable[[Metadata], Any], says: str, tmp_path: Path) -> None:
    catalogue = open_catalogue(changed(folder(tmp_path / "run"), change))
    with pytest.raises(CheckpointError, match=says):
        shown(catalogue)


class Evil:
    def __reduce__(self) -> Any:
        return os.system, ("touch " + os.environ["EVIL"],)


EVIL = Evil()


@pytest.mark.parametrize(
    "change",
    [
        entry("x", EVIL),
        attribute("storage_meta", EVIL),
        attribute("planner_data", EVIL),
        lambda m: setattr(m.state_dict_metadata["w"], "size", EVIL),
        lambda m: setattr(m.state_dict_metadata["w"].properties, "dtype", EVIL),
        lambda _: EVIL,
    ],
)
def test_nothing_in_a_list_is_run(
    change: Callable[[Metadata], Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("EVIL", os.fspath(tmp_path / "was_run"))
    made = changed(folder(tmp_path / "run"), change)
    with contextlib.suppress(CheckpointError):
        open_catalogue(made)
    assert not (tmp_path / "was_run").exists()
    pickle.loads((made / ".metadata").read_bytes())
    assert (tmp_path / "was_run").exists()


def test_an_object_that_is_no_file_of_torch_save_is_refused(tmp_path: Path) -> None:
    """The storages of a TorchScript archive have the numbers that those of the folder have."""

    class Scripts(dcp.DefaultSavePlanner):
        def transform_object(self, write_item: WriteItem, value: Any) -> Any:
            if value != "a script":
                return super().transform_object(write_item, value)
            stream = io.BytesIO()
            torch.jit.save(torch.jit.script(torch.nn.Linear(2, 2)), stream)
            return stream

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        writer = dcp.FileSystemWriter(tmp_path / "run")
        dcp.save({"w": torch.ones(2, 2), "s": "a script"}, storage_writer=writer, planner=Scripts(), no_dist=True)
    with pytest.raises(Malformed, match=r"'s' in __0_0.distcp cannot be read: .*not written by torch.save"):
        open_catalogue(tmp_path / "run")


def test_a_list_that_refers_to_what_lies_outside_is_refused(tmp_path: Path) -> None:
    """``pickle.load``, which torch reads it with, fails there."""

    class Refers(pickle.Pickler):
        def persistent_id(self, value: Any) -> Any:
            return ("storage", torch.FloatStorage, "0", "cpu", 1) if value == "outside" else None

    made = folder(tmp_path / "run")
    metadata = pickle.loads((made / ".metadata").read_bytes())
    metadata.planner_data["w"] = ("outside",)
    with (made / ".metadata").open("wb") as stream:
        Refers(stream).dump(metadata)
    with pytest.raises(CheckpointError, match=r"pickle\.load cannot fetch"):
        open_catalogue(made)


def test_nothing_in_an_object_is_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EVIL", os.fspath(tmp_path / "was_run"))
    catalogue = open_catalogue(saved({"w": torch.ones(2), "evil": Evil()}, tmp_path / "run"))
    assert "posix.system" in {name.dotted for name in catalogue.checkpoint.mentions.names}
    assert not (tmp_path / "was_run").exists()


def test_symbolic_links_out_of_the_folder_are_not_followed(tmp_path: Path) -> None:
    made = folder(tmp_path / "run")
    (made / "__0_0.distcp").rename(tmp_path / "elsewhere")
    (made / "__0_0.distcp").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(CheckpointError, match="leads out of the folder"):
        open_catalogue(made)


@pytest.mark.parametrize("keep", [0, 1, 7, 100, 1000])
def test_a_list_that_was_cut_short(keep: int, tmp_path: Path) -> None:
    made = folder(tmp_path / "run")
    whole = (made / ".metadata").read_bytes()
    (made / ".metadata").write_bytes(whole[:keep])
    with pytest.raises(CheckpointError, match=r"cut short|is empty|not the .metadata"):
        open_catalogue(made)


@pytest.mark.parametrize("bound", ["_MOST_FILES", "_MOST_LIST"])
def test_files_without_number_are_refused(bound: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from core.containers.dcp import folder as module

    made = folder(tmp_path / "run")
    monkeypatch.setattr(module, bound, 0)
    with pytest.raises(TooLarge):
        open_catalogue(made)


def test_files_that_change_are_noticed(tmp_path: Path) -> None:
    made = folder(tmp_path / "run")
    catalogue = open_catalogue(made)
    (made / "__0_0.distcp").write_bytes((made / "__0_0.distcp").read_bytes()[::-1])
    with pytest.raises(CheckpointError, match="changed on disk"):
        shown(catalogue)
