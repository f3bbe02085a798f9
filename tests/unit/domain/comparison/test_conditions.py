# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What else differs between runs, and the warnings for it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.builders.compared_runs import START, STEADY, phase, run

from driveproof.domain.comparison.cautions import Caution
from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.conditions import Differing, condition_title, condition_values
from driveproof.domain.comparison.health_over_runs import health_spans
from driveproof.domain.comparison.matching import Side
from driveproof.domain.health.report import Health
from driveproof.domain.health.snapshot import AFTER, BEFORE, HealthSnapshot
from driveproof.domain.quantity import OneOf, WorkTime
from driveproof.domain.run.run import Companion, Environment, Run
from driveproof.domain.run.work import OUR_WORK
from driveproof.wording.say import value_text


def condition_texts(one: Differing) -> tuple[str, ...]:
    return tuple(map(value_text, condition_values(one)))


def pair(*others: Run, **more: Any) -> Comparison:
    return compare_sides([Side("old", (run(phase(STEADY)),)), Side("new", others)], **more)


def other(**more: Any) -> Run:
    return run(phase(STEADY), **{"id": "0bbbbbbbb", "days": 1, **more})


def codes(found: Comparison) -> list[str]:
    return [one.code for one in found.cautions]


def test_alike_runs_have_nothing_to_warn_of() -> None:
    found = pair(other())
    assert (found.differs, found.cautions) == ((), ())


def test_a_long_list_of_mount_options_can_wrap() -> None:
    (one,) = pair(other(target={"mount_options": ("rw", "noatime", "discard")})).differs
    assert condition_texts(one)[1] == "discard, noatime, rw"


@pytest.mark.parametrize(
    ("what", "more", "warned"),
    [
        ("firmware", {"target": {"firmware": "2.0"}}, False),
        ("filesystem", {"target": {"filesystem": "xfs"}}, False),
        ("mount_options", {"target": {"mount_options": ("rw", "noatime")}}, False),
        ("drive", {"target": {"drive": "serial:S2", "serial": "S2"}}, True),
        ("kind", {"target": {"kind": "device"}}, True),
        ("profile", {"profile": "latency"}, True),
        ("kernel", {"environment": {"kernel": "6.13"}}, False),
        ("fio", {"environment": {"fio": "fio-3.40"}}, True),
        ("driveproof", {"environment": {"driveproof": "0.2.0"}}, False),
        ("scheduler", {"environment": {"scheduler": "bfq"}}, False),
        ("fill", {"environment": {"fill": 0.6}}, True),
        ("temperature", {"environment": {"temperature_before": 50.0}}, True),
        ("power_source", {"environment": {"power_source": "battery"}}, True),
        ("governor", {"environment": {"governor": "performance"}}, True),
        ("io_path", {"environment": {"io_path": "memory"}}, True),
        ("test_file_size", {"environment": {"test_file_size": 2**31}}, True),
    ],
)
def test_each_thing(what: str, more: dict[str, Any], warned: bool) -> None:
    """In both directions; with a warning if it disturbs the comparison and was not intended."""
    found = pair(other(**more))
    (one,) = found.differs
    assert one.what == what
    assert one.before != one.after and condition_texts(one)[0] != condition_texts(one)[1]
    assert condition_texts(one)[0] and condition_texts(one)[1]
    assert bool(found.cautions) is warned
    if warned:
        assert not pair(other(**more), compared=what).cautions


def test_where_the_log_of_a_database_is() -> None:
    logged = replace(phase(STEADY), work=replace(OUR_WORK, log_block=16384))
    here, apart = run(logged), run(logged, id="0bbbbbbbb", days=1)
    on = Companion("/mnt/log", "/dev/sdb1", "Log drive", "L1", "sdb")
    apart = replace(apart, environment=replace(apart.environment, log=on))
    found = compare_sides([Side("old", (here,)), Side("new", (apart,))])
    (_one,) = found.differs
    assert found.primary  # the same tests, and that is what is asked
    assert not found.cautions
    assert not compare_sides([Side("old", (apart,)), Side("new", (apart,))]).differs


