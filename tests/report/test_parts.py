"""The files of a model that lies in many, for the terminal and as JSON."""

from __future__ import annotations

import shutil
from pathlib import Path

import torch

from core.catalogue.build import open_catalogue
from core.catalogue.search import file_query, search
from core.report.inspect import inspection, inspection_lines
from core.report.parts import DOUBLED, EXTRA, HERE, MISSING, OTHER, part_rows
from tests.containers.facts import FOLDERS
from tests.files.shards import name_of, save_shards


def test_each_file_has_its_tensors_and_devices(tmp_path: Path) -> None:
    catalogue = open_catalogue(save_shards(tmp_path / "llama"))
    rows = part_rows(catalogue)
    assert [(row.name, row.tensors, row.devices, row.state) for row in rows] == [
        (name_of(place, 3), 2, (f"cuda:{place}",), HERE) for place in range(3)
    ]
    for row in rows:
        path = tmp_path / "llama" / row.name
        assert row.bytes == path.stat().st_size
        held = {f"module.layers.{row.number}.{name}" for name in ("weight", "bias")}
        assert {catalogue.label_text(entry) for entry in search(catalogue, file_query(row.name))} == held


def test_what_is_missing_extra_and_twice_is_told(tmp_path: Path) -> None:
    folder = save_shards(tmp_path / "llama")
    (folder / name_of(1, 3)).unlink()
    shutil.copy(folder / name_of(0, 3), folder / name_of(0, 4))
    torch.save(
        {"module.layers.2.weight": torch.zeros(1), "module.layers.0.bias": torch.zeros(8)}, folder / name_of(2, 3)
    )
    catalogue = open_catalogue(folder)
    states = {row.name: (row.state, list(row.keys)) for row in part_rows(catalogue)}
    assert states == {
        name_of(0, 3): (HERE, []),
        name_of(1, 3): (MISSING, ["module.layers.1.weight", "module.layers.1.bias"]),
        name_of(2, 3): (DOUBLED, ["module.layers.0.bias"]),
        name_of(0, 4): (EXTRA, []),
    }
    told = inspection(catalogue)["parts"]
    assert told["missing"] == [{"name": name_of(1, 3), "keys": list(states[name_of(1, 3)][1])}]
    assert told["extra"] == [name_of(0, 4)]
    assert told["doubled"] == ["module.layers.0.bias"]
    lines = "\n".join(inspection_lines(catalogue))
    assert f"missing     {name_of(1, 3)}, with 2 keys" in lines
    assert f"not used    {name_of(0, 4)}" in lines
    assert "twice       module.layers.0.bias" in lines


def test_of_one_file_nothing_is_told(tmp_path: Path) -> None:
    path = tmp_path / "one.pth"
    torch.save({"weight": torch.zeros(2)}, path)
    catalogue = open_catalogue(path)
    assert inspection(catalogue)["parts"] is None
    assert not [line for line in inspection_lines(catalogue) if line.startswith("files")]
    assert search(catalogue, "file:one")
    assert not search(catalogue, "file:two")


def test_a_file_is_meant_by_its_name_a_piece_of_it_or_a_glob(tmp_path: Path) -> None:
    catalogue = open_catalogue(save_shards(tmp_path / "llama", count=12))
    finds = {query: len(search(catalogue, query)) for query in ("file:00001", "file:0000?-of", "file:*-0000?-of-*")}
    assert finds == {"file:00001": 2, "file:0000?-of": 0, "file:*-0000?-of-*": 18}
    assert len(search(catalogue, f"FILE:{name_of(11, 12)}".lower())) == 2
    assert len(search(catalogue, "file:00003 bias")) == 1


def test_a_name_with_blanks_and_brackets_is_found() -> None:
    assert file_query("my model [1].bin") == "file:my?model??1?.bin"


def test_why_ranks_are_shown_as_parts_is_told() -> None:
    catalogue = open_catalogue(Path(__file__).parents[1] / "data" / "folders" / "fsdp" / "fsdp1_local")
    told = inspection(catalogue)["parts"]["note"]
    assert told.startswith("FSDP saved flat parameters.")
    assert f"note        {told}" in list(inspection_lines(catalogue))


def test_the_rest_of_a_folder_is_told_with_what_it_is() -> None:
    catalogue = open_catalogue(FOLDERS / "runs" / "trainer" / "checkpoint-4")
    others = inspection(catalogue)["parts"]["others"]
    assert {"name": "config.json", "what": "settings of the model"} in others
    (line,) = [line for line in inspection_lines(catalogue) if line.startswith("beside")]
    assert "config.json (settings of the model)" in line
    assert [row.name for row in part_rows(catalogue) if row.state == OTHER] == [each["name"] for each in others]
