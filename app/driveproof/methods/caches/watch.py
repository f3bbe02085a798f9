# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How many reads of a run a bcache served from its cache, by its own counters."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from driveproof.domain.notes import Note
from driveproof.domain.quantity import Share
from driveproof.system.kernel.bcache import TICK_SECONDS, Hits, bcaches, read_hits
from driveproof.system.kernel.sysfs import Sysfs

_LOOK_SECONDS = 0.2


class CacheWatch:
    """The counters of all bcaches among the layers of a target, from now on."""

    def __init__(
        self,
        layers: Iterable[str],
        sysfs: Sysfs,
        *,
        clock: Callable[[], float] = time.monotonic,
        pause: Callable[[float], None] = time.sleep,
    ) -> None:
        self._sysfs, self._clock, self._pause = sysfs, clock, pause
        found = ((name, read_hits(name, sysfs)) for name in bcaches(layers))
        self._before = {name: hits for name, hits in found if hits is not None}

    def notes(self, cancelled: Callable[[], bool]) -> tuple[Note, ...]:
        """What was counted, once the kernel has added it up: it does that every 14 seconds."""
        end = self._clock() + TICK_SECONDS
        last = {name: read_hits(name, self._sysfs) for name in self._before}
        waiting = set(self._before)
        while waiting and self._clock() < end and not cancelled():
            self._pause(_LOOK_SECONDS)
            now = {name: read_hits(name, self._sysfs) for name in waiting}
            waiting = {name for name in waiting if now[name] == last[name]}
            last |= now
        return tuple(
            _note(name, counted.since(before))
            for name, before in self._before.items()
            if (counted := last[name]) is not None
        )


def watch(layers: Iterable[str], sysfs: Sysfs) -> CacheWatch:
    """Begin to count on the devices that serve the target."""
    return CacheWatch(layers, sysfs)


def _note(name: str, counted: Hits) -> Note:
    whole = counted.hits + counted.misses
    return Note(
        "{device}: {share} cache hits; {bypassed} reads bypassed the cache.",
        device=name,
        share=Share(counted.hits / whole if whole > 0 else 0),
        bypassed=counted.bypassed,
    )
