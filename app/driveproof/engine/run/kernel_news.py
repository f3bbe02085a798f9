# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the kernel says of the devices of a run: while it goes on, and at its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from driveproof.domain.run.kernel_messages import (
    LogLine,
    marked_as_troubled,
    messages_about,
    troubles,
)
from driveproof.domain.run.run import KernelMessage, Run
from driveproof.system.kernel.kernel_log import KernelLogReader, names_in_log
from driveproof.system.kernel.link_state import port_speeds
from driveproof.system.kernel.sysfs import Sysfs

_MOST_HEARD = 500  # lines that are told while a run goes on; its result has all


class KernelNews:
    """Follows the kernel's log from now on, for the devices that serve a target."""

    def __init__(self, log: KernelLogReader, layers: Sequence[str], sysfs: Sysfs) -> None:
        # Now, while it is there: of a drive that falls out /sys knows nothing any more.
        self._names: frozenset[str] = frozenset().union(*map(names_in_log, layers))
        self._speeds: dict[str, float] = {}
        for layer in layers:
            self._speeds |= port_speeds(layer, sysfs)
        self._heard: list[LogLine] = []
        self._told: tuple[KernelMessage, ...] = ()
        self._log = log
        log.begin()

    def look(self, started: datetime) -> tuple[KernelMessage, ...] | None:
        """Everything that it has said since the run started; None where nothing is new."""
        news = messages_about(self._log.news(), self._names, self._speeds)
        self._heard += news[: _MOST_HEARD - len(self._heard)]
        told = troubles(self._heard, self._names, started, self._speeds)
        if told == self._told:
            return None
        self._told = told
        return told

    def added_to(self, run: Run, *, hurry: bool) -> Run:
        """The run with what was said meanwhile, and with a mark on the repeats that it disturbed.
        `hurry`: somebody waits for the end.
        """
        source, lines = self._log.read(hurry=hurry)
        messages = troubles(lines, self._names, run.started, self._speeds)
        after = replace(run.environment, kernel_log=source, kernel_messages=messages)
        phases = marked_as_troubled(run.phases, lines, self._names, self._speeds)
        return replace(run, environment=after, phases=phases)
