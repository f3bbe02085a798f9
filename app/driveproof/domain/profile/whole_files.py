# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whole files that threads read and append to: what web and mail servers do with a drive.

The loops and sizes are those of filebench's webserver.f and varmail.f.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from driveproof.domain.access import Direction, Engine, Pattern
from driveproof.domain.errors import UsageError
from driveproof.domain.profile.profile import Phase
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.work import OURS

LEAST = 2**22
ROOM = {"web": 2**14, "mail": 2**16}
"""Bytes of room for each file: 16 KiB are the mean; a mailbox grows until it is begun anew."""
BLOCKS = "bsrange=1k-512k"
"""What is read or written at once is a whole file."""
_LARGEST = 2**19
_SECONDS, _LIMIT = 5.0, 2**30
_SHARES = {"web": 91, "mail": 50}


class Serving(StrEnum):
    """Which server."""

    WEB = "web"
    MAIL = "mail"


COLD_FILES, WARM_FILES = "cold files", "warm files"
"""The variants of a web server's tests."""


@dataclass(frozen=True, slots=True)
class WholeFilesPlan:
    """So many `threads` serve files of `size` bytes together, for `seconds`."""

    serving: Serving
    size: int
    threads: int
    seconds: float = _SECONDS

    @property
    def files(self) -> int:
        """How many there are."""
        return max(self.threads, self.size // ROOM[self.serving])

    @property
    def phases(self) -> tuple[Phase, ...]:
        """A web server with its files on the drive and in memory; a mail server."""
        if self.serving is Serving.MAIL:
            return (self._phase("Mail server", ""),)
        return (
            self._phase("Web server, files on the drive", COLD_FILES),
            self._phase("Web server, files in memory", WARM_FILES),
        )

    def _phase(self, title: str, variant: str) -> Phase:
        return Phase(
            title=title,
            direction=Direction.MIXED,
            pattern=Pattern.RANDOM,
            block_size=_LARGEST,
            queue_depth=1,
            jobs=self.threads,
            seconds=self.seconds,
            warmup=min(1.0, self.seconds),
            limit=_LIMIT,
            engine=Engine.PSYNC,
            read_share=_SHARES[self.serving],
            direct=False,
            variant=" ".join(filter(None, (str(self.serving), variant))),
            asked=replace(OURS, block_sizes=BLOCKS),
        )

    def adjusted(self, size: int | None, seconds: float | None) -> WholeFilesPlan:
        """Raises UsageError for too few files."""
        plan = self if seconds is None else replace(self, seconds=seconds)
        if size is None:
            return plan
        if size < LEAST:
            raise UsageError(
                "{size} of files are too little: the least is {least}.",
                size=Bytes(size, binary=True),
                least=Bytes(LEAST, binary=True),
            )
        return replace(plan, size=size)
