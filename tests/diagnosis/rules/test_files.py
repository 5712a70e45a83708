"""Traps of the file itself: containers, protocols, storages far too large, pickles inside pickles."""

from __future__ import annotations

import argparse
import io
import os
import pickle
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from cli.main import run
from core.diagnosis.diagnose import cure_all
from core.diagnosis.finding import ERROR, NOTE, WARNING
from core.diagnosis.traceback.answer import answer
from core.diagnosis.traceback.recognise import recognise
from core.edits.edits import Compact, Drop, Keep, MakePlain, Plan, UseContainer, UseProtocol
from core.errors import EditError
from core.loading.computer import Computer
from core.saving.save import save as save_preview
from tests.files.checkpoints import Net, save
from tests.support.engine import catalogue_of, planned
from tests.support.judging import (
    CPU,
    assert_agree,
    assert_cured,
    assert_cures_cure,
    cured_copy,
    findings_of,
    only,
    quiet_load,
    torch_says,
)
from tests.support.oracle import assert_same


def test_old_container(tmp_path: Path) -> None:
    path = save(Net().state_dict(), tmp_path / "a.pt", "legacy")
    finding = only("old-container", findings_of(path))
    with pytest.raises(RuntimeError) as raised:
        quiet_load(path, mmap=True)
    assert finding.message == str(raised.value)
    assert finding.severity == NOTE
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    assert_same(quiet_load(tmp_path / "b.pt", mmap=True), quiet_load(path))


def test_new_container(tmp_path: Path) -> None:
    path = save(Net().state_dict(), tmp_path / "a.pt")
    finding = only("new-container", findings_of(path))
    assert finding.severity == NOTE
    assert finding.message == "a.pt is a zip archive (did you mean to use torch.jit.load()?)"  # torch 1.1 to 1.5
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    assert (tmp_path / "b.pt").read_bytes()[:2] != b"PK"
    assert_same(quiet_load(tmp_path / "b.pt"), quiet_load(path))


def test_newer_dtypes_in_the_legacy_format(tmp_path: Path) -> None:
    value = {"a": torch.ones(3).to(torch.float8_e4m3fn), "b": torch.ones(2), "c": torch.ones(2).to(torch.uint16)}
    path = save(value, tmp_path / "a.pt", "legacy")
    finding = only("untyped-in-legacy", findings_of(path))
    assert finding.severity == ERROR
    assert finding.message == torch_says(path)
    assert finding.paths == ("a", "c")
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    assert_same(quiet_load(tmp_path / "b.pt"), value)
    back = save(value, tmp_path / "c.pt")
    assert not only("new-container", findings_of(back)).edits  # no way to the legacy format
    assert only("untyped-in-legacy", findings_of(back, UseContainer("legacy")))


@pytest.mark.filterwarnings("ignore:The PyTorch API of nested tensors")
def test_nested_tensors_in_the_legacy_format(tmp_path: Path) -> None:
    value = {"a": torch.nested.nested_tensor([torch.ones(2), torch.zeros(3)]), "b": torch.ones(2)}
    path = save(value, tmp_path / "a.pt", "legacy")
    finding = only("nested-in-legacy", findings_of(path))
    assert (finding.severity, finding.paths) == (ERROR, ("a",))
    said = says_where_memory_is_not_zero(path)
    assert re.sub(r"=\[[-0-9, ]+\]", "=[…]", said) == finding.message
    pasted = recognise(f"RuntimeError: {said}")
    assert pasted is not None
    assert answer(pasted, findings_of(path)).is_cause
    with pytest.raises(RuntimeError) as of_a_script:
        torch.empty(2**62, 4)
    elsewhere = recognise(f"RuntimeError: {of_a_script.value}")
    assert elsewhere is not None
    assert elsewhere.codes == ("impossible-size",)
    assert not answer(elsewhere, findings_of(path)).is_cause
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    found = quiet_load(tmp_path / "b.pt")
    assert [each.tolist() for each in found["a"].unbind()] == [[1, 1], [0, 0, 0]]
    back = save(value, tmp_path / "c.pt")
    assert not only("new-container", findings_of(back)).edits
    with pytest.raises(EditError, match="nested"):
        save_preview(planned(back), tmp_path / "d.pt", container="legacy")
    fewer = planned(back, Drop(catalogue_of(back).find("a")))
    save_preview(fewer, tmp_path / "d.pt", container="legacy")
    assert_same(quiet_load(tmp_path / "d.pt"), {"b": torch.ones(2)})


