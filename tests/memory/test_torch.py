"""The ledger against real torch: what loads put where, what ``load_state_dict`` copies and what it keeps."""

from __future__ import annotations

import re
from collections import OrderedDict
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn
from torch._subclasses.fake_tensor import FakeTensorMode

from core.edits.edits import Drop, MoveOptimizer, Plan, RemapDevice, StripPrefix
from core.edits.preview import Preview, preview
from core.loading.torch_messages import cannot_restore
from core.memory.allocator import round_size
from core.memory.analysis import ERROR, LOADS, OUT_OF_MEMORY, Analysis, predict_memory
from core.memory.contents import contents_of
from core.memory.ledger import OWNERS, PHASES
from core.memory.machine import Machine
from core.memory.sizes import MIB
from core.memory.strategies import STRATEGIES
from tests.files.checkpoints import Net, odd_tensors, save, training_checkpoint
from tests.support.corpus import FILES, corpus_file, name_of
from tests.support.engine import catalogue_of, fix, planned
from tests.support.oracle import PretendGpus, load, tensors_in

MACHINE = Machine(gpus=16, target="cuda:1")
LOADABLE = [file for file in FILES if file["weights_only"] and file["container"] in ("zip", "legacy")]


def loaded_by_torch(path: Path, map_location: Any) -> dict[str, int]:
    """Rounded bytes of unique storages by device, as real torch loads the file under FakeTensorMode.

    Fake tensors have their devices but no longer share storages: a second load, to the CPU, says who shares.
    Legacy files lose their devices there: a callable ``map_location`` notes what torch asks for instead.
    """
    storages: dict[int, tuple[str, int]] = {}
    if path.read_bytes()[:2] == b"PK":
        with FakeTensorMode():
            value = torch.load(path, map_location=map_location, weights_only=False)
        real = torch.load(path, map_location="cpu", weights_only=False)
        for fake, tensor in zip(tensors_in(value), tensors_in(real), strict=True):
            storage = tensor.untyped_storage()
            assert fake.untyped_storage().nbytes() == storage.nbytes()
            storages[storage._cdata] = str(fake.device), storage.nbytes()
    else:
        alive = []

        def note(storage: torch.UntypedStorage, location: str) -> torch.UntypedStorage:
            if isinstance(map_location, dict):
                location = map_location.get(location, location)
            alive.append(storage)
            storages[storage._cdata] = map_location if isinstance(map_location, str) else location, storage.nbytes()
            return storage

        torch.load(path, map_location=note, weights_only=False)
    found: dict[str, int] = {}
    for device, nbytes in storages.values():
        found[device] = found.get(device, 0) + (round_size(nbytes) if device != "cpu" else nbytes)
    return {device: nbytes for device, nbytes in found.items() if nbytes}


def predicted(analysis: Analysis, strategy: str) -> dict[str, int]:
    """What the phase ``load`` adds to ``start``, by device."""
    start, load_phase, *_ = analysis.outcome(strategy).phases
    found = {"cpu": load_phase.host.anonymous - start.host.anonymous}
    for device, state in load_phase.devices.items():
        before = start.devices.get(device)
        found[device] = state.allocated - (before.allocated if before else 0)
    return {device: nbytes for device, nbytes in found.items() if nbytes}


def check_loads(path: Path, tmp_path: Path, *edits: Any) -> None:
    """Every strategy that reads the file loads, by our account, exactly what torch loads."""
    view = planned(path, *edits)
    analysis = predict_memory(view, MACHINE)
    saved = [total.device for total in view.totals_before if total.device.startswith("cuda")]
    places: dict[str, Any] = {
        "default": None,
        "map-cpu": "cpu",
        "map-target": "cuda:1",
        "map-dict": dict.fromkeys(saved, "cuda:1"),
    }
    for strategy, map_location in places.items():
        assert predicted(analysis, strategy) == loaded_by_torch(path, map_location), strategy
    if edits:
        fixed = tmp_path / "fixed.pt"
        fix(path, fixed, *edits)
        assert predicted(analysis, "fixed") == loaded_by_torch(fixed, None)
    assert ("fixed" in {outcome.strategy.id for outcome in analysis.outcomes}) == bool(edits)
    optimizers = view.catalogue.optimizers
    model_only = tmp_path / "model_only.pt"
    fix(path, model_only, *(Drop(optimizer.entry) for optimizer in optimizers))
    assert predicted(analysis, "model-only") == loaded_by_torch(model_only, "cuda:1")


