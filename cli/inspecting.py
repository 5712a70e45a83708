"""The commands ``inspect``, and ``report``: what a file holds, on the terminal or in a file of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cli.edit_arguments import card_of, computer_of
from cli.opening import opened
from cli.output import DONE, complain, print_json, print_lines
from core.catalogue.catalogue import Catalogue
from core.errors import SeveralCheckpoints
from core.remote.address import is_url
from core.report.inspect import inspection, inspection_lines
from core.words import say


def inspect(arguments: Any) -> int:
    """List what a file holds."""
    try:
        catalogue = opened(arguments)
    except SeveralCheckpoints as several:
        if arguments.output is not None or is_url(str(arguments.file)):
            raise
        return _list(arguments, several)
    if arguments.output is not None:
        return _table(catalogue, arguments)
    if arguments.json:
        print_json(inspection(catalogue))
    else:
        print_lines(inspection_lines(catalogue, None if arguments.all else 40))
    return DONE


def _list(arguments: Any, several: SeveralCheckpoints) -> int:
    """List the checkpoints of a folder that holds several, each by itself."""
    from cli.listing import checkpoint_lines, checkpoints_json  # noqa: PLC0415 - what most calls do without
    from core.catalogue.runs.folder import checkpoints_in  # noqa: PLC0415

    folder = Path(arguments.file).expanduser().absolute()
    rows = checkpoints_in(folder, several.names)
    if arguments.json:
        print_json(checkpoints_json(folder, rows))
    else:
        print_lines(checkpoint_lines(folder, rows))
    return DONE


def _table(catalogue: Catalogue, arguments: Any) -> int:
    """Write all keys into a file."""
    from core.edits.edits import Plan  # noqa: PLC0415 - what most calls do without
    from core.edits.preview import preview  # noqa: PLC0415
    from core.report.table import save_table  # noqa: PLC0415

    arguments.written = save_table(preview(catalogue, Plan()), arguments.output, overwrite=arguments.overwrite)
    complain(say("{path} was written.", path=arguments.written))
    return DONE


def report(arguments: Any) -> int:
    """Write a page for an issue, or a colleague without the file."""
    from core.diagnosis.diagnose import diagnose  # noqa: PLC0415 - as above
    from core.edits.edits import Plan  # noqa: PLC0415
    from core.edits.preview import preview  # noqa: PLC0415
    from core.memory.analysis import predict_memory  # noqa: PLC0415
    from core.memory.machine import machine_on  # noqa: PLC0415
    from core.report.page import Told, save_report  # noqa: PLC0415
    from core.text import count_text  # noqa: PLC0415

    computer = computer_of(arguments)
    where = count_text(computer.gpus, "GPU") if computer.gpus else say("a computer without a GPU")
    view = preview(opened(arguments), Plan())
    told = Told(view, diagnose(view, computer), where, predict_memory(view, machine_on(computer, card_of(arguments))))
    arguments.written = save_report(told, arguments.output, overwrite=arguments.overwrite)
    complain(say("{path} was written.", path=arguments.written))
    return DONE
