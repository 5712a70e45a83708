"""The cures of a pasted error, each done and loaded by real torch: what was missing is there, and nothing is lost."""

from __future__ import annotations

import json
import random
import re
import shlex
import traceback
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file
from torch import nn
from torch.nn.utils import parametrizations

from cli.main import run
from core.diagnosis.finding import is_for_all
from core.diagnosis.traceback.answer import CAUSE, NOT_CAUSE, Answer, answer
from core.diagnosis.traceback.recognise import recognise
from core.edits.edits import Drop, RenameKeys
from tests.diagnosis.traceback.test_pasted_errors import SHARED, file_of
from tests.files.checkpoints import save
from tests.support.engine import planned
from tests.support.judging import CPU, findings_of

State = dict[str, Any]
old_weight_norm: Callable[[nn.Module], nn.Module] = nn.utils.weight_norm
old_spectral_norm: Callable[[nn.Module], nn.Module] = nn.utils.spectral_norm


def plain(module: nn.Module) -> nn.Module:
    return module


class Net(nn.Module):
    def __init__(
        self, classes: int = 5, width: int = 4, *, words: int = 7, norm: Callable[[nn.Module], nn.Module] = plain
    ) -> None:
        super().__init__()
        self.embed = nn.Embedding(words, width)
        self.pos_embed = nn.Parameter(torch.zeros(1, 6, width))
        self.layers = nn.ModuleList(
            nn.Sequential(norm(nn.Linear(width, width)), nn.BatchNorm1d(width), norm(nn.Linear(width, width)))
            for _ in range(3)
        )
        self.norm = nn.LayerNorm(width)
        self.head = nn.Linear(width, classes)


def raised(model: nn.Module, state: State) -> str:
    with pytest.raises(RuntimeError) as error:
        model.load_state_dict(state)
    return f"RuntimeError: {error.value}"


def judged(text: str, path: Path) -> Answer:
    found = recognise(text)
    assert found is not None
    return answer(found, findings_of(path, computer=CPU), planned(path))


