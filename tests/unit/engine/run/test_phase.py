# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The repeats of a test, on a fake machine with the recorded output of a real fio."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from tests.builders import recorded
from tests.fakes.made_machine import GB, Made, MadeMachine

from driveproof.domain.run.run import IoPath, Role
from driveproof.engine.run.bench import Bench, Devices, Fio, Io
from driveproof.engine.run.frame import Frame, Tools
from driveproof.engine.run.jobs import Jobs
from driveproof.engine.run.monitor import Monitor
from driveproof.engine.run.phase import PhaseRunner
from driveproof.engine.run.progress import RunProgress
from driveproof.fio.process import FioProcess
from driveproof.system.kernel.stack import Involved
from driveproof.system.kernel.sysfs import Sysfs

# reads, merges, sectors, ms; the same of writes; in flight, busy ms, waiting ms
BEFORE = (100, 0, 800, 10, 50, 0, 4000, 20, 0, 1000, 30)
MEANWHILE = (900, 0, 8_000_000, 90, 50, 0, 4000, 20, 0, 9000, 90)


@dataclass
class OnceAgreed:
    """An fio that starts when a person has agreed; until then others read the drive."""

    machine: MadeMachine
    drive: Made
    command: tuple[str, ...]
    started: list[datetime] = field(default_factory=list)

    def start(self) -> FioProcess:
        self.machine.statistics(self.drive, *MEANWHILE)
        self.started.append(datetime.now(UTC))
        return FioProcess(self.command)

    def abort(self) -> None:
        raise AssertionError("nobody cancels")


def test_a_repeat_is_counted_from_when_fio_runs(tmp_path: Path) -> None:
    machine = MadeMachine(tmp_path / "sys")
    drive = machine.sata("sda", "Disk", GB, 1)
    machine.statistics(drive, *BEFORE)
    profile, said = recorded.PROFILE, recorded.DATA / "0-1.json.gz"
    launch = OnceAgreed(machine, drive, ("gzip", "-dc", str(said)))
    bench = Bench(
        profile=profile, target=recorded.TARGET, fio=Fio("3.33"),
        io=Io(path=IoPath.BUFFERED, direct=False), devices=Devices(counted="sda"),
        launch=lambda phase, order: launch,
    )  # fmt: skip
    monitor = Monitor("sda", (), Sysfs(machine.root), (Involved("sda", Role.TARGET),))
    tools = Tools(
        bench=bench, monitor=monitor, progress=RunProgress(profile), jobs=Jobs(),
        observer=lambda event: None,
    )  # fmt: skip
    runner = PhaseRunner(Frame(profile, profile.phases[0], 0, tools))
    assert runner.repeat(1) is None
    monitor.close()
    assert {point.device_bytes for point in runner.track.points} == {0}
    assert runner.frame.result is not None
    (repeat,) = runner.frame.result.repeats
    assert repeat.started is not None and repeat.started >= launch.started[0]
