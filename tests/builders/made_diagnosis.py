# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A diagnosis that answers as a test decides, and its page."""

from __future__ import annotations

import threading

from PySide6.QtCore import Qt
from tests.builders.made_checks import outcome, page_of
from tests.builders.rig import Rig

from driveproof.domain.diagnosis.diagnosis import (
    Diagnosis,
    DiagnosisEvidence,
    FileLayout,
    Machine,
)
from driveproof.domain.diagnosis.rules import diagnose
from driveproof.domain.drive.drive import Inventory, Mount
from driveproof.domain.rating import FINE
from driveproof.domain.run.kernel_messages import Trouble
from driveproof.domain.run.run import KernelLog, KernelMessage
from driveproof.engine.check.session import CheckObserver
from driveproof.ui.check.page import WHY, CheckPage


def diagnosis() -> Diagnosis:
    """Kernel messages, another user, a mount option and a file in pieces."""
    checked = outcome(FINE)
    evidence = DiagnosisEvidence(
        check=checked,
        mount=Mount("/home", "/dev/nvme0n1p2", "ext4", ("rw", "sync")),
        log=KernelLog.KMSG,
        messages=(KernelMessage(1.0, Trouble.RESET, "nvme nvme0: <b>resetting</b> controller", 3),),
        machine=Machine(cpu_pressure=0.7),
        busy=0.42,
        layout=FileLayout("/home/mail", 10**8, 20_000),
    )
    return diagnose(evidence, checked.taken)


class Finding:
    """A diagnosis that waits until it may end."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, bool]] = []
        self.go_on = threading.Event()
        self.cancelled = False

    def new(
        self,
        path: str,
        _inventory: Inventory,
        _observer: CheckObserver,
        *,
        measure: bool,
        sold_as_new: bool = False,
    ) -> Finding:
        self.asked.append((path, measure))
        return self

    def run(self) -> Diagnosis:
        assert self.go_on.wait(20)
        return diagnosis()

    def cancel(self) -> None:
        self.cancelled = True
        self.go_on.set()


def opened(rig: Rig) -> CheckPage:
    button = rig.overview.why_button
    assert button.isVisible()
    rig.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    page = page_of(rig)
    rig.qtbot.waitUntil(page.intro.button.isEnabled)
    return page


def shown(rig: Rig, finding: Finding) -> CheckPage:
    page = opened(rig)
    finding.go_on.set()
    page.intro.less.click()
    rig.qtbot.waitUntil(lambda: page.stack.currentIndex() == WHY)
    rig.qtbot.waitUntil(lambda: not page.busy)
    return page
