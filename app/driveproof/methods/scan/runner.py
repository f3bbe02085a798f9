# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The position scan of a device: its two tests, and the figures from fio's log, slice by slice."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean

from driveproof.domain.access import DIRECT, Direction, Engine, Pattern
from driveproof.domain.errors import Advice, DriveproofError, MachineError
from driveproof.domain.profile.course import Enough
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import FIO_OVERHEAD, Profile
from driveproof.domain.quantity import Bytes
from driveproof.domain.run.columns import Growing, PositionColumns
from driveproof.domain.run.failed_io import CAUSES_OF_A_PLACE, IoError, On
from driveproof.domain.run.histogram import Histogram, bin_counts, exact_latency
from driveproof.domain.run.run import DirectionResult, Disturbance, Position, Repeat
from driveproof.engine.run import events
from driveproof.engine.run.fio_run import FioEnding, FioRun
from driveproof.engine.run.frame import Frame, Tools, without_repeats
from driveproof.engine.run.statistics import FOREIGN_FLOOR, FOREIGN_SHARE
from driveproof.fio.scan_log import Read, Reads, ScanStream
from driveproof.methods.scan.bench import ScanBench
from driveproof.methods.scan.plan import Plan
from driveproof.system.helper.scan import Scan, ScanKind

# fio writes its log when a slice has ended, and needs 0.3 s for each: enough of them that the
# picture lives, and no more where the device is done in an instant.
SLICE_SECONDS = 0.6
FEWEST, MOST = 5, 20
# fio derives the places of the accesses from the seed and the slice. So their slices do not depend
# on how fast the device is just now: each run reads the same places.
ACCESS_SLICES = 10
SLICE_OVERHEAD = 0.3


def slices_for(seconds: float) -> int:
    """How many slices show a test that takes about so many seconds."""
    return min(MOST, max(FEWEST, round(seconds / SLICE_SECONDS)))


def runners(profile: Profile, tools: Tools) -> Callable[[Frame], ScanRunner]:
    """Makes what measures a test of a scan: the first tells the second how long an access takes."""
    plan = profile.plan
    scanned = tools.bench.own
    assert isinstance(plan, Plan) and isinstance(scanned, ScanBench)
    before: list[ScanRunner] = []

    def expected(phase: Phase) -> float:
        if phase.pattern == Pattern.SEQUENTIAL:
            rate = scanned.rate
            return plan.positions * plan.sample / rate if rate else phase.seconds
        access = before[0].access
        return phase.seconds if access is None else plan.accesses * access

    def made(frame: Frame) -> ScanRunner:
        runner = ScanRunner(frame, scanned, expected)
        before.append(runner)
        return runner

    return made


