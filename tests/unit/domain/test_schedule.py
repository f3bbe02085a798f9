# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which self-test is due."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from driveproof.domain.errors import UsageError
from driveproof.domain.health.kept_tests import KeptTest
from driveproof.domain.health.report import ABORTED, PASSED, SelfTestEntry
from driveproof.domain.schedule import Schedule, last_done

NOW = datetime(2026, 3, 2, 8, tzinfo=UTC)
DAY = timedelta(days=1)
BOTH = Schedule.of("short=7d, extended=4w")


def test_it_is_read_whatever_the_order_and_unit() -> None:
    assert Schedule.of("extended=672h,short=1w") == BOTH
    assert Schedule.of("") == Schedule() and Schedule().due({}, {}, NOW) is None


@pytest.mark.parametrize(
    "text", ["short", "short=7", "short=0d", "long=7d", "short=366d", "short=-1d", "short=9999w"]
)
def test_what_is_no_schedule_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        Schedule.of(text)


def test_the_longest_one_is_due_first_and_does_for_the_shorter() -> None:
    assert BOTH.due({}, {}, NOW) == "extended"
    assert BOTH.due({"extended": NOW - 6 * DAY}, {}, NOW) is None
    assert BOTH.due({"extended": NOW - 7 * DAY}, {}, NOW) == "short"
    assert BOTH.due({"extended": NOW - 27 * DAY, "short": NOW}, {}, NOW) is None
    assert BOTH.due({"extended": NOW - 28 * DAY, "short": NOW}, {}, NOW) == "extended"


def test_a_failed_attempt_waits_a_day_and_keeps_nothing_else_waiting() -> None:
    tried = {"extended": NOW - timedelta(hours=23)}
    assert BOTH.due({}, tried, NOW) == "short"
    assert BOTH.due({}, {"extended": NOW - DAY}, NOW) == "extended"


def test_a_clock_that_was_wrong_stops_nothing() -> None:
    ahead = {"extended": NOW + 400 * DAY}
    assert BOTH.due(ahead, ahead, NOW) == "extended"


def test_when_a_test_was_done() -> None:
    def kept(kind: str, status: str, begun: datetime | None, at: float | None = None) -> KeptTest:
        return KeptTest(
            entry=SelfTestEntry(kind=kind, status=status, at=at), noted=NOW, begun=begun
        )

    tests = (
        kept("short", ABORTED, NOW),
        kept("short", PASSED, NOW - 3 * DAY),
        kept("short", PASSED, NOW - 9 * DAY),
        kept("extended", PASSED, None, at=1000.0),
    )
    assert last_done(tests, 1000.0 + 86400, NOW) == {"short": NOW - 3 * DAY, "extended": NOW - DAY}
    assert "extended" not in last_done(tests, None, NOW)
