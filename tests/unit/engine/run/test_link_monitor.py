# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The link while a drive works, and its effect on the figures."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.builders.exported import run_values
from tests.builders.measured_run import measured
from tests.fakes.made_machine import GB, Made, MadeMachine

from driveproof.domain.drive.attachment import NOT_REPORTED
from driveproof.domain.notes import Note
from driveproof.domain.run.run import Environment, IoPath, PhaseResult, Run
from driveproof.engine.run.environment import afterwards
from driveproof.engine.run.findings import link_findings
from driveproof.engine.run.monitor import LinkMonitor, Monitor
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.wording.run import note_text

CARD = "devices/pci0000:00/0000:00:01.0/0000:01:00.0/current_link_speed"
ALONE = 1e6  # seconds until the thread looks: the test looks itself


def texts(monitor: LinkMonitor, environment: Environment, phases: list[PhaseResult]) -> list[str]:
    return [note_text(note) for note in link_findings(monitor, environment, phases)]


@pytest.fixture
def machine(tmp_path: Path) -> MadeMachine:
    return MadeMachine(tmp_path / "sys")


def writes(bandwidth: float, name: str = "SEQ1M Q1T1 write", *, direct: bool = True) -> PhaseResult:
    return replace(measured((2.0, bandwidth / 2**20, 0.001)), name=name, direct=direct)


def test_an_idle_link_is_judged_when_it_works(machine: MadeMachine) -> None:
    machine.nvme(0, "Fast", GB)
    (machine.root / CARD).write_text("2.5 GT/s PCIe\n")
    monitor = LinkMonitor("nvme0n1", Sysfs(machine.root), ALONE)
    assert (monitor.state.slower, monitor.state.now) == (None, "PCIe 1.0 x4")
    monitor.look(under_load=False)
    assert monitor.state.slower is None
    monitor.look(under_load=True)
    assert monitor.state.slower is True
    (machine.root / CARD).write_text("16.0 GT/s PCIe\n")
    monitor.look(under_load=True)
    assert (monitor.state.slower, monitor.state.now) == (False, "PCIe 4.0 x4")
    (machine.root / CARD).write_text("2.5 GT/s PCIe\n")
    monitor.look(under_load=True)  # between two tests
    assert monitor.state.now == "PCIe 4.0 x4"
    monitor.close()


def test_the_thread_looks_while_bytes_move(machine: MadeMachine) -> None:
    made = machine.nvme(0, "Fast", GB)
    (machine.root / CARD).write_text("2.5 GT/s PCIe\n")
    monitor = LinkMonitor("nvme0n1", Sysfs(machine.root), 0.01)
    for moved in itertools.count(1):  # until it was seen, or the test's own time is over
        machine.statistics(made, 1, 0, moved * 100_000, *[0] * 14)
        if monitor.state.slower:
            break
    monitor.close()


def test_a_drive_that_goes_keeps_what_was_known_and_a_loop_device_has_none(
    machine: MadeMachine,
) -> None:
    made = machine.sata("sda", "Disk", GB, 3)
    monitor = LinkMonitor("sda", Sysfs(machine.root), ALONE)
    (machine.root / "class/block" / made.name).unlink()
    monitor.look(under_load=True)
    assert monitor.state.now == "SATA 6 Gb/s"
    monitor.close()
    machine.loop(0, GB, "/tmp/file")
    before = threading.active_count()
    nothing = LinkMonitor("loop0", Sysfs(machine.root))
    several = LinkMonitor(None, Sysfs(machine.root))
    assert threading.active_count() == before
    assert nothing.state.ceiling is several.state.ceiling is None


def test_limited_by_the_bus(machine: MadeMachine) -> None:
    machine.sata("sda", "Disk", GB, 3)
    monitor = LinkMonitor("sda", Sysfs(machine.root), ALONE)
    fast, slow = writes(530e6), writes(400e6)
    (said,) = texts(monitor, Environment(), [fast, slow])
    assert "SEQ1M Q1T1 write" in said
    assert "SATA 6 Gb/s" in said
    assert "550" in said
    (said,) = texts(monitor, Environment(), [fast, replace(fast, name="B"), writes(5e8, "C")])
    assert "SEQ1M Q1T1 write, B, C" in said
    assert link_findings(monitor, Environment(), [slow]) == ()
    assert link_findings(monitor, Environment(io_path=IoPath.MEMORY), [fast]) == ()
    assert link_findings(monitor, Environment(), [writes(530e6, direct=False)]) == ()
    monitor.close()


def test_a_run_keeps_how_its_drive_is_attached(machine: MadeMachine) -> None:
    machine.sata("sda", "Disk", GB, 3, queue={"logical_block_size": 4096})
    policy = machine.root / "class/scsi_host/host3/link_power_management_policy"
    policy.parent.mkdir(parents=True)
    policy.write_text("medium_power\n")
    monitor = Monitor("sda", ("sda",), Sysfs(machine.root))
    attached, block_format = monitor.attachment()
    assert (attached.link_power, block_format) == ("SATA medium_power", 4096)
    monitor.close()
    several = Monitor("md0", ("sda", "sdb"), Sysfs(machine.root))
    assert several.attachment() == (NOT_REPORTED, None)
    several.close()


def test_a_run_keeps_the_link_and_what_it_means(
    machine: MadeMachine, make_run: Callable[..., Run]
) -> None:
    machine.sata("sda", "Disk", GB, 3)
    monitor = Monitor("sda", ("sda",), Sysfs(machine.root))
    kept = afterwards(make_run(phases=(writes(530e6),), notes=(Note("Before."),)), monitor)
    assert (kept.environment.link, kept.environment.link_ceiling) == ("SATA 6 Gb/s", 550_000_000)
    assert str(kept.notes[0]) == "Before."
    assert kept.notes[1].values["link"] == "SATA 6 Gb/s"
    document = run_values(kept)
    assert document["environment"]["link_ceiling"] == 550_000_000
    monitor.close()


def test_a_slow_or_failing_link_is_said(machine: MadeMachine) -> None:
    made: Made = machine.sata("sda", "Disk", GB, 3)
    device = machine.root / "class/ata_device/dev3.0"
    device.mkdir(parents=True)
    (device / "spdn_cnt").write_text("0\n")
    monitor = LinkMonitor(made.name, Sysfs(machine.root), ALONE)
    (machine.root / "class/ata_link/link3/sata_spd").write_text("3.0 Gbps\n")
    (device / "spdn_cnt").write_text("1\n")
    monitor.look(under_load=True)
    slow, errors, changed = texts(monitor, Environment(), [writes(1e8)])
    assert "SATA 3 Gb/s" in slow
    assert "1" in errors
    assert "SATA 6 Gb/s" in changed and "SATA 3 Gb/s" in changed
    monitor.close()


def test_the_watch_of_a_run_looks_at_the_only_drive(machine: MadeMachine) -> None:
    machine.sata("sda", "Disk", GB, 3)
    machine.sata("sdb", "Disk", GB, 4)
    sysfs = Sysfs(machine.root)
    one, two = Monitor("sda", ("sda",), sysfs), Monitor(None, ("sda", "sdb"), sysfs)
    assert one.link.state.now == "SATA 6 Gb/s"
    assert two.link.state.now == ""
    one.close()
    two.close()
