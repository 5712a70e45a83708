"""The words of cards and buttons."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.diagnosis import diagnose
from core.diagnosis import finding as findings
from core.diagnosis.finding import ERROR, Finding
from core.edits.edit import in_few_words
from core.edits.edits import Drop, RemapDevice, StripPrefix
from core.loading.computer import Computer
from gui.diagnosis.model import card_of, clean, shortened
from tests.gui.documents import catalogue_of, unplanned


def test_a_message_loses_its_colours_and_is_shortened() -> None:
    message = (
        "\x1b[1mWeights only load failed.\x1b[0m\n" + "\n".join(f"\tline {number}" for number in range(9)) + "\x07"
    )
    shown = clean(message)
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert shown.startswith("Weights only load failed.\n    line 0")
    assert shortened(shown) == "Weights only load failed.\n    line 0\n    line 1 …"
    assert shortened("one line") == "one line"
    refused = "Weights only load failed. Do this\nor that.\n WeightsUnpickler error: Unsupported global: GLOBAL a.b was"
    assert shortened(refused) == "… Unsupported global: GLOBAL a.b was"


def test_a_button_says_what_it_does(file: Path) -> None:
    catalogue = catalogue_of(file)
    both = (RemapDevice("cuda:0", "cpu"), RemapDevice("cuda:1", "cpu"), StripPrefix("module.", 2))
    assert in_few_words(catalogue, both) == "map cuda:* → cpu, strip “module.”"
    note = next(entry for entry in range(len(catalogue)) if catalogue.path_text(entry) == "note")
    assert in_few_words(catalogue, (Drop(note),)) == "drop “note”"
    assert in_few_words(catalogue, (Drop(note), Drop(note - 1))) == "drop 2 entries"
    assert in_few_words(catalogue, ()) == ""


def test_a_card_links_to_a_few_paths_and_counts_the_rest(file: Path) -> None:
    catalogue = catalogue_of(file)
    entries = tuple(tensor.entry for tensor in catalogue.tensors)
    card = card_of(catalogue, Finding("x", ERROR, "t", "", tuple(map(catalogue.path_text, entries)), entries, "", ""))
    assert [link.entry for link in card.links] == list(entries[:3])
    assert card.links[0].text == "model/module.embed.weight"
    assert card.more == f"and {len(entries) - 3} more"
    assert card.word == "Error"


def test_a_card_counts_what_is_not_listed_any_more(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(findings, "MOST_LISTED", 4)
    catalogue = catalogue_of(file)
    finding = next(each for each in diagnose.diagnose(unplanned(catalogue), Computer()) if each.code == "no-gpu")
    on_gpus = sum(catalogue.storages[tensor.storage].device != "cpu" for tensor in catalogue.tensors)
    assert (len(finding.entries), finding.count) == (4, on_gpus)
    assert card_of(catalogue, finding).more == f"and {on_gpus - 3} more"
