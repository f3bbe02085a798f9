# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records what a drive does while we do nothing: the kernel's counters, and who wrote."""

from __future__ import annotations

import math
import os
import queue
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from driveproof.domain.access import DIRECT as PAST_CACHE
from driveproof.domain.access import Direction
from driveproof.domain.drive.endurance import Endurance
from driveproof.domain.errors import (
    Advice,
    CancelledError,
    DriveproofError,
    MachineError,
    UsageError,
)
from driveproof.domain.profile.course import Enough
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.recording import LONGEST, RecordingPlan
from driveproof.domain.run.group_names import group_name
from driveproof.domain.run.observed import (
    WATCH_ENGINE,
    Look,
    Observed,
    Requests,
    Writer,
    WriterKind,
    sorted_writers,
)
from driveproof.domain.run.run import (
    CUT_SHORT,
    DIRECT,
    DirectionResult,
    Latency,
    Member,
    PhaseResult,
    Repeat,
    Target,
    TargetKind,
)
from driveproof.domain.run.sample import Sample
from driveproof.domain.run.work import Data
from driveproof.engine.live import watched
from driveproof.engine.run import events
from driveproof.engine.run.device import Means, describe
from driveproof.engine.run.helper_launch import HelperLaunch
from driveproof.engine.run.phase import Tools, without_repeats
from driveproof.engine.run.target import PreparedTarget, Watched, unknown_note
from driveproof.fio.process import RunningFio
from driveproof.system.helper.client import Opened, claim_device
from driveproof.system.helper.job import HelperJob
from driveproof.system.helper.trace import requests_of
from driveproof.system.kernel.devices import is_device
from driveproof.system.kernel.mounts import mount_of
from driveproof.system.kernel.stack import Involved, involved
from driveproof.system.kernel.sysfs import BlockStat, Sysfs
from driveproof.system.kernel.writers import PROC, Groups, Moved, group_bytes, process_bytes

INTERVAL = 1.0
"""Seconds between two looks, of a recording that is not longer than MOST_LOOKS of them."""
MOST_LOOKS = 1800
"""The number of looks that are kept at most: the points of a chart."""
WHO = 5.0
"""Seconds between two looks at who wrote: a group that ends takes its counters along."""
MOST_PROCESSES = 12
_SPARE = 60
"""Seconds that requests are counted beyond the recording: it begins a little later."""


@contextmanager
def prepare_recording(
    path: str,
    profile: Profile,
    means: Means,
    endurance: Callable[[str | None], Endurance | None],
) -> Iterator[PreparedTarget]:
    """The device at `path`, or the one that holds a folder; nothing is opened on it.

    A hard disk is not asked for anything, as that could wake it. Raises UsageError for a place that
    no block device holds, MachineError for what is not there.
    """
    plan = profile.plan
    assert isinstance(plan, RecordingPlan)
    sysfs, inventory = means.sysfs, means.inventory
    name = watched(path, sysfs)
    real = f"/dev/{name}"
    target, drives = describe(real, real, sysfs.facts(name).size or 0, inventory)
    target = _named(target, path)
    drive = drives[0] if len(drives) == 1 else sysfs.disk_of(name)
    rotational = sysfs.limits(drive).rotational
    known = None if rotational else endurance(target.device)
    with ExitStack() as stack:
        trace = None
        if plan.trace:
            try:
                trace = _begun(drive, plan, means)
            except DriveproofError:
                if means.cancelled():
                    raise CancelledError("Cancelled before anything was changed.") from None
                raise
            stack.callback(trace.end)
        if means.cancelled():
            raise CancelledError("Cancelled before anything was changed.")
        yield PreparedTarget(
            profile=profile,
            target=target,
            direct=True,
            io_path=DIRECT,
            counted=drive,
            # Those that are asked for their temperature and health.
            drives=() if rotational else drives or (drive,),
            scheduler=sysfs.scheduler(drive)[0],
            notes=() if inventory else (unknown_note(),),
            layers=_layers(name, drive, sysfs),
            laid_out=False,
            watched=Watched(
                drive,
                sysfs.facts(drive).number or "",
                None if known is None else known.rated or known.estimated,
                rotational,
                trace,
            ),
        )


