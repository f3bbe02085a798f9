# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof monitor` on a made machine: counters that a test moves, and a clock of its own."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from tests.builders.made_counters import Machine
from tests.builders.schema import fits

from driveproof.cli.arguments import parser
from driveproof.cli.monitor import monitor
from driveproof.domain.errors import MachineError, UsageError
from driveproof.domain.live import LiveTotals
from driveproof.engine.live import LiveMonitor
from driveproof.export.live_record import COLUMNS
from driveproof.system.kernel.sysfs import Sysfs


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path / "sys")


def test_a_line_for_each_device(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    assert machine.run("--seconds", "2") == 0
    told = capsys.readouterr()
    lines = told.out.splitlines()
    assert len(lines) == 1 + 2 * 3
    assert [line.split()[1] for line in lines[1::3]] == ["md0", "md0"]
    assert "Watched" in lines[1] and "6.55" in lines[1] and "2.00 ms" in lines[1]
    assert "20 %" in lines[1] and "64 KiB" in lines[1]
    assert "read 13.1 MB" in told.err and "Temperature: 40 °C." in told.err


def test_the_heads_come_again(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    machine.run("--seconds", "8")
    heads = [line for line in capsys.readouterr().out.splitlines() if "write wait" in line]
    assert len(heads) == 2


def test_each_document_fits_the_schema(
    machine: Machine, capsys: pytest.CaptureFixture[str]
) -> None:
    assert machine.run("--seconds", "3", "--json") == 0
    documents: list[dict[str, Any]] = [
        json.loads(line) for line in capsys.readouterr().out.splitlines()
    ]
    assert len(documents) == 3
    for document in documents:
        fits("monitor", document)
        array, *below = document["devices"]
        assert array["role"] == "target" and {one["role"] for one in below} == {"below"}
        assert array["read_bandwidth"] == pytest.approx(100 * 65536)
        assert array["read_wait"] == pytest.approx(0.002)
        assert array["utilization"] == pytest.approx(0.2)
        degrees = {one["device"]: one["temperature"] for one in document["devices"]}
        assert degrees == {"md0": None, "nvme0n1": 40.5, "sda": None}


def test_a_hard_disk_is_asked_only_while_it_works(machine: Machine) -> None:
    watching = LiveMonitor("sda", machine.sysfs, clock=machine.clock)
    machine.pause(1)
    assert "sda" not in watching.look().temperatures
    machine.made.statistics(machine.disk, 1, 0, 8, 1, 0, 0, 0, 0, 0, 1, 1)
    machine.pause(1)
    assert watching.look().temperatures["sda"] == 31.0
    machine.pause(1)
    assert "sda" not in watching.look().temperatures


def test_the_end_by_the_person(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupt() -> None:
        if machine.steps == 3:
            raise KeyboardInterrupt

    machine.before = interrupt
    assert machine.run() == 0
    capsys.readouterr()


def test_a_device_that_leaves(machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    def leave() -> None:
        if machine.steps == 2:
            (machine.sysfs.root / "class" / "block" / "md0").unlink()

    machine.before = leave
    with pytest.raises(MachineError) as caught:
        machine.run()
    assert caught.value.values["path"]


def test_a_record(machine: Machine, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.csv"
    seen: list[int] = []
    machine.before = lambda: seen.append(path.read_bytes().count(b"\r\n"))
    machine.run("--seconds", "3", "--record", str(path))
    assert seen == [1, 4, 7]  # at any time whole lines
    rows = list(csv.DictReader(path.open(newline="", encoding="utf-8")))
    assert len(rows) == 9 and tuple(rows[0]) == COLUMNS
    assert [row["device"] for row in rows[:3]] == ["md0", "nvme0n1", "sda"]
    assert float(rows[0]["read_bytes_per_second"]) == pytest.approx(100 * 65536)
    before = path.read_bytes()
    with pytest.raises(UsageError):
        machine.run("--seconds", "1", "--record", str(path))
    assert path.read_bytes() == before


def test_a_record_that_cannot_be_written(machine: Machine, tmp_path: Path) -> None:
    with pytest.raises(MachineError):
        machine.run("--seconds", "1", "--record", str(tmp_path / "none" / "record.csv"))
    with pytest.raises(MachineError) as caught:
        machine.run("--seconds", "1", "--record", "/dev/full/x")
    assert "cannot be written" in caught.value.key


@pytest.mark.parametrize(("path", "kind"), [("/nowhere", MachineError), ("/proc", UsageError)])
def test_what_is_no_device(path: str, kind: type[Exception]) -> None:
    arguments = parser().parse_args(["monitor", path])
    with pytest.raises(kind):
        monitor(arguments, Sysfs(), lambda _seconds: None)


def test_totals_of_nothing() -> None:
    assert LiveTotals().hottest is None
