"""``python -m tests.golden.make [GROUP…]``: what the net holds, worked out anew; without a group all of it.

With ``--show CASE`` it prints one case instead, with the whole answers that the net has only hashes of: compare what
it prints before a change and after it.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from typing import Any

from tests.golden import work


def written(group: work.Group) -> str:
    """A group as JSON, a case a line."""
    lines = [f" {json.dumps(name)}: {json.dumps(case)}" for name, case in group.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def show(case: str) -> None:
    """Print one case with nothing hashed but the files written."""
    work.hashed = work.short = lambda value: value  # type: ignore[assignment, misc]
    with work.bench() as bench:
        for name, group in work.GROUPS.items():
            found: Any = work.plans(bench, lambda each: each == case) if name == "plans" else group(bench)
            if case in found:
                sys.stdout.write(json.dumps(found[case], indent=1, ensure_ascii=False) + "\n")
                return
    sys.exit(f"There is no case {case!r}.")


def main(words: list[str]) -> None:
    """Write the groups that are named, or show a case."""
    if words[:1] == ["--show"]:
        show(words[1])
        return
    with work.bench() as bench:
        for name in words or work.GROUPS:
            work.held(name).write_text(written(work.GROUPS[name](bench)), "ascii")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as state:
        os.environ |= {"XDG_STATE_HOME": state, "XDG_CACHE_HOME": f"{state}/cache", "LC_MESSAGES": "C"}
        main(sys.argv[1:])
