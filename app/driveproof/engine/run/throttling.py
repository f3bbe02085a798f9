# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What slowed the drive itself down while it was measured: heat, and a link that became slower."""

from __future__ import annotations

from dataclasses import replace

from driveproof.domain.comparison.trend import trends
from driveproof.domain.comparison.write_cache import without_cache
from driveproof.domain.health.throttling import marked
from driveproof.domain.run.run import Repeat, Run
from driveproof.fio.stream import written_bytes
from driveproof.wording.comparison.repeats import trend_text, write_cache_text


def after_cache(run: Run, laid_out: int) -> Run:
    """A run with what is said of a write cache that ran out, and of a trend from round to round.

    `laid_out` are the bytes of the test file that were written before the first repeat.
    """
    written = [
        (repeat.started, None if repeat.fio_json is None else written_bytes(repeat.fio_json))
        for phase in run.phases
        for repeat in phase.repeats
    ]

    def before(this: Repeat) -> int | None:
        counts = [
            count
            for started, count in written
            if started is not None and this.started is not None and started < this.started
        ]
        if this.started is None or None in counts:
            return None
        return laid_out + sum(count for count in counts if count is not None)

    phases, found = without_cache(run.phases, before)
    said = (*map(write_cache_text, found), *map(trend_text, trends(phases)))
    return replace(run, phases=phases, notes=(*run.notes, *said))


_NOTE = (
    "The drive counted time above its warning temperature during this run, and drives slow down"
    " there."
)


def after_heat(run: Run) -> Run:
    """A run whose drive says afterwards that it was too warm: its hottest repeats are marked."""
    return replace(run, phases=marked(run.phases), notes=(*run.notes, _NOTE))
