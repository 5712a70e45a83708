"""``Learner.load`` after the file was fixed; it hides what the optimizer refuses behind a warning."""

from __future__ import annotations

from pathlib import Path

import pytest
from fastai.basics import SGD, Adam, RMSProp

from tests.frameworks.fixing import CURED, TO_CPU, assert_equal, fix, original
from tests.frameworks.make_fastai import learner

MAPPED_OR_CURED = pytest.mark.parametrize("options", [TO_CPU, CURED], ids=["mapped", "cured"])


@MAPPED_OR_CURED
def test_weights(options: tuple[str, ...], tmp_path: Path) -> None:
    fix("fastai/weights.pth", tmp_path / "fixed.pth", *options)
    again = learner(tmp_path)
    again.load("fixed", with_opt=False)
    assert_equal(dict(again.model.state_dict()), dict(original("fastai/weights.pth")))


@MAPPED_OR_CURED
@pytest.mark.filterwarnings("error:Could not load")
@pytest.mark.parametrize(("name", "kind"), [("adam", Adam), ("sgd", SGD), ("rmsprop", RMSProp)])
def test_with_the_optimizer(name: str, kind, options: tuple[str, ...], tmp_path: Path) -> None:
    fix(f"fastai/{name}.pth", tmp_path / "fixed.pth", *options)
    saved, again = original(f"fastai/{name}.pth"), learner(tmp_path, kind)
    again.load("fixed")
    assert_equal(dict(again.model.state_dict()), dict(saved["model"]))
    state = again.opt.state_dict()
    assert_equal(list(state["state"]), list(saved["opt"]["state"]))
    assert_equal(list(state["hypers"]), list(saved["opt"]["hypers"]))
    with again.no_bar(), again.no_logging():
        again.fit(1)
