# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page cache in a run: direct, or through it, cold or warm; and what that makes of a test."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from driveproof.wording.units import block_size_text

if TYPE_CHECKING:
    from driveproof.domain.profile.profile import Phase

DIRECT, COLD, WARM = "direct", "cold", "warm"
CACHES = (DIRECT, COLD, WARM)
_WORDS = {COLD: "cold cache", WARM: "warm cache"}
MOST_THREADS = 64


def titled(title: str, cache: str) -> str:
    """The title of a run, which says how it went: "Quick check, cold cache"."""
    words = _WORDS.get(cache)
    return title if words is None or title.endswith(words) else f"{title}, {words}"


def words_in(title: str) -> str:
    """What a title says of the cache, "" when it is a direct run's: for lists, which have no more.

    The reverse of `titled`.
    """
    return next((words for words in _WORDS.values() if title.endswith(f", {words}")), "")


def one_at_a_time(phases: tuple[Phase, ...], cache: str, size: int) -> tuple[Phase, ...]:
    """The tests as they are through the page cache; `size` is that of the file in bytes.

    There a request comes back only when it is served: libaio blocks in submission, so that a queue
    would be one in name only. The requests of a random test come from as many threads instead, as
    from real programs. A sequential test keeps its threads: reading ahead is the kernel's work.
    Tests that are the same then are done once. A cold read reads each block once: whatever it read
    again would come from memory.
    """
    found: dict[str, Phase] = {}
    for phase in phases:
        changed = _changed(phase, size)
        if cache == COLD and phase.direction == "read":
            changed = replace(changed, once=True, limit=size)
        found.setdefault(changed.name, changed)
    return tuple(found.values())


def _changed(phase: Phase, size: int) -> Phase:
    if phase.queue_depth == 1:
        return replace(phase, engine="psync")
    random = phase.pattern == "random"
    room = max(phase.jobs, size // phase.block_size) if size else MOST_THREADS
    jobs = min(phase.jobs * phase.queue_depth, MOST_THREADS, room) if random else phase.jobs
    pattern = "Random" if random else "Sequential"
    threads = "1 thread" if jobs == 1 else f"{jobs} threads"
    title = f"{pattern} {block_size_text(phase.block_size)}, {threads}"
    return replace(phase, engine="psync", queue_depth=1, jobs=max(jobs, 1), title=title)
