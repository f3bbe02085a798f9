# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the window asks of the program: what its list of drives needs, and each subject, which is
imported by the page that needs it first.
"""

from __future__ import annotations

import platform
from functools import cached_property, partial
from typing import TYPE_CHECKING

import driveproof
from driveproof.composition.watching import kept_of, new_announcer, news_of
from driveproof.domain.errors import DriveproofError
from driveproof.domain.ongoing import StartedIn
from driveproof.system.desktop.first_window import FirstWindow
from driveproof.system.desktop.fwupd import firmware_news
from driveproof.system.desktop.task_bar import TaskBar
from driveproof.system.desktop.watch_timer import WatchTimer
from driveproof.system.helper.availability import helper_missing
from driveproof.system.kernel.link_state import link_state
from driveproof.system.udisks.device_actions import DeviceActions
from driveproof.system.udisks.watcher import DiskWatcher
from driveproof.wording.catalogue import _

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from driveproof.composition.application import Application
    from driveproof.composition.drive_test import DriveTestService
    from driveproof.composition.experiment import ExperimentService
    from driveproof.composition.measure_page import MeasuringService
    from driveproof.composition.trim import TrimService
    from driveproof.domain.drive.drive import Inventory
    from driveproof.domain.watch import DriveEvent
    from driveproof.engine.announcer import Announcer
    from driveproof.engine.check.session import CheckObserver, CheckSession
    from driveproof.engine.check.target import Subject
    from driveproof.engine.diagnosis.session import DiagnosisSession
    from driveproof.engine.health.view import HealthView
    from driveproof.engine.live import LiveMonitor
    from driveproof.engine.run.importing import Imported
    from driveproof.engine.run.profiles import Profiles


class Services:
    """The services of the window, made once before there is a second thread.

    A subject is imported when it is first asked for: by a page that is created, or in the thread
    of a task. `watcher_factory(on_change, on_missing)` makes what follows the list of drives.

    Call these in a thread: `helper_missing()`, the reason why the privileged helper cannot be used;
    `link(device, inventory)`, which reads a few small files; `firmware(device)`, which asks fwupd
    and never raises for a missing fwupd; `kept` and `news`, which read the history;
    `notify(title, text)`, which is False where the desktop cannot show a notification;
    `task_bar(share)`, which shows a fraction on the program's button there, None for nothing;
    `first_window()`, which knows the other windows of the session; `import_files`, `plan_check`,
    and what makes a check or a diagnosis.
    """

    def __init__(self, app: Application) -> None:
        app.works.started_in = StartedIn.WINDOW
        self.app = app
        self.history = app.history
        self.works = app.works
        self.health = app.health_service
        self.kept, self.news = partial(kept_of, app), partial(news_of, app)
        self.notify, self.firmware = app.notify, firmware_news
        self.settings_path = app.folders.config / "window.ini"
        self.watcher_factory, self.first_window = DiskWatcher, FirstWindow
        self.helper_missing, self.link = helper_missing, link_state
        self.task_bar = TaskBar().show
        self.control = DeviceActions()
        self.watch_timer = WatchTimer()

    @cached_property
    def profiles(self) -> Profiles:
        """All profiles, read anew at each use."""
        from driveproof.composition.profiles import profiles_of  # noqa: PLC0415

        return profiles_of(self.app)

    @cached_property
    def measuring(self) -> MeasuringService:
        """What the Measure page needs."""
        from driveproof.composition.measure_page import MeasuringService  # noqa: PLC0415 - numpy

        return MeasuringService(self.app)

    @cached_property
    def trim(self) -> TrimService:
        """Discard paths and TRIMs."""
        from driveproof.composition.trim import TrimService  # noqa: PLC0415

        return TrimService(self.app)

    @cached_property
    def experiments(self) -> ExperimentService:
        """The stored experiments and their steps."""
        from driveproof.composition.experiment import ExperimentService  # noqa: PLC0415

        return ExperimentService(self.app)

    @cached_property
    def drive_tests(self) -> DriveTestService:
        """Tests of whole drives."""
        from driveproof.composition.drive_test import DriveTestService  # noqa: PLC0415 - numpy

        return DriveTestService(self.app)

    def new_announcer(
        self, on_view: Callable[[HealthView], None], on_event: Callable[[DriveEvent], None]
    ) -> Announcer:
        """Make what follows the drives' health; it calls both in threads of its own, `on_event`
        once for each event of a drive or array.
        """
        return new_announcer(self.app, on_view, on_event)

    def new_check(
        self,
        path: str,
        inventory: Inventory,
        observer: CheckObserver,
        *,
        measure: bool,
        sold_as_new: bool = False,
    ) -> CheckSession:
        """Make a check; use is odd of a drive that was `sold_as_new`."""
        from driveproof.composition.check import new_check  # noqa: PLC0415 - numpy

        return new_check(
            self.app, path, observer, inventory=inventory, measure=measure, sold_as_new=sold_as_new
        )

    def plan_check(self, path: str, inventory: Inventory) -> Subject:
        """What a check would measure, and where. Raises DriveproofError."""
        from driveproof.composition.check import plan_check  # noqa: PLC0415 - numpy

        return plan_check(self.app, path, inventory)

    def new_diagnosis(
        self, path: str, inventory: Inventory, observer: CheckObserver, *, measure: bool
    ) -> DiagnosisSession:
        """Make a diagnosis of a slow drive."""
        from driveproof.composition.diagnosis import new_diagnosis  # noqa: PLC0415 - numpy

        return new_diagnosis(self.app, path, observer, inventory=inventory, measure=measure)

    def live(self, name: str) -> LiveMonitor:
        """Make what watches a device, by its kernel name."""
        from driveproof.engine.live import LiveMonitor  # noqa: PLC0415
        from driveproof.system.kernel.sysfs import Sysfs  # noqa: PLC0415

        return LiveMonitor(name, Sysfs())

    def import_files(self, paths: Sequence[str]) -> Imported:
        """Store other programs' results. Raises DriveproofError."""
        from driveproof.engine.run.importing import import_files  # noqa: PLC0415

        return import_files(self.history, paths, "", None)


def versions() -> tuple[tuple[str, str], ...]:
    """The versions of the program and its parts, for bug reports."""
    from driveproof.fio.program import find_fio  # noqa: PLC0415

    try:
        fio = find_fio().number
    except DriveproofError:
        fio = _("not installed")
    return (
        ("Driveproof", driveproof.__version__),
        ("fio", fio),
        ("Python", platform.python_version()),
        ("Kernel", platform.release()),
    )
