# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The common part of the tests that look at each place once: report live, keep what was found."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime

from driveproof.domain.access import DIRECT
from driveproof.domain.profile.phase import CHECK_BLOCK, Phase
from driveproof.domain.run.areas import OWN_ENGINE, PROBE
from driveproof.domain.run.run import CUT_SHORT, PhaseResult, Repeat
from driveproof.domain.run.work import Data
from driveproof.engine.run import events
from driveproof.engine.run.checked import Found, PassEnding
from driveproof.engine.run.monitor import Throttling
from driveproof.engine.run.phase import Tools, without_repeats


class CheckRunner:
    """Goes through all of the places once; `result` has the outcome."""

    def __init__(self, phase: Phase, index: int, tools: Tools) -> None:
        self._phase = phase
        self._index = index
        self._tools = tools
        self._order = 1
        self._found = Found(0)
        self._begun = time.monotonic()
        self._started = datetime.now(UTC)
        self._throttling = Throttling(tools.monitor)
        self._first = tools.monitor.stats.read()
        self.result: PhaseResult | None = None

    def end(self) -> None:
        """The test is over: report what was measured, if anything was."""
        self._tools.tell_end(self._index, self.result)

    def _begin(self, order: int, total: int, least: int = CHECK_BLOCK) -> None:
        """Start to count: `total` bytes are planned, in points of at least `least` bytes."""
        tools, self._order = self._tools, order
        self._found = Found(total, least)
        self.result = without_repeats(
            self._phase,
            (),
            engine=OWN_ENGINE,
            direct=tools.bench.io.direct,
            cache=DIRECT,
            data=Data.FRESH,
        )
        tools.observer(events.RepeatStarted(self._index, self._phase, order, 1, (), OWN_ENGINE))
        self._begun, self._started = time.monotonic(), datetime.now(UTC)
        self._first = tools.monitor.stats.read()
        self._throttling.begin()

    def _silent(self, seconds: float) -> None:
        self._tools.observer(events.Stalled(self._index, self._order, seconds))

    def _tell(self) -> None:
        self._throttling.look()
        found, progress = self._found, self._tools.progress
        elapsed = time.monotonic() - self._begun
        if found.done:
            whole = elapsed * found.total / found.done
            progress.expect(self._index, whole)
            if self._phase.writes and self._phase.variant != PROBE:  # reading takes about as long
                progress.expect(self._index + 1, whole)
        self._tools.observer(
            events.Checked(
                self._index,
                self._order,
                found.done,
                found.total,
                found.positions,
                found.areas,
                progress.share(self._index, elapsed),
                progress.remaining(self._index, elapsed),
            )
        )

    def _keep(self, ending: PassEnding) -> None:
        """Keep what was found, however it ended."""
        self._tools.progress.repeat_ended(self._index, time.monotonic() - self._begun)
        result = self._found.result()
        assert self.result is not None
        if result is None:
            return
        self._tell()
        stats = self._tools.monitor.stats
        seconds = time.monotonic() - self._begun
        repeat = Repeat(
            order=self._order,
            directions={self._phase.direction: result},
            disturbed=(*self._throttling.words, *(() if ending.whole else (CUT_SHORT,))),
            started=self._started,
            members=stats.between(self._first, stats.read(), seconds),
        )
        self.result = replace(self.result, repeats=(repeat,))
        self._tools.observer(events.RepeatEnded(self._index, repeat, self.result))
