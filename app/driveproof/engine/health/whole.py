# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A drive's whole health: everything that smartctl reads, as root through the helper."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

from driveproof.domain.drive.drive import BlockDevice, DeviceKind
from driveproof.domain.errors import MachineError, UsageError
from driveproof.domain.health.adapter import AdapterWish
from driveproof.domain.health.report import Health
from driveproof.domain.say import Say
from driveproof.engine.health.behind_usb import SmartctlSilentError, UsbReader
from driveproof.system.helper.client import Helper, SmartReport, WireAdapter, claim_device
from driveproof.system.smart.smartctl import MOST, parse_report


class Smartctl:
    """smartctl on one device, as root."""

    def __init__(self, device: BlockDevice, helper: Helper, root: Path) -> None:
        self._device = device
        self._helper = helper
        self._root = root

    def __call__(self, adapter: WireAdapter, report: SmartReport) -> bytes:
        """Its output; may prompt for a password. Raises DriveproofError."""
        claim = claim_device(self._device.path, self._root)
        job = self._helper.read_smart(claim, adapter, report)
        try:
            with os.fdopen(job.output, "rb") as output:
                said = output.read(MOST + 1)
            ending = job.wait()
        finally:
            job.close()
        if ending.reason or not said.strip():
            raise SmartctlSilentError(
                "{name} failed: {reason}.",
                name="smartctl",
                reason=ending.why or Say("no answer"),
            )
        return said


def read_by_smartctl(
    device: BlockDevice,
    helper: Helper,
    usb: UsbReader | None,
    *,
    root: Path,
    now: datetime,
    wish: AdapterWish | None = None,
    in_use: bool = True,
) -> Health:
    """The report of a drive; may prompt for a password. Behind USB with the type of its adapter:
    what is known of it, or what the person has `wish`ed for. Raises DriveproofError.
    """
    behind = device.kind == DeviceKind.USB
    if wish is not None and not behind:
        raise UsageError("{path} is not behind a USB adapter.", path=device.path)
    smart = usb.known(device) if usb is not None and behind else None
    if usb is None or smart is None:
        if wish is not None:
            raise MachineError(
                "Linux does not say which USB adapter {path} is behind.", path=device.path
            )
        said = Smartctl(device, helper, root)(WireAdapter.AUTO, SmartReport.WHOLE)
        return parse_report(said, device.path, taken=now)
    ask = Smartctl(device, helper, root)
    return usb.read(device, smart, ask, now, wish=wish, in_use=in_use)
