"""Search: what is found, and that it agrees with looking at every path."""

from __future__ import annotations

import re

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalogue.catalogue import Catalogue
from core.catalogue.search import search
from core.errors import CheckpointError
from tests.files.checkpoints import place, save, training_checkpoint
from tests.support.engine import catalogue_of
from tests.support.oracle import PretendGpus


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    with PretendGpus() as gpus:
        made = training_checkpoint(gpus)
        extra = {f"cuda:{index}": torch.ones(64, 3 + index) for index in (1, 10, 12)}
        for device, tensor in extra.items():
            place(gpus, tensor, device)
        values = {**made, "Extra": extra, "half": torch.ones(3, dtype=torch.float16), "new\nline": 1, "İ": 2}
        return catalogue_of(save(values, tmp_path_factory.mktemp("search") / "file.pth"))


def paths(catalogue: Catalogue, query: str, regex: bool = False) -> list[str]:
    found = search(catalogue, query, regex)
    assert found == sorted(set(found))
    assert 0 not in found
    return [catalogue.path_text(entry) for entry in found]


def test_nothing_asked(catalogue: Catalogue) -> None:
    assert paths(catalogue, "") == paths(catalogue, "   ") == []


def test_words_in_any_case(catalogue: Catalogue) -> None:
    assert "Extra" in paths(catalogue, "EXTRA")
    both = paths(catalogue, "norm weight")
    assert "state_dict/module.norm.weight" in both
    assert all("norm" in path and "weight" in path for path in both if path.startswith("state_dict"))


def test_optimizer_state_is_found_by_its_parameter(catalogue: Catalogue) -> None:
    found = paths(catalogue, "exp_avg norm.weight")
    assert found
    assert all(path.startswith("optimizer/state/") for path in found)


def test_optimizer_state_is_found_by_what_it_is_matched_to_now(catalogue: Catalogue) -> None:
    assert paths(catalogue, "exp_avg norm.weight")
    assert not paths(catalogue.with_optimizers(()), "exp_avg norm.weight")


@pytest.mark.parametrize(
    ("query", "wanted"),
    [
        ("device:cuda:1", {"Extra/cuda:1"}),
        ("device:cuda:10", {"Extra/cuda:10"}),
        ("dtype:float16", {"half"}),
        ("shape:64x4", {"Extra/cuda:1"}),
        ("shape:64×13", {"Extra/cuda:10"}),
        ("device:cuda Extra", {"Extra/cuda:1", "Extra/cuda:10", "Extra/cuda:12"}),
        ("device:cuda:1 dtype:float16", set()),
    ],
)
def test_facts(catalogue: Catalogue, query: str, wanted: set[str]) -> None:
    assert set(paths(catalogue, query)) == wanted


def test_roles(catalogue: Catalogue) -> None:
    assert {path.partition("/")[0] for path in paths(catalogue, "role:optimizer")} == {"optimizer"}
    assert {path.partition("/")[0] for path in paths(catalogue, "role:model")} == {"state_dict", "Extra"}
    assert paths(catalogue, "role:other") == ["half"]


def test_regular_expressions(catalogue: Catalogue) -> None:
    assert paths(catalogue, r"^state_dict/.*norm\.(weight|bias)$", regex=True) == [
        "state_dict/module.norm.weight",
        "state_dict/module.norm.bias",
    ]
    assert paths(catalogue, r"state/\d+/step dtype:float32", regex=True)
    assert paths(catalogue, r"^state_dict/module\.middle\.weight$", regex=True) == ["state_dict/module.middle.weight"]


@pytest.mark.parametrize("pattern", ["(", "[a", "*", "(?P<", "\\", "a{99999999999}"])
def test_what_is_no_regular_expression(catalogue: Catalogue, pattern: str) -> None:
    with pytest.raises(CheckpointError, match="regular expression"):
        search(catalogue, pattern, regex=True)


def lower(text: str) -> str:
    """Lower case, but for letters that would become longer."""
    return "".join(char.lower() if len(char.lower()) == 1 else char for char in text)


def test_plain_search_is_looking_at_every_path(catalogue: Catalogue) -> None:
    texts = {entry: lower(catalogue.path_text(entry).replace("\n", " ")) for entry in range(1, len(catalogue.labels))}
    meant = {entry: lower(catalogue.meaning(entry) or "") for entry in texts}

    @settings(max_examples=200)
    @given(st.text(st.sampled_from("module.nrwegt/_-[0İ\n"), min_size=1, max_size=6))
    def check(word: str) -> None:
        words = [lower(each) for each in word.split()]
        found = set(search(catalogue, word))
        for entry, text in texts.items():
            hits = all(each in text or each in meant[entry] for each in words)
            assert (entry in found) == (hits and bool(words)), (text, words)

    check()


def test_a_pattern_found_many_times_in_a_line_is_one_entry(catalogue: Catalogue) -> None:
    entries = search(catalogue, "e", regex=True)
    assert len(entries) == len(set(entries))
    texts = [catalogue.path_text(each) + (catalogue.meaning(each) or "") for each in entries]
    assert all(re.search("e", text, re.IGNORECASE) for text in texts)
