# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a profile on a target: prepare, measure phase by phase, report, keep the result."""

from __future__ import annotations

import errno
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Protocol, TypeVar

from driveproof.domain.access import Direction
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import (
    Advice,
    CancelledError,
    DriveproofError,
    MachineError,
    UsageError,
)
from driveproof.domain.method import (
    EVERYDAY,
    FILESYSTEMS,
    FIO,
    MULTI_DRIVE,
    Trait,
    has,
    part,
)
from driveproof.domain.notes import Failure, Note, NoteKind, error_note, failure_of
from driveproof.domain.ongoing import Work
from driveproof.domain.profile.capacity import DeviceCapacityPlan
from driveproof.domain.profile.course import Search, Step, course_of
from driveproof.domain.profile.estimate import Rates
from driveproof.domain.profile.everyday import in_room
from driveproof.domain.profile.for_device import Way, fitted_to, for_way
from driveproof.domain.profile.iops_at_latency import IopsAtLatencyPlan, sized_for
from driveproof.domain.profile.multi_drive import with_drives
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.plan import Bounded, Bounds, Fitted, OfNewFiles
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.real_life import real_life
from driveproof.domain.profile.test_file import fitted
from driveproof.domain.profile.whole_files import WholeFilesPlan
from driveproof.domain.run.failed_io import IoError, known_failure, vanished
from driveproof.domain.run.kernel_messages import LogLine, about, marked, troubles
from driveproof.domain.run.run import (
    CANCELLED,
    CUT_SHORT,
    FAILED,
    FINISHED,
    Host,
    KernelMessage,
    PhaseResult,
    Run,
)
from driveproof.domain.run.work import Data, FileOperation
from driveproof.engine.asking import Asker
from driveproof.engine.ongoing import Notice
from driveproof.engine.run import events
from driveproof.engine.run.bad_places import partition_notes
from driveproof.engine.run.capacity_device import prepare_capacity_device
from driveproof.engine.run.capacity_folder import prepare_capacity
from driveproof.engine.run.context import Context, RunOptions
from driveproof.engine.run.device import Means, class_at, no_device, prepare_device
from driveproof.engine.run.environment import afterwards, environment, of_hosts
from driveproof.engine.run.explained import explained
from driveproof.engine.run.filesystems_profile import prepare_filesystems
from driveproof.engine.run.findings import (
    after_cache,
    after_heat,
    findings,
    less_checked,
    with_limits,
)
from driveproof.engine.run.fio_run import FioRun, Job
from driveproof.engine.run.folder import check_log_target, prepare_folder
from driveproof.engine.run.going_on import Spacing, with_certainty
from driveproof.engine.run.mapped_devices import MappedDevices
from driveproof.engine.run.monitor import Monitor
from driveproof.engine.run.multi_drive import (
    companions_of,
    drive_name,
    monitors_of,
    prepare_multi_drive,
)
from driveproof.engine.run.overwrite import prepare_overwrite
from driveproof.engine.run.persistence import SafeRecorder
from driveproof.engine.run.phase import Tools
from driveproof.engine.run.progress import Progress
from driveproof.engine.run.read_check import prepare_read_check
from driveproof.engine.run.real_life import prepare_real_life
from driveproof.engine.run.run_health import RunHealth
from driveproof.engine.run.runners import Runner, runners
from driveproof.engine.run.target import (
    Place,
    PreparedTarget,
    check_size,
    check_words,
    device_below,
    examine,
)
from driveproof.engine.run.whole_files import prepare_whole_files
from driveproof.engine.run.written import Written
from driveproof.fio.process import Launch
from driveproof.fio.stream import Report
from driveproof.history.ids import new_id
from driveproof.system.desktop.inhibit import inhibit_suspend
from driveproof.system.kernel.devices import is_device
from driveproof.system.kernel.hwmon import warning_temperature
from driveproof.system.kernel.kernel_log import names_in_log
from driveproof.system.kernel.link_state import port_speeds
from driveproof.system.kernel.mounts import space
from driveproof.system.kernel.shared_path import shared_paths
from driveproof.wording.catalogue import _

