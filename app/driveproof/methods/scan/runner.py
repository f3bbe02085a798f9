# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The position scan of a device: its two tests, and the figures from fio's log, slice by slice."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from statistics import fmean

from driveproof.domain.access import DIRECT, Direction, Engine, Pattern
from driveproof.domain.errors import Advice, DriveproofError, MachineError
from driveproof.domain.profile.course import Enough
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import FIO_OVERHEAD, Profile
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.columns import Growing, PositionColumns
from driveproof.domain.run.failed_io import PLACES, IoError, On
from driveproof.domain.run.histogram import Histogram, bin_counts, exact_latency
from driveproof.domain.run.run import (
    CUT_SHORT,
    DirectionResult,
    Disturbance,
    Member,
    PhaseResult,
    Position,
    Repeat,
)
from driveproof.engine.run import events
from driveproof.engine.run.fio_run import Ending, FioRun
from driveproof.engine.run.monitor import Throttling
from driveproof.engine.run.phase import Tools, without_repeats
from driveproof.engine.run.statistics import FOREIGN_FLOOR, FOREIGN_SHARE
from driveproof.fio.scan_log import Read, Reads, ScanStream
from driveproof.methods.scan.bench import Scanned
from driveproof.methods.scan.plan import Plan
from driveproof.system.helper.scan import Places, Scan

# fio writes its log when a slice has ended, and needs 0.3 s for each: enough of them that the
# picture lives, and no more where the device is done in an instant.
SLICE_SECONDS = 0.6
FEWEST, MOST = 5, 20
SLICE_OVERHEAD = 0.3


def slices_for(seconds: float) -> int:
    """How many slices show a test that takes about so many seconds."""
    return min(MOST, max(FEWEST, round(seconds / SLICE_SECONDS)))


def runners(profile: Profile, tools: Tools) -> Callable[[Phase, int], ScanRunner]:
    """Makes what measures a test of a scan, given the test and its number (from 0): the first tells
    the second how long an access takes.
    """
    plan, repeats = profile.plan, profile.repeats
    scanned = tools.bench.own
    assert isinstance(plan, Plan) and isinstance(scanned, Scanned)
    before: list[ScanRunner] = []

    def expected(phase: Phase) -> float:
        if phase.pattern == Pattern.SEQUENTIAL:
            rate = scanned.rate
            return plan.positions * plan.sample / rate if rate else phase.seconds
        access = before[0].access
        return phase.seconds if access is None else plan.accesses * access

    def made(phase: Phase, index: int) -> ScanRunner:
        runner = ScanRunner(phase, index, repeats, tools, expected)
        before.append(runner)
        return runner

    return made


