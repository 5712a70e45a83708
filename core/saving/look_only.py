"""What may be written of a document that is only shown: its plain data, as another kind of file."""

from __future__ import annotations

from core.edits.preview import Preview
from core.errors import ReadOnlyFormat
from core.pickling.allowlist import is_allowed
from core.pickling.nodes import names_below


def check_look_only(preview: Preview, container: str | None) -> None:
    """Raises `ReadOnlyFormat` for what would be a worse copy of a document that is only shown.

    That is one in the container of the source, or one that names classes: a TorchScript model is not written without
    its code, the state dict out of it is.
    """
    checkpoint = preview.catalogue.checkpoint
    if checkpoint.read_only is None:
        return
    root, replaced = preview.edited_graph()
    if container in (None, checkpoint.container) or not all(map(is_allowed, names_below(root, replaced))):
        raise ReadOnlyFormat(checkpoint.read_only)
