"""The files that the pictures show: the demo, files of other people, and copies that have something the matter."""

from __future__ import annotations

from pathlib import Path

from core.catalogue.build import open_catalogue
from core.catalogue.rows_named import rows_named
from core.edits.edits import Cast, Plan, SetNumbers
from core.edits.preview import preview
from core.saving.save import save
from tests.files.tour_files import make

ROOT = Path(__file__).resolve().parents[2]
DEMO = ROOT / "resources" / "demo.pth"


class Files:
    """Files in a scratch folder, made when first asked for."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def of_tour(self, name: str) -> Path:
        """A file of docs/tour.md."""
        return make(name, self.folder)

    def sick(self) -> Path:
        """chgnet with NaN in one weight, zeros in another, and a third that exploded."""
        target = self.folder / "sick.pth.tar"
        if target.exists():
            return target
        catalogue = open_catalogue(self.of_tour("chgnet.pth.tar"))
        rows = [row for row in range(len(catalogue.tensors)) if len(catalogue.tensors[row].shape) == 2]
        edits = []
        for row, value in zip(rows[4::6], ("nan", "0", "1e6"), strict=False):
            tensor = catalogue.tensors[row]
            length = tensor.shape[0] // 4 if value == "nan" else tensor.shape[0]
            box = ((0, max(length, 1), 1), (0, tensor.shape[1], 1))
            edits.append(SetNumbers(tensor.entry, box, float(value)))
        save(preview(catalogue, Plan(tuple(edits))), target)
        return target

    def half(self) -> Path:
        """The demo with weights in bfloat16."""
        target = self.folder / "half.pth"
        if not target.exists():
            catalogue = open_catalogue(DEMO)
            cast = Cast("bfloat16", frozenset(rows_named(catalogue, "*.weight")))
            save(preview(catalogue, Plan((cast,))), target)
        return target