class ScanRunner:
    """Runs one test of a scan; `result` grows with each repeat."""

    def __init__(
        self,
        phase: Phase,
        index: int,
        repeats: int,
        tools: Tools,
        expected: Callable[[Phase], float],
    ) -> None:
        """`expected` is called at the start with the approximate seconds that one repeat reads."""
        self._phase = phase
        self._index = index
        self._repeats = repeats
        self._tools = tools
        self._expected = expected
        self._order = 0
        self._findings: Findings | None = None
        self._started = datetime.now(UTC)
        self._begun = time.monotonic()
        self._first = tools.monitor.stats.read()
        self._throttling = Throttling(tools.monitor)
        self._device_start: int | None = None
        self._device_last: int | None = None
        self.result: PhaseResult | None = None

    @property
    def access(self) -> float | None:
        """Seconds of an access by the zones of the last repeat, None when unknown."""
        return None if self._findings is None else self._findings.access()

    def end(self) -> None:
        """The phase is over: report what was measured, if anything was."""
        self._tools.tell_end(self._index, self.result)

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Measure once; what made it fail, None when nothing or a cancel did. A scan is never
        ended early.
        """
        tools, self._order = self._tools, order
        scanned = tools.bench.own
        assert isinstance(scanned, Scanned)
        seconds = self._expected(self._phase)
        launch, scan = scanned.launch(self._phase, order, slices_for(seconds))
        tools.progress.expect(self._index, seconds + scan.slices * SLICE_OVERHEAD + FIO_OVERHEAD)
        if self.result is None:
            self.result = without_repeats(
                self._phase, launch.command, engine=Engine.PSYNC, direct=True, cache=DIRECT
            )
        tools.observer(
            events.RepeatStarted(
                self._index, self._phase, self._order, self._repeats, launch.command, Engine.PSYNC
            )
        )
        self._findings = Findings(scan)
        self._begin()
        ending = tools.start(
            FioRun(
                launch,
                cancelled=tools.cancelled,
                on_report=lambda _: None,
                on_silence=self._wait,
                on_start=self._begin,
                stream=ScanStream(self._take),
            )
        )
        tools.progress.repeat_ended(self._index, time.monotonic() - self._begun)
        failure = self._located(ending.failure) or self._miscounted(ending, scan)
        self._add(ending, whole=failure is None and not ending.cancelled)
        return failure

    def _begin(self) -> None:
        """What is counted from here: a person may have thought long before fio was started."""
        self._device_start = self._device_last = self._tools.monitor.bytes_done()
        self._first = self._tools.monitor.stats.read()
        self._started, self._begun = datetime.now(UTC), time.monotonic()
        self._throttling.begin()

    def _take(self, reads: Reads) -> None:
        assert self._findings is not None
        self._findings.add(reads)
        self._tell(self._findings.bytes)

    def _wait(self, silence: float) -> bool:
        """No log since `silence` seconds; whether the device reads all the same."""
        assert self._findings is not None
        done = self._tools.monitor.bytes_done()
        if done is None or self._device_start is None:
            return True
        alive, self._device_last = done != self._device_last, done
        if alive:
            self._tell(max(self._findings.bytes, done - self._device_start))
        else:
            self._tools.observer(events.Stalled(self._index, self._order, silence))
        return alive

    def _tell(self, done: int) -> None:
        self._throttling.look()
        findings, progress = self._findings, self._tools.progress
        assert findings is not None
        share = min(1.0, done / findings.planned_bytes)
        elapsed = time.monotonic() - self._begun
        if share > 0:
            progress.expect(self._index, elapsed / share)
        self._tools.observer(
            events.Scanned(
                self._index,
                self._order,
                findings.positions,
                findings.planned,
                progress.share(self._index, elapsed),
                progress.remaining(self._index, elapsed),
            )
        )

    def _located(self, failure: DriveproofError | None) -> DriveproofError | None:
        """A failure of the device with the place from which on it is not known."""
        assert self._findings is not None
        missing = self._findings.missing()
        if not isinstance(failure, IoError) or missing is None or failure.cause not in PLACES:
            return failure
        failure = failure.on(On(device=self._tools.bench.target.path))
        count, first = missing
        return MachineError(
            "{failure}: {count} of {planned} positions were not measured, from {first}.",
            failure=failure.message.removesuffix("."),
            count=count,
            planned=self._findings.planned,
            first=Bytes(first),
            advice=failure.advice,
        )

    def _miscounted(self, ending: Ending, scan: Scan) -> DriveproofError | None:
        """Success is what was counted: a drive that goes away can yield exit 0 and empty reads."""
        if ending.cancelled or ending.final is None or self._findings is None:
            return None
        counted = ending.final.snapshot.get(Direction.READ)
        planned = scan.total * scan.blocks
        if (
            (self._findings.reads, self._findings.bytes)
            == (planned, planned * scan.block_size)
            == (
                counted.issued,
                counted.bytes,
            )
        ):
            return None
        return MachineError(
            "fio completed {reads} of {planned} reads.",
            reads=self._findings.reads,
            planned=planned,
            advice=Advice("Check that it is connected."),
        )

    def _add(self, ending: Ending, *, whole: bool) -> None:
        """Keep what was measured, however it ended."""
        assert self._findings is not None and self.result is not None
        found = self._findings.result()
        if found is None:
            return
        disturbed: list[str] = [Disturbance.FOREIGN_IO] if self._foreign() else []
        disturbed += self._throttling.words
        if not whole:
            disturbed.append(CUT_SHORT)
        repeat = Repeat(
            order=self._order,
            directions={Direction.READ: found},
            disturbed=tuple(disturbed),
            fio_json=ending.final.text if ending.final else None,
            started=self._started,
            members=self._members(),
        )
        self.result = replace(self.result, repeats=(*self.result.repeats, repeat))
        self._tools.observer(events.RepeatEnded(self._index, repeat, self.result))

    def _members(self) -> tuple[Member, ...]:
        """What every device below did; fio's start of each slice is in these seconds."""
        stats = self._tools.monitor.stats
        return stats.between(self._first, stats.read(), time.monotonic() - self._begun)

    def _foreign(self) -> bool:
        """Whether another program read or wrote on the device meanwhile, beyond the usual."""
        done = self._tools.monitor.bytes_done()
        assert self._findings is not None
        if done is None or self._device_start is None:
            return False
        own = self._findings.bytes
        allowance = FOREIGN_SHARE * own + FOREIGN_FLOOR + self._phase.block_size
        return done - self._device_start - own > allowance


