"""The command ``report``: a page for an issue, or a colleague without the file."""

from __future__ import annotations

import argparse

from cli.opening import opened
from cli.output import DONE, complain
from core.diagnosis.diagnose import diagnose
from core.edits.edits import Plan
from core.edits.preview import preview
from core.loading.computer import parse_computer
from core.memory.analysis import predict_memory
from core.report.page import Told, save_report
from core.text import count_text
from core.words import say


def report(arguments: argparse.Namespace) -> int:
    """Write the page."""
    computer = parse_computer(arguments.machine, arguments.target, arguments.ranks)
    where = count_text(computer.gpus, "GPU") if computer.gpus else say("a computer without a GPU")
    view = preview(opened(arguments), Plan())
    told = Told(view, diagnose(view, computer), where, predict_memory(view))
    arguments.written = save_report(told, arguments.output, overwrite=arguments.overwrite)
    complain(say("{path} was written.", path=arguments.written))
    return DONE
