# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of a check of each place of a drive: its answer, its map, its list of bad places."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.profile.capacity import DeviceCapacityPlan
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.area_map import AreaMap, map_of
from driveproof.domain.run.areas import (
    BLOCK,
    PROBE_TEST,
    Area,
    AreaState,
    Capacity,
    CapacityVerdict,
    capacity_of,
    totals,
)
from driveproof.domain.run.run import PhaseResult, Run
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.units import format_latency, format_percent, format_size, group_digits

TESTS = (N_("Write everything"), N_("Read back"), N_("Probe"))
"""The titles of the tests of a check of capacity."""


def overwritten_part(profile: Profile, length: int, size: int | None) -> str:
    """What of a device of `size` bytes, None if unknown, a run overwrites: its first `length`
    bytes, or of a probe single blocks.
    """
    if isinstance(profile.plan, DeviceCapacityPlan) and profile.plan.only:
        return _("single blocks, including the partition table")
    if length == size:
        return _("all of it")
    return _("the first {size}").format(size=format_size(length))


def state_title(state: AreaState) -> str:
    """A state as the head of a row or in a legend."""
    return {
        AreaState.RIGHT: _("Good"),
        AreaState.SLOW: _("Slow"),
        AreaState.ALIAS: _("Data of another position"),
        AreaState.EMPTY: _("Empty"),
        AreaState.CHANGED: _("Changed data"),
        AreaState.UNREADABLE: _("Unreadable"),
        AreaState.UNWRITABLE: _("Unwritable"),
    }[state]


def check_answer(run: Run) -> str:
    """The answer of a check in sentences; "" where nothing was read back."""
    found = map_of(run)
    if found is None:
        return ""
    if not found.wrote:
        return _readable(found)
    answer = found.capacity
    if found.probed:
        return _probed(answer, found)
    sentences = [_verdict(answer, found), _lost(answer)]
    return " ".join(filter(None, sentences))


