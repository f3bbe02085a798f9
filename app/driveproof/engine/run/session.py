# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a profile on a target: prepare, measure phase by phase, report, keep the result."""

from __future__ import annotations

import errno
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import TypeVar

from driveproof.domain.errors import (
    CancelledError,
    DriveproofError,
)
from driveproof.domain.method import (
    FIO,
)
from driveproof.domain.notes import Failure, Note, NoteKind, error_note, failure_of
from driveproof.domain.ongoing import Work
from driveproof.domain.profile.course import Search, Step, course_of
from driveproof.domain.profile.estimate import Rates
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.plan import Capped
from driveproof.domain.profile.profile import Profile
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
from driveproof.domain.run.work import Data
from driveproof.engine.ongoing import Notice
from driveproof.engine.run import events, method
from driveproof.engine.run.bad_places import partition_notes
from driveproof.engine.run.bench import Bench
from driveproof.engine.run.context import Context, RunOptions
from driveproof.engine.run.environment import afterwards, environment, of_hosts
from driveproof.engine.run.explained import explained
from driveproof.engine.run.findings import (
    after_cache,
    after_heat,
    findings,
    less_checked,
    with_limits,
)
from driveproof.engine.run.fio_run import Job
from driveproof.engine.run.going_on import Spacing, with_certainty
from driveproof.engine.run.layout import lay_out_test_file
from driveproof.engine.run.mapped_devices import MappedDevices
from driveproof.engine.run.means import Means
from driveproof.engine.run.monitor import Monitor
from driveproof.engine.run.persistence import SafeRecorder
from driveproof.engine.run.phase import Tools
from driveproof.engine.run.progress import Progress
from driveproof.engine.run.run_health import RunHealth
from driveproof.engine.run.target import check_words
from driveproof.engine.run.written import Written
from driveproof.history.ids import new_id
from driveproof.system.desktop.inhibit import inhibit_suspend
from driveproof.system.kernel.kernel_log import names_in_log
from driveproof.system.kernel.link_state import port_speeds
from driveproof.wording.catalogue import _

_MOST_HEARD = 500  # lines that are told while a run goes on; its result has all
_Result = TypeVar("_Result")


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
        self._recorder = SafeRecorder(context.recorder)
        self._sysfs = context.sysfs
        self._log = context.log()
        self._notice: Notice | None = None
        self._log_names: frozenset[str] = frozenset()
        self._speeds: dict[str, float] = {}
        self._heard: list[LogLine] = []
        self._told: tuple[KernelMessage, ...] = ()
        self._watch: method.Watch | None = None
        self._mapped = MappedDevices((), self._sysfs)
        self._cancelled = False
        # Not an Event: a signal handler may put into a SimpleQueue whatever was interrupted.
        self._wakes: queue.SimpleQueue[None] = queue.SimpleQueue()
        self._current: dict[int, Job[object]] = {}
        """What runs now, by the thread that waits for it."""
        self._runners: dict[Phase, method.Runner] = {}
        self._over = False  # the course has ended, and not by a cancel
        self._written, self._spacing = Written(), Spacing()
        self._leave: Callable[[], tuple[Note, ...]] = tuple
        self._hosts: Callable[[], tuple[Host, ...]] = tuple
        self.failure: DriveproofError | None = None
        self.left: tuple[Note, ...] = ()
        """What is on a device that was given up for the run; its result says it as well."""
        self._means = Means(
            path,
            context,
            options,
            look=self._health.seeing(context.inventory),
            start=self._start,
            cancelled=lambda: self._cancelled,
            tell=observer,
        )

    def _rates_here(self) -> Rates | None:
        """How fast the drive of this run probably is; None where that cannot be read. Of other
        hosts nothing is known.
        """
        known = self._means.known
        if known is None or self._elsewhere is not None:
            return None
        with suppress(DriveproofError):
            return self._context.known.rates(self._path, known)
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
            method.bench(self._profile, self._means) as bench,
            self._monitor(bench) as monitor,
            closing(self._log),
            closing(self._health),
        ):
            if self._turn is not None:  # nothing is kept where the other one will not do
                self._turn.wait()
                if self._cancelled:
                    raise CancelledError("Cancelled before anything was changed.")
            self._profile = bench.profile
            self._leave = bench.leave
            self._hosts = partial(_hosts_of, bench)
            # Now, while it is there: of a drive that falls out /sys knows nothing any more.
            named = [layer.device for layer in bench.devices.layers]
            self._log_names = frozenset().union(*map(names_in_log, named))
            for one in named:
                self._speeds |= port_speeds(one, self._sysfs)
            self._log.begin()
            layers = [layer.device for layer in bench.devices.layers]
            self._mapped = MappedDevices(layers, self._sysfs)
            self._watch = method.watch(self._profile, layers, self._sysfs)
            started = datetime.now(UTC)
            run_id = self._turn.run_id if self._turn is not None else new_id(started)
            self._health.before(run_id, bench.devices.drives)
            begun = time.monotonic()
            run = Run(
                id=run_id,
                profile=self._profile.name,
                method=self._profile.method,
                title=self._profile.full_title,
                status=FAILED,
                started=started,
                seconds=0.0,
                target=bench.target,
                environment=replace(
                    bench.about(of_hosts(environment(bench, monitor), _hosts_of(bench))),
                    latency_cap=_cap_of(self._profile),
                    in_turn=None if self._turn is None else self._turn.in_turn,
                ),
                label=self._options.label,
                notes=(*self._profile.notes, *bench.notes),
                repeats_planned=self._profile.repeats,
            )
            run = self._recorder.begin(run)
            try:
                run = self._measure(run, bench, monitor)
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

    def _measure(self, run: Run, bench: Bench, monitor: Monitor) -> Run:
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
                bench=bench,
                monitor=monitor,
                progress=progress,
                start=self._start,
                cancelled=lambda: self._cancelled,
                observer=lambda event: self._tell(event, run.started),
            )
            self._written.laid_out += (bench.begin or lay_out_test_file)(tools)
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
        runner_of = method.runners(profile, tools)
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
                result = self._take(step, self._runners[phase])
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

    def _take(self, step: Step, runner: method.Runner) -> PhaseResult | None:
        """Measure a step; the test with its repeats, None where nothing was measured. Raises what
        made it fail.
        """
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
            *partition_notes(run, self._sysfs, self._means.known, lambda: self._cancelled),
            *(self._watch.notes(lambda: self._cancelled) if self._watch else ()),
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

    @contextmanager
    def _monitor(self, bench: Bench) -> Iterator[Monitor]:
        monitor = Monitor(
            bench.devices.counted,
            bench.devices.drives,
            self._sysfs,
            bench.devices.layers,
            bench.target.mount_point,
        )
        try:
            yield monitor
        finally:
            monitor.close()


def _whole(step: Step, result: PhaseResult | None) -> bool:
    """Whether a step was measured to its end."""
    newest = result.repeats[-1] if result is not None and result.repeats else None
    return newest is not None and newest.order == step.order and CUT_SHORT not in newest.disturbed


def _hosts_of(bench: Bench) -> tuple[Host, ...]:
    """What is known of other hosts that measure; () where this one does."""
    return () if bench.elsewhere is None else bench.elsewhere.hosts()


def _cap_of(profile: Profile) -> tuple[str, float] | None:
    """The latency cap of a search under one."""
    return profile.plan.cap.kept_as if isinstance(profile.plan, Capped) else None
