"""The class that is printed for a file takes its state dict strictly, in real torch."""

from __future__ import annotations

import ast
import copy
from collections import OrderedDict
from pathlib import Path
from typing import Any

import pytest
import torch
from torch import nn

from cli.main import run
from core.catalogue.build import open_catalogue
from core.catalogue.modules import module_entries
from core.edits.edits import Extract, Plan
from core.edits.preview import Preview, preview
from core.errors import CheckpointError
from core.languages import speak
from core.layers.held import models_of
from core.layers.layer import Layer
from core.layers.skeleton import _RESERVED
from core.layers.torch_tensors import _RULES, tensors_of
from core.loading.computer import Computer
from core.loading.recipes import Snippet
from core.report.layers import skeleton_of
from core.report.model_pages import model_pages
from core.saving.choice import suggested
from core.saving.save import save
from core.words import say
from tests.files.bombs import as_zip, module, tensor, text
from tests.layers.skeletons import loaded, made, taken
from tests.layers.test_layers import PICKLED, TOLD, Net, saved
from tests.places import TESTS
from tests.support.corpus import FILES, corpus_file, name_of
from tests.support.engine import planned

ENDS = {".pt", ".pth", ".bin", ".ckpt", ".safetensors", ".tar"}
DATA = [path for path in sorted((TESTS / "data").rglob("*")) if path.suffix in ENDS and path.is_file()]


def take(path: Path, *, trusted: bool) -> int:
    """How many models of a file its printed classes took; 0 where it has none, or torch does not open it."""
    try:
        catalogue = open_catalogue(path, alone=True)
    except CheckpointError:
        return 0
    held = loaded(path, trusted=trusted) if catalogue.state_dicts or catalogue.globals else None
    return 0 if held is None else taken(catalogue, held)


@pytest.mark.filterwarnings("ignore")
def test_every_state_dict_of_the_frameworks_is_taken() -> None:
    assert sum(take(path, trusted=True) for path in DATA) > 160


@pytest.mark.corpus
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("entry", FILES, ids=name_of)
def test_every_state_dict_of_the_corpus_is_taken(entry: dict[str, Any]) -> None:
    path = corpus_file(entry)
    assert take(path, trusted=False) == len(list(models_of(open_catalogue(path, alone=True))))


def classes_of(path: Path) -> list[str]:
    """The bodies of the classes that are printed for all models of a file that is weights alone, model by model."""
    catalogue = open_catalogue(path, alone=True)
    if catalogue.globals:
        return []
    code = ["\n".join(skeleton_of(catalogue, model.entry).lines) for model in models_of(catalogue)]
    return [
        f"{at}: {ast.unparse(each.body)}"
        for at, one in enumerate(code)
        for each in ast.parse(one).body
        if isinstance(each, ast.ClassDef)
    ]


def test_a_class_is_written_once() -> None:
    for path in DATA:
        try:
            found = classes_of(path)
        except CheckpointError:
            continue
        assert len(found) == len(set(found)), path


class WithMore(nn.Module):
    """Keeps what no line of code says."""

    def __init__(self) -> None:
        super().__init__()
        self.depth = 3
        self.settings = {"heads": 4, "names": ["猫", None], 2: (True, float("inf"))}
        self.classes = ["a", "b\u202e"]
        self.nothing = None
        self.many = [f"class {number}" for number in range(30)]
        self.mixed = {"a": [{1, 2}]}
        self.own = []
        self.own.append(self.own)
        self.table = torch.ones(3)
        self.inner = nn.Linear(2, 2)


def test_what_no_line_says_is_named(tmp_path: Path) -> None:
    torch.save(WithMore(), tmp_path / "whole.pth")
    lines = list(skeleton_of(open_catalogue(tmp_path / "whole.pth", alone=True)).lines)
    for line in (
        "self.depth = 3",
        "self.settings = {'heads': 4, 'names': ['猫', None], 2: (True, float('inf'))}",
        "self.classes = ['a', 'b\\u202e']",
        "self.nothing = None",
        "# left out: many, mixed, own, table",
    ):
        assert f"        {line}" in lines


@pytest.mark.parametrize("language", ["zh", "ja"])
def test_what_forward_says_is_read_as_it_is_written(tmp_path: Path, language: str) -> None:
    torch.save(WithMore(), tmp_path / "whole.pth")
    speak(language)
    try:
        code, heading = (
            "\n".join(skeleton_of(open_catalogue(tmp_path / "whole.pth")).lines),
            say("What the file does not say:"),
        )
    finally:
        speak("en")
    assert not heading.isascii()
    assert f"'{heading}'," in code
    assert "\\u" not in code.replace("'b\\u202e'", "")


