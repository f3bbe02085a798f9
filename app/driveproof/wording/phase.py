# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of one test: its blocks, the page cache, the data it wrote, and what limited its figure."""

from __future__ import annotations

from driveproof.domain.access import COLD, DIRECT, WARM, Direction
from driveproof.domain.run.limits import limits_of
from driveproof.domain.run.observed import WATCH_ENGINE
from driveproof.domain.run.run import PhaseResult
from driveproof.domain.run.work import Data
from driveproof.wording.catalogue import _, pgettext
from driveproof.wording.say import say_text
from driveproof.wording.units import block_size_text


def blocks_text(phase: PhaseResult) -> str:
    """The size of its blocks: "4 KiB", "bs=4k,64k", "" where it is not reported."""
    return block_size_text(phase.block_size) if phase.block_size else phase.work.block_sizes or ""


def direction_word(direction: str) -> str:
    """A direction within a sentence or after the name of a test."""
    words: dict[str, str] = {
        Direction.READ: _("read"),
        Direction.WRITE: _("write"),
        Direction.MIXED: _("mixed"),
        Direction.TRIM: _("trim"),
    }
    return words.get(direction, direction)


def direction_title(direction: Direction) -> str:
    """The head of a column."""
    return {
        Direction.READ: pgettext("direction", "Read"),
        Direction.WRITE: pgettext("direction", "Write"),
        Direction.TRIM: _("TRIM"),
    }.get(direction, direction)


def cache_text(phase: PhaseResult) -> str:
    """How the I/O of a test went with regard to the page cache."""
    if not phase.engine:  # of another program that tells neither
        return _("cache mode unknown")
    if phase.direct and phase.cache in (None, DIRECT):
        return _("direct I/O")
    return {
        COLD: _("cold cache"),
        WARM: _("warm cache"),
    }.get(phase.cache or DIRECT, _("buffered I/O"))


def data_text(phase: PhaseResult) -> str:
    """What a test wrote ("scrambled data"); "" for a read, for what others wrote, where unknown."""
    if phase.direction not in (Direction.WRITE, Direction.MIXED) or phase.work.data is None:
        return ""
    if phase.engine == WATCH_ENGINE:
        return ""
    return data_word(phase.work.data)


def data_word(data: Data | None) -> str:
    """What kind of data is written ("scrambled data"); "" for None."""
    words = {
        Data.FRESH: _("fresh data"),
        Data.SCRAMBLED: _("scrambled data"),
        Data.REPEATED: _("repeated data"),
        Data.ZEROS: _("zeros"),
        Data.PATTERN: _("a pattern"),
        Data.COMPRESSIBLE: _("compressible data"),
    }
    return "" if data is None else words[data]


def limit_texts(result: PhaseResult) -> tuple[str, ...]:
    """What belongs beside the figure of a test, without a capital or a full stop."""
    return tuple(map(say_text, limits_of(result)))
