"""Files that an error may come from, made by real torch from a description such as ``state dict, all on cuda:1``.

The keys and shapes are those that the error names, where it names some.
"""

from __future__ import annotations

import argparse
import functools
import json
import re
import struct
import sys
import types
import warnings
import zipfile
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import nn

from tests.files.bad_files import git_lfs_pointer, missing_storage, plain_pickle, web_page
from tests.files.checkpoints import place, save
from tests.support.oracle import PretendGpus

Shapes = dict[str, tuple[int, ...]]
Maker = Callable[..., Any]


class Net(nn.Module):
    """Six parameters, whose names no error of the collection has."""

    def __init__(self) -> None:
        super().__init__()
        self.entry = nn.Linear(6, 5)
        self.middle = nn.Linear(5, 4)
        self.exit = nn.Linear(4, 3)

    def forward(self, batch: torch.Tensor) -> torch.Tensor:
        out: torch.Tensor = self.exit(self.middle(self.entry(batch)))
        return out


def weights() -> dict[str, torch.Tensor]:
    torch.manual_seed(3)
    return Net().state_dict()


def training(
    make: Callable[..., torch.optim.Optimizer] = torch.optim.Adam, device: str = "cpu", **options: Any
) -> dict[str, Any]:
    """A model and its optimizer after a step."""
    torch.manual_seed(3)
    net = Net()
    optimizer = make(net.parameters(), lr=0.1, **options)
    net(torch.ones(2, 6)).sum().backward()
    optimizer.step()
    return {"epoch": 3, "model": net.state_dict(), "optimizer": optimizer.state_dict()}


def lightning() -> dict[str, Any]:
    """As ``Trainer.save_checkpoint`` of Lightning 2 lays it out."""
    whole = training()
    return {
        "epoch": 3,
        "global_step": 12,
        "pytorch-lightning_version": "2.2.0",
        "state_dict": OrderedDict((f"model.{key}", value) for key, value in whole["model"].items()),
        "loops": {},
        "callbacks": {},
        "optimizer_states": [whole["optimizer"]],
        "lr_schedulers": [],
        "hparams_name": "kwargs",
        "hyper_parameters": {"lr": 0.1},
    }


@contextmanager
def pretended_class(dotted: str, base: type = object) -> Iterator[type]:
    """A class of a package that is installed nowhere, for as long as something is pickled."""
    module, _, name = dotted.rpartition(".")
    made = type(name, (base,), {"__module__": module, "__qualname__": name})
    if module == "__main__":
        main = sys.modules["__main__"]
        setattr(main, name, made)
        try:
            yield made
        finally:
            delattr(main, name)
        return
    parts = module.split(".")
    names = [".".join(parts[: at + 1]) for at in range(len(parts))]
    before = {each: sys.modules.get(each) for each in names}
    for each in names:
        sys.modules[each] = types.ModuleType(each)
    setattr(sys.modules[module], name, made)
    try:
        yield made
    finally:
        for each, old in before.items():
            if old is None:
                del sys.modules[each]
            else:
                sys.modules[each] = old


def whole_model(path: Path, dotted: str) -> None:
    with pretended_class(dotted, Net) as made:
        save(made(), path)


def beside_an_object(path: Path, dotted: str) -> None:
    with pretended_class(dotted) as made:
        save({"model": weights(), "extra": made()}, path)


class _Attribute:
    def __reduce__(self) -> tuple[Callable[..., Any], tuple[Any, ...]]:
        return getattr, (argparse.ArgumentParser, "parse_args")


# -- what the error names ------------------------------------------------------------------------------------


def listed(error: str, what: str) -> list[str]:
    """The whole keys that stand in quotes behind ``Missing key(s)`` or ``Unexpected key(s)``."""
    found = re.search(rf"{what} key\(s\) in state_dict: ((?:\"[^\"]*\"(?:, )?)+)", error)
    return re.findall(r"\"([^\"]*)\"", found[1]) if found else []


