"""The pictures of docs/tour.md: what one sees on the way through the troubles."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtGui import QImage

from core.edits.edits import Plan, RemapDevice, StripPrefix
from scripts.pictures.files import Files
from scripts.pictures.stage import look, press_banner, select, settle, show_panel, window_with

SIZE = (1200, 720)
ERROR = "RuntimeError: Expected all tensors to be on the same device, but found at least two devices, cuda:0 and cpu!"


def scenes(files: Files) -> Mapping[str, Callable[[], QImage]]:
    """Each picture by its name, and what takes it."""
    return {
        "tour-gpu": lambda: _gpu(files, Plan()),
        "tour-gpu-planned": lambda: _gpu(files, Plan((RemapDevice("cuda:7", "cuda:0"),))),
        "tour-dataparallel": lambda: _data_parallel(files),
        "tour-laptop": lambda: _laptop(files),
        "tour-optimizer": lambda: _optimizer(files),
        "tour-paste": lambda: _paste(files),
        "tour-whole-model": lambda: _whole_model(files),
        "tour-alone": lambda: _alone(files),
        "tour-run": lambda: _run(files),
    }


def _gpu(files: Files, plan: Plan) -> QImage:
    with window_with(files.of_tour("chgnet.pth.tar"), SIZE, gpus=1) as window:
        if plan:
            window.page.session.set_plan(plan)
        select(window, "model/state_dict/atom_embedding.embedding.weight")
        return look(window)


def _data_parallel(files: Files) -> QImage:
    with window_with(files.of_tour("two_cards.pth"), SIZE, gpus=1) as window:
        window.page.session.set_plan(Plan((StripPrefix("module."),)))
        select(window, "module.conv1.weight")
        return look(window)


def _laptop(files: Files) -> QImage:
    with window_with(files.of_tour("human_hct116.pt"), SIZE) as window:
        press_banner(window)
        return look(window)


def _optimizer(files: Files) -> QImage:
    with window_with(files.of_tour("resume.pt"), SIZE, gpus=1) as window:
        show_panel(window, "optimizer", 520)
        return look(window)


def _paste(files: Files) -> QImage:
    with window_with(files.of_tour("resume.pt"), SIZE, gpus=1) as window:
        window.page.diagnosis.ask_error(ERROR)
        settle(window)
        return look(window)


def _whole_model(files: Files) -> QImage:
    with window_with(files.of_tour("best_model.pth"), SIZE) as window:
        window.page.diagnosis.panel.explain()
        settle(window)
        return look(window)


def _alone(files: Files) -> QImage:
    with window_with(files.of_tour("best.pth"), SIZE) as window:
        show_panel(window, "details", 460)
        return look(window)


def _run(files: Files) -> QImage:
    with window_with(files.of_tour("night"), SIZE) as window:
        run = window.page.run
        run.search(read_all=False)
        settle(window)
        assert run.board is not None
        run.board.drift_asked.emit()
        settle(window)
        run.board.select_layers(["", "model/0", "model/24"])
        settle(window)
        return look(window)