@pytest.mark.corpus
@pytest.mark.parametrize("entry", LOADABLE, ids=name_of)
def test_real_files_load_as_predicted(entry, tmp_path):
    check_loads(corpus_file(entry), tmp_path, RemapDevice("cuda:*", "cuda:3"))


@pytest.fixture(params=["zip", "legacy"])
def container(request) -> str:
    return request.param


@pytest.fixture
def training_file(tmp_path, container) -> Path:
    with PretendGpus() as gpus:
        return save(training_checkpoint(gpus), tmp_path / "training.pt", container)


EDITS = {
    "nothing": (),
    "to another card": (RemapDevice("cuda:7", "cuda:2"),),
    "model to the CPU": (RemapDevice("cuda:*", "cpu", role="model"),),
    "optimizer elsewhere": (MoveOptimizer("cuda:4"), StripPrefix("module.")),
}


@pytest.mark.parametrize("edits", EDITS.values(), ids=EDITS)
def test_a_training_checkpoint_loads_as_predicted(training_file, tmp_path, edits):
    check_loads(training_file, tmp_path, *edits)


def test_dropping_the_optimizer_loads_less(training_file, tmp_path):
    check_loads(training_file, tmp_path, Drop(catalogue_of(training_file).find("optimizer")))


def test_views_and_odd_dtypes_load_as_predicted(tmp_path, container):
    with PretendGpus() as gpus:
        path = save(odd_tensors(gpus, container), tmp_path / "odd.pt", container)
    check_loads(path, tmp_path, RemapDevice("cuda:0", "cpu"))


def test_a_view_loads_its_whole_storage_and_the_model_takes_only_the_view(tmp_path):
    base = torch.zeros(1_000_000)
    path = save(OrderedDict(weight=base[:1000]), tmp_path / "view.pt")
    outcome = predict_memory(planned(path), MACHINE).outcome("map-target")
    start, loaded, *_, last = (phase.devices["cuda:1"].owners["model"] for phase in outcome.phases)
    assert (start, loaded, last) == (4096, 4096 + round_size(4_000_000), 4096)


def test_tied_weights_count_once(tmp_path):
    weight = torch.zeros(3000)
    path = save(OrderedDict(first=weight, tied=weight, bias=torch.zeros(2)), tmp_path / "tied.pt")
    start, loaded, *_ = predict_memory(planned(path), MACHINE).outcome("map-target").phases
    once = round_size(12_000) + 512
    assert [phase.devices["cuda:1"].allocated for phase in (start, loaded)] == [once, 2 * once]


def test_cuda_without_a_number_is_the_first_card(tmp_path):
    with PretendGpus() as gpus:
        tensors = [torch.zeros(1000), torch.zeros(1000)]
        for tensor, device in zip(tensors, ("cuda", "cuda:0"), strict=True):
            gpus.place(tensor, device)
        path = save(dict(zip("ab", tensors, strict=True)), tmp_path / "bare.pt")
    assert predicted(predict_memory(planned(path), MACHINE), "default") == {"cuda:0": 2 * 4096}


