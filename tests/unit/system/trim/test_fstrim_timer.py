# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""fstrim.timer as systemd reports it over the bus, and the files that its service reads."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.fakes.systemd import FakeSystemd, exec_start
from tests.fakes.udisks2 import PrivateBus

from driveproof.domain.drive.drive import Mount
from driveproof.domain.errors import MachineError, RefusedError
from driveproof.domain.finding import Finding
from driveproof.domain.say import Say
from driveproof.domain.trim.fstrim import DEFAULT_COMMAND, TimerFacts
from driveproof.domain.trim.path import TimerReason
from driveproof.system.trim.fstrim_timer import enable_timer, periodic, read_fstab, read_timer

FRIDAY = datetime(2026, 11, 20, 0, 12, tzinfo=UTC)
NEVER = 2**64 - 1


def units(**more: Any) -> dict[str, dict[str, dict[str, tuple[str, Any]]]]:
    timer = {
        "LastTriggerUSec": ("t", int(FRIDAY.timestamp() * 1e6)),
        "NextElapseUSecRealtime": ("t", more.get("next", NEVER)),
    }
    unit = {"LoadState": ("s", more.get("load", "loaded")), "ActiveState": ("s", "active")}
    service = {"ExecStart": exec_start(*more.get("command", ("/sbin/fstrim", "--fstab")))}
    return {
        "fstrim.timer": {"Unit": unit, "Timer": timer},
        "fstrim.service": {"Unit": unit, "Service": service},
    }


def test_an_enabled_timer(bus: PrivateBus) -> None:
    with FakeSystemd(bus.address, units(), {"fstrim.timer": "enabled"}):
        timer = read_timer(bus.address)
    assert timer == TimerFacts(
        installed=True, state="enabled", active=True, last=FRIDAY, next=None,
        command=("/sbin/fstrim", "--fstab"),
    )  # fmt: skip


@pytest.mark.parametrize("state", ["disabled", "masked", "static"])
def test_a_timer_that_does_not_come_by_itself(bus: PrivateBus, state: str) -> None:
    mount = Mount("/data", "/dev/sda1", "ext4", ("rw",), number="8:1")
    with FakeSystemd(bus.address, units(), {"fstrim.timer": state}):
        found = periodic(mount, (mount,), Path("/nowhere"), read_timer(bus.address), takes=True)
    assert (found.installed, found.enabled) == (True, False)


def test_the_timer_is_switched_on_now_and_for_good(bus: PrivateBus) -> None:
    made = units()
    made["fstrim.timer"]["Unit"]["ActiveState"] = ("s", "inactive")
    with FakeSystemd(bus.address, made, {"fstrim.timer": "disabled"}) as systemd:
        before = read_timer(bus.address)
        assert (before.state, before.active) == ("disabled", False)
        enable_timer(bus.address)
        after = read_timer(bus.address)
        assert (after.state, after.active) == ("enabled", True)
        assert systemd.called == ["EnableUnitFiles", "StartUnit"]


def test_a_refusal_says_how_to_do_it_by_hand(bus: PrivateBus) -> None:
    with FakeSystemd(bus.address, units(), {"fstrim.timer": "disabled"}) as systemd:
        systemd.denied = True
        with pytest.raises(RefusedError, match="sudo systemctl enable --now fstrim"):
            enable_timer(bus.address)
        assert systemd.called == ["EnableUnitFiles"]


def test_without_systemd_it_is_not_switched_on(bus: PrivateBus, tmp_path: Path) -> None:
    for address in (bus.address, f"unix:path={tmp_path}/none"):
        with pytest.raises(MachineError):
            enable_timer(address)


def test_no_such_timer(bus: PrivateBus) -> None:
    with FakeSystemd(bus.address, units(load="not-found"), {}):
        assert read_timer(bus.address) == TimerFacts(installed=False)


@pytest.mark.parametrize("value", [0, NEVER, 2**63, 253402300800 * 10**6])
def test_a_moment_that_is_none(bus: PrivateBus, value: int) -> None:
    with FakeSystemd(bus.address, units(next=value), {"fstrim.timer": "enabled"}):
        assert read_timer(bus.address).next is None


def test_a_command_that_is_not_fstrims_is_not_believed(bus: PrivateBus) -> None:
    with FakeSystemd(bus.address, units(command=("/bin/true",)), {"fstrim.timer": "enabled"}):
        assert read_timer(bus.address).command == DEFAULT_COMMAND


def test_a_machine_without_systemd(bus: PrivateBus) -> None:
    timer = read_timer(bus.address)
    assert timer.installed is None
    assert timer.why == Finding(
        TimerReason.NO_ANSWER, (Say("{name} does not answer.", name="systemd"),)
    )
    nowhere = read_timer("unix:path=/nowhere/at/all")
    assert nowhere.installed is None and nowhere.why is not None
    assert nowhere.why.code == TimerReason.NOT_ASKED


def test_fstab_as_people_write_it(tmp_path: Path) -> None:
    file = tmp_path / "fstab"
    file.write_bytes(
        b"# comment\n\nUUID=1\t/my\\040disk  ext4 rw,X-fstrim.notrim 0 2\nshort line\n"
        b"/dev/sdb1 /b\xff xfs\n"
    )
    entries = read_fstab(file)
    assert entries is not None
    assert [(one.path, one.options) for one in entries] == [
        ("/my disk", ("rw", "X-fstrim.notrim")), ("/b\udcff", ()),
    ]  # fmt: skip
    assert read_fstab(tmp_path / "nowhere") == ()
    assert read_fstab(tmp_path) is None  # cannot be read


def test_the_list_is_that_of_the_command(tmp_path: Path) -> None:
    mount = Mount("/data", "/dev/sda1", "ext4", ("rw",), number="8:1")
    (tmp_path / "fstab").write_text("/dev/sdb1 /other ext4\n", "ascii")

    def listed(*command: str) -> bool | None:
        timer = TimerFacts(installed=True, command=("fstrim", *command))
        return periodic(mount, (mount,), tmp_path, timer, takes=True).listed

    assert listed("--all") is True
    assert listed("-av") is True
    assert listed("--fstab") is False
    assert listed("--listed-in", "/etc/fstab:/proc/self/mountinfo") is False
    (tmp_path / "fstab").write_text("# nothing\n", "ascii")
    assert listed("--listed-in", "/etc/fstab:/proc/self/mountinfo") is True
    assert listed("--listed-in=/nowhere:/proc/self/mountinfo") is True
