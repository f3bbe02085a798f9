# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs of the guided kinds with known figures."""

from __future__ import annotations

import math
from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
from msgspec import structs

from driveproof.domain.access import Cache, Direction, ways_of
from driveproof.domain.hosts.scale import with_scale
from driveproof.domain.profile.choice import with_choices
from driveproof.domain.profile.for_device import capacity_on_device
from driveproof.domain.profile.generated import under_schedulers
from driveproof.domain.profile.phase import Phase, Tool
from driveproof.domain.profile.profile import fitted_to_device, with_drives
from driveproof.domain.run.areas import OWN_ENGINE, Area, Areas, AreaState, area
from driveproof.domain.run.histogram import Histogram, bin_counts
from driveproof.domain.run.observed import (
    REGIONS,
    WATCH_ENGINE,
    ActivitySample,
    Observed,
    Requested,
    Requests,
    Writer,
    WriterKind,
)
from driveproof.domain.run.run import (
    CachePoint,
    Companion,
    CpuTime,
    DirectionResult,
    Environment,
    Host,
    HostFigures,
    HostRepeat,
    Latency,
    Limits,
    MemberStatistics,
    OnFilesystem,
    PathKind,
    PhaseResult,
    Position,
    ProcessWrites,
    Repeat,
    Role,
    Run,
    SharedPath,
    Target,
    TargetKind,
    WriteBack,
)
from driveproof.domain.run.sample import Sample
from driveproof.domain.run.work import Part, Work
from driveproof.engine.run.frame import without_repeats
from driveproof.engine.run.profiles import Profiles
from driveproof.helper.self_describing import marked
from driveproof.methods.filesystems.plan import Name
from driveproof.methods.filesystems.plan import Plan as FilesystemsPlan
from driveproof.methods.iops_at_latency.plan import point

MIB = 2**20
WOBBLE = (0.0, 0.004, -0.003, 0.006, -0.005, 0.002)


def result(phase: Phase, bandwidths: list[float], size: int | None = None) -> PhaseResult:
    """A phase with these results, in bytes per second."""
    timed = phase.tool != Tool.FIO
    latency = Latency() if timed else Latency(1e-4, 1e-4, 2e-4, 3e-4, 4e-4, 1e-3)
    repeats = tuple(
        Repeat(
            order=order,
            directions={
                way: DirectionResult(
                    iops=value / phase.block_size,
                    bandwidth=value,
                    bytes=size or int(value * phase.seconds),
                    ios=(size or int(value * phase.seconds)) // phase.block_size,
                    seconds=phase.seconds,
                    latency=latency,
                )
                for way in ways_of(phase.direction)
            },
        )
        for order, value in enumerate(bandwidths, start=1)
    )
    words = ("hdparm", *phase.tool.split()) if timed else ("fio", "--filename=")
    caches = {Tool.HDPARM_CACHE: Cache.WARM, Tool.HDPARM_BUFFERED: Cache.COLD}
    made = without_repeats(
        phase,
        (*words, "/dev/sda"),
        engine="hdparm" if timed else "psync",
        direct=phase.direct,
        cache=caches.get(phase.tool, Cache.DIRECT),
    )
    return replace(made, repeats=repeats)


def _run(profile: str, phases: tuple[PhaseResult, ...], **more: object) -> Run:
    run = Run(
        id="0abcdefgh",
        profile=profile,
        method=Profiles().find(profile).method,
        title=Profiles().find(profile).title,
        status="finished",
        started=datetime(2026, 3, 4, 5, 6, tzinfo=UTC),
        seconds=200.0,
        target=Target("/dev/sda", "device", device="/dev/sda", model="Disk X", size=10**12),
        environment=Environment(kernel="6.12", fio="3.39", scheduler="none"),
        phases=phases,
    )
    return replace(run, **more)  # type: ignore[arg-type]


def quick_run() -> Run:
    """A quick benchmark of an NVMe drive: bytes a second of each test that reads, then writes."""
    speeds = [3.4e9, 2.9e9, 2.1e9, 1.9e9, 1.8e9, 1.6e9, 7.4e7, 2.3e8]
    phases = Profiles().find("quick").phases
    tests = (
        result(phase, [speed * (1 + WOBBLE[(place + number) % 6]) for place in range(6)])
        for number, (phase, speed) in enumerate(zip(phases, speeds, strict=True))
    )
    target = Target(
        "/home", "file", device="/dev/nvme0n1", model="Example NVMe SSD 2TB", size=2 * 10**12
    )
    return _run("quick", tuple(tests), target=target)