# UDisks2 answers in a tenth of a second, started by the bus in one.
INVENTORY_SECONDS = 5.0
_MOST_HEARD = 500  # lines that are told while a run goes on; its result has all
_Result = TypeVar("_Result")


class Watch(Protocol):
    """What `watch.py` of a method counts beside its tests, from before the first to the end."""

    def notes(self, cancelled: Callable[[], bool]) -> tuple[Note, ...]:
        """What belongs beside the numbers."""


class Session:
    """One run of `profile` in the folder `path`, or on the device there by way of the helper.

    `run` works in the caller's thread, which has to live as long as it; `cancel` may be called
    from any thread and from a signal handler.
    """

    def __init__(
        self,
        profile: Profile,
        path: str,
        context: Context,
        observer: events.Observer,
        options: RunOptions | None = None,
    ) -> None:
        options = options or RunOptions()
        self._profile = self._asked = profile.through_cache()
        self._path = path
        self._context, self._options = context, options
        self._observer = observer
        self._beside, self._turn = options.beside, options.turn
        self._overwrite, self._elsewhere = options.overwrite, options.elsewhere
        self._health = RunHealth(context.health)
        self._inventory = self._health.seeing(context.inventory)
        self._recorder = SafeRecorder(context.recorder)
        self._sysfs = context.sysfs
        self._log = context.log()
        self._notice: Notice | None = None
        self._log_names: frozenset[str] = frozenset()
        self._speeds: dict[str, float] = {}
        self._heard: list[LogLine] = []
        self._told: tuple[KernelMessage, ...] = ()
        self._beside_tests: Watch | None = None
        self._mapped = MappedDevices((), self._sysfs)
        self._cancelled = False
        # Not an Event: a signal handler may put into a SimpleQueue whatever was interrupted.
        self._wakes: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._current: dict[int, Job[object]] = {}
        """What runs now, by the thread that waits for it."""
        self._runners: dict[Phase, Runner] = {}
        self._over = False  # the course has ended, and not by a cancel
        self._laid_out, self._written, self._spacing = 0, Written(), Spacing()
        self._leave: Callable[[], tuple[Note, ...]] = tuple
        self._hosts: Callable[[], tuple[Host, ...]] = tuple
        self._on: tuple[str, int] | None = None
        """The file system that is mounted, and the round that it was made for."""
        self._monitors: tuple[Monitor, ...] = ()
        self.failure: DriveproofError | None = None
        self.left: tuple[Note, ...] = ()
        """What is on a device that was given up for the run; its result says it as well."""
        self._known: Inventory | None = None

    def _ask_inventory(self) -> Inventory | None:
        """The block devices, None when not reported in time: a folder is measured all the same.

        A drive that stalls can block UDisks2 for half a minute, and a cancel must not wait for
        that.
        """
        asker = Asker(INVENTORY_SECONDS, lambda: self._cancelled)
        with suppress(DriveproofError):
            self._known = asker.answer(self._inventory)
            return self._known
        return None

    def _rates_here(self) -> Rates | None:
        """How fast the drive of this run probably is; None where that cannot be read. Of other
        hosts nothing is known.
        """
        if self._known is None or self._elsewhere is not None:
            return None
        with suppress(DriveproofError):
            return self._context.known.rates(self._path, self._known)
        return None

    def _look_anew(self) -> Inventory | None:
        """The block devices, also after a cancel; None when they are not reported."""
        try:
            return self._inventory()
        except DriveproofError:
            return None

    def cancel(self) -> None:
        """Stop within a second; what was measured is kept. A file system that UDisks2 is making
        takes as long as it takes.
        """
        self._cancelled = True
        self._wakes.put(None)
        for current in tuple(self._current.values()):
            current.wake()

    def run(self) -> Run:
        """Measure. Returns the run, finished, cancelled or failed (then `failure` says why).

        Raises DriveproofError when the target or the machine will not do; nothing was written
        then, and nothing is kept.
        """
        for path in (self._path, *self._beside):
            check_words(path)
        works = self._context.works
        with (
            works.during(Work.MEASUREMENT, self._path, beside=self._beside) as self._notice,
            self._prepared() as prepared,
            self._monitor(prepared) as monitor,
            monitors_of(prepared, self._sysfs) as self._monitors,
            closing(self._log),
            closing(self._health),
        ):
            if self._turn is not None:  # nothing is kept where the other one will not do
                self._turn.wait()
                if self._cancelled:
                    raise CancelledError("Cancelled before anything was changed.")
            self._profile = prepared.profile
            self._leave = prepared.leave
            self._hosts = partial(_hosts_of, prepared)
            # Now, while it is there: of a drive that falls out /sys knows nothing any more.
            named = [layer.device for layer in prepared.layers]
            self._log_names = frozenset().union(*map(names_in_log, named))
            for one in named:
                self._speeds |= port_speeds(one, self._sysfs)
            self._log.begin()
            layers = [layer.device for layer in prepared.layers]
            self._mapped = MappedDevices(layers, self._sysfs)
            if (own := part(self._profile.method, "watch")) is not None:
                self._beside_tests = own.Watch(layers, self._sysfs)
            started = datetime.now(UTC)
            run_id = self._turn.run_id if self._turn is not None else new_id(started)
            self._health.before(run_id, prepared.drives)
            begun = time.monotonic()
            run = Run(
                id=run_id,
                profile=self._profile.name,
                method=self._profile.method,
                title=self._profile.full_title,
                status=FAILED,
                started=started,
                seconds=0.0,
                target=prepared.target,
                environment=replace(
                    of_hosts(environment(prepared, monitor), _hosts_of(prepared)),
                    latency_cap=_cap_of(self._profile),
                    drives=companions_of(prepared),
                    in_turn=None if self._turn is None else self._turn.in_turn,
                    shared=shared_paths(
                        [drive_name(one) for one in prepared.companions], self._sysfs
                    ),
                ),
                label=self._options.label,
                notes=(*self._profile.notes, *prepared.notes),
                repeats_planned=self._profile.repeats,
            )
            run = self._recorder.begin(run)
            try:
                run = self._measure(run, prepared, monitor)
            except DriveproofError as error:
                run = replace(run, phases=self._phases)
                run = self._failed(run, error, monitor)
            except OSError as error:
                known = vanished(error)
                run = self._failed(replace(run, phases=self._phases), known or error, monitor)
                if known is None:
                    self._end(run, begun, monitor)
                    raise
            except BaseException as error:
                # A bug of ours, or the program is being ended: what was measured is still kept.
                run = self._failed(replace(run, phases=self._phases), error, monitor)
                self._end(run, begun, monitor)
                raise
            return self._end(run, begun, monitor)

    def _measure(self, run: Run, prepared: PreparedTarget, monitor: Monitor) -> Run:
        progress = Progress(self._profile, self._rates_here())
        self._observer(
            events.Started(
                self._profile, run.target, run.environment, progress.remaining(), run.notes
            )
        )
        if self._turn is not None:  # what both take is told before either is written to
            self._turn.wait()
        with inhibit_suspend(_("A drive is being measured")):
            tools = Tools(
                prepared=prepared,
                monitor=monitor,
                progress=progress,
                start=self._start,
                cancelled=lambda: self._cancelled,
                observer=lambda event: self._tell(event, run.started),
            )
            if prepared.elsewhere is not None:
                prepared.elsewhere.lay_out(tools)
                self._written.laid_out += self._profile.laid_out
            own = has(self._profile.method, Trait.OWN_FILES) or isinstance(
                self._profile.plan, Bounded
            )
            if prepared.layout is not None and not own:
                lay_out(tools, prepared.layout(self._profile.size), self._profile.size)
                self._laid_out = self._profile.size
                self._written.laid_out += self._profile.size
            for one in prepared.companions:
                if one.layout is not None:
                    beside = replace(tools, prepared=one)
                    lay_out(beside, one.layout(one.profile.size), one.profile.size)
            if prepared.log is not None:
                lay_out(tools, prepared.log.layout(), prepared.log.size)
                self._written.laid_out += prepared.log.size
            self._repeat_all(run.id, tools)
        # A cancel after the last repeat came too late to change anything.
        return replace(run, status=FINISHED if self._complete() else CANCELLED, phases=self._phases)

    def _tell(self, event: events.Event, started: datetime) -> None:
        """Pass on an event of a test, and what the kernel has reported since the last one."""
        self._observer(event)
        notice = self._notice if self._turn is None else None  # who measures two tells of both
        if notice is not None and isinstance(event, events.Measured | events.Scanned):
            notice.tell(event.progress, event.remaining)
        news = about(self._log.news(), self._log_names, self._speeds)
        self._heard += news[: _MOST_HEARD - len(self._heard)]
        told = troubles(self._heard, self._log_names, started, self._speeds)
        if told != self._told:
            self._told = told
            self._observer(events.KernelSaid(told))

    def _repeat_all(self, run_id: str, tools: Tools) -> None:
        """Every step of the profile's course. Raises what made one fail."""
        profile = self._profile
        runner_of = runners(profile, tools, self._monitors)
        for phase in profile.phases:
            self._runners.setdefault(phase, runner_of(phase, len(self._runners)))
        ended: set[Phase] = set()
        with closing(course_of(profile, self._reached)) as course:
            step = next(course, None)
            while step is not None and not self._cancelled:
                if self._turn is not None:
                    self._turn.wait()
                phase = step.phase
                ended.update(self._end_known(step))
                self._wait(step, tools)
                if self._cancelled:
                    break
                if phase not in self._runners:
                    tools.progress.add(phase)
                    self._runners[phase] = runner_of(phase, len(self._runners))
                tools.progress.follow(step.left, step.likely)
                result = self._take(step, self._runners[phase], tools)
                if self._cancelled and not _whole(step, result):
                    break
                if result is not None and not self._cancelled:
                    if step.last:
                        self._runners[phase].end()
                        ended.add(phase)
                    self._recorder.keep_phase(run_id, result)
                try:
                    step = course.send(result)
                except StopIteration:
                    step = None
            self._over = step is None
        for phase, runner in self._runners.items():
            if phase not in ended:
                runner.end()

    def _end_known(self, step: Step) -> tuple[Phase, ...]:
        """End the tests that turned out to need no further repeat."""
        for phase in step.over:
            self._runners[phase].end()
        return step.over

    def _take(self, step: Step, runner: Runner, tools: Tools) -> PhaseResult | None:
        """Measure a step; the test with its repeats, None where nothing was measured. Raises what
        made it fail.
        """
        if self._profile.file_sizes is not None:
            self._make_file(step.phase, tools)
        plan = self._profile.plan
        if isinstance(plan, OfNewFiles) and plan.begins_anew(step.phase):
            self._fresh_file(tools)
        if tools.prepared.switch is not None and not self._switch(step, tools):
            return None
        if self._profile.method == EVERYDAY and tools.prepared.renew is not None:
            tools.prepared.renew(step.phase)
        self._spacing.begin(step.phase)
        failure = runner.repeat(step.order, step.enough)
        self._mapped.look(step.phase.name)
        if failure is not None:
            raise failure
        result = runner.result
        if result is not None and result.repeats and result.repeats[-1].order == step.order:
            most, data = (
                self._profile.written_by(step.phase) or 0,
                self._profile.data_of(step.phase),
            )
            self._written.add(result.repeats[-1], most, most / data if data else 1.0)
        return result if result is not None and result.repeats else None

    def _reached(self) -> int:
        """The bytes of this run that reached the drive so far, at most."""
        return self._profile.files_take(self._written.laid_out) + self._written.reached()

    def _fresh_file(self, tools: Tools) -> None:
        """A test file of which no cache holds anything but what writing it left there."""
        prepared = tools.prepared
        assert prepared.layout is not None and prepared.empty is not None
        prepared.empty(self._profile.size)
        lay_out(tools, prepared.layout(self._profile.size), self._profile.size)

    def _switch(self, step: Step, tools: Tools) -> bool:
        """Make the file system of a step and fill its test file, unless it is there; whether it is,
        and not cancelled meanwhile.
        """
        wanted = step.phase.asked.filesystem, step.order
        if wanted != self._on:
            switch = tools.prepared.switch
            assert switch is not None
            name = step.phase.asked.filesystem
            tools.observer(events.MakingFilesystem(name, tools.progress.remaining()))
            prepared, tools.on_filesystem = switch(name)
            tools.prepared = replace(prepared, switch=switch)
            assert tools.prepared.layout is not None
            lay_out(tools, tools.prepared.layout(self._profile.size), self._profile.size)
            self._on = wanted
        return not self._cancelled

    def _make_file(self, phase: Phase, tools: Tools) -> None:
        """A new file for a test that writes one, a full one of its size for any other."""
        prepared = tools.prepared
        assert prepared.layout is not None and prepared.empty is not None
        if phase.operation is FileOperation.WRITE:
            prepared.empty(phase.extent)
            self._laid_out = 0
        elif self._laid_out != phase.extent:
            prepared.empty(phase.extent)
            lay_out(tools, prepared.layout(phase.extent), phase.extent)
            self._laid_out = phase.extent

    @property
    def _phases(self) -> tuple[PhaseResult, ...]:
        """What was measured until now, in the order of the profile."""
        results = [runner.result for runner in self._runners.values()]
        return tuple(result for result in results if result is not None and result.repeats)

    def _complete(self) -> bool:
        if isinstance(self._profile.plan, Search):
            return self._over
        whole = all(
            sum(CUT_SHORT not in repeat.disturbed for repeat in phase.repeats)
            >= self._profile.repeats
            for phase in self._phases
        )
        return self._over and whole and len(self._phases) == len(self._profile.phases)

    def _start(self, job: Job[_Result], /) -> _Result:
        thread = threading.get_ident()
        self._current[thread] = job
        try:
            return job.run()
        finally:
            self._current.pop(thread, None)

    def _wait(self, step: Step, tools: Tools) -> None:
        """Let the drive settle, and what made the test's repeat before as it was."""
        rest = self._spacing.rest(step)
        if step.to_come is not None:
            tools.progress.plan(step.to_come)
            if rest > step.pause:
                index = self._profile.phases.index(step.phase)
                left = tools.progress.remaining()
                tools.observer(events.Resting(index, step.order, self._profile.most, rest, left))
        self._pause(max(rest, step.pause))

    def _pause(self, seconds: float) -> None:
        """Let the drive settle; a cancel ends it."""
        if seconds > 0 and not self._cancelled:
            try:
                self._wakes.get(timeout=seconds)
            except queue.Empty:
                return

    def _failed(self, run: Run, error: BaseException, monitor: Monitor) -> Run:
        if isinstance(error, CancelledError):
            return replace(run, status=CANCELLED)
        if isinstance(error, DriveproofError):
            if monitor.gone:
                error = known_failure(errno.ENODEV) or error
            self.failure = error
            return replace(run, status=FAILED, error=failure_of(error))
        if isinstance(error, KeyboardInterrupt):
            return replace(run, status=CANCELLED)
        failed = Note(
            "{program} failed: {reason}.", reason=type(error).__name__, program="Driveproof"
        )
        return replace(run, status=FAILED, error=Failure(failed))

    def _left(self) -> tuple[Note, ...]:
        """What is on a device that was given up for the run; where it could not be emptied, that is
        the failure of the run, unless it has one.
        """
        try:
            self.left = self._leave()
        except DriveproofError as error:
            self.failure = self.failure or error
            self.left = (error_note(error, NoteKind.DOUBT),)
        return self.left

    def _end(self, run: Run, begun: float, monitor: Monitor) -> Run:
        run = replace(run, notes=(*run.notes, *self._left()))
        run = afterwards(replace(run, seconds=time.monotonic() - begun), monitor)
        run = replace(run, environment=replace(run.environment, hosts=self._hosts()))
        run = self._explained(self._with_log(run))
        own = self._elsewhere is None  # of other hosts nothing is known that was measured here
        cost = self._making if run.status == FINISHED and own else None
        run = replace(run, phases=with_limits(run.phases, cost))
        said = (
            *self._mapped.notes,
            *findings(self._profile, run.phases),
            *partition_notes(run, self._sysfs, self._known, lambda: self._cancelled),
            *(self._beside_tests.notes(lambda: self._cancelled) if self._beside_tests else ()),
        )
        run = replace(run, notes=(*run.notes, *said))
        self._health.after(run.id, hurry=self._cancelled)
        run = after_heat(run) if self._health.throttled else run
        if self._profile.method == FIO:
            run = after_cache(run, self._written)
        run = with_certainty(run, self._profile, self._written.so_far())
        run = self._recorder.finish(run)
        less = less_checked(self._asked, self._profile, run)
        self.failure = self.failure or self._recorder.failure or less
        self._observer(events.Ended(run))
        return run

    def _explained(self, run: Run) -> Run:
        """The failure of an I/O in the words that fit the target."""
        error = self.failure
        if not isinstance(error, IoError) or self._elsewhere is not None:
            return run
        messages = run.environment.kernel_messages or ()
        self.failure = explained(error, run.target, messages)
        return replace(run, error=failure_of(self.failure))

    def _with_log(self, run: Run) -> Run:
        """What the kernel said of the devices meanwhile, and the repeats that it disturbed; of
        other hosts this one's log says nothing.
        """
        if self._elsewhere is not None:
            return run
        source, lines = self._log.read(hurry=self._cancelled)
        messages = troubles(lines, self._log_names, run.started, self._speeds)
        after = replace(run.environment, kernel_log=source, kernel_messages=messages)
        phases = marked(run.phases, lines, self._log_names, self._speeds)
        return replace(run, environment=after, phases=phases)

    def _making(self, data: Data, block_size: int) -> float | None:
        """The time that making a block takes here; not measured after a cancel."""
        cost = self._context.cost
        return None if cost is None or self._cancelled else cost(data, block_size)

    def _prepared(self) -> AbstractContextManager[PreparedTarget]:
        if self._elsewhere is not None:
            return self._elsewhere(self._profile, self._path, lambda: self._cancelled)
        if self._profile.method == MULTI_DRIVE:
            paths = (self._path, *self._beside)
            profile = with_drives(self._profile, tuple(map(is_device, paths)))
            return prepare_multi_drive(paths, profile, self._one_of_several)
        return self._prepared_one()

    def _one_of_several(
        self, path: str, profile: Profile
    ) -> AbstractContextManager[PreparedTarget]:
        """One of several drives, only read: a device by way of the helper, a folder with a file."""
        if is_device(path):
            return self._read_device(path, profile)
        return prepare_folder(
            examine(path, self._ask_inventory(), self._sysfs),
            profile,
            self._context.find_fio(),
            self._context.registry,
            engine=self._options.engine,
            cancelled=lambda: self._cancelled,
            fresh=self._options.fresh,
        )

    def _read_device(self, path: str, profile: Profile) -> AbstractContextManager[PreparedTarget]:
        return prepare_device(path, profile, self._means())

    def _means(self) -> Means:
        """What a device is prepared with."""
        return Means(
            self._ask_inventory(),
            self._sysfs,
            self._context.helper,
            self._start,
            lambda: self._cancelled,
            self._options.engine,
            self._options.fresh,
            self._context.known.endurance,
        )

    def _prepared_one(  # noqa: PLR0911, PLR0912 - one for each kind of target
        self,
    ) -> AbstractContextManager[PreparedTarget]:
        if self._beside and real_life(self._profile) is None:
            check_log_target(self._profile, self._path, *self._beside)
        if self._profile.nocow and (self._overwrite is not None or is_device(self._path)):
            raise UsageError(
                "Copy-on-write can be disabled only in a folder.",
                advice=Advice("Choose a folder."),
            )
        if (own := part(self._profile.method, "bench")) is not None:
            bench: AbstractContextManager[PreparedTarget]
            bench = own.bench(self._path, self._profile, self._means())
            return bench
        if self._overwrite is not None and self._overwrite.profile.method == FILESYSTEMS:
            services = self._context
            assert services.given_up is not None  # nothing is formatted that would be forgotten
            return prepare_filesystems(
                self._overwrite,
                self._means(),
                formatter=services.formatter,
                mounter=services.mounter,
                fio=services.find_fio(),
                registry=services.registry,
                look=self._look_anew,
                given_up=services.given_up,
                tell=self._observer,
            )
        if self._overwrite is not None and self._overwrite.profile.capacity is not None:
            return prepare_capacity_device(self._overwrite, self._means())
        if self._overwrite is not None:
            return prepare_overwrite(self._overwrite, self._means())
        if is_device(self._path) and self._profile.bad_sectors is not None:
            return prepare_read_check(self._path, self._profile, self._means())
        if is_device(self._path):
            self._fit(class_at(self._path, self._ask_inventory(), self._sysfs))
            return self._read_device(self._path, self._profile)
        if self._profile.needs_root:
            below = device_below(self._path, self._ask_inventory(), self._sysfs)
            raise no_device(self._profile, self._path, below)
        if isinstance(self._profile.plan, DeviceCapacityPlan):
            for_way(self._profile, Way.FOLDER)
        if self._profile.capacity is not None:
            place = self._examined()
            return prepare_capacity(
                place,
                self._profile,
                self._context.registry,
                cancelled=lambda: self._cancelled,
            )
        if real_life(self._profile) is not None:
            return self._tasks()
        if isinstance(self._profile.plan, WholeFilesPlan):
            place = self._examined()
            return prepare_whole_files(
                place,
                self._shrunk_in(place),
                self._context.registry,
                cancelled=lambda: self._cancelled,
            )
        if not isinstance(self._profile.plan, Fitted):  # its size is known with its place
            check_size(self._profile)
        fio = self._context.find_fio()
        place = self._examined()
        room = space(place.folder)
        profile, bounds = self._bounded(place, room.free_for_user)
        if not bounds:
            profile, bounds = self._sized(place, room.free_for_user if room.total else None)
        profile, smaller = in_room(profile, room.free_for_user) if room.total else (profile, ())
        profile = self._shrunk(profile, room.free_for_user) if room.total else profile
        return prepare_folder(
            replace(place, notes=(*place.notes, *bounds, *smaller)),
            profile,
            fio,
            self._context.registry,
            engine=self._options.engine,
            cancelled=lambda: self._cancelled,
            fresh=self._options.fresh,
            log=self._log_place(),
        )

    def _examined(self) -> Place:
        """The folder, for whose drive the profile is from here on."""
        place = examine(self._path, self._ask_inventory(), self._sysfs)
        self._fit(place.speed, place.mount.filesystem)
        return place

    def _fit(self, found: SpeedClass, filesystem: str = "") -> None:
        self._profile = self._asked = self._profile.for_drive(found, filesystem)

    def _log_place(self) -> Place | None:
        """The folder on another drive for the log, where there is to be one."""
        if not self._beside:
            return None
        return examine(self._beside[0], self._known, self._sysfs)

    def _tasks(self) -> AbstractContextManager[PreparedTarget]:
        """A folder for everyday tasks, and one on the drive that a tree is copied from."""
        known, other = self._ask_inventory(), None
        if self._beside:
            other = examine(self._beside[0], known, self._sysfs)
        place = self._examined()
        return prepare_real_life(
            place,
            other,
            self._shrunk_in(place),
            self._context.registry,
            cancelled=lambda: self._cancelled,
        )

    def _shrunk_in(self, place: Place) -> Profile:
        """The same for what is free there, where that is counted."""
        room = space(place.folder)
        return self._shrunk(self._profile, room.free_for_user) if room.total else self._profile

    def _shrunk(self, profile: Profile, free: int) -> Profile:
        """With the test file that fits into `free` bytes; as it is where none does or may."""
        if self._options.shrinks:
            with suppress(DriveproofError):  # it is refused with its reason later
                return fitted(profile, free)
        return profile

    def _bounded(self, place: Place, free: int) -> tuple[Profile, tuple[Note, ...]]:
        """What writes as much as there is room for, for this place; any other profile as it is."""
        if not isinstance(self._profile.plan, Fitted):
            return self._profile, ()
        drive = place.drives[0] if len(place.drives) == 1 else None
        bounds = Bounds(free, None)
        if drive:
            bounds = Bounds(
                free,
                self._sysfs.facts(drive).size,
                self._context.known.endurance(place.target.device),
                warning_temperature(drive, self._sysfs.root),
                bool(self._sysfs.limits(drive).rotational),
            )
        return fitted_to(self._profile, bounds)

    def _sized(self, place: Place, free: int | None) -> tuple[Profile, tuple[Note, ...]]:
        """IOPS at latency with the test file for this place; any other profile as it is."""
        plan = self._profile.plan
        if not isinstance(plan, IopsAtLatencyPlan) or plan.chosen:
            return self._profile, ()
        cache = self._context.known.write_cache(place.target.identity)
        return sized_for(self._profile, free=free, cache=cache)

    @contextmanager
    def _monitor(self, prepared: PreparedTarget) -> Iterator[Monitor]:
        monitor = Monitor(
            prepared.counted,
            prepared.drives,
            self._sysfs,
            prepared.layers,
            prepared.target.mount_point,
        )
        try:
            yield monitor
        finally:
            monitor.close()


