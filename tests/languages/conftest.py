"""Whatever a test speaks, the next one begins in English."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from core import words


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """English before and after."""
    words.use(None)
    yield
    words.use(None)
