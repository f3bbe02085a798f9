# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Looks for what makes a drive slow: what loads it now, then a check, then the kernel's log."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol

from driveproof.domain.check.check import Check
from driveproof.domain.diagnosis.diagnosis import (
    Breakdown,
    Diagnosis,
    DiagnosisEvidence,
    FileLayout,
    Machine,
    Unread,
)
from driveproof.domain.diagnosis.rules import diagnose
from driveproof.domain.drive.drive import BlockDevice, DeviceKind, Inventory, is_drive
from driveproof.domain.errors import DriveproofError
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.finding import Finding
from driveproof.domain.ongoing import Ongoing
from driveproof.domain.run.kernel_messages import LogLine, since_plugged_in, troubles
from driveproof.domain.run.observed import Writer
from driveproof.domain.run.run import KernelLog, KernelMessage, Run
from driveproof.domain.say import Say
from driveproof.engine.run.target import device_of

RECENT = timedelta(days=7)
"""Older messages of the kernel do not explain why a computer got slow now."""


class Checking(Protocol):
    """A check that has not begun, as engine.check.session.CheckSession is one."""

    def run(self) -> Check:
        """Check. Raises DriveproofError."""

    def cancel(self) -> None:
        """Ask it to stop."""


@dataclass(frozen=True)
class DiagnosisParts:
    """What a diagnosis asks. `check(inventory)` makes the check, `load(names)` is the share of the
    time in which the busiest of these drives has I/O in flight, with who uses them, `log()` are the
    kernel's lines since the machine started, `names(name)` is what a device is called there,
    `extents(path)` the size of a file and its pieces, `breakdown(drive)` its newest breakdown.

    `works(name)` is what other processes of this person do to a device, `cipher()` the bytes that a
    processor encrypts in a second, `expected(run)` what a run can be held against. Only `extents`
    raises DriveproofError.
    """

    inventory: Callable[[], Inventory | None]
    check: Callable[[Inventory | None], Checking]
    load: Callable[[Sequence[str]], tuple[float | None, tuple[Writer, ...]]]
    breakdown: Callable[[BlockDevice], Breakdown | None]
    works: Callable[[str], tuple[Ongoing, ...]]
    machine: Callable[[], Machine]
    cipher: Callable[[], float | None]
    log: Callable[[], tuple[KernelLog, tuple[LogLine, ...]]]
    names: Callable[[str], frozenset[str]]
    speeds: Callable[[str], Mapping[str, float]]
    extents: Callable[[str], tuple[int, int]]
    expected: Callable[[Run], tuple[Expectation, ...]]


class DiagnosisSession:
    """One diagnosis of what `target` names: a device, a folder or a mount point.

    `file` is one whose reading is slow, "" for none. `run` works in the caller's thread; `cancel`
    may be called from any thread.
    """

    def __init__(self, target: str, parts: DiagnosisParts, *, file: str = "") -> None:
        self._target = target
        self._parts = parts
        self._file = file
        self._checking: Checking | None = None
        self._left_out: list[Finding] = []
        self.cancelled = False

    def cancel(self) -> None:
        """Stop soon; `run` returns what there is."""
        self.cancelled = True
        if self._checking is not None:
            self._checking.cancel()

    def run(self) -> Diagnosis:
        """Gather the evidence and ask the rules.

        Raises DriveproofError when the target does not exist or cannot be identified.
        """
        parts, taken = self._parts, datetime.now(UTC)
        inventory = parts.inventory()
        stack, below = _stack(self._target, inventory)
        drives = tuple(one.name for one in below)
        # Before anything is measured: the measurement is a load of its own.
        machine = parts.machine()
        works = tuple(dict.fromkeys(work for name in drives for work in parts.works(name)))
        busy, users = parts.load(drives) if drives else (None, ())
        encrypted = any(one.kind == DeviceKind.CRYPT for one in stack)
        cipher = parts.cipher() if encrypted else None
        layout = self._layout()
        self._checking = parts.check(inventory)
        if self.cancelled:
            self._checking.cancel()
        check = self._checking.run()
        log, messages = self._messages(below, taken)
        evidence = DiagnosisEvidence(
            check=check,
            expected=parts.expected(check.run) if check.run is not None else (),
            stack=stack,
            mount=check.chain.mount if check.chain is not None else None,
            log=log,
            messages=messages,
            machine=machine,
            busy=busy,
            users=users,
            breakdown=parts.breakdown(below[0]) if len(below) == 1 else None,
            works=works,
            cipher=cipher,
            layout=layout,
        )
        return diagnose(evidence, taken, tuple(self._left_out))

    def _layout(self) -> FileLayout | None:
        if not self._file:
            return None
        try:
            return FileLayout(self._file, *self._parts.extents(self._file))
        except DriveproofError as error:
            self._left_out.append(
                Finding(
                    Unread.LAYOUT,
                    (
                        Say(
                            "Fragmentation of {path} is unknown: {error}",
                            path=self._file,
                            error=error,
                        ),
                    ),
                )
            )
            return None

    def _messages(
        self, drives: tuple[BlockDevice, ...], now: datetime
    ) -> tuple[KernelLog, tuple[KernelMessage, ...]]:
        """What the kernel reported of these drives in the last days, since the machine started."""
        log, lines = self._parts.log()
        if log is KernelLog.REFUSED:
            self._left_out.append(
                Finding(
                    Unread.LOG_REFUSED, (Say("No permission to read the kernel log (group adm)."),)
                )
            )
        elif log is KernelLog.MISSING:
            self._left_out.append(Finding(Unread.LOG_MISSING, (Say("There is no kernel log."),)))
        found: list[KernelMessage] = []
        for drive in drives:
            names = self._parts.names(drive.name)
            plugged = since_plugged_in(lines, names)
            # A stick or a loop device may have been another one before; that a drive that is built
            # in was gone for a moment is trouble.
            changes = drive.bus == "usb" or drive.kind in (DeviceKind.LOOP, DeviceKind.NBD)
            its = plugged if changes else lines
            # Where one was taken away, the slow link may have been that of another drive.
            speeds = self._parts.speeds(drive.name) if len(plugged) == len(lines) else {}
            found += troubles(its, names, now - RECENT, speeds)
        return log, tuple(found)


def _stack(
    target: str, inventory: Inventory | None
) -> tuple[tuple[BlockDevice, ...], tuple[BlockDevice, ...]]:
    """The devices from the target down, of a drive also what is mounted from it; and the drives."""
    if inventory is None:
        return (), ()
    device = inventory.get(target) or device_of(target, inventory)
    if device is None:
        return (), ()
    layers = (*inventory.stack(device), *(inventory.above(device) if is_drive(device) else ()))
    devices = {layer.device.name: layer.device for layer in layers}
    return tuple(devices.values()), inventory.drives_below(device)
