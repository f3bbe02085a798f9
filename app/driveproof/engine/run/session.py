# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a profile on a target: prepare, measure phase by phase, report, keep the result."""

from __future__ import annotations

import errno
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

from driveproof.domain.errors import (
    CancelledError,
    DriveproofError,
)
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.notes import Failure, Note, NoteKind, error_note, failure_of
from driveproof.domain.ongoing import OngoingWork
from driveproof.domain.profile.estimate import Rates
from driveproof.domain.profile.plan import Capped
from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.failed_io import IoError, known_failure, vanished
from driveproof.domain.run.run import (
    CANCELLED,
    FAILED,
    FINISHED,
    Host,
    Run,
)
from driveproof.domain.run.work import Data
from driveproof.engine.run import events, method
from driveproof.engine.run.bench import Bench
from driveproof.engine.run.context import Context, RunOptions
from driveproof.engine.run.environment import afterwards, of_hosts, run_environment
from driveproof.engine.run.explained import explained
from driveproof.engine.run.findings import (
    after_cache,
    after_heat,
    findings,
    with_limits,
)
from driveproof.engine.run.frame import Tools
from driveproof.engine.run.going_on import with_certainty
from driveproof.engine.run.jobs import Jobs
from driveproof.engine.run.kernel_news import KernelNews
from driveproof.engine.run.layout import lay_out_test_file
from driveproof.engine.run.mapped_devices import MappedDevices
from driveproof.engine.run.means import Means
from driveproof.engine.run.monitor import Monitor
from driveproof.engine.run.persistence import SafeRecorder
from driveproof.engine.run.progress import RunProgress
from driveproof.engine.run.run_health import RunHealth
from driveproof.engine.run.steps import Steps
from driveproof.engine.run.target import check_words
from driveproof.history.ids import new_id
from driveproof.system.desktop.inhibit import inhibit_suspend
from driveproof.wording.catalogue import _


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
        self._options = options = options or RunOptions()
        self._profile = self._asked = profile.through_cache()
        self._path, self._context, self._observer = path, context, observer
        self._turn = options.turn
        self._own = options.elsewhere is None
        """Whether it is this host that measures: of others nothing is known here."""
        self._jobs = Jobs()
        self._health = RunHealth(context.health)
        self._recorder = SafeRecorder(context.recorder)
        self._means = Means(
            path,
            context,
            options,
            look=self._health.seeing(context.inventory),
            jobs=self._jobs,
            tell=observer,
        )
        self.failure: DriveproofError | None = None
        self.left: tuple[Note, ...] = ()
        """What is on a device that was given up for the run; its result says it as well."""

    def _rates_here(self) -> Rates | None:
        """How fast the drive of this run probably is; None where that cannot be read. Of other
        hosts nothing is known.
        """
        known = self._means.known
        if known is None or not self._own:
            return None
        with suppress(DriveproofError):
            return self._context.known.rates(self._path, known)
        return None

    def cancel(self) -> None:
        """Stop within a second; what was measured is kept. A file system that UDisks2 is making
        takes as long as it takes.
        """
        self._jobs.cancel()

    def run(self) -> Run:
        """Measure. Returns the run, finished, cancelled or failed (then `failure` says why).

        Raises DriveproofError when the target or the machine will not do; nothing was written
        then, and nothing is kept.
        """
        context, beside = self._context, self._options.beside
        for path in (self._path, *beside):
            check_words(path)
        with (
            context.works.during(
                OngoingWork.MEASUREMENT, self._path, beside=beside
            ) as self._notice,
            method.bench(self._profile, self._means) as self._bench,
            self._monitored(self._bench) as self._monitor,
            closing(context.log()) as log,
            closing(self._health),
        ):
            self._wait_for_turn()  # nothing is kept where the other one will not do
            if self._turn is not None and self._jobs.cancelled():
                raise CancelledError("Cancelled before anything was changed.")
            bench = self._bench
            self._profile = bench.profile
            layers = [layer.device for layer in bench.devices.layers]
            self._news = KernelNews(log, layers, context.sysfs)
            self._mapped = MappedDevices(layers, context.sysfs)
            self._watch = method.watch(self._profile, layers, context.sysfs)
            self._steps = Steps(self._profile, self._turn, self._mapped)
            started = datetime.now(UTC)
            run_id = self._turn.run_id if self._turn is not None else new_id(started)
            self._health.before(run_id, bench.devices.drives)
            begun = time.monotonic()
            run = Run(
                id=run_id,
                profile=self._profile.name,
                method=self._profile.method,
                title=self._profile.title,
                cache=self._profile.cache,
                status=FAILED,
                started=started,
                seconds=0.0,
                target=bench.target,
                environment=replace(
                    bench.about(of_hosts(run_environment(bench, self._monitor), _hosts_of(bench))),
                    latency_cap=_cap_of(self._profile),
                    in_turn=None if self._turn is None else self._turn.in_turn,
                ),
                label=self._options.label,
                notes=(*self._profile.notes, *bench.notes),
                repeats_planned=self._profile.repeats,
            )
            run = self._recorder.begin(run)
            try:
                run = self._measure(run)
            except DriveproofError as error:
                run = self._failed(run, error)
            except OSError as error:
                known = vanished(error)
                run = self._failed(run, known or error)
                if known is None:
                    self._end(run, begun)
                    raise
            except BaseException as error:
                # A bug of ours, or the program is being ended: what was measured is still kept.
                run = self._failed(run, error)
                self._end(run, begun)
                raise
            return self._end(run, begun)

    def _wait_for_turn(self) -> None:
        """Let the other drive work, where two are measured in turn."""
        if self._turn is not None:
            self._turn.wait()

    def _measure(self, run: Run) -> Run:
        progress = RunProgress(self._profile, self._rates_here())
        self._observer(
            events.Started(
                self._profile, run.target, run.environment, progress.remaining(), run.notes
            )
        )
        self._wait_for_turn()  # what both take is told before either is written to
        with inhibit_suspend(_("A drive is being measured")):
            tools = Tools(
                bench=self._bench,
                monitor=self._monitor,
                progress=progress,
                jobs=self._jobs,
                observer=lambda event: self._tell(event, run.started),
            )
            self._steps.written.laid_out += (self._bench.begin or lay_out_test_file)(tools)
            self._steps.measure(tools, partial(self._recorder.keep_phase, run.id))
        # A cancel after the last repeat came too late to change anything.
        status = FINISHED if self._steps.complete else CANCELLED
        return replace(run, status=status, phases=self._steps.phases)

    def _tell(self, event: events.Event, started: datetime) -> None:
        """Pass on an event of a test, and what the kernel has reported since the last one."""
        self._observer(event)
        notice = self._notice if self._turn is None else None  # who measures two tells of both
        if notice is not None and isinstance(event, events.Measured | events.Scanned):
            notice.tell(event.progress, event.remaining)
        if (told := self._news.look(started)) is not None:
            self._observer(events.KernelSaid(told))

    def _failed(self, run: Run, error: BaseException) -> Run:
        run = replace(run, phases=self._steps.phases)
        if isinstance(error, CancelledError):
            return replace(run, status=CANCELLED)
        if isinstance(error, DriveproofError):
            if self._monitor.gone:
                error = known_failure(errno.ENODEV) or error
            self.failure = error
            return replace(run, status=FAILED, error=failure_of(error))
        if isinstance(error, KeyboardInterrupt):
            return replace(run, status=CANCELLED)
        failed = Note("{name} failed: {reason}.", reason=type(error).__name__, name="Driveproof")
        return replace(run, status=FAILED, error=Failure(failed))

    def _left(self) -> tuple[Note, ...]:
        """What is on a device that was given up for the run; where it could not be emptied, that is
        the failure of the run, unless it has one.
        """
        try:
            self.left = self._bench.leave()
        except DriveproofError as error:
            self.failure = self.failure or error
            self.left = (error_note(error, NoteKind.DOUBT),)
        return self.left

    def _end(self, run: Run, begun: float) -> Run:
        """The run with what is known only now, kept and told."""
        cancelled, written = self._jobs.cancelled, self._steps.written
        run = replace(run, notes=(*run.notes, *self._left()))
        run = afterwards(replace(run, seconds=time.monotonic() - begun), self._monitor)
        run = replace(run, environment=replace(run.environment, hosts=_hosts_of(self._bench)))
        if self._own:
            run = self._explained(self._news.added_to(run, hurry=cancelled()))
        cost = self._making if run.status == FINISHED and self._own else None
        run = replace(run, phases=with_limits(run.phases, cost))
        said = [
            *self._mapped.notes,
            *findings(self._profile, run.phases),
            *method.notes(self._profile, run.phases),
            *(self._watch.notes(cancelled) if self._watch else ()),
        ]
        if has_trait(run.method, Trait.BY_POSITION):
            from driveproof.engine.run.bad_places import partition_notes  # noqa: PLC0415

            said += partition_notes(run, self._context.sysfs, self._means.known, cancelled)
        run = replace(run, notes=(*run.notes, *said))
        self._health.after(run.id, hurry=cancelled())
        run = after_heat(run) if self._health.throttled else run
        run = after_cache(run, written)
        run = with_certainty(run, self._profile, written.so_far())
        run = self._recorder.finish(run)
        missed = method.missed(self._asked, self._profile, run)
        self.failure = self.failure or self._recorder.failure or missed
        self._observer(events.RunEnded(run))
        return run

    def _explained(self, run: Run) -> Run:
        """The failure of an I/O in the words that fit the target."""
        error = self.failure
        if not isinstance(error, IoError):
            return run
        messages = run.environment.kernel_messages or ()
        self.failure = explained(error, run.target, messages)
        return replace(run, error=failure_of(self.failure))

    def _making(self, data: Data, block_size: int) -> float | None:
        """The time that making a block takes here; not measured after a cancel."""
        cost = self._context.cost
        return None if cost is None or self._jobs.cancelled() else cost(data, block_size)

    @contextmanager
    def _monitored(self, bench: Bench) -> Iterator[Monitor]:
        devices = bench.devices
        monitor = Monitor(
            devices.counted,
            devices.drives,
            self._context.sysfs,
            devices.layers,
            bench.target.mount_point,
        )
        try:
            yield monitor
        finally:
            monitor.close()


def _hosts_of(bench: Bench) -> tuple[Host, ...]:
    """What is known of other hosts that measure; () where this one does."""
    return () if bench.elsewhere is None else bench.elsewhere.hosts()


def _cap_of(profile: Profile) -> tuple[str, float] | None:
    """The latency cap of a search under one."""
    return profile.plan.cap.kept_as if isinstance(profile.plan, Capped) else None
