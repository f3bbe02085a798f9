# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A mount's option under systemd: the unit has copies of the mounts, and the real one changes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from tests.hardware.guest import COMMAND, Guest
from tests.hardware.machine import SPARE
from tests.hardware.test_health import PASSWORD, prompted
from tests.hardware.wire import Job

UNIT = "driveproof-helper.service"
POINT = "/srv/spare"
PROTECTED = {"nosuid", "nodev", "noexec"}
OPTIONS = f"findmnt --noheadings --output VFS-OPTIONS {POINT}"


@pytest.fixture
def spare(guest: Guest) -> Iterator[Guest]:
    """A file system on a drive of its own, mounted after the helper was started."""
    with guest.plugged(SPARE) as device:
        guest.script(
            f"mkfs.ext4 -q -F {device}; mkdir -p {POINT}; busctl call io.github.driveproof.Helper1"
            " /io/github/driveproof/Helper1 org.freedesktop.DBus.Peer Ping;"
            f"mount -o {','.join(sorted(PROTECTED))} {device} {POINT}; chmod 1777 {POINT}"
        )
        yield guest
        for session in guest.json("session", "list", seat=True)["sessions"]:
            if session["status"] == "open":
                guest.json("session", "cancel", session["id"], seat=True)
        guest.script(f"umount {POINT}")


def options(guest: Guest) -> set[str]:
    return set(guest.script(OPTIONS).strip().split(","))


def begin(guest: Guest) -> None:
    words = (
        "session", "new", "--profile", "latency", "--target", POINT, "--size", "8M", "--seconds",
        "0.5", "--repeats", "2", "--action", "mount-options", "--mount-option", "noatime",
    )  # fmt: skip
    begun = guest.json(*words, seat=True)
    assert begun["own_mount_option"] == "relatime"


def until(guest: Guest, option: str) -> None:
    guest.script(f"until {OPTIONS} | grep -qw {option}; do sleep 0.1; done")


def measuring(guest: Guest) -> Job:
    """A session that measures with the other option now."""
    job = guest.start(
        "python3", "-I", "/seed/prompt.py", PASSWORD, "driveproof", "session", "continue",
        seat=True,
    )  # fmt: skip
    until(guest, "noatime")
    return job


def child(guest: Guest) -> int:
    """Who keeps the mount: a child of the first, which is among the machine's mounts."""
    main = f"$(systemctl show --property MainPID --value {UNIT})"
    return int(guest.script(f"pgrep --parent $(pgrep --oldest --parent {main})"))


def test_measured_with_both_options_in_turn(spare: Guest) -> None:
    before = options(spare)
    assert before >= PROTECTED | {"relatime"}
    begin(spare)
    done = prompted(spare, "driveproof", "session", "continue", "--json")
    assert done.status == 0, done.err
    session: dict[str, Any] = json.loads(done.out)
    assert session["status"] == "finished"
    assert [side["name"] for side in session["comparison"]["sides"]] == ["relatime", "noatime"]
    (found,) = (one for one in session["comparison"]["differs"] if one["what"] == "mount_options")
    assert "noatime" in found["after"]
    assert options(spare) == before
    assert "denied" not in spare.script(f"journalctl --no-pager --unit {UNIT}")


@pytest.mark.parametrize("how", ["kill", "slow kill", "stop"])
def test_it_is_back_when_the_helper_goes(spare: Guest, how: str) -> None:
    before = options(spare)
    begin(spare)
    job = measuring(spare)
    assert options(spare) == before - {"relatime"} | {"noatime"}
    if how == "stop":
        spare.script(f"systemctl stop {UNIT}")
    else:
        if how == "slow kill":  # systemd is there before its child had any time
            spare.script(f"kill -STOP {child(spare)}")
        spare.script(f"systemctl kill --signal=KILL --kill-whom=main {UNIT}")
    until(spare, "relatime")
    assert options(spare) == before
    done = job.finish(COMMAND)
    assert (done.status, "does not count" in done.err) == (3, True), done.err
    spare.run("systemctl", "reset-failed", UNIT)
