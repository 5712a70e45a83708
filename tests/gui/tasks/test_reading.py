"""The tasks that end with something known: what the window shows is what torch says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import torch
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication

from gui.plots.number_grid import NumberTable
from gui.plots.number_text import number_text
from gui.widgets.item_roles import ItemRole
from tests.files.checkpoints import Net as Small
from tests.files.tour_files import Net, make
from tests.gui.tasks.conftest import Desk
from tests.support.machines import machine
from tests.support.oracle import PretendGpus

Answer = Callable[[Path], None]
BERT_KEY = "encoder.layer.11.attention.self.query.weight"


def tensors(value: Any, path: str = "") -> Iterator[tuple[str, torch.Tensor]]:
    """All tensors in what torch has loaded, with their paths."""
    if isinstance(value, torch.Tensor):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from tensors(inner, f"{path}/{key}" if path else str(key))


def on(file: Path, device: str) -> set[str]:
    """What torch puts on a device."""
    with PretendGpus() as gpus:
        return {path for path, tensor in tensors(torch.load(file)) if gpus.device_of(tensor) == device}


def test_which_tensors_lie_on_a_device(desk: Desk, tmp_path: Path) -> None:
    task, file = "which tensors lie on cuda:1?", make("resume.pt", tmp_path)
    with desk.by_mouse(task, file) as hands:
        view = desk.panel("devices").view  # type: ignore[attr-defined]
        (row,) = [row for row in range(view.model().rowCount()) if view.model().index(row, 0).data() == "cuda:1"]
        hands.click_row(view, view.model().index(row, 0))
    assert {desk.path(entry) for entry in desk.session.selection} == on(file, "cuda:1")
    with desk.by_keyboard(task, file) as hands:
        hands.press("Ctrl+F")
        hands.type("de")
        hands.press("Tab")
        hands.type("cuda:1")
        hands.until(lambda: desk.session.filter_text == "device:cuda:1" and not desk.page.workspace.tree.busy)
    model = desk.page.workspace.tree.model
    assert desk.session.catalogue is not None
    nodes = [node for node in model.nodes(0, model.rowCount() - 1) if node < len(desk.session.catalogue)]
    shown = {desk.path(node) for node in nodes}
    assert on(file, "cuda:1") <= shown
    assert not shown & (on(file, "cuda:0") | on(file, "cpu"))


def test_the_tree_says_whose_state_it_is(desk: Desk, small_file: Path) -> None:
    task = "what is `state/5/exp_avg`?"
    named = list(Small().named_parameters())
    trained = [f"module.{name}" for name, p in named if p.ndim < 2] + [f"module.{n}" for n, p in named if p.ndim >= 2]
    for way in (desk.by_mouse, desk.by_keyboard):
        with way(task, small_file):
            row = desk.row("optimizer/state/5")
            view = desk.page.workspace.tree.view
            assert view.viewport().rect().contains(view.visualRect(row))
        assert row.data(ItemRole.NOTE).endswith(trained[5])


def test_whether_it_fits(desk: Desk, tmp_path: Path) -> None:
    task = "will it fit on a 24 GB card if I resume naively? which way fits?"
    file = make("resume.pt", tmp_path)
    with desk.by_mouse(task, file) as hands:
        hands.click_tab("Memory")
        hands.until(lambda: "Plain torch.load fails" in desk.read("memory"))
        said = desk.read("memory")
    assert "map_location='cpu'" in said
    with desk.by_keyboard(task, file) as hands:
        hands.press("Ctrl+Shift+P")
        hands.type("mem")
        hands.press("Return")
        hands.until(lambda: "Plain torch.load fails" in desk.read("memory"))
    assert desk.read("memory") == said
    with machine(1):
        with pytest.raises(RuntimeError, match="device_count"):
            torch.load(file)
        torch.load(file, map_location="cpu")


def test_the_numbers_of_a_tensor(desk: Desk, tmp_path: Path) -> None:
    task, file = "extremes, NaN, distribution of `conv1.weight`?", make("two_cards.pth", tmp_path)
    tensor = torch.load(file, map_location="cpu")["module.conv1.weight"]
    wanted = {number_text(tensor.min().item()), number_text(tensor.max().item()), number_text(tensor.std().item())}
    with desk.by_mouse(task, file) as hands:
        desk.click_key("module.conv1.weight")
        hands.until(lambda: wanted <= set(desk.read("values").splitlines()))
    with desk.by_keyboard(task, file) as hands:
        hands.press("Down", "Down")
        hands.until(lambda: wanted <= set(desk.read("values").splitlines()))
    assert desk.path(desk.session.current) == "module.conv1.weight"


def ill(folder: Path) -> Path:
    """A model of which one tensor has NaN, and one is all zero."""
    torch.manual_seed(1)
    model = {f"layers.{number}.weight": torch.randn(6, 8) for number in range(4)}
    model["layers.1.weight"][1, :3] = float("nan")
    model["layers.2.weight"].zero_()
    torch.save({"epoch": 3, "model": model}, folder / "ill.pth")
    return folder / "ill.pth"


def test_whether_anything_is_ill(desk: Desk, tmp_path: Path) -> None:
    task, file = "is anything in this file NaN or dead?", ill(tmp_path)
    for way in (desk.by_mouse, desk.by_keyboard):
        with way(task, file) as hands:
            hands.click_words("Scan values", desk.toolbar) if way == desk.by_mouse else hands.press("Ctrl+H")
            hands.until(lambda: "NaN in 1 tensor" in desk.read("health"))


def test_the_first_nan(desk: Desk, tmp_path: Path) -> None:
    """To the number itself: it is on the screen, and what is typed then takes its place."""
    task, file = "show me the NaN", ill(tmp_path)
    for way in (desk.by_mouse, desk.by_keyboard):
        with way(task, file) as hands:
            if way == desk.by_mouse:
                hands.click_words("Scan values", desk.toolbar)
                hands.until(lambda: "NaN in 1 tensor" in desk.read("health"))
                table = desk.panel("health").board.table  # type: ignore[attr-defined]
                hands.click_row(table, table.model().index(0, 3))
            else:
                hands.press("F8")
            hands.until(lambda: number_ready(desk) == "nan")
        desk.hands.type("0.25")
        desk.hands.press("Return")
        key, place = desk.path(desk.session.current), desk.page.workspace.number
        assert place is not None
        desk.hands.press("Ctrl+S")
        desk.save_dialog()
        desk.hands.press("Return")
        saved = desk.saved()
        before, after = (dict(tensors(torch.load(path)))[key] for path in (file, saved))
        (changed,) = (before.nan_to_num(9) != after.nan_to_num(9)).nonzero().tolist()
        assert changed == before.isnan().nonzero()[0].tolist()
        assert after[tuple(changed)] == 0.25
        saved.unlink()


def number_ready(desk: Desk) -> str:
    """What stands in the cell that has the keyboard, where that can be seen."""
    view = QApplication.focusWidget()
    if not isinstance(view, NumberTable):
        return ""
    cell = view.visualRect(view.currentIndex()).center()
    return str(view.currentIndex().data()) if view.viewport().visibleRegion().contains(cell) else ""


def test_what_differs_from_another_checkpoint(desk: Desk, tmp_path: Path, system_dialog: Answer) -> None:
    task, file, other = "what differs from that other checkpoint?", tmp_path / "a.pth", tmp_path / "b.pth"
    torch.manual_seed(1)
    state = Net().state_dict()
    torch.save(state, file)
    torch.save({**state, "conv2.bias": state["conv2.bias"] + 1}, other)
    differing = {key for key, value in torch.load(file).items() if not torch.equal(value, torch.load(other)[key])}
    system_dialog(other)
    for way in (desk.by_mouse, desk.by_keyboard):
        with way(task, file) as hands:
            if way == desk.by_mouse:
                hands.drop(other, QPoint(desk.window.width() - 200, 400))
            else:
                hands.press("Ctrl+D")
            hands.until(desk.page.workspace.docks["differences"].isVisible)
            hands.until(desk.panel("differences").board.model.rowCount)  # type: ignore[attr-defined]
        model = desk.panel("differences").board.model  # type: ignore[attr-defined]
        listed = [str(model.index(row, column).data()) for row in range(model.rowCount()) for column in range(2)]
        assert [key for key in state if any(key in text for text in listed)] == list(differing) == ["conv2.bias"]


def bert(folder: Path) -> Path:
    """A file with the keys of a BERT encoder."""
    names = [f"attention.self.{name}" for name in ("query", "key", "value")]
    names += ["attention.output.dense", "intermediate.dense", "output.dense"]
    keys = [
        f"encoder.layer.{layer}.{name}.{kind}" for layer in range(12) for name in names for kind in ("weight", "bias")
    ]
    torch.save({key: torch.zeros(2) for key in keys}, folder / "bert.pth")
    return folder / "bert.pth"


def test_to_a_key_of_any_open_file(desk: Desk, tmp_path: Path) -> None:
    task = "jump to `encoder.layer.11.attention.self.query.weight` in any open file"
    files = bert(tmp_path), make("two_cards.pth", tmp_path)
    with desk.by_mouse(task, *files) as hands:
        hands.click_tab("bert.pth")
        hands.click(desk.page.search)
        hands.type("11 query weight")
        hands.until(lambda: desk.session.filter_text == "11 query weight" and not desk.page.workspace.tree.busy)
        desk.click_key(BERT_KEY)
    assert arrived(desk, files[0])
    with desk.by_keyboard(task, *files) as hands:
        hands.press("Ctrl+P")
        hands.type("11 query w")
        hands.press("Return")
        hands.until(lambda: arrived(desk, files[0]))
    assert arrived(desk, files[0])


def arrived(desk: Desk, file: Path) -> bool:
    return desk.page.path == file and desk.path(desk.session.current) == BERT_KEY and BERT_KEY in torch.load(file)


def test_the_last_healthy_checkpoint_of_a_run(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task, run = "which checkpoint of this run was the last healthy one?", make("night", tmp_path)
    healthy = [
        path for path in sorted(run.iterdir()) if all(each.isfinite().all() for _, each in tensors(torch.load(path)))
    ]
    for way in (desk.by_mouse, desk.by_keyboard):
        monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / way.__name__))
        desk.window.close_file()
        page = desk.window.open_file(run)
        desk.hands.until(lambda page=page: page.shows_run and not page.run.busy)
        with way(task) as hands:
            hands.click(page.run.search_button) if way == desk.by_mouse else hands.press("Ctrl+H")
            hands.until(lambda page=page: page.run.searched is not None and not page.run.busy)
        assert f"Last healthy: step 2,700 ({healthy[-1].name})." in page.run.verdict.label.text()
