# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The health of drives is stored as read, and thinned out with time."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from driveproof.domain.errors import UsageError
from driveproof.domain.health.report import Health
from driveproof.domain.health.snapshot import AFTER, ASKED, BEFORE, OPEN
from driveproof.domain.health.verdict import CAUTION, FAILING, GOOD, UNKNOWN
from driveproof.domain.run.run import Run
from driveproof.history.snapshots import Snapshots
from driveproof.history.store import History

NOW = datetime(2026, 11, 21, 10, 12, 30, 123456, tzinfo=UTC)
HOUR = timedelta(hours=1)
DRIVE = "wwn:eui.0025384b21a0b5c1"


def health(taken: datetime = NOW, **fields: object) -> Health:
    return replace(Health(taken=taken, firmware="4B2Q", temperature=41.0, written=10**13), **fields)  # type: ignore[arg-type]


@pytest.fixture
def snapshots(history: History) -> Snapshots:
    return Snapshots(history)


def test_what_is_kept_comes_back_in_the_order_of_time(snapshots: Snapshots) -> None:
    snapshots.add(DRIVE, health(NOW + HOUR), ASKED, firmware="5B2Q")
    snapshots.add(DRIVE, health(), OPEN)
    snapshots.add("serial:Other:1\udcff\0", health(), OPEN)
    first, second = snapshots.of(DRIVE)
    assert (first.taken, first.reason, first.run, first.firmware) == (NOW, OPEN, None, "4B2Q")
    assert (second.reason, second.firmware) == (ASKED, "5B2Q")
    assert first.health == health()
    assert snapshots.of(DRIVE, NOW + HOUR) == (second,)
    assert snapshots.latest(DRIVE) == second
    assert snapshots.latest(DRIVE, second.taken) == first
    assert snapshots.earliest(DRIVE, NOW + timedelta(seconds=1)) == second
    assert snapshots.latest("nobody") is None
    assert [found.identity for found in snapshots.of("serial:Other:1\udcff\0")] == [
        "serial:Other:1\udcff\0"
    ]
    assert [seen.firmware for seen in snapshots.firmware(DRIVE)] == ["4B2Q", "5B2Q"]


def test_those_of_a_run_by_drive(snapshots: Snapshots) -> None:
    for reason in (BEFORE, AFTER):
        snapshots.add(DRIVE, health(), reason, "7g4kq2m9x")
    snapshots.add("wwn:b", health(), BEFORE, "7g4kq2m9x")
    snapshots.add(DRIVE, health(), AFTER, "another")
    before, after = snapshots.all_of_run("7g4kq2m9x")[0]
    assert before is not None
    assert after is not None
    assert (before.reason, after.reason, after.run) == (BEFORE, AFTER, "7g4kq2m9x")
    assert [pair[1] is None for pair in snapshots.all_of_run("7g4kq2m9x")] == [False, True]
    ((before, after),) = snapshots.all_of_run("another")
    assert before is None and after is not None
    assert snapshots.all_of_run("nothing") == ()


def test_a_run_that_is_deleted_leaves_its_drives_health(
    history: History, snapshots: Snapshots, make_run: Callable[..., Run]
) -> None:
    run = make_run()
    snapshots.add(DRIVE, health(), BEFORE, run.id)
    history.begin(replace(run, phases=()))
    history.finish(run)
    history.save(run)  # once more: what belongs to it stays
    assert snapshots.all_of_run(run.id)[0][0] is not None
    whole, before = history.load(run.id), snapshots.all_of_run(run.id)
    taken = history.delete(run.id)
    (left,) = snapshots.of(DRIVE)
    assert (left.run, left.reason) == (None, BEFORE)
    assert snapshots.all_of_run(run.id) == ()
    history.restore([whole], taken)
    assert [head.id for head in history.heads()] == [run.id]
    assert snapshots.all_of_run(run.id) == before


def test_hourly_ones_thin_out_to_one_a_day_after_a_month(snapshots: Snapshots) -> None:
    begin = NOW.replace(hour=0, minute=30)
    for hours in range(0, 60 * 24, 6):
        snapshots.add(DRIVE, health(begin + hours * HOUR), OPEN)
    snapshots.add(DRIVE, health(begin + HOUR), ASKED)
    snapshots.add(DRIVE, health(begin + HOUR), BEFORE, "7g4kq2m9x")
    snapshots.add("wwn:other", health(begin), OPEN)
    snapshots.add("wwn:other", health(begin + HOUR), OPEN)
    snapshots.add(DRIVE, health(begin + 60 * 24 * HOUR), OPEN)
    kept = snapshots.of(DRIVE)
    opened = [found.taken for found in kept if found.reason == OPEN]
    old = [taken for taken in opened if taken < begin + 30 * 24 * HOUR - HOUR]
    assert [taken.hour for taken in old] == [18] * 30  # the last of each day
    assert len(opened) - len(old) == 30 * 4 + 1
    assert [found.reason for found in kept if found.reason != OPEN] == [ASKED, BEFORE]
    assert len(snapshots.of("wwn:other")) == 2


def test_what_a_person_has_seen_of_a_counter(snapshots: Snapshots) -> None:
    assert snapshots.acknowledged(DRIVE) == {}
    snapshots.acknowledge(DRIVE, "crc_errors", 7)
    snapshots.acknowledge(DRIVE, "crc_errors", 2**70)
    snapshots.acknowledge(DRIVE, "pending", 1)
    assert snapshots.acknowledged(DRIVE) == {"crc_errors": 2**70, "pending": 1}
    assert snapshots.acknowledged("wwn:other") == {}
    with pytest.raises(UsageError, match="temperature"):
        snapshots.acknowledge(DRIVE, "temperature", 50)


def test_what_was_told_last_survives_a_restart(history: History) -> None:
    first = Snapshots(history)
    assert first.told(DRIVE) is UNKNOWN
    first.tell({DRIVE: CAUTION})
    first.tell({DRIVE: FAILING, "wwn:b": GOOD})
    history.close()
    assert Snapshots(History(history.path)).told(DRIVE) is FAILING


@pytest.mark.parametrize(
    "blob",
    [b"", b"no zlib", zlib.compress(b"{"), zlib.compress(b"[1]"), zlib.compress(b"\xff" * 9), 7],
    ids=repr,
)
def test_a_damaged_one_does_not_take_the_others(
    history: History, snapshots: Snapshots, blob: object
) -> None:
    for hours in range(3):
        snapshots.add(DRIVE, health(NOW + hours * HOUR), ASKED, "7g4kq2m9x")
    with closing(sqlite3.connect(history.path)) as connection:
        connection.execute("UPDATE snapshots SET health = ? WHERE id = 3", (blob,))
        connection.commit()
    assert [found.id for found in snapshots.of(DRIVE)] == [1, 2]
    latest = snapshots.latest(DRIVE)
    assert latest is not None
    assert latest.id == 2
