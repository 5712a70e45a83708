"""Everything that the menus and the toolbar offer, as data.

An action says when it is enabled by a rule over the `ActionState`; the window only hands in what happens.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence

from core.words import marked, say
from gui.look import icons
from gui.look.plain_text import caption, tooltip
from gui.page.page import ActionState
from gui.widgets.basic_widgets import shortcut_text

Rule = Callable[[ActionState], bool]


@dataclass(frozen=True)
class ActionSpec:
    """One thing the user can do."""

    id: str
    text: str
    tip: str
    """Shown in the tooltip and the help: what it does to the file."""
    shortcuts: tuple[str, ...] = ()
    icon: str | None = None
    enabled: Rule = lambda _state: True
    everywhere: bool = False
    """The shortcut also works while another window of the program has the keyboard."""


ACTIONS: Final = (
    ActionSpec(
        "open",
        marked("&Open…"),
        marked("Open a checkpoint (.pt, .pth, .ckpt, .bin). Nothing in it is executed, no tensor is loaded."),
        ("Ctrl+O",),
        "open",
    ),
    ActionSpec(
        "open_folder",
        marked("Open &folder…"),
        marked("Open a folder with a model split over many files as one document. No tensor is loaded."),
        ("Ctrl+Shift+O",),
    ),
    ActionSpec(
        "open_run",
        marked("Open a training ru&n…"),
        marked(
            "List the checkpoints of a training run in a folder, find the last healthy one, and see "
            "how the weights drift."
        ),
    ),
    ActionSpec(
        "open_location",
        marked("Open &address…"),
        marked("Open a checkpoint on another computer by its address. Pthfinder fetches only what it needs."),
        ("Ctrl+Shift+L",),
    ),
    ActionSpec(
        "whole",
        marked("Open a&ll files of this model"),
        marked("Open all the files that this one belongs to, as one document."),
        enabled=lambda s: s.alone,
    ),
    ActionSpec(
        "demo", marked("Open the &demo"), marked("Open a small checkpoint of a DataParallel model saved on two GPUs.")
    ),
    ActionSpec(
        "save",
        marked("&Save fixed…"),
        marked("Write a new checkpoint with the pending changes. Until then no file is touched."),
        ("Ctrl+S", "Ctrl+Shift+S"),
        "save",
        lambda s: s.editable and not s.busy,
    ),
    ActionSpec(
        "reload",
        marked("Reload from dis&k"),
        marked("Open the file again, as it is on disk now."),
        ("F5",),
        enabled=lambda s: (s.document or s.run) and not s.busy,
    ),
    ActionSpec(
        "close",
        marked("&Close file"),
        marked("Close this file. It stays unchanged on disk."),
        ("Ctrl+W",),
        enabled=lambda s: s.document or s.run or s.pages > 1,
    ),
    ActionSpec("new_window", marked("New &window"), marked("Open an empty window."), ("Ctrl+Shift+N",)),
    ActionSpec(
        "move_tab",
        marked("Mo&ve the tab to a new window"),
        marked("Show this file, with its pending changes, in its own window."),
        enabled=lambda s: s.document and s.pages > 1,
    ),
    ActionSpec(
        "next_tab",
        marked("&Next tab"),
        marked("Go to the next tab."),
        ("Ctrl+PgDown", "Ctrl+Tab"),
        enabled=lambda s: s.pages > 1,
    ),
    ActionSpec(
        "previous_tab",
        marked("P&revious tab"),
        marked("Go to the previous tab."),
        ("Ctrl+PgUp", "Ctrl+Shift+Tab"),
        enabled=lambda s: s.pages > 1,
    ),
    ActionSpec(
        "compare_file",
        marked("Co&mpare with another checkpoint…"),
        marked("Choose a second checkpoint. The tree marks what differs; neither file changes."),
        ("Ctrl+D",),
        "compare",
        lambda s: s.document and not s.busy,
    ),
    ActionSpec(
        "compare_location",
        marked("Compare wi&th a checkpoint at an address…"),
        marked("Choose the second checkpoint by its address. The tree marks what differs."),
        enabled=lambda s: s.document and not s.busy,
    ),
    ActionSpec(
        "end_compare",
        marked("&End the comparison"),
        marked("Close the second checkpoint. Your pending changes stay."),
        ("Ctrl+Shift+D",),
        enabled=lambda s: s.comparing,
    ),
    ActionSpec("quit", marked("&Quit"), marked("Close Pthfinder."), ("Ctrl+Q",), everywhere=True),
    ActionSpec(
        "undo",
        marked("&Undo"),
        marked("Undo the last pending change."),
        ("Ctrl+Z",),
        "undo",
        lambda s: bool(s.undo) and not s.busy,
    ),
    ActionSpec(
        "redo",
        marked("&Redo"),
        marked("Redo the change that you undid last."),
        ("Ctrl+Shift+Z", "Ctrl+Y"),
        "redo",
        lambda s: bool(s.redo) and not s.busy,
    ),
    ActionSpec(
        "search",
        marked("&Find keys"),
        marked("Show only what matches: words of a key, or dtype:float16, device:cuda:1, role:optimizer, shape:64x3."),
        ("Ctrl+F",),
        "search",
        lambda s: s.document,
    ),
    ActionSpec(
        "fix_folder",
        marked("Apply to a f&older…"),
        marked("Apply these changes to every checkpoint in a folder, and see the result for each."),
        ("Ctrl+B",),
        "folder",
        lambda s: s.planned and not s.busy,
    ),
    ActionSpec(
        "rename_keys",
        marked("Rena&me keys…"),
        marked("Rename many keys at once by text, glob or regular expression. You see the result first."),
        ("Ctrl+R",),
        enabled=lambda s: s.editable and not s.busy,
    ),
    ActionSpec(
        "save_recipe",
        marked("&Keep the changes as a recipe…"),
        marked("Save these changes under a name, to apply them to other files later."),
        ("Ctrl+Alt+S",),
        enabled=lambda s: s.planned and not s.busy,
    ),
    ActionSpec(
        "apply_recipe",
        marked("Re&cipes…"),
        marked("Apply a saved recipe to this file or to a folder."),
        ("Ctrl+Shift+R",),
        enabled=lambda s: (s.document or s.run) and not s.busy,
    ),
    ActionSpec(
        "as_command",
        marked("Changes &as a command…"),
        marked("Show the shell command that saves this file with the pending changes."),
        ("Ctrl+Alt+C",),
        enabled=lambda s: s.planned and not s.busy,
    ),
    ActionSpec(
        "as_python",
        marked("Changes as P&ython…"),
        marked("Show the torch code that makes the pending changes."),
        ("Ctrl+Alt+P",),
        enabled=lambda s: s.planned and not s.busy,
    ),
    ActionSpec(
        "way_on",
        marked("&Apply the banner's fix"),
        marked("Do what the highlighted button above the tree offers: map devices, fix errors, then save."),
        ("Ctrl+Return", "Ctrl+Enter"),
        enabled=lambda s: bool(s.way_on) and not s.busy,
    ),
    ActionSpec(
        "ask_error",
        marked("&Explain an error…"),
        marked("Paste a traceback to see what it means, whether this file is the cause, and how to fix it."),
        ("Ctrl+E",),
    ),
    ActionSpec(
        "paste_error",
        marked("&Paste and explain an error"),
        marked("Explain the traceback that you copied. If you copied an address or a file, open it."),
        ("Ctrl+V",),
    ),
    ActionSpec(
        "verify",
        marked("&Verify with torch"),
        marked("Test the copy that you would save: plain torch.load(f) loads it in a separate process."),
        ("Ctrl+T",),
        enabled=lambda s: s.document and not s.busy,
    ),
    ActionSpec(
        "integrity",
        marked("Verify &integrity"),
        marked(
            "Read the whole file and compare its checksums, which torch.load never does. You see "
            "which tensors are damaged."
        ),
        ("Ctrl+I",),
        enabled=lambda s: s.document and not s.busy,
    ),
    ActionSpec(
        "scan",
        marked("&Scan values"),
        marked("Read every number in the file to find NaN, Inf, and tensors that are all zero, dead or far too large."),
        ("Ctrl+H",),
        "health",
        lambda s: (s.document or s.run) and not s.busy,
    ),
    ActionSpec(
        "next_odd",
        marked("&Next NaN or Inf"),
        marked("Go to the next NaN or infinite number, ready to be overwritten."),
        ("F8",),
        enabled=lambda s: s.document and not s.busy,
    ),
    ActionSpec(
        "previous_odd",
        marked("P&revious NaN or Inf"),
        marked("Go to the previous NaN or infinite number, ready to be overwritten."),
        ("Shift+F8",),
        enabled=lambda s: s.document and not s.busy,
    ),
    ActionSpec(
        "compare",
        marked("&Compare the keys with a model…"),
        marked(
            "See which keys load_state_dict(strict=True) of a model would call missing or "
            "unexpected. Numbers are not compared."
        ),
        ("Ctrl+M",),
        enabled=lambda s: s.document,
    ),
    ActionSpec(
        "code",
        marked("Code to &load it…"),
        marked("Show Python code that loads this file on the chosen computer, before and after your changes."),
        ("Ctrl+L",),
        enabled=lambda s: s.document,
    ),
    ActionSpec(
        "palette",
        marked("&Commands…"),
        marked("Find any command by a few letters. The ones you used last come first."),
        ("Ctrl+Shift+P",),
        everywhere=True,
    ),
    ActionSpec(
        "jump",
        marked("&Go to a key…"),
        marked("Jump to any key of any open file by a few of its letters: l11 query weight."),
        ("Ctrl+P",),
        enabled=lambda s: s.document,
        everywhere=True,
    ),
    ActionSpec(
        "export_table",
        marked("All keys as a &table…"),
        marked("Write all keys with the visible columns, as CSV, JSON or Markdown."),
        enabled=lambda s: s.document,
    ),
    ActionSpec(
        "export_selected",
        marked("&Selected keys as a table…"),
        marked("Write the selected keys with the visible columns, as CSV, JSON or Markdown."),
        enabled=lambda s: s.document,
    ),
    ActionSpec(
        "export_report",
        marked("&Report…"),
        marked("Write an HTML page for an issue, with devices, findings and fixes, pending changes and memory."),
        enabled=lambda s: s.document,
    ),
    ActionSpec(
        "preferences",
        marked("&Preferences…"),
        marked(
            "Set the theme, text size, units, language, and the computer that will load your files. Changes apply "
            "at once."
        ),
        ("Ctrl+,",),
        everywhere=True,
    ),
    ActionSpec(
        "larger_text", marked("&Larger text"), marked("Make all text larger."), ("Ctrl++", "Ctrl+="), everywhere=True
    ),
    ActionSpec("smaller_text", marked("S&maller text"), marked("Make all text smaller."), ("Ctrl+-",), everywhere=True),
    ActionSpec(
        "usual_text",
        marked("Text at &100 %"),
        marked("Use the text size of your desktop."),
        ("Ctrl+0",),
        everywhere=True,
    ),
    ActionSpec("reset_layout", marked("Reset la&yout"), marked("Put all panels back in their original places.")),
    ActionSpec(
        "help",
        marked("&Help"),
        marked("Open the page about the panel you are in, or the tour of the classic errors."),
        ("F1",),
        "info",
    ),
    ActionSpec(
        "shortcuts",
        marked("&Shortcuts, and about Pthfinder"),
        marked("Show the keyboard shortcuts and the version."),
        ("Ctrl+F1",),
    ),
)


_UNDO: Final = {
    "undo": (marked("&Undo"), marked("&Undo {step}"), marked("Undo")),
    "redo": (marked("&Redo"), marked("&Redo {step}"), marked("Redo")),
}
"""The words in the menu: alone, before the name of a step, and those of the toolbar."""


class Actions(QObject):
    """The QActions made from `ACTIONS`; they belong to `parent`."""

    def __init__(self, parent: QObject, handlers: Mapping[str, Callable[[], object]]) -> None:
        super().__init__(parent)
        self._actions: dict[str, QAction] = {}
        for spec in ACTIONS:
            action = QAction(say(spec.text), parent)
            action.setObjectName(spec.id)
            action.setShortcuts([QKeySequence(keys) for keys in spec.shortcuts])
            if spec.everywhere:
                action.setShortcutContext(Qt.ShortcutContext.ApplicationShortcut)
            action.setToolTip(tooltip(tool_tip(spec)) or "")
            action.setStatusTip("")
            action.triggered.connect(lambda _checked=False, handler=handlers[spec.id]: handler())
            self._actions[spec.id] = action
        self.refresh_icons()

    def __getitem__(self, action_id: str) -> QAction:
        return self._actions[action_id]

    def reach_everywhere(self, on: bool) -> None:
        """Whether shortcuts that work everywhere mean this window: of several windows only one can be meant."""
        context = Qt.ShortcutContext
        for spec in ACTIONS:
            if spec.everywhere:
                action = self._actions[spec.id]
                action.setShortcutContext(context.ApplicationShortcut if on else context.WindowShortcut)

    def update(self, state: ActionState) -> None:
        """Enable what fits the situation, and name the steps of undo, redo and the banner."""
        for spec in ACTIONS:
            self._actions[spec.id].setEnabled(spec.enabled(state))
        for name, step in (("undo", state.undo), ("redo", state.redo)):
            word, of_a_step, icon_text = _UNDO[name]
            action = self._actions[name]
            action.setText(say(of_a_step, step=caption(step)) if step else say(word))
            action.setIconText(say(icon_text))
        self._actions["way_on"].setText(state.way_on or say("&Apply the banner's fix"))

    def refresh_icons(self) -> None:
        for spec in ACTIONS:
            if spec.icon is not None:
                self._actions[spec.id].setIcon(icons.icon(spec.icon))


def tool_tip(spec: ActionSpec) -> str:
    """What an action does, and its keys."""
    if not spec.shortcuts:
        return say(spec.tip)
    keys = reduce(
        lambda one, two: say("{first} or {second}", first=one, second=two), map(shortcut_text, spec.shortcuts)
    )
    return f"{say(spec.tip)}\n{keys}"
