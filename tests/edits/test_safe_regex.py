"""Expressions that could hang are refused before they run; those that people write are not."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import EditError
from core.safe_regex import MOST_REGEX_STEPS, safe_regex

KEY = "model.language_model.encoder.layers.61.mlp.experts.255.down_proj.weight_scale_inv"


@pytest.mark.parametrize(
    "pattern",
    [
        r"^module\.",
        r"^(.*)\.layers\.(\d+)\.(.*)$",
        r"(?i)encoder\.(?:layer|block)s?\.(\d+)",
        r"(?<=\.)weight_(?:scale|zero)(_inv)?$",
        r"([a-z]+)_([a-z]+)$",
        r"^(?:[^.]++\.)*+weight",
        r"(a|b|cd)+",
        r"\d{1,3}\.",
        r"(a{1000}){1000}",
        r"^model\.(?!head)",
        r"(?P<q>['\"]).*(?P=q)",
        r"(x)?(?(1)y|z)",
    ],
)
def test_what_people_write(pattern: str) -> None:
    regex = safe_regex(pattern)
    regex.check_length(len(KEY))
    assert regex.compiled.sub("", KEY) == re.sub(pattern, "", KEY)


@pytest.mark.parametrize(
    "pattern",
    [
        *(r"(a+)+b", r"(a*)*b", r"(a|a)*b", r"(a|ab)*c", r"(.*,)*x", r"((a?)b?)*c", r"(?:a?){200}b", r"(a+){100}b"),
        *(r"(\w+\.)*x", r".*.*.*.*.*.*x", r"(?=(a+)+b)", r"(a+)+?b", r"(?:(?:a|b|ab)*)*c", r"(a+|b)*c"),
        *(r"(?:a+){30}b", r"(?:a?a?a?a?){60}x"),
    ],
)
def test_what_could_take_for_ever(pattern: str) -> None:
    with pytest.raises(EditError):
        safe_regex(pattern).check_length(len(KEY))


_PATTERNS = st.recursive(
    st.sampled_from(["a", "b", ".", r"\w", "[ab]", "^", "$", "ab"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["*", "+", "?", "*?", "{2,5}", "{3}", "*+", "++"])).map(
            lambda each: f"(?:{each[0]}){each[1]}"
        ),
        st.tuples(inner, inner).map("".join),
        st.tuples(inner, inner).map(lambda each: f"({each[0]}|{each[1]})"),
        inner.map(lambda each: f"(?={each})"),
        inner.map(lambda each: f"(?>{each})"),
    ),
    max_leaves=8,
)


@pytest.mark.timing
@settings(max_examples=300)
@given(_PATTERNS)
def test_what_is_let_through_ends_soon(pattern: str) -> None:
    try:
        regex = safe_regex(pattern + "c")
        regex.check_length(40)
    except EditError:
        return
    began = time.perf_counter()
    for text in ("a" * 40, "ab" * 20, "b" * 39 + "x"):
        regex.compiled.sub("", text)
    assert time.perf_counter() - began < 3 * MOST_REGEX_STEPS / 1e7
