# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The child that unmounts what its program left: no user controls what it loads."""

from __future__ import annotations

import contextlib
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.fakes.udisks2 import FakeUDisks2, PrivateBus

from driveproof.domain.errors import MachineError
from driveproof.system.udisks.mounting import Mounter, Unmounted, guard_command

OBJECT = "/org/freedesktop/UDisks2/block_devices/sdz1"


@pytest.fixture
def mark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file that any foreign module creates which Python loads in place of its own."""
    planted, found = tmp_path / "planted", tmp_path / "loaded"
    (planted / "driveproof").mkdir(parents=True)
    code = f"open({str(found)!r}, 'w').close()\n"
    for name in ("sitecustomize", "usercustomize", "jeepney", "socket", "driveproof/__init__"):
        (planted / f"{name}.py").write_text(code, "utf-8")
    for variable in ("PYTHONPATH", "PYTHONUSERBASE", "PYTHONSTARTUP"):
        monkeypatch.setenv(variable, str(planted))
    monkeypatch.chdir(planted)
    return found


def test_the_guard_loads_its_own_modules_alone(bus: PrivateBus, mark: Path) -> None:
    for told, status in (("done\n", 0), (f"{OBJECT}\n", 1)):  # 1: there is no UDisks2
        done = subprocess.run(
            guard_command(bus.address), input=told, text=True, check=False, timeout=60,
            capture_output=True,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (status, "")
    assert not mark.exists()


def commands() -> Iterator[bytes]:
    """The command lines of all processes."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with contextlib.suppress(OSError):
            yield path.read_bytes()


def test_that_is_how_it_is_started(bus: PrivateBus, mark: Path) -> None:
    with pytest.raises(MachineError, match="UDisks2"):
        Mounter(bus.address).mount(Unmounted(OBJECT, "ext4"))
    end = time.monotonic() + 60
    while any(bus.address.encode() in line for line in commands()):  # it ends by itself
        assert time.monotonic() < end
        time.sleep(0.01)
    assert not mark.exists()


def test_what_udisks2_has_just_unmounted_itself_is_tried_again(bus: PrivateBus) -> None:
    """It mounts a new file system for a moment, and for another one takes it for mounted."""
    with FakeUDisks2(bus.address, {}) as udisks2:
        udisks2.refused["Mount"] = "AlreadyMounted"
        udisks2.results["Mount"] = ("s", ("/run/media/me/new",))
        udisks2.done.add("Unmount")
        found = Unmounted(OBJECT, "ext4")
        mounted = Mounter(bus.address).mount(found, pause=lambda _: udisks2.refused.clear())
        assert mounted.point == "/run/media/me/new"
        assert mounted.release() is None
        udisks2.refused["Mount"] = "AlreadyMounted"
        now = iter((0.0, 1.0, 60.0))
        with pytest.raises(MachineError, match="it was busy"):
            Mounter(bus.address).mount(found, clock=lambda: next(now), pause=lambda _: None)
        assert udisks2.calls.count("Mount") == 4