def shapes_had(error: str) -> Shapes:
    """The shapes that the error says the checkpoint has."""
    found = re.findall(r"size mismatch for (\S+): copying a param.{1,12}torch\.Size\(\[([\d, ]*)\]\) from", error)
    return {key: tuple(map(int, re.findall(r"\d+", sizes))) for key, sizes in found}


def filled(keys: Mapping[str, tuple[int, ...]]) -> dict[str, torch.Tensor]:
    return {key: torch.zeros(shape) for key, shape in keys.items()}


def of_keys(path: Path, keys: list[str]) -> None:
    save({key: torch.zeros(2) for key in keys}, path)


def without(path: Path, error: str, segment: str) -> None:
    """The keys that are missing, without a segment, and more of the kind, which the error was cut before."""
    keys = [key.replace(segment, "", 1) for key in listed(error, "Missing")]
    of_keys(path, [*keys, "90.weight", "90.bias"])


def with_prefix(path: Path, error: str, prefix: str) -> None:
    keys = [key for key in listed(error, "Unexpected") if key.startswith(prefix)]
    of_keys(path, [*(keys or [prefix + key for key in weights()]), f"{prefix}head.weight", f"{prefix}head.bias"])


def of_sizes(path: Path, error: str) -> None:
    save({"head.other.weight": torch.zeros(2, 2), **filled(shapes_had(error))}, path)


def with_the_missing(path: Path, error: str) -> None:
    of_keys(path, listed(error, "Missing"))


# -- bytes ---------------------------------------------------------------------------------------------------


