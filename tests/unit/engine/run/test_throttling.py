# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Heat and the link while a repeat is measured, on a fake machine."""

from __future__ import annotations

import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from tests.builders import recorded
from tests.builders.compared_runs import phase, run
from tests.builders.exported import run_values, table_of
from tests.builders.health_drives import Drives, drive, inventory, judge
from tests.fakes.made_array import recovering, say_array, whole
from tests.fakes.made_machine import GB, MadeMachine

from driveproof.domain.health.throttling import HOT, SLOWER_LINK, THROTTLED
from driveproof.domain.run.run import IoPath, Run
from driveproof.domain.run_cautions import disturbances
from driveproof.engine.health.service import HealthService
from driveproof.engine.run.bench import Bench, Devices, Fio, Io
from driveproof.engine.run.findings import after_heat
from driveproof.engine.run.frame import Frame, Tools
from driveproof.engine.run.jobs import Jobs
from driveproof.engine.run.monitor import LinkMonitor, Monitor, Thermometer, Throttling
from driveproof.engine.run.phase import PhaseRunner
from driveproof.engine.run.progress import RunProgress
from driveproof.engine.run.run_health import RunHealth
from driveproof.fio.process import LocalLaunch
from driveproof.history.store import History
from driveproof.system.kernel.hwmon import warning_temperature
from driveproof.system.kernel.stack import devices_involved
from driveproof.system.kernel.sysfs import Sysfs

CARD = "devices/pci0000:00/0000:00:01.0/0000:01:00.0/current_link_speed"
ALONE = 1e6  # seconds until the thread looks: the test looks itself


@pytest.fixture
def machine(tmp_path: Path) -> MadeMachine:
    return MadeMachine(tmp_path / "sys")


def warming(machine: MadeMachine, limit: str = "70000") -> Path:
    """An NVMe drive at 50 degrees with this limit; its thermometer."""
    machine.nvme(0, "Fast", GB, temperature=50.0)
    (sensor,) = machine.root.rglob("temp1_input")
    (sensor.parent / "temp1_max").write_text(limit + "\n")
    return sensor


def test_a_repeat_at_the_warning_temperature(machine: MadeMachine) -> None:
    sensor = warming(machine)
    assert warning_temperature("nvme0n1", machine.root) == 70.0
    monitor = Monitor(None, ("nvme0n1",), Sysfs(machine.root))
    (thermometer,) = monitor._thermometers
    throttling = Throttling(monitor)
    throttling.look()
    assert (monitor.temperature, throttling.words) == (50.0, ())
    sensor.write_text("70000\n")
    thermometer.value = thermometer._read()
    throttling.look()
    sensor.write_text("60000\n")
    thermometer.value = thermometer._read()
    throttling.look()
    assert throttling.words == (HOT,)  # it was, and that counts
    throttling.begin()
    throttling.look()
    assert throttling.words == ()
    monitor.close()


def test_it_is_in_the_repeat(machine: MadeMachine) -> None:
    """What a real fio said, replayed beside a drive that is too warm, and then is not."""
    sensor = warming(machine, "45000")
    profile = recorded.PROFILE
    said = recorded.DATA / "0-1.json.gz"
    bench = Bench(
        profile=profile, target=recorded.TARGET, fio=Fio("3.33"),
        io=Io(path=IoPath.DIRECT, direct=True), devices=Devices(drives=("nvme0n1",)),
        launch=lambda phase, order: LocalLaunch(("gzip", "-dc", str(said))),
    )  # fmt: skip
    monitor = Monitor(None, bench.devices.drives, Sysfs(machine.root))
    tools = Tools(
        bench=bench, monitor=monitor, progress=RunProgress(profile), jobs=Jobs(),
        observer=lambda event: None,
    )  # fmt: skip
    runner = PhaseRunner(Frame(profile, profile.phases[0], 0, tools))
    assert runner.repeat(1) is None
    sensor.write_text("44000\n")
    (thermometer,) = monitor._thermometers
    thermometer.value = thermometer._read()
    assert runner.repeat(2) is None
    monitor.close()
    assert runner.frame.result is not None
    first, second = runner.frame.result.repeats
    assert HOT in first.disturbed and HOT not in second.disturbed