def test_generators_in_the_legacy_format(tmp_path: Path) -> None:
    value = {"rng": torch.Generator().manual_seed(3), "b": torch.ones(2)}
    path = save(value, tmp_path / "a.pt", "legacy")
    finding = only("generator-in-legacy", findings_of(path))
    assert (finding.severity, finding.paths) == (ERROR, ("rng",))
    said = says_where_memory_is_not_zero(path)
    assert re.sub(r"0x[0-9a-f]+", "0x…", said) == finding.message
    pasted = recognise(f"SystemError: {said}")
    assert pasted is not None
    assert answer(pasted, findings_of(path)).is_cause
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    loaded = torch.load(tmp_path / "b.pt", weights_only=False)
    assert torch.equal(loaded["rng"].get_state(), value["rng"].get_state())
    back = save(value, tmp_path / "c.pt")
    assert not only("new-container", findings_of(back)).edits
    assert not answer(pasted, findings_of(back)).is_cause
    with pytest.raises(EditError, match="generators"):
        save_preview(planned(back), tmp_path / "d.pt", container="legacy")
    fewer = planned(back, Drop(catalogue_of(back).find("rng")))
    save_preview(fewer, tmp_path / "d.pt", container="legacy")
    assert_same(quiet_load(tmp_path / "d.pt"), {"b": torch.ones(2)})


def says_where_memory_is_not_zero(path: Path) -> str:
    """What torch raises in a process whose fresh memory is filled with something."""
    code = "import sys, torch, warnings; warnings.simplefilter('ignore'); torch.load(sys.argv[1], weights_only=False)"
    environment = {**os.environ, "MALLOC_PERTURB_": "165"}
    ran = subprocess.run(
        [sys.executable, "-c", code, path], env=environment, capture_output=True, text=True, check=False
    )
    return re.split(r"^(?:Runtime|System)Error: ", ran.stderr.strip(), flags=re.MULTILINE)[-1]


@pytest.mark.filterwarnings("ignore:Detected pickle protocol")
@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("protocol", [3, 4, 5])
def test_protocol(protocol: int, container: str, tmp_path: Path) -> None:
    value = {"bytes": b"ab", "weights": Net().state_dict(), "set": {1}, "text": "x" * 300}
    path = save(value, tmp_path / "a.pt", container, pickle_protocol=protocol)
    assert_agree(planned(path), path)
    finding = only("pickle-protocol", findings_of(path))
    assert finding.severity == ERROR
    assert finding.message == torch_says(path)
    assert finding.edits == (UseProtocol(2),)
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    assert_same(quiet_load(tmp_path / "b.pt"), value)


@pytest.mark.filterwarnings("ignore:Detected pickle protocol")
@pytest.mark.parametrize("wanted", [2, 3, 4, 5])
@pytest.mark.parametrize("saved", [2, 3, 4, 5])
def test_protocol_of_the_plan(saved: int, wanted: int, tmp_path: Path) -> None:
    path = save({"w": Net().state_dict(), "b": [1], "s": {1}}, tmp_path / "a.pt", pickle_protocol=saved)
    view = planned(path, UseProtocol(wanted))
    save_preview(view, tmp_path / "b.pt")
    assert (assert_agree(view, tmp_path / "b.pt") is None) == (wanted < 4)


@pytest.mark.filterwarnings("ignore:Detected pickle protocol")
@pytest.mark.parametrize("protocol", [2, 4])
def test_numbers_too_long_for_torch(protocol: int, tmp_path: Path) -> None:
    value = {"big": 2**2039, "below": -(2**2038), "w": torch.ones(1), "more": [2**5000]}  # LONG1 says up to 255 bytes
    path = save(value, tmp_path / "a.pt", pickle_protocol=protocol)
    assert assert_agree(planned(path), path) is not None
    finding = only("pickle-opcode", assert_cures_cure(planned(path)))
    assert finding.paths == ("big", "more/0")
    cured_copy(path, tmp_path / "b.pt")
    assert_same(quiet_load(tmp_path / "b.pt"), {**value, "big": hex(2**2039), "more": [hex(2**5000)]})


@pytest.mark.parametrize("length", [1, 5])
def test_a_tuple_that_holds_itself(length: int, tmp_path: Path) -> None:
    circle: list[Any] = []
    value = (circle, *range(length))
    circle.append(value)
    path = save({"circle": value}, tmp_path / "a.pt")
    assert assert_agree(planned(path), path) is not None
    assert not only("pickle-opcode", findings_of(path)).edits


