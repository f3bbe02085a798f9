# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether a drive stores as much as it says, and how much it really has."""

from __future__ import annotations

from collections.abc import Iterator

from driveproof.domain.answer import Answer
from driveproof.domain.by_position import area_blocks, position_blocks, position_sentences
from driveproof.domain.figure import Fact, Facts
from driveproof.domain.quantity import Bytes, Share
from driveproof.domain.run.area_map import AreaMap, lost_blocks, map_of
from driveproof.domain.run.areas import AREA_BLOCK, CapacityResult, CapacityVerdict
from driveproof.domain.run.result import ChartOf, charts_of_check
from driveproof.domain.run.run import Run
from driveproof.domain.say import Say


def answer(run: Run) -> Answer:
    """What was lost of what was written, in which state it is, and how fast it was written."""
    found = map_of(run)
    if found is None:
        return Answer((), ())
    said = tuple(_sentences(found)) or tuple(position_sentences(run))
    blocks = (*_true(found), *area_blocks(found), *position_blocks(run, found.size))
    return Answer(said, blocks, bad=bool(found.faults))


def charts(run: Run) -> tuple[ChartOf, ...]:
    """The map, and the speeds."""
    return charts_of_check(run)


def _sentences(found: AreaMap) -> Iterator[Say]:
    capacity = found.capacity
    if capacity.verdict is CapacityVerdict.NOTHING:
        return
    if not found.probed:
        yield _verdict(capacity, found)
        if capacity.lost:
            yield Say(
                "{lost} of {checked} ({share}) were lost.",
                lost=Bytes(capacity.lost),
                checked=Bytes(capacity.checked),
                share=Share(capacity.lost / capacity.checked, figures=3),
            )
    elif capacity.verdict is CapacityVerdict.WHOLE:
        # Nothing is known of what lies between the blocks.
        yield Say(
            "No sign of a fake: all {count} blocks were read back.",
            count=capacity.checked // AREA_BLOCK,
        )
    else:
        yield _verdict(capacity, found)
        if capacity.lost:
            yield lost_blocks(capacity)


def _verdict(capacity: CapacityResult, found: AreaMap) -> Say:
    checked = Bytes(capacity.checked)
    true = Bytes(capacity.true or 0)
    match capacity.verdict:
        case CapacityVerdict.WHOLE if found.of_files:
            return Say("All {checked} of free space are correct.", checked=checked)
        case CapacityVerdict.WHOLE:
            return Say("All {checked} are correct.", checked=checked)
        case CapacityVerdict.WRAPS:
            return Say("A fake, or its adapter: data repeats every {true}.", true=true)
        case CapacityVerdict.ENDS if found.of_files:
            return Say(
                "A fake, its adapter, or a defect: only the first {true} of the free space is"
                " stored.",
                true=true,
            )
        case CapacityVerdict.ENDS:
            return Say(
                "A fake, or its adapter: the true capacity is {size}.", size=_true_size(capacity)
            )
    return Say("The drive does not return what was written.")


def _true(found: AreaMap) -> Iterator[Facts]:
    """What the drive really has; nothing where that is what it says."""
    if found.capacity.true is not None:
        title = Say("True capacity")
        yield Facts((Fact("true_capacity", title, _true_size(found.capacity)),))


def _true_size(capacity: CapacityResult) -> Bytes | Say:
    """As far as it is known: blocks of a probe lie apart."""
    least = Bytes(capacity.true or 0)
    if capacity.true_to is None:
        return least
    return Say("{low} to {high}", low=least, high=Bytes(capacity.true_to))
