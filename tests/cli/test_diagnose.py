"""The commands ``diagnose``, ``fix --cure`` and ``extract`` as scripts see them, with torch as the judge."""

from __future__ import annotations

import argparse
import io
import json
import os
import pickle
import re
import shlex
import subprocess
import sys
import types
import warnings
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from cli.main import run
from core.diagnosis.diagnose import cure_all, diagnose
from core.diagnosis.places import places as places_of
from core.edits.edits import Plan
from core.edits.preview import preview
from core.languages import speak
from core.loading.computer import parse_computer
from tests.files.bad_files import BAD, good
from tests.files.checkpoints import Net, save
from tests.places import ROOT, TESTS
from tests.support.command import run_here
from tests.support.corpus import FILES, corpus_file, name_of
from tests.support.engine import catalogue_of
from tests.support.oracle import PretendGpus

NO_GPU = (
    "Attempting to deserialize object on a CUDA device but torch.cuda.is_available() is False. If you are running on a "
    "CPU-only machine, please use torch.load with map_location=torch.device('cpu') to map your storages to the CPU."
)


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """Saved on cuda:7 in DataParallel."""
    return good(tmp_path / "epoch27.pth")


def pthfinder(*arguments: Any) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / "main.py"), *map(str, arguments)]
    environment = {key: value for key, value in os.environ.items() if key != "DISPLAY"}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment, timeout=60)


def asked(capsys: pytest.CaptureFixture[str], *arguments: Any) -> tuple[int, Any]:
    """The exit code and the JSON of a command."""
    code = run([*map(str, arguments), "--json"])
    return code, json.loads(capsys.readouterr().out)


