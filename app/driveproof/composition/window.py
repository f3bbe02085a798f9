# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The services of the window: those of its list of drives are made at the start, and those of a
subject are imported by the page that needs them first.
"""

from __future__ import annotations

import platform
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import driveproof
from driveproof.composition.services import HealthServices, Services
from driveproof.composition.watching import (
    keep_self_tests,
    kept_of,
    new_announcer,
    news_of,
    self_tests,
)
from driveproof.domain.errors import DriveproofError
from driveproof.domain.ongoing import StartedIn
from driveproof.system.desktop.first_window import FirstWindow
from driveproof.system.desktop.fwupd import firmware_news
from driveproof.system.desktop.task_bar import TaskBar
from driveproof.system.desktop.watch_timer import WatchTimer
from driveproof.system.helper.availability import missing
from driveproof.system.kernel.link_state import link_state
from driveproof.system.udisks.device_actions import DeviceActions
from driveproof.system.udisks.watcher import DiskWatcher
from driveproof.wording.catalogue import _

if TYPE_CHECKING:
    from driveproof.composition.application import Application
    from driveproof.composition.services import (
        ExperimentServices,
        MeasuringServices,
        ProfileServices,
        TrimServices,
    )
    from driveproof.domain.drive.drive import Inventory
    from driveproof.domain.health.saved_report import SavedReport
    from driveproof.engine.check.session import CheckObserver, CheckSession
    from driveproof.engine.check.target import Subject
    from driveproof.engine.diagnosis.session import DiagnosisSession
    from driveproof.engine.live import LiveMonitor
    from driveproof.engine.run.importing import Imported


def window_services(app: Application) -> Services:
    """What the window needs."""
    app.works.started_in = StartedIn.WINDOW
    return Services(
        watcher_factory=DiskWatcher,
        history=app.history,
        profiles=partial(_profiles, app),
        measuring=partial(_measuring, app),
        settings_path=app.folders.config / "window.ini",
        versions=versions,
        helper_missing=missing,
        link=link_state,
        live=_live,
        health=HealthServices(
            partial(new_announcer, app), lambda: app.health_service, firmware_news
        ),
        trim=partial(_trim, app),
        experiments=partial(_experiments, app),
        new_check=partial(_new_check, app),
        new_diagnosis=partial(_new_diagnosis, app),
        plan_check=partial(_plan_check, app),
        notify=app.notify,
        task_bar=TaskBar().show,
        first_window=FirstWindow,
        import_files=partial(_import_files, app),
        health_reports=_health_reports,
        control=DeviceActions(),
        works=app.works,
        given_up=app.given_up,
        acknowledge_given_up=app.given_up_devices.acknowledge,
        self_tests=(partial(self_tests, app), partial(keep_self_tests, app)),
        watch_timer=WatchTimer(),
        kept=partial(kept_of, app),
        news=partial(news_of, app),
    )


# Each subject is imported when its first page is created, or by the thread that reads it.


def _profiles(app: Application) -> ProfileServices:
    from driveproof.composition.profiles import profile_services  # noqa: PLC0415

    return profile_services(app)


def _measuring(app: Application) -> MeasuringServices:
    from driveproof.composition.measure_page import measuring_services  # noqa: PLC0415 - numpy

    return measuring_services(app)


def _trim(app: Application) -> TrimServices:
    from driveproof.composition.trim import trim_services  # noqa: PLC0415

    return trim_services(app)


def _experiments(app: Application) -> ExperimentServices:
    from driveproof.composition.experiment import experiment_services  # noqa: PLC0415

    return experiment_services(app)


def _new_check(
    app: Application,
    path: str,
    inventory: Inventory,
    observer: CheckObserver,
    measure: bool,
    *,
    sold_as_new: bool = False,
) -> CheckSession:
    from driveproof.composition.check import new_check  # noqa: PLC0415 - numpy

    return new_check(
        app, path, observer, inventory=inventory, measure=measure, sold_as_new=sold_as_new
    )


def _new_diagnosis(
    app: Application, path: str, inventory: Inventory, observer: CheckObserver, measure: bool
) -> DiagnosisSession:
    from driveproof.composition.diagnosis import new_diagnosis  # noqa: PLC0415 - numpy

    return new_diagnosis(app, path, observer, inventory=inventory, measure=measure)


def _plan_check(app: Application, path: str, inventory: Inventory) -> Subject:
    from driveproof.composition.check import plan_check  # noqa: PLC0415 - numpy

    return plan_check(app, path, inventory)


def _import_files(app: Application, paths: Sequence[str]) -> Imported:
    from driveproof.engine.run.importing import import_files  # noqa: PLC0415

    return import_files(app.history, paths, "", None)


def _health_reports(paths: Sequence[str]) -> tuple[tuple[SavedReport, ...], tuple[str, ...]]:
    from driveproof.composition.saved_reports import saved_reports  # noqa: PLC0415

    return saved_reports(paths)


def _live(name: str) -> LiveMonitor:
    """Watches a device by its kernel name."""
    from driveproof.engine.live import LiveMonitor  # noqa: PLC0415
    from driveproof.system.kernel.sysfs import Sysfs  # noqa: PLC0415

    return LiveMonitor(name, Sysfs())


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
