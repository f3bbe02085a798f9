# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which ranges of a device could not be read, and which only slowly."""

from __future__ import annotations

from collections.abc import Iterator

from driveproof.domain.answer import Answer
from driveproof.domain.by_position import area_blocks, position_blocks, position_sentences
from driveproof.domain.quantity import Bytes, Plural
from driveproof.domain.run.area_map import AreaMap, map_of
from driveproof.domain.run.areas import AreaState, bytes_by_state
from driveproof.domain.run.result import ChartOf, charts_of_check
from driveproof.domain.run.run import Run
from driveproof.domain.say import Say


def answer(run: Run) -> Answer:
    """How much could be read, in which state it is, and how fast it was read."""
    found = map_of(run)
    if found is None:
        return Answer((), ())
    said = tuple(_sentences(found)) or tuple(position_sentences(run))
    blocks = (*area_blocks(found), *position_blocks(run, found.size))
    return Answer(said, blocks, bad=bool(found.faults))


def charts(run: Run) -> tuple[ChartOf, ...]:
    """The map, and the speeds."""
    return charts_of_check(run)


def _sentences(found: AreaMap) -> Iterator[Say]:
    count = bytes_by_state(found.areas)
    checked = Bytes(sum(count.values()))
    if not checked.number:
        return
    bad, slow = (
        sum(area.state is state for area in found.areas)
        for state in (AreaState.UNREADABLE, AreaState.SLOW)
    )
    if bad:
        yield Say(
            # Translators: {ranges} is like "2 ranges".
            "{lost} of {checked} could not be read ({ranges}).",
            lost=Bytes(count.get(AreaState.UNREADABLE, 0)),
            checked=checked,
            ranges=Plural("{count} range", "{count} ranges", bad),
        )
    else:
        yield Say("All {checked} could be read.", checked=checked)
    if slow:
        # Translators: {ranges} is like "2 ranges".
        yield Say("Slow: {ranges}.", ranges=Plural("{count} range", "{count} ranges", slow))
