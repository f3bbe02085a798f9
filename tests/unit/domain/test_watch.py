# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is announced of a drive or an array between two looks, and what is not."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.drive.array import ArrayAction, ArrayState
from driveproof.domain.health.verdict import (
    CAUTION,
    FAILING,
    GOOD,
    MEDIA_ERRORS,
    TEMPERATURE,
    UNKNOWN,
    AxisVerdict,
    Grade,
    HealthCode,
    HealthVerdict,
    HotFrom,
    finding_of,
    worst_grade,
)
from driveproof.domain.say import Say
from driveproof.domain.watch import Happening, KnownState, Sight, happened, is_gone

SAID = finding_of(HealthCode.NOT_REPORTED, Say("Not reported"))


def sight(
    celsius: float | None = 40, media: Grade = GOOD, heat: Grade = GOOD, life: float | None = None
) -> Sight:
    """A drive with a limit of 70 degrees Celsius."""
    thermal = AxisVerdict(TEMPERATURE, heat, SAID, hot_from=HotFrom(70.0, own=True))
    axes = (AxisVerdict(MEDIA_ERRORS, media, SAID), thermal)
    verdict = HealthVerdict(worst_grade((media, heat)), axes=axes)
    return Sight(
        key="a", device="/dev/a", model="A", verdict=verdict, temperature=celsius, life_left=life
    )


def array(
    active: int | None, action: ArrayAction | None = None, *, wanted: int = 2, broken: bool = False
) -> Sight:
    state = ArrayState(kind="md", wanted=wanted, active=active, action=action, broken=broken)
    return Sight(key="m", device="/dev/md0", model="m", array=state)


def told(sights: Iterable[Sight]) -> list[list[Happening]]:
    """What each look announces, from the first."""
    known: KnownState | None = None
    found = []
    for one in sights:
        known, events = happened(known, one)
        found.append([event.what for event in events])
    return found


def test_heat_that_stays_around_the_limit_is_announced_once() -> None:
    found = told(sight(celsius) for celsius in (40, 70, 68, 71, 66, 65, 69, 70))
    assert found == [[], ["hot"], [], [], [], ["cooled"], [], ["hot"]]


def test_a_temperature_that_is_unknown_is_neither_hot_nor_cool() -> None:
    assert told(sight(celsius) for celsius in (40, 75, None, 75)) == [[], ["hot"], [], []]


def test_heat_is_no_worse_verdict_as_well() -> None:
    assert told([sight(), sight(75, heat=CAUTION), sight(60)]) == [[], ["hot"], ["cooled"]]


def test_a_verdict_is_announced_at_each_change() -> None:
    grades = (CAUTION, CAUTION, FAILING, FAILING, GOOD)
    assert told(sight(media=one) for one in grades) == [[], [], ["worse"], [], ["better"]]


def test_only_a_failing_drive_is_announced_at_first() -> None:
    assert told([sight(99, FAILING, life=0.01)]) == [["worse"]]
    assert told([sight(99, CAUTION, CAUTION, life=0.01)]) == [[]]


def test_a_drive_that_was_not_readable_in_between() -> None:
    assert told(sight(media=one) for one in (CAUTION, UNKNOWN, CAUTION, UNKNOWN, FAILING)) == [
        [], [], [], [], ["worse"],
    ]  # fmt: skip


def test_each_step_of_life_is_announced_once() -> None:
    lives = (0.51, 0.5, 0.49, 0.51, 0.5, 0.04, None, 0.0)
    found = told(sight(life=life) for life in lives)
    assert found == [[], ["life"], [], [], [], ["life"], [], ["life"]]


def test_an_array_that_was_repaired() -> None:
    rebuild = ArrayAction.RECOVER
    looks = [array(2), array(2, ArrayAction.CHECK), array(1), array(1, rebuild), array(1, rebuild)]
    assert told([*looks, array(2)]) == [[], [], ["degraded"], ["rebuild"], [], ["repaired"]]


def test_a_rebuild_that_ends_in_vain_is_announced() -> None:
    looks = [array(1), array(1, ArrayAction.RECOVER), array(1), array(1)]
    assert told(looks) == [["degraded"], ["rebuild"], ["degraded"], []]


def test_an_array_that_is_degraded_at_first() -> None:
    assert told([array(1, ArrayAction.RECOVER), array(2)]) == [["degraded"], ["repaired"]]


def test_a_degraded_array_that_loses_another_member_is_announced_again() -> None:
    looks = [array(active, wanted=6) for active in (6, 5, 5, 4, 4, 5, 6)]
    assert told(looks) == [[], ["degraded"], [], ["degraded"], [], [], ["repaired"]]
    rebuild = ArrayAction.RECOVER
    looks = [array(5, rebuild, wanted=6), array(4, wanted=6), array(4, wanted=6)]
    assert told(looks) == [["degraded"], ["degraded"], []]


def test_a_degraded_array_that_fails_is_announced_again() -> None:
    looks = [array(2), array(1), array(1, broken=True), array(1, broken=True), array(2)]
    assert told(looks) == [[], ["degraded"], ["degraded"], [], ["repaired"]]
    looks = [array(None), array(None, broken=True), array(None, broken=True)]  # RAID 0
    assert told(looks) == [[], ["degraded"], []]


def test_a_state_that_was_kept_without_the_number_of_members_is_no_news() -> None:
    known = KnownState(device="/dev/md0", model="m", degraded=True)
    known, events = happened(known, array(1))
    assert events == ()
    assert [one.what for one in happened(known, array(0))[1]] == ["degraded"]


def test_what_went_is_announced_once_and_keeps_what_was_known() -> None:
    known, _ = happened(None, sight(media=CAUTION))
    known, events = is_gone(known, "a")
    assert [one.what for one in events] == ["gone"]
    known, events = is_gone(known, "a")
    assert events == ()
    _, events = happened(known, sight(media=CAUTION))
    assert [one.what for one in events] == ["back"]
