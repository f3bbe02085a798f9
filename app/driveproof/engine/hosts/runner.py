# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The repeats of one test on several hosts at once: their sum live, and what it came to."""

from __future__ import annotations

import time
from collections.abc import Mapping

import numpy as np

from driveproof.domain.access import Cache, Direction
from driveproof.domain.errors import CancelledError, DriveproofError, MachineError
from driveproof.domain.profile.course import Enough, Moment
from driveproof.domain.profile.phase import Phase
from driveproof.domain.run.histogram import BIN_COUNT, Histogram
from driveproof.domain.run.run import (
    HOST_LOST,
    Disturbance,
    HostFault,
    HostFigures,
    HostRepeat,
    Repeat,
)
from driveproof.domain.run.sample import Sample
from driveproof.domain.say import Say
from driveproof.engine.hosts.fleet import Fleet, FleetHost
from driveproof.engine.hosts.gather import Bins, HostTrack, common, gathered
from driveproof.engine.run import events
from driveproof.engine.run.frame import Frame, without_repeats
from driveproof.engine.run.phase import SHORTEST
from driveproof.engine.run.statistics import SnapshotPoint

TELLING = 0.25
"""Seconds between two live figures."""


class HostsRunner:
    """Measures one test on the hosts of a fleet; a runner like any other."""

    def __init__(self, frame: Frame, fleet: Fleet, number: int) -> None:
        """`number` is that by which the hosts know the test."""
        self.frame = frame
        self._fleet = fleet
        self._number = number
        self._live = _Live(frame.phase, 0.0)

    def wake(self) -> None:
        """Look whether it is cancelled; from any thread and from a signal handler."""
        self._fleet.wake()

    @property
    def _among(self) -> list[str]:
        """The hosts that it runs on: as many as it says, or all."""
        names = list(self._fleet.members)
        return names[: self.frame.phase.asked.hosts or len(names)]

    def repeat(self, order: int, enough: Enough | None = None) -> DriveproofError | None:
        """Measure once; what made it fail, None when nothing or a cancel did. Hosts that are lost
        meanwhile do not make it fail, as long as one is left.
        """
        tools = self.frame.tools
        if tools.jobs.cancelled():
            return None
        job = _Job(self, order, enough)
        left = tools.jobs.start(job)
        self.frame.over()
        if left is None:
            self._add(self._counted(), whole=False)
            return None
        if not left:
            return self._all_lost()
        return self._add(left, whole=True)

    def measure(self, order: int, enough: Enough | None) -> list[FleetHost] | None:
        """Run it everywhere; the hosts that did to the end, None for a cancel."""
        self._live = _Live(self.frame.phase, time.monotonic())
        self.frame.begin()
        try:
            return self._fleet.repeat(
                self._number,
                self.frame.phase,
                order,
                self._among,
                begun=lambda: self._told_to_start(order),
                tell=self._tell,
                enough=lambda: enough is not None and enough(self._moments),
            )
        except CancelledError:
            return None

    def _told_to_start(self, order: int) -> None:
        ready = next((one.ready for one in self._counted() if one.ready is not None), None)
        if ready is None:
            return
        phase, io = self.frame.phase, self.frame.tools.bench.io
        self.frame.start(
            order,
            without_repeats(
                phase,
                ready.command,
                engine=ready.engine,
                direct=io.direct,
                cache=Cache.DIRECT,
                data=io.data(phase),
            ),
        )

    def _counted(self) -> list[FleetHost]:
        """The hosts of this test that still count."""
        among = {*self._among}
        return [member for member in self._fleet.alive if member.name in among]

    @property
    def _moments(self) -> list[Moment]:
        """How far all are together, as far as the slowest is."""
        tracks = [member.track for member in self._counted() if member.track is not None]
        if not tracks or not all(track.points for track in tracks):
            return []
        done = sum(track.points[-1].own_bytes for track in tracks)
        return [Moment(min(track.points[-1].snapshot.seconds for track in tracks), done, None)]

    def _tell(self) -> None:
        if not self._live.due():
            return
        members = [self._fleet.members[name] for name in self._among]
        samples, hosts, seconds = self._live.look(members)
        if samples:
            warming = seconds < self.frame.phase.warmup
            self.frame.measured(samples, seconds, warming=warming, hosts=hosts)

    def _add(self, members: list[FleetHost], *, whole: bool) -> DriveproofError | None:
        """Keep a repeat; what made it fail, if anything did."""
        frame, phase = self.frame, self.frame.phase
        tracks = [member.track for member in members if member.track is not None]
        span = common(tracks, phase)
        if span is None or frame.result is None:
            if not whole:
                return None
            return MachineError("The hosts did not measure at the same time.")
        if not whole and span.seconds < SHORTEST:
            return None
        found = gathered(tracks, phase, span)
        if not found.sums:
            return MachineError("fio did no I/O.") if whole else None
        disturbed = []
        if any(result.longest_stall for result in found.sums.values()):
            disturbed.append(Disturbance.STALL)
        if len(members) < len(self._among):
            disturbed.append(HOST_LOST)
        parts = self._parts(found.hosts, tracks)
        frame.keep(
            Repeat(frame.order, found.sums, disturbed=tuple(disturbed), hosts=parts), whole=whole
        )
        return None

    def _parts(
        self, figures: Mapping[str, Mapping[Direction, HostFigures]], tracks: list[HostTrack]
    ) -> tuple[HostRepeat, ...]:
        first = min(track.since for track in tracks)
        since = {track.host: track.since for track in tracks}
        return tuple(
            HostRepeat(
                name,
                since[name] - first if name in since else None,
                figures.get(name, {}),
                self._fleet.members[name].fault or ("" if name in since else HostFault.SILENT),
            )
            for name in self._among
        )

    def _all_lost(self) -> DriveproofError:
        said = next((one.said for one in self._fleet.members.values() if one.said), "")
        return MachineError(
            "No host is left: {said}.", said=said.removesuffix(".") or Say("connection lost")
        )


