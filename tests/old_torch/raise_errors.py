"""Prints, as JSON, what an old torch raises where a user would meet it: ``errors.json`` beside it came about so.

Beside files of its own it needs, in the working folder, what a torch of today wrote: ``today.pth`` (a zip),
``today_legacy.pth`` and ``gpu_legacy.pth`` (tagged ``cuda:5``), each ``{"state_dict": …, "optimizer": …}`` of
``Sequential(Linear(3, 2), BatchNorm1d(2))`` in DataParallel after a step of Adam.
"""

import json
import sys
import traceback

import torch
from torch import nn


def write(name, data):
    with open(name, "wb") as file:  # noqa: PTH123 - as the rest, for Python 3.7 too
        file.write(data)
    return name


def model(width=2):
    return nn.Sequential(nn.Linear(3, width), nn.BatchNorm1d(width))


def step(made, optimizer, state):
    optimizer.load_state_dict(state)
    made(torch.randn(4, 3)).sum().backward()
    optimizer.step()


def cases():
    with open("today_legacy.pth", "rb") as file:  # noqa: PTH123
        legacy = file.read()
    with open("today.pth", "rb") as file:  # noqa: PTH123
        archive = file.read()
    files = {
        "cpu_zip": "today.pth",
        "gpu_legacy": "gpu_legacy.pth",
        "cut_legacy": write("cut.pth", legacy[: len(legacy) // 2]),
        "cut2_legacy": write("cut2.pth", legacy[:-20]),
        "cut_zip": write("cut3.pth", archive[: len(archive) // 2]),
        "page": write("page.pth", b"<!DOCTYPE html><html></html>"),
        "empty": write("empty.pth", b""),
    }
    for name, file in files.items():
        yield name, lambda file=file: torch.load(file)
    checkpoint = torch.load("today_legacy.pth")
    wrapped, optimizer = checkpoint["state_dict"], checkpoint["optimizer"]
    bare = {key[len("module.") :]: value for key, value in wrapped.items()}
    small, large = model(), model(5)
    yield "prefix", lambda: model().load_state_dict(wrapped)
    yield "dp", lambda: nn.DataParallel(model()).load_state_dict(bare)
    yield "size", lambda: large.load_state_dict(bare)
    yield "whole", lambda: model().load_state_dict(checkpoint)
    yield "optgroup", lambda: torch.optim.Adam(nn.Linear(3, 2).parameters()).load_state_dict(optimizer)
    split = [{"params": [each]} for each in small.parameters()]
    yield "optgroups", lambda: torch.optim.Adam(split).load_state_dict(optimizer)
    yield "keyerr", lambda: checkpoint["model"]
    yield "attr", lambda: wrapped.eval()  # noqa: PLW0108 - it is the look-up that raises
    yield "call", lambda: checkpoint(1)
    yield "optshape", lambda: step(large, torch.optim.Adam(large.parameters()), optimizer)
    yield "optsgd", lambda: step(small, torch.optim.SGD(small.parameters(), 0.1, momentum=0.9), optimizer)


def main():
    found = []
    for name, run in cases():
        try:
            run()
        except Exception:  # noqa: BLE001 - whatever it is
            found.append({"torch": torch.__version__, "name": name, "text": traceback.format_exc()})
    json.dump(found, sys.stdout, indent=1)


if __name__ == "__main__":
    main()
