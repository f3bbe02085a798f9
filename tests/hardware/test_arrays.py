# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A real md array that loses a member, gets it back and is checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
from tests.hardware.guest import Guest

_MAKE = """
cd /root
for name in one two; do
    truncate -s 512M made-$name
    losetup -f --show made-$name
done
"""


class Made(NamedTuple):
    """The kernel's name of the array, and the devices of its members."""

    name: str
    members: list[str]


@pytest.fixture
def made(guest: Guest) -> Iterator[Made]:
    """/dev/md/made, a mirror; all of it is gone afterwards."""
    devices = guest.script(_MAKE).split()
    try:
        guest.script(
            "mdadm --create /dev/md/made --run --quiet --assume-clean --level=1 --raid-devices=2"
            f" --metadata=1.2 --bitmap=none {' '.join(devices)} && udevadm settle"
        )
        yield Made(guest.script("basename $(readlink -f /dev/md/made)").strip(), devices)
    finally:
        guest.run("mdadm", "--stop", "/dev/md/made")
        guest.run("losetup", "--detach", *devices)
        guest.run("rm", "-f", "/root/made-one", "/root/made-two")


def array(guest: Guest, made: Made) -> dict[str, Any]:
    """What the list says of the array; there may be others."""
    (found,) = (one["array"] for one in guest.json("list")["drives"] if one["name"] == made.name)
    assert isinstance(found, dict)
    return found


def when(guest: Guest, made: Made, what: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The array once it is so; the guest's clock, not ours, ends the wait."""
    for _ in range(300):
        found = array(guest, made)
        if what(found):
            return found
        guest.script("sleep 0.2")  # between two looks
    raise AssertionError(found)


def test_a_member_is_lost_and_comes_back(guest: Guest, made: Made) -> None:
    whole = array(guest, made)
    assert (whole["members"], whole["active"], whole["degraded"]) == (2, 2, 0)
    guest.script(f"mdadm --quiet /dev/md/made --fail {made.members[1]} --remove {made.members[1]}")
    lost = when(guest, made, lambda one: one["degraded"] == 1)
    assert (lost["members"], lost["active"], lost["action"]) == (2, 1, None)
    # Minutes long, as a look at it may take seconds, and faster once it was seen.
    guest.script("echo 2000 >/proc/sys/dev/raid/speed_limit_max")
    guest.script(f"mdadm --quiet --zero-superblock {made.members[1]}")
    guest.script(f"mdadm --quiet /dev/md/made --add {made.members[1]}")
    going = when(guest, made, lambda one: one["action"] == "recover")
    assert 0 <= going["progress"] < 1
    guest.script("echo 2000000 >/proc/sys/dev/raid/speed_limit_max")
    again = when(guest, made, lambda one: one["degraded"] == 0 and one["action"] is None)
    assert again["active"] == 2


def test_a_check_is_named_with_how_far_it_is(guest: Guest, made: Made) -> None:
    guest.script("echo 2000 >/proc/sys/dev/raid/speed_limit_max")
    guest.script(
        'echo check >"/sys/block/$(basename "$(readlink -f /dev/md/made)")/md/sync_action"'
    )
    going = when(guest, made, lambda one: one["action"] == "check" and bool(one["speed"]))
    assert going["degraded"] == 0 and going["seconds_left"] is not None
    guest.script("echo 2000000 >/proc/sys/dev/raid/speed_limit_max")
    ended = when(guest, made, lambda one: one["action"] is None)
    assert ended["mismatches"] == 0