def scheduler_run(repeats: int = 6, names: tuple[str, ...] = ("none", "mq-deadline", "bfq")) -> Run:
    """Two tests: the second scheduler is as fast as the first, the third 30 % slower."""
    profile = Profiles().find("schedulers")
    first, _, last = profile.phases
    expanded = under_schedulers(replace(profile, phases=(first, last)), names)
    factors = dict(zip(names, (1.0, 1.001, 0.7, 1.4), strict=False))
    return _run(
        "schedulers",
        tuple(
            result(
                phase,
                [
                    4e8 * factors[phase.scheduler or ""] * (1 + step * (1 if place % 2 else 2))
                    for step in WOBBLE[:repeats]
                ],
            )
            for place, phase in enumerate(expanded.phases)
        ),
    )


def filesystem_run(repeats: int = 6) -> Run:
    """xfs is 8 % faster than ext4 at sequential writes and as fast elsewhere, btrfs 35 % slower at
    random writes.
    """
    profile = Profiles().find("filesystems")
    assert isinstance(profile.plan, FilesystemsPlan)
    names: tuple[Name, ...] = ("ext4", "xfs", "btrfs")
    speeds = {"sequential": 4.1e8, "random": 1.4e8}
    factors = {("xfs", "sequential", "write"): 1.08, ("btrfs", "random", "write"): 0.65}
    costs = {"ext4": (1.4, 0.91), "xfs": (0.8, 0.97), "btrfs": (0.5, 0.98)}

    def made(phase: Phase) -> PhaseResult:
        name = phase.asked.filesystem
        factor = factors.get((name, phase.pattern, phase.direction), 1.0)
        bandwidths = [
            speeds[phase.pattern] * factor * (1 + WOBBLE[(place + len(phase.name)) % 6])
            for place in range(repeats)
        ]
        found = result(phase, bandwidths)
        seconds, share = costs[name]
        cpu = 3.4 if name == "btrfs" else 1.6
        kept = tuple(
            replace(
                repeat,
                on_filesystem=OnFilesystem(
                    seconds * (1 + WOBBLE[place % 6]),
                    int(share * 64e9),
                    cpu,
                    1.2 + place / 20,
                ),
            )
            for place, repeat in enumerate(found.repeats)
        )
        return replace(found, repeats=kept, work=Work.of(phase.asked))

    plan = structs.replace(profile.plan, names=names)
    return _run("filesystems", tuple(made(phase) for phase in plan.phases))


def hdparm_run() -> Run:
    """fio a tenth faster than hdparm directly, and half as fast through the cache."""
    speeds = [550 * MIB, 500 * MIB, 200 * MIB, 400 * MIB, 16_000 * MIB]
    phases = Profiles().find("hdparm").phases
    return _run(
        "hdparm",
        tuple(
            result(phase, [speed, speed * 1.02, speed * 0.99])
            for phase, speed in zip(phases, speeds, strict=True)
        ),
    )


def file_sizes_run(repeats: int = 1, faster: float = 1.0) -> Run:
    """A drive of 2 GB/s that takes 60 microseconds to begin, 900 with O_SYNC.

    A file that fits its cache of 64 MiB is written twice as fast; `faster` makes it all faster.
    """
    phases = tuple(
        replace(
            result(
                phase,
                [_speed(phase) * faster * (1 + 0.01 * n) for n in range(repeats)],
                size=phase.limit,
            ),
            work=Work(operation=phase.operation, extent=phase.extent, sync=phase.asked.sync),
        )
        for phase in Profiles().find("file-sizes").phases
    )
    return _run("file-sizes", phases)


def measured(phase: Phase, repeats: list[Repeat], cpu: float | None = None) -> PhaseResult:
    """A phase with these repeats."""
    command = ("fio", f"--iodepth={phase.queue_depth}", f"--numjobs={phase.jobs}")
    engine = "psync" if phase.queue_depth == 1 else "libaio"
    made = without_repeats(phase, command, engine=engine, direct=True, cache=Cache.DIRECT)
    return replace(made, repeats=tuple(repeats), limits=Limits(cpu=cpu))


