# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Rates of the devices below a target, and their medians, in numbers and in text."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import replace

from tests.builders.exported import table_of

from driveproof.domain.run.members import Activity, activities, activity, role_title, typical
from driveproof.domain.run.run import CUT_SHORT, MemberStatistics, PhaseResult, Repeat, Role, Run
from driveproof.export.csv.run import MEMBER_COLUMNS, members_csv
from driveproof.export.text.layout import TextLayout
from driveproof.export.text.run import member_lines
from driveproof.wording.say import say_text

MB = 10**6


def members(
    reads: int, seconds: float = 2.0, busy: float | None = 1.0
) -> tuple[MemberStatistics, ...]:
    return (
        MemberStatistics("md0", Role.TARGET, reads * MB, 0, reads, 0, seconds, busy),
        MemberStatistics("sda", Role.BELOW, reads * MB, 0, reads, 0, seconds, busy),
        MemberStatistics("sdb", Role.BELOW, 0, 4 * MB, 0, 2, seconds, None),
    )


def phase(*repeats: Repeat) -> PhaseResult:
    return PhaseResult(
        "RND4K Q1T1 read", "Random", "read", "random", 4096, 1, 1, "psync", True, (), repeats
    )


def test_rates() -> None:
    assert activity(members(100)[0]) == Activity(
        "md0", Role.TARGET, 50 * MB, 0.0, 50.0, 0.0, 0.5, float(MB)
    )
    assert activity(MemberStatistics("sda", Role.BELOW, 1, 1, 1, 1, 0.0)) is None
    (over,) = activities(members(1, busy=2.5)[:1])
    assert over.busy == 1.0  # what the kernel counts in ticks can exceed the clock


def test_request_queue_and_waits_are_those_of_iostat() -> None:
    """By hand: 60 reads of 8 kB took 6 s in all, 20 writes of 4 kB took 10 s, in 4 s."""
    both = MemberStatistics("sda", Role.BELOW, 480_000, 80_000, 60, 20, 4.0, 3.0, 6.0, 10.0, 16.0)
    found = activity(both)
    assert found is not None
    assert (found.request, found.queue, found.busy) == (7000.0, 4.0, 0.75)
    assert (found.read_wait, found.write_wait, found.wait) == (0.1, 0.5, 0.2)
    idle = activity(MemberStatistics("sda", Role.BELOW, 0, 0, 0, 0, 4.0, 0.0, 0.0, 0.0, 0.0))
    assert idle is not None and idle.queue == 0.0
    assert (idle.request, idle.read_wait, idle.write_wait, idle.wait) == (None, None, None, None)
    # Kept by an older version.
    old = activity(MemberStatistics("sda", Role.BELOW, 480_000, 0, 60, 0, 4.0, 3.0))
    assert old is not None and (old.request, old.queue, old.wait) == (8000.0, None, None)
    two = [replace(both, queued=queued) for queued in (8.0, 16.0, 20.0)]
    repeats = [Repeat(order, {}, members=(one,)) for order, one in enumerate(two, 1)]
    assert typical(phase(*repeats))[0].queue == 4.0


def test_medians_of_what_counts() -> None:
    whole = [Repeat(order, {}, members=members(reads)) for order, reads in ((1, 10), (2, 40))]
    last = Repeat(3, {}, members=members(20, busy=None))
    cut = Repeat(4, {}, (CUT_SHORT,), members=members(5000))
    found = typical(phase(*whole, last, cut))
    assert [(each.device, each.role) for each in found] == [
        ("md0", Role.TARGET),
        ("sda", Role.BELOW),
        ("sdb", Role.BELOW),
    ]
    assert found[0] == Activity("md0", Role.TARGET, 10.0 * MB, 0.0, 10.0, 0.0, 0.5, float(MB))
    assert (found[2].write_bandwidth, found[2].busy) == (2 * MB, None)
    assert typical(phase(cut))[0].read_iops == 2500
    assert typical(phase(Repeat(1, {}))) == ()


def test_text_names_each_device_only_where_there_are_several() -> None:
    layout = TextLayout(encoding="ascii")
    lines = member_lines(phase(Repeat(1, {}, members=members(100))), layout)
    assert [line.split() for line in lines] == [
        [
            *("Device", "read", "MB/s", "read", "IOPS", "write", "MB/s", "write", "IOPS"),
            *("Request", "Queue", "read", "wait", "write", "wait", "Busy"),
        ],
        ["md0", "Measured", "50.0", "50", "0", "0", "977", "KiB", "50", "%"],
        ["sda", "Underlying", "50.0", "50", "0", "0", "977", "KiB", "50", "%"],
        ["sdb", "Underlying", "0", "0", "2.00", "1", "1.9", "MiB"],
    ]
    alone = phase(Repeat(1, {}, members=members(100)[:1]))
    assert member_lines(alone, layout) == []


def test_they_are_in_the_details_and_in_a_table_of_their_own(make_run: Callable[..., Run]) -> None:
    run = make_run()
    first = run.phases[0]
    strange = replace(members(100)[1], device="s\x1bda")
    repeats = tuple(replace(repeat, members=(members(100)[0], strange)) for repeat in first.repeats)
    run = replace(run, phases=(replace(first, repeats=repeats), *run.phases[1:]))
    assert say_text(role_title(Role.BELOW)) in table_of(run, details=True)
    assert "\x1b" not in table_of(run, details=True)
    assert say_text(role_title(Role.BELOW)) not in table_of(run)
    rows = list(csv.reader(io.StringIO(members_csv(run))))
    assert rows[0] == list(MEMBER_COLUMNS)
    assert len(rows) == 1 + 2 * len(repeats)
    assert rows[1][3:] == ["md0", "target", "2", str(100 * MB), "0", "100", "0", "1", "", "", ""]
