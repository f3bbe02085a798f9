# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast a device is from its beginning to its end, and how long a random access takes."""

from __future__ import annotations

from driveproof.domain.answer import Answer
from driveproof.domain.by_position import position_blocks, position_sentences
from driveproof.domain.run.result import ChartOf, charts_by_position
from driveproof.domain.run.run import Run


def answer(run: Run) -> Answer:
    """The average of each test in a sentence, its figures, and all its positions."""
    return Answer(tuple(position_sentences(run)), tuple(position_blocks(run, run.target.size or 0)))


def charts(run: Run) -> tuple[ChartOf, ...]:
    """Those of both tests."""
    return charts_by_position(run)