def test_all_models_that_have_an_optimizer_are_live(tmp_path):
    """Generator and discriminator train on; the averaged copy beside them does not."""
    parts: dict[str, Any] = {}
    for name, size in (("g", 1000), ("d", 2000)):
        layer = nn.Linear(size, 4, bias=False)
        optimizer = torch.optim.Adam(layer.parameters())
        layer(torch.ones(size)).sum().backward()
        optimizer.step()
        parts |= {name: layer.state_dict(), f"opt_{name}": optimizer.state_dict()}
    parts["average"] = {"weight": torch.zeros(4, 1000)}
    outcome = predict_memory(planned(save(parts, tmp_path / "gan.pt")), MACHINE).outcome("map-cpu")
    start, *_, last = (phase.devices["cuda:1"].owners for phase in outcome.phases)
    model = round_size(4 * 4 * 1000) + round_size(4 * 4 * 2000)
    assert (start["model"], last["model"], last["optimizer"]) == (model, model, 2 * model)
    assert "model_0.load_state_dict(checkpoint['g'])" in outcome.code
    assert "optimizer_1.load_state_dict(checkpoint['opt_d'])" in outcome.code


@pytest.mark.parametrize("device", ["cuda:5", "cuda", "xpu:0", "hpu:0", "mtia:0", "npu:0", "ipu:3"])
def test_torch_says_the_same_about_devices_that_are_not_there(tmp_path, device):
    with PretendGpus() as gpus:
        tensor = torch.zeros(3)
        gpus.place(tensor, device)
        path = save({"x": tensor}, tmp_path / "far.pt")
    with pytest.raises(RuntimeError) as error:
        load(path)
    assert cannot_restore(device, 0) == str(error.value)
    outcome = predict_memory(planned(path), Machine(gpus=0, target="cpu")).outcome("default")
    assert (outcome.verdict, outcome.message) == (ERROR, str(error.value))


def test_torch_says_the_same_about_mapping_a_legacy_file(tmp_path):
    path = save({"x": torch.zeros(3)}, tmp_path / "old.pt", "legacy")
    with pytest.raises(RuntimeError) as error:
        torch.load(str(path), mmap=True)
    analysis = predict_memory(planned(path), Machine(target="cpu"))
    for strategy in ("mmap-cpu", "meta-assign"):
        assert (analysis.outcome(strategy).verdict, analysis.outcome(strategy).message) == (ERROR, str(error.value))


# -- optimizer.load_state_dict ---------------------------------------------------------------------------------


class Small(nn.Module):
    def __init__(self, dtype: torch.dtype = torch.float32) -> None:
        super().__init__()
        self.first = nn.Linear(64, 32, dtype=dtype)
        self.second = nn.Linear(32, 8, bias=False, dtype=dtype)


def small_checkpoint(path: Path, dtype: torch.dtype = torch.float32, **options: Any) -> Path:
    model = Small(dtype)
    optimizer = torch.optim.Adam(model.parameters(), **options)
    for parameter in model.parameters():
        parameter.grad = torch.ones_like(parameter)
    optimizer.step()
    state = optimizer.state_dict()
    for item in state["state"].values():
        item["exp_avg"] = item["exp_avg"].float()
    return save({"model": model.state_dict(), "optimizer": state}, path)


@pytest.mark.parametrize(
    ("dtype", "options"),
    [
        (torch.float32, {}),
        (torch.float32, {"amsgrad": True, "foreach": False}),
        (torch.bfloat16, {}),
        (torch.float64, {"capturable": False}),
    ],
    ids=["float32", "amsgrad", "bfloat16", "float64"],
)
def test_the_optimizer_keeps_what_matches_and_copies_the_rest(tmp_path, dtype, options):
    """Real ``load_state_dict`` on the CPU, told by the addresses of the storages."""
    path = small_checkpoint(tmp_path / "small.pt", dtype, **options)
    checkpoint = torch.load(path)
    model = Small(dtype)
    model.load_state_dict(checkpoint["model"])
    optimizer = torch.optim.Adam(model.parameters(), **options)
    optimizer.load_state_dict(checkpoint["optimizer"])
    loaded = {tensor.untyped_storage().data_ptr() for tensor in tensors_in(checkpoint["optimizer"])}
    state = {t.untyped_storage().data_ptr(): t.untyped_storage().nbytes() for t in tensors_in(optimizer.state_dict())}
    copied = [nbytes for address, nbytes in state.items() if address not in loaded]
    cpu = frozenset(["cpu"])
    ours = contents_of(planned(path), planned=False, optimizer=True).state_loading(cpu, cpu)
    assert sorted(ours.loads[0].copies) == sorted(copied)
    assert len(ours.kept) == len(state) - len(copied)
    assert sum(each.raw for each in ours.kept_bytes.values()) == sum(state.values()) - sum(copied)


