"""The cures of objects: state dicts where there were models, plain data where that can be, and no weight lost."""

from __future__ import annotations

import argparse
import sys
import types
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from torch import nn
from torch.testing._internal.two_tensor import TwoTensor

from core.catalogue.catalogue import Catalogue
from core.diagnosis.diagnose import cure_all, diagnose
from core.edits.edits import Plan
from core.edits.preview import Preview, preview
from core.loading.computer import Computer
from core.loading.methods import PLAIN, Way, way_to_load
from core.pickling.allowlist import import_first
from core.pickling.nodes import Below, Global
from core.saving.save import save as save_preview
from tests.files.checkpoints import Net, save, train
from tests.places import ROOT
from tests.support.engine import planned
from tests.support.judging import (
    CPU,
    assert_cured,
    assert_cures_cure,
    cure_each,
    cured_copy,
    errors,
    findings_of,
    only,
    quiet_load,
    torch_says,
)
from tests.support.oracle import assert_same
from tests.support.thinning import in_turn


class Trainer:
    """An object of a script that holds everything: a model, its optimizer and plain data."""

    def __init__(self, optimizer: Any = torch.optim.Adam) -> None:
        torch.manual_seed(3)
        self.net = Net()
        self.optimizer = optimizer(self.net.parameters())
        train(self.net, self.optimizer)
        self.epochs = 3


@pytest.mark.filterwarnings("ignore:Couldn't retrieve source code")
@pytest.mark.parametrize(
    ("cure", "whole", "container"),
    in_turn(["refused-name", "missing-code", None], [True, False], ["zip", "legacy"], turns=2),
)
def test_state_dicts_of_models_inside_an_object_that_is_made_plain(
    tmp_path: Path, whole: bool, cure: str | None, container: str
) -> None:
    trainer = Trainer()
    path = save(trainer if whole else {"trainer": trainer, "x": 1}, tmp_path / "a.pt", container)
    view = planned(path)
    first = assert_cures_cure(view)[0]
    assert first.code == "refused-name"
    assert first.message == torch_says(path)
    assert first.loses
    assert cure_all(view.catalogue, view.plan, CPU) == Plan()  # the class is lost, which the script may want back
    plan = cure_each(view) if cure is None else cure_all(view.catalogue, view.plan, CPU, {cure})
    save_preview(preview(view.catalogue, plan), tmp_path / "b.pt")
    cured = quiet_load(tmp_path / "b.pt")
    cured = cured if whole else cured["trainer"]
    net = trainer.net.state_dict()
    assert_same(cured, {"net": net, "optimizer": trainer.optimizer.state_dict(), "epochs": 3})


def test_modules_without_weights_are_one_finding_and_no_models(tmp_path: Path) -> None:
    options = {"act": nn.ReLU(), "other": nn.Sequential(nn.ReLU(), nn.Identity()), "scale": nn.BatchNorm1d(2)}
    path = save({"state_dict": Net().state_dict(), "hyper_parameters": options}, tmp_path / "a.pt")
    found = [each for each in assert_cures_cure(planned(path)) if each.code == "whole-model"]
    assert [(each.paths, each.title) for each in found] == [
        (
            ("hyper_parameters/act", "hyper_parameters/other"),
            (
                "pickled modules with an empty state_dict(): torch.nn.modules.activation.ReLU, "
                "torch.nn.modules.container.Sequential"
            ),
        ),
        (("hyper_parameters/scale",), "the file holds a whole pickled model (torch.nn.modules.batchnorm.BatchNorm1d)"),
    ]
    assert found[0].message == torch_says(path)
    assert all("saved with torch.save(model)" not in each.explanation for each in found)
    cured_copy(path, tmp_path / "b.pt")
    cured = quiet_load(tmp_path / "b.pt")["hyper_parameters"]
    assert_same(cured, {name: module.state_dict() for name, module in options.items()})


class Sealed:
    """An object that says itself how it is made, as a TensorDict does: nothing plain can stand for it."""

    def __init__(self, weight: torch.Tensor) -> None:
        self.weight = weight

    def __reduce__(self) -> tuple[Any, ...]:
        return Sealed, (self.weight,)


def _two() -> torch.Tensor:
    """A tensor of a class that wraps others, as quantised weights and sharded tensors are."""
    return TwoTensor(torch.ones(4), torch.zeros(4))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("make", [_two, lambda: Sealed(torch.ones(3))], ids=["wrapper", "object"])
