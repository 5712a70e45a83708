"""The command ``scan``: exit codes, JSON, and tables that other programs read."""

from __future__ import annotations

import csv
import json
import math
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet
import pytest
import torch
import torch.distributed.checkpoint as dcp
from safetensors.torch import save_file

from cli.main import run
from core.errors import Cancelled

NAN = float("nan")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a symptom of each severity."""
    torch.manual_seed(0)
    weights = {f"layers.{number}.weight": torch.randn(4, 4) for number in range(5)}
    weights["layers.2.weight"].zero_()
    value = {"model": weights, "complex": torch.tensor([1 + 2j]), "empty": torch.zeros(0), 3: torch.ones(2)}
    torch.save(value, tmp_path / "file.pth")
    return tmp_path / "file.pth"


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    torch.save({"a.weight": torch.tensor([1.0, NAN, math.inf, -math.inf])}, tmp_path / "broken.pth")
    return tmp_path / "broken.pth"


def answer(capsys: pytest.CaptureFixture[str], *arguments: Any) -> Any:
    """The JSON that is printed; NaN is no JSON."""
    run([*map(str, arguments), "--json"])

    def refuse(name: str) -> None:
        raise AssertionError(name)

    return json.loads(capsys.readouterr().out, parse_constant=refuse)


def test_exit_codes(file: Path, broken: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["scan", str(file)]) == 0
    assert run(["scan", str(broken)]) == 3
    torch.save({"mask": torch.nn.Transformer.generate_square_subsequent_mask(3)}, tmp_path / "mask.pth")
    assert run(["scan", str(tmp_path / "mask.pth")]) == 0
    assert "this is an attention mask" in capsys.readouterr().out
    assert run(["scan", str(tmp_path / "nothing.pth")]) == 1


def spoiled(path: Path, where: bytes, *, extra: int = 0) -> Path:
    """One bit of the file is another one, ``extra`` bytes behind the first of these bytes."""
    data = bytearray(path.read_bytes())
    assert where in data
    data[data.index(where) + extra] ^= 1
    path.write_bytes(data)
    return path


WEIGHT, OTHER = torch.arange(64.0), torch.arange(9.0, 0, -1)
BYTES, OTHER_BYTES = (each.numpy().tobytes() for each in (WEIGHT, OTHER))


@pytest.mark.parametrize("more", [(), ("--workers", "2")])
def test_damage_of_a_record_is_told(more: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    value = {"a": WEIGHT, "tied": WEIGHT[:3], "b": OTHER, "none": torch.zeros(0)}
    torch.save(value, tmp_path / "a.pth")
    assert run(["scan", str(tmp_path / "a.pth"), *more]) == 0
    assert "hecksum" not in capsys.readouterr().out
    spoiled(tmp_path / "a.pth", BYTES, extra=250)
    assert all(torch.load(tmp_path / "a.pth")[name].isfinite().all() for name in value)  # torch sees nothing
    assert run(["scan", str(tmp_path / "a.pth"), *more]) == 3
    told = capsys.readouterr().out.splitlines()
    assert told[0].endswith(": 2 errors")
    assert told[2:4] == ["error   damaged, 2 times", "        a"]
    assert "Record a/data/0: Its bytes do not match the checksum" in told[4]
    found = answer(capsys, "scan", tmp_path / "a.pth", *more)
    assert [(each["code"], each["path"]) for each in found["findings"]] == [("damaged", ["a"]), ("damaged", ["tied"])]
    assert found["checksums"]["records"] == found["checksums"]["compared"] > 4


def test_damage_of_what_holds_no_numbers_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The spare bytes of a record, and one that no tensor uses."""
    torch.save({"a": WEIGHT}, tmp_path / "a.pth")
    spoiled(tmp_path / "a.pth", b"little")
    assert run(["scan", str(tmp_path / "a.pth")]) == 3
    assert "the file itself" in capsys.readouterr().out
    torch.save({"a": WEIGHT[:3]}, tmp_path / "b.pth")
    spoiled(tmp_path / "b.pth", BYTES, extra=250)  # of the storage, and not of the tensor
    (finding,) = answer(capsys, "scan", tmp_path / "b.pth")["findings"]
    assert (finding["code"], finding["path"]) == ("damaged", ["a"])