def load_run(
    name: str = "load-curve", *, channels: float = 16, alone: float = 17e-6, faster: float = 1.0,
    repeats: int = 3,
) -> Run:  # fmt: skip
    """A drive with `channels` that each answer in `alone` seconds (queueing as in an M/M/m)."""
    found = []
    for place, phase in enumerate(Profiles().find(name).phases):
        each = [
            _load_repeat(phase, order, channels * faster, alone, 1 + WOBBLE[(place + order) % 6])
            for order in range(1, repeats + 1)
        ]
        found.append(measured(phase, each, min(0.97, 0.02 * phase.queue_depth)))
    return _run(name, tuple(found))


def mixed_run(repeats: int = 6) -> Run:
    """Reads and writes from one job share one rate, those of two jobs do not."""
    found = []
    for place, phase in enumerate(Profiles().find("mixed").phases):
        each = [
            _mixed_repeat(phase, order, 1 + WOBBLE[(place + order) % 6])
            for order in range(1, repeats + 1)
        ]
        found.append(measured(phase, each))
    return _run("mixed", tuple(found))


_TAIL = (1.0, 0.9, 1.5, 2.2, 4.0, 9.0)  # mean, then percentiles: share of the mean


def _mixed_repeat(phase: Phase, order: int, by: float) -> Repeat:
    two = phase.write_depth > 0
    total = 240_000 * by * (1.35 if two else 1.0)
    write = phase.write_share * (1.3 if two else 1.0)
    rates = {"read": total * (1 - write), "write": total * write}
    depths = {"read": phase.queue_depth, "write": phase.write_depth}
    found = {}
    for way, rate in rates.items():
        mean = depths[way] / rate if two else phase.queue_depth / total
        latency = Latency(*(mean * share for share in _TAIL))
        ios = int(rate * phase.seconds)
        found[way] = DirectionResult(
            rate, rate * phase.block_size, ios * phase.block_size, ios, phase.seconds, latency
        )
    return Repeat(order, found)


def _load_repeat(phase: Phase, order: int, channels: float, alone: float, by: float) -> Repeat:
    many = phase.queue_depth * phase.jobs
    rate = many / alone / (1 + (many / channels) ** 2) ** 0.5 * by
    mean = many / rate
    spread = np.random.default_rng(order).lognormal(0.0, 0.18, 4000) * mean
    histogram = Histogram(bin_counts((spread * 1e9).astype(np.int64)))
    p50, p95, p99, p999 = histogram.percentiles((50, 95, 99, 99.9))
    ios = int(rate * phase.seconds)
    return Repeat(
        order,
        {
            phase.direction: DirectionResult(
                rate, rate * phase.block_size, ios * phase.block_size, ios, phase.seconds,
                Latency(mean, p50, p95, p99, p999, 2 * (p999 or 0.0)), histogram=histogram,
            )
        },
    )  # fmt: skip


def _speed(phase: Phase) -> float:
    begin = 900e-6 if phase.asked.sync else 60e-6
    rate = 2e9 * (2 if phase.writes and phase.extent <= 64 * MIB else 1)
    rate *= 0.6 if phase.pattern == "random" else 1
    return phase.block_size / (begin + phase.block_size / rate)


def everyday_run(repeats: int = 1) -> Run:
    """A drive of 200 MB/s with 100 fsyncs a second on each of the files, and a machine whose memory
    takes twice what the drive has written meanwhile.
    """
    profile = Profiles().find("everyday-writes")
    return _run(
        "everyday-writes", tuple(_written(phase, repeats) for phase in profile.phases),
        target=Target("/home/files", "file", device="/dev/sda", model="Disk X", size=10**12),
        environment=Environment(kernel="6.12", fio="3.39", io_path="buffered"),
    )  # fmt: skip


def _written(phase: Phase, repeats: int) -> PhaseResult:
    each = bool(phase.asked.fsync)
    rate = 2e8 if phase.block_size > 4096 else 4e7
    rate = rate / 100 if each else rate
    found = result(phase, [rate * (1 + step) for step in WOBBLE[:repeats]], int(rate * 6))
    return replace(
        found,
        engine="posixaio",
        cache="cold",
        work=Work.of(phase.asked, data="scrambled", extent=phase.extent),
        repeats=tuple(
            replace(one, write_back=_write_back(phase, rate, each=each)) for one in found.repeats
        ),
    )


