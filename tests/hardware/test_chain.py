# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The discard path through real layers, compared with the space that this machine gets back.

The drives are sparse files here, and QEMU gives back what is discarded. So there is nothing to
believe: what the chain says has to be what `fstrim` in the guest does to the files.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

import pytest
from tests.hardware.guest import Guest
from tests.hardware.machine import DISK, MIB, NVME, SSD, STICK, Drive

WRITTEN = 24 * MIB
MOST = WRITTEN * 3 // 4  # file systems keep a little
FLUSHED = 30.0


class Place(NamedTuple):
    """A mount point below /chains, the drives below it, and what is expected of it."""

    name: str
    verdict: str
    drives: tuple[Drive, ...]
    kinds: tuple[str, ...] = ()  # of layers that the chain has to name, from the top
    blocking: str = ""  # the kind of the layer that blocks

    def __str__(self) -> str:
        return self.name


PLACES = [
    *(
        Place(f"{drive.name}-{name}", verdict, (drive,), kinds, blocking)
        for drive in (NVME, SSD)
        for name, verdict, kinds, blocking in (
            ("plain", "pass", ("filesystem", "partition", "drive"), ""),
            ("lvm", "pass", ("filesystem", "lvm", "partition", "drive"), ""),
            ("crypt-discards", "pass", ("filesystem", "crypt", "partition", "drive"), ""),
            ("crypt", "block", ("filesystem", "crypt", "partition", "drive"), "crypt"),
        )
    ),
    Place("deep", "pass", (NVME,), ("filesystem", "crypt", "lvm", "partition", "drive")),
    Place("raid1", "pass", (NVME, SSD), ("filesystem", "md", "partition", "drive")),
    Place("raid5", "block", (NVME, SSD), ("filesystem", "md", "partition", "drive"), "md"),
    Place("disk", "block", (DISK,), ("filesystem", "partition", "drive"), "drive"),
    Place("stick", "block", (STICK,), ("filesystem", "partition", "drive")),
]


@pytest.fixture(scope="module")
def layers(guest: Guest) -> Guest:
    """File systems on all layers."""
    drives = [guest.device(drive) for drive in (NVME, SSD, DISK, STICK)]
    done = guest.run("bash", "/seed/chains.sh", *drives, limit=600)
    assert done.status == 0, done.err
    return guest


@pytest.fixture(scope="module")
def chain_of(layers: Guest) -> Callable[[str], dict[str, Any]]:
    """What the program says, asked once for each place; its status is 1 exactly when something
    blocks.
    """

    @cache
    def chain(name: str) -> dict[str, Any]:
        done = layers.json("trim", "status", f"/chains/{name}", statuses=(0, 1))
        assert isinstance(done, dict)
        return done

    return chain


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_the_chain_says_what_the_layers_do(
    chain_of: Callable[[str], dict[str, Any]], place: Place
) -> None:
    chain = chain_of(place.name)
    assert chain["verdict"] == place.verdict, chain
    layers = chain["answer"]["findings"]["layers"]
    found = [layer["where"] for layer in layers]
    remaining = iter(found)
    assert all(kind in remaining for kind in place.kinds), (place.kinds, found)
    for layer in layers:
        assert layer["say"] and layer["source"], layer
        if place.verdict == "pass":
            assert layer["grade"] == "pass", layer
    if place.blocking:
        [blocking] = [
            layer for layer in layers
            if layer["grade"] == "block" and layer["where"] == place.blocking
        ]  # fmt: skip
        assert place.blocking == "drive" or blocking["do"], blocking
    if place.blocking in ("crypt", "md"):
        below = found.index(place.blocking) + 1
        assert {layer["grade"] for layer in layers[below:]} == {"pass"}, chain


def back(guest: Guest, place: Place, full: int) -> int:
    """How many bytes the drives take less than `full`."""
    return full - guest.allocated(*place.drives)


def waited_for(guest: Guest, place: Place, full: int) -> int:
    """The same: QEMU discards asynchronously, so wait for discards in flight."""
    end = time.monotonic() + FLUSHED
    while back(guest, place, full) < MOST and time.monotonic() < end:
        guest.script("true")
    return back(guest, place, full)


@pytest.mark.parametrize("place", PLACES, ids=str)
def test_space_comes_back_exactly_when_the_chain_says_pass(
    layers: Guest, chain_of: Callable[[str], dict[str, Any]], place: Place
) -> None:
    mount = f"/chains/{place.name}"
    layers.script(
        f"fstrim {mount} || true; head -c {WRITTEN} /dev/urandom >{mount}/file; sync -f {mount}"
    )
    full = layers.allocated(*place.drives)
    layers.script(f"rm {mount}/file; sync -f {mount}; fstrim -v {mount} || true; sync -f {mount}")
    said = chain_of(place.name)["verdict"]

    came_back = waited_for(layers, place, full) if said == "pass" else back(layers, place, full)
    assert (came_back >= MOST) == (said == "pass"), (said, came_back)
    if said != "pass":
        assert came_back < MIB


@pytest.mark.parametrize(
    "place", [one for one in PLACES if one.verdict == "pass" and len(one.drives) == 1], ids=str
)
def test_a_trim_gives_back_what_its_proof_says(layers: Guest, place: Place) -> None:
    mount = f"/chains/{place.name}"
    layers.script(f"fstrim {mount}; head -c {WRITTEN} /dev/urandom >{mount}/file; sync -f {mount}")
    full = layers.allocated(*place.drives)
    layers.script(f"rm {mount}/file; sync -f {mount}")
    preview = layers.json("trim", "preview", mount)
    done = layers.json("trim", "run", mount, "--yes", "--proof", user="")
    proof = done["answer"]["findings"]["proof"]
    verdicts = {tier["subject"]: tier["grade"] for tier in proof}
    assert verdicts["accepted"] == "proved", done
    assert "refuted" not in verdicts.values(), done
    assert done["trimmed"] >= MOST
    assert preview["bytes"] >= done["trimmed"]
    assert all(layer["discarded"] >= MOST for layer in done["answer"]["tables"]["layers"]), done
    assert waited_for(layers, place, full) >= MOST


@pytest.mark.parametrize("name", [f"{NVME.name}-crypt", f"{SSD.name}-crypt", "disk"])
def test_a_trim_that_would_not_arrive_is_refused(layers: Guest, name: str) -> None:
    done = layers.run("driveproof", "trim", "run", f"/chains/{name}", "--yes")
    assert done.status == 3, done


def test_a_whole_drive_and_a_mount_point_agree(layers: Guest) -> None:
    for drive, verdict in ((NVME, "pass"), (SSD, "pass"), (DISK, "block"), (STICK, "block")):
        done = layers.run("driveproof", "trim", "status", layers.device(drive), user="guest")
        assert done.status == (0 if verdict == "pass" else 1), done