def _whole(step: Step, result: PhaseResult | None) -> bool:
    """Whether a step was measured to its end."""
    newest = result.repeats[-1] if result is not None and result.repeats else None
    return newest is not None and newest.order == step.order and CUT_SHORT not in newest.disturbed


def lay_out(tools: Tools, launch: Launch, total: int) -> None:
    """Write the whole test file of `total` bytes.

    Raises MachineError when it cannot be; a cancel ends it early.
    """
    if tools.cancelled():
        return
    begun = time.monotonic()

    def tell(done: int, seconds: float | None = None) -> None:
        if tools.cancelled():  # what fio says while it ends is nobody's speed
            return
        tools.progress.layout(done, time.monotonic() - begun, seconds)
        tools.observer(events.Preparing(done, total, tools.progress.remaining()))

    tell(0)
    ending = tools.start(_job(tools, launch, tell))
    if ending.cancelled:
        return
    if ending.failure is not None:
        raise ending.failure
    written = ending.final.snapshot.get(Direction.WRITE).bytes if ending.final else 0
    if written < total:
        raise MachineError(
            "The test file has {written} of {total} bytes.",
            written=written,
            total=total,
            advice=Advice("Check the kernel log (journalctl -k) and the drive's health."),
        )
    elapsed = time.monotonic() - begun
    tools.progress.layout(total, elapsed, ending.final.snapshot.seconds if ending.final else None)
    tools.progress.layout_ended(elapsed)


def _job(tools: Tools, launch: Launch, tell: Callable[[int, float], None]) -> FioRun:
    def report(told: Report) -> None:
        done = told.snapshot.get(Direction.WRITE).bytes
        if done:  # fio's first one may come before its first write: that it begins was told
            tell(done, told.snapshot.seconds)

    return FioRun(launch, cancelled=tools.cancelled, on_report=report, on_silence=lambda _: None)


def _hosts_of(prepared: PreparedTarget) -> tuple[Host, ...]:
    """What is known of other hosts that measure; () where this one does."""
    return () if prepared.elsewhere is None else prepared.elsewhere.hosts()


def _cap_of(profile: Profile) -> tuple[str, float] | None:
    """The latency cap of a search under one."""
    return profile.plan.cap.kept_as if isinstance(profile.plan, IopsAtLatencyPlan) else None