def torch_says(path: Path) -> str:
    """What plain ``torch.load(f)`` raises, word for word; an exception without words by its name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            torch.load(path)
        except Exception as error:  # noqa: BLE001 - whatever torch raises
            return str(error) or type(error).__name__
    return ""


def codes(found: dict[str, Any], severity: str | None = None) -> list[str]:
    return [each["code"] for each in found["findings"] if severity in (None, each["severity"])]


# -- diagnose ----------------------------------------------------------------------------------------------------


def test_a_whole_process(source: Path) -> None:
    done = pthfinder("diagnose", source, "--json")
    assert (done.returncode, done.stderr) == (3, "")
    found = json.loads(done.stdout)
    assert list(found) == ["file", "machine", "findings", "fix_all", "error", "against", "verdict"]
    assert found["file"] == str(source)
    assert found["machine"] == {"gpus": 0, "ranks": 1}
    assert (found["error"], found["against"], found["verdict"]) == (None, None, None)
    for each in found["findings"]:
        keys = ["code", "severity", "title", "says", "message", "paths", "count", "explanation", "fix", "edits"]
        assert list(each) == [*keys, "command", "workaround", "loses"]
    first = found["findings"][0]
    assert (first["code"], first["severity"], first["says"], first["message"]) == ("no-gpu", "error", "torch", NO_GPU)
    assert first["edits"] == ["cuda:7 → cpu"]
    assert "wrapper-prefix" in codes(found)


@pytest.mark.parametrize("name", ["torchao/int8_dynamic.pt", "accelerate/sharded/pytorch_model-00001-of-00002.bin"])
def test_json_has_what_the_text_has(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, found = asked(capsys, "diagnose", ROOT / "tests" / "data" / name, "--machine", "gpus:2")
    run(["diagnose", str(ROOT / "tests" / "data" / name), "--machine", "gpus:2"])
    text = capsys.readouterr().out
    told = [each for each in found["findings"] if f"{each['code']}: {each['title']}" in text]
    assert told
    for each in told:
        assert bool(each["message"]) == bool(each["says"])
        assert not each["says"] or f"\n        {each['says']}: " in text
        assert bool(each["edits"]) == bool(each["command"])
        assert each["command"] in text
    assert {each["says"] for each in told} >= ({"transformers"} if "sharded" in name else {"torch"})


def test_the_machine_decides(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = asked(capsys, "diagnose", source, "--machine", "gpus:2", "--ranks", "2")
    assert code == 3
    assert found["machine"] == {"gpus": 2, "ranks": 2}
    assert codes(found, "error") == ["no-such-gpu"]
    code, found = asked(capsys, "diagnose", source, "--machine", "gpus:8")
    assert (code, codes(found, "error")) == (0, [])


def test_the_cure_of_several_processes_as_it_is_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = save_on(tmp_path / "a.pth", "cuda:0"), tmp_path / "b.pth"
    run(["diagnose", str(path), "--machine", "gpus:8", "--ranks", "8"])
    lines = capsys.readouterr().out.splitlines()
    command = next(line.partition("main.py ")[2] for line in lines if line.endswith("--cure ranks-on-one-gpu"))
    assert run(shlex.split(command.replace(" OUT ", f" {shlex.quote(str(out))} "))) == 0
    assert torch.load(out)["weight"].device.type == "cpu"


def save_on(path: Path, device: str) -> Path:
    """A state dict of that device."""
    model = nn.Linear(2, 2).state_dict()
    with PretendGpus() as gpus:
        for tensor in model.values():
            gpus.place(tensor, device)
        torch.save(model, path)
    return path


def test_what_cannot_be_compared_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torch.save(Net(), tmp_path / "whole.pth")
    save(Net().state_dict(), tmp_path / "model.pth")
    arguments = ("diagnose", str(tmp_path / "whole.pth"), "--against", str(tmp_path / "model.pth"))
    run([*arguments])
    assert "not compared" in capsys.readouterr().out
    assert "extract its state_dict first" in asked(capsys, *arguments)[1]["against"]["message"]


def test_curing_all_says_what_it_leaves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.pth"
    torch.save({"weight": torch.ones(2), "fc._extra_state": pickle.dumps({"where": "cuda:3", "scale": 2.0})}, path)
    assert run(["fix", str(path), "-o", str(tmp_path / "b.pth"), "--cure", "all"]) == 0
    assert "--cure nested-pickle" in capsys.readouterr().out
    assert "fc._extra_state" in torch.load(tmp_path / "b.pth")


def test_text_for_people(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["diagnose", str(source)]) == 3
    text = capsys.readouterr().out
    assert f"{source}, on a computer without a GPU: 1 error" in text
    assert f"fix: python main.py fix {source} -o OUT --cure no-gpu" in text
    assert " ".join(NO_GPU.split()) in " ".join(text.split())


def test_the_escape_codes_of_torch_are_left_out_of_the_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save({"w": torch.zeros(2), "args": argparse.Namespace(lr=1)}, tmp_path / "args.pt")
    with pytest.raises(Exception, match="\x1b"):
        torch.load(path)
    code, found = asked(capsys, "diagnose", path)
    assert code == 3
    assert [each["message"] for each in found["findings"] if each["code"] == "refused-name"] == [torch_says(path)]
    run(["diagnose", str(path)])
    assert "\x1b" not in capsys.readouterr().out


@pytest.mark.parametrize("name", [name for name in BAD if name != "directory"])
def test_files_that_do_not_open(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    path = tmp_path / "file.pth"
    BAD[name][0](path)
    code, found = asked(capsys, "diagnose", path)
    assert (code, codes(found, "error")) == (3, codes(found))
    (finding,) = found["findings"]
    said = torch_says(path)
    assert said
    assert finding["message"] in ("", said)
    assert finding["edits"] == []
    assert run(["diagnose", str(path)]) == 3
    assert "fix: python" not in capsys.readouterr().out


@pytest.mark.usefixtures("torch_at_hand")
@pytest.mark.parametrize("name", ["cut zip", "cut legacy storages", "missing storage", "damaged pickle", "other zip"])
def test_torchs_own_words_for_them_come_from_torch(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    path = tmp_path / "file.pth"
    BAD[name][0](path)
    code, found = asked(capsys, "diagnose", path, "--verify")
    assert code == 3
    assert found["verdict"]["message"] == torch_says(path)


def test_what_cannot_be_read_at_all_is_an_ordinary_error(tmp_path: Path) -> None:
    for path in (tmp_path / "missing.pt", tmp_path):
        done = run_here("diagnose", path, "--json")
        assert (done.returncode, done.stderr) == (1, "")
        assert json.loads(done.stdout)["unopened"]
        done = run_here("diagnose", path)
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.count("\n") == 1
    done = run_here("diagnose", tmp_path, "--machine", "toaster")
    assert done.returncode == 1
    assert "'toaster' is not a machine" in done.stderr
    assert run_here("diagnose").returncode == 2


def test_a_pasted_error(source: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    traceback = f'Traceback (most recent call last):\n  File "x.py", line 3, in <module>\nRuntimeError: {NO_GPU}\n'
    code, found = asked(capsys, "diagnose", source, "--error", traceback)
    error = found["error"]
    assert (code, error["recognised"], error["is_cause"]) == (3, True, True)
    assert "no-gpu" in error["codes"]
    assert error["findings"] == ["no-gpu"]
    monkeypatch.setattr(sys, "stdin", io.StringIO(traceback))
    assert asked(capsys, "diagnose", source, "--error", "-")[1]["error"] == error
    fine = save({"w": torch.zeros(2)}, source.with_name("fine.pt"))
    code, found = asked(capsys, "diagnose", fine, "--error", traceback)
    assert (code, found["error"]["is_cause"]) == (0, False)
    code, found = asked(capsys, "diagnose", fine, "--error", "all went well")
    assert (code, found["error"]["recognised"], found["error"]["verdict"]) == (0, False, "cannot-tell")
    run(["diagnose", str(source), "--error", traceback])
    assert "This file is the cause" in capsys.readouterr().out
    run(["diagnose", str(source), "--error", "all went well"])
    assert "not recognised" in capsys.readouterr().out


def test_against_a_model(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = save(Net().state_dict(), tmp_path / "model.pt")
    _, found = asked(capsys, "diagnose", source, "--machine", "gpus:8", "--against", model)
    against = found["against"]
    assert (against["model"], against["keys"]) == ("model.pt", 12)
    # torch forgives a missing num_batches_tracked where the file says no version of the batch norm.
    assert (against["matched"], len(against["missing"])) == (0, 11)
    assert against["rename"]["matched_after"] == 12
    with pytest.raises(RuntimeError) as caught:
        Net().load_state_dict(torch.load(source, map_location="cpu")["state_dict"])
    assert str(caught.value).endswith(against["message"])
    run(["diagnose", str(source), "--against", str(model)])
    text = capsys.readouterr().out
    assert f"against model.pt: {against['matched']} of 12 keys fit" in text
    assert f"--against {model} --cure wrapper-prefix" in text


def test_keys_are_listed_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """In torch's words, and not once more below them."""
    state = Net().state_dict()
    model = save(state, tmp_path / "model.pt")
    less = save({key: value for key, value in state.items() if "bias" not in key}, tmp_path / "less.pt")
    run(["diagnose", str(less), "--against", str(model)])
    text = capsys.readouterr().out
    with pytest.raises(RuntimeError, match="Missing key") as caught:
        Net().load_state_dict(torch.load(less))
    missing = [key for key in state if f'"{key}"' in str(caught.value)]
    assert missing
    assert all(len(re.findall(rf"(?<![\w.]){re.escape(key)}(?![\w.])", text)) == 1 for key in missing)
    assert f"missing: {len(missing)} keys, listed above" in text