class Block(nn.Module):
    """A block that has a parameter, a buffer and a layer of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.attention = nn.MultiheadAttention(8, 2)
        self.scale = nn.Parameter(torch.ones(8))
        self.register_buffer("table", torch.arange(4))
        self.mlp = nn.Sequential(nn.Linear(8, 16), nn.GELU(), nn.Linear(16, 8))


class Tied(nn.Module):
    """A model with tied weights, a shared module and blocks."""

    def __init__(self) -> None:
        super().__init__()
        self.embed = nn.Embedding(20, 8)
        self.blocks = nn.ModuleList(Block() for _ in range(4))
        self.norm = nn.BatchNorm1d(8)
        self.again = self.norm
        self.head = nn.Linear(8, 20, bias=False)
        self.head.weight = self.embed.weight


@pytest.mark.parametrize("whole", [True, False])
def test_tied_weights_and_shared_modules_stay_one(tmp_path: Path, whole: bool) -> None:
    model = Tied()
    path = saved(tmp_path, model if whole else model.state_dict())
    catalogue = open_catalogue(path)
    built = made(catalogue, 0)
    built.load_state_dict(model.state_dict(), strict=True)
    assert built.head.weight is built.embed.weight
    assert built.again.running_mean is built.norm.running_mean
    assert [type(each).__name__ for each in (built.blocks, built.blocks[0])] == ["ModuleList", "Block"]
    code = "\n".join(skeleton_of(catalogue).lines)
    assert "nn.ModuleList(Block() for _ in range(4))" in code
    assert type(built).__name__ == ("Tied" if whole else "Model")
    with pytest.raises(NotImplementedError, match=r"order of (the )?calls"):
        built()


def test_layers_are_real_ones_where_they_are_known(tmp_path: Path) -> None:
    model = Net({**TOLD, **{f"whole{at}": module for at, module in enumerate(PICKLED)}})
    for held in (Net(TOLD).state_dict(), model):
        path = saved(tmp_path, held)
        built = made(open_catalogue(path), 0)
        for name, told in TOLD.items():
            plain = held is model and name == "other_attention"  # its add_bias_kv is no setting that it keeps
            assert plain or type(getattr(built, name)) is type(told), name
        assert taken(open_catalogue(path), held) == 1
    assert repr(built.whole1) == repr(PICKLED[1])


@pytest.mark.filterwarnings("ignore:torch.quantize_per_tensor")
def test_names_that_python_or_modules_have_are_taken(tmp_path: Path) -> None:
    state: dict[str, Any] = OrderedDict()
    for name in (
        "",
        "type",
        "class",
        "a b",
        "é",
        "_parameters",
        "a",
        "a.b",
        "..",
        ".",
        "a..b",
        ".x.weight",
        "x.weight.absmax",
        "x.weight",
        "0",
        "2",
    ):
        state[name] = torch.zeros(2, 3)
    state["nested" + ".deep" * 90] = torch.zeros(1)
    state |= {"p.01.weight": torch.zeros(3, 3), "p.1.weight": torch.zeros(3, 3), "zero.weight": torch.zeros(0, 3)}
    state |= {
        "n.forward.weight": torch.zeros(3, 3),
        "packed": torch.quantize_per_tensor(torch.ones(3), 1.0, 0, torch.qint8),
    }
    state |= {"m._extra_state": {"a": 1}, "complex.weight": torch.zeros(3, 3, dtype=torch.complex64), "loss": 0.1}
    state["'''\n\"\"\"\\"] = torch.zeros(1)
    path = saved(tmp_path, state)
    assert taken(open_catalogue(path), copy.copy(state)) == 1


def test_what_a_module_has_is_no_name_for_a_part() -> None:
    assert {name for name in dir(nn.Module()) if not name.startswith("_")} <= _RESERVED


HOSTILE = (
    *("super", "range", "isinstance", "NotImplementedError", "Holder", "Model", "nn", "torch", "forward", "None"),
    *(
        "x\nimport os",
        "x\rimport os",
        "x\u2028import os",
        "x\x0cimport os",
        "x\x85y",
        "\u202eevil",
        "\N{LATIN SMALL LIGATURE FI}",
    ),
    *(
        "a'b",
        'a"""b',
        "'''",
        "a\\",
        "x)#",
        "{x}",
        "%s",
        "",
        "9",
        "A" * 5000,
        "__class__",
        "__init__",
        "_modules",
        "\udcff",
    ),
)
"""What breaks out of code that is put together without care, or takes the place of what the code calls."""


