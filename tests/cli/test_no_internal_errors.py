"""What no framework writes and a file can still hold never ends as an error of the program, whatever is asked."""

from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import save_file

from cli.main import run

COMMANDS = ("inspect", "scan", "code", "diagnose", "memory")
TEXT = b"X\x01\x00\x00\x00v"
KEYS = {
    "list": b"]",
    "dict": b"}",
    "call": b"ccollections\nOrderedDict\n)R",
    "set": b"c__builtin__\nset\n(]tR",
    "call of a list": b"c__builtin__\nlist\n)R",
}
"""Opcodes that leave a key without a hash on the stack."""


def trained(**changed: Any) -> dict[str, Any]:
    """A checkpoint of Adam whose first parameter has other state."""
    model = torch.nn.Linear(2, 2)
    optimizer = torch.optim.Adam(model.parameters())
    model(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    state = optimizer.state_dict()
    state["state"][0] |= changed
    return {"model": model.state_dict(), "optimizer": state}


DIGITS = "9" * 5000
"""More than Python takes for a number."""


def keyed(path: Path, key: bytes, value: bytes = TEXT) -> Path:
    """A file of torch with one entry more, under a key that Python would refuse, say."""
    buffer = io.BytesIO()
    torch.save({"w": torch.ones(2), "deep": {}}, buffer)
    with zipfile.ZipFile(buffer) as packed:
        records = {name.partition("/")[2]: packed.read(name) for name in packed.namelist()}
    writer = torch._C.PyTorchFileWriter(str(path))
    for name in ("data.pkl", "data/0"):
        data = records[name] if name != "data.pkl" else records[name][:-1] + key + value + b"s."
        writer.write_record(name, data, len(data))
    writer.write_end_of_file()
    return path


def said(text: str) -> bytes:
    """The opcode of a text."""
    return b"X" + struct.pack("<I", len(text)) + text.encode()


def on_device(path: Path, device: str) -> Path:
    """A file of torch of a tensor on such a device."""
    tensor = b"ctorch._utils\n_rebuild_tensor_v2\n((" + said("storage") + b"ctorch\nFloatStorage\n" + said("0")
    tensor += said(device) + b"K\2tQK\0K\2\x85K\1\x85\x89ccollections\nOrderedDict\n)RtR"
    return keyed(path, TEXT, tensor)


def numbered(name: str, *digits: str) -> dict[str, bytes]:
    """Calls of torch and NumPy with a text that ends in many digits."""
    return {f"{name} {each[:6]}": f"c{name}\n".encode() + b"(" + said(each) + b"tR" for each in digits}


def saved(path: Path, value: Any) -> Path:
    torch.save(value, path)
    return path


def with_index(folder: Path, index: str) -> Path:
    """A folder of one shard with such an index."""
    folder.mkdir()
    save_file({"a": torch.ones(2)}, folder / "model-00001-of-00002.safetensors")
    (folder / "model.safetensors.index.json").write_text(index)
    return folder


HERE = '"a": "model-00001-of-00002.safetensors"'
MAKERS = {
    "empty squares": lambda folder: saved(folder / "a.pt", trained(exp_avg_sq=torch.empty(0))),
    "empty state": lambda folder: saved(
        folder / "a.pt", trained(exp_avg=torch.empty(0), exp_avg_sq=torch.empty(0), step=torch.empty(0))
    ),
    "a step beyond floats": lambda folder: saved(folder / "a.pt", trained(step=10**400)),
    "a negative one": lambda folder: saved(folder / "a.pt", trained(step=-(10**400))),
    "half a letter in a name": lambda folder: with_index(
        folder / "m", f'{{"weight_map": {{{HERE}, "c": "\\ud800.safetensors"}}}}'
    ),
    "half a letter in a key": lambda folder: with_index(
        folder / "m", f'{{"weight_map": {{{HERE}, "\\ud800": "model-00001-of-00002.safetensors"}}}}'
    ),
    "a device of digits": lambda folder: on_device(folder / "a.pt", f"cuda:{DIGITS}"),
    "a device of digits of another kind": lambda folder: on_device(folder / "a.pt", f"xpu:{DIGITS}"),
    "a storage called by digits": lambda folder: saved(folder / "a.pt", {DIGITS: torch.ones(2), "a." + DIGITS: 1}),
    "a parameter called by digits": lambda folder: saved(folder / "a.pt", trained() | {f"layer.{DIGITS}.weight": 1}),
    **{
        name: lambda folder, value=value: keyed(folder / "a.pt", said("k"), value)
        for name, value in {
            **numbered("torch\ndevice", f"cuda:{DIGITS}"),
            **numbered("numpy\ndtype", f"U{DIGITS}", f"f{DIGITS}"),
        }.items()
    },
    **{f"a key that is a {name}": lambda folder, key=key: keyed(folder / "a.pt", key) for name, key in KEYS.items()},
}


@pytest.mark.parametrize("name", MAKERS)
def test_no_command_fails_by_itself(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = MAKERS[name](tmp_path)
    plain = saved(tmp_path / "plain.pt", {"w": torch.ones(2)})
    asked = [
        *([command, str(path)] for command in COMMANDS),
        ["values", str(path), "*"],
        ["diff", str(path), str(plain)],
        ["diff", str(plain), str(path)],
        ["diagnose", str(path), "--against", str(plain)],
        ["diagnose", str(plain), "--against", str(path)],
        ["fix", str(path), "-o", str(tmp_path / "b.pt"), "--cure", "all", "--accept-odd"],
    ]
    for arguments in asked:
        run(arguments)
        assert "found a bug in Pthfinder" not in capsys.readouterr().err, arguments
