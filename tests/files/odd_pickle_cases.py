"""The pickles that `tests.objects.test_odd_pickles` asks about, by what is odd about each."""

from __future__ import annotations

from tests.files.odd_pickle_calls import CALLS
from tests.files.odd_pickle_dicts import KEYS, MAPS, PIDS
from tests.files.odd_pickle_machine import ATOMS, HEALTHY, MEMO, NAMES, STACK

CASES = {
    f"{kind}: {case}": pickle
    for kind, cases in {
        "healthy": HEALTHY,
        "memo": MEMO,
        "stack": STACK,
        "names": NAMES,
        "calls": CALLS,
        "ids": PIDS,
        "keys": KEYS,
        "mappings": MAPS,
        "atoms": ATOMS,
    }.items()
    for case, pickle in cases.items()
}
