# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which self-test of a drive is due, from how often each is wanted and when it was done last."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.health.kept_tests import KeptTest
from driveproof.domain.health.report import ABORTED
from driveproof.domain.health.self_test_kind import SelfTestKind

KINDS = (SelfTestKind.EXTENDED, SelfTestKind.SHORT)
"""The longest first: one of them has done all that a shorter one does."""
AGAIN = timedelta(days=1)
"""The time after a failed attempt before the next one."""
_LEAST, _MOST = timedelta(hours=1), timedelta(days=365)
_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


@dataclass(frozen=True, slots=True)
class Schedule:
    """How often each kind of self-test is wanted; without any, none is ever due."""

    every: tuple[tuple[SelfTestKind, timedelta], ...] = ()

    @classmethod
    def of(cls, text: str) -> Schedule:
        """The one that "short=7d,extended=30d" names; "" for none. Raises UsageError."""
        found: dict[str, timedelta] = {}
        for part in filter(None, text.replace(" ", "").split(",")):
            match = re.fullmatch(r"([a-z]+)=(\d{1,4})([hdw])", part)
            span = int(match[2]) * _UNITS[match[3]] if match else timedelta()
            if match is None or match[1] not in KINDS or not _LEAST <= span <= _MOST:
                raise UsageError(
                    "'{text}' is not valid.",
                    text=part,
                    advice=Advice("Write it like {example}.", example="short=7d,extended=4w"),
                )
            found[match[1]] = span
        return cls(tuple((kind, found[kind]) for kind in KINDS if kind in found))

    def only(self, kinds: Sequence[SelfTestKind]) -> Schedule:
        """Of these kinds, which a drive can do."""
        return Schedule(tuple(one for one in self.every if one[0] in kinds))

    def due(
        self, done: Mapping[str, datetime], tried: Mapping[str, datetime], now: datetime
    ) -> SelfTestKind | None:
        """The kind that is due, None for none.

        `done` and `tried` are when each kind was done and attempted last. A moment in the future,
        from a clock that was wrong, is none.
        """
        for kind, span in self.every:
            as_good = KINDS[: KINDS.index(kind) + 1]
            last = [done[one] for one in as_good if one in done and done[one] <= now]
            attempt = tried.get(kind)
            waits = attempt is not None and attempt <= now < attempt + AGAIN
            # A longer one that could not be started does not keep a shorter one from its day.
            if not waits and all(now >= one + span for one in last):
                return kind
        return None


def last_done(
    tests: Sequence[KeptTest], power_on: float | None, now: datetime
) -> Mapping[str, datetime]:
    """When each kind was done last, as far as is known; aborted ones do not count.

    Of a test that only the drive's own log has, the drive's age (`power_on`, seconds) then and now
    gives the latest moment that it can have been.
    """
    found: dict[str, datetime] = {}
    for one in tests:
        if one.entry.status == ABORTED:
            continue
        when = one.begun
        if when is None and one.entry.at is not None and power_on is not None:
            when = now - timedelta(seconds=max(0.0, power_on - one.entry.at))
        if when is not None:
            found[one.entry.kind] = max(when, found.get(one.entry.kind, when))
    return found
