# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Discard paths of the demo drives, and a reader that returns them."""

from __future__ import annotations

import threading
from dataclasses import replace
from datetime import UTC, datetime

from PySide6.QtWidgets import QApplication
from tests.builders.rig import Rig
from tests.fakes import quoted

from driveproof.domain.drive.drive import Inventory, Mount
from driveproof.domain.errors import DriveproofError
from driveproof.domain.finding import Finding
from driveproof.domain.say import Say
from driveproof.domain.trim.path import (
    BLOCK,
    PASS,
    DiscardPath,
    EndKind,
    LayerCost,
    PathEnd,
    PathLayer,
    PeriodicTrim,
    TimerReason,
)
from driveproof.domain.trim.stack_rules import allow_discards

MOUNT = Mount("/home", "/dev/mapper/home", "ext4", ("rw", "relatime"))
LAYERS = (
    PathLayer(
        name="/home", kind="filesystem", verdict=PASS,
        facts=quoted.fact("ext4 can trim (FITRIM)"), source="/proc/self/mountinfo",
    ),
    PathLayer(
        name="/dev/mapper/home", kind="crypt", verdict=PASS, device="dm-0",
        facts=quoted.fact("discard_max_bytes 2147450880"),
        source="/sys/block/dm-0/queue/discard_max_bytes",
    ),
    PathLayer(
        name="/dev/nvme0n1p3", kind="partition", verdict=PASS, device="nvme0n1p3",
        facts=quoted.fact("begins at 1048576, aligned"), source="/sys/class/block/nvme0n1p3/start",
    ),
    PathLayer(
        name="Samsung 990 PRO 2TB", kind="drive", verdict=PASS, device="nvme0n1",
        facts=quoted.fact("discard_max_hw_bytes 2199023255040"),
        source="/sys/block/nvme0n1/queue/discard_max_hw_bytes",
    ),
)  # fmt: skip
PERIODIC = PeriodicTrim(
    installed=True,
    enabled=True,
    active=True,
    last=datetime(2026, 3, 9, 0, 12, tzinfo=UTC),
    next=datetime(2026, 3, 16, 0, 47, tzinfo=UTC),
    listed=True,
    why=(
        Finding(TimerReason.LISTED, (Say("{table} lists this file system.", table="/etc/fstab"),)),
    ),
    source="systemd (org.freedesktop.systemd1)",
)


def made_chain(target: str = "/home", layers: tuple[PathLayer, ...] = LAYERS) -> DiscardPath:
    """A chain that passes a TRIM, unless its layers say otherwise."""
    return DiscardPath(
        target=target,
        mount=MOUNT,
        layers=layers,
        start=target,
        ends=(PathEnd(EndKind.DRIVE, "Samsung 990 PRO 2TB"),),
        periodic=PERIODIC,
        continuous=False,
    )


def blocked() -> DiscardPath:
    """A chain that dm-crypt blocks."""
    stop = replace(
        LAYERS[1],
        verdict=BLOCK,
        facts=quoted.fact("discard_max_bytes 0 above a partition that takes 2147450880"),
        remedy=allow_discards("home"),
        cost=LayerCost.FREE_BLOCKS_VISIBLE,
    )
    return made_chain(layers=(LAYERS[0], stop, *LAYERS[2:]))


class Reader:
    """Returns fake chains, and records the threads and arguments of its calls."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.as_root: list[str] = []
        self.threads: set[threading.Thread] = set()
        self.answers: dict[str, DiscardPath | DriveproofError] = {}
        self.root_answer: DiscardPath | DriveproofError = made_chain()
        self.go = threading.Event()
        self.go.set()
        self.enabled = 0
        self.refusal: DriveproofError | None = None

    def enable_timer(self) -> None:
        self.enabled += 1
        if self.refusal is not None:
            raise self.refusal
        self.answers.clear()

    def chain(self, target: str, inventory: Inventory, *, as_root: bool = False) -> DiscardPath:
        assert inventory.devices
        if as_root:
            self.as_root.append(target)
            self.go.wait(10)
            return self._tell(self.root_answer)
        self.threads.add(threading.current_thread())
        self.asked.append(target)
        return self._tell(self.answers.get(target, made_chain(target)))

    @staticmethod
    def _tell(answer: DiscardPath | DriveproofError) -> DiscardPath:
        if isinstance(answer, DriveproofError):
            raise answer
        return answer


def settle(rig: Rig) -> None:
    lookups = rig.window.context.lookups
    rig.qtbot.waitUntil(lambda: not lookups.tasks.busy and not lookups.as_root.busy)
    QApplication.processEvents()  # new rows are laid out
