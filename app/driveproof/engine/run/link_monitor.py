# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Watches the link of the drive while it works, and says afterwards what that means."""

from __future__ import annotations

import threading
from collections.abc import Iterable

from driveproof.domain.drive.link import LinkState, limited_by_bus
from driveproof.domain.run.run import DIRECT, METRICS, Environment, PhaseResult
from driveproof.system.kernel.link_state import link_of
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.wording.units import format_bandwidth

INTERVAL = 1.0  # seconds between two looks: phases last two and more
_LOAD = 2**20  # bytes between two looks that make a drive busy


class LinkWatch:
    """The link of one drive (kernel name; None for none or several), looked at once a second in
    a thread of its own. `state` is what counts: of a PCIe link, which is lowered while it idles,
    the best that was seen under load; of any other the last.
    """

    def __init__(self, drive: str | None, sysfs: Sysfs, interval: float = INTERVAL) -> None:
        self._drive = drive
        self._sysfs = sysfs
        self._interval = interval
        self._stop = threading.Event()
        self.first = LinkState() if drive is None else link_of(drive, sysfs)
        self.state = self.first
        self._loaded = False
        # An idle PCIe link shows less than it is.
        self._best = 0 if self.first.kind == "pcie" else self.first.ceiling or 0
        self._lower = False
        self.dips = 0
        """How often it was seen to carry less than before in this run, twice in a row at least:
        once may be a look at the moment in which the drive had nothing to do."""
        self._thread: threading.Thread | None = None
        if self.first.kind:
            self._thread = threading.Thread(target=self._loop, name="link", daemon=True)
            self._thread.start()

    def look(self, *, under_load: bool) -> None:
        """Look once."""
        if self._drive is None:
            return
        now = link_of(self._drive, self._sysfs, under_load=under_load)
        if not now.kind:
            return  # unplugged: what was known stays
        if now.kind != "pcie" or under_load:
            self._count_dips(now.ceiling or 0)
        if now.kind != "pcie":
            self.state = now
        elif under_load and now.now:
            known = (self.state.ceiling or 0) if self._loaded else -1
            if (now.ceiling or 0) > known:
                self.state, self._loaded = now, True

    def _count_dips(self, ceiling: int) -> None:
        lower = 0 < ceiling < self._best
        self.dips += lower and self._lower
        self._lower = lower
        self._best = max(self._best, ceiling)

    def _loop(self) -> None:
        before = self._bytes()
        while not self._stop.wait(self._interval):
            done = self._bytes()
            self.look(under_load=done - before > _LOAD)
            before = done

    def _bytes(self) -> int:
        stat = self._sysfs.read_stat(self._drive or "")
        return 0 if stat is None else stat.read_bytes + stat.written_bytes

    def close(self) -> None:
        """Stop looking."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=0.1)


def link_findings(
    watch: LinkWatch, environment: Environment, phases: Iterable[PhaseResult]
) -> tuple[str, ...]:
    """What the link has to do with the numbers of a run, in sentences."""
    phases = [phase for phase in phases if phase.repeats]
    state, first = watch.state, watch.first
    found = []
    if environment.io_path == DIRECT and (names := _limited(phases, state.ceiling)):
        are = "is" if len(names) == 1 else "are"
        found.append(
            f"{_joined(names)} {are} limited by the bus, and the drive may be faster: {state.now}"
            f" carries about {format_bandwidth(state.ceiling or 0)}."
        )
    if phases and state.slower:
        found.append(f"The link is slower than it could be. {state.sentence} {state.advice}")
    if first.errors is not None and state.errors is not None and state.errors > first.errors:
        count = state.errors - first.errors
        times = "error" if count == 1 else "errors"
        found.append(f"The kernel counted {count} new {times} on the link during this run.")
    if state.kind == "sata" and first.now != state.now and first.now:
        found.append(f"The link changed from {first.now} to {state.now} during this run.")
    return tuple(found)


def _limited(phases: Iterable[PhaseResult], ceiling: int | None) -> list[str]:
    """The tests whose bandwidth is near the ceiling; memory answers the ones through its cache."""
    return [
        phase.name
        for phase in phases
        if phase.direct
        and any(
            (summary := phase.summary(direction, METRICS["bandwidth"])) is not None
            and limited_by_bus(summary.median, ceiling)
            for direction in phase.directions
        )
    ]


def _joined(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
