"""Known models, from their fingerprints; real libraries are asked in ``tests/frameworks/load_known_models.py``."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter
from typing import Any

import pytest
import torch

from core.catalogue.build import open_catalogue
from core.diagnosis.model_match.model_keys import UnreadableKeys, parse_model_keys, read_model_keys
from core.layers import known_table
from core.layers.held import models_of
from core.layers.known import CLOSE, NO_HEAD, OTHER_HEAD, SAME, Candidate, candidates, shapes_of
from core.layers.known_table import Known, keys_of
from core.layers.known_table import known_table as table
from core.report.known import candidate_lines, known_models
from core.report.layers import skeleton_of

State = dict[str, torch.Tensor]


def state_of(name: str, **shapes: tuple[int, ...]) -> State:
    """A state dict of a known model, each tensor one number; some in other shapes."""
    told = {**(shapes_of(name) or {}), **shapes}
    return {key: torch.zeros(1).as_strided(shape, [0] * len(shape)) for key, shape in told.items()}


def asked(tmp_path: Path, held: Any, at: int = 0) -> tuple[Candidate, ...]:
    torch.save(held, tmp_path / "model.pth")
    return candidates(list(models_of(open_catalogue(tmp_path / "model.pth")))[at])


def of(found: tuple[Candidate, ...], name: str) -> Candidate:
    return next(each for each in found if each.name == name)


def test_the_same_is_found_whatever_stands_before_its_keys(tmp_path: Path) -> None:
    state = state_of("timm:resnet50")
    assert of(asked(tmp_path, state), "timm:resnet50").how == SAME
    for prefix in ("module.", "net.", "model._orig_mod.", "module.backbone.body."):
        found = of(
            asked(tmp_path, {"state_dict": {prefix + key: value for key, value in state.items()}}), "timm:resnet50"
        )
        assert (found.how, found.prefix, found.line) == (SAME, prefix, 'timm.create_model("resnet50")')


def test_architectures_with_the_same_keys_are_all_listed(tmp_path: Path) -> None:
    names = [each.name for each in asked(tmp_path, state_of("timm:resnet50"))]
    assert names[:2] == ["torchvision:resnet50", "timm:resnet50"]
    assert "timm:resnetblur50" in names


def test_another_head_is_told_with_its_classes(tmp_path: Path) -> None:
    state = state_of("torchvision:resnet18", **{"fc.weight": (10, 512), "fc.bias": (10,)})
    found = of(asked(tmp_path, state), "torchvision:resnet18")
    assert (found.how, found.classes) == (OTHER_HEAD, 10)
    assert found.line == 'torchvision.models.get_model("resnet18", num_classes=10)'
    state |= {"fc.1.weight": state.pop("fc.weight"), "fc.4.weight": state.pop("fc.bias")}
    found = of(asked(tmp_path, state), "torchvision:resnet18")
    assert (found.how, found.classes) == (OTHER_HEAD, None)
    bare = {key: value for key, value in state.items() if not key.startswith("fc.")}
    assert of(asked(tmp_path, bare), "torchvision:resnet18").how == NO_HEAD


def test_labels_of_transformers_stand_in_the_configuration(tmp_path: Path) -> None:
    name = "transformers:bert/BertForSequenceClassification"
    state = state_of(name, **{"classifier.weight": (5, 768), "classifier.bias": (5,)})
    assert of(asked(tmp_path, state), name).line.endswith("(transformers.BertConfig(num_labels=5))")


def test_a_part_and_an_average_are_found(tmp_path: Path) -> None:
    state = state_of("timm:resnet18")
    whole = {f"backbone.{key}": value for key, value in state.items()} | {"neck.weight": torch.zeros(3, 3)}
    found = of(asked(tmp_path, whole), "timm:resnet18")
    assert (found.how, found.part) == (SAME, "backbone")
    assert of(asked(tmp_path, {"model": {"a.weight": torch.zeros(2, 2)}, "model_ema": state}, 1), "timm:resnet18")


def test_what_differs_is_close_and_never_the_same(tmp_path: Path) -> None:
    found = asked(tmp_path, state_of("timm:resnet18", **{"conv1.weight": (64, 1, 7, 7)}))
    assert {each.how for each in found} == {CLOSE}
    assert of(found, "timm:resnet18").misshapen == ("conv1.weight",)
    assert asked(tmp_path, {"a.weight": torch.zeros(3, 4)}) == ()


def test_a_sum_of_hashes_alone_makes_nothing_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever makes other keys with the fingerprint of a model is not believed."""
    whole = {known_table.total(known_table.hash_of(key, (3, 4)) for key in ("a.weight",)): [0]}
    from dataclasses import replace

    forged = replace(table(), wholes=whole)
    monkeypatch.setattr("core.layers.known.known_table", lambda: forged)
    assert asked(tmp_path, {"a.weight": torch.zeros(3, 4)}) == ()


