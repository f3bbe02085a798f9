# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks at every drive and array once, and says what happened since the last look."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from driveproof.domain.drive.drive import BlockDevice, Inventory, is_path, path_identity
from driveproof.domain.errors import DriveproofError
from driveproof.domain.health.rest import Occasion
from driveproof.domain.health.verdict import FAILING, UNKNOWN, Grade
from driveproof.domain.schedule import Schedule, last_done
from driveproof.domain.watch import ALONE, DriveEvent, Happening, Sight
from driveproof.engine.health.monitor import is_watched
from driveproof.engine.health.service import HealthService
from driveproof.engine.health.view import HealthView
from driveproof.engine.watch_record import WatchRecord
from driveproof.history.snapshots import Snapshots

_VERDICTS = frozenset({Happening.WORSE, Happening.BETTER})
_COMING_AND_GOING = frozenset({Happening.GONE, Happening.BACK})


class DriveWatch:
    """What was known is kept in `record`, so that a restart says nothing again: look, tell and
    `record.keep` in one `record.turn`.

    `gone`: that a drive disappears, or comes back, is an event too. Drives that sleep are not
    woken. `schedule`: self-tests are started when they are due, never with a prompt, one drive
    after the other; not of a drive that `is_busy` says is at work. `now` is the time.
    """

    def __init__(
        self,
        inventory: Callable[[], Inventory],
        service: HealthService,
        record: WatchRecord,
        *,
        gone: bool = False,
        schedule: Schedule | None = None,
        is_busy: Callable[[BlockDevice], bool] = lambda _: False,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self.record = record
        self.sights: tuple[Sight, ...] = ()
        """What the last look saw."""
        self._inventory = inventory
        self._service = service
        self._gone = gone
        self._schedule = schedule or Schedule()
        self._is_busy = is_busy
        self._now = now

    @property
    def bad(self) -> bool:
        """Whether at the last look a drive was failing or an array degraded."""
        return any(
            one.there and (one.word == FAILING or one.degraded)
            for one in self.record.known.values()
        )

    def look(self) -> tuple[DriveEvent, ...]:
        """What happened since the last look. Raises MachineError without UDisks2."""
        inventory = self._inventory()
        sights: list[Sight] = []
        views: list[tuple[str, BlockDevice, HealthView]] = []
        for device in inventory.devices:
            sights += array_sight(device)
            if is_watched(device):
                reading = self._service.read(device, inventory, occasion=Occasion.ROUTINE)
                view = self._service.view(device, inventory, reading)
                sights.append(drive_sight(device, view))
                views.append((sights[-1].key, device, view))
        self.sights = tuple(sights)
        self.record.begin()
        events = [event for sight in sights for event in self.record.happened(sight)]
        events += self._test(views, inventory)
        events += self.record.gone()
        return tuple(one for one in events if self._gone or one.what not in _COMING_AND_GOING)

    def _test(
        self, views: Iterable[tuple[str, BlockDevice, HealthView]], inventory: Inventory
    ) -> Iterator[DriveEvent]:
        """Start the first self-test that is due and possible; the others are due at later looks."""
        able = [one for one in views if one[2].health.self_tests is not None]
        running = any(tests.running for *_rest, view in able if (tests := view.health.self_tests))
        for key, device, view in able:
            if not (_is_awake(view) and view.may_be_kept):
                continue
            known, now = self.record.known[key], self._now()
            tests = view.health.self_tests
            assert tests is not None
            tried = {kind: datetime.fromtimestamp(at, UTC) for kind, at in known.tried.items()}
            done = last_done(view.self_tests, view.health.power_on, now)
            schedule = self._schedule.only(tests.kinds) if tests.kinds else self._schedule
            kind = schedule.due(done, tried, now)
            if running or not kind or self._is_busy(device):
                continue
            if self._service.read(device, inventory).health.asleep:  # it may be so by now
                continue
            error = None
            try:
                self._service.start_self_test(device, kind, ask=False)
                running = True
            except DriveproofError as refused:
                error = refused
            again = {**known.tried, kind: now.timestamp()}
            if error is None or not known.refused:
                yield DriveEvent(
                    what=Happening.TEST if error is None else Happening.TEST_REFUSED,
                    key=key, device=known.device, model=known.model, test=kind, error=error,
                )  # fmt: skip
            self.record.known[key] = replace(known, tried=again, refused=error is not None)


class News:
    """What the desktop has not been told yet by any program of the person: they share `record`.

    Look, show and `keep` in one `record.turn`. The history remembers the grades as well (`kept`):
    a record that was lost announces no drive again.
    """

    def __init__(self, record: WatchRecord, kept: Snapshots) -> None:
        self.record = record
        self._kept = kept
        self._grades: dict[str, Grade] = {}

    def look_at(self, sights: Iterable[Sight]) -> tuple[DriveEvent, ...]:
        """What happened to these drives and arrays since the desktop showed them last."""
        self.record.begin()
        self._grades = {}
        events: list[DriveEvent] = []
        for sight in sights:
            new = sight.key not in self.record.known and sight.verdict is not None
            news = self.record.happened(sight, self._told(sight.key) if new else UNKNOWN)
            # What is not announced, at the first look, is no grade that was told.
            if sight.verdict is not None and any(one.what in _VERDICTS for one in news):
                self._grades[sight.key] = sight.verdict.word
            events += news
        return tuple(one for one in events if one.what not in ALONE)

    def not_shown(self, event: DriveEvent) -> None:
        """There was no desktop to show it: whoever finds one announces it, if it is still so."""
        self.record.forget(event.key)
        self._grades.pop(event.key, None)

    def keep(self) -> None:
        """Remember the last look, for every program of the person: none announces it again.

        Raises MachineError when it cannot be written.
        """
        grades = {key: one for key, one in self._grades.items() if not is_path(key)}
        self._grades = {}
        with suppress(DriveproofError):  # it is reported where the history is opened
            self._kept.tell(grades)
        self.record.keep()

    def _told(self, key: str) -> Grade:
        """The grade of a drive that was announced last, as the history remembers it."""
        if not is_path(key):
            with suppress(DriveproofError):
                return self._kept.told(key)
        return UNKNOWN


def array_sight(device: BlockDevice) -> tuple[Sight, ...]:
    """The array that a device is, or is a member of; () for none."""
    if device.array is None:
        return ()
    sight = Sight(
        key=f"array:{device.uuid or device.name}",
        device=device.path,
        model=device.model or Path(device.path).name,  # "backup" of /dev/md/backup
        array=device.array,
    )
    return (sight,)


def drive_sight(device: BlockDevice, view: HealthView) -> Sight:
    """A drive as it was just read."""
    health = view.health
    return Sight(
        # Two drives that report the same serial number must not be taken for one that flaps.
        key=device.identity if view.may_be_kept else path_identity(device.path),
        device=device.path,
        model=health.model or device.model or device.name,
        verdict=view.verdict if health.known else None,
        temperature=health.temperature if _is_awake(view) and not health.at_rest else None,
        life_left=health.life_left,
    )


def _is_awake(view: HealthView) -> bool:
    return view.health.known and not view.health.asleep