def hostile(name: str) -> bytes:
    """Modules whose classes, names, settings and tensors are called so."""
    held = text("weight") + tensor() + text(name) + tensor()
    own = text(name) + text(name) + text("p") + b"G\x7f\xf8" + bytes(6)
    inner = module(name, kind=name, own=own, tensors=held)
    known = module("Dropout", kind="torch.nn.modules.dropout", own=own)
    listed = b"".join(text(str(at)) + module("Part", kind="a", own=own, tensors=held) for at in range(3))
    many = module("ModuleList", kind="torch.nn.modules.container", modules=listed)
    below = text("a") + inner + text("b") + known + text("c") + many + text(name) + inner
    below += text("d") + module(name, kind="torch.nn.modules.conv", own=own)
    return module(name, kind=f"a.{name}", tensors=held, modules=below)


@pytest.mark.parametrize("name", HOSTILE, ids=lambda name: ascii(name)[:20])
def test_no_name_breaks_out_of_the_code(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.pth"
    as_zip(hostile(name))(path)
    catalogue = open_catalogue(path)
    (model,) = models_of(catalogue)
    code = "\n".join(skeleton_of(catalogue).lines)
    assert code.split("\n") == code.splitlines()
    check(code)
    built = made(catalogue, model.entry)
    built.load_state_dict(
        {held.key: torch.zeros(held.shape) for held in model.held if held.shape is not None}, strict=True
    )
    assert run(["code", str(path), "--skeleton"]) == 0
    shown = capsys.readouterr().out
    if len(name) < 1000:
        check(shown)
    assert run(["inspect", str(path), "--layers", "--all"]) == 0


def check(code: str) -> None:
    """It imports torch, makes classes, and calls nothing but these, what is torch's, and what the written class has."""
    parsed = ast.parse(code)
    assert [ast.unparse(each) for each in parsed.body[:2]] == ["import torch", "from torch import nn"]
    classes = [each for each in parsed.body[2:] if isinstance(each, ast.ClassDef)]
    assert classes == parsed.body[2:]
    names = {each.name for each in classes} | {"super", "range", "isinstance", "NotImplementedError", "float"}
    assert len(names) == len(classes) + 5
    for each in ast.walk(parsed):
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Name):
            assert each.func.id in names
        if isinstance(each, ast.Call) and isinstance(each.func, ast.Attribute) and ast.unparse(each.func.value) == "nn":
            assert hasattr(nn, each.func.attr)
        assert not isinstance(each, ast.Import | ast.ImportFrom) or each in parsed.body[:2]


def test_a_layer_whose_tensors_are_known_is_one_of_torch() -> None:
    assert all(hasattr(nn, kind) for kind in _RULES)
    for kind in ("LSTM1d", "Conv", "Linear2d", "FooDropout", "9Dropout", "LeakyReLU6", "AELU", "Dropout\n", "Conv2d\n"):
        assert tensors_of(Layer(kind, (("", 1), ("", 1), ("kernel_size", (1,)))), 9) is None, kind
    endless = Layer("LSTM", (("", 1), ("", 1), ("num_layers", 1 << 62)))
    assert tensors_of(endless, 9) is None


class Pass(nn.Module):
    """A block whose code asks its attributes what to do."""

    def __init__(self, *, add: bool, at: int) -> None:
        super().__init__()
        self.lin = nn.Linear(4, 4)
        self.add, self.come_from, self.at, self.ratio, self.mode = add, [at - 1, 0], at, 0.5, "a'b"
        self.type = "models.Pass"


