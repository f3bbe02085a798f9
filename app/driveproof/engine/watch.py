# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks at every drive and array once, and says what happened since the last look."""

from __future__ import annotations

import fcntl
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from driveproof.domain.drive.drive import BlockDevice, Inventory, is_path, path_identity
from driveproof.domain.errors import DriveproofError, MachineError
from driveproof.domain.health.verdict import FAILING, UNKNOWN, Grade
from driveproof.domain.schedule import Schedule, last_done
from driveproof.domain.watch import Event, Happening, Known, Sight, happened, is_gone
from driveproof.engine.health.monitor import is_watched
from driveproof.engine.health.service import HealthService
from driveproof.engine.health.view import HealthView
from driveproof.export.files import write_whole

_VERSION = 1
_VERDICTS = frozenset({Happening.WORSE, Happening.BETTER})
_COMING_AND_GOING = frozenset({Happening.GONE, Happening.BACK})


class Watch:
    """What was known is kept in a file, so that a restart announces nothing again. All programs of
    a person share it: look, tell and `keep` in one `turn`.

    `gone`: a drive that disappears, or comes back, is announced too. Drives that sleep are not
    woken. `schedule`: self-tests are started when they are due, never with a prompt, one drive
    after the other; not of a drive that `is_busy` says is at work. `now` is the time.
    """

    def __init__(
        self,
        inventory: Callable[[], Inventory],
        service: HealthService,
        path: Path,
        *,
        gone: bool = False,
        schedule: Schedule | None = None,
        is_busy: Callable[[BlockDevice], bool] = lambda _: False,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._inventory = inventory
        self._service = service
        self._path = path
        self._gone = gone
        self._schedule = schedule or Schedule()
        self._is_busy = is_busy
        self._now = now
        self._tests = False
        """Whether a self-test runs, as this look has seen."""
        self._candidates: list[tuple[str, BlockDevice, HealthView]] = []
        self._known: dict[str, Known] = {}
        self._unkept: dict[str, Known] | None = None
        """The last look, where it could not be kept: or it would be announced at each look."""
        self._seen: set[str] = set()
        self._grades: dict[str, Grade] = {}

    @property
    def bad(self) -> bool:
        """Whether at the last look a drive was failing or an array degraded."""
        return any(
            one.there and (one.word == FAILING or one.degraded) for one in self._known.values()
        )

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait until no other program looks. Where the file cannot be locked it goes on alone."""
        with suppress(OSError):
            self._path.parent.mkdir(parents=True, exist_ok=True)
        try:
            lock = self._path.with_suffix(".lock").open("a")
        except OSError:
            yield
            return
        with lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def look(self) -> tuple[Event, ...]:
        """What happened since the last look; `keep` it once it is told.

        Raises MachineError without UDisks2.
        """
        inventory = self._inventory()
        self._begin()
        events: list[Event] = []
        for device in inventory.devices:
            events += self._happened(self._array(device))
            if is_watched(device):
                view = self._service.view(device, inventory, self._service.read(device, inventory))
                events += self._happened(self._drive(device, view))
        events += self._test()
        for key in self._known.keys() - self._seen:
            self._known[key], news = is_gone(self._known[key], key)
            events += news
        return tuple(one for one in events if self._gone or one.what not in _COMING_AND_GOING)

    def look_at(
        self, devices: Sequence[BlockDevice], views: Sequence[tuple[BlockDevice, HealthView]]
    ) -> tuple[Event, ...]:
        """The same of the arrays among `devices` and of drives that were just read, and of nothing
        else; no self-test is started.
        """
        self._begin()
        events = [one for device in devices for one in self._happened(self._array(device))]
        for device, view in views:
            events += self._happened(self._drive(device, view))
        return tuple(one for one in events if one.what not in _COMING_AND_GOING)

    def _begin(self) -> None:
        self._known = _read(self._path) if self._unkept is None else self._unkept
        self._seen = set()
        self._tests, self._candidates = False, []

    def _happened(self, sight: Sight | None) -> tuple[Event, ...]:
        """What happened to what was seen; the members of a btrfs all show the same array."""
        if sight is None or sight.key in self._seen:
            return ()
        self._seen.add(sight.key)
        known = self._known.get(sight.key)
        told = UNKNOWN if known or sight.verdict is None else self._told(sight.key)
        self._known[sight.key], news = happened(known, sight, told)
        # What is not announced here, at the first look, is no grade that was told.
        if sight.verdict is not None and any(one.what in _VERDICTS for one in news):
            self._grades[sight.key] = sight.verdict.word
        return news

    def _test(self) -> Iterator[Event]:
        """Start the first self-test that is due and possible; the others are due at later looks."""
        for key, device, view in self._candidates:
            known, now = self._known[key], self._now()
            tests = view.health.self_tests
            assert tests is not None
            tried = {kind: datetime.fromtimestamp(at, UTC) for kind, at in known.tried.items()}
            done = last_done(view.self_tests, view.health.power_on, now)
            schedule = self._schedule.only(tests.kinds) if tests.kinds else self._schedule
            kind = schedule.due(done, tried, now)
            if self._tests or not kind or self._is_busy(device):
                continue
            error = None
            try:
                self._service.start_self_test(device, kind, ask=False)
                self._tests = True
            except DriveproofError as refused:
                error = refused
            again = {**known.tried, kind: now.timestamp()}
            if error is None or not known.refused:
                yield Event(
                    what=Happening.TEST if error is None else Happening.TEST_REFUSED,
                    key=key, device=known.device, model=known.model, test=kind, error=error,
                )  # fmt: skip
            self._known[key] = replace(known, tried=again, refused=error is not None)

    def _told(self, key: str) -> Grade:
        """The grade of a drive that was announced last, as the history remembers it."""
        if not is_path(key):
            with suppress(DriveproofError):
                return self._service.kept.told(key)
        return UNKNOWN

    def keep(self) -> None:
        """Remember the last look, for every program of the person: none announces it again.

        Raises MachineError when it cannot be written.
        """
        self._unkept = self._known
        grades = {key: one for key, one in self._grades.items() if not is_path(key)}
        self._grades = {}
        with suppress(DriveproofError):  # it is reported where the history is opened
            self._service.kept.tell(grades)
        document = {
            "version": _VERSION,
            "known": {key: asdict(one) for key, one in sorted(self._known.items())},
        }

        def write(part: Path) -> None:
            part.write_text(json.dumps(document, indent=2) + "\n", "utf-8")

        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise MachineError(
                "{target} cannot be written: {reason}.", target=self._path, reason=error.strerror
            ) from error
        write_whole(self._path, write)
        self._unkept = None

    @staticmethod
    def _array(device: BlockDevice) -> Sight | None:
        if device.array is None:
            return None
        return Sight(
            key=f"array:{device.uuid or device.name}",
            device=device.path,
            model=device.model or device.name,
            array=device.array,
        )

    def _drive(self, device: BlockDevice, view: HealthView) -> Sight:
        health = view.health
        awake = health.known and not health.asleep
        # Two drives that report the same serial number must not be taken for one that flaps.
        key = device.identity if view.may_be_kept else path_identity(device.path)
        tests = health.self_tests
        self._tests = self._tests or (tests is not None and tests.running)
        if awake and tests is not None and view.may_be_kept:
            self._candidates.append((key, device, view))
        return Sight(
            key=key,
            device=device.path,
            model=health.model or device.model or device.name,
            verdict=view.verdict if health.known else None,
            temperature=health.temperature if awake else None,
            life_left=health.life_left,
        )


def _read(path: Path) -> dict[str, Known]:
    """What was kept; nothing where there is no file or it is no such document: a first look."""
    try:
        found = json.loads(path.read_text("utf-8"))
        if found["version"] != _VERSION:
            return {}
        return {str(key): _known(one) for key, one in found["known"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _known(one: Mapping[str, Any]) -> Known:
    return Known(**{**one, "word": Grade(one["word"])})
