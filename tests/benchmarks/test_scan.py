# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The position scan of a loop device, compared with gnome-disks' samples and with plain fio.

gnome-disks measures in its window only, so its samples are read here by a few lines of our own: at
each of 100 places 4 KiB untimed and 10 MiB timed, then 4 KiB at 1000 random places, all O_DIRECT.
"""

from __future__ import annotations

import json
import mmap
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median

import pytest
from tests.benchmarks.machine import clean_environment
from tests.benchmarks.ratios import Table, compared, interleaved, interval_of_median, ratios, single
from tests.system.helper.bench import Rig
from tests.system.machine import run

from driveproof.domain.profile.profile import Profile
from driveproof.domain.run.run import DirectionResult, PhaseResult
from driveproof.engine.run import events
from driveproof.engine.run.context import Context
from driveproof.engine.run.profiles import Profiles
from driveproof.engine.run.session import Session
from driveproof.engine.run.testfile import TestFileRegistry
from driveproof.fio.scan_log import read_line
from driveproof.system.helper.client import Helper

pytestmark = [pytest.mark.benchmark, pytest.mark.root, pytest.mark.timeout(1800)]

MIB = 2**20
SIZE = 2048 * MIB
SAMPLES, SAMPLE, ACCESSES, BLOCK = 100, 10 * MIB, 1000, 4096
SLOWER, SLICE = 1.2, 0.3  # the limit: so many times as long, and so many seconds for each slice
LIMIT = 0.05
MILLION, MILLION_SECONDS, MILLION_MEMORY = 1_000_000, 2.0, 300.0


@pytest.fixture(scope="module")
def loop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    image = tmp_path_factory.mktemp("scan") / "disk.img"
    block = os.urandom(16 * MIB)
    with image.open("wb") as file:
        for _ in range(SIZE // len(block)):
            file.write(block)
    with ExitStack() as stack:
        stack.callback(image.unlink)
        device = run("losetup", "--find", "--show", str(image)).strip()
        stack.callback(run, "losetup", "--detach", device)
        yield device


@dataclass
class Scans:
    """Whole scans of a device through the helper, with what each measured."""

    device: str
    address: str
    registry: TestFileRegistry
    profile: Profile = field(default_factory=lambda: Profiles().find("scan"))
    slices: list[int] = field(default_factory=list)
    commands: tuple[tuple[str, ...], ...] = ()

    def run(self) -> tuple[float, tuple[PhaseResult, ...]]:
        """Seconds from the first event to the last, and the results."""
        seen: list[events.RepeatStarted] = []
        session = Session(
            self.profile,
            self.device,
            Context(
                inventory=lambda: None,
                recorder=None,
                registry=self.registry,
                helper=Helper(self.address),
            ),
            lambda e: seen.append(e) if isinstance(e, events.RepeatStarted) else None,
        )
        result = session.run()
        assert result.status == "finished", result.error
        self.commands = tuple(event.command for event in seen)
        self.slices.append(sum(word.startswith("--name=") for c in self.commands for word in c))
        return result.seconds, result.phases

    def read(self, index: int) -> DirectionResult:
        """One of the two tests."""
        return self.run()[1][index].repeats[0].directions["read"]


@pytest.fixture
def scans(rig: Rig, loop: str, tmp_path: Path) -> Iterator[Scans]:
    helper = rig.start_helper()
    try:
        yield Scans(loop, rig.address, TestFileRegistry(tmp_path / "testfiles"))
    finally:
        helper.terminate()
        helper.wait(15)


def as_gnome_disks(device: str) -> float:
    """Seconds for the samples of gnome-disks."""
    places = random.Random(42)
    descriptor = os.open(device, os.O_RDONLY | os.O_DIRECT | os.O_CLOEXEC)
    try:
        with mmap.mmap(-1, SAMPLE) as buffer:
            small, large = memoryview(buffer)[:BLOCK], memoryview(buffer)
            begin = time.monotonic()
            for number in range(SAMPLES):
                offset = number * SIZE // SAMPLES // BLOCK * BLOCK
                os.preadv(descriptor, [small], offset)
                assert os.preadv(descriptor, [large], offset) == SAMPLE
            for _ in range(ACCESSES):
                os.preadv(descriptor, [small], places.randrange(SIZE // BLOCK) * BLOCK)
            taken = time.monotonic() - begin
            small.release()
            large.release()
    finally:
        os.close(descriptor)
    return taken


def bare(command: tuple[str, ...], folder: Path) -> list[tuple[int, float]]:
    """Bytes and seconds of each read of the command that is shown beside a result."""
    log = folder / "scan_lat.log"
    log.unlink(missing_ok=True)
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)
    reads = [read_line(line) for line in log.read_bytes().splitlines()]
    return [(read.bytes, read.nanoseconds * 1e-9) for read in reads if read is not None]


def test_a_scan_takes_as_long_as_gnome_disks(
    scans: Scans, loop: str, table: Table, count: int
) -> None:
    scans.run(), as_gnome_disks(loop)  # the first ones pay for cold caches
    scans.slices.clear()
    pairs = interleaved(lambda: scans.run()[0], lambda: as_gnome_disks(loop), count)
    allowed = [
        other * SLOWER + slices * SLICE
        for (_, other), slices in zip(pairs, scans.slices, strict=True)
    ]
    table.add(compared("Scan of 2 GiB, s, and the samples of gnome-disks", pairs, "{:.2f}", ""))
    shares = [ours / limit for (ours, _), limit in zip(pairs, allowed, strict=True)]
    target = f"<= 1 (limit: {SLOWER} times, and {SLICE} s a slice; {scans.slices[0]} slices)"
    row = table.add(single("  of what it may take", shares, "{:.3f}", target, median(shares) <= 1))
    assert row.met, row


@pytest.mark.parametrize("index", [0, 1], ids=["throughput", "access"])
def test_a_scan_measures_what_bare_fio_does(
    index: int, scans: Scans, table: Table, count: int, tmp_path: Path
) -> None:
    scans.run()

    def ours() -> float:
        found = scans.read(index)
        assert found.latency.p50 is not None
        return found.latency.p50 if index else found.bandwidth

    def other() -> float:
        reads = bare(scans.commands[index], tmp_path)
        if index:
            return sorted(seconds for _, seconds in reads)[len(reads) // 2 - 1]
        counted = reads[1::2]  # a zone's first half is not counted
        return sum(size for size, _ in counted) / sum(seconds for _, seconds in counted)

    ours(), other()
    pairs = interleaved(ours, other, count)
    low, high = interval_of_median(ratios(pairs))
    # The spread decides: it is off if all of the interval of the median is.
    met = low <= 1 + LIMIT and high >= 1 - LIMIT
    form = "{:.3g}" if index else "{:,.0f}"
    name = "Scan, median access, s" if index else "Scan, throughput, bytes a second"
    row = table.add(
        compared(f"{name}, against bare fio", pairs, form,
                 f"1 ± {LIMIT} (interval {low:.3f} to {high:.3f})", met)
    )  # fmt: skip
    assert row.met, row


def test_a_million_reads(tmp_path: Path, table: Table, count: int) -> None:
    """A log of so many reads, to the picture of 1920x1080; each in a process of its own."""
    log = tmp_path / "scan.log"
    dice = random.Random(1)
    with log.open("w") as file:
        for number in range(MILLION):
            taken, offset = round(dice.lognormvariate(11.3, 0.5)), dice.randrange(250_000_000)
            file.write(f"{number // 10}, {taken}, 0, 4096, {offset * BLOCK}, 0x0000\n")
    script = Path(__file__).with_name("scan_million.py")
    environment = clean_environment(
        tmp_path, QT_QPA_PLATFORM="offscreen", PYTHONPATH=str(script.parents[2] / "app")
    )
    seconds, peaks = [], []
    for _ in range(count):
        told = json.loads(
            subprocess.run(
                [sys.executable, script, log],
                stdout=subprocess.PIPE, check=True, text=True, env=environment,
            ).stdout
        )  # fmt: skip
        assert told["ios"] == MILLION
        seconds.append(told["seconds"])
        peaks.append(told["peak"] / 1e6)
    rows = [
        table.add(single(
            "Scan log of a million reads, to the picture", seconds, "{:.2f} s",
            "< 2 s", median(seconds) < MILLION_SECONDS,
        )),
        table.add(single(
            "  peak memory", peaks, "{:.0f} MB", "< 300 MB", median(peaks) < MILLION_MEMORY,
        )),
    ]  # fmt: skip
    for row in rows:
        assert row.met, row
