"""The command ``report``: a page for an issue, or a colleague without the file."""

from __future__ import annotations

import argparse

from cli.opening import opened
from cli.output import DONE, complain
from cli.shared_arguments import (
    Add,
    add_file,
    card_of,
    computer_of,
    machine_arguments,
    model_arguments,
    overwrite_argument,
)
from core.diagnosis.diagnose import diagnose
from core.edits.edits import Plan
from core.edits.preview import preview
from core.memory.analysis import predict_memory
from core.memory.machine import machine_on
from core.report.page import Told, save_report
from core.text import count_text
from core.words import say


def add_arguments(add: Add) -> None:
    """What it takes."""
    add_file(add)
    add("-o", "--output", required=True, metavar="OUT", help=say("the page to write, such as report.html"))
    machine_arguments(add)
    model_arguments(add)
    overwrite_argument(add)


def run(arguments: argparse.Namespace) -> int:
    """Write a page for an issue, or a colleague without the file."""
    computer = computer_of(arguments)
    where = count_text(computer.gpus, "GPU") if computer.gpus else say("a computer without a GPU")
    view = preview(opened(arguments), Plan())
    told = Told(view, diagnose(view, computer), where, predict_memory(view, machine_on(computer, card_of(arguments))))
    arguments.written = save_report(told, arguments.output, overwrite=arguments.overwrite)
    complain(say("{path} was written.", path=arguments.written))
    return DONE
