# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the window needs from the rest of the program, made by `Application`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from datetime import datetime

    from driveproof.domain.dashboard import Kept
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.drive.firmware import FirmwareNews
    from driveproof.domain.drive.link import LinkState
    from driveproof.domain.drive.speed_class import SpeedClass
    from driveproof.domain.drive_news import DriveNews
    from driveproof.domain.errors import DriveproofError, MachineError
    from driveproof.domain.experiment.experiment import Experiment
    from driveproof.domain.health.saved_report import SavedReport
    from driveproof.domain.notes import Note
    from driveproof.domain.profile.estimate import Rates
    from driveproof.domain.profile.profile import Profile
    from driveproof.domain.trim.job import KeptTrim, Preview, Progress
    from driveproof.domain.trim.path import DiscardPath
    from driveproof.domain.watch import Event
    from driveproof.engine.announcer import Announcer
    from driveproof.engine.check.session import CheckObserver, CheckSession
    from driveproof.engine.check.target import Subject
    from driveproof.engine.diagnosis.session import DiagnosisSession
    from driveproof.engine.experiment.create import ExperimentRequest
    from driveproof.engine.experiment.judge import Judged
    from driveproof.engine.experiment.runner import ExperimentRunner
    from driveproof.engine.health.service import HealthService
    from driveproof.engine.health.view import HealthView
    from driveproof.engine.live import LiveMonitor
    from driveproof.engine.ongoing import Works
    from driveproof.engine.run.against import AgainstSession
    from driveproof.engine.run.events import Observer
    from driveproof.engine.run.importing import Imported
    from driveproof.engine.run.overwrite import DiscardSession, WritePlan
    from driveproof.engine.run.own_profiles import OwnProfiles
    from driveproof.engine.run.profiles import Broken
    from driveproof.engine.run.session import Session
    from driveproof.engine.run.target import FolderFacts
    from driveproof.engine.trim.session import TrimSession
    from driveproof.history.store import History
    from driveproof.system.desktop.first_window import FirstWindow
    from driveproof.system.desktop.watch_timer import WatchTimer
    from driveproof.system.udisks.device_actions import DeviceActions
    from driveproof.system.udisks.watcher import DiskWatcher


@dataclass(frozen=True)
class HostsServices:
    """Several hosts. `named` gives those of a node set, and raises DriveproofError for what is none
    or where ClusterShell is missing; `session(profile, folder, hosts, observer, label)` makes a run
    on them.
    """

    named: Callable[[str], tuple[str, ...]]
    session: Callable[[Profile, str, tuple[str, ...], Observer, str], Session]


@dataclass(frozen=True)
class Overwriting:
    """What overwriting a device needs, each a callable.

    `users(device, inventory)` names what uses the device, "" for nothing. `plan(profile, path,
    inventory)` inspects it and raises DriveproofError when it must not be overwritten.
    `session(plan, observer, label)` makes the run. `still_there(plan)` says whether it is the same
    device. `discard(plan, length)` makes the TRIM of what was written.
    """

    users: Callable[[BlockDevice, Inventory], str]
    plan: Callable[[Profile, str, Inventory], WritePlan]
    session: Callable[[WritePlan, Observer, str], Session]
    still_there: Callable[[WritePlan], bool]
    discard: Callable[[WritePlan, int], DiscardSession]


@dataclass(frozen=True)
class HealthServices:
    """`monitor(on_view, on_event)` makes the monitor, which calls both in its own threads;
    `on_event` once for each event of a drive or array. `requests()` makes the requests of a page.
    `firmware(device)` asks fwupd for newer firmware, and never raises for a missing fwupd.
    """

    monitor: Callable[[Callable[[HealthView], None], Callable[[Event], None]], Announcer]
    requests: Callable[[], HealthService]
    firmware: Callable[[BlockDevice], FirmwareNews]


class NewCheck(Protocol):
    """Makes a check of a drive; `measure` False leaves the measurement out, and use is odd of one
    that was `sold_as_new`.
    """

    def __call__(
        self,
        path: str,
        inventory: Inventory,
        observer: CheckObserver,
        measure: bool,
        /,
        *,
        sold_as_new: bool = False,
    ) -> CheckSession: ...


class NewDiagnosis(Protocol):
    """Makes a diagnosis of a drive; `measure` as of a check."""

    def __call__(
        self, path: str, inventory: Inventory, observer: CheckObserver, measure: bool, /
    ) -> DiagnosisSession: ...


@dataclass(frozen=True)
class TrimServices:
    """`chain(target, inventory)` follows the discard path down from a mount point or device; it
    takes less than 0.2 s, but belongs in a thread. `chain_as_root` reads through the helper what
    needs root, and may prompt. Both raise DriveproofError. `session(target, observer, proof)`
    makes a TRIM; it is None where TRIM is not available. In a thread: `kept(device)` are the
    earlier TRIMs of a drive, oldest first, and `unprovable(preview)` is the reason why marked
    blocks could not be read back, None where they can. `enable_timer` switches fstrim.timer on; it
    may prompt, and raises DriveproofError.
    """

    chain: Callable[[str, Inventory], DiscardPath]
    chain_as_root: Callable[[str, Inventory], DiscardPath]
    session: Callable[[str, Callable[[Progress], None], bool], TrimSession] | None = None
    kept: Callable[[BlockDevice], tuple[KeptTrim, ...]] = lambda _: ()
    unprovable: Callable[[Preview], DriveproofError | None] = lambda _: None
    enable_timer: Callable[[], None] | None = None


