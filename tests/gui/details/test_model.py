"""What is told of an entry and of several."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from core.catalogue.build import open_catalogue
from core.catalogue.catalogue import Catalogue
from core.edits.preview import Preview
from gui.details.model import facts_of, facts_of_many
from tests.containers.facts import FOLDERS
from tests.files.shards import name_of, save_shards
from tests.gui.documents import catalogue_of, saved, unplanned


def facts(found: list[Any]) -> dict[str, Any]:
    return {fact.name: fact for fact in found}


def test_details_of_a_tied_tensor(catalogue: Catalogue, planned: Preview) -> None:
    entry = catalogue.find("model/module.embed.weight")
    found = facts(facts_of(planned, entry))
    assert found["Path after"].text == "model/embed.weight"
    assert found["Device"].devices == ("cuda:1", "cpu")
    assert found["Shares its storage with"].links == (catalogue.find("model/module.out.weight"),)
    assert found["Size"].text == "160 bytes"
    assert found["Shape"].text == "10×4  40 elements"


def test_details_of_state_a_value_and_several_keys(catalogue: Catalogue, planned: Preview) -> None:
    state = facts(facts_of(planned, catalogue.find("optimizer/state/0/exp_avg")))
    assert state["Meaning"].text == "exp_avg of embed.weight"
    epoch = facts(facts_of(planned, catalogue.find("epoch")))
    assert (epoch["Value"].text, epoch["After"].text) == ("27", "dropped: it will not be in the file you save")
    many = facts(facts_of_many(planned, catalogue.children(catalogue.find("model"))))
    assert many["Holds"].text == "6 tensors"
    assert many["Devices after"].text == "cuda:0, cpu"


def test_details_of_every_entry_of_an_odd_file(make_odd: Callable[[], Catalogue]) -> None:
    odd = make_odd()
    shown = unplanned(odd)
    for entry in range(len(odd)):
        assert facts_of(shown, entry)


def test_details_tell_the_file_and_the_pieces_that_ranks_wrote(tmp_path: Path) -> None:
    shards = open_catalogue(save_shards(tmp_path / "llama"))
    found = facts(facts_of(unplanned(shards), shards.find("module.layers.1.bias")))
    assert found["File"].text == name_of(1, 3)
    ranks = open_catalogue(FOLDERS / "dcp" / "two_fsdp2")
    pieces = [fact for fact in facts_of(unplanned(ranks), ranks.find("model/0.weight")) if fact.name == "Piece"]
    assert [piece.text for piece in pieces] == [
        "[0:3, 0:4] in __0_0.distcp, by rank 0",
        "[3:5, 0:4] in __1_0.distcp, by rank 1",
    ]


def test_details_say_what_the_channels_of_a_convolution_rest_on(tmp_path: Path) -> None:
    """A weight of a convolution has the shape of that of a transposed one, and does not say the groups."""
    layers = torch.nn.ModuleDict({"conv": torch.nn.Conv1d(32, 32, 3), "up": torch.nn.ConvTranspose1d(8, 4, 3)})
    shown = unplanned(catalogue_of(saved(tmp_path, lambda _tensor: layers.state_dict())))
    evidence = {
        key: facts(facts_of(shown, shown.catalogue.find(f"{key}.weight")))["Evidence"].text for key in ("conv", "up")
    }
    assert evidence["conv"] == (
        "Guessed from the names and shapes of its tensors. The first number, in_channels, is right if groups=1. "
        "Not recorded in the file: stride, padding, dilation, groups."
    )
    assert "groups" not in evidence["up"]


def test_details_tell_the_layer_of_a_module_and_how_far_it_is_known(catalogue: Catalogue, planned: Preview) -> None:
    keys = catalogue.by_text(catalogue.find("model"))
    of_module = [entry for key, entry in keys.items() if key.startswith("module.embed.")]
    for found in (facts(facts_of_many(planned, of_module)), facts(facts_of(planned, of_module[0]))):
        assert found["Layer"].text == "Embedding(10, 4)"
        assert found["Evidence"].text == (
            "Guessed from the names and shapes of its tensors. Not recorded in the file: padding_idx."
        )
    assert "Layer" not in facts(facts_of(planned, catalogue.find("optimizer/state/0/exp_avg")))
    assert "Layer" not in facts(facts_of_many(planned, list(keys.values())))
