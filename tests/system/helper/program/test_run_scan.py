# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof run scan` by an unprivileged user, with a person at the prompt."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from tests.system.helper.caller import MIB, NOBODY, Process, commands
from tests.system.helper.disks import Disk
from tests.system.helper.parts import read_sectors
from tests.system.helper.person import Person, history
from tests.system.machine import run, settle
from tests.system.measuring import wait_for

from driveproof.helper.scan import FOLDER as NAME

pytestmark = [pytest.mark.root, pytest.mark.bus]

KIB = 1024
FOLDER = Path(NAME)
SMALL = """\
title = "Small scan"
question = "Where?"
method = "scan"
positions = 20
sample = "1 MiB"
accesses = 200
"""
# It reads 6 GiB: nothing that cancels it in the middle comes too late.
LONG = SMALL.replace("positions = 20", "positions = 200").replace("1 MiB", "32 MiB")


@pytest.fixture
def scans(person: Person) -> Person:
    folder = person.home / ".config/driveproof/profiles"
    for name, text in (("small", SMALL), ("long", LONG)):
        (folder / f"{name}.toml").write_text(text, "utf-8")
        os.chown(folder / f"{name}.toml", NOBODY, NOBODY)
    return person


def places(phase: dict[str, Any]) -> list[dict[str, Any]]:
    (repeat,) = phase["repeats"]
    columns = repeat["read"]["positions"]
    names = ("offset", "bytes", "seconds")
    return [
        dict(zip(names, row, strict=True))
        for row in zip(*(columns[name] for name in names), strict=True)
    ]


def scanning(helper: Process) -> Process | None:
    """The fio of a scan, once there is one."""
    for pid, words in commands(helper.pid):
        if any("--write_lat_log" in word for word in words):
            return Process(pid)
    return None