@pytest.mark.parametrize(
    ("what", "before", "after", "warned"),
    [
        ("block_format", 512, 4096, False),
        ("usb_driver", "usb-storage", "uas", False),
        ("link_power", "SATA min_power", "SATA max_performance", True),
    ],
)
def test_how_the_drive_is_attached(
    what: str, before: str | int, after: str | int, warned: bool
) -> None:
    """Where only one side knows it, as with runs of older versions, nothing differs."""
    old = replace(other(id="0aaaaaaaa"), environment=Environment(**{what: before}))  # type: ignore[arg-type]
    new = replace(other(), environment=Environment(**{what: after}))  # type: ignore[arg-type]
    found = compare_sides([Side("old", (old,)), Side("new", (new,))])
    (one,) = found.differs
    assert (one.what, one.before, one.after) == (what, before, after)
    assert "." not in "".join(condition_texts(one))
    titles = [caution.say[0].values.get("title") for caution in found.cautions]
    assert (condition_title(one.what) in titles) is warned
    unknown = replace(other(), environment=Environment())
    assert compare_sides([Side("old", (unknown,)), Side("new", (new,))]).differs == ()


@pytest.mark.parametrize(
    "more",
    [
        {"environment": {"fill": 0.51}},
        {"environment": {"temperature_before": 44.0}},
        {"environment": {"temperature_before": None, "kernel": None, "fill": None}},
        {"environment": {"fill": float("nan")}},
        {"target": {"firmware": None, "mount_options": ("relatime", "rw")}},
        {"environment": {"fio": "3.39"}},
        {"profile": "imported"},
    ],
)
def test_what_is_no_difference(more: dict[str, Any]) -> None:
    """Little, unknown, no number, or in another order."""
    assert not pair(other(**more)).differs


def test_more_than_one_thing() -> None:
    changed = other(target={"firmware": "2.0"}, environment={"kernel": "6.13"})
    several = [Caution.SEVERAL_DIFFER]
    assert codes(pair(changed)) == several
    assert codes(pair(changed, compared="firmware")) == several
    # A TRIM was the purpose.
    assert codes(pair(other(target={"firmware": "2.0"}), compared="")) == several


def test_another_drive_has_another_firmware() -> None:
    """New against old: that the firmware is another is no second thing."""
    target = {"drive": "serial:S2", "serial": "S2", "model": "Disk Y", "firmware": "9"}
    found = pair(other(target=target))
    assert [one.what for one in found.differs] == ["drive", "firmware"]
    assert condition_texts(found.differs[0])[0] == "Disk X"
    assert codes(found) == [Caution.CONDITION_DIFFERS]


def test_a_drive_without_a_model_is_named_once() -> None:
    target = {"model": None, "serial": None, "device": "/dev/loop7", "drive": "/dev/loop7"}
    assert condition_texts(pair(other(target=target)).differs[0])[1] == "/dev/loop7"
    drives = [
        run(phase(STEADY), id=f"0{n}", target={**target, "device": f"/dev/loop{n}", "drive": None})
        for n in (1, 2)
    ]
    (one,) = compare_sides([Side("old", (drives[0],)), Side("new", (drives[1],))]).differs
    assert (condition_texts(one)[0], condition_texts(one)[1]) == ("/dev/loop1", "/dev/loop2")


def test_the_same_model_is_told_apart_by_its_serial() -> None:
    found = pair(other(target={"drive": "serial:S2", "serial": "S2"}))
    assert (condition_texts(found.differs[0])[0], condition_texts(found.differs[0])[1]) == (
        "Disk X S1", "Disk X S2",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("more", "caution"),
    [
        ({"status": "cancelled"}, Caution.NOT_FINISHED),
        ({"status": "failed"}, Caution.NOT_FINISHED),
        ({"environment": {"driveproof": None}}, Caution.NOT_KNOWN),
        ({"id": "0aaaaaaaa"}, Caution.SAME_MEASUREMENT),
        ({"days": -1}, Caution.REVERSED),
    ],
)
def test_runs_that_are_odd(more: dict[str, Any], caution: Caution) -> None:
    assert caution in codes(pair(other(**more)))


def test_a_side_of_two_states() -> None:
    found = pair(other(), other(target={"firmware": "2.0"}))
    (one,) = found.differs
    assert condition_texts(one)[1] == "1.0, 2.0"