def told(path: Path, text: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    run(["diagnose", str(path), "--json", "--error", text])
    found: dict[str, Any] = json.loads(capsys.readouterr().out)["error"]
    return found


def cured(path: Path, cure: dict[str, Any], target: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    """What torch, or safetensors, loads of the file that the options of a cure make; its command makes the same."""
    options = shlex.split(cure["command"])[shlex.split(cure["command"]).index("OUT") + 1 :]
    for each in (options, cure["options"]):
        target.unlink(missing_ok=True)
        code = run(["fix", str(path), "-o", str(target), *each])
        said = capsys.readouterr()
        assert code == 0, (cure, said)
    if "safetensors" in cure["options"]:
        return load_file(target)
    return torch.load(target, map_location="cpu", weights_only=False)


def state_in(saved: Any, missing: set[str]) -> State:
    """The state dict of a checkpoint that the script meant."""
    parts = [saved, *(each for each in saved.values() if isinstance(each, dict))]
    return max(parts, key=lambda each: len(missing & each.keys()))


# -- what is partitioned, or was not gathered --------------------------------------------------------------------


def test_a_partitioned_model_is_no_reason_to_drop(tmp_path: Path) -> None:
    """As ``deepspeed.zero.Init`` leaves it: each parameter is empty."""
    model, state = Net(), Net().state_dict()
    for name, parameter in model.named_parameters():
        if "layers" in name:
            parameter.data = torch.empty(0)
    said = judged(raised(model, state), save(state, tmp_path / "a.pth"))
    assert said.verdict == NOT_CAUSE
    assert "partitioned" in said.text
    assert not any(finding.edits for finding in said.findings)


@pytest.mark.parametrize("left", [torch.empty(0), torch.ones(1)], ids=["[0]", "[1]"])
def test_a_save_that_was_not_gathered_is_told(left: torch.Tensor, tmp_path: Path) -> None:
    state = {key: left if "layers" in key and value.dim() else value for key, value in Net().state_dict().items()}
    said = judged(raised(Net(), state), save(state, tmp_path / "a.pth"))
    assert said.verdict == CAUSE
    assert "zero_to_fp32.py" in said.text
    assert not any(finding.edits for finding in said.findings)


# -- heads, and what is none -------------------------------------------------------------------------------------


@pytest.mark.parametrize("classes", [1, 9])
def test_a_head_may_go_and_its_loss_is_told(classes: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = Net(classes).state_dict()
    path = save(state, tmp_path / "a.pth")
    text = raised(Net(), state)
    (finding,) = judged(text, path).findings
    assert finding.loses
    assert not is_for_all(finding)
    (cure,) = told(path, text, capsys)["cures"]
    assert cure["loses"] == finding.loses
    left = Net().load_state_dict(cured(path, cure, tmp_path / "b.pth", capsys), strict=False)
    assert left.missing_keys == ["head.weight", "head.bias"]
    run(["diagnose", str(path), "--error", text])
    assert "loses: the tensors head.weight and head.bias" in capsys.readouterr().out


OTHER_SIZES: dict[str, tuple[Callable[[], nn.Module], str]] = {
    "inner width": (lambda: Net(width=6), "Build the model with the sizes"),
    "words": (lambda: Net(words=9), "table for positions or tokens"),
}


@pytest.mark.parametrize("name", OTHER_SIZES)
def test_what_is_no_head_stays(name: str, tmp_path: Path) -> None:
    other, words = OTHER_SIZES[name]
    state = other().state_dict()
    said = judged(raised(Net(), state), save(state, tmp_path / "a.pth"))
    assert said.verdict == CAUSE
    assert words in said.text
    assert not any(finding.edits for finding in said.findings)


def test_positions_are_resized_and_not_dropped(tmp_path: Path) -> None:
    state = Net().state_dict()
    state["pos_embed"] = torch.zeros(1, 9, 4)
    said = judged(raised(Net(), state), save(state, tmp_path / "a.pth"))
    assert "interpolation" in said.text
    assert not any(finding.edits for finding in said.findings)


def test_a_layer_in_another_order_of_sizes_is_transposed(tmp_path: Path) -> None:
    state = Net().state_dict()
    state["head.weight"] = state["head.weight"].T.contiguous()
    said = judged(raised(Net(), state), save(state, tmp_path / "a.pth"))
    assert "reshape or transpose" in said.text
    assert not any(finding.edits for finding in said.findings)


def test_the_rank_of_an_adapter_is_an_inner_size(tmp_path: Path) -> None:
    def adapter(rank: int) -> nn.Module:
        layer = nn.ModuleDict({"lora_A": nn.Linear(8, rank, bias=False), "lora_B": nn.Linear(rank, 8, bias=False)})
        return nn.ModuleDict({"base_model": nn.ModuleDict({"model": nn.ModuleList([layer, nn.Linear(2, 2)])})})

    state = adapter(4).state_dict()
    said = judged(raised(adapter(2), state), save(state, tmp_path / "a.pth"))
    assert said.verdict == CAUSE
    assert not any(finding.edits for finding in said.findings)


def test_the_name_of_an_adapter_is_no_part_of_its_file(tmp_path: Path) -> None:
    """PEFT puts it into the keys before it loads them: ``lora_A.weight`` is ``lora_A.default.weight`` in the error."""

    def adapter(rank: int) -> nn.Module:
        parts = {"lora_A": nn.Linear(8, rank, bias=False), "lora_B": nn.Linear(rank, 8, bias=False)}
        layer = nn.ModuleDict({name: nn.ModuleDict({"default": each}) for name, each in parts.items()})
        return nn.ModuleDict({"base_model": nn.ModuleList([layer])})

    state = adapter(4).state_dict()
    text = raised(adapter(2), state)
    saved = {key.replace(".default", ""): value for key, value in state.items()}
    said = judged(text, save(saved, tmp_path / "a.pth"))
    assert said.verdict == CAUSE
    assert not any(finding.edits for finding in said.findings)
    assert judged(text, save({**saved, "more": torch.ones(2)}, tmp_path / "b.pth")).verdict == CAUSE
    assert judged(text, save(Net().state_dict(), tmp_path / "c.pth")).verdict == NOT_CAUSE


# -- keys too many -----------------------------------------------------------------------------------------------


def test_buffers_that_are_no_more_may_go(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    state = {**Net().state_dict(), "embed.position_ids": torch.arange(6)}
    path = save(state, tmp_path / "a.pth")
    cures = told(path, raised(Net(), state), capsys)["cures"]
    assert [cure["options"] for cure in cures] == [["--drop", "embed.position_ids"]]
    Net().load_state_dict(cured(path, cures[0], tmp_path / "b.pth", capsys))


def test_the_scales_of_quantised_weights_stay(tmp_path: Path) -> None:
    state = Net().state_dict()
    state["head.weight"] = torch.ones(5, 4, dtype=torch.int8)
    state["head.weight.SCB"] = torch.ones(5)
    text = raised(Net(), state)
    assert "Missing" not in text
    said = judged(text, save(state, tmp_path / "a.pth"))
    assert said.verdict == CAUSE
    assert "Load the file with the library that quantized it" in said.text
    assert not any(finding.edits for finding in said.findings)


def test_layers_that_the_model_has_joined_are_not_renamed_after_it(tmp_path: Path) -> None:
    """Of q, k and v one could be called `qkv` too; the others would be carried along to names that nobody has."""
    parts = nn.ModuleDict({name: nn.Linear(4, 4, bias=False) for name in "qkv"})
    path = save(parts.state_dict(), tmp_path / "a.pt")
    said = judged(raised(nn.ModuleDict({"qkv": nn.Linear(4, 12, bias=False)}), torch.load(path)), path)
    assert said.verdict == CAUSE
    assert said.findings
    assert not [each for each in said.findings if each.edits]
    assert "2 keys that the error names would still not fit, such as 'k.weight'" in said.text


def test_the_state_of_an_optimizer_is_no_file_of_a_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    net = nn.Linear(4, 4)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    path = save({"m": net.state_dict(), "opt": optimizer.state_dict()}, tmp_path / "a.pt")
    said = told(path, raised(net, torch.load(path)["opt"]), capsys)
    assert "belong to an optimizer" in said["answer"]
    assert "The weights are in checkpoint['m']" in said["answer"]
    assert not said["cures"]
    with pytest.raises(KeyError) as error:
        optimizer.load_state_dict(torch.load(path))
    said = told(path, "".join(traceback.format_exception(error.value)), capsys)
    assert "it has optimizer state at 'opt'" in said["answer"]
    assert not said["cures"]


def test_a_layer_is_not_dropped_while_one_is_missing(tmp_path: Path) -> None:
    """It may be the same one: who knows the model finds out."""
    state = OrderedDict((re.sub("^head", "classifier", key), value) for key, value in Net().state_dict().items())
    said = judged(raised(Net(), state), save(state, tmp_path / "a.pth"))
    assert said.verdict == CAUSE
    assert not any(isinstance(edit, Drop) for finding in said.findings for edit in finding.edits)


# -- a key of a dictionary ---------------------------------------------------------------------------------------

FRAMES = 'Traceback (most recent call last):\n  File "train.py", line 3, in <module>\n    {code}\n'
LOOKED_FOR = [
    ("", "state_dict", True),
    ("", "embedding_model", False),
    ("model.load_state_dict(checkpoint['net'])", "net", True),
    ("model.load_state_dict(torch.load(path)['net'])", "net", True),
    ("model = MODELS[config.name]()", "net", False),
    ("path = config['weights']", "weights", False),
]


@pytest.mark.parametrize(("code", "key", "offered"), LOOKED_FOR)
def test_a_part_is_renamed_for_who_looks_into_the_checkpoint(
    code: str, key: str, offered: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = save({"model": Net().state_dict(), "epoch": 3}, tmp_path / "a.pth")
    text = (FRAMES.format(code=code) if code else "") + f"KeyError: '{key}'"
    cures = told(path, text, capsys)["cures"]
    assert bool(cures) == offered
    for cure in cures:
        assert key in cured(path, cure, tmp_path / "b.pth", capsys)


# -- the two names of a normalised weight ------------------------------------------------------------------------

NORMS: dict[str, tuple[Callable[[nn.Module], nn.Module], Callable[[nn.Module], nn.Module]]] = {
    "weight_norm": (old_weight_norm, parametrizations.weight_norm),
    "spectral_norm": (old_spectral_norm, parametrizations.spectral_norm),
}


class WithoutHook(nn.Module):
    """The parametrization as of a torch that does not yet read the old names by itself."""

    def __init__(self, norm: Callable[[nn.Module], nn.Module]) -> None:
        super().__init__()
        self.net = Net(norm=norm)
        for module in self.net.modules():
            module._load_state_dict_pre_hooks.clear()


@pytest.mark.filterwarnings("ignore::FutureWarning")
@pytest.mark.parametrize("prefix", ["", "module."])
@pytest.mark.parametrize("to_new", [True, False])
@pytest.mark.parametrize("name", NORMS)
def test_a_normalised_weight_gets_its_other_name(
    name: str, to_new: bool, prefix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old, new = NORMS[name]
    source, model = (Net(norm=old), Net(norm=new)) if to_new else (Net(norm=new), Net(norm=old))
    if to_new:
        bare = WithoutHook(new)
        model = bare.net
    state = OrderedDict((prefix + key, value) for key, value in source.state_dict().items())
    path = save({"model": state, "ema": {"lin_g": torch.ones(1), "lin_v": torch.ones(1)}}, tmp_path / "a.pth")
    cures = told(path, raised(model, state), capsys)["cures"]
    assert cures
    for cure in cures:
        saved = cured(path, cure, tmp_path / "b.pth", capsys)
        model.load_state_dict(saved["model"])
        assert "lin_g" in saved["ema"]
    model.eval()
    source.eval()
    given = torch.ones(2, 4)
    assert torch.equal(model.layers[0][0](given), source.layers[0][0](given))  # type: ignore[index]


@pytest.mark.filterwarnings("ignore::FutureWarning")
def test_both_norms_in_one_file_are_not_mixed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``weight_v`` is a part of either."""

    def made(first: int) -> nn.Module:
        return nn.Sequential(*(NORMS[name][first](nn.Linear(2, 2)) for name in ("weight_norm", "spectral_norm")))

    state = made(1).state_dict()
    path = save(state, tmp_path / "a.pth")
    text = raised(made(0), state)
    assert any(isinstance(edit, RenameKeys) for finding in judged(text, path).findings for edit in finding.edits)
    for cure in told(path, text, capsys)["cures"]:
        made(0).load_state_dict(cured(path, cure, tmp_path / "b.pth", capsys))


# -- errors of any kind ------------------------------------------------------------------------------------------


def of_keys(case: dict[str, str]) -> bool:
    found = recognise(case["error"])
    return found is not None and any(found.keys(kind) for kind in ("missing", "unexpected", "mismatched"))


@pytest.mark.parametrize("case", SHARED, ids=lambda case: case["trap"])
def test_every_cure_of_a_collected_error_can_be_run(
    case: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, found = file_of(case["fits"], case["error"]), recognise(case["error"])
    for cure in told(file.path, case["error"], capsys).get("cures", ()):
        saved = cured(file.path, cure, tmp_path / "b.pth", capsys)
        if found is not None and of_keys(case):
            missing = set(found.keys("missing"))
            assert missing <= state_in(saved, missing).keys()


CHANGES: dict[str, Callable[[State], State]] = {
    name: lambda state, old=old, new=new: OrderedDict((re.sub(old, new, key), each) for key, each in state.items())
    for name, (old, new) in {
        "a layer renamed": (r"^head\.", "classifier."),
        "all layers renamed": (r"^layers\.", "blocks."),
        "an inner layer renamed": (r"\.0\.(?=\w+$)", ".attn."),
        "wrapped": (r"^", "module."),
        "compiled": (r"^", "_orig_mod."),
        "a part of a larger model": (r"^", "backbone.body."),
    }.items()
}
CHANGES |= {
    "a layer less": lambda state: OrderedDict((key, each) for key, each in state.items() if "layers.1." not in key),
    "no counters": lambda state: OrderedDict((key, each) for key, each in state.items() if "num_batches" not in key),
    "another head": lambda state: OrderedDict([*state.items(), ("head2.weight", torch.ones(3, 4))]),
    "some layers renamed": lambda state: OrderedDict(
        (key.replace("layers.1.", "stages.1."), each) for key, each in state.items()
    ),
}


def cut(text: str, chance: random.Random) -> str:
    """The text as somebody pastes it: whole, with dots in its lists, or ending somewhere."""
    how = chance.choice(["whole", "whole", "dots", "ends"])
    if how == "dots":
        return re.sub(r'((?:"[^"]*", ){3}"[^"]*")(?:, "[^"]*")+\. ?', r"\1, ...", text)
    return text[: chance.randint(len(text) // 3, len(text))] if how == "ends" else text


@pytest.mark.filterwarnings("ignore::FutureWarning")
@pytest.mark.parametrize("seed", range(60))
def test_no_cure_leaves_missing_what_the_error_names(
    seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    chance = random.Random(seed)
    torch.manual_seed(seed)
    norms = [plain, plain, plain, *NORMS["weight_norm"], *NORMS["spectral_norm"]]
    model = Net(norm=chance.choice(norms))
    other = Net(
        chance.choice([5, 5, 9]), chance.choice([4, 4, 6]), words=chance.choice([7, 7, 8]), norm=chance.choice(norms)
    )
    state: State = other.state_dict()
    for name in chance.sample(sorted(CHANGES), chance.choice([1, 1, 2, 3])):
        state = CHANGES[name](state)
    try:
        model.load_state_dict(state)
    except RuntimeError as error:
        text = cut(f"RuntimeError: {error}", chance)
    else:
        return
    path = save(chance.choice([state, {"model": state, "epoch": 3}]), tmp_path / "a.pth")
    found = recognise(text)
    cures = told(path, text, capsys).get("cures", ())
    assert not cures or found is not None
    fitting = {key: each for key, each in model.state_dict().items() if key in state and state[key].shape == each.shape}
    for cure in cures:
        assert found is not None
        missing = set(found.keys("missing"))
        after = state_in(cured(path, cure, tmp_path / "b.pth", capsys), missing | fitting.keys())
        assert [key for key in missing if key not in after and f"{key}_orig" not in after] == []
        assert [key for key in fitting if key not in after or not torch.equal(after[key], state[key])] == []