def test_oversized_storage(tmp_path: Path) -> None:
    table = torch.randn(1000, 64)
    path = save({"row": table[3], "rows": table[10:12], "own": torch.randn(64)}, tmp_path / "a.pt")
    finding = only("oversized-storage", findings_of(path))
    assert finding.severity == WARNING
    assert finding.paths == ("row", "rows")
    assert finding.edits == (Compact(),)
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    clones = {key: value.clone() for key, value in quiet_load(path).items()}
    save(clones, tmp_path / "c.pt")
    assert_same(quiet_load(tmp_path / "b.pt"), quiet_load(tmp_path / "c.pt"))
    assert (tmp_path / "b.pt").stat().st_size <= (tmp_path / "c.pt").stat().st_size + 256
    assert path.stat().st_size > 250_000 > 10 * (tmp_path / "b.pt").stat().st_size


def test_small_views_are_no_trap(tmp_path: Path) -> None:
    path = save({"a": torch.ones(10)[:3], "b": torch.ones(100_000)}, tmp_path / "a.pt")
    assert "oversized-storage" not in {each.code for each in findings_of(path)}


class WithExtraState(nn.Module):
    """As Transformer Engine does it: a checkpoint inside the checkpoint."""

    def get_extra_state(self) -> Any:
        buffer = io.BytesIO()
        torch.save({"scale": torch.ones(2)}, buffer)
        return torch.frombuffer(bytearray(buffer.getvalue()), dtype=torch.uint8)

    def set_extra_state(self, state: Any) -> None:
        self.seen = torch.load(io.BytesIO(state.numpy().tobytes()))


def test_nested_pickles(tmp_path: Path) -> None:
    blob = pickle.dumps({"where": "cuda:3", "numbers": list(range(20))}, 4)
    value = {"blob": blob, "model": nn.Sequential(WithExtraState(), nn.Linear(2, 2)).state_dict(), "plain": b"x" * 50}
    path = save(value, tmp_path / "a.pt")
    finding = only("nested-pickle", findings_of(path))
    assert finding.severity == WARNING
    assert finding.paths == ("blob", "model/0._extra_state")
    assert "cuda:3" in finding.explanation
    assert all(isinstance(edit, Drop) for edit in finding.edits)
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    ours = quiet_load(tmp_path / "b.pt")
    assert list(ours) == ["model", "plain"]
    assert not any(nn.Sequential(nn.Identity(), nn.Linear(2, 2)).load_state_dict(ours["model"]))


def test_a_pickle_inside_for_gpus_that_are_here_is_only_noted(tmp_path: Path) -> None:
    """As Transformer Engine writes it, which loads it itself; nothing is known to go wrong."""
    path = save({"blob": pickle.dumps({"where": "cuda:3", "numbers": list(range(20))}, 4)}, tmp_path / "a.pt")
    assert only("nested-pickle", findings_of(path, computer=Computer(8))).severity == NOTE
    assert only("nested-pickle", findings_of(path, computer=Computer(2))).severity == WARNING
    path = save(WithExtraState().state_dict(), tmp_path / "b.pt")
    assert only("nested-pickle", findings_of(path)).severity == NOTE
    WithExtraState().load_state_dict(quiet_load(path))


def test_curing_all_leaves_the_state_that_a_model_wants_back(tmp_path: Path) -> None:
    model = WithExtraState()
    path = save(model.state_dict(), tmp_path / "a.pt")
    finding = only("nested-pickle", findings_of(path))
    assert finding.loses
    assert cure_all(planned(path).catalogue, Plan(), CPU) == Plan()
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    with pytest.raises(RuntimeError, match=r"Missing key[\s\S]*_extra_state"):
        model.load_state_dict(quiet_load(tmp_path / "b.pt"))
    model.load_state_dict(quiet_load(path))
    assert torch.equal(model.seen["scale"], torch.ones(2))


def test_a_finding_after_another_edit(tmp_path: Path) -> None:
    """What one cure makes, another may have to cure: an array of uint16 in a legacy file."""
    import numpy as np

    path = save({"a": np.array([1, 2], dtype=np.uint16)}, tmp_path / "a.pt", "legacy")
    (entry,) = next(each for each in findings_of(path) if each.code == "refused-name").entries
    finding = only("untyped-in-legacy", findings_of(path, MakePlain(entry)))
    assert_cured(finding, planned(path, MakePlain(entry)))


# -- storages that torch cannot find -----------------------------------------------------------------------------


@pytest.mark.parametrize("container", ["zip", "legacy"])
def test_no_cure_is_promised_where_storages_are_named_by_texts(tmp_path: Path, container: str) -> None:
    """As torch before 1.13 wrote them with pickle_protocol=0; torch of today refuses to."""
    path = save({"w": torch.ones(2), "args": argparse.Namespace(lr=1)}, tmp_path / "new.pt", container)
    path = as_protocol_0(path, tmp_path / "old.pt")
    (finding,) = findings_of(path)
    assert (finding.code, finding.severity, finding.edits) == ("text-ids", ERROR, ())
    assert finding.message == torch_says(path)
    assert "protocol 0" in finding.title
    with pytest.raises(AssertionError, match="saved_id must be a tuple, got str"):
        quiet_load(path, weights_only=False)


