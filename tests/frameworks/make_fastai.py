"""What ``Learner.save`` writes: weights alone, and with the optimizer as lists of state and hyper-parameters."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import fastai.callback.progress  # noqa: F401 - gives learners their no_bar
import torch
from fastai.basics import SGD, Adam, DataLoader, DataLoaders, Learner, RMSProp
from fastcore.foundation import L

from tests.frameworks.making import Cards, LiveOptimizer, Made, small_net


def make(folder: Path, cards: Cards) -> Iterator[Made]:
    """All files of this framework."""
    yield saved(folder / "weights.pth", cards, with_opt=False)
    yield saved(folder / "adam.pth", cards, with_opt=True)
    yield saved(folder / "sgd.pth", cards, with_opt=True, kind=SGD)
    yield saved(folder / "rmsprop.pth", cards, with_opt=True, kind=RMSProp)


def learner(folder: Path, kind=Adam) -> Learner:
    """A learner after one pass over eight rows, its last layer a group of its own."""
    rows = [(torch.randn(4), torch.randn(3)) for _ in range(8)]
    loaders = DataLoaders(DataLoader(rows, bs=4), DataLoader(rows, bs=4), device=torch.device("cpu"))
    model = small_net()
    made = Learner(
        loaders,
        model,
        loss_func=torch.nn.MSELoss(),
        opt_func=kind,
        splitter=lambda net: L([*net[:2].parameters()], [*net[3].parameters()]),
        path=folder,
        model_dir=".",
    )
    with made.no_bar(), made.no_logging():
        made.fit(1)
    return made


def saved(path: Path, cards: Cards, *, with_opt: bool, kind=Adam) -> Made:
    """``Learner.save``; the optimizer's state lies where the model lies."""
    made = learner(path.parent, kind)
    cards.put(made.model, "cuda:0")
    state = made.opt.state_dict()["state"]
    cards.put(state, "cuda:0")
    made.save(path.stem, with_opt=with_opt)
    if not with_opt:
        return Made(path, "the weights of a learner")
    names = {id(parameter): name for name, parameter in made.model.named_parameters()}
    order = tuple(names[id(each[0])] for each in made.opt.all_params())
    known = (LiveOptimizer(("opt",), kind.__name__, order, ("model",)),)
    return Made(path, f"a learner with its optimizer ({kind.__name__}), whose hyper-parameters are an L", known)
