# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A session whose events a test sends."""

from __future__ import annotations

import threading
from collections.abc import Callable

from tests.builders import recorded

from driveproof.domain.drive.drive import BlockDevice, Inventory, Mount
from driveproof.domain.run.run import Run
from driveproof.engine.run import events

Script = Callable[["ScriptedSession"], None]


class ScriptedSession:
    """A session that reports recorded events, as fast as possible or step by step."""

    def __init__(self, observer: events.Observer, script: Script) -> None:
        self.observer = observer
        self.script = script
        self.cancelled = threading.Event()

    def run(self) -> Run | None:
        self.script(self)
        return None

    def cancel(self) -> None:
        self.cancelled.set()


def whole(session: ScriptedSession) -> None:
    for event in recorded.run_events():
        session.observer(event)


def mount(path: str, *, read_only: bool = False, filesystem: str = "ext4") -> Mount:
    return Mount(path, "/dev/sda1", filesystem, ("rw",), read_only)


def drive(*mounts: Mount, free: int | None = 50 * 10**9) -> tuple[BlockDevice, Inventory]:
    device = BlockDevice(
        path="/dev/sda", name="sda", kind="ata", model="Example", size=10**12, mounts=mounts,
        free=free,
    )  # fmt: skip
    return device, Inventory((device,))
