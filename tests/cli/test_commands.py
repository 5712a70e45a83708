"""The command line as scripts see it: real processes, exit codes, one line on stderr, one JSON object on stdout."""

from __future__ import annotations

import argparse
import errno
import json
import os
import pickle
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
import torch

import main
from cli import output
from cli.arguments import parse
from cli.main import plain_inspect, run
from cli.register import COMMANDS
from core.files.copy import Sink
from core.version import VERSION
from tests.files.bad_files import BAD, good
from tests.files.checkpoints import Net, save
from tests.places import ROOT
from tests.support.command import run_here
from tests.support.engine import catalogue_of
from tests.support.oracle import PretendGpus, assert_same_files, load, saved_devices

DEMO = ROOT / "resources" / "demo.pth"


def pthfinder(*arguments: Any, **environment: str) -> subprocess.CompletedProcess[str]:
    """A whole process, without a display."""
    variables = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "WAYLAND_DISPLAY")}
    variables.pop("QT_QPA_PLATFORM", None)
    command = [sys.executable, str(ROOT / "main.py"), *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env={**variables, **environment}, timeout=60
    )


def assert_one_line(text: str) -> None:
    assert text.endswith("\n")
    assert text.count("\n") == 1
    assert "Traceback" not in text


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return good(tmp_path / "epoch27.pth")


