#!/usr/bin/env bash
# Makes the virtual environment with the pinned dependencies and sees to what the system must have: the libraries that Qt
# needs, and the servers that tests start.
# Usage: setup.sh PYTHON VENV
set -euo pipefail
python=$1
venv=$2

if ! command -v "$python" >/dev/null; then
    echo "Pthfinder needs Python 3.11 or newer, and '$python' is not there. Name one with: make PYTHON=/path/to/python3" >&2
    exit 1
fi
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "Pthfinder needs Python 3.11 or newer; '$python' is $("$python" -V 2>&1). Name another with: make PYTHON=…" >&2
    exit 1
fi

# Debian and Ubuntu ship Python without the part that makes virtual environments.
if [ ! -x "$venv/bin/python" ] && ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "Installing python3-venv …"
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv; } >/dev/null
    else
        echo "Python cannot make virtual environments here. On Debian or Ubuntu: sudo apt-get install python3-venv" >&2
        exit 1
    fi
fi

if [ ! -x "$venv/bin/python" ]; then
    echo "Making $venv …"
    "$python" -m venv "$venv"
fi
echo "Installing the pinned dependencies …"
"$venv/bin/python" - <<'PINS' | "$venv/bin/python" -m pip install -qq --disable-pip-version-check -r /dev/stdin
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
print(*project["dependencies"], *project["optional-dependencies"]["dev"], sep="\n")
PINS
"$venv/bin/python" -m cli.qt_libraries --install
"$venv/bin/python" -m scripts.servers --install
