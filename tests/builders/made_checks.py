# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that answer as a test decides, and their page."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import Qt
from tests.builders.demo import demo_inventory
from tests.builders.made_findings import finding
from tests.builders.recorded import run_events
from tests.builders.rig import Rig

from driveproof.domain.check.check import (
    OF_A_DRIVE,
    Check,
    CheckFinding,
)
from driveproof.domain.drive.drive import Inventory
from driveproof.domain.errors import MachineError
from driveproof.engine.check.session import CheckObserver, TopicBegun
from driveproof.engine.check.target import Subject
from driveproof.engine.run.profiles import Profiles
from driveproof.ui.check.page import CheckPage

QUICK = Profiles().find("quick")


HOSTILE = "<b>bold</b>\x1b[2J"


def found(*words: str) -> tuple[CheckFinding, ...]:
    topics = ("identity", "use", "health", "firmware", "link", "trim")
    return tuple(
        finding(topic, word, f"{topic} {HOSTILE} is {word}.", f"Do {topic}.", "made")
        for topic, word in zip(topics, words, strict=False)
    )


@dataclass
class Made:
    """A check that reports the given events, and waits in the middle on request."""

    path: str
    observer: CheckObserver
    measure: bool
    outcome: Check | MachineError
    go_on: threading.Event
    waiting: threading.Event = field(default_factory=threading.Event)
    cancelled: bool = False

    def run(self) -> Check:
        if isinstance(self.outcome, MachineError):
            raise self.outcome
        for topic in OF_A_DRIVE:
            self.observer(TopicBegun(topic))
            for one in self.outcome.findings:
                if one.topic == topic:
                    self.observer(one)
        if self.measure:
            for event in run_events():
                self.observer(event)
        self.waiting.set()
        assert self.go_on.wait(60)
        return self.outcome

    def cancel(self) -> None:
        self.cancelled = True
        self.go_on.set()


@dataclass
class Checks:
    """The service: makes checks with an outcome, and keeps them."""

    outcome: Check | MachineError
    subject: Subject | MachineError
    go_on: threading.Event = field(default_factory=threading.Event)
    made: list[Made] = field(default_factory=list)
    sold_as_new: bool | None = None

    def new(
        self,
        path: str,
        _: Inventory,
        observer: CheckObserver,
        *,
        measure: bool,
        sold_as_new: bool = False,
    ) -> Made:
        self.sold_as_new = sold_as_new
        self.made.append(Made(path, observer, measure, self.outcome, self.go_on))
        return self.made[-1]

    def plan(self, path: str, inventory: Inventory) -> Subject:
        if isinstance(self.subject, MachineError):
            raise self.subject
        return self.subject


def outcome(*words: str, **more: Any) -> Check:
    return Check(
        taken=datetime(2026, 11, 21, 10, 0, tzinfo=UTC), seconds=70, target="/dev/nvme0n1",
        device=demo_inventory().get("nvme0n1"), findings=found(*words), **more,
    )  # fmt: skip


def page_of(rig: Rig) -> CheckPage:
    return rig.check


def open_intro(rig: Rig) -> CheckPage:
    rig.qtbot.mouseClick(rig.overview.check_button, Qt.MouseButton.LeftButton)
    page = page_of(rig)
    rig.qtbot.waitUntil(page.intro.button.isEnabled)
    return page