class Half(nn.Module):
    """A model of halves: parts that are frozen in all ways, buffers that are and are not saved, attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.same = nn.ModuleList(Pass(add=True, at=1) for _ in range(3))
        self.other = nn.Sequential(Pass(add=False, at=1), Pass(add=True, at=1), Pass(add=True, at=1))
        self.norm = nn.BatchNorm1d(4)
        self.backbone = nn.Sequential(nn.Linear(4, 4), Block()).requires_grad_(False)
        self.frozen = nn.Linear(4, 1, bias=False).requires_grad_(False)
        self.scale, self.shift = nn.Parameter(torch.ones(4)), nn.Parameter(torch.zeros(4), requires_grad=False)
        self.register_buffer("anchors", torch.ones(2, 3))
        self.register_buffer("cache", torch.ones(2, 4), persistent=False)
        self.register_buffer("where", torch.arange(3), persistent=False)
        for layer in (*self.same, self.other[0]):
            layer.lin.weight.requires_grad_(False)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float64])
@pytest.mark.parametrize("freeze", [False, True])
def test_a_class_has_what_the_whole_model_has_beside_its_tensors(
    tmp_path: Path, freeze: bool, dtype: torch.dtype
) -> None:
    model = Half().to(dtype)
    if freeze:
        model.requires_grad_(False)
    catalogue = open_catalogue(saved(tmp_path, model))
    built = made(catalogue, 0)
    built.load_state_dict(model.state_dict(), strict=True)
    wanted = {name: held.requires_grad for name, held in model.named_parameters()}
    assert {name: held.requires_grad for name, held in built.named_parameters()} == wanted
    floats = (*built.parameters(), *(held for held in built.buffers() if held.is_floating_point()))
    assert {held.dtype for held in floats} == {torch.float32}
    transient = {name: (held.shape, held.dtype) for name, held in built.named_buffers() if name in {"cache", "where"}}
    assert transient == {"cache": ((2, 4), torch.float32), "where": ((3,), torch.int64)}
    for name, block in model.named_modules():
        if isinstance(block, Pass):
            kept = built.get_submodule(name)
            for each in ("add", "come_from", "at", "ratio", "mode"):
                assert getattr(kept, each) == getattr(block, each), (name, each)
    kinds = [type(each).__name__ for each in (*built.same, *built.other)]
    assert kinds == [kinds[0]] * 3 + [kinds[3]] + [kinds[0]] * 2
    assert kinds[3] != kinds[0]
    code = "\n".join(skeleton_of(catalogue).lines)
    assert f".to({dtype}) converts" in code
    assert "may help: self.add, self.come_from, self.at, self.ratio, self.mode." in code


def test_attributes_are_told_of_only_where_the_file_has_some(tmp_path: Path) -> None:
    path = saved(tmp_path, Tied())
    code = "\n".join(skeleton_of(open_catalogue(path)).lines)
    assert "These attributes, set above" not in code
    assert "default dtype" not in code


class Labelled(Tied):
    """Has labels that no line of a class can set: a name of torch's own, and one that is a module."""

    def __init__(self) -> None:
        super().__init__()
        self.width = 3
        self.__dict__["values"] = 4
        self.__dict__["inner"] = "a name"
        self.inner = nn.Linear(2, 2)


def test_only_attributes_that_are_set_are_named(tmp_path: Path) -> None:
    path = saved(tmp_path, Labelled())
    made = skeleton_of(open_catalogue(path, alone=True))
    assert made.name == "Labelled"
    assert any("These attributes, set above, may help: self.width." in line for line in made.lines)


def class_page(view: Preview, copy: Path | None = None) -> Snippet:
    held = open_catalogue(copy, alone=True) if copy is not None else None
    return model_pages(view, Computer(), copy, held)[-1]


def test_the_page_of_a_state_dict_says_that_a_whole_model_tells_more(tmp_path: Path) -> None:
    for held, more in ((Tied(), False), (Tied().state_dict(), True)):
        view = planned(saved(tmp_path, held))
        assert ("one with the whole pickled model, its page says more" in class_page(view).note) == more


def test_the_page_of_a_class_loads_the_file_into_it(tmp_path: Path) -> None:
    """A state dict as it is, a whole model once its copy is saved, whether that is planned or not."""
    model = Tied()
    for held, edits in ((model.state_dict(), ()), ({"net": model}, ()), (model, ()), (model, (Extract(0),))):
        view = planned(saved(tmp_path, held), *edits)
        code = class_page(view).code
        if "fixed" in code:
            assert ("# First save a copy with the state_dict: python main.py fix" in code) == (not edits)
            assert "# not saved yet" in code
            extracted = preview(view.catalogue, Plan((Extract(module_entries(view.catalogue)[0].entry),)))
            save(extracted, suggested(extracted), overwrite=True)
        check_loaded(code, model)
    assert "\nmodel = Tied()\n" in code
    copy = save(view, tmp_path / "copy.safetensors").path
    code = class_page(view, copy).code
    assert f"fixed = '{copy}'\n" in code
    check_loaded(code, model)


def check_loaded(code: str, model: nn.Module) -> None:
    names: dict[str, Any] = {}
    exec(compile(code, "page.py", "exec"), names)
    loaded = names["model"].state_dict()
    assert not names["model"].training
    assert all(torch.equal(loaded[key], value) for key, value in model.state_dict().items())


def test_one_model_of_several_is_loaded_into_the_class_of_it(tmp_path: Path) -> None:
    path = saved(tmp_path, {"netG": Tied().state_dict(), "netD": nn.Linear(2, 3).state_dict()})
    lines = class_page(planned(path)).code.split("\n")
    assert "model.load_state_dict(checkpoint['netG'])" in lines
