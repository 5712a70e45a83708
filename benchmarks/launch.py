"""Runs one command and prints its seconds and its peak of resident memory in bytes, as JSON.

A process starts with the peak of the one that made it (Linux keeps it over ``exec``), so whoever measures must be
smaller than what is measured: this imports next to nothing.
"""

import json
import os
import sys
import time

if __name__ == "__main__":
    started = time.perf_counter()
    silent = os.open(os.devnull, os.O_WRONLY)
    process = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, silent, 1)])
    _, status, usage = os.wait4(process, 0)
    seconds = time.perf_counter() - started
    print(json.dumps([seconds, usage.ru_maxrss * 1024]))
    raise SystemExit(os.waitstatus_to_exitcode(status))
