# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files that need no fio: what web and mail servers, and a program's start, do with a drive.

The loops and sizes of the servers are those of filebench's webserver.f and varmail.f. The start is
a recording (resources/patterns).
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from driveproof.domain.access import Direction, Engine, Pattern
from driveproof.domain.errors import UsageError
from driveproof.domain.method import Trait
from driveproof.domain.profile.declared import sized
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.plan import resized
from driveproof.domain.profile.whole_files import COLD_FILES, START, WARM_FILES, Serving
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.work import IoOptions
from driveproof.domain.say import Title

PAUSE = 1.0
LEAST = 2**22
ROOM = {Serving.WEB: 2**14, Serving.MAIL: 2**16, Serving.DESKTOP: 2**40}
"""Bytes of room for each file: 16 KiB are the mean; a mailbox grows until it is begun anew, and
a start reads one file.
"""
BLOCKS = "bsrange=1k-512k"
"""What is read or written at once is a whole file."""
_LARGEST = 2**19
_SHARES = {Serving.WEB: 91, Serving.MAIL: 50}
_APPENDED = 16 * 2**10
"""Bytes that a mail server appends at a time, and waits for."""
_START_BLOCKS = "bsrange=4k-512k"
TRAITS = frozenset(
    {
        *(Trait.FOLDER, Trait.NO_DEVICE, Trait.ROUNDS),
        *(Trait.MANY_FILES, Trait.BUFFERED, Trait.SHOWS_TESTS),
    }
)


class Plan(Struct, frozen=True):
    """`threads` threads serve files of `size` bytes together, for `seconds`, or until they have
    written `limit` bytes.
    """

    serving: Serving
    size: Annotated[int, sized(LEAST, 2**40, 2**20)] = 2**28
    threads: Annotated[int, Meta(ge=1, le=256)] = 16
    seconds: Annotated[float, Meta(ge=0.5, le=600)] = 5.0
    limit: Annotated[int, sized(2**20, 2**44)] = 2**28

    @property
    def recorded(self) -> bool:
        """Whether it replays a recording, whose file has one size."""
        return self.serving is Serving.DESKTOP

    @property
    def files(self) -> int:
        """How many there are."""
        return max(self.threads, self.size // ROOM[self.serving])

    @property
    def phases(self) -> tuple[Phase, ...]:
        """A web server with its files on the drive and in memory; a mail server; a start."""
        if self.serving is Serving.DESKTOP:
            return (self._start,)
        if self.serving is Serving.MAIL:
            return (self._phase(Title("Mail server", whole=False), "", warm=True),)
        return (
            self._phase(Title("Web server, files on the drive", whole=False), COLD_FILES),
            self._phase(Title("Web server, files in memory", whole=False), WARM_FILES, warm=True),
        )

    @property
    def _start(self) -> Phase:
        """All recorded reads, one after the other."""
        return Phase(
            title=Title("Application start"),
            direction=Direction.READ,
            pattern=Pattern.RANDOM,
            block_size=_LARGEST,
            queue_depth=1,
            jobs=1,
            seconds=self.seconds,
            warmup=0.0,
            limit=self.size,
            engine=Engine.PSYNC,
            direct=False,
            variant=START,
            once=True,
            to_end=True,
            asked=IoOptions(block_sizes=_START_BLOCKS),
        )

    def _phase(self, title: Title, variant: str, *, warm: bool = False) -> Phase:
        return Phase(
            title=title,
            direction=Direction.MIXED,
            pattern=Pattern.RANDOM,
            block_size=_LARGEST,
            queue_depth=1,
            jobs=self.threads,
            seconds=self.seconds,
            warmup=min(1.0, self.seconds),
            limit=self.limit,
            engine=Engine.PSYNC,
            read_share=_SHARES[self.serving],
            direct=False,
            variant=" ".join(filter(None, (str(self.serving), variant))),
            warm=warm,
            new_files=True,
            waits_each=_APPENDED if self.serving is Serving.MAIL else 0,
            asked=IoOptions(block_sizes=BLOCKS),
        )

    def adjusted(self, size: int | None, seconds: float | None) -> Plan:
        """Raises UsageError for too few files, and for another size of a recording."""
        if self.recorded and size not in (None, self.size):
            raise UsageError(
                "The test file is always {size}.",
                size=Bytes(self.size, binary=True),
            )
        plan: Plan = resized(self, size, seconds)
        return plan