NANO = 1e-9


class Findings:
    """What one pass has read so far; `positions` is in the order of time.

    A zone's first block is not counted: the way there is in it. A zone counts once it is whole.
    """

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self._zone: list[Read] = []
        self._counted = Growing(Reads)
        self._positions = Growing(PositionColumns)
        self._approaches: list[Read] = []
        self.reads = 0
        self.bytes = 0

    @property
    def positions(self) -> Sequence[Position]:
        """Every place that was measured so far."""
        return self._positions.rows

    @property
    def planned(self) -> int:
        """How many positions there will be."""
        return self._scan.total

    @property
    def planned_bytes(self) -> int:
        """How many bytes are read in all."""
        return self._scan.total * self._scan.zone

    def add(self, reads: Sequence[Read]) -> None:
        """The next reads, as they were logged."""
        found = Reads.of(reads)
        offsets, sizes, nanoseconds = found.columns
        self.reads += len(found)
        self.bytes += int(sizes.sum())
        if self._scan.places == Places.ACCESSES:
            self._counted.add(found)
            self._positions.add(PositionColumns(offsets, sizes, nanoseconds * NANO))
            return
        counted: list[Read] = []
        places: list[Position] = []
        for read in found:
            if (read.offset - self._scan.first) % self._scan.distance == 0:
                self._zone = []  # one that was left unfinished is none
            self._zone.append(read)
            if len(self._zone) == self._scan.blocks:
                self._approaches.append(self._zone[0])
                counted += self._zone[1:]
                places.append(_position(self._zone[1:]))
                self._zone = []
        self._counted.add(Reads.of(counted))
        self._positions.add(PositionColumns.of(places))

    def missing(self) -> tuple[int, int] | None:
        """How many zones are missing, and the offset of the first; None when none is."""
        scan = self._scan
        if scan.places != Places.ZONES:
            return None
        there = {(place.offset - scan.first) // scan.distance for place in self.positions}
        gone = [number for number in range(scan.total) if number not in there]
        return (len(gone), scan.first + gone[0] * scan.distance) if gone else None

    def access(self) -> float | None:
        """Seconds of an access, by how much longer the first block of a zone took than the others;
        None when nothing is known.
        """
        if not self._approaches or not len(self._counted):
            return None
        usual = float(self._counted.rows.columns[2].mean())
        first = fmean(read.nanoseconds for read in self._approaches)
        return max(0.0, (first - usual) * NANO)

    def result(self) -> DirectionResult | None:
        """The figures of the counted reads, None when there are none.

        They are exact: from every read, not from a histogram.
        """
        if not len(self._counted):
            return None
        _, sizes, nanoseconds = self._counted.rows.columns
        seconds = float(nanoseconds.sum()) * NANO
        moved = int(sizes.sum())
        ios = len(self._counted)
        return DirectionResult(
            iops=ios / seconds if seconds else 0.0,
            bandwidth=moved / seconds if seconds else 0.0,
            bytes=moved,
            ios=ios,
            seconds=seconds,
            latency=exact_latency(nanoseconds * NANO),
            histogram=Histogram(bin_counts(nanoseconds)),
            positions=self.positions,
        )


def _position(reads: Sequence[Read]) -> Position:
    return Position(
        reads[0].offset,
        sum(read.bytes for read in reads),
        sum(read.nanoseconds for read in reads) * NANO,
    )
