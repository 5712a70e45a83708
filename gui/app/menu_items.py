"""Where the actions stand: the menu bar and the toolbar, as data."""

from __future__ import annotations

from typing import Final

from core.words import marked

SEPARATOR: Final = "-"
RECENT: Final = "recent files"
PANELS: Final = "panels"
THEMES: Final = "themes"
EXPORT: Final = "export"
SELECTION: Final = "selection"
"""What can be done to the selected keys and numbers of the document on show."""

MENUS: Final = (
    (
        marked("&File"),
        (
            *("open", "open_folder", "open_location", "whole", RECENT, "demo", SEPARATOR, "save", SEPARATOR),
            *("compare_file", "compare_location", "end_compare", EXPORT, SEPARATOR),
            *("reload", "close", SEPARATOR, "quit"),
        ),
    ),
    (
        marked("&Edit"),
        (
            *("undo", "redo", SEPARATOR, SELECTION, SEPARATOR, "search", "jump", "rename_keys", SEPARATOR),
            *("fix_folder", "save_recipe", "apply_recipe", SEPARATOR, "as_command", "as_python", SEPARATOR),
            "preferences",
        ),
    ),
    (
        marked("&Diagnosis"),
        (
            *("way_on", SEPARATOR, "ask_error", "paste_error", SEPARATOR, "compare", "verify", "integrity"),
            *("scan", "next_odd", "previous_odd", SEPARATOR, "code"),
        ),
    ),
    (
        marked("&View"),
        (
            *("palette", SEPARATOR, PANELS, SEPARATOR, "next_tab", "previous_tab", "move_tab", "new_window", SEPARATOR),
            *(THEMES, "larger_text", "smaller_text", "usual_text", "reset_layout"),
        ),
    ),
    (marked("&Help"), ("help", "shortcuts")),
)
"""The menu bar: ids of actions, separators, and places that the window fills."""

SUBMENUS: Final = {EXPORT: (marked("Expo&rt"), ("export_table", "export_selected", "export_report"))}
"""Menus within menus."""

TOOLBAR: Final = ("open", "save", "fix_folder", SEPARATOR, "undo", "redo", SEPARATOR, "scan", SEPARATOR)
