# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Following the drives on a fake machine that changes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from jeepney import DBusAddress, HeaderFields, new_signal
from jeepney.io.blocking import open_dbus_connection
from tests.fakes.collections_of_drives import demo, plain
from tests.fakes.made_machine import GB, MadeMachine
from tests.fakes.seen import Seen
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

from driveproof.domain.drive.drive import Inventory
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.system.udisks.watcher import DiskWatcher

BLOCK = "org.freedesktop.UDisks2.Block"
FILESYSTEM = "org.freedesktop.UDisks2.Filesystem"


@pytest.fixture
def machine(tmp_path: Path) -> MadeMachine:
    return demo(tmp_path / "sys")


@pytest.fixture
def seen() -> Seen:
    return Seen()


@pytest.fixture
def watcher(bus: PrivateBus, machine: MadeMachine, seen: Seen) -> Iterator[DiskWatcher]:
    made = DiskWatcher(seen.change, seen.missing, address=bus.address, sysfs=Sysfs(machine.root))
    yield made
    made.stop()


def full(inventory: Inventory) -> bool:
    return len(inventory.listed()) == 14


def test_the_first_list_comes_whole(
    bus: PrivateBus, machine: MadeMachine, watcher: DiskWatcher, seen: Seen
) -> None:
    with FakeUDisks2(bus.address, machine.objects):
        watcher.start()
        watcher.start()  # once is enough, twice does no harm
        seen.wait("all drives", full)
        assert seen.errors == []
        watcher.stop()
        watcher.stop()


def test_a_drive_that_is_plugged_in_and_out_again(
    bus: PrivateBus, machine: MadeMachine, watcher: DiskWatcher, seen: Seen
) -> None:
    with FakeUDisks2(bus.address, machine.objects) as service:
        watcher.start()
        seen.wait("all drives", full)
        before = set(machine.objects)
        machine.usb("sdx", "New stick", 16 * GB, 9, vendor="Maker")
        new = {path: machine.objects.pop(path) for path in set(machine.objects) - before}
        for path, interfaces in sorted(new.items()):  # the block comes before its drive
            service.add(path, interfaces)
        seen.wait(
            "the new stick with its name",
            lambda found: (d := found.get("sdx")) is not None and d.title == "Maker New stick",
        )
        for path in sorted(new):
            service.remove(path)
        seen.wait("no stick", lambda found: found.get("sdx") is None)
        assert full(seen.inventories[-1])


def test_mounting_formatting_and_a_raid_that_grows(
    bus: PrivateBus, machine: MadeMachine, watcher: DiskWatcher, seen: Seen
) -> None:
    base = "/org/freedesktop/UDisks2/block_devices"
    with FakeUDisks2(bus.address, machine.objects) as service:
        watcher.start()
        seen.wait("all drives", full)
        service.change(f"{base}/sdd1", FILESYSTEM, {"MountPoints": ("aay", [b"/media/stick\0"])})
        seen.wait("mounted", lambda found: "/media/stick" in found.mount_points())
        service.change(f"{base}/sdd1", BLOCK, {"IdLabel": ("s", "RENAMED")})
        seen.wait("renamed", lambda found: found.devices != () and label(found) == "RENAMED")
        service.remove(f"{base}/sdd1", [FILESYSTEM])
        seen.wait("unmounted", lambda found: "/media/stick" not in found.mount_points())
        assert seen.inventories[-1].get("sdd1") is not None


def test_a_logical_volume_that_is_synchronized(
    bus: PrivateBus, machine: MadeMachine, watcher: DiskWatcher, seen: Seen
) -> None:
    drives = [machine.sata(name, "Disk", GB, port) for port, name in ((21, "sdx"), (22, "sdy"))]
    made = machine.mapped(9, "group-volume", "LVM-abc", GB, drives)
    volume = machine.volume_group(made, drives, Layout=("s", "raid1"), SyncRatio=("d", 0.25))

    def progress(inventory: Inventory) -> object:
        device = inventory.get("dm-9")
        return device and device.array and device.array.progress

    with FakeUDisks2(bus.address, machine.objects) as service:
        watcher.start()
        seen.wait("it is at 25 %", lambda inventory: progress(inventory) == 0.25)
        interface = "org.freedesktop.UDisks2.LogicalVolume"
        service.change(volume, interface, {"SyncRatio": ("d", 0.5)})
        seen.wait("it is at 50 %", lambda inventory: progress(inventory) == 0.5)


def label(inventory: Inventory) -> str:
    device = inventory.get("sdd1")
    return device.label if device else ""


def test_a_change_reads_only_what_it_touched(
    bus: PrivateBus, machine: MadeMachine, seen: Seen
) -> None:
    asked: list[str] = []

    class CountingSysfs(Sysfs):
        def facts(self, name: str):  # type: ignore[no-untyped-def]
            asked.append(name)
            return super().facts(name)

    watcher = DiskWatcher(
        seen.change, seen.missing, address=bus.address, sysfs=CountingSysfs(machine.root)
    )
    try:
        with FakeUDisks2(bus.address, machine.objects) as service:
            watcher.start()
            seen.wait("all drives", full)
            assert len(asked) == len(seen.inventories[-1].devices)
            asked.clear()
            path = "/org/freedesktop/UDisks2/block_devices/sdd1"
            service.change(path, BLOCK, {"IdLabel": ("s", "RENAMED")})
            seen.wait("renamed", lambda found: label(found) == "RENAMED")
            assert asked == ["sdd1"]
            assert service.calls.count("GetManagedObjects") == 1
    finally:
        watcher.stop()