def test_what_the_file_says_of_itself_is_compared(tmp_path: Path) -> None:
    torch.save({"arch": "resnet34", "state_dict": state_of("timm:resnet18")}, tmp_path / "model.pth")
    (tmp_path / "config.json").write_text(json.dumps({"architecture": "resnet18.a1_in1k", "num_classes": 1000}))
    catalogue = open_catalogue(tmp_path / "model.pth")
    (model,) = models_of(catalogue)
    found, said = known_models(catalogue, model)
    assert [(each.name, each.agrees) for each in said] == [("resnet34", False), ("resnet18.a1_in1k", True)]
    lines = list(candidate_lines(found, said))
    assert lines[1] == 'timm.create_model("resnet18"): the same keys and shapes'
    assert any("but the keys or shapes differ" in line for line in lines)
    assert '# timm.create_model("resnet18"): the same keys and shapes' in skeleton_of(catalogue).lines


@pytest.mark.parametrize(
    ("said", "state", "told"),
    [
        ({"model": "unet"}, {"down.weight": torch.zeros(3, 4)}, []),  # of one's own
        ({"backbone": "resnet50"}, {"down.weight": torch.zeros(3, 4)}, []),  # of a part, which may have been changed
        ({"arch": "resnet50"}, {"down.weight": torch.zeros(3, 4)}, [("resnet50", False)]),
        ({"encoder_name": "resnet34"}, state_of("smp:Unet/resnet34"), [("resnet34", True)]),
        ({"arch": "Unet"}, state_of("smp:Unet/resnet34"), [("Unet", True)]),
        ({"arch": "Linknet"}, state_of("smp:Unet/resnet34"), [("Linknet", False)]),
        ({"model": "yolov8n.pt"}, state_of("ultralytics:yolov8n"), [("yolov8n.pt", True)]),
        ({"arch": "x" * 1000}, state_of("timm:resnet18"), []),
    ],
    ids=lambda each: next(iter(each.values())) if isinstance(each, dict) and len(each) == 1 else "",
)
def test_families_contradict_only_what_is_known(said: State, state: State, told: list[Any], tmp_path: Path) -> None:
    torch.save(said | {"state_dict": state}, tmp_path / "model.pth")
    catalogue = open_catalogue(tmp_path / "model.pth")
    (model,) = models_of(catalogue)
    assert [(each.name, each.agrees) for each in known_models(catalogue, model)[1]] == told


@pytest.mark.parametrize(
    ("name", "key", "rows", "line"),
    [
        ("torchvision:retinanet_resnet50_fpn", "head.classification_head.cls_logits", 99, "num_classes=11)"),
        ("transformers:detr/DetrForObjectDetection", "class_labels_classifier", 12, "num_labels=11))"),
        ("smp:Unet/resnet34", "segmentation_head.0", 11, "classes=11)"),
    ],
)
def test_classes_are_counted_as_the_library_counts_them(
    name: str, key: str, rows: int, line: str, tmp_path: Path
) -> None:
    shapes = shapes_of(name) or {}
    others = {f"{key}.weight": (rows, *shapes[f"{key}.weight"][1:]), f"{key}.bias": (rows,)}
    found = of(asked(tmp_path, state_of(name, **others)), name)
    assert (found.how, found.classes) == (OTHER_HEAD, 11)
    assert found.line.endswith(line)