@dataclass(frozen=True)
class ExperimentServices:
    """Call all of them in a thread. All raise DriveproofError.

    `all()` are the stored experiments, newest first. `find(id)` is one. `begin(request)` inspects
    the target and stores a new one. `cancel(id)` cancels one, `end(id)` ends one with the looks
    that were made. `judged(experiment)` compares what was measured, as those looks did.
    `session(id, observer, on_trim, tell, confirmed)` makes the next step of one: `tell` receives a
    note for each finding on the way, and only what was `confirmed` is trimmed; it is None for a
    step that is no TRIM.
    """

    all: Callable[[], tuple[Experiment, ...]]
    find: Callable[[str], Experiment]
    begin: Callable[[ExperimentRequest], Experiment]
    cancel: Callable[[str], Experiment]
    end: Callable[[str], Experiment]
    judged: Callable[[Experiment], Judged]
    session: Callable[
        [str, Observer, Callable[[Progress], None], Callable[[Note], None], Preview | None],
        ExperimentRunner,
    ]


@dataclass(frozen=True)
class ProfileServices:
    """The profiles; call all of them in a thread or where a page is made. `all()` reads them, and
    `broken()` are the files that it could not read as one. `own` saves and removes the files of
    people's own profiles, and `read_job(path)` reads a fio job file. They raise DriveproofError.
    """

    all: Callable[[], tuple[Profile, ...]]
    broken: Callable[[], tuple[Broken, ...]]
    own: OwnProfiles
    read_job: Callable[[str], Profile]


@dataclass(frozen=True)
class MeasuringServices:
    """`new_session(profile, path, observer, label)` makes a run; its `run()` starts it.
    `new_on_several` makes one that also uses other folders or devices, `new_against` one of two
    drives in turn.

    Call these in a thread: `folder(path)`, whether a folder can be measured in; `rates`, how fast a
    drive probably writes and its link, and `write_cache`, the bytes of its known write cache, which
    read the history. A page without `rates` or `folder` works, and does not offer what needs it.
    """

    new_session: Callable[[Profile, str, Observer, str], Session]
    new_on_several: Callable[[Profile, Sequence[str], Observer, str], Session]
    new_against: Callable[[Profile, tuple[str, str], Observer, str], AgainstSession]
    hosts: HostsServices
    overwriting: Overwriting
    rates: Callable[[BlockDevice, Inventory], tuple[Rates | None, SpeedClass]] | None
    write_cache: Callable[[BlockDevice, Inventory], float | None]
    folder: Callable[[str], FolderFacts] | None


@dataclass(frozen=True)
class Services:
    """The services of the window, made once before there is a second thread.

    What only some pages need is a callable, which imports it: `profiles()`, `measuring()`,
    `experiments()` and `trim()` make the services of their subject, for the page
    that is created or in the thread of a task. `watcher_factory(on_change, on_missing)` makes the
    watcher. `history` opens its file when a thread first uses it. `versions()` names what the
    program is built from, for bug reports.

    Call these in a thread: `helper_missing()`, the reason why the privileged helper cannot be used;
    `link(device, inventory)`, which reads a few small files; `plan_check(path, inventory)`, what a
    check would measure and where; `notify(title, text)`, which is False where the desktop cannot
    show a notification; `task_bar(share)`, which shows a fraction on the program's button there,
    None for nothing; `first_window()`, which knows the other windows of the session;
    `import_files(paths)`, which stores other programs' results; and
    `health_reports(paths)`, which reads the saved health reports among the files and names the
    others. The last two raise DriveproofError.

    `self_tests` reads and writes which self-tests the timer starts (domain/schedule.py).
    `works` tells other processes what this one does, and reads what they do. `given_up()` says
    which devices a killed run has left formatted, until `acknowledge_given_up()`.

    `new_check(path, inventory, observer, measure)` makes a check, `new_diagnosis` a diagnosis; call
    them in a thread.
    A window without `link`, `health`, `trim`, `experiments`, `new_check`, `new_diagnosis`,
    or `watch_timer` works, and does not offer what needs it.
    """

    watcher_factory: Callable[
        [Callable[[Inventory], None], Callable[[MachineError], None]], DiskWatcher
    ]
    history: History
    profiles: Callable[[], ProfileServices]
    measuring: Callable[[], MeasuringServices]
    settings_path: Path
    versions: Callable[[], tuple[tuple[str, str], ...]]
    helper_missing: Callable[[], DriveproofError | None]
    link: Callable[[BlockDevice, Inventory], LinkState] | None
    live: Callable[[str], LiveMonitor]
    health: HealthServices | None
    trim: Callable[[], TrimServices] | None
    experiments: Callable[[], ExperimentServices] | None
    new_check: NewCheck | None
    new_diagnosis: NewDiagnosis | None
    plan_check: Callable[[str, Inventory], Subject]
    notify: Callable[[str, str], bool]
    task_bar: Callable[[float | None], None]
    first_window: Callable[[], FirstWindow]
    import_files: Callable[[Sequence[str]], Imported]
    health_reports: Callable[[Sequence[str]], tuple[tuple[SavedReport, ...], tuple[str, ...]]]
    control: DeviceActions
    works: Works
    given_up: Callable[[], tuple[Note, ...]]
    acknowledge_given_up: Callable[[], None]
    self_tests: tuple[Callable[[], str], Callable[[str], None]]
    watch_timer: WatchTimer | None
    kept: Callable[[Sequence[BlockDevice], Inventory], Mapping[str, Kept]]
    news: Callable[[Sequence[BlockDevice], Inventory, datetime], tuple[DriveNews, ...]]