def test_inspect_json(source: Path) -> None:
    done = pthfinder("inspect", source, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert {"file", "container", "bytes", "tensors", "storages", "devices", "prefixes", "optimizers", "globals"} <= set(
        found
    )
    assert Path(found["file"]) == source
    assert (found["container"], found["bytes"]) == ("zip", source.stat().st_size)
    assert {"path", "role", "dtype", "shape", "stride", "storage_offset", "storage", "device", "nbytes"} <= set(
        found["tensors"][0]
    )
    assert {"key", "device", "nbytes"} <= set(found["storages"][0])
    prefix = {"prefix": "module.", "path": ["state_dict"], "keys": 12, "of": 12}
    assert any(prefix.items() <= each.items() for each in found["prefixes"])
    (optimizer,) = found["optimizers"]
    assert optimizer["path"] == ["optimizer"]
    assert (optimizer["groups"], optimizer["params"], optimizer["matched"]) == (2, 8, 8)
    assert optimizer["kind"].startswith("Adam")
    assert found["globals"] == []


def test_inspect_json_agrees_with_torch(source: Path) -> None:
    found = json.loads(run_here("inspect", source, "--json").stdout)
    with PretendGpus() as gpus:
        loaded = load(source)
        for row in found["tensors"]:
            tensor = loaded
            for key in row["path"]:
                tensor = tensor[key]
            assert row["dtype"] == str(tensor.dtype).removeprefix("torch.")
            assert row["shape"] == list(tensor.shape)
            assert row["stride"] == list(tensor.stride())
            assert row["storage_offset"] == tensor.storage_offset()
            assert row["nbytes"] == tensor.nbytes
            assert row["device"] == gpus.device_of(tensor)
            assert row["role"] == ("optimizer" if row["path"][0] == "optimizer" else "model")
    totals = found["devices"]
    assert {device: each["storages"] for device, each in totals.items()} == {
        device: saved_devices(source).count(device) for device in totals
    }
    assert sum(each["bytes"] for each in totals.values()) == sum(each["nbytes"] for each in found["storages"])
    assert sum(each["tensors"] for each in totals.values()) == len(found["tensors"])


def test_inspect_text(source: Path) -> None:
    done = run_here("inspect", source)
    assert done.returncode == 0
    for word in ("cuda:7", "module.", "Adam", "state_dict/module.norm.weight", "float32"):
        assert word in done.stdout


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("command", ["inspect", "fix"])
def test_bad_files(tmp_path: Path, name: str, command: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "epoch27.pth"
    BAD[name][0](path)
    extra = ["-o", str(tmp_path / "out.pth"), "--map", "cuda:*=cpu"] if command == "fix" else []
    assert run([command, str(path), *extra]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert_one_line(err)
    assert path.name in err, "of many files, which one?"
    assert [each.name for each in tmp_path.iterdir()] == ["epoch27.pth"]


def test_a_bad_file_in_a_real_process(tmp_path: Path) -> None:
    (tmp_path / "page.pth").write_text("<html>")
    done = pthfinder("inspect", tmp_path / "page.pth")
    assert done.returncode == 1
    assert_one_line(done.stderr)
    assert "web page" in done.stderr


@pytest.mark.parametrize("name", ["passwd", "secret: x", "token.pth", "password=mine.ckpt", "my api_key: here"])
def test_the_name_of_a_file_is_no_secret(tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Words of a server have a password behind “passwd:”; a name has none, nor hides the word behind it."""
    (tmp_path / name).write_text("root:x:0:0:root:/root:/bin/bash\n" * 20)
    assert run(["inspect", str(tmp_path / name)]) == 1
    assert f"pthfinder: {name}: This is a text file, not a checkpoint" in capsys.readouterr().err
    assert run(["inspect", str(tmp_path / "not" / name)]) == 1
    assert f"{name}. " in capsys.readouterr().err


@pytest.mark.parametrize(
    "text", ["password=s3cr3tword", "API_KEY: s3cr3tword\nDEBUG=1", '{"error": "bad token=s3cr3tword"}']
)
def test_a_secret_in_a_text_file_is_not_quoted(tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str) -> None:
    (tmp_path / "a.pth").write_text(text)
    assert run(["inspect", str(tmp_path / "a.pth")]) == 1
    err = capsys.readouterr().err
    assert "•••" in err
    assert "s3cr3tword" not in err


@pytest.mark.parametrize("address", ["http:/example.org/a?token=s3cr3tword", "ftp://me:s3cr3tword@example.org/a",
                                     "https:example.org/a?v=1&X-Amz-Signature=s3cr3tword"])  # fmt: skip
def test_a_secret_in_what_is_nearly_an_address(capsys: pytest.CaptureFixture[str], address: str) -> None:
    assert run(["inspect", address]) == 1
    assert "s3cr3tword" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "words", "call"),
    [
        (Net(), ["extract"], "b.pt holds a state_dict, not the model: {build}(torch.load('b.pt'))."),
        (
            Net(),
            ["fix", "--cure", "whole-model"],
            "b.pt holds a state_dict, not the model: {build}(torch.load('b.pt')).",
        ),
        (
            {"net": Net()},
            ["fix", "--cure", "whole-model"],
            "b.pt has a state_dict in place of the model “net”: {build}(torch.load('b.pt')['net']).",
        ),
    ],
)
def test_a_model_that_became_a_state_dict_is_to_be_built(
    value: Any, words: list[str], call: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The same words as the window has."""
    said = call.format(build="build the model, then call model.load_state_dict")
    command, *options = words
    assert run([command, str(save(value, tmp_path / "a.pt")), "-o", str(tmp_path / "b.pt"), *options]) == 0
    assert f"note:   {said}\n" in capsys.readouterr().out
    again = [command, str(tmp_path / "a.pt"), "-o", str(tmp_path / "b.pt"), *options, "--overwrite", "--json"]
    assert run(again) == 0
    assert said in json.loads(capsys.readouterr().out)["notes"]
    loaded = torch.load(tmp_path / "b.pt")
    Net().load_state_dict(loaded.get("net", loaded))


def test_what_the_plan_drops_of_a_model_is_to_be_missed_on_purpose(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = save(Net().state_dict(), tmp_path / "a.pt")
    key = next(iter(Net().state_dict()))
    assert run(["fix", str(path), "-o", str(tmp_path / "b.pt"), "--drop", key]) == 0
    assert f"note:   If your model has {key}, load_state_dict needs strict=False" in capsys.readouterr().out


def test_what_nearly_every_file_has_is_no_finding_to_choose(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["fix", str(source), "-o", str(tmp_path / "b.pth"), "--cure", "everything"]) == 1
    assert "new-container" not in capsys.readouterr().err
    assert run(["fix", str(source), "-o", str(tmp_path / "b.pth"), "--cure", "new-container"]) == 0


def test_an_array_alone_has_no_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["export", str(DEMO), "state_dict/module.conv.weight", "-o"]
    for name, said in (("w.npy", "32×32×3\n"), ("w.npz", "32×32×3, as module.conv.weight\n")):
        assert run([*words, str(tmp_path / name)]) == 0
        assert said in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["fix"],
        ["fix", "x.pth"],
        ["fix", "x.pth", "-o"],
        ["fix", "x.pth", "-o", "y.pth", "--map", "cuda"],
        ["fix", "x.pth", "-o", "y.pth", "--map", "=cpu"],
        ["fix", "x.pth", "-o", "y.pth", "--container", "tar"],
        ["fix", "x.pth", "-o", "y.pth", "--nonsense"],
        ["inspect"],
        ["inspect", "a", "--nonsense"],
        ["--nonsense"],
        ["insepct", "x.pth"],
    ],
    ids=" ".join,
)
def test_usage(arguments: list[str]) -> None:
    done = run_here(*arguments) if arguments[0] in COMMANDS else pthfinder(*arguments)
    assert done.returncode == 2
    assert done.stdout == ""
    assert "Traceback" not in done.stderr
    assert done.stderr


@pytest.mark.parametrize("arguments", [["--help"], ["inspect", "--help"], ["fix", "--help"]], ids=" ".join)
def test_help(arguments: list[str]) -> None:
    done = run_here(*arguments) if arguments[0] in COMMANDS else pthfinder(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert "usage" in done.stdout


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("inpect", "there is no command inpect. Did you mean inspect? See"),
        ("Diagnose", "there is no command Diagnose. Did you mean diagnose? See"),
        ("a.pth", "there is no command a.pth. See"),
    ],
)
def test_a_slip_in_a_command_is_told(word: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        run([word, "x.pth"])
    assert end.value.code == 2
    told = capsys.readouterr().err
    assert_one_line(told)
    assert said in told


def test_a_command_alone_is_for_the_terminal() -> None:
    assert not any(main.wants_window([name]) for name in COMMANDS)


@pytest.mark.parametrize(
    ("words", "window"),
    [
        (["a.pth", "b.pth"], True),
        (["--new-window", "a.pth", "b.pth"], True),
        (["s3://bucket/a.pth", "runs/last", "c.ckpt"], True),
        (["inspct", "a.pth"], False),
        (["inspect", "a.pth", "b.pth"], False),
        (["a.pth", "--json"], False),
    ],
)
def test_files_alone_are_for_the_window(words: list[str], window: bool) -> None:
    assert main.wants_window(words) is window


def test_a_fix_without_a_change_says_so(source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = "Nothing changes: the copy is the same as epoch27.pth."
    for options in (["--dry-run"], ["-o", str(tmp_path / "same.pth")]):
        assert run(["fix", str(source), *options]) == 0
        assert told in capsys.readouterr().out
    for options in (["--container", "legacy"], ["--drop", "optimizer"]):
        assert run(["fix", str(source), "--dry-run", *options]) == 0
        assert told not in capsys.readouterr().out


def test_version() -> None:
    done = pthfinder("--version")
    assert (done.returncode, done.stdout) == (0, f"pthfinder {VERSION}\n")


def test_a_target_that_is_there_is_named_with_the_option(
    source: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "there.pth"
    target.write_bytes(b"precious")
    assert run(["fix", str(source), "-o", str(target), "--map", "cuda:*=cpu"]) == 1
    said = capsys.readouterr().err
    assert_one_line(said)
    assert str(target) in said
    assert "--overwrite" in said
    assert target.read_bytes() == b"precious"


def test_what_plain_torch_load_refuses_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save({"weight": torch.ones(2), "args": argparse.Namespace(lr=0.1)}, tmp_path / "args.pth")
    kept, dropped = tmp_path / "kept.pth", tmp_path / "dropped.pth"
    assert run(["fix", str(path), "-o", str(kept), "--map", "cuda:*=cpu"]) == 0
    assert "torch.load(f) refuses argparse.Namespace; pass weights_only=False" in capsys.readouterr().out
    with pytest.raises(pickle.UnpicklingError):
        torch.load(kept)
    assert run(["fix", str(path), "-o", str(dropped), "--drop", "args", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["refused_names"] == []
    assert list(torch.load(dropped)) == ["weight"]


def test_fix_makes_a_file_that_loads_here(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "fixed.pth"
    done = pthfinder("fix", source, "-o", out, "--map", "cuda:*=cpu", "--strip-prefix", "module.", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    report = json.loads(done.stdout)
    assert Path(report["output"]) == out
    assert (report["keys_renamed"], report["bytes"]) == (12, out.stat().st_size)
    assert report["devices_after"].keys() == {"cpu"}
    model = Net()
    model.load_state_dict(torch.load(out)["state_dict"])


def test_a_key_and_some_values_are_changed(source: Path, tmp_path: Path) -> None:
    out, before = tmp_path / "fixed.pth", torch.load(source, map_location="cpu", weights_only=False)
    changes = ["--rename", "state_dict=model", "--set", "epoch=0", "--set", "optimizer/param_groups/0/lr=0.5"]
    changes += ["--set", "optimizer/param_groups/0/amsgrad=true", "--drop", "args", "--drop", "best"]
    changes += ["--set", "optimizer/param_groups/0/foreach=not yet", "--set", "optimizer/param_groups/0/eps=null"]
    done = run_here("fix", source, "-o", out, "--map", "cuda:*=cpu", *changes)
    assert (done.returncode, done.stderr) == (0, "")
    after = torch.load(out)
    group = after["optimizer"]["param_groups"][0]
    assert list(after) == ["model" if key == "state_dict" else key for key in before if key not in ("args", "best")]
    assert list(after["model"]) == list(before["state_dict"])
    assert (after["epoch"], group["lr"], group["amsgrad"]) == (0, 0.5, True)
    assert (group["foreach"], group["eps"]) == ("not yet", None)


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        (["--rename", "state_dict"], 2),
        (["--rename", "=x"], 2),
        (["--rename", "epoch=state_dict"], 1),
        (["--rename", "nothing=x"], 1),
        (["--set", "epoch"], 2),
        (["--set", "state_dict=1"], 1),
    ],
)
def test_changes_that_cannot_be_made_are_refused(source: Path, tmp_path: Path, wrong: list[str], code: int) -> None:
    done = run_here("fix", source, "-o", tmp_path / "fixed.pth", *wrong)
    assert done.returncode == code
    assert done.stderr.startswith(("pthfinder: ", "usage: "))
    assert not (tmp_path / "fixed.pth").exists()


def test_every_option_of_fix(source: Path, tmp_path: Path) -> None:
    out = tmp_path / "fixed.pth"
    arguments = ["--map", "cuda:7=cuda:1", "--map", "cuda:3=cpu", "--optimizer-device", "follow", "--drop", "args"]
    arguments += ["--strip-prefix", "module.", "--container", "legacy", "--overwrite"]
    out.write_bytes(b"old")
    assert run_here("fix", source, "-o", out, *arguments).returncode == 0
    assert set(saved_devices(out)) == {"cuda:1", "cpu"}
    catalogue = catalogue_of(out)
    assert catalogue.checkpoint.container == "legacy"
    assert [catalogue.label_text(each) for each in catalogue.children(0)] == [
        "epoch",
        "state_dict",
        "optimizer",
        "best",
    ]
    kept = tmp_path / "kept.pth"
    assert run_here("fix", out, "-o", kept, "--keep", "state_dict", "--add-prefix", "net.").returncode == 0
    with PretendGpus():
        assert all(key.startswith("net.") for key in load(kept))


def test_options_repeat_and_combine_as_in_the_engine(source: Path, tmp_path: Path) -> None:
    one, two = tmp_path / "one.pth", tmp_path / "two.pth"
    assert run(["fix", str(source), "-o", str(one), "--map", "cuda:7=cuda:1", "--strip-prefix", "module."]) == 0
    assert run(["fix", str(source), "-o", str(two), "--strip-prefix=module.", "--map=cuda:7=cuda:1"]) == 0
    assert_same_files(one, two)


def test_dry_run_writes_nothing(source: Path, tmp_path: Path) -> None:
    done = run_here("fix", source, "-o", tmp_path / "out.pth", "--map", "cuda:*=cpu", "--dry-run", "--json")
    assert done.returncode == 0
    report = json.loads(done.stdout)
    assert report["tensors_moved"] > 0
    assert report["output"] is None
    assert [each.name for each in tmp_path.iterdir()] == ["epoch27.pth"]


REQUESTS_AT_FAULT = {
    "target exists": (["-o", "{source}", "--map", "cuda:*=cpu"], "already exists"),
    "no such device": (["-o", "{out}", "--map", "cuda:*=gpu0"], "cuda:0"),
    "meta": (["-o", "{out}", "--map", "cuda:*=meta"], "no bytes"),
    "no such path": (["-o", "{out}", "--drop", "optimiser"], "optimizer"),
    "nothing to keep": (["-o", "{out}", "--keep", "epoch"], "epoch"),
    "no such prefix": (["-o", "{out}", "--strip-prefix", "net."], "net."),
    "no optimizer": (["-o", "{out}", "--optimizer-device", "nowhere"], "nowhere"),
    "no folder": (["-o", "{out}/deeper/x.pth"], "folder"),
}


@pytest.mark.parametrize("name", REQUESTS_AT_FAULT)
def test_requests_at_fault(source: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments, word = REQUESTS_AT_FAULT[name]
    before = source.read_bytes()
    filled = [each.format(source=source, out=tmp_path / "out.pth") for each in arguments]
    assert run(["fix", str(source), *filled]) == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert_one_line(err)
    assert word in err
    assert source.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["epoch27.pth"]


def test_two_keys_that_would_become_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = save({"module.a": torch.ones(1), "a": torch.zeros(1)}, tmp_path / "both.pth")
    assert run(["fix", str(path), "-o", str(tmp_path / "out.pth"), "--strip-prefix", "module."]) == 1
    err = capsys.readouterr().err
    assert_one_line(err)
    assert "'module.a'" in err
    assert "'a'" in err
    assert [each.name for each in tmp_path.iterdir()] == ["both.pth"]


def test_cancelled(source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    def interrupt(*arguments: Any, **options: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Sink, "flush", interrupt)
    assert run(["fix", str(source), "-o", str(tmp_path / "out.pth"), "--map", "cuda:*=cpu"]) == 130
    assert_one_line(capsys.readouterr().err)
    assert [each.name for each in tmp_path.iterdir()] == ["epoch27.pth"]


@pytest.mark.skipif(os.name != "posix", reason="signals are not those of POSIX")
def test_interrupted_by_a_real_signal(tmp_path: Path) -> None:
    """Ctrl+C while it writes: the file is on its way (its temporary one is there) when the signal comes."""
    source = save({str(index): torch.zeros(1 << 22) for index in range(40)}, tmp_path / "large.pth", "legacy")
    command = [sys.executable, str(ROOT / "main.py"), "fix", str(source), "-o", str(tmp_path / "out.pth")]
    command += ["--container", "zip"]  # which needs checksums, and so takes its time
    process = subprocess.Popen(command, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    while process.poll() is None and len(list(tmp_path.iterdir())) == 1:
        time.sleep(0.001)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert_one_line(err)
    assert [each.name for each in tmp_path.iterdir()] == ["large.pth"]


def test_neither_torch_nor_qt_is_imported(source: Path, tmp_path: Path) -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv.pop(1)); late = sys.argv.pop(1).split();"
        "import main; code = main.main(sys.argv[1:]);"
        "heavy = {'torch', 'PySide6', 'numpy', 'pyqtgraph', *late} & set(sys.modules);"
        "sys.exit(f'imported {heavy}' if heavy else code)"
    )
    fix = ["fix", source, "-o", tmp_path / "out.pth", "--map", "cuda:*=cpu"]
    for late, arguments in (("isal", ["inspect", source]), ("", fix)):
        command = [sys.executable, "-c", code, str(ROOT), late, *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr


def test_output_that_nobody_reads(source: Path) -> None:
    command = [sys.executable, ROOT / "main.py", "inspect", source, "--all"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_windows_says_otherwise_that_nobody_reads(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def gone(_text: str) -> int:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))

    monkeypatch.setattr(sys.stdout, "write", gone)
    for system, raised in (("linux", output.Unsaid), ("win32", BrokenPipeError)):
        monkeypatch.setattr(sys, "platform", system)
        with pytest.raises(raised):
            output.print_lines(["a"])


def test_text_that_a_terminal_would_obey_is_not_printed(tmp_path: Path) -> None:
    path = save({"\x1b[2Jevil\x07": torch.ones(1), "\ud800": torch.ones(1)}, tmp_path / "evil.pth")
    done = pthfinder("inspect", path)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout
    assert "\x07" not in done.stdout
    assert pthfinder("inspect", path, PYTHONIOENCODING="ascii").returncode == 0
    assert json.loads(pthfinder("inspect", path, "--json").stdout)["tensors"][0]["path"] == ["\x1b[2Jevil\x07"]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows always has a display")
class TestWithoutDisplay:
    def test_the_demo_is_inspected_and_fixed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        done = pthfinder(DEMO)
        assert done.returncode == 0, done.stderr
        assert "no display" in done.stderr
        assert "cuda:5" in done.stdout
        fixed = torch.load(tmp_path / "demo-fixed.pth")
        assert "embed.weight" in fixed["state_dict"]
        assert pthfinder(DEMO).returncode == 0  # again: the fixed demo is replaced

    def test_another_file_is_inspected_only(self, source: Path, tmp_path: Path, monkeypatch: Any) -> None:
        monkeypatch.chdir(tmp_path)
        done = pthfinder(source)
        assert done.returncode == 0
        assert "no display" in done.stderr
        assert "cuda:7" in done.stdout
        assert [each.name for each in tmp_path.iterdir()] == ["epoch27.pth"]

    def test_no_file(self) -> None:
        done = pthfinder()
        assert done.returncode == 1
        assert "inspect FILE" in done.stderr

    def test_a_stale_display_is_none(self, source: Path) -> None:
        done = pthfinder(source, DISPLAY=":4711")
        assert done.returncode == 0, done.stderr
        assert "no display" in done.stderr


def test_the_demo_is_what_it_says() -> None:
    assert DEMO.stat().st_size < 200_000
    assert set(saved_devices(DEMO)) == {"cuda:5", "cuda:1", "cpu"}
    with PretendGpus():
        demo = load(DEMO)
    state = demo["state_dict"]
    assert state["module.embed.weight"].data_ptr() == state["module.head.weight"].data_ptr()


def test_a_defect_of_ours_is_one_line_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Scripts rely on the exit code, whatever happens; the traceback is there for those who ask."""
    from cli import main, opening

    def broken(_: object, **_ways: bool) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(opening, "open_catalogue", broken)
    monkeypatch.delenv("PTHFINDER_TRACEBACK", raising=False)
    assert main.run(["inspect", "x"]) == 1
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "ZeroDivisionError: oops" in err
    monkeypatch.setenv("PTHFINDER_TRACEBACK", "1")
    with pytest.raises(ZeroDivisionError):
        main.run(["inspect", "x"])


@pytest.mark.parametrize("words", [[], ["--json"], ["--all"], ["--json", "--all"]])
def test_inspect_reads_its_arguments_as_the_parser_would(words: list[str]) -> None:
    """`inspect FILE` is answered without the argument parser; nothing else is."""
    for place in range(len(words) + 1):
        argv = ["inspect", *words[:place], "a.pth", *words[place:]]
        assert {**vars(plain_inspect(argv)), "version": None} == vars(parse(argv))
    for other in (["fix", "a.pth"], ["inspect"], ["inspect", "a", "b"], ["inspect", "-x", "a"], ["inspect", "--help"]):
        assert plain_inspect([*other, *words]) is None


def test_names_are_those_of_today(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Protocol 2 writes ``__builtin__`` as Python 2 had it."""
    path = save({"model": {"w": torch.ones(2)}, "how": len}, tmp_path / "a.pt")
    assert b"__builtin__" in path.read_bytes()
    for arguments in (["inspect", str(path)], ["fix", str(path), "--dry-run", "--container", "zip"]):
        assert run(arguments) == 0
        lines = [line for line in capsys.readouterr().out.splitlines() if line.strip().startswith(("names", "note"))]
        assert any(" builtins.len" in line for line in lines)
        assert not any("__builtin__" in line for line in lines)


def test_an_empty_file_is_called_by_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "run.pth"
    path.touch()
    assert run(["inspect", str(path)]) == 1
    assert capsys.readouterr().err.startswith("pthfinder: run.pth is empty")


def test_a_safetensors_file_has_no_pickle_and_no_device(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header = json.dumps({"w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}).encode()
    path = tmp_path / "model.safetensors"
    path.write_bytes(len(header).to_bytes(8, "little") + header + bytes(8))
    assert run(["inspect", str(path)]) == 0
    said = capsys.readouterr().out
    assert "pickle" not in said
    assert "cpu" not in said
    assert "no device   1 tensor, 8 B" in said
    assert run(["inspect", str(path), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["protocol"], told["devices"]) == (None, {})
    assert [part["device"] for part in (*told["tensors"], *told["storages"])] == [None, None]


def test_values_that_people_look_for_come_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = {f"option{number}": number for number in range(20)}
    path = save({"sched": {**config, "lr": 0.1}, "other": 1, "best_acc": 0.9, "epoch": 27}, tmp_path / "a.pt")
    assert run(["inspect", str(path)]) == 0
    (line,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("values"))
    assert line.startswith("values      best_acc=0.9, epoch=27, sched/lr=0.1, other=1, sched/option0=0, ")
    assert line.endswith(" and 12 more")
    assert run(["inspect", str(save({"epoch": 3}, path))]) == 0
    assert "values      epoch=3\n" in capsys.readouterr().out
    assert run(["inspect", str(save({"words": {f"w{number}": number for number in range(5000)}}, path))]) == 0
    assert " and over 1,988 more\n" in capsys.readouterr().out


@pytest.mark.parametrize("option", ["--keep=--", "--drop=--", "--set=--"])
def test_two_dashes_are_no_value(option: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """argparse takes them away, and what is left asks for something else than was meant."""
    with pytest.raises(SystemExit) as end:
        run(["fix", "a.pth", "-o", str(tmp_path / "b.pth"), option])
    assert end.value.code == 2
    assert "cannot be passed" in capsys.readouterr().err
