"""Globs name what they always named, and no number of stars takes long."""

from __future__ import annotations

import contextlib
import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.catalogue.rows_named import _fits
from core.errors import EditError

_PARTS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]", "[!a]": "(?!/)[^a]", "[ab]": "[ab]"}


def slow(glob: str, text: str) -> bool:
    """The glob in plain words of regular expressions, tried in every way."""
    parts = re.split(r"(\*\*/|\*+|\?|\[!?[^]/]+\])", glob)
    pattern = "".join(_PARTS.get("**" if part[:3] == "***" else part, re.escape(part)) for part in parts)
    return re.fullmatch(pattern, text, re.DOTALL) is not None


@pytest.mark.parametrize("examples", [250, pytest.param(2_000, marks=pytest.mark.long)])
def test_a_glob_means_what_it_says(examples: int) -> None:
    @settings(max_examples=examples)
    @given(
        st.lists(st.sampled_from(["*", "**", "**/", "/", "a", "b", "a", "?", "[!a]", "[ab]"]), max_size=9).map("".join),
        st.lists(st.sampled_from(["a", "b", "/", "a", "\n"]), max_size=10).map("".join),
    )
    def is_what_it_says(glob: str, text: str) -> None:
        assert bool(_fits(glob)(text)) == slow(glob, text)

    is_what_it_says()


@pytest.mark.parametrize("star", ["*a", "**a", "**/a", "*a**/", "**a*", "**/*a", "*?", "**[!b]", "*/", "*a/**/a*/"])
@pytest.mark.parametrize("length", [30, 300, 100_000])
def test_thirty_stars_take_no_time_or_are_refused(star: str, length: int) -> None:
    before = time.process_time()
    for text in ("a" * length, "a/" * (length // 2), "/" * length, "ab/" * (length // 3)):
        with contextlib.suppress(EditError):  # "could take too long"
            _fits(star * 30 + "c")(text)
    assert time.process_time() - before < 2


@pytest.mark.parametrize(
    "glob",
    ["model/**/layers.*.attn.*.*.weight", "**/*.layers.*.experts.*.*_proj.*", "*a" * 30, "**/*", "exp_avg of *.*.*.*"],
)
def test_what_people_write_is_not_refused(glob: str) -> None:
    _fits(glob)("model.language_model.encoder.layers.61.mlp.experts.255.down_proj.weight_scale_inv" * 3)