def test_tests_of_another_length() -> None:
    longer = run(phase(STEADY, planned_seconds=30.0), id="0b", days=1)
    (caution,) = pair(longer).cautions
    assert caution.code == Caution.OTHER_LENGTHS
    assert caution.say[0].values["lengths"] == OneOf((WorkTime(2.0), WorkTime(30.0)))


def snapshot(number: int, day: float, identity: str = "serial:S1", **more: Any) -> HealthSnapshot:
    taken = START + timedelta(days=day)
    health = Health(**{"kind": "ata", "serial": "S1", "source": "x", "taken": taken, **more})
    reason = AFTER if number % 2 else BEFORE
    return HealthSnapshot(number, identity, taken, reason, f"run {number}", "1.0", health)


def test_health_from_the_first_to_the_last() -> None:
    one, two = run(phase(STEADY)), other()
    kept = {
        one.id: ((snapshot(0, 0, written=100), snapshot(1, 0.1, written=200)),),
        two.id: ((snapshot(2, 1, written=300), snapshot(3, 1.1, written=500, crc_errors=0)),),
    }
    sides = (Side("old", (one,)), Side("new", (two,)))
    for turned in (sides, sides[::-1]):
        (span,) = health_spans(turned, kept, lambda _: None)
        assert (span.before.id, span.after.id) == (0, 3)
        (change,) = span.changes
        assert (change.key, change.amount) == ("written", 400)


def test_health_is_compared_by_way_of_one_source() -> None:
    """smartctl was there in the beginning only: UDisks2 saw both sides, and less of the time."""
    one, two = run(phase(STEADY)), other()
    udisks, smartctl = "UDisks2 (ATA SMART)", "smartctl 7.3"
    kept = {
        one.id: (
            (
                snapshot(0, 0, source=smartctl, written=10**12),
                snapshot(1, 0.1, source=udisks, written=200),
            ),
        ),
        two.id: (
            (
                snapshot(2, 1, source=udisks, written=300),
                snapshot(3, 1.1, source="smartctl 7.5", written=10**12 + 7),
            ),
        ),
    }
    sides = (Side("old", (one,)), Side("new", (two,)))
    (span,) = health_spans(sides, kept, lambda _: None)
    assert (span.before.id, span.after.id) == (0, 3)  # a newer smartctl is still smartctl
    kept[two.id] = ((snapshot(2, 1, source=udisks, written=300), None),)
    (span,) = health_spans(sides, kept, lambda _: None)
    assert (span.before.id, span.after.id) == (1, 2)
    assert [(change.key, change.amount) for change in span.changes] == [("written", 100)]
    kept[one.id] = ((snapshot(0, 0, source=smartctl), None),)
    assert health_spans(sides, kept, lambda _: None) == ()


def test_health_counts_only_what_was_written_between() -> None:
    """The snapshots of the first run's beginning are another source's: what it wrote is not in."""
    wrote = phase(STEADY, direction="write")
    wrote = replace(wrote, repeats=tuple(replace(one, fio_json=b"{}") for one in wrote.repeats))
    nothing = {"test_file_size": None}
    one = run(wrote, environment=nothing)
    two = run(wrote, id="0bbbbbbbb", days=1, environment=nothing)
    kept = {
        one.id: ((None, snapshot(1, 0.1, written=200)),),
        two.id: ((snapshot(2, 1, written=300), snapshot(3, 1.1, written=500)),),
    }
    sides = (Side("old", (one,)), Side("new", (two,)))
    (span,) = health_spans(sides, kept, lambda _: 10)
    (change,) = span.changes
    # six repeats of the second run
    assert (change.amount, change.by_test) == (300, 60)


def test_health_of_drives_that_are_not_the_same() -> None:
    one, two = run(phase(STEADY)), other()
    kept = {
        one.id: ((snapshot(0, 0), snapshot(1, 0.1)),),
        two.id: ((snapshot(2, 1, "serial:S2"), None),),
    }
    sides = (Side("old", (one,)), Side("new", (two,)))
    assert health_spans(sides, kept, lambda _: None) == ()
    assert health_spans(sides, {}, lambda _: None) == ()
