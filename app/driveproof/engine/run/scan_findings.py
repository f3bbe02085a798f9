# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""From the reads of a scan to positions and exact figures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean

import numpy as np

from driveproof.domain.run.columns import Growing
from driveproof.domain.run.histogram import Histogram, bin_counts
from driveproof.domain.run.positions import Positions
from driveproof.domain.run.run import DirectionResult, Latency, Position
from driveproof.fio.scan_log import Read, Reads
from driveproof.system.helper.scan import Places, Scan

NANO = 1e-9


class Findings:
    """What one pass has read so far; `positions` is in the order of time.

    A zone's first block is not counted: the way there is in it. A zone counts once it is whole.
    """

    def __init__(self, scan: Scan) -> None:
        self._scan = scan
        self._zone: list[Read] = []
        self._counted = Growing(Reads)
        self._positions = Growing(Positions)
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
            self._positions.add(Positions(offsets, sizes, nanoseconds * NANO))
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
        self._positions.add(Positions.of(places))

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
        """The figures of what was counted, None when there is none. They are exact: of every read,
        and no histogram's.
        """
        if not len(self._counted):
            return None
        _, sizes, unsorted = self._counted.rows.columns
        nanoseconds = np.sort(unsorted)
        seconds = float(nanoseconds.sum()) * NANO
        moved = int(sizes.sum())
        ios = len(self._counted)

        def percentile(percent: float) -> float:
            """The least value that so many percent of the reads did not exceed."""
            return float(nanoseconds[max(1, math.ceil(percent * ios / 100 - 1e-9)) - 1]) * NANO

        return DirectionResult(
            iops=ios / seconds if seconds else 0.0,
            bandwidth=moved / seconds if seconds else 0.0,
            bytes=moved,
            ios=ios,
            seconds=seconds,
            latency=Latency(
                mean=seconds / ios,
                p50=percentile(50),
                p95=percentile(95),
                p99=percentile(99),
                p999=percentile(99.9),
                max=float(nanoseconds[-1]) * NANO,
            ),
            histogram=Histogram(bin_counts(nanoseconds)),
            positions=self.positions,
        )


def _position(reads: Sequence[Read]) -> Position:
    return Position(
        reads[0].offset,
        sum(read.bytes for read in reads),
        sum(read.nanoseconds for read in reads) * NANO,
    )
