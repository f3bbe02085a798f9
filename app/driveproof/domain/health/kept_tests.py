# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Self-tests as we keep them: which lines of a drive's log are new, and how a begun one ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from driveproof.domain.health.report import (
    NOT_SAID,
    NVME,
    PASSED,
    RUNNING,
    Health,
    SelfTestEntry,
    SelfTests,
)
from driveproof.domain.health.self_test_kind import SelfTestKind

_HOUR = 3600.0
_LEAST_DONE = 0.1
"""The share of a test that has to be done before its pace says when it ends."""
NVME_SHORT_SECONDS = 120.0
"""An NVMe drive's short self-test takes two minutes or less (NVM Express Base Specification 2.0,
8.6, "Short Device Self-Test Operation")."""


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptTest:
    """One self-test of a drive.

    `noted` is when we read how it ended (or that it runs), `begun` when it was started or first
    seen to run; None for one that only the drive's log has. `began_at` is the drive's age in
    seconds then. `ours` says that it was started from here, at `begun` exactly. `logged` says
    whether the entry is the drive's own line, else it is what we saw. `number` is that of the
    stored row, 0 for none.
    """

    entry: SelfTestEntry
    noted: datetime
    begun: datetime | None = None
    began_at: float | None = None
    ours: bool = False
    logged: bool = False
    firmware: str = ""
    number: int = 0

    @property
    def running(self) -> bool:
        """Whether its end has not been read yet."""
        return self.entry.status == RUNNING

    @property
    def ended(self) -> datetime | None:
        """When its end was read; None where it runs, and where only the drive's log has it."""
        return None if self.running or self.begun is None else self.noted


def begun_test(kind: str, health: Health | None, now: datetime, *, ours: bool = True) -> KeptTest:
    """A test that is started now, or was seen to run; `health` is the newest reading, None without
    one.
    """
    return KeptTest(
        entry=SelfTestEntry(kind=kind, status=RUNNING),
        noted=now,
        begun=now,
        began_at=health.power_on if health is not None else None,
        ours=ours,
        firmware=health.firmware if health is not None else "",
    )


def settled_tests(kept: Sequence[KeptTest], health: Health) -> tuple[KeptTest, ...]:
    """What a reading adds to the `kept` tests of its drive, newest first there.

    Oldest first; a test with a number takes the place of that row. A reading that is older than the
    start of a test says nothing of its end.
    """
    tests = health.self_tests
    if tests is None or not health.known:
        return ()
    changes: list[KeptTest] = []
    seen = Counter(_key(one.entry) for one in kept if one.logged)
    open_rows = [one for one in kept if not one.logged]
    for entry in reversed(tests.entries):
        if entry.at is None or entry.status == RUNNING:
            continue
        if seen[_key(entry)] > 0:
            seen[_key(entry)] -= 1
            continue
        row = next((one for one in open_rows if _is_of(one, entry)), None)
        if row is None:
            made = KeptTest(entry=entry, noted=health.taken, firmware=health.firmware)
        else:
            open_rows.remove(row)
            made = replace(row, entry=entry)
            if row.running:
                made = replace(made, noted=health.taken)
        changes.append(replace(made, logged=True))
    pending = next((one for one in open_rows if one.running), None)
    if tests.running and pending is None:
        changes.append(begun_test(tests.kind, health, health.taken, ours=False))
    elif not tests.running and pending is not None and _is_newer(health, pending):
        entry = _last(tests, pending.entry.kind)
        changes.append(
            replace(pending, entry=replace(entry, at=health.power_on), noted=health.taken)
        )
    return tuple(changes)


def _key(entry: SelfTestEntry) -> tuple[str, str, int | None, int | None]:
    """Drives count whole hours: two of a kind in one hour are told apart by their number."""
    return entry.kind, entry.status, None if entry.at is None else int(entry.at // _HOUR), entry.lba


def _is_of(row: KeptTest, entry: SelfTestEntry) -> bool:
    """Whether a line of the log is the test that we saw."""
    if row.entry.kind not in {"", entry.kind} or row.began_at is None or entry.at is None:
        return False
    if entry.at < row.began_at - _HOUR:
        return False
    if row.running or row.entry.status == NOT_SAID:
        return True
    at = row.entry.at
    return row.entry.status == entry.status and (at is None or entry.at <= at + _HOUR)


def _is_newer(health: Health, row: KeptTest) -> bool:
    """Whether the drive was asked after the test began; UDisks2 dates readings in whole seconds."""
    if row.begun is None:
        return True
    updated = health.updated or health.taken
    return health.taken >= row.begun and updated >= row.begun.replace(microsecond=0)


def _last(tests: SelfTests, kind: str) -> SelfTestEntry:
    """How the last test ended, by a source that has no log with times."""
    if tests.entries and tests.entries[0].at is None:
        return replace(tests.entries[0], kind=tests.entries[0].kind or kind)
    return SelfTestEntry(kind=kind, status=PASSED if tests.passed else NOT_SAID)


def ended_tests(
    tests: SelfTests | None, kept: tuple[KeptTest, ...]
) -> list[tuple[SelfTestEntry, datetime | None]]:
    """Every known self-test with when it ended, newest first: what is kept, else the drive's log.

    What the drive says of its last one, without a time, comes before what is kept of others.
    """
    entries = tests.entries if tests is not None else ()
    if not kept:
        return [(entry, None) for entry in entries]
    found = [(one.entry, one.ended) for one in kept]
    last = entries[0] if entries and entries[0].at is None else None
    if last is not None and last.status != kept[0].entry.status:
        found.insert(0, (last, None))
    return found


def self_test_durations(
    health: Health, known: Sequence[tuple[str, float]] = ()
) -> Mapping[str, float]:
    """Seconds that each kind takes, as the drive reports, `known` from an earlier reading of it.

    Without either, an NVMe drive's short test has the limit of the specification.
    """
    told = health.self_tests.seconds if health.self_tests is not None else ()
    found = dict(told or known)
    kinds = health.self_tests.kinds if health.self_tests is not None else ()
    if health.kind == NVME and SelfTestKind.SHORT in kinds:
        found.setdefault(SelfTestKind.SHORT, NVME_SHORT_SECONDS)
    return found


def seconds_left(
    tests: SelfTests, taking: Mapping[str, float], begun: KeptTest | None, now: datetime
) -> float | None:
    """About how long the running test takes still; None where that cannot be known.

    By the drive's own duration where its kind is known, else by the pace since it began.
    """
    if not tests.running or tests.remaining is None:
        return None
    left = min(max(tests.remaining, 0.0), 1.0)
    kind = tests.kind or (begun.entry.kind if begun is not None else "")
    if kind in taking:
        return taking[kind] * left
    if begun is None or begun.begun is None or not begun.ours or 1 - left < _LEAST_DONE:
        return None
    elapsed = (now - begun.begun).total_seconds()
    return elapsed * left / (1 - left) if elapsed > 0 else None