def test_a_burst_is_told_in_few_steps(
    bus: PrivateBus, machine: MadeMachine, watcher: DiskWatcher, seen: Seen
) -> None:
    path = "/org/freedesktop/UDisks2/block_devices/sdd1"
    with FakeUDisks2(bus.address, machine.objects) as service:
        watcher.start()
        seen.wait("all drives", full)
        told = len(seen.inventories)
        for number in range(200):
            service.change(path, BLOCK, {"IdLabel": ("s", f"L{number}")})
        seen.wait("the last label", lambda found: label(found) == "L199")
        assert len(seen.inventories) - told < 100


def test_a_service_that_dies_and_comes_back_with_other_drives(
    bus: PrivateBus, machine: MadeMachine, watcher: DiskWatcher, seen: Seen, tmp_path: Path
) -> None:
    with FakeUDisks2(bus.address, machine.objects):
        watcher.start()
        seen.wait("all drives", full)
    seen.wait_errors(1)
    assert "UDisks2" in seen.errors[-1].message
    other = plain(tmp_path / "other")
    told = len(seen.inventories)
    with FakeUDisks2(bus.address, other.objects):
        seen.wait("other drives", lambda found: len(found.devices) == 4)
        assert len(seen.inventories) == told + 1


def test_the_same_drives_are_told_again_after_an_error(
    bus: PrivateBus, machine: MadeMachine, watcher: DiskWatcher, seen: Seen
) -> None:
    with FakeUDisks2(bus.address, machine.objects):
        watcher.start()
        seen.wait("all drives", full)
    seen.wait_errors(1)
    told = len(seen.inventories)
    with FakeUDisks2(bus.address, machine.objects):
        seen.wait("the list again", lambda _: len(seen.inventories) == told + 1)


def test_started_without_udisks2_it_comes_alive(
    bus: PrivateBus, machine: MadeMachine, watcher: DiskWatcher, seen: Seen
) -> None:
    watcher.start()
    seen.wait_errors(1)
    assert "UDisks2" in seen.errors[0].message
    with FakeUDisks2(bus.address, machine.objects):
        seen.wait("all drives", full)


def test_udisks2_is_started_by_the_bus_once_it_is_installed(
    bus: PrivateBus, watcher: DiskWatcher, seen: Seen
) -> None:
    watcher.start()
    seen.wait_errors(1)
    bus.make_activatable()
    seen.wait("the plain drives", lambda found: found.get("vda") is not None)


def test_started_without_a_bus_it_comes_alive(
    bus: PrivateBus, machine: MadeMachine, watcher: DiskWatcher, seen: Seen
) -> None:
    bus.stop()
    watcher.start()
    seen.wait_errors(1)
    assert "system bus" in seen.errors[0].message
    bus.start()
    with FakeUDisks2(bus.address, machine.objects):
        seen.wait("all drives", full)


def test_a_bus_that_goes_away_and_comes_back(
    bus: PrivateBus, machine: MadeMachine, watcher: DiskWatcher, seen: Seen
) -> None:
    with FakeUDisks2(bus.address, machine.objects):
        watcher.start()
        seen.wait("all drives", full)
        bus.stop()
    seen.wait_errors(1)
    told = len(seen.inventories)
    bus.start()
    with FakeUDisks2(bus.address, machine.objects):
        seen.wait("the list again", lambda _: len(seen.inventories) > told)


def test_signals_of_somebody_else_are_no_news(
    bus: PrivateBus, machine: MadeMachine, watcher: DiskWatcher, seen: Seen
) -> None:
    path = "/org/freedesktop/UDisks2/block_devices/sdd1"
    with FakeUDisks2(bus.address, machine.objects) as service:
        watcher.start()
        seen.wait("all drives", full)
        properties = DBusAddress(path, interface="org.freedesktop.DBus.Properties")
        body = (BLOCK, {"IdLabel": ("s", "LIE")}, [])
        with open_dbus_connection(bus.address) as stranger:
            message = new_signal(properties, "PropertiesChanged", "sa{sv}as", body)
            for number in range(2, 40):  # straight to every client of this small bus
                message.header.fields[HeaderFields.destination] = f":1.{number}"
                stranger.send(message)
            service.change(path, BLOCK, {"IdUUID": ("s", "TRUE")})
            seen.wait("the true change", lambda found: found.get("sdd1").uuid == "TRUE")  # type: ignore[union-attr]
        assert "LIE" not in {label(inventory) for inventory in seen.inventories}


def test_what_nobody_announces_is_read_when_asked_for(
    bus: PrivateBus, machine: MadeMachine, watcher: DiskWatcher, seen: Seen
) -> None:
    with FakeUDisks2(bus.address, machine.objects):
        watcher.refresh()  # before the start it does nothing
        watcher.start()
        seen.wait("all drives", full)
        scheduler = machine.root / "class" / "block" / "sda" / "queue" / "scheduler"
        assert "bfq]" not in scheduler.read_text()
        scheduler.write_text("none [bfq]\n")
        watcher.refresh()
        seen.wait("the new scheduler", lambda found: found.get("sda").scheduler == "bfq")
