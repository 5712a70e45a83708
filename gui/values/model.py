"""Which numbers are asked for by what is selected; without Qt, and without what reads numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from core.catalogue.catalogue import Catalogue
from core.edits.preview import Preview, layout_text
from core.text import clip, shape_text, size_text
from core.words import marked, say
from gui.document.selection import held

NOTHING_OPEN = marked("Open a checkpoint to look at its numbers.")
NOTHING_CHOSEN = marked(
    "Select a tensor in the tree to see its numbers, their extremes, distribution and NaN.\n"
    "\n"
    "Select several to compare them."
)
NO_NUMBERS = marked("You selected no tensor. Select a tensor, or a module that has some.")
FILL = marked("Fill tensor…")
PUT = marked("Replace with .npy…")
NOT_LOOKED_AT = marked("Select one tensor and open the Values panel first.")
DROPPED = marked("You dropped this tensor, so it will not be saved. You see its numbers in the original file.")


@dataclass(frozen=True)
class Chosen:
    """The rows of the tensors that are selected; a sentence where there is none."""

    rows: Sequence[int] = ()
    sentence: str = ""


def chosen(preview: Preview | None, selection: Sequence[int], current: int) -> Chosen:
    """What is selected, in rows of tensors; where nothing is, the entry that has the focus."""
    if preview is None:
        return Chosen(sentence=say(NOTHING_OPEN))
    entries = selection or ([current] if current >= 0 else ())
    if not entries:
        return Chosen(sentence=say(NOTHING_CHOSEN))
    itself = preview.catalogue.rows[entries[0]]
    if len(entries) == 1 and itself >= 0:
        return Chosen((itself,))  # not with the scales below it that it is quantised by
    rows = held(preview.catalogue, entries).rows
    return Chosen(rows) if len(rows) else Chosen(sentence=say(NO_NUMBERS))


def title(catalogue: Catalogue, row: int) -> str:
    """What a tensor is called: its key, or for optimizer state what it belongs to."""
    entry = catalogue.tensors[row].entry
    meaning = catalogue.meaning(entry)
    return clip(meaning or catalogue.label_text(entry) or say("(the whole file)"), 300)


def subtitle(preview: Preview, row: int, planned: str = "") -> str:
    """Dtype (and the one that is planned), shape (likewise) and size in the file."""
    tensor, layout = preview.catalogue.tensors[row], layout_text(preview, row)
    dtype = f"{tensor.dtype} → {planned}" if planned not in ("", tensor.dtype) else tensor.dtype
    shape = f"{shape_text(tensor.shape)} → {layout}" if layout else shape_text(tensor.shape)
    return " · ".join((dtype, shape, size_text(tensor.nbytes)))
