# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Areas of a check: joining, totals, maps, and what they prove about the capacity."""

from __future__ import annotations

import pytest

from driveproof.domain.run.areas import (
    AREA_BLOCK,
    Area,
    Areas,
    AreaState,
    CapacityVerdict,
    area,
    bytes_by_state,
    capacity_of,
    faulty_areas,
    is_slow,
    map_cells,
)

MIB = 2**20
RIGHT, ALIAS, EMPTY = AreaState.RIGHT, AreaState.ALIAS, AreaState.EMPTY
CHANGED, UNREADABLE, SLOW = AreaState.CHANGED, AreaState.UNREADABLE, AreaState.SLOW


def alias(offset: int, found: int, size: int = AREA_BLOCK) -> Area:
    return Area(offset, size, ALIAS, size, found, size)


def test_neighbours_of_one_kind_become_one() -> None:
    areas = Areas([area(0, MIB, RIGHT), area(MIB, MIB, RIGHT), area(3 * MIB, MIB, RIGHT)])
    assert areas.rows == (area(0, 2 * MIB, RIGHT), area(3 * MIB, MIB, RIGHT))


def test_aliases_of_one_distance_become_one_and_others_do_not() -> None:
    areas = Areas(
        [alias(0, MIB), alias(AREA_BLOCK, MIB + AREA_BLOCK), alias(2 * AREA_BLOCK, 5 * MIB)]
    )
    first, second = areas.rows
    assert (first.bytes, first.shift) == (2 * AREA_BLOCK, MIB)
    assert second.shift == 5 * MIB - 2 * AREA_BLOCK


def test_blocks_that_all_hold_one_other_block_become_one() -> None:
    areas = Areas([alias(number * AREA_BLOCK, MIB) for number in range(1, 9)])
    (only,) = areas.rows
    assert (only.offset, only.bytes, only.found, only.shift) == (
        AREA_BLOCK,
        8 * AREA_BLOCK,
        MIB,
        None,
    )


def test_changed_bits_add_up_and_the_slowest_read_is_kept() -> None:
    areas = Areas(
        [area(0, AREA_BLOCK, CHANGED, bits=3), area(AREA_BLOCK, AREA_BLOCK, CHANGED, bits=1)]
    )
    assert areas.rows == (area(0, 2 * AREA_BLOCK, CHANGED, bits=4),)
    slow = Areas(
        [area(0, AREA_BLOCK, SLOW, seconds=0.5), area(AREA_BLOCK, AREA_BLOCK, SLOW, seconds=0.25)]
    )
    assert slow.rows[0].seconds == 0.5


def test_more_faults_than_can_be_kept_are_counted_all_the_same() -> None:
    single = [
        each
        for number in range(1000)
        for each in (
            area(2 * number * AREA_BLOCK, AREA_BLOCK, RIGHT),
            area((2 * number + 1) * AREA_BLOCK, AREA_BLOCK, UNREADABLE),
        )
    ]
    areas = Areas(single, most=100)
    assert len(areas) == 100
    assert (
        bytes_by_state(areas.rows)
        == bytes_by_state(single)
        == {RIGHT: 1000 * AREA_BLOCK, UNREADABLE: 1000 * AREA_BLOCK}
    )
    assert areas.rows[-1].end == 2000 * AREA_BLOCK


def test_totals_and_faults() -> None:
    found = (
        area(0, MIB, RIGHT),
        area(MIB, AREA_BLOCK, SLOW),
        area(MIB + AREA_BLOCK, AREA_BLOCK, UNREADABLE),
    )
    assert bytes_by_state(found) == {RIGHT: MIB, SLOW: AREA_BLOCK, UNREADABLE: AREA_BLOCK}
    assert faulty_areas(found) == found[2:]


def test_one_bad_block_decides_the_state_of_its_cell() -> None:
    found = (area(0, 5 * MIB, RIGHT), area(5 * MIB, AREA_BLOCK, UNREADABLE))
    cells = map_cells(found, 10 * MIB, 5)
    assert [cell.state for cell in cells] == [RIGHT, RIGHT, UNREADABLE, None, None]
    assert cells[2].share == pytest.approx(AREA_BLOCK / (MIB + AREA_BLOCK))


def test_a_map_may_have_more_cells_than_there_are_bytes_checked() -> None:
    assert {cell.state for cell in map_cells((area(0, AREA_BLOCK, RIGHT),), AREA_BLOCK, 7)} == {
        RIGHT
    }


def test_everything_right() -> None:
    found = capacity_of((area(0, 8 * MIB, RIGHT),))
    assert (found.verdict, found.checked, found.lost) == (CapacityVerdict.WHOLE, 8 * MIB, 0)
    assert capacity_of(()).verdict is CapacityVerdict.NOTHING


def test_the_common_divisor_of_the_distances_is_the_true_capacity() -> None:
    found = capacity_of(
        (
            alias(0, 192 * MIB, 64 * MIB),
            alias(64 * MIB, 192 * MIB, 64 * MIB),
            area(128 * MIB, 128 * MIB, RIGHT),
        )
    )
    assert (found.verdict, found.true) == (CapacityVerdict.WRAPS, 64 * MIB)


@pytest.mark.parametrize("state", [EMPTY, CHANGED])
def test_a_drive_that_keeps_nothing_from_one_place_on(state: AreaState) -> None:
    found = capacity_of((area(0, 64 * MIB, RIGHT), area(64 * MIB, 64 * MIB, state)))
    assert (found.verdict, found.true, found.true_to) == (CapacityVerdict.ENDS, 64 * MIB, None)


def test_the_last_block_is_there_although_the_drive_ends_before() -> None:
    beyond = Area(
        64 * MIB,
        64 * MIB - AREA_BLOCK,
        ALIAS,
        64 * MIB - AREA_BLOCK,
        128 * MIB - AREA_BLOCK,
        AREA_BLOCK,
    )
    found = capacity_of(
        (area(0, 64 * MIB, RIGHT), beyond, area(128 * MIB - AREA_BLOCK, AREA_BLOCK, RIGHT))
    )
    assert (found.verdict, found.true) == (CapacityVerdict.ENDS, 64 * MIB)


def test_single_markers_give_a_range_of_the_end() -> None:
    markers = [area(n * MIB, AREA_BLOCK, RIGHT if n < 32 else EMPTY) for n in range(64)]
    found = capacity_of(markers)
    assert (found.true, found.true_to) == (31 * MIB + AREA_BLOCK, 32 * MIB)


def test_bad_places_without_a_rule() -> None:
    found = capacity_of(
        (area(0, MIB, RIGHT), area(MIB, AREA_BLOCK, UNREADABLE), area(MIB + AREA_BLOCK, MIB, RIGHT))
    )
    assert (found.verdict, found.true, found.lost) == (CapacityVerdict.DAMAGED, None, AREA_BLOCK)


def test_unreadable_at_the_end_is_no_smaller_drive() -> None:
    found = capacity_of((area(0, 64 * MIB, RIGHT), area(64 * MIB, 64 * MIB, UNREADABLE)))
    assert found.verdict is CapacityVerdict.DAMAGED


@pytest.mark.parametrize(
    ("seconds", "usual", "slow"),
    [
        (0.19, 0.001, False),
        (0.2, 0.001, True),
        (1.0, 0.5, False),
        (4.0, 0.5, True),
        (1, None, True),
    ],
)
def test_slow_is_long_and_much_longer_than_usual(
    seconds: float, usual: float | None, slow: bool
) -> None:
    assert is_slow(seconds, usual) is slow