@pytest.mark.parametrize("on_device", ["fused", "capturable", None])
def test_step_moves_only_when_fused_or_capturable(tmp_path, on_device):
    path = small_checkpoint(tmp_path / "small.pt")
    checkpoint = torch.load(path)
    if on_device:
        checkpoint["optimizer"]["param_groups"][0][on_device] = True
    path = save(checkpoint, path)
    # torch's own rule, asked on a device that takes no bytes
    parameter = torch.empty(2, device="meta")
    groups = [{"params": [0], **({on_device: True} if on_device else {})}]
    moved = torch.optim.Optimizer._process_value_according_to_param_policy(
        parameter, torch.tensor(1.0), 0, groups, "step"
    )
    state = contents_of(planned(path), planned=False, optimizer=True).state_loading(frozenset(), frozenset(["cpu"]))
    steps = 3 * 1
    assert len(state.kept) == (0 if moved.device.type == "meta" else steps)
    assert bool(on_device) == (moved.device.type == "meta")


# -- the rules, phase by phase -----------------------------------------------------------------------------------


@pytest.fixture
def on_gpu(tmp_path) -> Preview:
    """A model of 2 × 4 MB and its Adam state on cuda:5, ``step`` on the CPU."""
    with PretendGpus() as gpus:
        model = OrderedDict((name, torch.zeros(1_000_000)) for name in "ab")
        state = {
            index: {"step": torch.tensor(1.0), "exp_avg": torch.zeros(1_000_000), "exp_avg_sq": torch.zeros(1_000_000)}
            for index in range(2)
        }
        for tensor in tensors_in([model, state]):
            if tensor.ndim:
                gpus.place(tensor, "cuda:5")
        group = {"lr": 0.1, "betas": (0.9, 0.99), "amsgrad": False, "params": [0, 1]}
        path = save({"model": model, "optimizer": {"state": state, "param_groups": [group]}}, tmp_path / "on_gpu.pt")
    return planned(path)


TENSOR = round_size(4_000_000)