class _Begin:
    """Has the helper begin to count; a cancel at the prompt ends it."""

    def __init__(self, launch: HelperLaunch) -> None:
        self._launch = launch

    def wake(self) -> None:
        """From any thread and from a signal handler."""
        self._launch.abort()

    def run(self) -> RunningFio:
        """Raises DriveproofError."""
        return self._launch.start()


def _begun(drive: str, plan: RecordingPlan, means: Means) -> RunningFio:
    """Begin to count the requests of a drive; the prompt comes here. Raises DriveproofError."""
    helper = means.helper
    if not (means.sysfs.root / "class" / "block" / drive / "mq").exists():
        raise UsageError(
            "{device} consists of other devices.",
            device=f"/dev/{drive}",
            advice=Advice("Choose another drive."),
        )
    claim = claim_device(f"/dev/{drive}")
    seconds = math.ceil(plan.seconds) + _SPARE

    def begin(opened: Opened) -> HelperJob:
        return helper.start_trace(claim, min(seconds, round(LONGEST)), opened=opened)

    helper.check()
    return means.start(_Begin(HelperLaunch(("driveproof",), begin)))


class Trace:
    """Follows the lines of a job that counts requests; only the last whole one matters."""

    def __init__(self, drive: Watched, size: int) -> None:
        self._drive, self._size = drive, size
        self._rest = self._line = b""

    def look(self) -> None:
        """Take what has come."""
        job = self._drive.trace
        with suppress(queue.Empty):
            while job is not None and (data := job.output.get_nowait()) is not None:
                *lines, self._rest = (self._rest + data).split(b"\n")
                self._line = lines[-1] if lines else self._line

    def requests(self) -> Requests | None:
        """All until now; None where nothing was counted."""
        self.look()
        return requests_of(self._line, self._drive.device, self._size) if self._line else None


def _layers(name: str, drive: str, sysfs: Sysfs) -> tuple[Involved, ...]:
    found = involved(name, sysfs)
    return found if any(one.device == drive for one in found) else (*found, *involved(drive, sysfs))


def _named(target: Target, path: str) -> Target:
    """The target under the name that the person gave it."""
    whole = os.fspath(Path(path).absolute())
    if is_device(path):
        return replace(target, path=whole)
    mount = mount_of(whole)
    return replace(
        target,
        path=whole,
        kind=TargetKind.FILE,
        filesystem=mount.filesystem or None,
        mount_point=mount.path,
        mount_options=tuple(mount.options),
    )


@dataclass(frozen=True, slots=True)
class Recorded:
    """How a recording ended: what made it fail, None for nothing; `whole` if it took its time."""

    failure: DriveproofError | None = None
    whole: bool = False


class Who:
    """Adds up what groups and processes have moved since it was made, by their names: a program has
    a group for each of its windows, and what ended long ago takes no memory.
    """

    def __init__(self, number: str, sysfs: Sysfs, proc: Path = PROC) -> None:
        self._number, self._sysfs, self._proc = number, sysfs, proc
        self._grouped = group_bytes(number, sysfs.root)
        self._running = process_bytes(proc)
        self._groups: dict[str, Moved] = {}
        self._processes: dict[str, Moved] = {}
        self.grouped = self._grouped is not None

    def look(self) -> None:
        """Count once more; who has ended meanwhile keeps what it had at the last look."""
        before, now = self._grouped, group_bytes(self._number, self._sysfs.root)
        if now is not None:
            for path, moved in now.since(before or Groups({}, now.nested)).items():
                _add(self._groups, group_name(path), moved)
            self._grouped = now
        running = process_bytes(self._proc)
        for one, process in running.items():
            known = self._running.get(one)
            moved = process.moved.since(known.moved if known else Moved())
            _add(self._processes, process.name, moved)
        self._running = running

    def writers(self, read: int, written: int) -> tuple[Writer, ...]:
        """The groups, what is left of all that the device has `read` and `written`, and the
        processes that wrote most.
        """
        groups = _of_kind(WriterKind.GROUP, self._groups)
        rest = Writer(
            WriterKind.REST,
            "",
            max(0, read - sum(one.read_bytes for one in groups)),
            max(0, written - sum(one.written_bytes for one in groups)),
        )
        processes = _of_kind(WriterKind.PROCESS, self._processes)
        named = (*groups, rest) if self.grouped else ()
        return (*sorted_writers(named), *sorted_writers(processes)[:MOST_PROCESSES])


def _add(sums: dict[str, Moved], name: str, moved: Moved) -> None:
    if any(moved):
        sums[name] = sums.get(name, Moved()).plus(moved)


