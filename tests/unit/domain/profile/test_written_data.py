# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which data a test writes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.builders import compared_runs as made

from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.matching import Side
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.written_data import SCRAMBLED_FROM, data_for, wrote_fresh
from driveproof.domain.run.run import PhaseResult
from driveproof.domain.run.work import Data


def phase(direction: str, block: int, pattern: str = "sequential") -> Phase:
    return Phase("Test", direction, pattern, block, 8)


@pytest.mark.parametrize("pattern", ["sequential", "random"])
@pytest.mark.parametrize("direction", ["write", "mixed"])
def test_the_size_of_a_block_decides(direction: str, pattern: str) -> None:
    small, large = SCRAMBLED_FROM - 512, SCRAMBLED_FROM
    assert data_for(phase(direction, small, pattern)) is Data.FRESH
    assert data_for(phase(direction, large, pattern)) is Data.SCRAMBLED


def test_where_data_gets_smaller_on_its_way_it_is_fresh() -> None:
    assert data_for(phase("write", 2**20), fresh=True) is Data.FRESH


def test_a_read_finds_what_the_layout_wrote() -> None:
    assert data_for(phase("read", 2**20)) is Data.FRESH


def test_a_mixed_test_scrambles_what_it_read_so_not_where_that_may_be_zeros() -> None:
    """Seen with fio 3.33 on a file of zeros: what landed shrank to 3 %."""
    assert data_for(phase("mixed", 2**20), laid_out=False) is Data.FRESH
    assert data_for(phase("write", 2**20), laid_out=False) is Data.SCRAMBLED


def test_a_run_that_wrote_fresh_data_in_large_blocks_is_known() -> None:
    def of(direction: str, pattern: str, data: Data) -> PhaseResult:
        kept = made.phase(made.STEADY, direction=direction, pattern=pattern)
        return replace(kept, work=replace(kept.work, data=data))

    assert wrote_fresh([of("write", "sequential", Data.FRESH)])
    # Of these nothing can be said: small blocks and the files of reads are always fresh.
    assert not wrote_fresh(
        [of("write", "random", Data.FRESH), of("read", "sequential", Data.FRESH)]
    )
    assert not wrote_fresh([of("write", "sequential", Data.SCRAMBLED)])


def test_writes_of_different_kinds_are_named_and_not_compared() -> None:
    """Older results wrote fresh data, and are what most of the new ones meet."""

    def side(name: str, data: Data) -> Side:
        phases = tuple(
            replace(kept, work=replace(kept.work, data=data))
            for way in ("read", "write")
            for kept in [made.phase(made.STEADY, direction=way, pattern="sequential")]
        )
        return Side(name, (made.run(phases=phases),))

    found = compare_sides([side("old", Data.FRESH), side("new", Data.SCRAMBLED)])
    assert {metric.direction for metric in found.metrics} == {"read"}
    (_left,) = found.unmatched
