# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tests of whole drives, made by their own moves: open in the middle, kept, returned."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

from driveproof.domain.drive_test.drive_test import (
    EXTENDED,
    SELF_TESTS,
    SHORT,
    WRITE,
    DriveTest,
    ForeseenCost,
    FullPass,
    RandomReads,
    SelfTestResult,
    Way,
)
from driveproof.domain.experiment.experiment import ExperimentTarget
from driveproof.domain.health.report import NVME, PASSED, TEST_FAILED, Health
from driveproof.domain.health.self_test_kind import SelfTestKind
from driveproof.domain.notes import Failure, Note
from driveproof.domain.run.areas import Area, AreaState, area
from driveproof.domain.run.run import Position, TargetKind

NOW = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
SIZE = 1000 * 10**9 - 1000 * 10**9 % 4096
PARTS = 200
PART = SIZE // PARTS - SIZE // PARTS % 2**20
HOUR = 3600.0


def target(**more: Any) -> ExperimentTarget:
    """A device of 1 TB."""
    values: dict[str, Any] = {
        "path": "/dev/nvme1n1", "kind": TargetKind.DEVICE, "identity": "wwn:eui.0025385b71b00a11",
        "model": "Samsung SSD 990 PRO 1TB", "serial": "S6Z1NF0W123456B", "firmware": "4B2QJXD7",
        "size": SIZE, "disk": "/dev/nvme1n1", **more,
    }  # fmt: skip
    return ExperimentTarget(**values)


def health(**more: Any) -> Health:
    """What the drive says of itself: as new."""
    values: dict[str, Any] = {
        "taken": NOW, "source": "smartctl 7.4", "kind": NVME, "model": "Samsung SSD 990 PRO 1TB",
        "serial": "S6Z1NF0W123456B", "wwn": "eui.0025385b71b00a11", "firmware": "4B2QJXD7",
        "rotational": False, "passed": True, "temperature": 34.0, "temperature_warning": 82.0,
        "temperature_critical": 85.0, "warning_seconds": 0.0, "critical_seconds": 0.0,
        "power_on": 2 * HOUR, "power_cycles": 4, "unsafe_shutdowns": 1, "written": 10**9,
        "read": 2 * 10**9, "used": 0.0, "spare": 1.0, "spare_threshold": 0.1, "media_errors": 0,
        "error_log_entries": 0, **more,
    }  # fmt: skip
    return Health(**values)


def begun_test(number: int = 1, **more: Any) -> DriveTest:
    """One that is about to start."""
    tests = ((SelfTestKind.SHORT, 120.0), (SelfTestKind.EXTENDED, 2100.0))
    cost = ForeseenCost(seconds=700.0, bytes_written=SIZE, share=1 / 600, self_tests=tests)
    values: dict[str, Any] = {
        "id": f"0dt{number}", "created": NOW, "target": target(), "way": Way.OVERWRITE,
        "size": SIZE, "number": 2**63 + 12345, "cost": cost, **more,
    }  # fmt: skip
    return DriveTest(**values)


def at(minutes: float) -> datetime:
    """So many minutes after the beginning."""
    return NOW + timedelta(minutes=minutes)


def with_short_test(test: DriveTest) -> DriveTest:
    """Identity, SMART and the short self-test are done."""
    test = test.going(at(0)).with_health(health()).warmed(34).finished(at(0.1), 5)
    return with_self_test(test, at(0.2), 120)


def with_self_test(test: DriveTest, when: datetime, seconds: float, **how: Any) -> DriveTest:
    """The next self-test has ended."""
    step = test.require_open()
    kind = SELF_TESTS[step]
    ended = when + timedelta(seconds=seconds)
    result = SelfTestResult(**{"kind": kind, "status": PASSED, **how})
    test = test.going(when).testing_itself(kind).warmed(35).warmed(41)
    return test.tested_itself(result).finished(ended, seconds)


