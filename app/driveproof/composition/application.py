# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The program: makes the services once and hands them to the two faces."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import driveproof
from driveproof.composition.experiment import experiment_services
from driveproof.composition.folders import Folders
from driveproof.composition.hosts import Elsewhere, named_hosts, on_hosts
from driveproof.composition.rendering import FileRenderer, no_renderer
from driveproof.composition.services import (
    HealthServices,
    HostsServices,
    Overwriting,
    Services,
)
from driveproof.composition.trim import chain_of, trim_services, trim_session
from driveproof.domain.access import Engine
from driveproof.domain.drive.drive import Media, is_drive
from driveproof.domain.drive.endurance import Endurance
from driveproof.domain.drive.link import LinkState
from driveproof.domain.errors import DriveproofError, MachineError
from driveproof.domain.health.judge import judge
from driveproof.domain.health.verdict import FAILING
from driveproof.domain.notes import Note
from driveproof.domain.ongoing import StartedIn
from driveproof.domain.profile.expected_cost import rates_of
from driveproof.domain.schedule import Schedule
from driveproof.engine.announcer import Announcer
from driveproof.engine.dashboard import Dashboard
from driveproof.engine.diagnosis.floor import newest_floor
from driveproof.engine.health.monitor import HealthMonitor
from driveproof.engine.health.reader import HealthReader
from driveproof.engine.health.service import HealthService
from driveproof.engine.health.view import HealthView, Report
from driveproof.engine.live import LiveMonitor
from driveproof.engine.load import is_busy
from driveproof.engine.ongoing import Works
from driveproof.engine.run.assigning import drive_named
from driveproof.engine.run.expected import expected_of
from driveproof.engine.run.generator import GeneratorCost
from driveproof.engine.run.given_up import GivenUpDevices
from driveproof.engine.run.importing import import_files
from driveproof.engine.run.kept_folders import KeptFolders
from driveproof.engine.run.known_cache import known_cache
from driveproof.engine.run.own_profiles import OwnProfiles
from driveproof.engine.run.profiles import Profiles, read_job
from driveproof.engine.run.run_health import RunHealth
from driveproof.engine.run.target import FolderFacts, look_at_folder
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.engine.watch import News, Watch
from driveproof.engine.watch_record import WatchRecord
from driveproof.export.files import write_data
from driveproof.fio.program import find_fio
from driveproof.history.assigning import drives
from driveproof.history.rated import RatedFigures
from driveproof.history.snapshots import Snapshots
from driveproof.history.store import History
from driveproof.system.desktop.first_window import FirstWindow
from driveproof.system.desktop.fwupd import firmware_news
from driveproof.system.desktop.notify import notify
from driveproof.system.desktop.task_bar import TaskBar
from driveproof.system.desktop.watch_timer import WatchTimer
from driveproof.system.helper.availability import missing
from driveproof.system.helper.client import Helper
from driveproof.system.kernel.link_state import link_state
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.smart.smartctl import looks_like_report, read_report
from driveproof.system.udisks.client import read_inventory
from driveproof.system.udisks.device_actions import DeviceActions
from driveproof.system.udisks.formatting import Formatter
from driveproof.system.udisks.watcher import DiskWatcher
from driveproof.wording.catalogue import _
from driveproof.wording.device_use import in_use_text
from driveproof.wording.health.verdict import verdict_of_drive

if TYPE_CHECKING:
    from driveproof.composition.services import Services
    from driveproof.domain.dashboard import DriveLine, DriveNews, Kept
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.expected import Expectation
    from driveproof.domain.health.changes import Pair
    from driveproof.domain.health.report import Health
    from driveproof.domain.health.verdict import HealthVerdict
    from driveproof.domain.profile.expected_cost import Rates
    from driveproof.domain.profile.profile import Profile
    from driveproof.domain.run.assignment import KnownDrive
    from driveproof.domain.run.run import Run
    from driveproof.domain.trim.job import Progress as TrimProgress
    from driveproof.domain.trim.path import DiscardPath
    from driveproof.domain.watch import Event
    from driveproof.engine.check.session import CheckObserver, CheckSession
    from driveproof.engine.check.target import Subject
    from driveproof.engine.diagnosis.session import DiagnosisSession
    from driveproof.engine.hosts.remote import FarEnd
    from driveproof.engine.run.against import AgainstSession, Turn
    from driveproof.engine.run.events import Observer
    from driveproof.engine.run.overwrite import DiscardSession, WritePlan
    from driveproof.engine.run.persistence import Recorder
    from driveproof.engine.run.session import PrepareElsewhere, Session
    from driveproof.engine.trim.session import TrimSession