def _of_kind(kind: WriterKind, sums: Mapping[str, Moved]) -> tuple[Writer, ...]:
    return tuple(
        Writer(kind, name, max(0, moved.read), max(0, moved.written))
        for name, moved in sums.items()
    )


class Recording:
    """Looks at the counters until its time is over; `on_look` gets each interval.

    The looks of `Observed` begin with the second one.
    """

    def __init__(
        self,
        drive: Watched,
        seconds: float,
        tools: Tools,
        on_look: Callable[[float, BlockStat, BlockStat, float], None],
    ) -> None:
        self._drive, self._seconds, self._tools = drive, seconds, tools
        self._on_look = on_look
        # Not an Event: a signal handler may put into a SimpleQueue whatever was interrupted.
        self._wakes: queue.SimpleQueue[None] = queue.SimpleQueue()
        self.who = Who(drive.number, tools.monitor.sysfs)
        self.looks: list[Look] = []
        self.quiet = self.longest_quiet = self._row = 0.0

    def wake(self) -> None:
        """Look at `cancelled` now; may be called from any thread and from a signal handler."""
        self._wakes.put(None)

    def run(self) -> Recorded:
        """Watch to the end, or to a cancel."""
        interval = max(INTERVAL, self._seconds / MOST_LOOKS)
        begun = seen = time.monotonic()
        end, asked = begun + self._seconds, begun
        before = self._stat()
        while before is not None and not self._tools.cancelled():
            left = end - time.monotonic()
            if left <= 0:
                self.who.look()
                return Recorded(whole=True)
            self._sleep(min(interval, left))
            now, after = time.monotonic(), self._stat()
            if after is None:
                break
            self._take(now - begun, before, after, now - seen)
            if now - asked >= WHO:
                self.who.look()
                asked = now
            before, seen = after, now
        self.who.look()
        if self._tools.cancelled():
            return Recorded()
        return Recorded(
            MachineError(
                "The device was removed.",
                advice=Advice("Check that it is connected."),
            )
        )

    def _stat(self) -> BlockStat | None:
        return self._tools.monitor.sysfs.read_stat(self._drive.device)

    def _sleep(self, seconds: float) -> None:
        try:
            self._wakes.get(timeout=seconds)
        except queue.Empty:
            return

    def _take(self, at: float, before: BlockStat, after: BlockStat, seconds: float) -> None:
        used = after.reads != before.reads or after.writes != before.writes or after.in_flight
        if used:
            self._row = 0.0
        else:
            self._row += seconds
            self.quiet += seconds
            self.longest_quiet = max(self.longest_quiet, self._row)
        busy = after.busy_seconds - before.busy_seconds
        queued = after.queued_seconds - before.queued_seconds
        self.looks.append(
            Look(
                round(at, 3),
                None if busy < 0 else round(min(1.0, busy / seconds), 4),
                None if queued < 0 else round(queued / seconds, 4),
            )
        )
        self._on_look(at, before, after, seconds)