def test_the_protocol_is_told_by_the_opcodes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """0 and 1 are not written into a pickle."""
    for protocol in (1, 2, 4):
        path = tmp_path / f"{protocol}.pt"
        torch.save({"w": torch.ones(2)}, path, pickle_protocol=protocol)
        assert run(["inspect", str(path)]) == 0
        assert f"pickle {protocol}, 1 tensor" in capsys.readouterr().out
    assert run(["inspect", str(as_protocol_0(path, tmp_path / "0.pt"))]) == 0
    assert "pickle 0, 0 tensors" in capsys.readouterr().out


def test_a_dry_run_refuses_what_a_save_refuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = as_protocol_0(save({"w": torch.ones(2)}, tmp_path / "new.pt", "legacy"), tmp_path / "old.pt")
    for how in (["--dry-run"], ["-o", str(tmp_path / "out.pt")]):
        assert run(["fix", str(path), "--cure", "all", *how]) == 1
        assert "unknown" in capsys.readouterr().err
    odd = save({"w": torch.ones(2).to(torch.float8_e5m2)}, tmp_path / "odd.pt")
    for how in (["--dry-run"], ["-o", str(tmp_path / "out.pt")]):
        assert run(["fix", str(odd), "--container", "legacy", *how]) == 1
        assert "float8" in capsys.readouterr().err
    assert not (tmp_path / "out.pt").exists()


def as_protocol_0(source: Path, target: Path) -> Path:
    """The same data with the pickle in protocol 0, whose references to storages are lines of text."""

    class Pickler(pickle._Pickler):  # type: ignore[name-defined]
        def persistent_id(self, value: Any) -> Any:
            is_storage = isinstance(value, torch.UntypedStorage)
            return f"('storage', '0', 'cpu', {value.nbytes()}, None)" if is_storage else None

    def pickled(value: Any) -> bytes:
        buffer = io.BytesIO()
        Pickler(buffer, 0).dump(value)
        return buffer.getvalue()

    value = torch.load(source, weights_only=False)
    value = {key: each.untyped_storage() if isinstance(each, torch.Tensor) else each for key, each in value.items()}
    if zipfile.is_zipfile(source):
        with zipfile.ZipFile(source) as archive, zipfile.ZipFile(target, "w") as written:
            for name in archive.namelist():
                written.writestr(name, pickled(value) if name.endswith("data.pkl") else archive.read(name))
        return target
    facts = {"protocol_version": 1001, "little_endian": True, "type_sizes": {"short": 2, "int": 4, "long": 4}}
    parts = (0x1950A86A20F9469CFC6C, 1001, facts, value, ["0"])
    target.write_bytes(b"".join(map(pickled, parts)) + (2).to_bytes(8, "little") + bytes(8))
    return target


def test_storages_of_another_size_than_the_pickle_says(tmp_path: Path) -> None:
    path = save({"a": torch.ones(6), "b": torch.ones(3), "c": torch.ones(2)}, tmp_path / "a.pt", "legacy")
    assert not [each for each in findings_of(path) if each.code == "storage-size"]
    one, two, three = (storage.key for storage in catalogue_of(path).storages)
    data = path.read_bytes()
    start = data.rindex(b"\x80\x02]")  # the list of keys, in the order of the bytes
    keys = data[start:].partition(b"e.")[0]
    swapped = keys.replace(one.encode(), b"?").replace(two.encode(), one.encode()).replace(b"?", two.encode())
    path.write_bytes(data[:start] + swapped + data[start + len(keys) :])
    finding = only("storage-size", findings_of(path))
    assert finding.severity == ERROR
    assert finding.message == torch_says(path)
    assert sorted(finding.paths) == ["a", "b"]
    assert finding.edits == ()
    assert three


def test_a_number_kept_alone_needs_nothing_of_protocol_4(tmp_path: Path) -> None:
    import numpy as np

    path = save({"it": np.int64(4), "more": {1, 2}}, tmp_path / "a.pt", pickle_protocol=4)
    entry = catalogue_of(path).find("it")
    view = planned(path, MakePlain(entry), Keep(entry))
    save_preview(view, tmp_path / "b.pt")
    assert assert_agree(view, tmp_path / "b.pt", words=False) is None
    assert quiet_load(tmp_path / "b.pt") == 4
