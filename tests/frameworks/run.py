"""Makes all files anew, compares the facts with those of ``tests/data``, has the frameworks load what was fixed.

``python -m tests.frameworks.run`` in the frameworks' environment; with ``--keep`` the new files replace the old ones.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib.metadata import version
from pathlib import Path
from typing import Any

FRAMEWORKS = (
    *("torch", "lightning", "transformers", "accelerate", "dcp", "fsdp2"),
    *("torchao", "timm", "fastai", "torchmetrics", "bitsandbytes", "torchrl", "skorch"),
)
JUDGES = ("known_models",)
"""Of which nothing is kept: the libraries make what they are asked about."""
RUNS = "runs"
"""What several of them leave of a whole training: made where it is looked at."""
PARTS_OF_TORCH = ("dcp", "fsdp2")
HERE = Path(__file__).parent
FOLDER = Path(".frameworks")
KEPT = HERE.parent / "data"
MANIFEST = "manifest.json"


def make(framework: str) -> dict[str, Any]:
    """All files of one framework, in a process of its own because of its global state; gives what is known of them.

    Raises `RuntimeError` with what the process said when it fails.
    """
    shutil.rmtree(FOLDER / framework, ignore_errors=True)
    done = in_python("-m", "tests.frameworks.make", framework, str(FOLDER), stderr=subprocess.PIPE)
    if done.returncode:
        raise RuntimeError(f"no files of {framework}:\n{done.stderr}")
    packages = {"torch", framework} - set(PARTS_OF_TORCH)
    versions = {package: version(package).partition("+")[0] for package in sorted(packages)}
    return {"versions": versions, "files": json.loads(done.stdout.splitlines()[-1])}


def load(framework: str) -> str | None:
    """What is wrong when a framework loads its fixed files; None when nothing is, or nothing is to be loaded."""
    loader = HERE / f"load_{framework}.py"
    if not loader.exists():
        return None
    arguments = ["-m", "pytest", "-q", "-c", str(HERE / "pytest.ini"), str(loader)]
    done = in_python(*arguments, stderr=subprocess.STDOUT)
    print(f"{framework}: {done.stdout.splitlines()[-1]}", flush=True)
    return done.stdout if done.returncode else None


def in_python(*arguments: str, stderr: int) -> subprocess.CompletedProcess[str]:
    """A process of this Python, in the environment of the makers: quiet, and each tensor too small for two threads."""
    environment = {**os.environ, "OMP_NUM_THREADS": "1", "PTHFINDER_MADE": str(FOLDER.resolve())}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # each framework is imported several times
    command = [sys.executable, "-W", "ignore", *arguments]
    return subprocess.run(command, text=True, check=False, env=environment, stdout=subprocess.PIPE, stderr=stderr)


def differences(ours: Any, theirs: Any, where: str = "") -> Iterator[str]:
    """Where two manifests disagree, a line each."""
    if isinstance(ours, dict) and isinstance(theirs, dict):
        for key in [*ours, *(key for key in theirs if key not in ours)]:
            yield from differences(ours.get(key), theirs.get(key), f"{where} › {key}" if where else key)
    elif ours != theirs:
        yield f"{where}: {json.dumps(ours)} was {json.dumps(theirs)}"


def as_text(value: Any, indent: str = "") -> str:
    """JSON with a line for each tensor, so that differences can be read."""
    deeper = indent + " "
    if isinstance(value, dict) and value and len(indent) < 4:
        inner = [f"{deeper}{json.dumps(key)}: {as_text(each, deeper)}" for key, each in value.items()]
        return "{\n" + ",\n".join(inner) + f"\n{indent}}}"
    if isinstance(value, list) and value and isinstance(value[0], list | dict):
        return "[\n" + ",\n".join(deeper + json.dumps(each, ensure_ascii=False) for each in value) + f"\n{indent}]"
    return json.dumps(value, ensure_ascii=False)


def keep(manifest: dict[str, Any]) -> None:
    """The files that the manifest tells of, and the manifest, replace those of ``tests/data``."""
    for folder, framework in manifest.items():
        shutil.rmtree(KEPT / folder, ignore_errors=True)
        for name in framework["files"]:
            (KEPT / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(FOLDER / name, KEPT / name)
    (KEPT / MANIFEST).write_text(as_text(manifest) + "\n", encoding="utf-8")


def main(arguments: list[str]) -> int:
    """See the top; the exit code is 1 where facts or loaders fail."""
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        manifest = dict(zip(FRAMEWORKS, workers.map(make, FRAMEWORKS), strict=True))
        print(f"made {sum(len(each['files']) for each in manifest.values())} files of {len(manifest)} frameworks")
        longest_first = (*JUDGES, RUNS, *FRAMEWORKS)
        failed = [said for said in workers.map(load, longest_first) if said]
    if arguments == ["--keep"]:
        keep(manifest)
    kept = json.loads((KEPT / MANIFEST).read_text(encoding="utf-8"))
    changed = list(differences(manifest, kept))
    print(*changed[:20], *failed, sep="\n")
    return 1 if failed or changed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