SELF_TESTS = "selftests"
"""The file with the schedule of self-tests that the Preferences keep."""
LAST_RUNS = 20
"""How many earlier runs of a drive the estimate of its rates is based on."""

__all__ = ["Application", "Folders", "versions"]


class Application:
    """Makes the parts of the program from each other.

    Services that threads share are made here, once. Nothing is opened or read before it is needed.
    `renderer()` makes the object that writes charts and reports; it is called when the first is
    requested.
    """

    pause: Callable[[float], object] = staticmethod(time.sleep)
    """Waits so many seconds between two readings of the kernel's counters."""

    def __init__(
        self,
        folders: Folders | None = None,
        *,
        history: History | None = None,
        renderer: Callable[[], FileRenderer] = no_renderer,
    ) -> None:
        self.folders = folders or Folders.of_the_person()
        self.renderer = renderer
        self.history = history or History(self.folders.data / "history.sqlite")
        self.profiles = Profiles(self.folders.config / "profiles")
        self.works = Works(self.folders.data / "running")
        self.given_up_devices = GivenUpDevices(self.folders.state / "given-up")
        # One for all callers: it knows which drive is being read now.
        self.health_service = HealthService(
            HealthReader(), self.history, link=_link, news=firmware_news
        )

    def inventory(self) -> Inventory:
        """The inventory of block devices. Raises MachineError without UDisks2."""
        return read_inventory()

    def inventory_or_none(self) -> Inventory | None:
        """The inventory, None without UDisks2: a folder can still be measured."""
        try:
            return self.inventory()
        except MachineError:
            return None

    def drive_lines(self, inventory: Inventory) -> tuple[DriveLine, ...]:
        """Each listed device at a glance; no drive is asked for it."""
        return Dashboard(self.health_service, self.history).lines(inventory)

    def kept_of(self, devices: Sequence[BlockDevice], inventory: Inventory) -> Mapping[str, Kept]:
        """What the history knows of drives at a glance, by kernel name; keeps what arrays are."""
        board = Dashboard(self.health_service, self.history)
        board.note_arrays(inventory)
        return board.kept(devices, inventory)

    def news_of(
        self, devices: Sequence[BlockDevice], inventory: Inventory, since: datetime
    ) -> tuple[DriveNews, ...]:
        """What happened to drives since a moment, as far as it was kept."""
        return Dashboard(self.health_service, self.history).news(devices, inventory, since)

    def new_session(
        self,
        profile: Profile,
        path: str,
        observer: Observer,
        label: str = "",
        *,
        engine: Engine | None = None,
        inventory: Callable[[], Inventory | None] | None = None,
        overwrite: WritePlan | None = None,
        recorder: Recorder | None = None,
        fresh: bool = False,
        beside: Sequence[str] = (),
        keep: bool = False,
        shrinks: bool = False,
        turn: Turn | None = None,
        elsewhere: PrepareElsewhere | None = None,
        copy_from: str | None = None,
        log_target: str | None = None,
    ) -> Session:
        """Make a run that has not started yet; with `fresh` every test writes fresh data, `beside`
        are the further targets of a measurement of several drives, with `keep` a check of capacity
        keeps its files, and with `shrinks` a test file that does not fit is made smaller. `turn` is
        for one of two that are measured in turn. With `elsewhere` other hosts measure; `copy_from`
        is a folder that everyday tasks copy a tree from, `log_target` one for the log of a
        database.
        """
        from driveproof.engine.run.session import Session  # noqa: PLC0415 - numpy

        return Session(
            profile,
            path,
            find_fio=find_fio,
            inventory=inventory or self.inventory_or_none,
            recorder=recorder or self.history,
            registry=TestFileRegistry(self.folders.state / "testfiles"),
            observer=observer,
            label=label,
            engine=engine,
            helper=Helper(),
            overwrite=overwrite,
            health=RunHealth(self.health_service),
            fresh=fresh,
            beside=beside,
            cost=GeneratorCost(self.folders.state, find_fio),
            works=self.works,
            write_cache=self.known_cache,
            endurance=self.endurance_of,
            rates=self.rates_at,
            given_up=self.given_up_devices,
            keep=self.kept_folders if keep else None,
            shrinks=shrinks,
            copy_from=copy_from,
            log_target=log_target,
            turn=turn,
            elsewhere=elsewhere,
        )

    def new_against(
        self,
        profile: Profile,
        paths: tuple[str, str],
        observer: Observer,
        label: str = "",
        *,
        engine: Engine | None = None,
        fresh: bool = False,
        shrinks: bool = False,
    ) -> AgainstSession:
        """Make a measurement of two drives in turn that has not started yet. Raises UsageError."""
        from driveproof.engine.run.against import AgainstSession  # noqa: PLC0415 - numpy

        def make(profile: Profile, path: str, observer: Observer, turn: Turn) -> Session:
            return self.new_session(
                profile,
                path,
                observer,
                label,
                engine=engine,
                fresh=fresh,
                shrinks=shrinks,
                turn=turn,
            )

        return AgainstSession(
            profile,
            paths,
            make,
            inventory=self.inventory_or_none,
            observer=observer,
            works=self.works,
        )

    def _on_hosts(
        self,
        profile: Profile,
        path: str,
        hosts: tuple[str, ...],
        observer: Observer,
        label: str,
    ) -> Session:
        """A run on other hosts. Raises MachineError without ClusterShell."""
        elsewhere = on_hosts(Elsewhere(hosts))
        return self.new_session(profile, path, observer, label, elsewhere=elsewhere)

    def far_end(self) -> FarEnd:
        """What answers on this host when it is one of several that measure, over our own standard
        input and output.
        """
        from driveproof.engine.hosts.remote import FarEnd  # noqa: PLC0415 - numpy

        return FarEnd(
            0, 1, find_fio=find_fio, registry=TestFileRegistry(self.folders.state / "testfiles")
        )

    @property
    def kept_folders(self) -> KeptFolders:
        """Where checks of capacity keep their files."""
        return KeptFolders(self.folders.state / "kept-folders")

    def _health_monitor(
        self,
        on_view: Callable[[HealthView], None],
        on_event: Callable[[Event], None],
    ) -> Announcer:
        monitor = partial(HealthMonitor, self.health_service)
        return Announcer(monitor, self.new_news(), on_view, on_event)

    def health_report(self, path: str) -> tuple[Health, HealthVerdict]:
        """Read a saved report ("-" for standard input) and judge it.

        Raises MachineError.
        """
        read = read_report(path)
        return read, judge(read, now=read.taken, saved=True)

    def health_reports(self, paths: Sequence[str]) -> tuple[tuple[Report, ...], tuple[str, ...]]:
        """Split files into saved health reports and all others.

        Raises MachineError for a report that cannot be read.
        """
        found = [path for path in paths if looks_like_report(path)]
        reports = [Report(path.rpartition("/")[2], *self.health_report(path)) for path in found]
        return tuple(reports), tuple(path for path in paths if path not in found)

    def failing(self, target: str) -> str:
        """What is wrong with a failing drive below a device or folder; "" when none is failing.

        The drives are asked without a prompt, for two seconds at most.
        """
        from driveproof.engine.check.target import device_of  # noqa: PLC0415 - numpy

        inventory = self.inventory_or_none()
        if inventory is None:
            return ""
        try:
            device = inventory.get(target) or device_of(target, inventory)
        except DriveproofError:  # whoever measures there says what is wrong with the target
            return ""
        if device is None:
            return ""
        service = self.health_service
        for drive in inventory.drives_below(device):
            if not is_drive(drive):
                continue
            reading = service.read(drive, inventory, update=False, timeout=2.0)
            verdict = service.view(drive, inventory, reading).verdict
            if verdict.word == FAILING:
                return verdict_of_drive(verdict, device, drive)
        return ""

    def run_health(self, run_id: str) -> tuple[Pair, ...]:
        """The health of a run's drives, before and after it; () where unknown."""
        try:
            return Snapshots(self.history).all_of_run(run_id)
        except MachineError:
            return ()

    def expected(self, run: Run) -> tuple[Expectation, ...]:
        """What the tests of a run can be held against; reads the history."""
        return expected_of(run, self.history)

    def import_files(
        self, paths: Sequence[str], label: str = "", drive: KnownDrive | None = None
    ) -> tuple[Run, ...]:
        """Store other programs' results as runs, all or none. Raises DriveproofError."""
        return import_files(self.history, paths, label, drive)

    def drive_named(self, word: str) -> KnownDrive:
        """The drive that a word means, connected or measured before. Raises DriveproofError."""
        return drive_named(word, self.inventory_or_none(), drives(self.history))

    def plan_overwrite(
        self,
        profile: Profile,
        path: str,
        *,
        length: int | None = None,
        inventory: Inventory | None = None,
        patient: bool = True,
    ) -> WritePlan:
        """What overwriting a device would do; without `patient` the drive itself is not queried.

        Raises DriveproofError when the device must not be overwritten.
        """
        from driveproof.engine.run.overwrite import plan_overwrite  # noqa: PLC0415 - numpy

        left_out: tuple[Note, ...] = ()
        if profile.formats:
            from driveproof.engine.run.filesystems_profile import (  # noqa: PLC0415 - numpy
                choose_filesystems,
            )

            profile, left_out = choose_filesystems(profile, path, Formatter())
            length = None

        known = inventory or self.inventory_or_none()
        device = known.get(path) if known else None
        endurance = self._endurance(device, known, ask=patient) if device and known else None
        plan = plan_overwrite(path, profile, known, length=length, endurance=endurance)
        return replace(plan, left_out=left_out)

    def endurance_of(self, path: str | None) -> Endurance | None:
        """What is known of the endurance of the only drive below a device; None where nothing is.

        The drive is asked without a prompt, for two seconds at most.
        """
        inventory = self.inventory_or_none() if path else None
        device = inventory.get(path) if inventory and path else None
        return self._endurance(device, inventory, ask=True) if device and inventory else None

    def _endurance(
        self, device: BlockDevice, inventory: Inventory, *, ask: bool
    ) -> Endurance | None:
        found = self.health_service.endurance(device, inventory, ask=ask)
        return self._with_rated(found, device, inventory)

    def _with_rated(
        self, endurance: Endurance | None, device: BlockDevice, inventory: Inventory
    ) -> Endurance | None:
        """The endurance with what the maker promises, where a person entered it."""
        drives = inventory.drives_below(inventory.whole_disk(device))
        if len(drives) != 1:
            return endurance
        try:
            rated = RatedFigures(self.history).of(drives[0].model).endurance
        except MachineError:
            return endurance
        return replace(endurance or Endurance(), rated=rated) if rated else endurance

    def new_discard(self, plan: WritePlan, length: int) -> DiscardSession:
        """Make the TRIM of what a run has overwritten, which has not started yet."""
        from driveproof.engine.run.overwrite import DiscardSession  # noqa: PLC0415 - numpy

        return DiscardSession(Helper(), plan, length, self.works)

    def new_check(
        self,
        target: str,
        observer: CheckObserver,
        *,
        inventory: Inventory | None = None,
        measure: bool = True,
        label: str = "",
        kept: bool = True,
    ) -> CheckSession:
        """Make a check of a drive that has not started yet; `label` names it in the history.
        `kept`: whether the history keeps it, beside its measurement.
        """
        from driveproof.composition.check import parts_of  # noqa: PLC0415 - numpy
        from driveproof.engine.check.session import CheckSession  # noqa: PLC0415 - numpy

        parts = parts_of(
            inventory=lambda: inventory or self.inventory_or_none(),
            quick=lambda: self.profiles.find("quick"),
            measure=self.new_session,
            service=lambda: self.health_service,
            chain=self.trim_chain,
            history=self.history,
            works=self.works,
        )
        if not kept:
            parts = replace(parts, keep=None)
        return CheckSession(target, parts, observer, measure=measure, label=label)

    def new_diagnosis(
        self,
        target: str,
        observer: CheckObserver,
        *,
        inventory: Inventory | None = None,
        measure: bool = True,
        file: str = "",
    ) -> DiagnosisSession:
        """Make a diagnosis of a drive that has not started yet; its check is not kept."""
        from driveproof.composition.diagnosis import diagnosis_parts  # noqa: PLC0415 - numpy
        from driveproof.engine.diagnosis.session import DiagnosisSession  # noqa: PLC0415 - numpy

        parts = diagnosis_parts(
            inventory=lambda: inventory or self.inventory_or_none(),
            check=lambda known: self.new_check(
                target, observer, inventory=known, measure=measure, kept=False
            ),
            expected=self.expected,
            works=self.works,
            floor=lambda drive: newest_floor(self.history, drive.identity),
            pause=self.pause,
        )
        return DiagnosisSession(target, parts, file=file)

    def rates_for(
        self, device: BlockDevice, inventory: Inventory
    ) -> tuple[Rates | None, LinkState]:
        """Estimate how fast the drive below a device writes, and find its link.

        The estimate comes from the drive's last runs, else its link, else its kind. Reads the
        history.
        """
        drives = inventory.drives_below(device)
        drive = drives[0] if len(drives) == 1 else device
        link = _link(device, inventory)
        identity = drive.identity
        heads = self.history.heads(identity=identity, limit=LAST_RUNS) if identity else ()
        disk = drive.media == Media.HDD or None
        return rates_of(heads, ceiling=link.ceiling, disk=disk), link

    def known_cache(self, identity: str | None) -> float | None:
        """The write cache of a drive in bytes, None where no sustained write found it; reads the
        history.
        """
        return known_cache(self.history, identity)

    def cache_below(self, device: BlockDevice, inventory: Inventory) -> float | None:
        """The same for the only drive below a device."""
        drives = inventory.drives_below(device)
        return self.known_cache(drives[0].identity) if len(drives) == 1 else None

    def rates_at(self, target: str, inventory: Inventory) -> Rates | None:
        """The rates for a folder or device by its path, None where its drive is unknown. Raises
        MachineError if it is missing, or the history cannot be read.
        """
        from driveproof.engine.check.target import device_of  # noqa: PLC0415 - numpy

        device = device_of(target, inventory)
        return None if device is None else self.rates_for(device, inventory)[0]

    def drive_of(self, target: str) -> tuple[Rates | None, LinkState]:
        """The same and the link. Raises MachineError if it is missing."""
        from driveproof.engine.check.target import device_of  # noqa: PLC0415 - numpy

        inventory = self.inventory_or_none()
        device = device_of(target, inventory)
        if inventory is None or device is None:
            return None, LinkState()
        return self.rates_for(device, inventory)

    def plan_check(self, target: str, inventory: Inventory | None) -> Subject:
        """What a check would inspect and measure, and where. Raises DriveproofError."""
        from driveproof.engine.check.target import subject_of  # noqa: PLC0415 - numpy

        return subject_of(target, inventory, self.profiles.find("quick"))

    def trim_chain(
        self, target: str, inventory: Inventory | None = None, *, whole: bool = False
    ) -> DiscardPath:
        """The discard path from a mount point or device downwards, read without root.

        With `whole` the helper reads what needs root, which may prompt. Raises DriveproofError.
        """
        return chain_of(target, inventory, whole=whole)

    def new_trim(
        self, target: str, observer: Callable[[TrimProgress], None], *, proof: bool = False
    ) -> TrimSession:
        """Make a TRIM of a file system: preview it first, then run it."""
        return trim_session(self, target, observer, proof=proof)

    def new_watch(
        self,
        *,
        gone: bool = False,
        selftest: str | None = None,
        now: Callable[[], datetime] | None = None,
    ) -> Watch:
        """Make what looks after the drives; it remembers its last look, whoever shows what.

        `selftest` says how often to start which self-test, None: as chosen in the Preferences.
        Raises UsageError.
        """
        return Watch(
            self.inventory,
            self.health_service,
            WatchRecord(self.folders.state / "watch.json"),
            gone=gone,
            schedule=Schedule.of(self.self_tests() if selftest is None else selftest),
            is_busy=lambda device: is_busy(device.name, self.works, Sysfs(), self.pause),
            now=now or (lambda: datetime.now(UTC)),
        )

    def new_news(self) -> News:
        """Make what says which news the desktop was not told yet, by the window or a watch."""
        record = WatchRecord(self.folders.state / "announced.json")
        return News(record, self.health_service.kept)

    def self_tests(self) -> str:
        """How often the Preferences want which self-test; "" for never."""
        try:
            return (self.folders.config / SELF_TESTS).read_text("utf-8").strip()
        except (OSError, ValueError):
            return ""

    def keep_self_tests(self, text: str) -> None:
        """Change that. Raises MachineError."""
        path = self.folders.config / SELF_TESTS

        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise MachineError(
                "{target} cannot be written: {reason}.", target=path, reason=error.strerror
            ) from error
        write_data(path, f"{text}\n")

    def notify(self, title: str, text: str) -> bool:
        """Show a notification, where there is a desktop; returns whether it was shown."""
        return _notify(title, text)

    def sweep(self) -> None:
        """Remove what a killed process left behind, in any folder; cheap when there is nothing."""
        folder = self.folders.state / "testfiles"
        if os.path.isdir(folder):  # noqa: PTH112 - a home that may not be entered is no fault here
            TestFileRegistry(folder).sweep()

    def given_up(self) -> tuple[Note, ...]:
        """What is to be said of devices that a killed run left formatted, until it is
        acknowledged.
        """
        return tuple(device.note() for device in self.given_up_devices.left())

    def look_at_folder(self, path: str) -> FolderFacts:
        """What a form says of a folder, with what a check of capacity has kept there."""
        found = look_at_folder(path)
        newest = self.kept_folders.newest(path) if found.problem is None else None
        return found if newest is None else replace(found, kept=newest.size)

    @property
    def own_profiles(self) -> OwnProfiles:
        """The files of the person's own profiles."""
        return OwnProfiles(self.folders.config / "profiles")

    def services(self) -> Services:
        """What the window needs."""
        self.works.started_in = StartedIn.WINDOW
        return Services(
            watcher_factory=_watcher,
            history=self.history,
            profiles=lambda: self.profiles.all(),  # noqa: PLW0108 - read at the first use, not now
            broken_profiles=lambda: tuple(self.profiles.broken),
            own_profiles=self.own_profiles,
            read_job=lambda path: read_job(Path(path)),
            new_session=self.new_session,
            new_together=lambda profile, paths, observer, label: self.new_session(
                profile, paths[0], observer, label, beside=paths[1:]
            ),
            new_against=self.new_against,
            new_copying=lambda profile, paths, observer, label: self.new_session(
                profile, paths[0], observer, label, copy_from=paths[1]
            ),
            new_logging=lambda profile, paths, observer, label: self.new_session(
                profile, paths[0], observer, label, log_target=paths[1]
            ),
            hosts=HostsServices(named_hosts, self._on_hosts),
            new_keeping=lambda profile, path, observer, label: self.new_session(
                profile, path, observer, label, keep=True
            ),
            settings_path=self.folders.config / "window.ini",
            given_up=self.given_up,
            acknowledge_given_up=self.given_up_devices.acknowledge,
            kept_folders=self.kept_folders,
            import_files=self.import_files,
            health_reports=self.health_reports,
            versions=versions,
            helper_missing=_helper_missing,
            link=_link,
            rates=self.rates_for,
            write_cache=self.cache_below,
            folder=self.look_at_folder,
            live=_live,
            overwriting=Overwriting(
                users=_users,
                plan=lambda profile, path, inventory: self.plan_overwrite(
                    profile, path, inventory=inventory, patient=False
                ),
                session=lambda plan, observer, label: self.new_session(
                    plan.profile, plan.path, observer, label, overwrite=plan
                ),
                still_there=lambda plan: plan.still_there(),
                discard=self.new_discard,
            ),
            notify=_notify,
            task_bar=TaskBar().show,
            first_window=FirstWindow,
            new_diagnosis=lambda path, inventory, observer, measure: self.new_diagnosis(
                path, observer, inventory=inventory, measure=measure
            ),
            new_check=lambda path, inventory, observer, measure: self.new_check(
                path, observer, inventory=inventory, measure=measure
            ),
            plan_check=self.plan_check,
            health=HealthServices(self._health_monitor, lambda: self.health_service),
            trim=trim_services(self),
            experiments=experiment_services(self),
            control=DeviceActions(),
            watch_timer=WatchTimer(),
            self_tests=(self.self_tests, self.keep_self_tests),
            kept=self.kept_of,
            works=self.works,
            news=self.news_of,
        )


def _helper_missing() -> DriveproofError | None:
    return missing()


def _notify(title: str, text: str) -> bool:
    return notify(title, text)


def _live(name: str) -> LiveMonitor:
    """Watches a device by its kernel name."""
    return LiveMonitor(name, Sysfs())


def _link(device: BlockDevice, inventory: Inventory) -> LinkState:
    return link_state(device, inventory)


def _users(device: BlockDevice, inventory: Inventory) -> str:
    from driveproof.engine.run.overwrite import in_use  # noqa: PLC0415 - numpy

    return in_use_text(in_use(device, inventory))


def _watcher(
    on_change: Callable[[Inventory], None], on_missing: Callable[[MachineError], None]
) -> DiskWatcher:
    return DiskWatcher(on_change, on_missing)


def versions() -> tuple[tuple[str, str], ...]:
    """The versions of the program and its parts, for bug reports."""
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
