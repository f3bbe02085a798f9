# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks after the health of every drive while the window is open, in threads of its own."""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING

from driveproof.domain.drive.drive import DRIVE_KINDS, BlockDevice, Inventory
from driveproof.domain.errors import DriveproofError
from driveproof.domain.health.changes import nothing_new
from driveproof.domain.health.report import Health
from driveproof.domain.health.rest import Occasion
from driveproof.domain.health.snapshot import OPEN
from driveproof.engine.health.service import READ_SECONDS, WAKE_SECONDS, HealthService
from driveproof.engine.health.view import DriveReading, HealthView
from driveproof.history.snapshots import Fresh

if TYPE_CHECKING:
    import logging

ALL_SECONDS = 600.0
"""How often every drive is read: as often as UDisks2 itself queries drives."""
SHOWN_SECONDS = 30.0
"""How often the drive on the screen is looked at."""
AT_ONCE = 4
"""The number of drives that are read at a time, while they answer."""
SLOW_SECONDS = 5.0
"""A drive that takes longer does not count any more among those: the next one is read."""
MOST_THREADS = 32
"""With this many drives hanging at once the others wait: the number of threads stays bounded."""
STOP_SECONDS = 3.0
"""How long the end waits for a history that hangs; otherwise it takes milliseconds."""
KEEP = timedelta(hours=1)
KEEP_ALL = timedelta(days=1)

_NO_KINDS = frozenset({"optical", "floppy"})


@dataclass(slots=True)
class _Drive:
    """The state of one drive; `due` and `begun` are times of the monotonic clock."""

    device: BlockDevice
    due: float
    asked: Occasion | None = None
    """A person wants it read."""
    again: bool = False
    """It is to be looked at now, whatever was due before."""
    begun: float | None = None
    kept: Health | None = None
    looked_up: bool = False
    kept_here: bool = False


@dataclass(slots=True)
class _State:
    """What the threads share, under the monitor's condition."""

    inventory: Inventory = field(default_factory=Inventory)
    drives: dict[str, _Drive] = field(default_factory=dict)
    shown: str = ""
    done: deque[tuple[str, _Drive, DriveReading]] = field(default_factory=deque)
    threads: int = 0
    stopped: bool = False


