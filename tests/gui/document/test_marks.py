"""Marks: what a row says of itself, and of what lies folded in it."""

from __future__ import annotations

from pathlib import Path

from core.catalogue.catalogue import Catalogue
from gui.document.badges import Badge, Badges, RowBadge, Tone
from gui.document.outline import TOP, Outline
from gui.session.session import Session
from tests.gui.documents import opened, saved


def node_of(outline: Outline, *labels: str) -> int:
    """The node that labels lead to, from the top."""
    node = TOP
    for label in labels:
        node = next(child for child in outline.children(node) if outline.label(child) == label)
    return node


def test_a_row_has_its_own_marks_the_loudest_first(catalogue: Catalogue) -> None:
    outline = Outline(catalogue)
    entry = catalogue.find("model/module.out.weight")
    marks = Badges([Badge(entry, Tone.WARNING, "dead", "rows 3"), Badge(entry, Tone.ERROR, "NaN", "7 are NaN")])
    assert marks.badges(outline, entry, folded=True) == [RowBadge(Tone.ERROR, "NaN +1", "7 are NaN\nrows 3")]
    assert len(marks) == 1


def test_a_folded_row_counts_the_marked_below_it(catalogue: Catalogue) -> None:
    outline = Outline(catalogue)
    paths = ("model/module.layer1.0.conv.weight", "model/module.layer1.2.conv.weight", "optimizer/state/0/exp_avg")
    first, second, third = map(catalogue.find, paths)
    marks = Badges(
        [
            Badge(third, Tone.ERROR, "NaN", ""),
            Badge(first, Tone.CHANGED, "differs", ""),
            Badge(second, Tone.ADDED, "new", ""),
        ]
    )
    layer1 = node_of(outline, "model", "module", "layer1")
    assert marks.badges(outline, layer1, folded=True) == [
        RowBadge(Tone.ADDED, "2", "2 tensors below: new 1×, differs 1×")
    ]
    assert marks.badges(outline, layer1, folded=False) == []
    assert marks.badges(outline, node_of(outline, "optimizer"), folded=True) == [
        RowBadge(Tone.ERROR, "1", "1 tensor below: NaN 1×")
    ]
    assert marks.badges(outline, catalogue.find("epoch"), folded=True) == []


def test_what_is_wrong_is_counted_apart_from_what_is_suspicious(catalogue: Catalogue) -> None:
    outline = Outline(catalogue)
    first, second = map(catalogue.find, ("model/module.layer1.0.conv.weight", "model/module.layer1.2.conv.weight"))
    state = catalogue.find("optimizer/state/0")
    marks = Badges(
        [
            Badge(first, Tone.ERROR, "NaN", ""),
            Badge(first, Tone.WARNING, "dead", ""),
            Badge(second, Tone.WARNING, "exploding", ""),
            Badge(state, Tone.WARNING, "misfit", ""),
        ]
    )
    assert marks.badges(outline, node_of(outline, "model"), folded=True) == [
        RowBadge(Tone.ERROR, "1", "1 tensor below: NaN 1×, dead 1×"),
        RowBadge(Tone.WARNING, "1", "1 tensor below: exploding 1×"),
    ]
    assert marks.badges(outline, node_of(outline, "optimizer"), folded=True) == [
        RowBadge(Tone.WARNING, "1", "1 entry below: misfit 1×")
    ]


def test_a_module_whose_keys_lie_apart_counts_its_own_only(session: Session, tmp_path: Path) -> None:
    keys = ("a.x", "b.x", "a.y", "b.y")
    catalogue = opened(session, saved(tmp_path, lambda tensor: {key: tensor("cpu", 2) for key in keys}))
    outline = Outline(catalogue)
    marks = Badges(Badge(catalogue.find(key), Tone.NOTE, "tied", "") for key in ("a.x", "b.x", "a.y"))
    assert [marks.badges(outline, node_of(outline, key), folded=True)[0].text for key in "ab"] == ["2", "1"]
