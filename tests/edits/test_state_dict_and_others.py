"""What becomes a state dict and is moved, renamed, dropped, cut or made plain data by other edits of the same plan."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import nn

from core.edits.edits import (
    AddPrefix,
    Compact,
    Drop,
    Extract,
    InsertSegment,
    Keep,
    MakePlain,
    Plan,
    RemapDevice,
    RenameKey,
    SetValue,
    StripPrefix,
)
from core.edits.preview import preview
from core.errors import EditError, KeyCollision
from core.saving.save import save
from tests.edits.whole_models import edited, opened, training_file
from tests.files import checkpoints
from tests.files.checkpoints import Net
from tests.support import oracle
from tests.support.oracle import PretendGpus


def test_a_training_checkpoint_with_everything_pickled_whole(tmp_path: Path) -> None:
    objects, plain = training_file()
    source = checkpoints.save(objects, tmp_path / "last.pt")
    catalogue = opened(source)
    edits = [Extract(catalogue.find(name), unwrap=True) for name in ("model", "ema", "optimizer")]
    shown = preview(catalogue, Plan(tuple(edits)))
    assert shown.refused_names == ()
    assert [change.title for change in shown.changes] == [
        "model: tests.files.checkpoints.Net → state_dict",
        "ema: tests.files.checkpoints.Net → state_dict",
        "optimizer: torch.optim.adam.Adam → state_dict",
    ]
    wanted = checkpoints.save(plain, tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, *edits), wanted)
    oracle.assert_same_files(edited(source, *reversed(edits)), wanted)


def test_the_preview_says_where_everything_goes(tmp_path: Path) -> None:
    objects, _ = training_file()
    catalogue = opened(checkpoints.save(objects, tmp_path / "last.pt"))
    shown = preview(
        catalogue, Plan((Extract(catalogue.find("model"), unwrap=True), Extract(catalogue.find("optimizer"))))
    )
    weight = catalogue.find("model/_modules/module/_modules/submodule/_parameters/weight")
    assert shown.path_text(weight) == "model/submodule.weight"
    rate = catalogue.find("optimizer/param_groups/0/lr")
    assert shown.path_text(rate) == "optimizer/param_groups/0/lr"
    assert not shown.dropped(rate)
    assert shown.dropped(catalogue.find("model/training"))
    after = save(shown, tmp_path / "b.pt").bytes
    assert sum(total.tensors for total in shown.totals_after) == len(opened(tmp_path / "b.pt").tensors)
    assert abs(shown.bytes_after - after) < 0.5 * after  # both small: mostly pickle


def test_devices_are_remapped_on_the_way(tmp_path: Path) -> None:
    with PretendGpus() as gpus:
        objects, plain = training_file(gpus)
        source = checkpoints.save(objects, tmp_path / "last.pt")
        assert set(oracle.saved_devices(source)) == {"cpu", "cuda:7"}
        theirs = checkpoints.save(plain, tmp_path / "theirs.pt")
    catalogue = opened(source)
    edits = [Extract(catalogue.find(name), unwrap=True) for name in ("model", "ema", "optimizer")]
    oracle.assert_same_files(edited(source, *edits), theirs)
    ours = edited(source, RemapDevice("cuda:7", "cpu"), *edits)
    assert set(oracle.saved_devices(ours)) == {"cpu"}
    oracle.assert_same(torch.load(ours), torch.load(theirs, map_location="cpu"))
    oracle.assert_same_files(edited(source, *edits, RemapDevice("cuda:7", "cpu")), ours)


def test_a_nested_model_becomes_the_whole_file(tmp_path: Path) -> None:
    objects, plain = training_file()
    source = checkpoints.save(objects, tmp_path / "last.pt")
    entry = opened(source).find("model")
    wanted = checkpoints.save(plain["model"], tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, Keep(entry), Extract(entry, unwrap=True)), wanted)
    oracle.assert_same_files(edited(source, Extract(entry, unwrap=True), Keep(entry)), wanted)


def test_dropped_renamed_and_set_below(tmp_path: Path) -> None:
    """Other edits below what is extracted are in the result."""
    objects, plain = training_file()
    source = checkpoints.save(objects, tmp_path / "last.pt")
    find = opened(source).find
    inside = "ema/_modules"
    ours = edited(
        source,
        Extract(find("ema")),
        Drop(find(f"{inside}/norm")),
        Drop(find(f"{inside}/submodule/_parameters/bias")),
        Drop(find("optimizer/param_groups/0/foreach")),
        RenameKey(find(f"{inside}/first"), "stem"),
        SetValue(find("optimizer/param_groups/0/lr"), 0.5),
        Extract(find("optimizer")),
        Keep(0),
        Drop(find("model")),
    )
    ema = plain["ema"]
    for key in [key for key in ema if key.startswith("norm.")] + ["submodule.bias"]:
        del ema[key]
    del ema._metadata["norm"]
    renamed = type(ema)((key.replace("first", "stem"), value) for key, value in ema.items())
    renamed._metadata = type(ema)((key.replace("first", "stem"), value) for key, value in ema._metadata.items())
    group = plain["optimizer"]["param_groups"][0]
    del group["foreach"]
    group["lr"] = 0.5
    wanted = {"epoch": 3, "ema": renamed, "optimizer": plain["optimizer"]}
    oracle.assert_same_files(ours, checkpoints.save(wanted, tmp_path / "theirs.pt"))


def test_storages_are_cut_on_the_way(tmp_path: Path) -> None:
    """`Compact` knows the tensors of a state dict, tied ones included."""
    net = nn.Sequential(nn.Linear(2, 2), nn.Linear(2, 2))
    net[0].weight = net[1].weight = nn.Parameter(torch.randn(100_000)[:4].view(2, 2))
    source = checkpoints.save({"model": net}, tmp_path / "a.pt")
    ours = edited(source, Extract(opened(source).find("model")), Compact())
    assert ours.stat().st_size < 10_000 < source.stat().st_size
    loaded = torch.load(ours)["model"]
    assert all(torch.equal(loaded[key], value) for key, value in net.state_dict().items())
    assert loaded["0.weight"].data_ptr() == loaded["1.weight"].data_ptr()


def test_plain_data_on_the_way(tmp_path: Path) -> None:
    """What `weights_only` refuses beside and below becomes plain with it, whatever the order."""
    net = nn.Linear(2, 2)
    optimizer = torch.optim.Adam(net.parameters(), lr=1e-3)
    optimizer.param_groups[0]["where"] = Path("runs")
    source = checkpoints.save({"model": net, "optimizer": optimizer, "out": Path("a")}, tmp_path / "a.pt")
    find = opened(source).find
    plain = (MakePlain(find("optimizer/param_groups/0/where")), MakePlain(find("out")))
    extracted = (Extract(find("model")), Extract(find("optimizer")))
    optimizer.param_groups[0]["where"] = "runs"
    wanted = {"model": net.state_dict(), "optimizer": optimizer.state_dict(), "out": "a"}
    theirs = checkpoints.save(wanted, tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, *plain, *extracted), theirs)
    oracle.assert_same_files(edited(source, *extracted, *plain), theirs)
    oracle.assert_same_files(edited(source, *extracted, MakePlain(0)), theirs)


def test_a_model_that_the_file_shows_twice(tmp_path: Path) -> None:
    model = nn.DataParallel(Net())
    source = checkpoints.save({"a": model, "b": [model], "inner": model.module}, tmp_path / "a.pt")
    state = model.state_dict()
    find = opened(source).find
    value = {"a": state, "b": [state], "inner": model.module}
    wanted = checkpoints.save(value, tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, Extract(find("b/0"))), wanted, ways=("plain",))
    value["inner"] = model.module.state_dict()
    wanted = checkpoints.save(value, tmp_path / "theirs.pt")
    for edits in ((Extract(find("a")), Extract(find("inner"))), (Extract(find("inner")), Extract(find("a")))):
        oracle.assert_same_files(edited(source, *edits), wanted)


def test_one_inside_the_other(tmp_path: Path) -> None:
    """The state dict of the whole stays that of the whole."""
    model = Net()
    source = checkpoints.save(model, tmp_path / "a.pt")
    entry = opened(source).find("_modules/norm")
    wanted = checkpoints.save(model.state_dict(), tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, Extract(0), Extract(entry)), wanted)
    oracle.assert_same_files(edited(source, Extract(entry), Extract(0)), wanted)
    shown = preview(opened(source), Plan((Extract(0), Extract(entry))))
    assert "'_modules/norm' is part of an object that is replaced with its state dict." in shown.warnings
    with pytest.raises(EditError, match="a part of 'the file' is kept"):
        edited(source, Keep(entry), Extract(0))


# -- renamed on the way ----------------------------------------------------------------------------------------


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("container", ["zip", "legacy"])
@pytest.mark.parametrize("about", [None, 0])
def test_a_prefix_is_stripped_from_what_is_extracted(tmp_path: Path, container: str, about: int | None) -> None:
    """In either order; `_metadata` and tied weights are those of the model inside the wrapper."""
    net = Net()
    source = checkpoints.save(nn.DataParallel(net), tmp_path / "a.pt", container)
    wanted = checkpoints.save(net.state_dict(), tmp_path / "theirs.pt", container)
    edits = (Extract(0), StripPrefix("module.", entry=about))
    oracle.assert_same_files(edited(source, *edits), wanted)
    oracle.assert_same_files(edited(source, *reversed(edits)), wanted)
    Net().load_state_dict(torch.load(edited(source, *edits)))


@pytest.mark.filterwarnings("ignore")
def test_a_prefix_is_added_to_what_is_extracted(tmp_path: Path) -> None:
    net = Net()
    source = checkpoints.save(net, tmp_path / "a.pt")
    wanted = checkpoints.save(nn.DataParallel(net).state_dict(), tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, Extract(0), AddPrefix("module.")), wanted)


@pytest.mark.filterwarnings("ignore")
def test_segments_go_out_of_and_into_what_is_extracted(tmp_path: Path) -> None:
    """A compiled part of a model; and keys for a model that has its backbone one level further in."""
    net = Net()
    plain = net.state_dict()
    net.middle = torch.compile(net.middle, backend="eager")
    source = checkpoints.save(net, tmp_path / "a.pt")
    ours = torch.load(edited(source, Extract(0), StripPrefix("_orig_mod.", inner=True)))
    oracle.assert_same(ours, plain)
    assert ours._metadata == Net().state_dict()._metadata
    outer = nn.Sequential(net.submodule)
    source = checkpoints.save(nn.Sequential(outer), tmp_path / "b.pt")
    ours = torch.load(edited(source, Extract(0), InsertSegment("body.", 1, under="0.")))
    assert list(ours) == ["0.body.0.weight", "0.body.0.bias"]
    assert set(ours._metadata) == {"", "0.body", "0.body.0"}


@pytest.mark.filterwarnings("ignore")
def test_what_is_extracted_and_what_was_plain_are_renamed_alike(tmp_path: Path) -> None:
    """All state dicts of the file, and the names that an optimizer keeps; with an entry, only that one."""
    net, ema = Net(), Net()
    model = nn.DataParallel(net)
    optimizer = torch.optim.Adam(model.named_parameters())
    checkpoints.train(net, optimizer)
    value = {"model": model, "ema": nn.DataParallel(ema).state_dict(), "optimizer": optimizer, "again": [model]}
    source = checkpoints.save(value, tmp_path / "a.pt")
    find = opened(source).find
    whole = (Extract(find("model")), Extract(find("optimizer")))
    inner = torch.optim.Adam(net.named_parameters())
    inner.load_state_dict(optimizer.state_dict())
    state = net.state_dict()
    plain = {"model": state, "ema": ema.state_dict(), "optimizer": inner.state_dict(), "again": [state]}
    plain["optimizer"]["param_groups"][0]["param_names"] = [name for name, _ in net.named_parameters()]
    wanted = checkpoints.save(plain, tmp_path / "theirs.pt")
    oracle.assert_same_files(edited(source, *whole, StripPrefix("module.")), wanted)
    shown = preview(opened(source), Plan((*whole, StripPrefix("module."))))
    weight = "_modules/module/_modules/submodule/_parameters/weight"
    assert shown.path_text(find(f"model/{weight}")) == "model/submodule.weight"
    assert shown.path_text(find(f"again/0/{weight}")) == "again/0/submodule.weight"
    assert shown.changes[2].keys == len(state) + len(ema.state_dict())
    ours = torch.load(edited(source, *whole, StripPrefix("module.", entry=find("model"))))
    assert next(iter(ours["model"])) == "unused"
    assert next(iter(ours["ema"])) == "module.unused"


@pytest.mark.filterwarnings("ignore")
def test_what_cannot_be_renamed_in_what_is_extracted(tmp_path: Path) -> None:
    plain = Net()
    plain.module = plain.middle
    source = checkpoints.save({"net": plain, "wrapped": nn.DataParallel(plain)}, tmp_path / "a.pt")
    find = opened(source).find
    net, wrapped = find("net"), find("wrapped")
    with pytest.raises(EditError, match=r"No key of 'net' begins with 'module\.x\.'; there is nothing to strip"):
        edited(source, Extract(net), StripPrefix("module.x.", entry=net))
    with pytest.raises(EditError, match="is not a dictionary"):
        edited(source, Extract(wrapped), StripPrefix("module.", entry=net))
    both = (StripPrefix("submodule.", entry=net), StripPrefix("module.", entry=net))
    with pytest.raises(KeyCollision, match=r"'submodule\.weight' and 'module\.weight' in net would both become"):
        edited(source, Extract(net), *both)
    unwrapped = (Extract(wrapped, unwrap=True), StripPrefix("module.", entry=wrapped))
    shown = preview(opened(source), Plan(unwrapped))
    assert shown.changes[1].keys == 2  # those of the layer that is called so