class HealthMonitor:
    """Looks at every drive once after the start and every ten minutes, at the shown one every 30 s;
    whether a look asks the drive itself is decided by `domain/health/rest.py`.

    One thread schedules, judges, keeps and calls back; each reading has its own thread, so that a
    drive that does not answer delays no other drive. A snapshot of a drive is kept at most every
    hour, and only when more than its clocks has changed, but at least once a day.

    What happened to a drive is announced elsewhere (`engine/announcer.py`). Errors of the history
    are ignored here: they are reported where it is opened. A bug of ours while one drive is read or
    judged is logged, and is why the health of that drive is unknown: the old words must not stay on
    the screen, and the other drives have nothing to do with it. Any other ends the thread.
    """

    def __init__(
        self,
        service: HealthService,
        on_view: Callable[[HealthView], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        timeout: float = SLOW_SECONDS,
    ) -> None:
        """`clock` is a test's; `on_view` is called in a thread of the monitor."""
        self._service = service
        self._on_view = on_view
        self._clock = clock
        self._timeout = timeout
        self._changed = threading.Condition()
        self._state = _State()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin; returns at once."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="health", daemon=True)
            self._thread.start()

    def set_inventory(self, inventory: Inventory) -> None:
        """These are the drives now; a new one is read at once."""
        with self._changed:
            state = self._state
            before, state.inventory = state.drives, inventory
            state.drives = {}
            for device in inventory.listed():
                if not is_watched(device) and device.name != state.shown:
                    continue
                drive = before.get(device.name)
                if drive is None or drive.device.identity != device.identity:
                    drive = _Drive(device, self._clock())
                drive.device = device
                state.drives[device.name] = drive
            self._changed.notify_all()

    def set_shown(self, name: str) -> None:
        """This drive is on the screen ("" for none): look at it now and every 30 s."""
        with self._changed:
            self._state.shown = name
            self._look(name)

    def look_now(self, name: str, *, wake: bool = False) -> None:
        """A person wants this drive read again soon, and woken where it sleeps."""
        with self._changed:
            self._look(name, Occasion.WAKE if wake else Occasion.ASKED)

    def stop(self) -> None:
        """Stop; nothing is reported afterwards, and it does not wait for a drive that hangs."""
        with self._changed:
            self._state.stopped = True
            self._changed.notify_all()
        thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            # It asks no drive. What it keeps just now is waited for: its connection to the history
            # must not be closed under it.
            thread.join(STOP_SECONDS)

    def _look(self, name: str, asked: Occasion | None = None) -> None:
        """Under the condition."""
        state = self._state
        drive = state.drives.get(name)
        if drive is None and (device := state.inventory.get(name)) is not None:
            drive = state.drives[name] = _Drive(device, self._clock())
        if drive is not None:
            drive.due, drive.again = self._clock(), True
            drive.asked = Occasion.WAKE if drive.asked is Occasion.WAKE else asked or drive.asked
            self._changed.notify_all()

    # The thread that decides

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._state.stopped and not self._state.done:
                    self._changed.wait(self._begin_readings())
                if self._state.stopped:
                    return
                state = self._state
                inventory = state.inventory
                read = [
                    (drive, reading)
                    for name, drive, reading in state.done
                    if state.drives.get(name) is drive
                ]
                state.done.clear()
            self._tell(inventory, read)

    def _begin_readings(self) -> float | None:
        """Begin what is due and may be; how long to wait for the next, None for ever."""
        state, now = self._state, self._clock()
        busy = [d.begun for d in state.drives.values() if d.begun is not None]
        patient = [begun for begun in busy if now - begun < self._timeout]
        room = min(AT_ONCE - len(patient), MOST_THREADS - state.threads)
        waiting = sorted(
            (drive for drive in state.drives.values() if drive.begun is None),
            key=lambda drive: (not drive.again, drive.due),
        )
        late = [drive for drive in waiting if drive.due <= now]
        for drive in late[: max(room, 0)]:
            occasion = self._occasion(drive)
            drive.begun, drive.again, drive.asked = now, False, None
            patient.append(now)
            state.threads += 1
            threading.Thread(
                target=self._read,
                args=(drive, state.inventory, occasion),
                name="health-read",
                daemon=True,
            ).start()
        moments = [drive.due for drive in waiting if drive.due > now]
        if len(late) > room:  # one that begins to take too long makes room
            moments += [begun + self._timeout for begun in patient]
        return max(min(moments) - now, 0.0) if moments else None

    def _occasion(self, drive: _Drive) -> Occasion:
        if drive.asked is not None:
            return drive.asked
        shown = drive.device.name == self._state.shown
        return Occasion.SHOWN if shown else Occasion.ROUTINE

    def _read(self, drive: _Drive, inventory: Inventory, occasion: Occasion) -> None:
        """In a thread of its own: ask one drive."""
        device = drive.device
        try:
            seconds = WAKE_SECONDS if occasion is Occasion.WAKE else READ_SECONDS
            reading = self._service.read(device, inventory, occasion=occasion, timeout=seconds)
        except Exception as bug:  # noqa: BLE001 - what the drive or the machine does is a reading
            _log().exception("the health of %s could not be read", device.name)
            reading = self._service.broken(device, bug)
        with self._changed:
            state = self._state
            state.threads -= 1
            drive.begun = None
            if not drive.again:
                shown = state.shown == device.name
                drive.due = self._clock() + (SHOWN_SECONDS if shown else ALL_SECONDS)
            state.done.append((device.name, drive, reading))
            self._changed.notify_all()

    def _tell(self, inventory: Inventory, read: list[tuple[_Drive, DriveReading]]) -> None:
        """Keep and show what was read meanwhile; the disk is synced once for all of it."""
        fresh: list[Fresh] = []
        views: list[HealthView] = []
        for drive, reading in read:
            try:
                view = self._view(drive, inventory, reading, fresh)
            except Exception as bug:  # noqa: BLE001 - errors of the history are not raised there
                _log().exception("the health of %s could not be judged", drive.device.name)
                broken = self._service.broken(drive.device, bug)
                view = self._service.view(drive.device, inventory, broken, compared=False)
            views.append(view)
        self._try(lambda: self._service.kept.add_all(fresh))
        for view in views:
            if self._state.stopped:
                break
            self._on_view(view)

    def _view(
        self, drive: _Drive, inventory: Inventory, reading: DriveReading, fresh: list[Fresh]
    ) -> HealthView:
        """Process one drive's view, and add to `fresh` what to keep of it."""
        device = drive.device
        drive.kept_here = self._service.can_be_kept(device, inventory)
        if drive.kept_here and not drive.looked_up:
            self._remember(drive)
        drive.looked_up = True
        view = self._service.view(device, inventory, reading)
        if drive.kept_here and self._worth_keeping(drive, view.health):
            drive.kept = view.health
            fresh.append(Fresh(device.identity, view.health, OPEN, firmware=device.firmware))
        return view

    def _remember(self, drive: _Drive) -> None:
        """What an earlier start kept about the drive."""
        identity = drive.device.identity

        def ask() -> None:
            latest = self._service.kept.latest(identity)
            drive.kept = latest.health if latest else None

        self._try(ask)

    def _worth_keeping(self, drive: _Drive, health: Health) -> bool:
        last = drive.kept
        if not health.known or health.asleep or health.at_rest:
            return False
        if last is None:
            return True
        age = health.taken - last.taken
        return not (timedelta(0) <= age < KEEP or (age < KEEP_ALL and nothing_new(last, health)))

    def _try(self, step: Callable[[], None]) -> None:
        try:
            step()
        except DriveproofError as error:
            _log().debug("the history: %s", error)


def is_watched(device: BlockDevice) -> bool:
    """Whether the health of a device is followed: of drives with a medium that lasts."""
    return device.kind in DRIVE_KINDS and device.kind not in _NO_KINDS


def _log() -> logging.Logger:
    return logging.getLogger(__name__)
