# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What happened to the drives of the dashboard."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime

from tests.builders.made_checks import outcome

from driveproof.domain.check.check import Check
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.drive_news import DriveNews, news_of
from driveproof.domain.errors import MachineError
from driveproof.domain.health.report import Health
from driveproof.domain.trim.job import KeptTrim, TrimStatus

NOW = datetime.now(UTC)


class One:
    """The check of one drive: it waits on request, and may fail."""

    def __init__(self, path: str, checks: Checks) -> None:
        self.path = path
        self.checks = checks

    def run(self) -> Check:
        self.checks.waiting.set()
        assert self.checks.go_on.wait(20)
        if self.path in self.checks.failing:
            raise MachineError("It does not answer.")
        self.checks.done.append(self.path)
        return outcome()

    def cancel(self) -> None:
        self.checks.go_on.set()


class Checks:
    """The service that makes them."""

    def __init__(self) -> None:
        self.go_on, self.waiting = threading.Event(), threading.Event()
        self.failing: set[str] = set()
        self.done: list[str] = []
        self.measured: list[bool] = []

    def new(self, path: str, _: Inventory, _observer: object, measure: bool) -> One:
        self.measured.append(measure)
        return One(path, self)


def happened() -> tuple[DriveNews, ...]:
    before = Health(taken=NOW, source="made", firmware="1", uncorrectable=12)
    now = replace(before, firmware="2", uncorrectable=388)
    trim = KeptTrim(
        started=NOW,
        place="/home",
        filesystem="ext4",
        status=TrimStatus.FINISHED,
        discarded=61 * 10**9,
        seconds=2.0,
    )
    return (*news_of("sda", before, now), *news_of("nvme0n1", None, None, (trim,)))