class RecordingRunner:
    """Records once; `result` has it."""

    def __init__(self, phase: Phase, index: int, repeats: int, tools: Tools) -> None:
        self._phase, self._index, self._repeats = phase, index, repeats
        self._tools = tools
        self._order = 1
        self._begun = time.monotonic()
        self._samples: dict[Direction, list[Sample]] = {}
        self._last = tools.monitor.stats.read()
        self._trace: Trace | None = None
        self.result: PhaseResult | None = None

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Watch once; what made it fail, None when nothing or a cancel did."""
        del enough
        tools, phase = self._tools, self._phase
        drive = tools.prepared.watched
        assert drive is not None
        if self.result is None:
            made = without_repeats(
                phase, (), engine=WATCH_ENGINE, direct=True, cache=PAST_CACHE, data=Data.FRESH
            )
            # A share of reads is what a test is asked for.
            self.result = replace(made, work=replace(made.work, read_share=None))
        tools.observer(
            events.RepeatStarted(self._index, phase, order, self._repeats, (), WATCH_ENGINE)
        )
        self._order, self._samples = order, {Direction.READ: [], Direction.WRITE: []}
        started, self._begun = datetime.now(UTC), time.monotonic()
        stats = tools.monitor.stats
        first, begun = stats.read(), tools.monitor.sysfs.read_stat(drive.device)
        self._last = first
        size = tools.monitor.sysfs.facts(drive.device).size or 0
        self._trace = Trace(drive, size) if drive.trace else None
        recording = Recording(drive, phase.seconds, tools, self._look)
        ended = tools.start(recording)
        seconds = time.monotonic() - self._begun
        last = tools.monitor.sysfs.read_stat(drive.device)
        tools.progress.repeat_ended(self._index, seconds)
        if begun is not None and recording.looks:
            members = stats.between(first, stats.read(), seconds)
            repeat = self._repeat(
                drive, recording, begun, last or begun, seconds,
                started=started, members=members, whole=ended.whole,
            )  # fmt: skip
            self.result = replace(self.result, repeats=(*self.result.repeats, repeat))
            tools.observer(events.RepeatEnded(self._index, repeat, self.result))
        return ended.failure

    def _repeat(
        self,
        drive: Watched,
        recording: Recording,
        first: BlockStat,
        last: BlockStat,
        seconds: float,
        *,
        started: datetime,
        members: tuple[Member, ...],
        whole: bool,
    ) -> Repeat:
        moves = {way: _moved(way, first, last) for way in self._samples}
        observed = Observed(
            quiet=round(recording.quiet, 3),
            longest_quiet=round(recording.longest_quiet, 3),
            looks=tuple(recording.looks),
            writers=recording.who.writers(*(moved.bytes for moved in moves.values())),
            grouped=recording.who.grouped,
            discarded_bytes=_grown(first.discarded_bytes, last.discarded_bytes),
            flushes=_grown(first.flushes, last.flushes),
            life=drive.life,
            rotational=drive.rotational,
            requests=self._trace.requests() if self._trace else None,
        )
        return Repeat(
            order=self._order,
            directions={
                way: _direction(moved, seconds, tuple(self._samples[way]))
                for way, moved in moves.items()
            },
            disturbed=() if whole else (CUT_SHORT,),
            started=started,
            members=members,
            observed=observed,
        )

    def end(self) -> None:
        """The recording is over: report it."""
        self._tools.tell_end(self._index, self.result)

    def _look(self, at: float, before: BlockStat, after: BlockStat, seconds: float) -> None:
        tools = self._tools
        if self._trace is not None:
            self._trace.look()
        degrees = tools.monitor.temperature
        for way, samples in self._samples.items():
            samples.append(_sample(way, at, seconds, _moved(way, before, after), degrees))
        reading = tools.monitor.stats.read()
        members = tools.monitor.stats.between(self._last, reading, seconds)
        self._last = reading
        elapsed = time.monotonic() - self._begun
        tools.observer(
            events.Measured(
                self._index,
                self._order,
                tuple(samples[-1] for samples in self._samples.values()),
                False,
                tools.progress.share(self._index, elapsed),
                tools.progress.remaining(self._index, elapsed),
                members,
            )
        )


class _Moved(NamedTuple):
    """I/Os of one direction, their bytes, and the seconds that they waited together."""

    ios: int
    bytes: int
    wait: float


def _moved(way: Direction, first: BlockStat, last: BlockStat) -> _Moved:
    """What was added; a counter that began anew is one of zero."""
    if way == Direction.READ:
        ios, moved = last.reads - first.reads, last.read_bytes - first.read_bytes
        wait = last.read_seconds - first.read_seconds
    else:
        ios, moved = last.writes - first.writes, last.written_bytes - first.written_bytes
        wait = last.write_seconds - first.write_seconds
    return _Moved(max(0, ios), max(0, moved), max(0.0, wait))


def _sample(
    way: Direction, at: float, seconds: float, moved: _Moved, degrees: float | None
) -> Sample:
    """An interval as a sample."""
    mean = moved.wait / moved.ios if moved.ios else None
    return Sample.counted(at, seconds, way, moved.ios, moved.bytes, mean=mean, temperature=degrees)


def _direction(moved: _Moved, seconds: float, samples: tuple[Sample, ...]) -> DirectionResult:
    return DirectionResult(
        iops=moved.ios / seconds,
        bandwidth=moved.bytes / seconds,
        bytes=moved.bytes,
        ios=moved.ios,
        seconds=seconds,
        latency=Latency(mean=moved.wait / moved.ios if moved.ios else None),
        samples=samples,
    )


def _grown(before: int | None, after: int | None) -> int | None:
    return None if before is None or after is None else max(0, after - before)
