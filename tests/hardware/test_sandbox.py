# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The unit's sandbox does what its comments say, with the systemd of Debian 13 and of Debian 12."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.hardware.booting import booted
from tests.hardware.guest import Guest
from tests.hardware.image import BOOKWORM
from tests.hardware.machine import DISK, SPARE, SPARE_TOO, SSD

UNIT = "driveproof-helper.service"
PLACE = "/usr/lib/systemd/system"
POINT = "/srv/sandbox"
REFUSED = {"EPERM", "EACCES", "ENOSYS"}
USED = ("/proc/sys/vm/drop_caches", "/dev/null")
UNUSED = (
    "/etc/passwd", "/proc/sys/kernel/core_pattern", "/proc/sys/kernel/modprobe",
    "/proc/sysrq-trigger", "/sys/power/state", "/sys/module/loop/parameters/max_loop",
    "/sys/kernel/profiling", "/dev/mem", "/dev/tty0",
)  # fmt: skip
CLOSED = (
    "/", "/etc", "/usr", "/usr/lib/driveproof-helper", "/var", "/var/lib", "/boot", "/srv", "/root",
    "/home", "/home/tester", "/run", "/run/user", "/run/user/1000", "/run/dbus",
    "/run/systemd/system", "/opt", "/mnt", "/sys/fs/cgroup",
)  # fmt: skip
OPEN = ("/run/driveproof-helper", "/tmp", "/dev/shm")


@pytest.fixture(scope="module", params=["Debian 13", "Debian 12"])
def place(request: pytest.FixtureRequest) -> Iterator[Guest]:
    if request.param == "Debian 13":
        yield request.getfixturevalue("guest")
        return
    with booted(BOOKWORM) as older:
        yield older


@pytest.fixture(scope="module")
def probed(place: Guest) -> dict[str, Any]:
    """The report of a process that systemd starts with the helper's own unit."""
    device, queue = place.device(DISK), f"/sys/block/{place.device(DISK)[5:]}/queue/scheduler"
    words = " ".join([device, queue, *USED, *UNUSED, "--", *CLOSED, *OPEN])
    place.script(
        f"sed -e 's|^ExecStart=.*|ExecStart=/usr/bin/python3 -I -S /seed/sandbox.py {words}|'"
        " -e 's/^Type=.*/Type=oneshot/' -e '/^BusName=/d'"
        # A helper that runs has the same folder, which must not go with the probe.
        " -e '/^RuntimeDirectory=/a RuntimeDirectoryPreserve=yes'"
        f" -e 's|^StandardOutput=.*|StandardOutput=truncate:/root/probe|' {PLACE}/{UNIT}"
        " >/etc/systemd/system/probe.service && loginctl enable-linger tester"
        " && systemctl daemon-reload && systemctl start probe.service"
    )
    found = json.loads(place.script("cat /root/probe"))
    assert isinstance(found, dict)
    return found


def test_what_it_uses_can_be_used(probed: dict[str, Any]) -> None:
    opened = {path: error for path, error in probed["opened"].items() if path not in UNUSED}
    assert len(opened) == 4
    assert set(opened.values()) == {""}
    assert {probed["made"][path] for path in OPEN[:2]} == {""}


def test_everything_else_is_read_only(probed: dict[str, Any]) -> None:
    there = {path: error for path, error in probed["opened"].items() if path in UNUSED}
    there |= {path: probed["made"][path] for path in CLOSED}
    missing = [path for path, error in there.items() if error == "ENOENT"]
    assert len(missing) < 5, missing
    refused = {"EROFS", "EPERM", "EACCES", "ENOENT", "ENOTDIR", "ENXIO"}
    assert [path for path, error in there.items() if error not in refused] == []


def test_a_child_makes_no_file_anywhere(probed: dict[str, Any]) -> None:
    """By Landlock, which the unit's filter of system calls has to let through."""
    assert probed["landlock"] >= 1
    assert {path: probed["child"][path] for path in OPEN} == dict.fromkeys(OPEN, "EACCES")


def test_no_other_system_call_opens_it(probed: dict[str, Any]) -> None:
    assert probed["mount"] == "EPERM"
    assert probed["unshare"] == "EPERM"
    assert probed["setns"] == "EPERM"
    assert probed["socket"] in {"EAFNOSUPPORT", "EPERM"}


def test_the_helper_does_all_that_it_is_for(place: Guest) -> None:
    with place.plugged(SPARE) as mounted, place.plugged(SPARE_TOO) as free:
        place.script(f"mkfs.ext4 -q -F {mounted}; mkdir -p {POINT}; mount {mounted} {POINT}")
        try:
            done = place.run("python3", "-I", "/seed/calls.py", free, mounted)
            assert done.status == 0, done.err
            said = json.loads(done.out)
            main = place.script(f"systemctl show -P MainPID {UNIT}").strip()
            status = place.script(f"grep ^Cap /proc/{main}/status; ls -l /proc/{main}/fd")
            words = place.script(f"journalctl --no-pager --unit {UNIT}")
        finally:
            place.script(f"umount {POINT}")
    assert f"[{said.pop('other')}]" in said.pop("scheduler is")
    smart = said.pop("smart")  # smartctl's own status: not on Debian 12, and bits of it
    assert "denied" not in smart
    assert {name: text for name, text in said.items() if text} == {}
    # CAP_DAC_READ_SEARCH, CAP_SYS_RAWIO, CAP_SYS_ADMIN, and nothing to enter another namespace.
    held = 1 << 2 | 1 << 17 | 1 << 21
    assert f"CapPrm:\t{held:016x}" in status
    assert f"CapEff:\t{held:016x}" in status
    assert "mnt:[" not in status
    assert "Traceback" not in words


@pytest.mark.parametrize(
    ("program", "method"), [("/usr/sbin/smartctl", "ReadSmart"), ("/usr/bin/fio", "StartReadTest")]
)
def test_a_child_that_is_taken_over_gets_nowhere(place: Guest, program: str, method: str) -> None:
    """smartctl has the most capabilities; the drive whose answers it reads may be hostile."""
    own, other, name = place.device(DISK), place.device(SSD), program.rpartition("/")[2]
    victim = place.script(
        "systemd-run --quiet --unit=victim sleep 1000; systemctl show -P MainPID victim"
    )
    aim = {
        "victim": int(victim), "secret": "/etc/shadow", "other": other,
        "folder": "/run/driveproof-helper",
    }  # fmt: skip
    before = place.script(f"stat -c %a%u%g /etc/shadow {other}; head -c 1M {other} | sha256sum")
    place.script(
        f"mv {program} {program}.real; install -m 755 /seed/hostile.py {program}"
        f"; echo '{json.dumps(aim)}' >{program}.json"
    )
    try:
        found = json.loads(place.script(f"python3 -I /seed/output.py {method} {own}"))
        left = place.script(f"systemctl show -P MainPID victim; pgrep -cx {name} || true").split()
    finally:
        place.script(f"mv {program}.real {program}; rm {program}.json; systemctl stop victim")
    assert {name: error for name, error in found.items() if error not in REFUSED} == {}
    assert len(found) > 30
    assert left == [victim.strip(), "0"]
    after = place.script(f"stat -c %a%u%g /etc/shadow {other}; head -c 1M {other} | sha256sum")
    assert after == before