@pytest.mark.filterwarnings("ignore::UserWarning", "ignore::FutureWarning")
def test_damage_is_told_where_records_are_cut_up(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A piece of DCP is a zip of its own."""
    dcp.save({"a": WEIGHT, "b": OTHER}, checkpoint_id=tmp_path / "dcp", no_dist=True)
    assert run(["scan", str(tmp_path / "dcp")]) == 0
    capsys.readouterr()
    (data,) = (tmp_path / "dcp").glob("*.distcp")
    spoiled(data, OTHER_BYTES, extra=5)
    (finding,) = [each for each in answer(capsys, "scan", tmp_path / "dcp")["findings"] if each["code"] == "damaged"]
    assert finding["path"] == ["b"]


def test_it_says_where_no_checksums_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torch.save({"a": WEIGHT}, tmp_path / "old.pth", _use_new_zipfile_serialization=False)
    save_file({"a": WEIGHT}, tmp_path / "a.safetensors")
    for path in (tmp_path / "old.pth", tmp_path / "a.safetensors"):
        spoiled(path, BYTES, extra=250)
        assert run(["scan", str(path)]) == 0
        assert "This file has no checksums" in capsys.readouterr().out
        assert answer(capsys, "scan", path)["checksums"] == {"records": 1, "compared": 0}
    before = torch.serialization.get_crc32_options()
    torch.serialization.set_crc32_options(False)
    try:
        torch.save({"a": WEIGHT}, tmp_path / "new.pth")
    finally:
        torch.serialization.set_crc32_options(before)
    assert run(["scan", str(tmp_path / "new.pth")]) == 0
    assert "This file has no checksums" in capsys.readouterr().out


def test_json(file: Path, broken: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = answer(capsys, "scan", file)
    assert (found["tensors"], found["bytes"]) == (8, 5 * 64 + 8 + 8)
    (finding,) = found["findings"]
    assert {key: finding[key] for key in ("code", "severity", "path", "count")} == {
        "code": "all-zero",
        "severity": "warning",
        "path": ["model", "layers.2.weight"],
        "count": 16,
    }
    assert [each["path"] for each in found["statistics"]][-3:] == [["complex"], ["empty"], [3]]
    assert [each["mean"] for each in found["statistics"]][-3:] == [[1.0, 2.0], None, 1.0]
    found = answer(capsys, "scan", broken)
    assert [(each["code"], each["count"]) for each in found["findings"]] == [("nan", 1), ("inf", 2)]
    assert found["statistics"][0]["mean"] == "nan"


def test_where_the_first_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weight = torch.randn(40, 30)
    weight[12, 3:] = NAN
    torch.save({"a.weight": weight}, tmp_path / "file.pth")
    run(["scan", str(tmp_path / "file.pth")])
    assert "27 of 1,200 numbers are NaN, first at [12, 3]." in capsys.readouterr().out
    for more in ((), ("--workers", "2")):
        found = answer(capsys, "scan", tmp_path / "file.pth", *more)
        right = weight.isnan().nonzero().tolist()[:8]
        assert found["findings"][0]["first"] == found["statistics"][0]["first"]["nan"] == right
        assert found["statistics"][0]["first"]["lowest"] == (weight == weight.nan_to_num(9).min()).nonzero().tolist()
        assert found["statistics"][0]["first"]["posinf"] == []


def test_text_says_the_worst_first_and_a_few_of_many(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weights = {f"layers.{number}.weight": torch.full((2, 2), 0.5) for number in range(5)}
    torch.save({**weights, "head.weight": torch.tensor([NAN, 1.0])}, tmp_path / "file.pth")
    assert run(["scan", str(tmp_path / "file.pth")]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].endswith(": 1 error, 5 notes")
    assert lines[2:4] == ["error   nan", "        head.weight"]
    assert lines[4].strip().startswith("1 of 2 numbers is NaN")
    assert "note    constant, 5 times" in lines
    assert lines[-1] == "        and 2 more, which --json lists"


def test_texts_of_a_file_do_not_reach_the_terminal_as_they_are(tmp_path: Path, capsys: Any) -> None:
    torch.save({"a\x1b[31m\n.weight": torch.tensor([NAN, 1.0])}, tmp_path / "file.pth")
    run(["scan", str(tmp_path / "file.pth")])
    assert "\x1b" not in capsys.readouterr().out


def test_tables_that_others_read(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["scan", str(file), "--csv", str(tmp_path / "a.csv"), "--parquet", str(tmp_path / "a.parquet")])
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as opened:
        lines = list(csv.DictReader(opened))
    rows = pyarrow.parquet.read_table(tmp_path / "a.parquet").to_pylist()
    found = answer(capsys, "scan", file) if capsys.readouterr() else None
    paths = ["/".join(map(str, each["path"])) for each in found["statistics"]]
    assert paths == [row["path"] for row in rows] == [line["path"] for line in lines]
    for line, row, each in zip(lines, rows, found["statistics"], strict=True):
        assert row["shape"] == each["shape"]
        assert line["shape"] == "x".join(map(str, each["shape"]))
        assert (row["std"], row["l2"], row["zeros"]) == (each["std"], each["l2"], each["zeros"])
        assert (float(line["l1"]), int(line["count"])) == (each["l1"], each["count"])
    assert [row["symptoms"] for row in rows if row["symptoms"]] == [["all-zero"]]
    assert (rows[5]["mean"], rows[5]["mean_imaginary"]) == (1.0, 2.0)
    assert (lines[6]["min"], rows[6]["min"]) == ("", None)


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t"])
def test_no_key_is_a_formula_of_a_spreadsheet(sign: str, tmp_path: Path) -> None:
    torch.save({f"{sign}cmd|' /C calc'!A0": -torch.ones(2)}, tmp_path / "a.pt")
    run(["scan", str(tmp_path / "a.pt"), "--csv", str(tmp_path / "a.csv")])
    with (tmp_path / "a.csv").open(encoding="utf-8", newline="") as opened:
        (line,) = csv.DictReader(opened)
    assert line["path"] == f"'{sign}cmd|'' /C calc'!A0"
    assert line["min"] == "-1.0"  # numbers are what they are


def test_tables_are_not_written_over_anything(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before, there = file.read_bytes(), tmp_path / "there.csv"
    there.write_text("mine", encoding="utf-8")
    for target, more, said in (
        (there, [], "add --overwrite"),
        (file, ["--overwrite"], "is the checkpoint itself"),
        (tmp_path / "no" / "a.csv", [], "There is no folder"),
        (tmp_path / "b.csv", ["--parquet", str(tmp_path / "b.csv")], "cannot be two files"),
    ):
        assert run(["scan", str(file), "--csv", str(target), *more]) == 1
        assert said in capsys.readouterr().err
    assert (there.read_text(encoding="utf-8"), file.read_bytes()) == ("mine", before)
    assert run(["scan", str(file), "--csv", str(there), "--overwrite"]) == 0
    assert there.read_text(encoding="utf-8").startswith("path,")


def test_parquet_without_pyarrow(file: Path, tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert run(["scan", str(file), "--parquet", str(tmp_path / "a.parquet")]) == 1
    assert "pip install pyarrow" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["file.pth"]


def test_nothing_half_written_is_left(file: Path, tmp_path: Path, monkeypatch: Any, capsys: Any) -> None:
    monkeypatch.setattr("core.report.scan_table._rows", lambda *_: iter([{"path": 1}, Cancelled()]))
    assert run(["scan", str(file), "--csv", str(tmp_path / "a.csv")]) == 1
    monkeypatch.setattr("cli.commands.scan.read_all", _interrupted)
    assert run(["scan", str(file), "--csv", str(tmp_path / "a.csv")]) == 130
    assert "nothing was changed" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["file.pth"]


def _interrupted(*_: Any) -> None:
    raise KeyboardInterrupt
