# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A file system that ends before its device does, and one whose free ranges are all too short."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.builders.trim_codes import evidence_text
from tests.system.helper.caller import MIB, Process
from tests.system.helper.trim_drives import discarded_by, verdicts
from tests.system.machine import run, settle, unmount
from tests.system.measuring import has_filesystem, wait_for

from driveproof.domain.trim.job import (
    ACCEPTED,
    INCONCLUSIVE,
    PROVED,
    TrimStatus,
)
from driveproof.engine.trim.session import TrimSession

pytestmark = [pytest.mark.root, pytest.mark.bus]

GIB = 2**30
LEAST = 65536
"""The granularity of a loop device over a file system of blocks as large as that."""


def detach(path: str) -> None:
    """A program that probes it keeps it busy, and it keeps the file system of its file busy."""
    settle()
    run("losetup", "--detach", path)
    behind = Path(f"/sys/class/block/{path[5:]}/loop/backing_file")
    wait_for("it is detached", lambda: not behind.exists())


class Bench:
    """Makes loop devices with file systems on them; gone afterwards."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack = stack
        self._folder = folder

    def device(self, size: int, where: Path | None = None) -> str:
        """A loop device over a sparse file."""
        image = (where or self._folder) / f"image of {size}"
        with image.open("wb") as file:
            file.truncate(size)
        path = run("losetup", "--find", "--show", str(image)).strip()
        self._stack.callback(detach, path)
        return path

    def mount(self, device: str, name: str) -> Path:
        """On a folder of its own."""
        point = self._folder / name
        point.mkdir()
        run("mount", device, str(point))
        self._stack.callback(unmount, point)
        return point


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with ExitStack() as stack:
        yield Bench(stack, tmp_path)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("kind", "size", "make"),
    [
        # Of a partition that was made larger, and not its file system.
        ("ext4", 3 * GIB, ["mkfs.ext4", "-q", "-E", "nodiscard", "{}", "1G"]),
        ("xfs", 3 * GIB, ["mkfs.xfs", "-q", "-K", "-d", "size=1g", "{}"]),
        # A rest that is less than a block, behind the last whole step.
        ("ext4", 2 * GIB + 512, ["mkfs.ext4", "-q", "-E", "nodiscard", "{}"]),
        ("xfs", 2 * GIB + 512, ["mkfs.xfs", "-q", "-K", "{}"]),
    ],
)
def test_it_ends_before_its_device(
    kind: str,
    size: int,
    make: list[str],
    helper: Process,
    session: Callable[..., TrimSession],
    bench: Bench,
) -> None:
    if not has_filesystem(kind):
        pytest.skip(f"this machine has no {kind}")
    device = bench.device(size)
    run(*(word.format(device) for word in make))
    point = bench.mount(device, "mount")
    before = discarded_by(device[5:])
    outcome = session(str(point)).run()
    assert outcome.status == TrimStatus.FINISHED
    assert outcome.preview.free is not None
    counted = discarded_by(device[5:]) - before
    assert counted == outcome.discarded == outcome.preview.free.bytes > 0
    assert verdicts(outcome)[ACCEPTED] == PROVED


def fill(point: Path, block: int, *, most: int = LEAST) -> None:
    """Have it full but for single blocks: no free range is as long as `most`."""
    places: list[Path] = []
    size = os.statvfs(point).f_bfree * block
    while size >= block:
        place = point / f"full{len(places)}"
        done = subprocess.run(
            ["fallocate", "--length", str(size), str(place)], capture_output=True, check=False
        )
        if done.returncode:
            place.unlink(missing_ok=True)
            size = size // 2 // block * block
        else:
            places.append(place)
    for hole in range(48):
        start = str((hole + 1) * 2 * most)
        run("fallocate", "-p", "-o", start, "-l", str(block), str(places[0]))
    os.sync()


@pytest.mark.deep
@pytest.mark.parametrize("kind", ["ext4", "xfs"])
def test_every_free_range_is_too_short(
    kind: str, helper: Process, session: Callable[..., TrimSession], bench: Bench
) -> None:
    """xfs says that it trimmed all of the device, ext4 that it trimmed nothing: neither failed."""
    if not has_filesystem("xfs"):
        pytest.skip("this machine has no xfs")
    outer = bench.device(2 * GIB)
    run("mkfs.xfs", "-q", "-K", "-b", f"size={LEAST}", outer)
    try:
        below = bench.mount(outer, "below")
    except subprocess.CalledProcessError:
        pytest.skip("this kernel mounts no file system of blocks larger than a page (Linux 6.12)")
    inner = bench.device(400 * MIB, below)
    assert Path(f"/sys/class/block/{inner[5:]}/queue/discard_granularity").read_text("ascii") == (
        f"{LEAST}\n"
    )
    if kind == "xfs":
        lean = ["-m", "reflink=0,rmapbt=0,finobt=0", "-d", "agcount=2"]
        run("mkfs.xfs", "-q", "-K", *lean, inner)
        point = bench.mount(inner, "mount")
        run("xfs_io", "-x", "-c", "resblks 0", str(point))
    else:
        run("mkfs.ext4", "-q", "-m", "0", "-b", "4096", "-E", "nodiscard", inner)
        point = bench.mount(inner, "mount")
        Path(f"/sys/fs/ext4/{inner[5:]}/reserved_clusters").write_text("0", "ascii")
    fill(point, 4096)
    if kind == "xfs":  # what it keeps back lies in one piece, until there are others
        run("fallocate", "--length", str(39 * 4096), str(point / "last"))
        os.sync()
    made = session(str(point))
    preview = made.preview()
    assert preview.free is not None and preview.free.bytes > 0
    assert (preview.free.largest or LEAST) < LEAST and preview.free.fitting == 0
    before = discarded_by(inner[5:])
    outcome = made.run()
    assert discarded_by(inner[5:]) == before
    assert (outcome.status, outcome.discarded) == (TrimStatus.FINISHED, 0)
    assert verdicts(outcome)[ACCEPTED] == INCONCLUSIVE
    assert "NOTHING_FITS" in evidence_text(outcome.proof[0])