def moved(test: DriveTest, parts: int, bad: dict[int, AreaState] | None = None) -> DriveTest:
    """So many parts of the pass that is on further; `bad` parts have a block in another state."""
    for _part in range(parts):
        begin = test.current.done if test.current else 0
        size = min(PART, SIZE - begin)
        if not size:
            break
        areas: list[Area] = [area(begin, size, AreaState.RIGHT)]
        if bad and (state := bad.get(begin // PART)):
            areas = [
                area(begin, size // 2 // 4096 * 4096, AreaState.RIGHT),
            ]
            areas.append(area(areas[0].end, 2**20, state))
            areas.append(area(areas[1].end, begin + size - areas[1].end, AreaState.RIGHT))
        if test.step == WRITE:
            areas = []
        rate = 3e9 if test.step == WRITE else 5e9
        test = test.moved_on(Position(begin, size, size / rate), size, areas)
        test = test.warmed(52 + begin / SIZE * 14)
    return test


def half_written() -> DriveTest:
    """Open: a reboot has interrupted the writing once, and 120 of its parts are done."""
    test = with_short_test(begun_test(1)).going(at(3)).probed((area(0, 4096, AreaState.RIGHT),))
    test = moved(test, 80)
    failed = Failure(Note("The machine was restarted."))
    return moved(test.interrupted(at(8), 300, failed), 40).worked_on(60)


def written_and_read(test: DriveTest) -> DriveTest:
    """Both passes are done."""
    test = moved(with_short_test(test).going(at(3)), PARTS + 1).finished(at(9), 340)
    return moved(test.going(at(9)), PARTS + 1).finished(at(13), 205)


def good_test(number: int = 2) -> DriveTest:
    """Finished: nothing was found."""
    test = written_and_read(begun_test(number)).going(at(13))
    reads = RandomReads(run="0drr", iops=15_200, median=63e-6, p99=91e-6, longest=1.4e-3)
    test = test.with_random(reads).warmed(48).finished(at(14), 60)
    test = with_self_test(test, at(14), 2100)
    end = health(
        taken=at(50), temperature=45.0, written=SIZE + 10**9, read=SIZE + 3 * 10**9,
        power_on=3 * HOUR,
    )  # fmt: skip
    return test.going(at(50)).with_health(end).finished(at(50.1), 5)


def returned_test(number: int = 3) -> DriveTest:
    """Finished early: three areas came back with other data, and one could not be read."""
    test = moved(with_short_test(begun_test(number)).going(at(3)), PARTS + 1)
    test = test.finished(at(9), 340)
    bad = {2: AreaState.CHANGED, 17: AreaState.UNREADABLE, 40: AreaState.EMPTY}
    test = moved(test.going(at(9)), 44, bad).stopping(at(10), 60)
    end = health(taken=at(11), temperature=58.0, media_errors=3, written=SIZE + 10**9)
    return test.going(at(11)).with_health(end).finished(at(11.1), 5)


def failed_self_test(number: int = 4) -> DriveTest:
    """Finished early: the drive's own short self-test failed."""
    test = begun_test(number).going(at(0)).with_health(health()).finished(at(0.1), 5)
    test = test.going(at(1)).testing_itself(SelfTestKind.SHORT)
    result = SelfTestResult(kind=SelfTestKind.SHORT, status=TEST_FAILED, lba=123_456)
    test = test.tested_itself(result).stopping(at(2), 50)
    return test.going(at(2)).with_health(health(taken=at(2))).finished(at(2.1), 5)


def in_folder(number: int = 5) -> DriveTest:
    """Finished: what was free in a folder is right; there is nothing that tests itself."""
    where = target(path="/mnt/stick", kind=TargetKind.FILE, mount_point="/mnt/stick", uuid="1-2")
    test = begun_test(
        number, way=Way.FOLDER, target=where, without=(SHORT, EXTENDED), size=64 * 10**9
    )
    test = test.going(at(0)).with_health(health()).finished(at(0.1), 5).going(at(1))
    size = 64 * 10**9 // 4096 * 4096
    segments = (Position(0, size, 1600.0),)
    written = FullPass(size, size, segments)
    read = FullPass(size, size, segments, (area(0, size, AreaState.RIGHT),))
    test = test.with_free_space(written, read, "0drf").finished(at(60), 3200)
    skipped = Note("The random reads were left out.")
    test = test.going(at(60)).finished(at(60), 0, skipped)
    return test.going(at(60)).with_health(health(taken=at(60))).finished(at(60.1), 5)


def every_test() -> tuple[DriveTest, ...]:
    """One of each kind, newest first."""
    made = (half_written(), good_test(), returned_test(), failed_self_test(), in_folder())
    return tuple(
        replace(test, created=NOW - timedelta(days=number)) for number, test in enumerate(made)
    )
