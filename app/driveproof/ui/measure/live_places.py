# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a live page collects where its charts are not over time: rounds, places, a map."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.access import Direction
from driveproof.domain.figure import Positions
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.test_titles import test_title
from driveproof.domain.run.areas import PROBE
from driveproof.domain.run.ceiling import Ceiling
from driveproof.domain.run.run import Position
from driveproof.domain.run.steady_state import Steady, steady_so_far
from driveproof.domain.say import Say
from driveproof.engine.run import events
from driveproof.methods.scan.plan import ACCESSES, ZONES
from driveproof.methods.steady_state.answer import plot_of, rounds_table
from driveproof.ui.charts.positions import AccessTimesChart, AreaChart, ThroughputChart
from driveproof.ui.charts.view import ChartView
from driveproof.ui.output.run_charts import rounds_chart


class LiveRounds:
    """The rounds until now, and the one that goes on, on the way to a steady state."""

    def __init__(self, phase: Phase) -> None:
        self.found = Steady((), phase.seconds, (), None)
        self.chart = rounds_chart(self.found)
        self._ios = self._seconds = 0.0

    def _draw(self) -> None:
        current = self._ios / self._seconds if self._seconds > 0 else None
        self.chart.show(plot_of(self.found, current), rounds_table(self.found))

    def take(self, event: events.Measured) -> None:
        """A part of the round that goes on."""
        for sample in event.samples:
            self._ios += sample.iops * sample.seconds
            self._seconds += sample.seconds
        self._draw()

    def ended(self, event: events.RepeatEnded) -> None:
        """A round is complete."""
        if event.result is not None:
            self.found = steady_so_far(event.result)
        self._ios = self._seconds = 0.0
        self._draw()


def _so_far(
    title: Say,
    size: int,
    places: Sequence[Position],
    *,
    metric: MetricName = MetricName.BANDWIDTH,
    direction: Direction = Direction.READ,
) -> Positions:
    passes = (places,) if len(places) else ()
    return Positions("", title, size, passes=passes, metric=metric, direction=direction)


class LiveScan:
    """Collects the positions; the last repeat of each test is shown."""

    def __init__(self, size: int, *, binary: bool = False, ceiling: Ceiling | None = None) -> None:
        self._ceiling = ceiling
        self._size = size
        self._binary = binary
        self._places: dict[int, Sequence[Position]] = {}
        self._make()

    def _make(self) -> None:
        self.throughput = ThroughputChart(
            self._found(ZONES), binary=self._binary, ceiling=self._ceiling
        )
        self.accesses = AccessTimesChart(self._found(ACCESSES))

    def _found(self, index: int) -> Positions:
        places = self._places.get(index, ())
        if index == ZONES:
            return _so_far(Say("Throughput by position"), self._size, places)
        return _so_far(Say("Access time"), self._size, places, metric=MetricName.MEAN)

    def take(self, event: events.Scanned) -> None:
        """Add positions of one of the tests."""
        self._places[event.index] = event.positions
        chart = self.throughput if event.index == ZONES else self.accesses
        chart.show(self._found(event.index))

    def set_binary(self, binary: bool) -> None:
        """Write bandwidths in MiB/s."""
        self._binary = binary
        self._make()

    def show(self, above: ChartView, below: ChartView) -> None:
        """Show the charts in their views."""
        above.set_chart(self.throughput)
        below.set_chart(self.accesses)


class LiveCheck:
    """Collects what a check has found: the speeds of the test that runs, and the map."""

    def __init__(self, profile: Profile, *, binary: bool = False) -> None:
        self._profile, self._size = profile.name, profile.size
        self._binary = binary
        self._phase: Phase | None = None
        self._places: Sequence[Position] = ()
        self._wrote = False
        self.map = AreaChart(Positions("", Say("Map"), self._size))
        self._make()

    def _make(self) -> None:
        self.speeds = ThroughputChart(self._found, binary=self._binary)

    @property
    def _found(self) -> Positions:
        phase = self._phase
        if phase is None:
            return _so_far(Say("Throughput by position"), self._size, self._places)
        title = test_title(phase.title, self._profile)
        title = title if isinstance(title, Say) else Say("{text}", text=title)
        return _so_far(title, self._size, self._places, direction=phase.direction)

    def begin(self, phase: Phase) -> None:
        """The next test begins."""
        self._phase, self._places = phase, ()
        self._make()

    def take(self, event: events.Checked) -> None:
        """Show what was found so far."""
        self._places = event.positions
        self.speeds.show(self._found)
        phase = self._phase
        writes = phase is not None and phase.writes and phase.variant != PROBE
        written = event.done if writes else event.total if self._wrote else 0
        self._wrote = self._wrote or writes
        found = Positions("", Say("Map"), self._size, areas=tuple(event.areas))
        self.map.show(found, written=written)

    def set_binary(self, binary: bool) -> None:
        """Write bandwidths in MiB/s."""
        self._binary = binary
        self._make()

    def show(self, above: ChartView, below: ChartView) -> None:
        """Show the charts in their views."""
        above.set_chart(self.speeds)
        below.set_chart(self.map)