def test_a_head_of_several_layers_has_the_classes_of_its_last(tmp_path: Path) -> None:
    """Of the smaller models of ultralytics the layers before get narrower with fewer classes."""
    name = "ultralytics:yolov8n"
    shapes = dict(shapes_of(name) or {})
    for key, shape in shapes.items():
        if ".cv3." in key and shape:
            sizes = [each if each != 80 else 64 for each in shape]
            shapes[key] = (3, *sizes[1:]) if key.endswith((".2.weight", ".2.bias")) else tuple(sizes)
    found = of(asked(tmp_path, state_of(name, **shapes)), name)
    assert (found.how, found.classes) == (OTHER_HEAD, 3)
    assert found.line == 'ultralytics.nn.tasks.DetectionModel("yolov8n.yaml", nc=3)'


def test_a_name_stands_for_the_keys_of_a_model(tmp_path: Path) -> None:
    wanted = read_model_keys("timm:resnet18")
    assert wanted.shapes["conv1.weight"] == (64, 3, 7, 7)
    assert wanted.shapes["bn1.num_batches_tracked"] == ()
    assert parse_model_keys(" torchvision:vgg11 \n", "pasted").name == "torchvision:vgg11"
    with pytest.raises(UnreadableKeys, match="Pthfinder knows no model called"):
        read_model_keys("timm:no_such_model")


def test_a_table_is_read_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shapes = {"a.b.weight": (2, 3), "a.b.bias": (), "a.c.0.weight": (4,), "weight": (1,), "a.b.more": (0, 5)}
    others = frozenset({"a.b.bias"})
    models = [(Known(f"timm:m{at}", "m()", ("a.c",)), shapes, others, frozenset()) for at in range(300)]
    monkeypatch.setattr(known_table, "FILE", tmp_path / "table.xz")
    (tmp_path / "table.xz").write_bytes(known_table.table_bytes(models, {"timm": "1"}))
    assert keys_of([0, 299]) == [(shapes, others)] * 2


def test_every_model_of_the_table_has_its_keys() -> None:
    models = table().models
    assert len(models) > 2000
    assert len({model.name for model in models}) == len(models)
    for number in range(0, len(models), 300):
        shapes, others = keys_of([number])[0]
        whole = known_table.total(known_table.hash_of(key, shape) for key, shape in shapes.items() if key not in others)
        assert number in table().wholes[whole]


@pytest.mark.timing
def test_asking_takes_less_than_a_third_of_a_second(tmp_path: Path) -> None:
    torch.save(state_of("timm:swin_base_patch4_window7_224"), tmp_path / "model.pth")
    catalogue = open_catalogue(tmp_path / "model.pth")
    table.cache_clear()
    begin = perf_counter()
    (model,) = models_of(catalogue)
    assert candidates(model)
    assert perf_counter() - begin < 0.3


def test_hostile_names_and_shapes_are_borne(tmp_path: Path) -> None:
    huge = torch.zeros(1).as_strided((1 << 40, 1 << 20), (0, 0))
    names = ["", ".", "..", "a..b", "module." * 300 + "x", "x" * 100_000, "\x1b[31mred\r\n", "fc.weight\x00", "\u202e"]
    hostile = {name: torch.zeros(0, 3) for name in names} | {"huge.weight": huge, "scalar.bias": torch.zeros(())}
    many = {".".join("abcdefghijklmnopqrstuvwxyz"[at % 26 :]) + f".{at}.weight": huge for at in range(15_000)}
    resnet = state_of("timm:resnet18", **{"fc.weight": (0, 512), "fc.bias": ()})
    several = {f"{name}.{key}": value for name in names[:5] for key, value in resnet.items()}
    for state in (hostile, many, several, resnet):
        torch.save(state, tmp_path / "model.pth")
        catalogue = open_catalogue(tmp_path / "model.pth")
        (model,) = models_of(catalogue)
        begin = perf_counter()
        lines = list(candidate_lines(*known_models(catalogue, model)))
        assert perf_counter() - begin < 10
        assert all(line.isprintable() for line in lines)
    assert of(candidates(model), "timm:resnet18").classes is None