def _probed(answer: Capacity, found: AreaMap) -> str:
    """The answer of a probe, which knows nothing of what lies between its blocks."""
    if answer.verdict is CapacityVerdict.WHOLE:
        return _("No sign of a fake: all {count} blocks were read back.").format(
            count=group_digits(answer.checked // BLOCK)
        )
    sentences = [_verdict(answer, found)]
    if answer.lost:
        sentences.append(
            _("{lost} of {count} blocks were lost.").format(
                count=group_digits(answer.checked // BLOCK), lost=group_digits(answer.lost // BLOCK)
            )
        )
    return " ".join(sentences)


def probe_text(result: PhaseResult) -> str:
    """What a probe found, while the run goes on; "" for any other test."""
    if result.name != PROBE_TEST:
        return ""
    answer = capacity_of(
        [
            area
            for repeat in result.repeats
            for direction in repeat.directions.values()
            for area in direction.areas
        ]
    )
    return _("{lost} of {count} blocks were lost.").format(
        count=group_digits(answer.checked // BLOCK), lost=group_digits(answer.lost // BLOCK)
    )


def _readable(found: AreaMap) -> str:
    """The answer of a reading of everything."""
    count = totals(found.areas)
    checked = sum(count.values())
    if not checked:
        return ""
    lost = count.get(AreaState.UNREADABLE, 0)
    bad, slow = (
        sum(area.state is state for area in found.areas)
        for state in (AreaState.UNREADABLE, AreaState.SLOW)
    )
    said = [_("All {checked} could be read.").format(checked=format_size(checked))]
    if bad:
        said = [
            ngettext(
                "{lost} of {checked} could not be read ({count} range).",
                "{lost} of {checked} could not be read ({count} ranges).",
                bad,
            ).format(lost=format_size(lost), checked=format_size(checked), count=group_digits(bad))
        ]
    if slow:
        said.append(
            ngettext("{count} range was slow.", "{count} ranges were slow.", slow).format(
                count=group_digits(slow)
            )
        )
    return " ".join(said)


def _verdict(answer: Capacity, found: AreaMap) -> str:
    checked = format_size(answer.checked)
    true = format_size(answer.true or 0)
    match answer.verdict:
        case CapacityVerdict.WHOLE:
            if found.of_files:
                text = _("All {checked} of free space are correct.")
            else:
                text = _("All {checked} are correct.")
            return text.format(checked=checked)
        case CapacityVerdict.WRAPS:
            return _("A fake, or its adapter: data repeats every {true}.").format(true=true)
        case CapacityVerdict.ENDS:
            return _ends(answer, found)
        case CapacityVerdict.DAMAGED:
            return _("The drive does not return what was written.")
    return ""


def _ends(answer: Capacity, found: AreaMap) -> str:
    true = format_size(answer.true or 0)
    if found.of_files:
        return _(
            "A fake, its adapter, or a defect: only the first {true} of the free space is stored."
        ).format(true=true)
    return _("A fake, or its adapter: {size}.").format(size=true_size_text(answer))


def _lost(answer: Capacity) -> str:
    if not answer.lost:
        return ""
    return _("{lost} of {checked} ({share}) were lost.").format(
        lost=format_size(answer.lost),
        checked=format_size(answer.checked),
        share=format_percent(answer.lost / answer.checked, figures=3),
    )


def true_size_text(answer: Capacity) -> str:
    """The true capacity, "" where it is not known."""
    if answer.true is None:
        return ""
    least = format_size(answer.true)
    if answer.true_to is None:
        return least
    return _("{low} to {high}").format(low=least, high=format_size(answer.true_to))


def totals_rows(found: AreaMap) -> list[tuple[str, str, str]]:
    """Each state that occurs, with how much is in it and its share of what was checked."""
    count = totals(found.areas)
    checked = sum(count.values())
    return [
        (state_title(state), format_size(size), format_percent(size / checked, figures=3))
        for state in AreaState
        if (size := count.get(state, 0))
    ]


def bad_heads() -> tuple[str, ...]:
    """The heads of the list of bad places."""
    return (_("Position"), _("Length"), _("State"), _("Finding"))


def bad_rows(areas: Sequence[Area], most: int | None = None) -> list[tuple[str, ...]]:
    """The bad and the slow places, in their order; at most so many."""
    listed = [area for area in areas if area.state is not AreaState.RIGHT]
    return [
        (
            place_text(area.offset),
            format_size(area.bytes),
            state_title(area.state),
            detail_text(area),
        )
        for area in listed[:most]
    ]


def more_text(areas: Sequence[Area], most: int) -> str:
    """That there are more bad places than are listed; "" where there are not."""
    more = sum(area.state is not AreaState.RIGHT for area in areas) - most
    if more <= 0:
        return ""
    return ngettext(
        "{count} more: see the JSON or CSV export.",
        "{count} more: see the JSON or CSV export.",
        more,
    ).format(count=group_digits(more))


def place_text(offset: int) -> str:
    """A position: rounded, and exactly in bytes."""
    return _("{place} (byte {offset})").format(
        place=format_size(offset), offset=group_digits(offset)
    )


def detail_text(area: Area) -> str:
    """What else is known of an area: the data of which place, how many bits, how slow."""
    if area.counted != area.bytes:
        return _("{size} of it").format(size=format_size(area.counted, binary=True))
    if area.found is not None and area.shift is None:
        return _("block of {place} everywhere").format(place=format_size(area.found))
    if area.found is not None:
        return _("data of {place}").format(place=format_size(area.found))
    if area.bits:
        return ngettext("{count} bit", "{count} bits", area.bits).format(
            count=group_digits(area.bits)
        )
    if area.seconds:
        return _("took {duration}").format(duration=format_latency(area.seconds))
    return ""


def places_text(found: AreaMap) -> str:
    """What a position is: in the files, or on the device."""
    if found.of_files:
        return _("Positions are in the written files, not on the drive.")
    return _("Positions are on the device.")


def explanation_of_map(run: Run) -> list[str]:
    """What to know about the map and the list of a check."""
    found = map_of(run)
    if found is None:
        return []
    cell = _("Each cell shows its worst state.")
    return [places_text(found), cell]
