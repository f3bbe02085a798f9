# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the window needs from the rest of the program, made by the composition root."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from driveproof.domain.check.check import Check
    from driveproof.domain.drive.drive import BlockDevice, Inventory
    from driveproof.domain.drive.firmware import FirmwareNews
    from driveproof.domain.drive.link import LinkState
    from driveproof.domain.errors import DriveproofError, MachineError
    from driveproof.domain.experiment.experiment import Experiment
    from driveproof.domain.health.snapshot import Snapshot
    from driveproof.domain.health.verdict import HealthVerdict
    from driveproof.domain.profile.expected_cost import Rates
    from driveproof.domain.profile.profile import Profile
    from driveproof.domain.run.run import Run
    from driveproof.domain.trim.job import KeptTrim, Outcome, Preview, Progress
    from driveproof.domain.trim.path import DiscardPath
    from driveproof.engine.check.session import CheckObserver
    from driveproof.engine.check.target import Subject
    from driveproof.engine.experiment.create import ExperimentRequest
    from driveproof.engine.experiment.judge import Judged
    from driveproof.engine.health.view import HealthView, Report
    from driveproof.engine.run.events import Observer
    from driveproof.engine.run.overwrite import WritePlan
    from driveproof.history.store import History


class Watcher(Protocol):
    """Tells of every change of the block devices, from a thread of its own."""

    def start(self) -> None:
        """Begin; the first inventory follows as soon as it is read."""

    def refresh(self) -> None:
        """Read everything again soon; returns at once."""

    def stop(self) -> None:
        """End, and return when the thread has ended."""


class SessionLike(Protocol):
    """One run of a profile."""

    def run(self) -> Run:
        """Measure, in the caller's thread; the observer is called from there."""

    def cancel(self) -> None:
        """Ask it to stop, from any thread."""


WatcherFactory = Callable[
    [Callable[["Inventory"], None], Callable[["MachineError"], None]],
    Watcher,
]
SessionFactory = Callable[["Profile", str, "Observer", str], SessionLike]


@dataclass(frozen=True)
class Overwriting:
    """What overwriting a device takes, each a callable.

    `users(device, inventory)` says who uses it, "" for nobody; `plan(profile, path, inventory)`
    looks at it and raises DriveproofError when it must not be; `session(plan, observer, label)`
    makes the run; `still_there(plan)` says whether it is the same device; `discard(plan, length)`
    trims what was written, in a thread: it may ask for a password.
    """

    users: Callable[[BlockDevice, Inventory], str]
    plan: Callable[[Profile, str, Inventory], WritePlan]
    session: Callable[[WritePlan, Observer, str], SessionLike]
    still_there: Callable[[WritePlan], bool]
    discard: Callable[[WritePlan, int], int]


class Monitor(Protocol):
    """Looks after the health of every drive, in threads of its own; never asks for a password."""

    def start(self) -> None:
        """Begin; returns at once."""

    def set_inventory(self, inventory: Inventory) -> None:
        """These are the drives now."""

    def set_shown(self, name: str) -> None:
        """This drive (kernel name, "" for none) is on the screen: an SSD is read every 30 s."""

    def look_now(self, name: str) -> None:
        """Read this drive again soon."""

    def stop(self) -> None:
        """End; nothing is told afterwards, and nothing waits for a drive that hangs."""


class HealthRequests(Protocol):
    """What a person can ask of a drive's health; each call may take long: in a thread."""

    def look(self, device: BlockDevice, inventory: Inventory) -> HealthView:
        """Read without a prompt and without waking the drive."""

    def look_whole(self, device: BlockDevice, inventory: Inventory) -> HealthView:
        """Everything, through the helper: it may ask for a password. Kept as a snapshot.

        Raises DriveproofError.
        """

    def keep(self, view: HealthView) -> None:
        """Keep it as a snapshot that was asked for. Raises DriveproofError."""

    def snapshots(self, identity: str) -> tuple[Snapshot, ...]:
        """All of a drive, oldest first. Raises DriveproofError."""

    def acknowledge(self, identity: str, counter: str, value: int) -> None:
        """The person has seen this value of a counter. Raises DriveproofError."""

    def start_self_test(self, device: BlockDevice, kind: str) -> None:
        """Let the drive begin a test of itself; may ask for a password. Raises DriveproofError."""

    def abort_self_test(self, device: BlockDevice) -> None:
        """Let the drive end its test of itself; may ask. Raises DriveproofError."""

    def firmware(self, device: BlockDevice) -> FirmwareNews:
        """What fwupd knows of newer firmware; never raises for a missing fwupd."""


@dataclass(frozen=True)
class HealthServices:
    """`monitor(on_view, on_worse)` makes what looks after the drives: both are called in its
    threads; `on_worse(view, before)` comes once when a verdict got worse. `requests()` answers a
    page.
    """

    monitor: Callable[
        [Callable[[HealthView], None], Callable[[HealthView, HealthVerdict], None]], Monitor
    ]
    requests: Callable[[], HealthRequests]


class CheckLike(Protocol):
    """One "Check this drive"."""

    def run(self) -> Check:
        """Check, in the caller's thread. Raises DriveproofError."""

    def cancel(self) -> None:
        """Ask it to stop, from any thread; `run` then returns what there is."""


