# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a watch is made, which looks after the drives, what the Preferences say of it, and what the
window shows of drives since its last look.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING

from driveproof.domain.errors import MachineError
from driveproof.domain.schedule import Schedule
from driveproof.engine.announcer import Announcer
from driveproof.engine.busy import is_busy
from driveproof.engine.dashboard import Dashboard
from driveproof.engine.drive_news import drive_news, note_arrays
from driveproof.engine.health.monitor import HealthMonitor
from driveproof.engine.watch import DriveWatch, News
from driveproof.engine.watch_record import WatchRecord
from driveproof.export.files import write_data
from driveproof.system.kernel.sysfs import Sysfs

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.domain.dashboard import KeptOfDrive
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.drive_news import DriveNews
    from driveproof.domain.watch import DriveEvent
    from driveproof.engine.health.view import HealthView

SELF_TESTS = "selftests"
"""The file with the schedule of self-tests that the Preferences keep."""


def new_watch(
    app: Application,
    *,
    gone: bool = False,
    selftest: str | None = None,
    now: Callable[[], datetime] | None = None,
) -> DriveWatch:
    """Make what looks after the drives; it remembers its last look, whoever shows what.

    `selftest` says how often to start which self-test, None: as chosen in the Preferences.
    Raises UsageError.
    """
    return DriveWatch(
        app.inventory,
        app.health_service,
        WatchRecord(app.folders.state / "watch.json"),
        gone=gone,
        schedule=Schedule.of(self_tests(app) if selftest is None else selftest),
        is_busy=lambda device: is_busy(device.name, app.works, Sysfs(), app.pause),
        now=now or (lambda: datetime.now(UTC)),
    )


def new_news(app: Application) -> News:
    """Make what says which news the desktop was not told yet, by the window or a watch."""
    record = WatchRecord(app.folders.state / "announced.json")
    return News(record, app.health_service.kept)


def new_announcer(
    app: Application, on_view: Callable[[HealthView], None], on_event: Callable[[DriveEvent], None]
) -> Announcer:
    """Make what follows the health of every drive for the window, in threads of its own."""
    return Announcer(partial(HealthMonitor, app.health_service), new_news(app), on_view, on_event)


def kept_of(
    app: Application, devices: Sequence[BlockDevice], inventory: Inventory
) -> Mapping[str, KeptOfDrive]:
    """What the history has of drives at a glance, by kernel name; keeps what their arrays are."""
    note_arrays(app.history, inventory)
    return Dashboard(app.health_service, app.history).kept(devices, inventory)


def news_of(
    app: Application, devices: Sequence[BlockDevice], inventory: Inventory, since: datetime
) -> tuple[DriveNews, ...]:
    """What happened to drives since a moment, as far as it was kept."""
    return drive_news(app.health_service, app.history, devices, inventory, since)


def self_tests(app: Application) -> str:
    """How often the Preferences want which self-test; "" for never."""
    try:
        return (app.folders.config / SELF_TESTS).read_text("utf-8").strip()
    except (OSError, ValueError):
        return ""


def keep_self_tests(app: Application, text: str) -> None:
    """Change that. Raises MachineError."""
    path = app.folders.config / SELF_TESTS

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MachineError(
            "{path} cannot be written: {reason}.", path=path, reason=error.strerror
        ) from error
    write_data(path, f"{text}\n")