def test_a_resync_of_the_array_disturbs_the_repeat(machine: MadeMachine) -> None:
    drives = [machine.sata(name, "Disk", GB, port) for port, name in enumerate(("sda", "sdb"), 1)]
    machine.raid(0, "raid1", "backup", GB, drives)
    machine.raid(1, "raid1", "other", GB, ())
    whole(machine.root, "md0")
    recovering(machine.root, "md1")  # is none of the target's
    sysfs = Sysfs(machine.root)
    monitor = Monitor("md0", (), sysfs, devices_involved("md0", sysfs))
    throttling = Throttling(monitor)
    throttling.begin()
    throttling.look()
    assert throttling.words == ()
    say_array(machine.root, "md0", sync_action="check")
    throttling.look()
    say_array(machine.root, "md0", sync_action="idle")
    throttling.look()
    assert throttling.words == ("array resync",)  # it was, and that counts
    throttling.begin()
    throttling.look()
    assert throttling.words == ()
    recovering(machine.root, "md0")
    throttling.begin()
    assert throttling.words == ("array resync",)
    monitor.close()
    base = run(phase([1.0]))
    repeat = replace(base.phases[0].repeats[0], disturbed=("array resync",))
    assert list(disturbances(replace(base, phases=(replace(base.phases[0], repeats=(repeat,)),))))


def test_no_limit_is_none(machine: MadeMachine) -> None:
    warming(machine, "-273150")
    monitor = Monitor(None, ("nvme0n1",), Sysfs(machine.root))
    assert not monitor.hot
    monitor.close()
    assert Thermometer(lambda: None).limit is None


def test_a_link_that_becomes_slower(machine: MadeMachine) -> None:
    machine.nvme(0, "Fast", GB)
    link = LinkMonitor("nvme0n1", Sysfs(machine.root), ALONE)
    monitor = Monitor(None, (), Sysfs(machine.root))
    monitor.link = link
    throttling = Throttling(monitor)

    def look(speed: str, *, under_load: bool = True) -> tuple[str, ...]:
        (machine.root / CARD).write_text(f"{speed} GT/s PCIe\n")
        link.look(under_load=under_load)
        return throttling.words

    assert look("2.5", under_load=False) == look("16.0") == ()
    assert look("2.5", under_load=False) == look("16.0") == ()  # it rested
    assert look("8.0") == look("16.0") == ()  # once: between two tests
    assert look("8.0") == ()
    assert look("8.0") == (SLOWER_LINK,)
    throttling.begin()
    assert throttling.words == ()
    assert look("8.0") == (SLOWER_LINK,)  # and so is the next repeat
    throttling.begin()
    assert look("16.0") == ()
    link.close()
    monitor.close()


def test_a_link_that_was_slow_from_the_beginning(machine: MadeMachine) -> None:
    """That is a state, and is said as one; it changes nothing between repeats."""
    machine.nvme(0, "Fast", GB)
    (machine.root / CARD).write_text("8.0 GT/s PCIe\n")
    link = LinkMonitor("nvme0n1", Sysfs(machine.root), ALONE)
    for _ in range(3):
        link.look(under_load=True)
    assert link.dips == 0
    link.close()


def test_what_the_drive_counted_over_the_whole_run(tmp_path: Path) -> None:
    drives = Drives()
    known = inventory(drive("sda"))
    store = History(tmp_path / "history.sqlite")
    health = RunHealth(HealthService(drives, store, judge=judge, now=drives.clock.now))
    health.seeing(lambda: known)()
    assert not health.throttled
    drives.answers["sda"] = {"warning_seconds": 60.0}
    health.before("7g4kq2m9x", ("sda",))
    assert not health.throttled
    drives.answers["sda"] = {"warning_seconds": 180.0}
    health.after("7g4kq2m9x")
    assert health.throttled
    store.close()


def test_it_is_kept_although_it_is_known_at_the_end_only(tmp_path: Path) -> None:
    """Each phase is stored when it ends; the drive reports only after the last."""
    store = History(tmp_path / "history.sqlite")
    whole = run(phase([1.0, 2.0], disturbed={0: ("stall",)}), phase([3.0], depth=1))
    store.begin(replace(whole, phases=(), status="failed"))
    for one in whole.phases:
        store.keep_phase(whole.id, one)
    ended = after_heat(whole)
    store.finish(ended)
    kept = store.load(whole.id)
    assert [[r.disturbed for r in p.repeats] for p in kept.phases] == [
        [("stall", THROTTLED), (THROTTLED,)],
        [(THROTTLED,)],
    ]
    store.close()
    with sqlite3.connect(tmp_path / "history.sqlite") as connection:
        assert connection.execute("SELECT count(*) FROM repeats").fetchone() == (3,)


def test_it_is_shown(tmp_path: Path) -> None:
    marked: Run = after_heat(run(phase([1.0, 2.0]), phase([1.0], depth=1, disturbed={0: (HOT,)})))
    assert THROTTLED not in str(marked.phases[0].repeats[0].disturbed)  # the other explains it
    text = table_of(marked)
    assert text != table_of(run(phase([1.0, 2.0])))
    document = run_values(marked)
    assert document["phases"][1]["repeats"][0]["affected_by"] == [HOT]