class ScanRunner:
    """Runs one test of a scan."""

    def __init__(
        self, frame: Frame, scanned: ScanBench, expected: Callable[[Phase], float]
    ) -> None:
        """`expected` is called at the start with the approximate seconds that one repeat reads."""
        self.frame = frame
        self._scanned = scanned
        self._expected = expected
        self._findings: Findings | None = None
        self._moved = 0

    @property
    def access(self) -> float | None:
        """Seconds of an access by the zones of the last repeat, None when unknown."""
        return None if self._findings is None else self._findings.access()

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Measure once; what made it fail, None when nothing or a cancel did. A scan is never
        ended early.
        """
        frame, tools, phase = self.frame, self.frame.tools, self.frame.phase
        seconds = self._expected(phase)
        sequential = phase.pattern == Pattern.SEQUENTIAL
        slices = slices_for(seconds) if sequential else ACCESS_SLICES
        launch, scan = self._scanned.launch(phase, order, slices)
        tools.progress.expect(frame.index, seconds + scan.slices * SLICE_OVERHEAD + FIO_OVERHEAD)
        line = launch.command
        made = without_repeats(phase, line, engine=Engine.PSYNC, direct=True, cache=DIRECT)
        frame.start(order, made)
        self._findings = findings = Findings(scan)
        self._moved = 0
        ending = tools.jobs.start(
            FioRun(
                launch,
                cancelled=tools.jobs.cancelled,
                on_report=lambda _: None,
                on_silence=lambda silence: self._wait(findings, silence),
                on_start=frame.begin,
                stream=ScanStream(lambda reads: self._take(findings, reads)),
            )
        )
        frame.over()
        failure = self._located(findings, ending.failure) or _miscounted(findings, ending, scan)
        self._keep(findings, ending, whole=failure is None and not ending.cancelled)
        return failure

    def _take(self, findings: Findings, reads: Reads) -> None:
        findings.add(reads)
        self._tell(findings, findings.bytes)

    def _wait(self, findings: Findings, silence: float) -> bool:
        """No log since `silence` seconds; whether the device reads all the same."""
        moved = self.frame.moved
        if moved is None:
            return True
        alive, self._moved = moved != self._moved, moved
        if alive:
            self._tell(findings, max(findings.bytes, moved))
        else:
            self.frame.stalled(silence)
        return alive

    def _tell(self, findings: Findings, done: int) -> None:
        frame = self.frame
        frame.look()
        share = min(1.0, done / findings.planned_bytes)
        elapsed = frame.seconds
        if share > 0:
            frame.tools.progress.expect(frame.index, elapsed / share)
        frame.tools.observer(
            events.Scanned(
                frame.index,
                frame.order,
                findings.positions,
                findings.planned,
                *frame.progress(elapsed),
            )
        )

    def _located(
        self, findings: Findings, failure: DriveproofError | None
    ) -> DriveproofError | None:
        """A failure of the device with the place from which on it is not known."""
        missing = findings.missing()
        if (
            not isinstance(failure, IoError)
            or missing is None
            or failure.cause not in CAUSES_OF_A_PLACE
        ):
            return failure
        failure = failure.on(On(device=self.frame.tools.bench.target.path))
        count, first = missing
        return MachineError(
            "{failure}: {count} of {planned} positions were not measured, from {first}.",
            failure=failure.message.removesuffix("."),
            count=count,
            planned=findings.planned,
            first=Bytes(first),
            advice=failure.advice,
        )

    def _keep(self, findings: Findings, ending: FioEnding, *, whole: bool) -> None:
        """Keep what was measured, however it ended."""
        found = findings.result()
        if found is None:
            return
        repeat = Repeat(
            order=self.frame.order,
            directions={Direction.READ: found},
            disturbed=(Disturbance.FOREIGN_IO,) if self._foreign(findings.bytes) else (),
            fio_json=ending.final.text if ending.final else None,
            # fio's start of each slice is in these seconds.
            members=self.frame.members(),
        )
        self.frame.keep(repeat, whole=whole)

    def _foreign(self, own: int) -> bool:
        """Whether another program read or wrote on the device meanwhile, beyond the usual."""
        moved = self.frame.moved
        allowance = FOREIGN_SHARE * own + FOREIGN_FLOOR + self.frame.phase.block_size
        return moved is not None and moved - own > allowance


def _miscounted(findings: Findings, ending: FioEnding, scan: Scan) -> DriveproofError | None:
    """Success is what was counted: a drive that goes away can yield exit 0 and empty reads."""
    if ending.cancelled or ending.final is None:
        return None
    counted = ending.final.snapshot.get(Direction.READ)
    planned = scan.total * scan.blocks
    if (
        (findings.reads, findings.bytes)
        == (planned, planned * scan.block_size)
        == (counted.issued, counted.bytes)
    ):
        return None
    return MachineError(
        "fio completed {reads} of {planned} reads.",
        reads=findings.reads,
        planned=planned,
        advice=Advice("Check that it is connected."),
    )


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
        if self._scan.places == ScanKind.ACCESSES:
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
        if scan.places != ScanKind.ZONES:
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
