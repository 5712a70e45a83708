"""Tensors of torch's own that it takes only once a part of it is imported; each in a process that has not done so."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.loading.recipes import load_recipes
from core.memory.analysis import LOADS, predict_memory
from core.memory.machine import Machine
from core.objects.global_names import global_of
from core.pickling.allowlist import import_first, is_allowed
from tests.support import torch_forks
from tests.support.engine import planned
from tests.support.judging import CPU, assert_cures_cure, only

_SHARDED = """
import torch.distributed as dist
from torch.distributed.device_mesh import init_device_mesh
from torch.distributed.tensor import Shard, distribute_tensor
dist.init_process_group("gloo", store=dist.HashStore(), rank=0, world_size=1)
mesh = init_device_mesh("cpu", (1,))
value = {"weight": distribute_tensor(torch.ones(4, 4), mesh, [Shard(0)]), "bias": torch.zeros(2)}
"""
_NESTED = """
value = {"weight": torch.nested.nested_tensor([torch.ones(2), torch.ones(3)], layout=torch.jagged), "bias": 0}
"""
"""How files are written of which ``import torch`` alone does not know all classes."""


def run(code: str, path: Path) -> str:
    """What ``code`` prints in a process of its own, with ``f`` the path."""
    return torch_forks.run(["-c", f"import torch\nf = {str(path)!r}\n{code}"])


@pytest.fixture(
    scope="module", params=[(_SHARDED, "torch.distributed.tensor"), (_NESTED, "torch._dynamo")], ids=["DTensor", "NJT"]
)
def written(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A file, and the module that must be imported for it."""
    code, module = request.param
    path = tmp_path_factory.mktemp("written") / "a.pt"
    run(f"{code}\ntorch.save(value, f)", path)
    return path, module


def test_what_to_import_is_said_in_the_words_of_torch(written: tuple[Path, str]) -> None:
    path, module = written
    view = planned(path)
    finding = only("import-first", assert_cures_cure(view))
    assert [each.code for each in assert_cures_cure(view) if each.severity == "error"] == ["import-first"]
    words = run("try:\n    torch.load(f)\nexcept Exception as error:\n    print(error, end='')", path)
    assert finding.message == words
    assert (finding.paths, finding.edits) == (("weight",), ())
    assert f"`import {module}` before torch.load(f)" in finding.fix
    assert "only the part" not in finding.explanation  # of a mesh of one, which has all of them
    code = load_recipes(view, CPU)[0].code
    assert f"import {module}\n" in code
    code = "\n".join(line for line in code.splitlines() if line.startswith(("import", "checkpoint")))
    assert "weights_only" not in code
    run(f"{code}\nassert checkpoint['weight'].sum() > 4", path)


def test_the_code_of_a_way_of_loading_imports_it_as_well(written: tuple[Path, str]) -> None:
    path, module = written
    analysis = predict_memory(planned(path), Machine(gpus=0, target="cpu"))
    for outcome in analysis.outcomes:
        assert outcome.verdict == LOADS
        assert outcome.code.startswith("import torch\n")
        assert f"\nimport {module}\n" in outcome.code
    code = analysis.outcome("default").code.splitlines()
    code = [line for line in code if line.startswith(("import", "checkpoint"))]
    run("\n".join([*code, "assert checkpoint['weight'].sum() > 4"]), path)


def test_names_that_torch_allows_by_itself() -> None:
    """The list here and torch's own, which a part of torch adds to as it is imported."""
    printed = run(
        "from torch._weights_only_unpickler import _get_user_allowed_globals as names\n"
        "print(*names())\nimport torch.distributed.tensor, torch._dynamo\nprint(*names())",
        Path("unused"),
    )
    before, after = ([global_of(name) for name in line.split()] for line in printed.splitlines())
    assert all(map(is_allowed, before))
    assert all(import_first(name) for name in after if name not in before)
    assert not any(map(import_first, before))