def test_a_whole_scan(helper: Process, scans: Person, make_disk: Callable[..., Disk]) -> None:
    disk, bystander = make_disk(64 * MIB), make_disk(8 * MIB)
    before, others = disk.digest(), bystander.digest()
    settle()
    counted = read_sectors(disk)
    status, out, err = scans.driveproof("run", "small", disk.path, "--json")
    moved = (read_sectors(disk) - counted) * 512
    assert status == 0, err
    document = json.loads(out)
    assert (document["status"], document["profile"]) == ("finished", "small")
    through, access = document["phases"]
    assert (through["pattern"], access["pattern"]) == ("sequential", "random")
    spots = places(through)
    # Every second half, at equal distances, the last at the device's end.
    assert {spot["bytes"] for spot in spots} == {MIB // 2}
    offsets = [spot["offset"] for spot in spots]
    distance = (63 * MIB // 19) // 4096 * 4096
    assert offsets == [MIB // 2 + number * distance for number in range(20)]
    assert disk.size - 19 * 4096 <= offsets[-1] + MIB // 2 <= disk.size
    read = through["repeats"][0]["read"]
    assert read["bytes"] == 10 * MIB
    assert read["seconds"] == pytest.approx(sum(spot["seconds"] for spot in spots), rel=1e-6)
    assert read["bandwidth"] == pytest.approx(read["bytes"] / read["seconds"], rel=1e-6)
    dots = places(access)
    assert len(dots) == 200
    assert all(dot["offset"] % 4096 == 0 and dot["bytes"] == 4096 for dot in dots)
    times = sorted(dot["seconds"] for dot in dots)
    latency = access["repeats"][0]["read"]["latency"]
    assert latency["mean"] == pytest.approx(sum(times) / 200, rel=1e-6)
    for name, rank in (("p50", 100), ("p95", 190), ("p99", 198), ("p99.9", 200), ("max", 200)):
        assert latency[name] == pytest.approx(times[rank - 1], rel=1e-6), name
    # 20 MiB, 200 blocks, and the first tenth of a second that tried the device.
    assert moved > 20 * MIB + 200 * 4 * KIB
    for phase in document["phases"]:
        assert phase["command"][0] == "fio"
        assert f"--filename={disk.path}" in phase["command"]
        assert "--readonly" in phase["command"]
    assert (disk.digest(), bystander.digest()) == (before, others)
    wait_for("no link stays", lambda: not FOLDER.exists())
    # The same places in the next run, so that runs compare; and what is kept is what was told.
    status, out, err = scans.driveproof("run", "small", disk.path, "--json")
    assert status == 0, err
    again = json.loads(out)["phases"]
    assert [dot["offset"] for dot in places(again[1])] == [dot["offset"] for dot in dots]
    status, out, err = scans.driveproof("show", document["id"], "--json")
    assert places(json.loads(out)["phases"][1]) == dots
    assert [run["profile"] for run in history(scans)] == ["small", "small"]


@pytest.mark.deep
def test_the_offsets_of_the_profile_that_comes_with_it(
    helper: Process, scans: Person, make_disk: Callable[..., Disk]
) -> None:
    """100 positions and 1000 accesses, on a device that is too small for 10 MiB each."""
    disk = make_disk(128 * MIB)
    status, out, err = scans.driveproof("run", "scan", disk.path, "--json")
    assert status == 0, err
    through, access = json.loads(out)["phases"]
    assert (len(places(through)), len(places(access))) == (100, 1000)
    offsets = [spot["offset"] for spot in places(through)]
    assert len({b - a for a, b in pairwise(offsets)}) == 1
    assert offsets[-1] > 0.99 * (disk.size - places(through)[0]["bytes"])


@pytest.mark.deep
def test_cancel(helper: Process, scans: Person, make_disk: Callable[..., Disk]) -> None:
    disk = make_disk()
    os.truncate(disk.file, 8192 * MIB)
    run("losetup", "--set-capacity", disk.path)
    process, _ = scans.start("run", "long", disk.path)
    fio = wait_for("the scan begins", lambda: scanning(helper))
    start = read_sectors(disk)
    wait_for("some of it is read", lambda: (read_sectors(disk) - start) * 512 >= 100 * MIB)
    process.send_signal(signal.SIGINT)
    out, _err = process.communicate(timeout=10)
    assert process.returncode == 130
    (kept,) = history(scans)
    assert kept["status"] == "cancelled"
    _, out, _ = scans.driveproof("show", kept["id"], "--json")
    (phase,) = json.loads(out)["phases"]
    assert phase["repeats"][0]["affected_by"] == ["cut short"]
    assert 0 < len(places(phase)) < 200
    fio.wait_end()
    fio.close()
    wait_for("no link stays", lambda: not FOLDER.exists())


@pytest.mark.deep
def test_an_unreadable_place(
    helper: Process, scans: Person, make_disk: Callable[..., Disk]
) -> None:
    disk = make_disk(160 * MIB)
    run("blockdev", "--flushbufs", disk.path)
    os.truncate(disk.file, 100 * MIB)
    status, out, _err = scans.driveproof("run", "small", disk.path)
    assert status == 3
    (kept,) = history(scans)
    assert kept["status"] == "failed"
    _, out, _ = scans.driveproof("show", kept["id"], "--json")
    (phase,) = json.loads(out)["phases"]
    assert 5 < len(places(phase)) < 20
    assert all(spot["offset"] + spot["bytes"] <= 100 * MIB for spot in places(phase))


@pytest.mark.deep
def test_a_folder_is_none(helper: Process, scans: Person) -> None:
    status, _, _err = scans.driveproof("run", "scan", "/")
    assert status == 2


@pytest.mark.deep
@pytest.mark.parametrize("words", [("--seconds", "2"), ("--engine", "libaio"), ("--size", "1G")])
def test_what_a_scan_has_not(
    words: tuple[str, str], helper: Process, scans: Person, disk: Disk
) -> None:
    status, _, _err = scans.driveproof("run", "scan", disk.path, *words)
    assert status == 2
    assert history(scans) == []
