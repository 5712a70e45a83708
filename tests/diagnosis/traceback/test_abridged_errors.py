"""Errors of ``load_state_dict`` that name a few keys of many: the cure is for all of them, and is never taken back."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from core.diagnosis.traceback.answer import Answer, answer, machine_of
from core.diagnosis.traceback.recognise import Recognised, recognise
from core.edits.edits import Drop, StripPrefix
from core.edits.preview import Preview, preview
from core.saving.save import save as save_preview
from gui.diagnosis.error_model import answer_to
from tests.files.checkpoints import save
from tests.support.engine import planned
from tests.support.judging import CPU, findings_of

SHOWN = 4


class Deep(nn.Module):
    """Ninety keys."""

    def __init__(self, width: int = 2) -> None:
        super().__init__()
        self.layers = nn.ModuleList(nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2)) for _ in range(12))
        self.norm = nn.LayerNorm(2)
        self.head = nn.ModuleList(nn.Linear(2, width) for _ in range(4))


def below(prefix: str, state: dict[str, Any]) -> dict[str, Any]:
    return OrderedDict((prefix + key, value) for key, value in state.items())


def few(error: str, after: str) -> str:
    """The error with the first keys of each list, and ``after`` in the place of the others."""
    shown = r"((?:\"[^\"]*\", ){" + str(SHOWN - 1) + r"}\"[^\"]*\")"
    return re.sub(shown + r"(?:, \"[^\"]*\")*\. ?", rf"\g<1>{after}", error)


CUTS: dict[str, Callable[[str], str]] = {
    "whole": lambda error: error,
    "three dots": lambda error: few(error, ", ..."),
    "an ellipsis": lambda error: few(error, ", …"),
    "a count": lambda error: few(error, ", ... and 86 more"),
    "silently": lambda error: few(error, ". "),
    "the first list alone, cut in the middle of a key": lambda error: error[: error.index("layers.1.0.weight") + 9],
    "the second list alone": lambda error: few(error[error.index("Unexpected") :], ", ..."),
}
WRAPPED = {
    "DataParallel": "module.",
    "torch.compile": "_orig_mod.",
    "both": "module._orig_mod.",
    "a part of a larger model": "backbone.body.",
}


def raised(model: nn.Module, state: dict[str, Any]) -> str:
    with pytest.raises(RuntimeError) as error:
        model.load_state_dict(state)
    return f"RuntimeError: {error.value}"


def judged(text: str, view: Preview) -> tuple[Recognised, Answer]:
    found = recognise(text)
    assert found is not None
    path = view.catalogue.checkpoint.path
    return found, answer(found, findings_of(path, *view.plan.edits, computer=machine_of(found, CPU)), view)


def assert_cured(text: str, path: Path, target: Path, load: Callable[[Any], Any]) -> None:
    """The file is the cause, its cure loads, and after that no other is offered, in the window neither."""
    view = planned(path)
    found, said = judged(text, view)
    assert said.is_cause, said.text
    edits = said.findings[0].edits
    assert edits, said.findings[0]
    cured = preview(view.catalogue, view.plan.with_edits(edits))
    save_preview(cured, target, overwrite=True)
    load(torch.load(target))
    _, again = judged(text, cured)
    assert again.verdict == "not-cause", again.text
    assert not any(finding.edits for finding in again.findings)
    shown = answer_to(found, findings_of(path, *edits), was_cause=True, view=cured)
    assert (shown.verdict, shown.cures) == ("cured", ())
    # The new file, opened by itself, is not the cause either.
    _, anew = judged(text, planned(target))
    assert anew.verdict == "not-cause"


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("prefix", WRAPPED.values(), ids=WRAPPED)
def test_a_prefix_is_stripped_from_all_keys(prefix: str, cut: str, tmp_path: Path) -> None:
    model = Deep()
    state = below(prefix, model.state_dict())
    text = CUTS[cut](raised(model, state))
    path = save(state, tmp_path / "a.pth")
    if prefix == WRAPPED["a part of a larger model"] and "alone" in cut and "second" in cut:
        _, said = judged(text, planned(path))  # nothing tells that it is a prefix
        assert said.is_cause
        assert said.findings[0].edits == ()
        return
    assert_cured(text, path, tmp_path / "b.pth", Deep().load_state_dict)


@pytest.mark.parametrize("cut", [cut for cut in CUTS if "second" not in cut])
@pytest.mark.parametrize("prefix", ["module.", "_orig_mod."])
def test_a_prefix_is_added_to_all_keys(prefix: str, cut: str, tmp_path: Path) -> None:
    inner = Deep()
    state = inner.state_dict()
    model = nn.DataParallel(inner) if prefix == "module." else nn.ModuleDict({"_orig_mod": inner})
    text = CUTS[cut](raised(model, state))
    path = save({"model": state, "epoch": 3}, tmp_path / "a.pth")
    assert_cured(text, path, tmp_path / "b.pth", lambda saved: model.load_state_dict(saved["model"]))


@pytest.mark.parametrize("cut", ["three dots", "an ellipsis", "the second list alone"])
def test_keys_that_are_not_named_are_unknown(cut: str, tmp_path: Path) -> None:
    """Of keys in excess only the named ones could be dropped, and the error would come again."""
    state = {**Deep().state_dict(), **{f"ema{index}.shadow": torch.ones(2) for index in range(9)}}
    text = CUTS[cut](raised(Deep(), state))
    _, said = judged(text, planned(save(state, tmp_path / "a.pth")))
    assert said.is_cause
    assert not any(finding.edits for finding in said.findings)
    assert "only some of the keys" in said.text


def test_a_list_that_is_whole_is_taken_at_its_word(tmp_path: Path) -> None:
    state = {**Deep().state_dict(), **{f"ema{index}.shadow": torch.ones(2) for index in range(9)}}
    text = raised(Deep(), state)
    view = planned(save(state, tmp_path / "a.pth"))
    _, said = judged(text, view)
    assert {type(edit) for edit in said.findings[0].edits} == {Drop}
    assert len(said.findings[0].edits) == 9
    assert_cured(text, tmp_path / "a.pth", tmp_path / "b.pth", Deep().load_state_dict)


def test_shapes_of_a_list_that_was_cut(tmp_path: Path) -> None:
    text = raised(Deep(7), Deep(3).state_dict())
    path = save(Deep(3).state_dict(), tmp_path / "a.pth")
    _, whole = judged(text, planned(path))
    assert len(whole.findings[0].edits) == 8
    _, said = judged(text[: text.index("head.1.bias") + 30], planned(path))
    assert said.is_cause
    assert not any(finding.edits for finding in said.findings)
    _, other = judged(text, planned(save(Deep(4).state_dict(), tmp_path / "b.pth")))
    assert other.verdict == "not-cause"
    assert "torch.Size([4, 2])" in other.text


def test_torch_04_told_the_shapes_the_wrong_way_round(tmp_path: Path) -> None:
    """``copying a param of …`` of torch 0.4.1 has the model's shape where it says the checkpoint's."""
    first, second = ("[9, 2]", "[5, 2]")
    text = (
        "RuntimeError: Error(s) in loading state_dict for Net:\n\tsize mismatch for fc.weight: copying a param of "
        f"torch.Size({first}) from checkpoint, where the shape is torch.Size({second}) in current model."
    )
    assert judged(text, planned(save({"fc.weight": torch.zeros(5, 2)}, tmp_path / "a.pth")))[1].is_cause
    for rows in (4, 9):
        assert not judged(text, planned(save({"fc.weight": torch.zeros(rows, 2)}, tmp_path / "b.pth")))[1].is_cause


def test_a_plan_of_before_is_not_undone(tmp_path: Path) -> None:
    """Who has stripped the prefix already, and pastes the error then, is told so."""
    state = below("module.", Deep().state_dict())
    view = planned(save(state, tmp_path / "a.pth"), StripPrefix("module."))
    _, said = judged(few(raised(Deep(), state), ", ..."), view)
    assert said.verdict == "not-cause"
    assert "your pending changes" in said.text


def test_what_stands_between_two_lists_is_no_key(tmp_path: Path) -> None:
    """A line that was cut at the edge of a terminal ends within a quotation."""
    state = below("_orig_mod.", Deep().state_dict())
    with pytest.raises(RuntimeError) as error:
        Deep().load_state_dict(state)
    cut = "\n".join(line[:140] for line in str(error.value).split("\n")).replace("\n\t", " ")
    assert '"' in cut.partition("Unexpected key(s)")[0][-20:]
    found = recognise(f"RuntimeError: {cut}")
    assert found is not None
    assert found.keys("missing")
    assert not any("key(s)" in key for kind in ("missing", "unexpected") for key in found.keys(kind))
