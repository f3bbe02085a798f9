# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The free space of a file system: how many ranges, how large, and a coarse picture of where."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from driveproof.domain.quantity import Bytes
from driveproof.domain.say import Say

BINS = 256
"""Parts of a picture: enough for the width of a page."""
FIRST = 1000
"""The number of ranges that are kept one by one, whatever the file system holds."""


class EstimateReason(Enum):
    """Why the free ranges are not known."""

    CANNOT_TELL = auto()
    ONLY_ROOT = auto()
    FOLDER_CLOSED = auto()


GETFSMAP, STATVFS = "FS_IOC_GETFSMAP", "statvfs"


@dataclass(frozen=True, slots=True, kw_only=True)
class FreeSpace:
    """What is free on a file system, in bytes of the device it is on.

    `bytes` is an estimate where `source` is not FS_IOC_GETFSMAP: then the ranges are not known, and
    `ranges`, `largest` are None, `first` and `bins` empty. `total` is the size of the file system.
    `bins` are the free shares (0 to 1) of 256 equal parts of `span`, `first` the first thousand
    ranges as (start, length). `fitting` are the bytes in ranges of at least `shortest`, which is
    the least that the device discards: the file system leaves shorter ones out.
    """

    bytes: int
    total: int
    source: str
    ranges: int | None = None
    largest: int | None = None
    first: tuple[tuple[int, int], ...] = ()
    bins: tuple[float, ...] = ()
    span: int = 0
    why: EstimateReason | None = None
    """Why it is an estimate."""
    fitting: int | None = None
    shortest: int = 0

    @property
    def estimate(self) -> bool:
        """Whether the ranges are not known."""
        return self.source != GETFSMAP

    @property
    def amount(self) -> Say | Bytes:
        """How much is free, in a sentence."""
        size = Bytes(self.bytes)
        return Say("about {amount}", amount=size) if self.estimate else size

    @property
    def too_short(self) -> int:
        """Bytes in ranges that are too short for the device, as far as that is known."""
        return 0 if self.fitting is None else self.bytes - self.fitting

    @property
    def share(self) -> float | None:
        """The free share of the file system; None where its size is unknown."""
        return min(1.0, self.bytes / self.total) if self.total else None

    def before(self, position: int) -> float | None:
        """The share of the free bytes before a position; None without a picture."""
        whole = sum(self.bins)
        if not self.span or not whole:
            return None
        place = min(max(position / self.span, 0.0), 1.0) * len(self.bins)
        full = int(place)
        part = self.bins[full] * (place - full) if full < len(self.bins) else 0.0
        return min(1.0, (sum(self.bins[:full]) + part) / whole)
