"""Pickles of Python itself, and bytes that are a checkpoint: opened, counted, and written so that torch loads them."""

from __future__ import annotations

import io
import pickle
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from cli.main import run
from core.diagnosis.diagnose import cure_all, diagnose
from core.diagnosis.finding import ERROR
from core.edits.edits import Extract, Keep, Plan
from core.edits.preview import preview
from core.errors import Malformed, NotACheckpoint
from core.loading.computer import Computer
from core.loading.recipes import load_recipes
from core.pickling.nodes import Global
from core.saving.save import save as save_plan
from tests.files.checkpoints import Net, save
from tests.support.engine import catalogue_of, planned
from tests.support.judging import quiet_load, torch_says
from tests.support.oracle import PretendGpus


def dumped(value: Any, path: Path, protocol: int = 4) -> Path:
    path.write_bytes(pickle.dumps(value, protocol))
    return path


class Wrapped:
    """As skorch pickles a net: what lies on a GPU is a pickle within the pickle."""

    def __init__(self, net: nn.Module) -> None:
        self.net = net

    def __getstate__(self) -> dict[str, Any]:
        return {"lr": 0.1, "__cuda_dependent_attributes__": pickle.dumps({"module_": self.net}, 4)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.net = pickle.loads(state["__cuda_dependent_attributes__"])["module_"]


STATE = OrderedDict({"fc.weight": torch.randn(3, 4), "fc.bias": torch.zeros(3), "n": torch.tensor(7)})


@pytest.mark.parametrize("protocol", [3, 4, 5])
def test_what_pickle_dump_wrote_is_written_for_torch(tmp_path: Path, protocol: int) -> None:
    path = dumped({"model": STATE, "epoch": 3}, tmp_path / "a.pkl", protocol)
    (finding,) = diagnose(planned(path), Computer())
    assert (finding.code, finding.severity) == ("plain-pickle", ERROR)
    assert finding.message in (torch_says(path) or "")
    plan = cure_all(catalogue_of(path), codes=["plain-pickle"])
    save_plan(preview(catalogue_of(path), plan), tmp_path / "b.pth")
    loaded = quiet_load(tmp_path / "b.pth")
    assert loaded["epoch"] == 3
    assert list(loaded["model"]) == list(STATE)
    assert all(torch.equal(loaded["model"][key], value) for key, value in STATE.items())
    assert not any(each.severity == ERROR for each in diagnose(planned(tmp_path / "b.pth"), Computer()))


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_what_its_own_loader_reads_is_left_alone_by_curing_all(tmp_path: Path) -> None:
    path = dumped(STATE, tmp_path / "a.pkl")
    assert cure_all(catalogue_of(path)) == Plan()
    code = load_recipes(planned(path), Computer())[0].code.replace("open(f", f"open({str(path)!r}")
    names: dict[str, Any] = {}
    exec(compile(code, "code", "exec"), names)
    assert torch.equal(names["checkpoint"]["fc.weight"], STATE["fc.weight"])


@pytest.mark.parametrize("wrap", [lambda net: net, Wrapped], ids=["model", "pickle within"])
def test_a_pickled_model_gives_its_state_dict(tmp_path: Path, wrap: Any) -> None:
    net = Net()
    catalogue = catalogue_of(dumped(wrap(net), tmp_path / "a.pkl"))
    module = next(entry for entry in range(len(catalogue)) if catalogue.summary(entry).startswith("tests.files"))
    save_plan(
        preview(catalogue, Plan((Extract(module), Keep(module)) if module else (Extract(0),))), tmp_path / "b.pth"
    )
    Net().load_state_dict(quiet_load(tmp_path / "b.pth"))
    assert torch.equal(quiet_load(tmp_path / "b.pth")["submodule.weight"], net.state_dict()["submodule.weight"])


def test_devices_of_a_pickle_are_told(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        path = dumped({"w": gpus.to(torch.ones(3), "cuda:2")}, tmp_path / "a.pkl")
    assert [each.code for each in diagnose(planned(path), Computer())] == ["plain-pickle", "no-gpu"]


def test_a_pickle_without_tensors_is_no_checkpoint(tmp_path: Path) -> None:
    with pytest.raises(NotACheckpoint, match="plain pickle"):
        catalogue_of(dumped({"a": 1}, tmp_path / "a.pkl"))


@pytest.mark.parametrize("key", ["93876428846672", "far", "0/93876428846672", "7/0"])
def test_what_only_an_own_unpickler_could_fetch_is_refused(tmp_path: Path, key: str) -> None:
    """``pickle.load`` does: as storages they would belong to a file in it that there is not, or be of another."""

    class Refers(pickle.Pickler):
        def persistent_id(self, value: Any) -> Any:
            return ("storage", torch.FloatStorage, key, "cpu", 1) if value == "outside" else None

    stream = io.BytesIO()
    Refers(stream, 4).dump({"w": torch.ones(3), "a": "outside"})
    (tmp_path / "a.pkl").write_bytes(stream.getvalue())
    with pytest.raises(pickle.UnpicklingError, match="persistent"):
        pickle.loads(stream.getvalue())
    with pytest.raises(Malformed, match="outside"):
        catalogue_of(tmp_path / "a.pkl")
    within = catalogue_of(dumped({"w": torch.ones(3), "bytes": stream.getvalue()}, tmp_path / "b.pkl"))
    assert len(within.tensors) == 1


def test_a_name_alone_makes_no_storage(tmp_path: Path) -> None:
    """What cannot be read stays what it is."""
    path = dumped(
        {"w": torch.ones(3), "not": b"\x80\x04 _load_from_bytes", "zip": b"PK\3\4/data.pkl"}, tmp_path / "a.pkl"
    )
    catalogue = catalogue_of(path)
    assert len(catalogue.tensors) == 1
    assert Global("torch.storage", "_load_from_bytes") not in catalogue.checkpoint.mentions.names


# -- bytes within a checkpoint -----------------------------------------------------------------------------------


def _checkpoint() -> bytes:
    stream = io.BytesIO()
    torch.save({"w": torch.ones(2)}, stream)
    return stream.getvalue()


def test_bytes_that_are_a_checkpoint_are_taken_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    inner = _checkpoint()
    path = save({"net": {"inner": inner}, "epoch": 1}, tmp_path / "a.pt")
    found = next(each for each in diagnose(planned(path), Computer()) if each.code == "nested-pickle")
    assert f"{path}!net/inner" in found.fix
    assert not found.edits
    assert run(["inspect", str(path)]) == 0
    assert "net/inner: a checkpoint as bytes" in capsys.readouterr().out
    assert run(["extract", str(path), "--bytes", "net/inner", "-o", str(tmp_path / "b.pt")]) == 0
    assert (tmp_path / "b.pt").read_bytes() == inner
    assert run(["extract", str(path), "--bytes", "epoch", "-o", str(tmp_path / "c.pt")]) == 1
    assert not (tmp_path / "c.pt").exists()


@pytest.mark.parametrize("command", ["memory", "scan"])
def test_a_file_with_bytes_for_tensors_is_not_said_to_have_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    path = save({"inner": _checkpoint()}, tmp_path / "a.pt")
    run([command, str(path)])
    out = capsys.readouterr().out
    assert "another checkpoint" in out.lower()
    assert "no tensors" not in out
