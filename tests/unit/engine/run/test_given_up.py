# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Devices that a killed run has left formatted are named until the person knows."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from driveproof.domain.errors import MachineError
from driveproof.engine.run.given_up import GivenUp, GivenUpDevices
from driveproof.engine.run.own_names import new_name


def of_another_process(folder: Path, name: str) -> Path:
    """As if the process that wrote it had another start time."""
    dead = re.sub(rf"-{os.getpid()}-\d+-", f"-{os.getpid()}-1-", name)
    return (folder / name).rename(folder / dead)


def test_a_device_of_a_running_program_is_not_named(tmp_path: Path) -> None:
    devices = GivenUpDevices(tmp_path / "given-up")
    assert devices.left() == ()
    name = devices.add(GivenUp("/dev/sdx", "S1"))
    assert devices.left() == ()
    devices.remove(name)
    assert list((tmp_path / "given-up").iterdir()) == []


def test_a_device_of_a_killed_program_is_named_until_it_is_acknowledged(tmp_path: Path) -> None:
    devices = GivenUpDevices(tmp_path)
    of_another_process(tmp_path, devices.add(GivenUp("/dev/sdx", "S1")))
    (found,) = GivenUpDevices(tmp_path).left()
    assert "/dev/sdx" in str(found.note()) and "S1" in str(found.note())
    assert devices.left() == (found,)
    of_another_process(tmp_path, devices.add(GivenUp("/dev/sdy")))
    devices.acknowledge()
    assert devices.left() == (GivenUp("/dev/sdy"),)  # of which nobody was told
    devices.acknowledge()
    assert devices.left() == ()


def test_the_end_of_a_later_run_on_it_says_what_is_on_it(tmp_path: Path) -> None:
    devices = GivenUpDevices(tmp_path)
    for path in ("/dev/sdx", "/dev/sdy"):
        of_another_process(tmp_path, devices.add(GivenUp(path, "S1")))
    devices.remove(devices.add(GivenUp("/dev/sdx", "S1")))
    assert devices.left() == (GivenUp("/dev/sdy", "S1"),)


def test_a_serial_number_that_is_not_known_is_not_said() -> None:
    assert "serial" not in str(GivenUp("/dev/sdx").note())


@pytest.mark.parametrize("content", [b"", b"[]", b'{"pa', b'{"odd": 1}', b"\xff"])
def test_a_broken_record_stops_nothing(tmp_path: Path, content: bytes) -> None:
    devices = GivenUpDevices(tmp_path)
    (tmp_path / new_name()).write_bytes(content)
    of_another_process(tmp_path, next(tmp_path.iterdir()).name)
    assert devices.left() == ()
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_formatted_that_could_not_be_remembered(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(MachineError) as raised:
        GivenUpDevices(tmp_path / "file").add(GivenUp("/dev/sdx"))
    assert set(raised.value.values) == {"path", "reason"}
