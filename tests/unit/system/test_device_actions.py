# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Actions on devices with a fake UDisks2: the calls, and what its errors mean."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.fakes.collections_of_drives import demo
from tests.fakes.made_machine import MadeMachine
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

from driveproof.domain.drive.actions import DeviceAction
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.errors import DriveproofError, MachineError, RefusedError
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.client import read_inventory
from driveproof.system.udisks.device_actions import DeviceActions


@pytest.fixture
def machine(tmp_path: Path) -> MadeMachine:
    return demo(tmp_path / "sys")


@pytest.fixture
def service(bus: PrivateBus, machine: MadeMachine) -> Iterator[FakeUDisks2]:
    with FakeUDisks2(bus.address, machine.objects, machine.smart) as running:
        yield running


@pytest.fixture
def drive(bus: PrivateBus, service: FakeUDisks2, machine: MadeMachine) -> BlockDevice:
    found = read_inventory(bus.address, Sysfs(machine.root)).get("sda")
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("action", "member"),
    [
        (DeviceAction.STANDBY, "PmStandby"), (DeviceAction.EJECT, "Eject"),
        (DeviceAction.POWER_OFF, "PowerOff"), (DeviceAction.UNMOUNT, "Unmount"),
    ],
)  # fmt: skip
def test_each_action_is_a_call(
    bus: PrivateBus, service: FakeUDisks2, drive: BlockDevice, action: DeviceAction, member: str
) -> None:
    service.done.add(member)
    assert DeviceActions(bus.address).do(action, drive.object_path, "Disk") == ""
    assert service.calls[-1] == member


@pytest.mark.parametrize(
    ("error", "kind", "said"),
    [
        ("NotAuthorizedDismissed", RefusedError, ""),
        ("NotAuthorized", RefusedError, "UDisks2"),
        ("DeviceBusy", MachineError, "it was busy"),
        ("NotSupported", MachineError, "Disk"),
        ("Failed", MachineError, "it was busy"),
    ],
)
def test_what_an_error_means(
    bus: PrivateBus,
    service: FakeUDisks2,
    drive: BlockDevice,
    error: str,
    kind: type[DriveproofError],
    said: str,
) -> None:
    service.refused["PowerOff"] = error
    with pytest.raises(kind) as refused:
        DeviceActions(bus.address).do(DeviceAction.POWER_OFF, drive.object_path, "Disk")
    assert said in str(refused.value)


def test_without_a_bus_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(MachineError):
        DeviceActions(f"unix:path={tmp_path}/none").do(DeviceAction.EJECT, "/a", "Disk")
