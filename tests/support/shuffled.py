"""Tests in an order by chance, which no test may depend on: ``pytest -p tests.support.shuffled --seed N``.

Files in any order, and in each the tests in any order: neighbours still share what a file makes once.
"""

from __future__ import annotations

import random
from collections import defaultdict
from pathlib import Path

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--seed", type=int, default=0, metavar="N", help="the same number gives the same order")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chance = random.Random(config.getoption("seed"))
    of_files: dict[Path, list[pytest.Item]] = defaultdict(list)
    for item in items:
        of_files[item.path].append(item)
    files = list(of_files.values())
    chance.shuffle(files)
    for each in files:
        chance.shuffle(each)
    items[:] = [item for each in files for item in each]