def _write_back(phase: Phase, rate: float, *, each: bool) -> WriteBack:
    writing, whole = 2.0, 6.0
    total = int(rate * whole)
    points = []
    for number in range(25):
        at = number / 4
        drive = at / whole + 0.012 * math.sin(3 * at) * (number < 24)  # a drive is not that even
        part = drive if each else min(1.0, at / writing)
        waiting = 2**26 + int((part - drive) * total)
        points.append(CachePoint(at, int(part * total), int(drive * total), waiting))
    many = phase.asked.files
    parts = tuple(ProcessWrites(total // many, whole + number / 10) for number in range(many))
    return WriteBack(
        points=tuple(points),
        writing=whole if each else writing,
        fsync=0.0 if each else whole - writing,
        processes=parts if many > 1 else (),
        flush=Latency(2.1e-3, 2e-3, 4e-3, 9e-3, 1.2e-2, 2e-2) if each else None,
    )


def capacity_run(kind: str = "fake", size: int = 32 * 10**9 // MIB * MIB) -> Run:
    """A stick with 8 GB that says 32: "fake" begins anew after 8 GB, "bad" has a few bad places,
    "good" none.
    """
    true = 8 * 2**30
    found = Areas()
    if kind == "fake":
        last = size // true * true
        for begin in range(0, last, true):
            part = min(true, size - last) if begin == last - true else true
            latest = (size - 1 - begin) // true * true + begin
            found.add(Area(begin, part, AreaState.ALIAS, part, latest, part))
            if part < true:
                rest = true - part
                found.add(area(begin + part, rest, AreaState.RIGHT))
        found.add(area(last, size - last, AreaState.RIGHT))
    elif kind == "bad":
        end = 0
        for place, length, state in (
            (7_000 * MIB, 64 * 4096, AreaState.UNREADABLE),
            (9_216 * MIB, 4096, AreaState.CHANGED),
            (15_000 * MIB, MIB, AreaState.SLOW),
            (21_504 * MIB, 2 * MIB, AreaState.EMPTY),
        ):
            found.add(area(end, place - end, AreaState.RIGHT))
            bits = 3 if state is AreaState.CHANGED else 0
            seconds = 1.4 if state is AreaState.SLOW else 0.0
            found.add(area(place, length, state, bits=bits, seconds=seconds))
            end = place + length
        found.add(area(end, size - end, AreaState.RIGHT))
    else:
        found.add(area(0, size, AreaState.RIGHT))
    sized = Profiles().find("capacity").customized(size=size)
    phases = []
    for phase, rate in zip(sized.phases, (18e6, 31e6), strict=True):
        step = size // 400 // MIB * MIB
        places = tuple(
            Position(n * step, step, step / rate * (1 + 0.06 * ((n * 7919) % 13 - 6) / 6))
            for n in range(size // step)
        )
        made = result(phase, [rate], size=size)
        (repeat,) = made.repeats
        direction = replace(repeat.directions[phase.direction], positions=places)
        if phase.direction == "read":
            direction = replace(direction, areas=found.rows)
        repeat = replace(repeat, directions={phase.direction: direction})
        phases.append(replace(made, engine=OWN_ENGINE, command=(), repeats=(repeat,)))
    run = _run("capacity", tuple(phases))
    target = replace(
        run.target, path="/media/me/STICK", kind=TargetKind.FILE, model="Example USB stick"
    )
    return replace(run, target=target, environment=replace(run.environment, test_file_size=size))


def probe_run(true: int = 8 * 2**30) -> Run:
    """The probe of a stick that says 64 GB and drops what is behind its `true` bytes."""
    size = 64 * 10**9 // MIB * MIB
    (phase,) = capacity_on_device(
        with_choices(Profiles().find("capacity"), {"probe": True}), size
    ).phases
    found = Areas()
    end = {true - 4096, true} if true < size else set()
    for place in sorted({*marked(0, size), *end}):
        found.add(area(place, 4096, AreaState.RIGHT if place < true else AreaState.EMPTY))
    made = result(phase, [0.0], size=0)
    (repeat,) = made.repeats
    direction = replace(
        repeat.directions[phase.direction],
        iops=0.0,
        bandwidth=0.0,
        bytes=0,
        ios=0,
        areas=found.rows,
    )
    repeat = replace(repeat, directions={phase.direction: direction})
    run = _run("capacity", (replace(made, engine=OWN_ENGINE, command=(), repeats=(repeat,)),))
    target = replace(
        run.target, path="/dev/sdb", kind=TargetKind.DEVICE, model="Example USB stick", size=size
    )
    return replace(run, target=target)


def caches_run(repeats: int = 1) -> Run:
    """A hard disk behind a bcache: the second reading comes from the flash, and through the page
    cache all but the first from memory.
    """
    profile = Profiles().find("caches")
    size = profile.size
    phases = []
    for phase in profile.phases:
        first = phase.asked.reading == 1
        rate = (5e6 if first else 3e8) if phase.direct else (2.8e8 if first else 4e9)
        found = result(phase, [rate * (1 + step) for step in WOBBLE[:repeats]], size)
        read = size if phase.direct or first else 0
        flash = 0 if first and phase.direct else read
        members = (
            _reader("bcache0", Role.TARGET, read),
            _reader("sdb", Role.BELOW, read - flash),
            _reader("nvme0n1", Role.BESIDE, flash),
        )
        phases.append(
            replace(
                found,
                work=Work.of(phase.asked, data="fresh"),
                repeats=tuple(replace(one, members=members) for one in found.repeats),
            )
        )
    return _run(
        "caches", tuple(phases),
        target=Target("/home/files", "file", device="/dev/bcache0", size=10**12),
        environment=Environment(kernel="6.12", fio="3.39", test_file_size=size),
    )  # fmt: skip


def mirror_run(repeats: int = 1, legs: tuple[str, ...] = ("sda1", "sdb1")) -> Run:
    """A btrfs mirror of two hard disks: one of them serves one reader, both serve two of two files;
    two of one file have the same one. Without legs it is a single disk.
    """
    profile = Profiles().find("mirror")
    rates = {Part.ONE_READER: 2.1e8, Part.ONE_FILE: 1.9e8, Part.TWO_FILES: 4.05e8, Part.COPY: 9.6e7}
    phases = []
    for phase in profile.phases:
        rate = rates[phase.part]
        found = result(phase, [rate * (1 + step) for step in WOBBLE[:repeats]])
        made = []
        for number, repeat in enumerate(found.repeats):
            direction = next(iter(repeat.directions.values()))
            ways = ("read", "write") if phase.part is Part.COPY else ("read",)
            share = (0.51, 0.49) if phase.part is Part.TWO_FILES else (1.0, 0.0)
            share = share if number % 2 == 0 or not legs else share[::-1]
            read = direction.bytes or 0
            members = tuple(
                MemberStatistics(name, role, round(read * part), 0, 100, 0, 3.0)
                for name, role, part in zip(
                    legs or ("sda",),
                    (Role.TARGET, Role.BESIDE),
                    share if legs else (1.0,),
                    strict=False,
                )
            )
            made.append(replace(repeat, directions=dict.fromkeys(ways, direction), members=members))
        work = Work.of(phase.asked, part=phase.part, extent=phase.extent,
                       write_depth=phase.write_depth)  # fmt: skip
        phases.append(replace(found, work=work, repeats=tuple(made)))
    return _run(
        "mirror", tuple(phases),
        target=Target("/srv/files", "file", device="/dev/sda1", size=10**12, filesystem="btrfs"),
        environment=Environment(
            kernel="6.12", fio="3.39", test_file_size=profile.size,
            array="btrfs raid1" if legs else None, legs=legs,
        ),
    )  # fmt: skip


def breakdown_run(kind: str = "drive", repeats: int = 3) -> Run:
    """A fast drive whose first read after a pause is late: because the `drive` sleeps, because the
    "cpu" does, or not at all ("nothing").
    """
    profile = Profiles().find("latency-breakdown")
    usual = {Part.NO_IO: 0.35e-6, Part.MEMORY: 0.9e-6, Part.DRIVE: 62e-6}
    slow = {0.1: 0.32e-3, 1.0: 4.2e-3, 10.0: 4.4e-3}
    spent = {Part.NO_IO: (0.3, 0.01), Part.MEMORY: (0.15, 0.7), Part.DRIVE: (0.8, 3.9)}  # us
    phases = []
    for phase in profile.phases:
        pause = phase.asked.think_time or 0.0
        seconds = usual.get(phase.part, usual[Part.DRIVE])
        if pause and kind != "nothing" and (kind == "drive" or phase.part is not Part.AWAKE):
            seconds = slow[pause]
        each = seconds + pause
        made = []
        for number, step in enumerate(WOBBLE[:repeats], start=1):
            took = seconds * (1 + step)
            ios = max(1, round(phase.seconds / each))
            user, kernel = spent.get(phase.part, spent[Part.DRIVE])
            found = DirectionResult(
                1 / (took + pause), 4096 / (took + pause), 4096 * ios, ios, phase.seconds,
                Latency(took, took, 1.2 * took, 1.4 * took, 1.6 * took, 2 * took),
            )  # fmt: skip
            cpu = CpuTime(user / 1e6, kernel / 1e6)
            made.append(Repeat(number, {Direction.READ: found}, cpu=cpu))
        bare = result(phase, [4096 / each] * repeats)
        work = Work.of(phase.asked, part=phase.part, extent=phase.extent)
        phases.append(replace(bare, work=work, repeats=tuple(made), direct=phase.direct))
    return _run(
        "latency-breakdown", tuple(phases),
        target=Target("/home/me", "file", device="/dev/nvme0n1p2", size=2 * 10**12),
        environment=Environment(
            kernel="6.12", fio="3.39", test_file_size=profile.size, governor="powersave",
            cpu_idle="C10 890 us", link_power="ASPM L1 L1.2, APST 100000 us",
        ),
    )  # fmt: skip


def multi_drive_run(repeats: int = 1) -> Run:
    """Two portable SSDs on one USB hub, and an NVMe drive that shares nothing with them."""
    found = Profiles().find("multi-drive")
    profile = with_drives(found, (False, False, True))
    alone = {1: 4.31e8, 2: 4.18e8, 3: 3.4e9}
    at_once = {1: 2.14e8, 2: 2.09e8, 3: 3.38e9}
    phases = []
    for phase in profile.phases:
        rate = (alone if phase.part is Part.ALONE else at_once)[phase.asked.drive]
        made = result(phase, [rate * (1 + step) for step in WOBBLE[:repeats]])
        phases.append(replace(made, work=Work.of(phase.asked, part=phase.part)))
    return _run(
        "multi-drive", tuple(phases),
        target=Target("/media/me/one", "file", device="/dev/sda1", model="Portable SSD A",
                      drive="wwn:0x5001", size=10**12, filesystem="ext4"),
        environment=Environment(
            kernel="6.12", fio="3.39", test_file_size=2**30,
            drives=(
                Companion("/media/me/one", "/dev/sda1", "Portable SSD A", "A1", "sda"),
                Companion("/media/me/two", "/dev/sdb1", "Portable SSD B", "B1", "sdb"),
                Companion("/dev/nvme0n1", "/dev/nvme0n1", "Example NVMe SSD", "C1", "nvme0n1"),
            ),
            shared=(SharedPath(PathKind.USB_HUB, "5 Gb/s", "2-1", 450_000_000, (1, 2)),),
        ),
    )  # fmt: skip


def hosts_run(
    count: int = 4,
    *,
    scale: bool = False,
    lost: bool = False,
    small_fill: int = 4,
    called: str = "quick",
) -> Run:
    """A profile on so many hosts over NFS, one of which is slow; one more may be lost.

    `small_fill` hosts are as much as the storage does in small blocks.
    """
    profile = Profiles().find(called)
    names = [f"node{number}" for number in range(1, count + 1)]
    phases = []
    for phase in (with_scale(profile, count) if scale else profile).phases:
        taking = phase.asked.hosts or count
        # Four hosts fill the network.
        fill = 4 if phase.block_size >= MIB else small_fill
        one = 1.1e9 / 4 / max(1, taking / fill) * (1 if phase.block_size >= MIB else 0.02)
        shares = [one * (0.6 if name == "node3" else 1.0) for name in names[:taking]]
        made = result(phase, [sum(shares) * (1 + step) for step in WOBBLE[:3]])
        parts = tuple(
            HostRepeat(
                name,
                0.003 * number,
                {
                    phase.direction: HostFigures(
                        share / phase.block_size,
                        share,
                        int(share),
                        int(share),
                        1.0,
                        Latency(2e-3, 1e-3, 3e-3, 6e-3 if name == "node3" else 4e-3),
                    )
                },
            )
            for number, (name, share) in enumerate(zip(names, shares, strict=False))
        )
        repeats = tuple(replace(repeat, hosts=parts) for repeat in made.repeats)
        phases.append(
            replace(made, repeats=repeats, work=replace(made.work, hosts=phase.asked.hosts))
        )
    hosts = tuple(
        Host(name, "3.39", "6.12", 16, 2**36, "nfs4", "nas:/export", 10**13, 0.001)
        for name in names
    )
    if lost:
        last = hosts[-1]._replace(fault="silent", said="Timeout, server node4 not responding.")
        hosts = (*hosts[:-1], last)
    return _run(
        called, tuple(phases),
        target=Target("/mnt/nas/scratch", "file", filesystem="nfs4", mount_point="/mnt/nas"),
        environment=Environment(kernel="6.12", fio="3.39", test_file_size=2**30, hosts=hosts),
    )  # fmt: skip


def recording_run(seconds: float = 3600.0, *, traced: bool = True) -> Run:
    """An hour of a desktop's SATA SSD: mostly small writes, waited for by a database."""
    phase = replace(Profiles().find("record").phases[0], seconds=seconds)
    looks = 60
    each = seconds / looks
    wave = [1.0 + math.sin(number / 4) for number in range(looks)]
    written = [4_000_000 * (1 + 5 * (number % 20 == 0)) * wave[number] for number in range(looks)]
    read = [900_000 * wave[-number] if number % 3 else 0.0 for number in range(looks)]
    moved = {Direction.READ: (read, 38_000), Direction.WRITE: (written, 16_384)}
    directions = {}
    for way, (amounts, size) in moved.items():
        samples = tuple(
            Sample(
                time=(number + 1) * each, seconds=each, direction=way, ios=round(amount / size),
                bytes=round(amount), iops=amount / size / each, bandwidth=amount / each,
                mean=0.0009, p50=None, p95=None, p99=None, p999=None, histogram=Histogram.empty(),
                temperature=41.0,
            )
            for number, amount in enumerate(amounts)
        )  # fmt: skip
        total = sum(sample.bytes for sample in samples)
        count = sum(sample.ios for sample in samples)
        directions[way] = DirectionResult(
            iops=count / seconds, bandwidth=total / seconds, bytes=total, ios=count,
            seconds=seconds, latency=Latency(mean=0.0009), samples=samples,
        )  # fmt: skip
    everything = directions[Direction.WRITE].bytes or 0
    groups = (
        ("postgresql.service", 0.58, 9_000_000), ("org.mozilla.firefox", 0.21, 2_000_000),
        ("systemd-journald.service", 0.06, 0), ("docker 0123456789ab", 0.04, 500_000),
    )  # fmt: skip
    writers = [
        Writer(WriterKind.GROUP, name, got, round(everything * share))
        for name, share, got in groups
    ]
    writers.append(Writer(WriterKind.REST, "", 100_000, round(everything * 0.11)))
    writers.append(Writer(WriterKind.PROCESS, "postgres", 9_000_000, round(everything * 0.6)))
    observed = Observed(
        quiet=0.4 * seconds,
        longest_quiet=96.0,
        looks=tuple(
            ActivitySample(
                round((number + 1) * each, 3),
                round(0.02 * wave[number], 4),
                round(0.05 * wave[number], 4),
            )
            for number in range(looks)
        ),
        writers=tuple(sorted(writers, key=lambda one: (one.kind == "process", -one.written_bytes))),
        grouped=True,
        discarded_bytes=12_000_000,
        flushes=4210,
        life=600 * 10**12,
        rotational=False,
        requests=requested() if traced else None,
    )
    repeat = Repeat(
        order=1, directions=directions, started=datetime(2026, 3, 4, 5, 6, tzinfo=UTC),
        members=(
            MemberStatistics("sda", Role.TARGET, 1, everything, 100, 200, seconds, 0.02 * seconds),
        ),
        observed=observed,
    )  # fmt: skip
    made = without_repeats(phase, (), engine=WATCH_ENGINE, direct=True, cache=Cache.DIRECT)
    return _run(
        "record", (replace(made, repeats=(repeat,)),), seconds=seconds,
        target=Target("/home", "file", device="/dev/sda2", model="Example SATA SSD",
                      size=500 * 10**9, filesystem="ext4"),
        environment=Environment(kernel="6.12", scheduler="mq-deadline"),
    )  # fmt: skip


def requested() -> Requests:
    """Requests of an hour: of the writes 73 % have 4 KiB and 8 % 64 KiB."""
    kib = 1024
    regions = tuple(
        (40 - number) * MIB if number < 40 else (6 * MIB if number == 52 else 0)
        for number in range(REGIONS)
    )
    return Requests(
        device="sda",
        size=500 * 10**9,
        seconds=3600.0,
        read=Requested(
            ((4 * kib, 520), (16 * kib, 90), (32 * kib, 60), (128 * kib, 330)), sequential=310,
            sync=1000, regions=tuple(one // 8 for one in regions),
        ),
        write=Requested(
            ((4 * kib, 7300), (8 * kib, 1000), (16 * kib, 600), (64 * kib, 800), (512 * kib, 300)),
            sequential=1900, sync=6100, fua=400, regions=regions,
        ),
        discard=Requested(((1024 * kib, 12),), regions=(12 * MIB, *(0,) * (REGIONS - 1))),
        flushes=4210,
        depths=((1, 8600), (2, 1500), (4, 700), (8, 200)),
        gaps=((0.0001, 2000), (0.001, 5000), (0.01, 3000), (1.0, 1000)),
        lost=0,
    )  # fmt: skip


def _reader(device: str, role: Role, read: int) -> MemberStatistics:
    return MemberStatistics(device, role, read, 0, read // 65536, 0, 1.0)


def bad_sectors_run(size: int = 500 * 10**9 // MIB * MIB) -> Run:
    """A hard disk with two bad places and a slow one, slower towards its end."""
    found, end = Areas(), 0
    for place, length, state in (
        (61_440 * MIB, 5 * 4096, AreaState.UNREADABLE),
        (204_800 * MIB, 3 * MIB, AreaState.SLOW),
        (204_900 * MIB, 12 * 4096, AreaState.UNREADABLE),
    ):
        found.add(area(end, place - end, AreaState.RIGHT))
        seconds = 2.7 if state is AreaState.SLOW else 0.0
        found.add(area(place, length, state, seconds=seconds))
        end = place + length
    found.add(area(end, size - end, AreaState.RIGHT))
    whole, _rest = fitted_to_device(Profiles().find("bad-sectors"), size)
    (phase,) = whole.phases
    step = size // 800 // MIB * MIB
    places = tuple(
        Position(n * step, step, step / (190e6 - 95e6 * (n * step / size) ** 1.6 + 2e6 * (n % 5)))
        for n in range(size // step)
    )
    made = result(phase, [150e6], size=size)
    (repeat,) = made.repeats
    direction = replace(repeat.directions["read"], positions=places, areas=found.rows)
    repeat = replace(repeat, directions={"read": direction})
    run = _run("bad-sectors", (replace(made, engine=OWN_ENGINE, command=(), repeats=(repeat,)),))
    return replace(run, target=replace(run.target, size=size, model="Example hard disk"))


def iops_at_latency_run(answer: tuple[str, float] = ("mean", 0.010)) -> Run:
    """A search on a drive of 24 channels for reads, 8 for writes, whose deep queues do less."""
    found = []
    for way in ("read", "write", "mixed"):
        for depth in (1, 2, 4, 8, 16, 32, 40, 48, 64, 128):
            phase = point(way, depth)
            repeats = 3 if depth in (16, 32, 40) else 1
            each = [
                _search_repeat(phase, order, 1 + WOBBLE[order]) for order in range(1, repeats + 1)
            ]
            result = measured(phase, each)
            work = replace(result.work, write_depth=phase.write_depth)
            found.append(replace(result, work=work))
    run = _run("iops-at-latency", tuple(found))
    return replace(run, environment=replace(run.environment, latency_cap=answer))


def _search_repeat(phase: Phase, order: int, by: float) -> Repeat:
    channels = {"read": 24.0, "write": 8.0, "mixed": 18.0}[phase.direction]
    many = phase.in_flight
    total = 4000 / channels * many / (1 + (many / channels) ** 2) ** 0.5 * 2 * by
    if phase.direction == "read" and many > 32:
        total *= 1 - min(0.4, (many - 32) / 200)
    found = {}
    for way in phase.directions:
        depth = phase.write_depth if phase.write_depth and way == "write" else phase.queue_depth
        rate = total * depth / (phase.queue_depth + phase.write_depth)
        mean = depth * phase.jobs / rate
        latency = Latency(*(mean * share for share in _TAIL))
        ios = int(rate * 2)
        found[way] = DirectionResult(rate, rate * 4096, ios * 4096, ios, 2.0, latency)
    return Repeat(order, found)