def cut(path: Path, container: str) -> None:
    data = save({**training(), "more": torch.zeros(30_000)}, path, container).read_bytes()
    path.write_bytes(data[: len(data) * 2 // 3])


def first_bytes(path: Path) -> None:
    path.write_bytes(save(weights(), path, "legacy").read_bytes()[:40])


def wrong_count(path: Path) -> None:
    """The number of elements before the last storage says more than any file holds."""
    data = bytearray(save({"w": torch.zeros(50)}, path, "legacy").read_bytes())
    struct.pack_into("<q", data, len(data) - 200 - 8, 2**55)
    path.write_bytes(data)


def zeroed_header(path: Path, record: str = "data/1") -> None:
    save(training(), path)
    with zipfile.ZipFile(path) as archive:
        (at,) = (each.header_offset for each in archive.infolist() if each.filename.endswith(f"/{record}"))
    data = bytearray(path.read_bytes())
    data[at : at + 30] = bytes(30)
    path.write_bytes(data)


def bare_pickle(path: Path) -> None:
    save(training(), path)
    with zipfile.ZipFile(path) as archive:
        (name,) = (each for each in archive.namelist() if each.endswith("/data.pkl"))
        data = archive.read(name)
    path.write_bytes(data)


def torchscript(path: Path) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # deprecated, and still in use
        torch.jit.save(torch.jit.trace(nn.Linear(2, 2), torch.ones(1, 2)), path)


def safetensors(path: Path, **notes: str) -> None:
    written = {"__metadata__": notes} if notes else {}
    header = json.dumps({**written, "w": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}).encode()
    path.write_bytes(struct.pack("<Q", len(header)) + header + bytes(8))


def python2(path: Path) -> None:
    """A name with an umlaut in latin1, as Python 2 pickled its bytes."""
    data = save({"model": weights(), "name": "text"}, path, "legacy").read_bytes()
    path.write_bytes(data.replace(b"X\4\0\0\0text", b"U\4M\x8ch "))


# -- the descriptions ----------------------------------------------------------------------------------------


def _on(path: Path, device: str, container: str = "zip") -> None:
    with PretendGpus() as gpus:
        value = weights()
        place(gpus, value, device)
        save(value, path, container)


def _placed(path: Path, value: dict[str, Any], **devices: str) -> None:
    """A checkpoint with its parts on devices, ``step`` on one of its own."""
    with PretendGpus() as gpus:
        steps = devices.pop("step", "cpu")
        for part, device in devices.items():
            place(gpus, value[part], device)
        for state in value.get("optimizer", {}).get("state", {}).values():
            gpus.place(state["step"], steps)
        save(value, path)


def _with_initial_lr() -> dict[str, Any]:
    value = training()
    value["optimizer"]["param_groups"][0]["initial_lr"] = 0.1
    return value


def _meta(path: Path) -> None:
    with torch.device("meta"):
        net = Net()
    save(net.state_dict(), path)


def _rng(path: Path, device: str) -> None:
    value = {**training(), "rng_state": torch.get_rng_state()}
    _placed(path, value, **({"model": device, "rng_state": device} if device != "cpu" else {}))


def _wrapped() -> nn.Module:
    wrapper = nn.DataParallel(nn.Linear(2, 2))  # which without a GPU keeps no device_ids
    wrapper.device_ids = [0]
    return wrapper


def _capturable() -> dict[str, Any]:
    value = training()
    value["optimizer"]["param_groups"][0]["capturable"] = True
    return value


def _with_keys(path: Path, listed: str) -> None:
    """``conv.weight 64×3, conv.bias``: keys, and shapes of some."""
    parts = (each.partition(" ") for each in listed.split(", "))
    save({key: torch.zeros(*map(int, shape.split("×")) if shape else (2,)) for key, _, shape in parts}, path)


def _windows_path(path: Path) -> None:
    """As Windows pickles it: with another class."""
    data = save({"where": Path("a")}, path, "legacy").read_bytes()
    assert b"PosixPath\n" in data
    path.write_bytes(data.replace(b"PosixPath\n", b"WindowsPath\n"))


MAKERS: dict[str, Maker] = {
    r"keys: (.+)": lambda path, _, listed: _with_keys(path, listed),
    r"text after a byte order mark": lambda path, _: path.write_text("\ufeffmodel weights\n", encoding="utf-8"),
    r"text: (.+)": lambda path, _, text: path.write_text(f"{text}\n"),
    r"web page": lambda path, _: web_page(path),
    r"zip without data/0": lambda path, _: missing_storage(path),
    r"names pathlib\.WindowsPath": lambda path, _: _windows_path(path),
    r"names functools\.partial": lambda path, _: save({"model": weights(), "call": functools.partial(max, 1)}, path),
    r"model \+ numpy array": lambda path, _: save({"model": weights(), "best": np.ones(3)}, path),
    r"model \+ defaultdict": lambda path, _: save({"model": weights(), "log": defaultdict(list)}, path),
    r"whole pickled (torch\.nn\.LSTM)": lambda path, _, __: save(nn.LSTM(2, 2), path),
    r"whole pickled torch\.nn\.(\w+)": lambda path, _, name: save(nn.Sequential(getattr(nn, name)(), Net()), path),
    r"whole pickled torch\.optim\.Adam": lambda path, _: save(torch.optim.Adam(Net().parameters()), path),
    r"pickled DataParallel": lambda path, _: save(_wrapped(), path),
    r"a (tuple|list) at the top": lambda path, _, kind: save(
        {"tuple": tuple, "list": list}[kind]([weights(), 3]), path
    ),
    r"capturable Adam on the cpu": lambda path, _: save(_capturable(), path),
    r"Lightning checkpoint without optimizer_states": lambda path, _: save(
        {key: value for key, value in lightning().items() if key not in ("optimizer_states", "lr_schedulers")}, path
    ),
    r"state dict,? (?:all )?on ((?:cuda|xla|mps|xpu|npu|hpu):?\d*)": lambda path, _, device: _on(path, device),
    r"the same on (cuda:\d), legacy container": lambda path, _, device: _on(path, device, "legacy"),
    r"healthy state dict on cpu": lambda path, _: save(weights(), path),
    r"healthy, cpu, legacy container": lambda path, _: save(weights(), path, "legacy"),
    r"model on cuda:0, Adam state on cpu": lambda path, _: _placed(path, training(), model="cuda:0"),
    r"fused AdamW on cuda:0, step on cpu": lambda path, _: _placed(
        path, training(torch.optim.AdamW, fused=True), model="cuda:0", optimizer="cuda:0", step="cpu"
    ),
    r"all on cuda:0, Adam step too": lambda path, _: _placed(
        path, training(), model="cuda:0", optimizer="cuda:0", step="cuda:0"
    ),
    r"model on cuda:0, rng_state tagged cuda:0": lambda path, _: _rng(path, "cuda:0"),
    r"model, Adam, rng_state on cpu": lambda path, _: _rng(path, "cpu"),
    r"keys without the (\S+) segment": without,
    r"keys with (_orig_mod\.)": with_prefix,
    r"keys with module\.": lambda path, _: save(
        {"state_dict": {f"module.{key}": value for key, value in weights().items()}}, path
    ),
    r"other sizes": lambda path, _: save({"model_state_dict": {key: torch.zeros(9) for key in weights()}}, path),
    r"80 classes|other widths": of_sizes,
    r"has every key that is called missing; .*": with_the_missing,
    r"\{'state_dict': …, 'epoch': 3\}": lambda path, _: save({"state_dict": weights(), "epoch": 3}, path),
    r"\{'model': …, 'epoch': 3, 'args': \{…\}\}": lambda path, _: save(
        {"model": weights(), "epoch": 3, "args": {"lr": 0.1}}, path
    ),
    r"complete Lightning checkpoint": lambda path, _: save(lightning(), path),
    r"model \+ Adam \(1 group, 6 parameters\) on cpu, torch-saved": lambda path, _: save(training(), path),
    r"model \+ Adam with initial_lr": lambda path, _: save(_with_initial_lr(), path),
    r"tensors saved from a meta model": lambda path, _: _meta(path),
    r"(legacy|zip), cut at two thirds": lambda path, _, container: cut(path, container),
    r"git-lfs pointer": lambda path, _: git_lfs_pointer(path),
    r"blank lines, then HTML": lambda path, _: path.write_text("\n\n<!DOCTYPE html>\n<html><body>…</body></html>\n"),
    r"plain pickle, no torch": lambda path, _: plain_pickle(path),
    r"0 bytes": lambda path, _: path.write_bytes(b""),
    r"first 40 bytes of a legacy file": lambda path, _: first_bytes(path),
    r"legacy; one storage's size field is wrong": lambda path, _: wrong_count(path),
    r"zip; local header of (\S+) overwritten with zeros": lambda path, _, record: zeroed_header(path, record),
    r"bare data\.pkl out of a zip": lambda path, _: bare_pickle(path),
    r"TorchScript archive": lambda path, _: torchscript(path),
    r"safetensors, cut short": lambda path, _: (safetensors(path), path.write_bytes(path.read_bytes()[:-4])),
    r"model, Adam, rng_state of floats": lambda path, _: save({**training(), "rng_state": torch.zeros(5056)}, path),
    r"safetensors of format (\w+)": lambda path, _, name: safetensors(path, format=name),
    r"safetensors with notes but no format": lambda path, _: safetensors(path, made="by hand"),
    r"safetensors": lambda path, _: safetensors(path),
    r"pickled by Python 2": lambda path, _: python2(path),
    r"whole pickled (\S+)": lambda path, _, dotted: whole_model(path, dotted),
    r"model \+ argparse\.Namespace": lambda path, _: save(
        {"model": weights(), "args": argparse.Namespace(lr=0.1)}, path
    ),
    r"names the global getattr": lambda path, _: save({"model": weights(), "call": _Attribute()}, path),
    r"model \+ numpy scalar": lambda path, _: save({"model": weights(), "best": np.float64(0.5)}, path),
    r"(?:model \+|names) (\S+\.\w+)": lambda path, _, dotted: beside_an_object(path, dotted),
}
"""What a description matches, and who makes it: called with the path, the error, and what the groups hold."""


def make(description: str, error: str, path: Path) -> Path:
    """Write the file of a description."""
    for pattern, maker in MAKERS.items():
        found = re.fullmatch(pattern, description)
        if found is not None:
            maker(path, error, *found.groups())
            return path
    raise AssertionError(f"nobody makes {description!r}")


def of_the_error(description: str) -> bool:
    """Whether the file is made from what the error names, so that each error has one of its own."""
    return bool(re.match(r"keys without|keys with _orig|80 classes|other widths|has every key", description))