def owners(analysis: Analysis, strategy: str, device: str) -> list[tuple[int, ...] | None]:
    """Model, optimizer, other and leftover in tensors, phase by phase; None where the device is not touched."""
    found: list[tuple[int, ...] | None] = []
    for phase in analysis.outcome(strategy).phases:
        state = phase.devices.get(device)
        if state is not None:
            assert state.requested <= sum(state.owners.values()) <= state.allocated <= state.reserved
        found.append(None if state is None else tuple(state.owners[owner] // TENSOR for owner in OWNERS))
    return found


def test_a_default_load_leaves_nothing_but_a_context_on_the_saved_card(on_gpu):
    analysis = predict_memory(on_gpu, Machine(gpus=8, target="cuda:0"))
    outcome = analysis.outcome("default")
    assert [phase.name for phase in outcome.phases] == list(PHASES)
    assert owners(analysis, "default", "cuda:5") == [
        None, (2, 4, 0, 0), (0, 4, 0, 2), (0, 0, 0, 6), (0, 0, 0, 0), (0, 0, 0, 0)
    ]  # fmt: skip
    assert owners(analysis, "default", "cuda:0") == [
        (2, 0, 0, 0), (2, 0, 0, 0), (2, 0, 0, 0), (2, 4, 0, 0), (2, 4, 0, 0), (2, 4, 0, 0)
    ]  # fmt: skip
    reserved = [phase.devices["cuda:5"].reserved > 0 for phase in outcome.phases[1:]]
    assert reserved == [True, True, True, True, False]
    assert {phase.devices["cuda:5"].context for phase in outcome.phases[1:]} == {analysis.machine.context}


def test_where_the_state_lies_already_it_is_kept_and_outlives_the_checkpoint(on_gpu):
    """As the default load on the saved card: the model's part is freed, the optimizer's is the optimizer's now."""
    analysis = predict_memory(on_gpu, Machine(gpus=8, target="cuda:5"))
    for strategy in ("default", "map-target", "map-dict"):
        assert owners(analysis, strategy, "cuda:5") == [
            (2, 0, 0, 0), (4, 4, 0, 0), (2, 4, 0, 2), (2, 4, 0, 2), (2, 4, 0, 0), (2, 4, 0, 0)
        ], strategy  # fmt: skip


def test_keeping_the_checkpoint_keeps_what_is_left_over(on_gpu):
    analysis = predict_memory(on_gpu, Machine(gpus=8, target="cuda:5"), keep=True)
    assert owners(analysis, "map-target", "cuda:5")[-2:] == [(2, 4, 0, 2), (2, 4, 0, 2)]
    host = [phase.host.anonymous for phase in analysis.outcome("map-cpu").phases]
    assert host[1:] == [6 * 4_000_000 + 8] * 5


def test_loading_to_the_cpu_puts_nothing_on_the_card_before_it_is_copied(on_gpu):
    analysis = predict_memory(on_gpu, Machine(gpus=8, target="cuda:5"))
    for strategy in ("map-cpu", "mmap-cpu"):
        assert owners(analysis, strategy, "cuda:5") == [(2, 0, 0, 0)] * 3 + [(2, 4, 0, 0)] * 3
    assert owners(analysis, "meta-assign", "cuda:5") == [None, None] + [(2, 0, 0, 0)] + [(2, 4, 0, 0)] * 3


def test_main_memory_of_each_way(on_gpu):
    """In bytes; the two ``step`` of 4 bytes stay where they are."""
    analysis = predict_memory(on_gpu, Machine(gpus=8, target="cuda:5"))
    one, steps = 4_000_000, 8

    def host(strategy: str) -> list[tuple[int, int]]:
        return [(phase.host.anonymous, phase.host.file) for phase in analysis.outcome(strategy).phases]

    everything = 6 * one + steps
    assert host("map-cpu") == [(0, 0)] + [(everything, 0)] * 3 + [(steps, 0)] * 2
    assert host("default") == [(0, 0)] + [(steps, 0)] * 5
    assert host("map-target") == [(0, 0)] * 6
    # the steps are views of the mapped file: as long as they live, so do the pages that were read
    assert host("mmap-cpu") == [(0, 0)] * 2 + [(0, 2 * one)] + [(0, 6 * one)] * 3
    assert analysis.outcome("default").host_peak == one + steps, "the largest storage passes through"
    assert analysis.outcome("map-cpu").host_peak == everything


def test_on_the_cpu_the_state_is_kept_and_a_mapped_model_reads_no_page(on_gpu):
    analysis = predict_memory(on_gpu, Machine(gpus=0, target="cpu"))
    one, steps = 4_000_000, 8
    host = {
        strategy: [(phase.host.anonymous, phase.host.file) for phase in analysis.outcome(strategy).phases]
        for strategy in ("map-cpu", "mmap-cpu", "meta-assign")
    }
    assert host["map-cpu"] == [(2 * one, 0)] + [(8 * one + steps, 0)] * 3 + [(6 * one + steps, 0)] * 2
    assert host["mmap-cpu"] == [(2 * one, 0)] * 2 + [(2 * one, 2 * one)] * 4
    assert host["meta-assign"] == [(0, 0)] * 6


def test_naive_ranks_pile_up_on_one_card_and_take_a_context_each(on_gpu):
    naive = predict_memory(on_gpu, Machine(gpus=4, target="cuda:0", ranks=3, own_gpu=False)).outcome("map-target")
    own = predict_memory(on_gpu, Machine(gpus=4, target="cuda:0", ranks=3)).outcome("map-target")
    loaded, context = PHASES.index("load"), Machine().context
    contexts = {device: state.context for device, state in naive.phases[loaded].devices.items()}
    assert contexts == {"cuda:0": 3 * context, "cuda:1": context, "cuda:2": context}
    assert {device: state.context for device, state in own.phases[loaded].devices.items()} == dict.fromkeys(
        contexts, context
    )
    held = {device: sum(state.owners.values()) for device, state in naive.phases[loaded].devices.items()}
    assert held == {"cuda:0": (2 + 3 * 6) * TENSOR + 3 * 2 * 512, "cuda:1": 2 * TENSOR, "cuda:2": 2 * TENSOR}
    # of 20 MiB for five the last keeps what is not worth splitting off
    whole = 20 * MIB - 5 * TENSOR
    allocated = {state.allocated for state in own.phases[loaded].devices.values()}
    assert allocated == {8 * TENSOR + 2 * 512 + whole}


def test_a_context_on_a_second_card_costs_the_victory(on_gpu):
    """On their own card the ways differ little; a card that the run does not use must count against the default."""
    analysis = predict_memory(on_gpu, Machine(gpus=8, target="cuda:0"))
    default, best = analysis.outcome("default"), analysis.best
    assert default.peak <= best.peak, "by the fullest card alone the default would win or draw"
    assert best.strategy.id != "default"
    assert default.total_peak - best.total_peak >= analysis.machine.context
    assert default not in analysis.equals


def test_ways_that_differ_by_next_to_nothing_are_as_good_as_each_other(on_gpu):
    """24 MB more or less on a card of gigabytes decide nothing; a gigabyte of RAM does."""
    analysis = predict_memory(on_gpu, Machine(gpus=8, target="cuda:5"))
    assert [each.strategy.id for each in analysis.equals] == [
        "default", "map-cpu", "map-target", "map-dict", "mmap-cpu", "meta-assign"
    ]  # fmt: skip
    assert len({each.total_peak for each in analysis.equals}) > 1
    assert analysis.best is analysis.equals[0]
    assert analysis.why.startswith("The 6 ways marked with * load the optimizer too and hardly differ: at most ")


def test_a_gigabyte_of_ram_decides(tmp_path):
    path = tmp_path / "large.pt"
    with torch.serialization.skip_data():
        torch.save({"model": {"w": torch.empty(1 << 28)}}, path)
    analysis = predict_memory(planned(path), Machine(gpus=0, target="cpu"))
    assert [each.strategy.id for each in analysis.equals] == ["meta-assign"]
    assert "Any of" not in analysis.why


def test_what_shall_stay_free_is_no_room(on_gpu):
    machine = Machine(gpus=8, target="cuda:5")
    (needed,) = {predict_memory(on_gpu, machine).outcome("map-target").peak}
    for margin, verdict in ((machine.capacity - needed, LOADS), (machine.capacity - needed + 1, OUT_OF_MEMORY)):
        outcome = predict_memory(on_gpu, replace(machine, margin=margin)).outcome("map-target")
        assert (outcome.verdict, outcome.spare) == (verdict, machine.capacity - margin - needed)


def test_out_of_memory_names_the_first_phase_that_does_not_fit(on_gpu):
    machine = Machine(gpus=8, target="cuda:5", context=0, capacity=35_000_000)
    outcome = predict_memory(on_gpu, machine).outcome("map-target")
    assert (outcome.verdict, outcome.device, outcome.phase) == ("out of memory", "cuda:5", "load")
    assert outcome.spare == machine.capacity - outcome.peak < 0
    assert re.search(r"cuda:5 in phase load", outcome.message)


def test_an_edit_changes_only_the_fixed_file(on_gpu):
    machine = Machine(gpus=8, target="cuda:0")
    before = predict_memory(on_gpu, machine)
    moved = preview(on_gpu.catalogue, Plan((RemapDevice("cuda:*", "cuda:0"),)))
    after = predict_memory(moved, machine)
    assert [each.strategy.id for each in after.outcomes] == [*(each.strategy.id for each in before.outcomes), "fixed"]
    for one, two in zip(before.outcomes, after.outcomes[:-1], strict=True):
        assert one.phases == two.phases
    assert after.outcome("fixed").phases == after.outcome("map-dict").phases
    assert predict_memory(on_gpu, machine).outcomes == before.outcomes, "and undone it is as it was"


# -- the code that is offered ------------------------------------------------------------------------------------


class Tied(Net):
    """The model of the training checkpoint, which was saved in DataParallel, able to share its weights again."""

    def tie_weights(self) -> None:
        self.tied.weight = self.first.weight


def two_groups(parameters: Any) -> torch.optim.Optimizer:
    parameters = list(parameters)
    flat = [parameter for parameter in parameters if parameter.ndim < 2]
    return torch.optim.Adam([{"params": flat}, {"params": [p for p in parameters if p.ndim >= 2]}])


@pytest.mark.parametrize("strategy", [strategy.id for strategy in STRATEGIES if strategy.id != "default"])
def test_the_code_runs_and_gives_the_saved_model(tmp_path, strategy):
    """Real torch runs the lines as they are offered; ``Model`` and ``Optimizer`` are what a user has."""
    with PretendGpus() as gpus:
        path = save(training_checkpoint(gpus), tmp_path / "training.pt")
    view = planned(path, RemapDevice("cuda:*", "cpu"))
    names = {"torch": torch, "f": path, "fixed": tmp_path / "fixed.pt", "model_only": tmp_path / "model_only.pt"}
    fix(path, names["fixed"], RemapDevice("cuda:*", "cpu"))
    fix(path, names["model_only"], *(Drop(each.entry) for each in view.catalogue.optimizers))
    outcome = predict_memory(view, Machine(gpus=0, target="cpu")).outcome(strategy)
    code = outcome.code.replace("torch.load(", "torch.load(weights_only=False, f=")
    scope: dict[str, Any] = {**names, "Model": Tied, "Optimizer": two_groups}
    exec(compile(code, strategy, "exec"), scope)
    saved = torch.load(path, map_location="cpu", weights_only=False)
    for name, value in scope["model"].state_dict().items():
        assert torch.equal(value, saved["state_dict"][f"module.{name}"]), name
    assert scope["model"].tied.weight is scope["model"].first.weight
    assert "checkpoint" not in scope
    assert ("optimizer" in scope) == (strategy != "model-only")
    if strategy != "model-only":
        assert len(scope["optimizer"].state) == len(saved["optimizer"]["state"])


def test_the_code_takes_off_what_a_wrapper_left(tmp_path: Path) -> None:
    """The file as it is has the prefix, its fixed copy has not: ``Model`` is outside of any wrapper."""
    path = save({f"module.{key}": value for key, value in nn.Linear(3, 2).state_dict().items()}, tmp_path / "a.pt")
    view = planned(path, StripPrefix("module."))
    analysis = predict_memory(view, Machine(gpus=0, target="cpu"))
    as_it_is, fixed = (analysis.outcome(name).code for name in ("map-cpu", "fixed"))
    assert "consume_prefix_in_state_dict_if_present(checkpoint, 'module.')" in as_it_is
    assert "consume_prefix" not in fixed
