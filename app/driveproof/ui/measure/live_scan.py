# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A scan while it runs: the two pictures of the result, which fill from the left."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.profile.profile import ACCESSES, ZONES
from driveproof.domain.run.run import Position
from driveproof.engine.run import events
from driveproof.ui.charts.ceiling import Ceiling
from driveproof.ui.charts.scan import Accesses, Throughput
from driveproof.ui.charts.view import ChartView


class LiveScan:
    """Keeps what has come; the last repeat of each test is shown."""

    def __init__(self, size: int, *, binary: bool = False, ceiling: Ceiling | None = None) -> None:
        self._ceiling = ceiling
        self._size = size
        self._binary = binary
        self._places: dict[int, Sequence[Position]] = {}
        self._make()

    def _make(self) -> None:
        self.throughput = Throughput(self._size, self._passes(ZONES), binary=self._binary)
        self.throughput.ceiling = self._ceiling
        self.accesses = Accesses(self._size, self._passes(ACCESSES))

    def _passes(self, index: int) -> tuple[Sequence[Position], ...]:
        places = self._places.get(index, ())
        return (places,) if len(places) else ()

    def take(self, event: events.Scanned) -> None:
        """More places of one of the tests."""
        self._places[event.index] = event.positions
        chart = self.throughput if event.index == ZONES else self.accesses
        chart.show(self._size, self._passes(event.index))

    def set_binary(self, binary: bool) -> None:
        """Write bandwidths in MiB/s."""
        self._binary = binary
        self._make()

    def show(self, above: ChartView, below: ChartView) -> None:
        """Put the pictures into their views."""
        above.set_chart(self.throughput)
        below.set_chart(self.accesses)