class _Job:
    """A repeat as what a cancel reaches."""

    def __init__(self, runner: HostsRunner, order: int, enough: Enough | None) -> None:
        self._runner, self._order, self._enough = runner, order, enough

    def run(self) -> list[FleetHost] | None:
        """Measure; see HostsRunner.measure."""
        return self._runner.measure(self._order, self._enough)

    def wake(self) -> None:
        """Look whether it is cancelled."""
        self._runner.wake()


class _Live:
    """The sum of what the hosts do now, four times a second."""

    def __init__(self, phase: Phase, now: float) -> None:
        self._phase = phase
        self._next = now
        self._seen: dict[str, SnapshotPoint] = {}
        """Of each host the last point that was taken."""
        self._time = 0.0

    def due(self) -> bool:
        """Whether it is time for new figures."""
        now = time.monotonic()
        if now < self._next:
            return False
        self._next = now + TELLING
        return True

    def look(
        self, members: list[FleetHost]
    ) -> tuple[tuple[Sample, ...], tuple[events.HostNow, ...], float]:
        """The sums by direction, each host, and the seconds since the beginning; nothing as long as
        no host has said anything new.
        """
        ways = self._phase.directions
        bins = {way: np.zeros(BIN_COUNT, np.int64) for way in ways}
        sums = {way: [0.0, 0.0] for way in ways}
        hosts = []
        seconds, new = self._time, False
        for member in members:
            track = member.track
            if track is None or not track.points or member.fault is not None:
                hosts.append(events.HostNow(member.name, fault=member.fault or ""))
                continue
            last = track.points[-1]
            before = track.points[-2].snapshot if len(track.points) > 1 else None
            span = last.snapshot.seconds - (before.seconds if before else 0.0)
            seconds = max(seconds, last.snapshot.seconds)
            fresh = self._seen.get(member.name) is not last
            self._seen[member.name] = last
            new = new or fresh
            own = np.zeros(BIN_COUNT, np.int64)
            rates = [0.0, 0.0]
            for way in ways:
                one = last.snapshot.get(way)
                earlier = before.get(way) if before else None
                ios = one.ios - (earlier.ios if earlier else 0)
                moved = one.bytes - (earlier.bytes if earlier else 0)
                if span > 0:
                    sums[way][0] += ios / span
                    sums[way][1] += moved / span
                    rates[0] += ios / span
                    rates[1] += moved / span
                track.newest(way).add_to(own)
                if fresh:
                    track.newest(way).add_to(bins[way])
            p99 = Histogram(own).percentile(99)
            hosts.append(events.HostNow(member.name, rates[0], rates[1], p99))
        if not new:
            return (), tuple(hosts), seconds
        length, self._time = max(seconds - self._time, 0.001), seconds
        samples = tuple(self._sample(way, sums[way], bins[way], length) for way in ways)
        return samples, tuple(hosts), seconds

    def _sample(self, way: Direction, rates: list[float], bins: Bins, length: float) -> Sample:
        histogram = Histogram(bins)
        ios, moved = (rate * length for rate in rates)
        at = self._time - self._phase.warmup
        mean = histogram.mean()
        return Sample.counted(at, length, way, ios, moved, mean=mean, histogram=histogram)
