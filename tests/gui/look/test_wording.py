"""Where a long name may break."""

from __future__ import annotations

from gui.look.wording import breakable


def test_a_call_within_a_sentence_without_blanks_stays_whole() -> None:
    for text in (
        "それだけでは害はありません：load_state_dict_in_place は",
        "また torch.load(f)：「Attempting_to_deserialize」です",
    ):
        assert breakable(text) == text


def test_a_long_name_breaks_after_its_joints_whatever_stands_around_it() -> None:
    name = "model.state_dict.encoder.layers.first"
    assert "\u200b" in breakable(f"最初は「{name}」です")
    assert breakable(name).replace("\u200b", "") == name
