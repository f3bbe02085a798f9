# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm's timings beside the same reads by fio.

What hdparm does is from its source (hdparm.c 9.58, time_cache and time_device): blocks of 2 MiB
from the start of the device, one after the other, for 2 seconds (-T) or 3 seconds or the whole
device (-t), after a pause of 3 seconds in which the drive settles, and one more second with -T.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import Meta, Struct

from driveproof.domain.access import Direction, Pattern
from driveproof.domain.method import Trait
from driveproof.domain.profile.phase import Phase, Tool
from driveproof.domain.run.hdparm import HDPARM_BLOCK, HdparmTiming
from driveproof.domain.run.run import THROUGH_CACHE
from driveproof.domain.say import Title
from driveproof.domain.title import apart

TRAITS = frozenset({Trait.JOB_FILE, Trait.ROUNDS, Trait.LAST_FIRST})


class Plan(Struct, frozen=True):
    """fio reads for `seconds`; how long hdparm reads is its own."""

    seconds: Annotated[float, Meta(ge=0.1, le=86400)] = 3.0

    @property
    def size(self) -> int:
        """It has no test file."""
        return 0

    @property
    def phases(self) -> tuple[Phase, ...]:
        """fio direct and through the page cache, beside hdparm's own timings, from the last one.

        hdparm empties the device's part of the page cache (BLKFLSBUF) at the end of each timing,
        not before it: every read through the cache is measured after a timing.
        """
        direct = Phase(
            title=Title("fio, 2 MiB, Q1"),
            direction=Direction.READ,
            pattern=Pattern.SEQUENTIAL,
            block_size=HDPARM_BLOCK,
            queue_depth=1,
            warmup=0.0,
            seconds=self.seconds,
        )
        buffered = replace(
            direct,
            title=apart(direct.title, THROUGH_CACHE),
            direct=False,
            variant=str(THROUGH_CACHE),
        )
        return (
            direct,
            _timing(HdparmTiming.DIRECT, Tool.HDPARM_DIRECT, 3.0, 3.0),
            buffered,
            _timing(HdparmTiming.BUFFERED, Tool.HDPARM_BUFFERED, 3.0, 3.0),
            _timing(HdparmTiming.CACHED, Tool.HDPARM_CACHE, 5.0, 2.0),
        )


def _timing(title: str, tool: Tool, pause: float, seconds: float) -> Phase:
    return Phase(
        title=title,
        direction=Direction.READ,
        pattern=Pattern.SEQUENTIAL,
        block_size=HDPARM_BLOCK,
        queue_depth=1,
        warmup=pause,
        seconds=seconds,
        direct=tool is Tool.HDPARM_DIRECT,
        tool=tool,
    )
