"""Files that ranks wrote each for itself, by their names: ``model_rank_3.pt``, ``rank0.pth``, ``ep1-rank-07.pt``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from core.containers.ranks.zero_state import MOST_RANKS
from core.errors import Malformed

_NAME = re.compile(
    r"(?=.*\.(?:pt|pth|bin|ckpt)\Z)"  # asked first: else it is looked for behind each rank
    r"(?P<stem>(?:.*[._-])?rank[_-]?)(?P<rank>\d{1,6})(?P<end>(?:[._-].*)?\.(?:pt|pth|bin|ckpt))",
    re.DOTALL,
)
_LABEL = re.compile(r"(?<![._-])[._-]*+(?:world_size_\d++[._-]*+)?rank[_-]?$")


class RankFiles(NamedTuple):
    """Files of ranks whose names differ in their number alone: ``stem``, the number, ``end``."""

    stem: str
    end: str
    names: dict[int, str]

    @property
    def label(self) -> str:
        """What they are called without their numbers."""
        return _LABEL.sub("", self.stem) or self.end.strip("._-").partition(".")[0]

    def missing(self, count: int) -> list[str]:
        """The names of the files that are not there, of ``count`` ranks."""
        width = min((len(_number(name)) for name in self.names.values()), default=1)
        absent = (rank for rank in range(min(count, MOST_RANKS)) if rank not in self.names)
        return [f"{self.stem}{rank:0{width}}{self.end}" for rank in absent]


def rank_files(names: Iterable[str]) -> list[RankFiles]:
    """All such files. Raises `Malformed` where two names are of the same rank."""
    found: dict[tuple[str, str], RankFiles] = {}
    for name in names:
        match = _NAME.fullmatch(name)
        if match is None:
            continue
        files = found.setdefault((match["stem"], match["end"]), RankFiles(match["stem"], match["end"], {}))
        rank = int(match["rank"])
        if rank in files.names:
            raise Malformed("{one} and {other} are both of rank {rank}.", one=files.names[rank], other=name, rank=rank)
        files.names[rank] = name
    return [files._replace(names=dict(sorted(files.names.items()))) for files in found.values()]


def is_of_a_rank(name: str) -> bool:
    """Whether a file is called like one of a rank."""
    return _NAME.fullmatch(name) is not None


def _number(name: str) -> str:
    match = _NAME.fullmatch(name)
    return match["rank"] if match else ""