def test_no_cure_loses_bytes_of_tensors(tmp_path: Path, make: Any) -> None:
    value = {"state_dict": {"weight": make(), "bias": torch.ones(2)}, "args": argparse.Namespace(lr=1)}
    path = save(value, tmp_path / "a.pt")
    findings = assert_cures_cure(planned(path))
    assert findings[0].message == torch_says(path)
    assert (findings[0].paths, findings[0].edits) == (("state_dict/weight",), ())
    assert "would lose tensor data" in findings[0].fix
    cured = cured_copy(path, tmp_path / "b.pt")
    assert cured.tensors_dropped == 0
    loaded = quiet_load(tmp_path / "b.pt", weights_only=False)
    assert loaded["args"] == {"lr": 1}
    weight, kept = value["state_dict"]["weight"], loaded["state_dict"]["weight"]  # type: ignore[index]
    assert type(kept) is type(weight)
    part = "a" if isinstance(kept, TwoTensor) else "weight"
    assert_same(getattr(kept, part), getattr(weight, part))


@pytest.mark.parametrize("alone", [True, False])
def test_what_is_refused_in_the_state_dict_itself_is_made_plain_with_it(tmp_path: Path, alone: bool) -> None:
    net = nn.Linear(2, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=np.float64(0.25))
    path = save(optimizer if alone else {"net": net, "optimizer": optimizer}, tmp_path / "a.pt")
    finding = only("whole-optimizer", assert_cures_cure(planned(path)))
    save_preview(assert_cured(finding, planned(path)), tmp_path / "b.pt")
    cured_copy(path, tmp_path / "c.pt")
    loaded = quiet_load(tmp_path / "c.pt")
    loaded = loaded if alone else loaded["optimizer"]
    assert loaded == optimizer.state_dict()
    assert type(loaded["param_groups"][0]["lr"]) is float


@pytest.mark.filterwarnings("ignore")
def test_lazy_modules_that_saw_no_data(tmp_path: Path) -> None:
    model = nn.Sequential(nn.LazyLinear(3))
    for name, value in (("a", model), ("b", model.state_dict())):
        path = save(value, tmp_path / f"{name}.pt")
        found = errors(findings_of(path))
        assert found[0].message == torch_says(path)
        assert {each.edits for each in found} == {()}
        assert "Run a batch through the model" in found[0].fix


@pytest.mark.filterwarnings("ignore")
def test_no_state_dict_that_is_refused_itself_is_promised(tmp_path: Path) -> None:
    model = nn.Linear(4, 4, bias=False)
    model.weight = nn.Parameter(_two())
    found = only("whole-model", findings_of(save(model, tmp_path / "a.pt")))
    assert found.edits == ()
    assert "which torch.load(f) refuses as well" in found.fix


def test_what_shares_its_bytes_with_a_weight_that_stays_may_go(tmp_path: Path) -> None:
    weight = torch.ones(3)
    path = save({"state_dict": {"weight": weight}, "seen": Sealed(weight)}, tmp_path / "a.pt")
    assert_cures_cure(planned(path))
    cured_copy(path, tmp_path / "b.pt")
    assert_same(quiet_load(tmp_path / "b.pt"), {"state_dict": {"weight": weight}})


def test_tensors_that_a_module_without_weights_loses_are_counted(tmp_path: Path) -> None:
    module = nn.ReLU()
    module.total = torch.ones(2)
    finding = only("whole-model", assert_cures_cure(planned(save({"metric": module}, tmp_path / "a.pt"))))
    assert finding.loses.startswith("the class of the model at “metric”, and all its attributes (such as self.")
    assert finding.loses.endswith("(such as self.inplace and self.total); 1 tensor that state_dict() leaves out")


@pytest.mark.parametrize("name", ["int8", "int8_dynamic", "adamw8bit", "adamw4bit"])
def test_what_allows_its_own_classes_is_to_be_imported(name: str) -> None:
    """torchao 0.18 registers the classes of its tensors when it is imported; plain torch.load takes the file then."""
    path = ROOT / "tests" / "data" / "torchao" / f"{name}.pt"
    found = findings_of(path)
    assert only("import-first", found).fix == "Run `import torchao` before torch.load(f)."
    assert not [each for each in found if each.code == "refused-name"]
    assert only("missing-code", found).fix == "Install torchao where the file is loaded."
    assert way_to_load(planned(path)) == Way(PLAIN, imports=("import torchao",))