class TrimLike(Protocol):
    """One TRIM."""

    def preview(self) -> Preview:
        """What it would do; changes nothing and asks nobody. Raises DriveproofError."""

    def run(self, confirmed: Preview | None = None) -> Outcome:
        """Do it, in the caller's thread; may ask for a password. Nothing but what was `confirmed`
        is trimmed. Raises DriveproofError."""

    def cancel(self) -> None:
        """Ask it to stop, from any thread; what was mounted for it is unmounted."""


@dataclass(frozen=True)
class TrimServices:
    """`chain(target, inventory)` follows a TRIM down from a mount point or device, in under 0.2 s
    but in a thread; `chain_as_root` asks the helper for what only root can read, and may prompt.
    Both raise DriveproofError. `session(target, observer, proof)` makes a TRIM, None where there is
    no such thing. In a thread: `kept(device)` are those of a drive before, oldest first, and
    `unprovable(preview)` says why marked blocks could not be read back, None where they can.
    """

    chain: Callable[[str, Inventory], DiscardPath]
    chain_as_root: Callable[[str, Inventory], DiscardPath]
    session: Callable[[str, Callable[[Progress], None], bool], TrimLike] | None = None
    kept: Callable[[BlockDevice], tuple[KeptTrim, ...]] = lambda _: ()
    unprovable: Callable[[Preview], DriveproofError | None] = lambda _: None


class ExperimentLike(Protocol):
    """An experiment that is about to go on."""

    def advance(self, elsewhere: str = "", *, no_more_baselines: bool = False) -> Experiment:
        """Do the next step, in the caller's thread; may ask for a password. Whoever calls it has
        asked before: a step that cannot be undone is taken without another question. Raises
        DriveproofError; what was done until then is kept.
        """

    def cancel(self) -> None:
        """Ask it to stop, from any thread; the session stays open."""


@dataclass(frozen=True)
class ExperimentServices:
    """All of it in a thread. `all()` are the kept experiments, the newest first; `find(id)` is one;
    `begin(wish)` looks at the target and keeps a new one; `cancel(id)` gives one up;
    `judged(experiment)` compares what was measured;
    `session(id, observer, on_trim, tell, confirmed)` runs the next step of one: `tell` gets a line
    where something was found out on the way, and nothing is trimmed but what was `confirmed`, which
    is None for every other step. All raise DriveproofError.
    """

    all: Callable[[], tuple[Experiment, ...]]
    find: Callable[[str], Experiment]
    begin: Callable[[ExperimentRequest], Experiment]
    cancel: Callable[[str], Experiment]
    judged: Callable[[Experiment], Judged]
    session: Callable[
        [str, Observer, Callable[[Progress], None], Callable[[str], None], Preview | None],
        ExperimentLike,
    ]


@dataclass(frozen=True)
class Services:
    """Everything by constructor, made once before there is a second thread; what is heavy to
    import is a callable.

    `watcher_factory(on_change, on_missing)` makes the watcher; `history` opens its file when a
    thread first asks it; `profiles()` reads them; `new_session(profile, path, observer, label)`
    makes a run that is started by its `run()`; `versions()` names what the program is built from,
    for people who report a problem; `helper_missing()` says what stands in the way of the
    privileged helper: it may take its time, and is called in a thread. `overwriting` is None where
    nothing may be; so are `link(device, inventory)`, which reads a few small files in a thread,
    `rates` (how fast a drive probably writes, and its link: in a thread, as it reads the history),
    `health`, `trim`, `experiments` and `new_check(path, inventory, observer, measure)` where there
    is no such thing; `plan_check(path, inventory)` says before what it would measure, and where: in
    a thread. `notify(title, text)` asks the desktop to show something, in a thread; False where it
    cannot. `import_files(paths)` keeps the results of other programs, in a thread;
    `health_reports(paths)` reads the saved health reports among them, and names the others. Both
    raise DriveproofError.
    """

    watcher_factory: WatcherFactory
    history: History
    profiles: Callable[[], tuple[Profile, ...]]
    new_session: SessionFactory
    settings_path: Path
    versions: Callable[[], tuple[tuple[str, str], ...]] = tuple
    helper_missing: Callable[[], DriveproofError | None] = lambda: None
    overwriting: Overwriting | None = None
    link: Callable[[BlockDevice, Inventory], LinkState] | None = None
    rates: Callable[[BlockDevice, Inventory], tuple[Rates | None, LinkState]] | None = None
    health: HealthServices | None = None
    trim: TrimServices | None = None
    experiments: ExperimentServices | None = None
    new_check: Callable[[str, Inventory, CheckObserver, bool], CheckLike] | None = None
    plan_check: Callable[[str, Inventory], Subject] | None = None
    notify: Callable[[str, str], bool] = lambda _title, _text: False
    import_files: Callable[[Sequence[str]], tuple[Run, ...]] = lambda _paths: ()
    health_reports: Callable[[Sequence[str]], tuple[tuple[Report, ...], tuple[str, ...]]] = (
        lambda paths: ((), tuple(paths))
    )
