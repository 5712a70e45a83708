"""What is known by now of the numbers of the open file: damage that a check found, NaN and infinity that a scan found.

It is told of what stays in the planned file: not of a tensor that is dropped, or whose numbers are all replaced, and
not of single numbers once each of them is to become another one.
"""

from __future__ import annotations

from cmath import isfinite
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import Signal

from core.edits.edit import NumbersSet
from core.edits.preview import Preview
from core.text import clip
from core.words import marked, say
from gui.session.scanning import Scanner
from gui.session.session import Session, SessionService

if TYPE_CHECKING:
    from core.catalogue.catalogue import Catalogue
    from core.catalogue.integrity import IntegrityReport
    from core.values.scan import Scan
    from core.values.symptom import Symptom


# -- what the check against the checksums found: asked for in one panel, shown in several ----------------------


class Integrity(SessionService):
    """The last check of one document; forgotten with it."""

    changed = Signal()
    """`report` is new."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.report: IntegrityReport | None = None
        for signal in (session.opened, session.closed):
            signal.connect(self._forget)

    def put(self, catalogue: Catalogue, report: IntegrityReport) -> None:
        """A check has come to its end."""
        if self._session.catalogue is not None and catalogue.tree is self._session.catalogue.tree:
            self.report = report
            self.changed.emit()

    def _forget(self) -> None:
        if self.report is not None:
            self.report = None
            self.changed.emit()


_PATH: Final = 60
_NAN, _INF, _ERROR = "nan", "inf", "error"
"""As `core.values.symptom` has them, which brings the scan along: the window starts without."""


def known_of(session: Session) -> tuple[str, ...]:
    """A sentence on each kind of trouble that is known of the planned file; nothing where none was found."""
    if session.preview is None:
        return ()
    return known(session.preview, Integrity.of(session).report, Scanner.of(session).scan)


def known(preview: Preview, report: IntegrityReport | None, scan: Scan | None) -> tuple[str, ...]:
    """Return these sentences about a check and a scan, each None where there was none."""
    stays = _Staying(preview)
    return (*_damage(stays, report), *_not_finite(stays, scan))


def is_damaged(session: Session) -> bool:
    """Whether a check has found damage that a copy would have too."""
    return session.preview is not None and bool([*_damage(_Staying(session.preview), Integrity.of(session).report)])


class _Staying:
    """Which of the source's numbers stay in the planned file."""

    def __init__(self, preview: Preview) -> None:
        self.preview = preview
        found = [edit.numbers_set for edit in preview.plan.edits if edit.numbers_set is not None]
        self._replaced = {self._numbers(each.entry) for each in found if each.value is None or self._is_whole(each)}
        self._set = [each for each in found if each.value is not None and isfinite(each.value)]

    def of(self, entries: Iterable[int]) -> list[int]:
        """Return the entries whose numbers are still in the file; the twin of one that is dropped."""
        return list(dict.fromkeys(kept for entry in entries if (kept := self._kept(entry)) is not None))

    def are_set(self, found: Symptom) -> bool:
        """Whether all numbers that were found are known one by one, and each becomes a finite one.

        Where they are in a tensor that is seen in another shape is not known: what is set counts in that.
        """
        if self.preview.catalogue.rows[found.entry] in self.preview.draft.layouts:
            return False
        boxes = [each.box for each in self._set if each.entry == found.entry and each.box is not None]
        known = 0 < found.count == len(found.first)
        return known and all(any(_is_in(place, box) for box in boxes) for place in found.first)

    def is_tensor(self, entry: int) -> bool:
        return self.preview.catalogue.rows[entry] >= 0

    def _kept(self, entry: int) -> int | None:
        preview = self.preview
        if not self.is_tensor(entry):
            return None if preview.dropped(entry) else entry
        if self._replaced and self._numbers(entry) in self._replaced:
            return None
        return self._twin(entry) if preview.dropped(entry) else entry

    def _twin(self, entry: int) -> int | None:
        """Return another tensor of the same numbers that stays."""
        preview, catalogue = self.preview, self.preview.catalogue
        storage = catalogue.storage_of[catalogue.rows[entry]]
        if not preview.kept_tensors[storage]:
            return None
        numbers = self._numbers(entry)
        tied = (catalogue.tensors[row].entry for row, its in enumerate(catalogue.storage_of) if its == storage)
        return next((each for each in tied if not preview.dropped(each) and self._numbers(each) == numbers), None)

    def _numbers(self, entry: int) -> tuple[int, int, tuple[int, ...]]:
        tensor = self.preview.catalogue.tensors[self.preview.catalogue.rows[entry]]
        return tensor.storage, tensor.storage_offset, tensor.shape

    def _is_whole(self, numbers: NumbersSet) -> bool:
        shape = self.preview.planned.shape(numbers.entry)
        counts = tuple(len(range(*each)) for each in numbers.box or ())
        return counts == shape and numbers.value is not None and isfinite(numbers.value)


def _is_in(place: tuple[int, ...], box: tuple[tuple[int, int, int], ...]) -> bool:
    return len(place) == len(box) and all(at in range(*each) for at, each in zip(place, box, strict=True))


def _damage(stays: _Staying, report: IntegrityReport | None) -> Iterable[str]:
    for damage in report.damages if report is not None else ():
        if any(not stays.is_tensor(entry) for entry in damage.entries):
            yield say("The check found damage in the file: {problem}", problem=clip(damage.problem, 200))
            return
    hurt = stays.of(entry for damage in (report.damages if report is not None else ()) for entry in damage.entries)
    damaged = marked("The check found “{name}” damaged.")
    yield from _told(stays, hurt, damaged, marked("The check found {n:,} damaged tensors, first “{name}”."))


def _not_finite(stays: _Staying, scan: Scan | None) -> Iterable[str]:
    found = scan.symptoms if scan is not None else ()
    errors = [each for each in found if each.severity == _ERROR and not stays.are_set(each)]
    nan = stays.of(each.entry for each in errors if each.code == _NAN)
    infinite = stays.of(each.entry for each in errors if each.code == _INF)
    one, many = (
        marked("The scan found NaN in “{name}”."),
        marked("The scan found NaN in {n:,} tensors, first in “{name}”."),
    )
    yield from _told(stays, nan, one, many)
    one, many = (
        marked("The scan found Inf in “{name}”."),
        marked("The scan found Inf in {n:,} tensors, first in “{name}”."),
    )
    yield from _told(stays, infinite, one, many)


def _told(stays: _Staying, entries: list[int], one: str, many: str) -> Iterable[str]:
    """The sentence about one entry, or about several with the first of them; none about none."""
    if entries:
        name = clip(stays.preview.path_text(entries[0]), _PATH)
        yield say(one if len(entries) == 1 else many, n=len(entries), name=name)
