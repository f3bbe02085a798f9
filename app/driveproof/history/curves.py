# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs for a comparison: every result, and the samples only as columns that can be drawn.

Creating a hundred thousand samples with a histogram each takes seconds; their columns take
milliseconds, because they are at the beginning of the compressed data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from driveproof.domain.access import Direction
from driveproof.domain.errors import Advice, MachineError, Remedy
from driveproof.history.blobs import unpack_curve
from driveproof.history.encoding import put_text
from driveproof.history.rows import read_run

if TYPE_CHECKING:
    from driveproof.domain.run.columns import Curve
    from driveproof.domain.run.run import Run
    from driveproof.history.store import History


class CurveKey(NamedTuple):
    """Where a curve belongs: number of the phase and of the repeat in it, from 0."""

    phase: int
    repeat: int
    direction: Direction


Curves = dict[CurveKey, "Curve"]

_QUERY = """SELECT phases.position, repeats.position, results.direction, results.samples
    FROM phases JOIN repeats ON repeats.phase = phases.id
    JOIN results ON results.repeat = repeats.id WHERE phases.run = ?"""


def load_drawn(history: History, run_id: str) -> tuple[Run, Curves]:
    """A run whose repeats have no samples, and those as curves by their place.

    Raises MachineError when the run does not exist or is damaged.
    """
    with history.reading() as connection:
        try:
            run = read_run(connection, run_id, samples=False)
            curves = {
                CurveKey(phase, repeat, Direction(direction)): unpack_curve(blob)
                for phase, repeat, direction, blob in connection.execute(
                    _QUERY, (put_text(run_id),)
                )
            }
        except (ValueError, TypeError, KeyError, IndexError) as error:
            raise MachineError(
                "{path} cannot be read: {reason}.",
                path=run_id,
                reason=error,
                advice=Advice("It stays in the history at {path}.", path=history.path),
            ) from error
    if run is None:
        raise MachineError(
            "'{name}' is not in the history.",
            name=run_id,
            advice=Advice(Remedy.LIST_RUNS),
        )
    return run, curves
