"""The golden net: what the program did on the day the net was made, it does today.

It holds, in 1.1 MB beside this file, and takes some 20 s of one core:

- ``held_plans.json``: 629 plans (of ``plans.json``) on 44 files and folders of every kind that opens (zip, legacy,
  safetensors, shards, DCP, ZeRO, FSDP, pickled modules, TorchScript, exported programs, packages, tar, NumPy, runs).
  Of each: titles and extents of its changes, warnings, how much it touches, the line of the shell, recipe, torch code,
  and the hash of the file or folder that is written (497 different ones), or the sentence that refuses it. A plan is
  given by its options. That it is the same when it is read as the program kept it on that day, and when it is kept and
  read today, is held too: the form may change, but what was kept in that of one release ago is read still.
- ``held_errors.json``: 464 pasted errors: codes and details; verdict, sentence and cures for the file that fits, for
  the one that does not, and for two common ones.
- ``held_files.json``: ``inspect --json`` and ``diagnose --json`` of 520 files and folders, key by key.
- ``held_memory.json``: ``memory --json`` of 262 of them on two T4s.
- ``held_help.json``: ``--help`` of the program and its 15 commands.

A commit that means a difference makes the group anew, looks at what changed in git, and says why in its message.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from tests.golden import engine, make, work

_SHOWN = 12
"""Differences that are told of one group."""


@pytest.fixture(scope="module")
def bench() -> Iterator[work.Bench]:
    with work.bench() as found:
        yield found


def differences(held: work.Group, found: work.Group) -> list[str]:
    """Each case and facet that is not as it was, with what it was and what it is."""
    lines = [f"{name}: is not there any more" for name in held.keys() - found.keys()]
    lines += [f"{name}: is new" for name in found.keys() - held.keys()]
    for name in held.keys() & found.keys():
        before, now = held[name], found[name]
        for facet in {**before, **now}:
            if before.get(facet) != now.get(facet):
                lines.append(f"{name}: {facet}\n    was {before.get(facet)!r}\n    is  {now.get(facet)!r}")
    return sorted(lines)


def assert_held(name: str, found: work.Group) -> None:
    """What was worked out is what the net holds."""
    lines = differences(work.read(work.held(name).name), json.loads(make.written(found)))
    if sys.platform == "win32":  # whose paths are others
        lines = [line for line in lines if "recipes: put: " not in line]
    if lines:
        more = [f"and {len(lines) - _SHOWN} more"] if len(lines) > _SHOWN else []
        case = lines[0].partition(": is ")[0].partition("\n")[0].rpartition(": ")[0] or lines[0]
        pytest.fail(
            "\n".join(
                [
                    f"{len(lines)} differences from the golden net ({name}):",
                    *lines[:_SHOWN],
                    *more,
                    f"What is hashed is shown whole by: python -m tests.golden.make --show {case!r}",
                    f"If it is meant: python -m tests.golden.make {name}",
                ]
            ),
            pytrace=False,
        )


@pytest.mark.parametrize(
    "name", [name for name in work.GROUPS if sys.platform != "win32" or name not in ("files", "memory")]
)
def test_nothing_is_otherwise_than_it_was(bench: work.Bench, name: str) -> None:
    assert_held(name, work.GROUPS[name](bench))


def test_a_difference_is_told_by_case_and_facet() -> None:
    held: work.Group = {"a plan": {"file": "1", "titles": ["x"]}, "gone": {}}
    found: work.Group = {"a plan": {"file": "2", "titles": ["x"]}, "another": {}}
    assert differences(held, found) == [
        "a plan: file\n    was '1'\n    is  '2'",
        "another: is new",
        "gone: is not there any more",
    ]


def _edits(kept: Any) -> set[str]:
    return {edit["edit"] for edit in kept["edits"]}


def test_every_edit_is_tried_as_an_option_and_as_it_was_kept() -> None:
    plans = [plan for of_file in work.read("plans.json").values() for plan in of_file.values()]
    assert {step[0] for plan in plans for step in plan.get("steps", [])} == set(engine.options())
    kept = set[str]().union(*(_edits(plan["kept"]) for plan in plans if "kept" in plan))
    assert kept == set(engine.edits())
