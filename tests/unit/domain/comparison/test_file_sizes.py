# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What two sides of file sizes have in common."""

from __future__ import annotations

from dataclasses import replace

from tests.builders.guided_runs import file_sizes_run

from driveproof.domain.comparison.file_sizes import pairs_of
from driveproof.domain.quantity import Bytes


def test_two_sides_share_the_cells_that_both_have() -> None:
    """Repeats of the runs of a side count together; what went another way is no partner."""
    whole = file_sizes_run()
    small = replace(whole, phases=tuple(p for p in whole.phases if p.work.extent <= 64 * 2**20))
    pairs = pairs_of([small], [whole, whole])
    assert len(pairs) == len(pairs_of([whole], [whole]))
    for one, other in pairs:
        assert (one.key, one.across, one.down) == (other.key, other.across, other.down)
        assert one.down.values[-1] == Bytes(64 * 2**20, binary=True)
        counts = [
            (c and c.summary.count, d and d.summary.count)
            for row, line in zip(one.cells, other.cells, strict=True)
            for c, d in zip(row, line, strict=True)
        ]
        assert set(counts) <= {(1, 2), (None, None)}
    older = replace(whole, phases=tuple(replace(p, cache=None) for p in whole.phases))
    assert len(pairs_of([whole], [older])) == len(pairs)  # and what iozone with -I has measured
    cached = replace(older, phases=tuple(replace(p, direct=False) for p in older.phases))
    assert pairs_of([whole], [cached]) == ()
    assert pairs_of([whole], []) == ()
