# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of one test: its blocks, its direction, and what limited its figure."""

from __future__ import annotations

from driveproof.domain.access import Direction
from driveproof.domain.run.limits import limits_of
from driveproof.domain.run.run import PhaseResult
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


def limit_texts(result: PhaseResult) -> tuple[str, ...]:
    """What belongs beside the figure of a test, without a capital or a full stop."""
    return tuple(map(say_text, limits_of(result)))