@pytest.mark.parametrize(
    "name",
    [
        "torchao.prototype.mx_formats.mx_tensor.MXTensor",
        "torchao.optim.adam.AdamW8bit",
        "torchao.quantization.quant_api.Int8WeightOnlyConfig",
        "torchao.float8.float8_linear.Float8Linear",
    ],
)
def test_what_its_import_does_not_allow_needs_another_way(name: str) -> None:
    module, _, short = name.rpartition(".")
    assert not import_first(Global(module, short))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["bitsandbytes.nn.modules.Linear4bit", "hqq.core.quantize.HQQLinear"])
def test_no_state_dict_is_promised_of_modules_that_write_their_own(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home, _, short = name.rpartition(".")
    made = type(short, (nn.Linear,), {"__module__": home})
    for module in (home, home.partition(".")[0]):
        monkeypatch.setitem(sys.modules, module, types.ModuleType(module))
    setattr(sys.modules[home], short, made)
    path = save(nn.Sequential(made(2, 2)), tmp_path / "a.pt")
    finding = only("whole-model", findings_of(path))
    assert finding.edits == ()
    assert "whose packed weights only its own code can unpack" in finding.fix
    assert only("missing-code", findings_of(path)).edits == ()


@pytest.mark.parametrize("beside", [True, False])
def test_parameters_that_are_in_no_state_dict_are_told(tmp_path: Path, beside: bool) -> None:
    net = nn.Linear(2, 2)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    value = {"optimizer": optimizer, "model": net.state_dict() if beside else None}
    finding = only("whole-optimizer", assert_cures_cure(planned(save(value, tmp_path / "a.pt"))))
    assert ("2 tensors that only this optimizer has will be left out." in finding.fix) is not beside


def test_parameters_that_two_optimizers_share_are_told_at_both(tmp_path: Path) -> None:
    weights = [torch.ones(2, requires_grad=True)]
    value = {"first": torch.optim.SGD(weights, lr=0.1), "second": torch.optim.Adam(weights)}
    found = [each for each in findings_of(save(value, tmp_path / "a.pt")) if each.code == "whole-optimizer"]
    assert len(found) == 2
    assert all("1 tensor that only this optimizer has will be left out." in each.fix for each in found)


def test_many_optimizers_cost_one_preview(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = save([torch.optim.SGD([torch.ones(1, requires_grad=True)]) for _ in range(20)], tmp_path / "a.pt")
    view = planned(path)
    worked_out: list[Plan] = []

    def counted(catalogue: Catalogue, plan: Plan) -> Preview:
        worked_out.append(plan)
        return preview(catalogue, plan)

    monkeypatch.setattr("core.diagnosis.traps.objects.preview", counted)
    assert len(diagnose(view, Computer())) > 20
    assert len(worked_out) == 1


@pytest.mark.parametrize(
    ("count", "where"),
    [(1, "an empty dict in place of the module,"), (2, "empty dicts in place of the modules,")],
)
def test_modules_without_weights_are_told_together(count: int, where: str, tmp_path: Path) -> None:
    path = save({"options": [nn.ReLU() for _ in range(count)]}, tmp_path / "a.pt")
    assert where in only("whole-model", assert_cures_cure(planned(path))).fix


def test_names_are_looked_up_once_an_object_however_many_modules_are_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = 20
    values = []
    for number in range(count):
        home = types.ModuleType(f"package{number}")
        monkeypatch.setitem(sys.modules, home.__name__, home)
        home.Options = type("Options", (), {"__module__": home.__name__})  # type: ignore[attr-defined]
        values.append(home.Options())
    view = planned(save(values, tmp_path / "a.pt"))
    looked_up: Counter[tuple[Any, Any]] = Counter()
    entered = Below._entered

    def counted(below: Below, node: Any, *places: int) -> Any:
        looked_up[below, id(node)] += 1
        return entered(below, node, *places)

    monkeypatch.setattr(Below, "_entered", counted)
    found = [each for each in diagnose(view, Computer()) if each.code == "missing-code"]
    assert sorted(each.title.rpartition(" ")[2] for each in found) == sorted(f"“package{at}”" for at in range(count))
    assert set(looked_up.values()) == {1}
    assert len({below for below, _ in looked_up}) < count