@pytest.mark.usefixtures("torch_at_hand")
def test_verified_with_torch(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = asked(capsys, "diagnose", source, "--verify")
    verdict = found["verdict"]
    assert (code, verdict["ok"], verdict["on_cpu"], verdict["message"]) == (3, False, True, NO_GPU)
    assert verdict["torch"] == torch.__version__
    path = source.with_name("page.pt")
    BAD["web page"][0](path)
    _, found = asked(capsys, "diagnose", path, "--verify")
    assert found["verdict"]["message"] == found["findings"][0]["message"]
    run(["diagnose", str(source), "--verify"])
    assert f"{torch.__version__} tried it" in capsys.readouterr().out


@pytest.mark.usefixtures("no_safetensors")
@pytest.mark.parametrize("entry", FILES, ids=name_of)
def test_the_corpus_against_torch(entry: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    """3 where plain ``torch.load(f)`` fails on this CPU, 0 where it loads, and the words are torch's."""
    path = corpus_file(entry)
    code, found = asked(capsys, "diagnose", path)
    message = torch_says(path)
    assert (code, codes(found, "error") == []) == ((3, False) if message else (0, True))
    assert not message or message in [each["message"] for each in found["findings"]]


# -- fix --cure --------------------------------------------------------------------------------------------------


def test_cure_all(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "cured.pth"
    code, found = asked(capsys, "fix", source, "-o", target, "--cure", "all")
    assert code == 0
    assert {"no-gpu", "wrapper-prefix"} <= set(found["cured"])
    assert not [each for each in found["left"] if each["severity"] == "error"]
    Net().load_state_dict(torch.load(target)["state_dict"])
    assert asked(capsys, "diagnose", target)[0] == 0


@pytest.mark.parametrize(
    "how", [["--cure", "no-gpu", "wrapper-prefix"], ["--cure", "no-gpu", "--cure", "wrapper-prefix"]]
)
def test_cures_by_name(source: Path, tmp_path: Path, how: list[str]) -> None:
    target = tmp_path / "cured.pth"
    assert run(["fix", str(source), "-o", str(target), *how]) == 0
    Net().load_state_dict(torch.load(target)["state_dict"])


def test_one_cure_and_nothing_else(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "cured.pth"
    assert run(["fix", str(source), "-o", str(target), "--cure", "no-gpu"]) == 0
    assert "note:   fixes these problems: no-gpu\n" in capsys.readouterr().out
    assert all(key.startswith("module.") for key in torch.load(target)["state_dict"])


def test_cures_combine_with_other_edits(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "cured.pth"
    code, found = asked(capsys, "fix", source, "-o", target, "--drop", "optimizer", "--cure", "all")
    assert code == 0
    assert next(change["title"] for change in found["changes"]) == "drop “optimizer”"
    assert "optimizer" not in torch.load(target)


def test_the_machine_of_a_cure(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "cured.pth"
    assert run(["fix", str(source), "-o", str(target), "--cure", "no-such-gpu", "--machine", "gpus:1"]) == 0
    assert {total.device for total in catalogue_of(target).devices} <= {"cpu", "cuda:0"}
    capsys.readouterr()
    assert run(["fix", str(source), "-o", str(target), "--overwrite", "--cure", "no-such-gpu"]) == 1
    error = capsys.readouterr().err
    assert "diagnose finds no problem called 'no-such-gpu' in this file." in error
    assert "--cure can fix: no-gpu, " in error
    assert run(["fix", str(source), "-o", str(target), "--overwrite", "--cure", "all", "--machine", "x"]) == 1


def test_a_model_names_the_cure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The prefix that is missing can be known only from the model."""
    path = save({"state_dict": Net().state_dict()}, tmp_path / "plain.pt")
    model = save(nn.DataParallel(Net()).state_dict(), tmp_path / "wrapped.pt")
    target = tmp_path / "cured.pt"
    code, found = asked(capsys, "diagnose", path, "--against", model)
    (finding,) = [each for each in found["findings"] if each["edits"] and each["severity"] != "note"]
    assert code == 0
    assert run(["fix", str(path), "-o", str(target), "--against", str(model), "--cure", finding["code"]]) == 0
    nn.DataParallel(Net()).load_state_dict(torch.load(target)["state_dict"])


def test_nothing_to_cure_is_said_and_the_rest_is_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save({"state_dict": Net().state_dict()}, tmp_path / "fine.pt")
    target = tmp_path / "copy.pt"
    assert run(["fix", str(path), "-o", str(target), "--cure", "all"]) == 0
    assert "nothing to fix for a computer without a GPU" in capsys.readouterr().out
    assert target.read_bytes() == path.read_bytes()


def test_names_are_cured_and_the_rest_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save({"w": torch.ones(2), "args": argparse.Namespace(lr=0.1, tags=["a"])}, tmp_path / "args.pt")
    target = tmp_path / "cured.pt"
    assert run(["fix", str(path), "-o", str(target), "--cure", "all"]) == 0
    assert torch.load(target)["args"] == {"lr": 0.1, "tags": ["a"]}
    capsys.readouterr()
    assert asked(capsys, "fix", path, "--dry-run", "--cure", "all")[1]["refused_names"] == []


# -- extract -----------------------------------------------------------------------------------------------------


def same(found: Any, model: nn.Module) -> None:
    wanted = model.state_dict()
    assert list(found) == list(wanted)
    assert all(torch.equal(value, wanted[key]) for key, value in found.items())


def test_extract_a_whole_model(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    net = Net()
    path, target = save(net, tmp_path / "whole.pt"), tmp_path / "state.pt"
    code, found = asked(capsys, "extract", path, "-o", target)
    assert (code, found["extracted"]) == (0, [{"path": [], "class": "tests.files.checkpoints.Net"}])
    assert found["refused_names"] == []
    same(torch.load(target), net)
    assert run(["extract", str(path), "-o", str(target)]) == 1
    assert "already exists" in capsys.readouterr().err
    assert run(["extract", str(path), "-o", str(target), "--overwrite"]) == 0
    assert run(["diagnose", str(path)]) == 3


def test_extract_from_dataparallel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model = nn.DataParallel(Net())
    path, target = save(model, tmp_path / "whole.pt"), tmp_path / "state.pt"
    assert run(["extract", str(path), "-o", str(target)]) == 0
    assert "--unwrap-dataparallel takes its prefix off" in capsys.readouterr().out
    same(torch.load(target), model)
    assert run(["extract", str(path), "-o", str(target), "--overwrite", "--unwrap-dataparallel"]) == 0
    same(torch.load(target), model.module)


def test_the_cure_of_a_wrapped_model_is_the_one_of_the_window(tmp_path: Path) -> None:
    """By either code, and with all others: the model inside, which loads without the wrapper."""
    net = Net()
    path, target = save(nn.DataParallel(net), tmp_path / "whole.pt"), tmp_path / "state.pt"
    for codes in (["whole-model"], ["wrapped-model"], ["whole-model", "all"]):
        assert run(["fix", str(path), "-o", str(target), "--overwrite", "--cure", *codes]) == 0
        same(torch.load(target), net)
        Net().load_state_dict(torch.load(target))
    assert run(["fix", str(path), "-o", str(target), "--overwrite", "--extract", "/"]) == 0
    assert all(key.startswith("module.") for key in torch.load(target))


def test_the_prefix_of_two_state_dicts_is_told_of_each(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A copy of the weights beside them: no two lines say the same, neither what is wrong nor what is done."""
    state = nn.DataParallel(Net()).state_dict()
    path = save({"model": state, "ema": {key: value + 1 for key, value in state.items()}}, tmp_path / "a.pt")
    capsys.readouterr()
    _, found = asked(capsys, "diagnose", path)
    titles = [each["title"] for each in found["findings"] if each["code"] == "wrapper-prefix"]
    assert len(titles) == 2
    assert [each.partition(", in ")[2] for each in titles] == ["model", "ema"]
    assert run(["fix", str(path), "-o", str(tmp_path / "b.pt"), "--cure", "all"]) == 0
    said = capsys.readouterr().out
    assert "strip “module.” (model): " in said
    assert "strip “module.” (ema): " in said
    Net().load_state_dict(torch.load(tmp_path / "b.pt")["ema"])


def test_extract_what_lies_deeper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One whole model becomes the whole file; of several, each stays in its place."""
    net = Net()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    target = tmp_path / "state.pt"
    one = save({"epoch": 3, "model": net}, tmp_path / "one.pt")
    assert run(["extract", str(one), "-o", str(target)]) == 0
    same(torch.load(target), net)
    both = save({"epoch": 3, "model": net, "optimizer": optimizer}, tmp_path / "both.pt")
    capsys.readouterr()
    code, found = asked(capsys, "extract", both, "-o", target, "--overwrite")
    assert (code, [each["path"] for each in found["extracted"]]) == (0, [["model"], ["optimizer"]])
    loaded = torch.load(target)
    same(loaded["model"], net)
    assert loaded["optimizer"] == optimizer.state_dict()
    assert loaded["epoch"] == 3


@pytest.mark.parametrize("command", [["extract"], ["fix", "--cure", "all"], ["fix", "--cure", "whole-model"]])
def test_renamed_while_extracting(tmp_path: Path, command: list[str]) -> None:
    """Stripped once: what the model itself calls `module` keeps its name."""
    net = Net()
    path, target = save(nn.DataParallel(net), tmp_path / "whole.pt"), tmp_path / "state.pt"
    name, *cure = command
    command = [name, str(path), "-o", str(target), *cure]
    assert run([*command, "--strip-prefix", "module."]) == 0
    same(torch.load(target), net)
    Net().load_state_dict(torch.load(target))
    assert run([*command, "--overwrite", "--add-prefix", "a."]) == 0
    assert all(key.startswith("a.") for key in torch.load(target))
    assert run([*command, "--overwrite", "--strip-segment", "nothing."]) == 1


@pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
def test_packed_weights_are_no_promise(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    torch.backends.quantized.engine = "fbgemm"
    model = torch.ao.quantization.quantize_dynamic(nn.Sequential(nn.Linear(4, 4)), {nn.Linear})
    path = save(model, tmp_path / "a.pt")
    code, found = asked(capsys, "diagnose", path)
    assert code == 3
    assert not [each for each in found["findings"] if each["edits"] and each["severity"] != "note"]
    said = {}
    for command in (["extract"], ["fix", "--cure", "whole-model"]):
        done = run_here(command[0], path, "-o", tmp_path / "b.pt", *command[1:])
        assert (done.returncode, done.stdout) == (1, "")
        said[command[0]] = done.stderr.strip()
    assert said["extract"].removeprefix("pthfinder: a.pt: ") in said["fix"]
    assert not (tmp_path / "b.pt").exists()
    assert run(["fix", str(path), "--dry-run", "--cure", "all"]) == 0
    out = capsys.readouterr().out
    assert "no edit fixes whole-model" in out
    assert "--cure all" not in out
    assert "nothing to fix" not in out


def test_a_prefix_that_waits_for_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where nothing is extracted, what is not there cannot be stripped, cures or not."""
    path = save({"model": nn.DataParallel(Net())}, tmp_path / "whole.pt")
    for cure in ([], ["--cure", "dataparallel-on-cpu"]):
        assert run(["fix", str(path), "-o", str(tmp_path / "b.pt"), "--strip-prefix", "nothing.", *cure]) == 1
        assert "No key of any state dict begins with 'nothing.'; there is nothing to strip" in capsys.readouterr().err


def test_nothing_to_extract(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["extract", str(source), "-o", str(tmp_path / "state.pt")]) == 1
    error = capsys.readouterr().err
    assert "This file holds no pickled model object or optimizer object" in error
    assert "--keep state_dict" in error
    assert not (tmp_path / "state.pt").exists()


# -- start -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [["inspect", "{file}"], ["fix", "{file}", "--dry-run"], ["diagnose", "{file}"]])
def test_only_what_is_needed_is_imported(source: Path, arguments: list[str]) -> None:
    code = (
        "import sys, cli.main as m; m.run(sys.argv[1:])\n"
        "print([name for name in sys.modules if name in ('torch', 'numpy', 'PySide6', 'gui')], file=sys.stderr)\n"
        "print([name for name in sys.modules if name.startswith('core.diagnosis')], file=sys.stderr)"
    )
    words = [word.format(file=source) for word in arguments]
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=True, cwd=ROOT)
    foreign, rooms = done.stderr.splitlines()
    assert foreign == "[]"
    assert (rooms == "[]") == (arguments[0] != "diagnose")


# -- real files: what is advised, what is not, and what a cure loses -----------------------------------------------


def finding_in(name: str, code: str, capsys: pytest.CaptureFixture[str]) -> Any:
    """A finding of a file that a framework wrote."""
    found = asked(capsys, "diagnose", TESTS / "data" / name)[1]["findings"]
    return next(each for each in found if each["code"] == code)


def test_an_empty_dict_is_not_advised_in_place_of_metrics(capsys: pytest.CaptureFixture[str]) -> None:
    whole, needed = (finding_in("torchmetrics/whole.pth", code, capsys) for code in ("whole-model", "missing-code"))
    assert whole["fix"].startswith("If you trust the file, load it with weights_only=False where “torchmetrics” can be")
    assert whole["fix"].endswith(
        "The fix only makes the file load: it leaves an empty dict in place of the module, because the module's "
        "state_dict() is empty."
    )
    assert (needed["fix"], needed["loses"]) == (whole["fix"], whole["loses"])
    assert whole["loses"].startswith("the class of the model, and all its attributes (such as self.")
    assert whole["loses"].endswith("; 10 tensors that state_dict() leaves out")
    assert (whole["workaround"], needed["workaround"]) == ("", "")


def test_each_kind_of_loss_is_told_once(capsys: pytest.CaptureFixture[str]) -> None:
    loses = finding_in("skorch/net.pt", "refused-name", capsys)["loses"].split("; ")
    assert [each.partition(" (")[0] for each in loses[:3]] == [
        "the class of the model at “module”, and all attributes except parameters and buffers",
        "the classes of objects that become plain data",
        "classes and functions, of which only the names stay, as text",
    ]
    assert loses[3:] == ["objects that become None (functools.partial)"]


def lines_of(capsys: pytest.CaptureFixture[str], name: str, *more: str) -> str:
    """What ``diagnose`` prints of a file that a framework wrote, without its breaks of lines inside a part."""
    run(["diagnose", str(TESTS / "data" / name), *more])
    return capsys.readouterr().out.replace("\n          ", " ")


def test_losses_are_a_line_each_and_names_that_go_along_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    said = lines_of(capsys, "skorch/net.pt").partition("\n\n")[2].partition("\n\n")[0]
    assert said.count("\n        loses: ") == 4
    assert said.count("also fixes: ") == 2
    assert "also fixes: whole-model, missing-code\n" in said
    assert "also fixes: 18 more names that torch.load(f) refuses: torch.nn.modules.loss.CrossEntropyLoss, " in said
    assert said.endswith(" and 15 more")


@pytest.mark.parametrize(("language", "loses"), [("zh", "丢失："), ("ja", "失うもの：")])
def test_losses_are_told_apart_in_every_language(language: str, loses: str, capsys: pytest.CaptureFixture[str]) -> None:
    speak(language)
    try:
        said = lines_of(capsys, "skorch/net.pt").partition("\n\n")[2].partition("\n\n")[0]
    finally:
        speak("en")
    assert said.count(f"\n        {loses}") == 4


def test_what_the_cure_of_an_error_covers_shows_no_fix_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    covered, apart = (lines_of(capsys, "folders/containers/ppo.zip", *more) for more in ([], ["--machine", "gpus:1"]))
    assert "note    optimizer-elsewhere: " in covered
    assert "--cure optimizer-elsewhere" not in covered
    assert "--cure no-such-gpu optimizer-elsewhere" in apart
    assert finding_in("folders/containers/ppo.zip", "optimizer-elsewhere", capsys)["command"].endswith(APART)


def test_old_source_is_told_of_for_what_nobody_can_install_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    skorch = finding_in("skorch/net.pt", "missing-code", capsys)
    assert " with plain data. Or install skorch where the file is loaded." in skorch["fix"]
    assert skorch["workaround"] == ""
    assert finding_in("torchao/int8.pt", "missing-code", capsys)["fix"] == "Install torchao where the file is loaded."
    module = types.ModuleType("mine")
    module.Options = type("Options", (), {"__module__": "mine"})  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "mine", module)
    torch.save({"options": module.Options()}, tmp_path / "a.pt")
    mine = finding_in(str(tmp_path / "a.pt"), "missing-code", capsys)
    assert "sys.path" in mine["workaround"]
    assert "Install" not in mine["fix"]


def test_an_import_points_to_the_cure_that_does_without_it(capsys: pytest.CaptureFixture[str]) -> None:
    first, whole = (finding_in("fsdp2/sharded.pt", code, capsys) for code in ("import-first", "whole-dtensor"))
    assert "with the fix of the note whole-dtensor below" in first["fix"]
    assert whole["edits"]
    assert whole["loses"] == "the placements and the mesh"
    assert whole["explanation"].startswith("0.weight is Shard(dim=0) on a mesh of 1 process, so ")


def test_a_number_of_gpus_is_printed_in_one_spelling(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run(["diagnose", str(source), "--machine", "GPU:1"])
    assert "--machine gpus:1 --cure no-such-gpu" in capsys.readouterr().out


TWICE, APART = "memory-twice", "optimizer-elsewhere"


@pytest.mark.parametrize("machine", ["cpu", "gpus:1"])
@pytest.mark.parametrize("name", ["demo.pth", "skorch/net.pt", "accelerate/sharded", "accelerate/state"])
def test_the_last_line_fixes_all_that_the_window_would(
    name: str, machine: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = ROOT / "resources" / name if name == "demo.pth" else TESTS / "data" / name
    found = asked(capsys, "diagnose", path, "--machine", machine)[1]
    run(["diagnose", str(path), "--machine", machine])
    last = [line for line in capsys.readouterr().out.splitlines() if line.startswith(("fix all: ", "fix the "))]
    able = {each["code"] for each in found["findings"] if each["edits"] and each["severity"] != "note"}
    notes = any(each["edits"] and each["severity"] == "note" and each["code"] == TWICE for each in found["findings"])
    free = {each["code"] for each in found["findings"] if each["code"] in able and not each["loses"]}
    called = "fix the errors and warnings" if notes else "fix all"
    assert last == ([f"{called}: {found['fix_all']}"] if len(free) > 1 else [])
    assert bool(found["fix_all"]) == bool(last)
    if last:
        words = shlex.split(found["fix_all"])
        assert set(words[words.index("--cure") + 1 :]) == free
        computer = parse_computer(machine)
        view = preview(catalogue_of(path), Plan())
        assert cure_all(view.catalogue, Plan(), computer) == cure_all(view.catalogue, Plan(), computer, free)


def test_what_is_lost_is_never_in_the_line_that_fixes_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where one name is refused twice, and plain data loses something of the one and nothing of the other."""
    wrapped = nn.DataParallel(Net()).state_dict()
    torch.save({"state_dict": wrapped, "a": argparse.Namespace(lr=1), "b": nn.ReLU}, tmp_path / "a.pth")
    run(["diagnose", str(tmp_path / "a.pth")])
    line = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("fix all"))
    assert line.startswith("fix all that loses nothing: ")
    assert line.endswith("--cure all")


def test_a_tensor_is_named_by_the_key_that_torch_knows(capsys: pytest.CaptureFixture[str]) -> None:
    def places(name: str) -> list[str]:
        run(["diagnose", str(TESTS / "data" / name)])
        return [line.strip() for line in capsys.readouterr().out.splitlines() if line.strip().startswith("at: ")]

    assert places("torchao/int8.pt")[1] == "at: 0.weight (3 parts), 0.bias, 2.weight (3 parts) and 1 more"
    assert set(places("fsdp2/sharded.pt")) == {"at: 0.weight, 0.bias, 1.weight and 3 more"}
    assert places("accelerate/sharded")[1] == "at: the whole directory"
    assert places("skorch/net.pt")[0] == "at: the whole file"
    whole = finding_in("torchao/int8.pt", "no-gpu", capsys)
    assert whole["paths"][0] == "0.weight/(3)/qdata"
    view = preview(catalogue_of(TESTS / "data" / "torchao" / "int8.pt"), Plan())
    found = next(each for each in diagnose(view) if each.code == "no-gpu")
    part = replace(found, entries=found.entries[:1], count=1)
    assert [place.text for place in places_of(view.catalogue, part)] == ["qdata of 0.weight"]


def test_state_apart_from_parameters_on_a_card_that_is_missing_comes_second(
    capsys: pytest.CaptureFixture[str],
) -> None:
    apart = finding_in("folders/containers/ppo.zip", "optimizer-elsewhere", capsys)
    assert apart["fix"].startswith("The fix of no-gpu above leaves both the state and the parameters on cpu, so it ")
    alone = asked(capsys, "diagnose", TESTS / "data/folders/containers/ppo.zip", "--machine", "gpus:1")[1]["findings"]
    twice, apart = (next(each for each in alone if each["code"] == code)["fix"] for code in (TWICE, APART))
    assert apart.endswith(
        "optimizer-elsewhere moves the state to its parameters, and no-such-gpu moves both to cuda:0."
    )
    assert twice.startswith(
        "You can use this fix instead of the one for no-such-gpu: it changes the saved device to cpu, "
    )
    asked_there = asked(capsys, "diagnose", TESTS / "data/folders/containers/ppo.zip", "--machine", "gpus:3")[1]
    there = next(each for each in asked_there["findings"] if each["code"] == "optimizer-elsewhere")
    assert there["fix"].endswith("Or change the saved device of the state to that of its parameters.")
