# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The arguments of the programs that the helper starts as root (fio, hdparm, smartctl), built only
from checked values."""

from __future__ import annotations

import os
import re

from driveproof.helper.protocol import (
    ErrorName,
    HdparmTest,
    HelperError,
    SelfTest,
    SmartReport,
    WireAdapter,
    WireData,
    WireDirection,
    WireEngine,
    WirePattern,
    WirePhase,
    invalid_argument,
)

# Never the caller's PATH. /usr/local is not always writable by root alone.
FOLDERS = ("/usr/bin", "/usr/sbin", "/bin", "/sbin")
PERCENTILES = "50:90:95:99:99.9:99.99"

_RW = {
    (WirePattern.SEQUENTIAL, WireDirection.READ): "read",
    (WirePattern.SEQUENTIAL, WireDirection.WRITE): "write",
    (WirePattern.SEQUENTIAL, WireDirection.MIXED): "rw",
    (WirePattern.RANDOM, WireDirection.READ): "randread",
    (WirePattern.RANDOM, WireDirection.WRITE): "randwrite",
    (WirePattern.RANDOM, WireDirection.MIXED): "randrw",
}
_ENGINES = {
    WireEngine.PSYNC: "psync",
    WireEngine.LIBAIO: "libaio",
    WireEngine.POSIXAIO: "posixaio",
}
_BUFFERS = {
    WireData.FRESH: ("--refill_buffers=1",),
    WireData.SCRAMBLED: ("--refill_buffers=0", "--scramble_buffers=1"),
}
_HDPARM = {
    HdparmTest.CACHE: ("-T",),
    HdparmTest.BUFFERED: ("-t",),
    HdparmTest.DIRECT: ("-t", "--direct"),
}

_ADAPTERS = {
    WireAdapter.SAT: "sat",
    WireAdapter.SAT_12: "sat,12",
    WireAdapter.SNTREALTEK: "sntrealtek",
    WireAdapter.SNTASMEDIA: "sntasmedia",
    WireAdapter.SNTJMICRON: "sntjmicron",
    WireAdapter.SNTREALTEK_OR_SAT: "sntrealtek/sat",
    WireAdapter.SNTASMEDIA_OR_SAT: "sntasmedia/sat",
    WireAdapter.SNTJMICRON_OR_SAT: "sntjmicron/sat",
    WireAdapter.USBJMICRON: "usbjmicron",
    WireAdapter.USBJMICRON_X: "usbjmicron,x",
    WireAdapter.USBJMICRON_0: "usbjmicron,0",
    WireAdapter.USBJMICRON_P: "usbjmicron,p",
    WireAdapter.USBCYPRESS: "usbcypress",
    WireAdapter.USBSUNPLUS: "usbsunplus",
    WireAdapter.USBPROLIFIC: "usbprolific",
    WireAdapter.USBASM1352R_0: "usbasm1352r,0",
    WireAdapter.USBASM1352R_1: "usbasm1352r,1",
}
_VALUES = ("--info", "--health", "--capabilities", "--attributes")
_REPORTS = {
    SmartReport.IDENTITY: ("--info",),
    SmartReport.VALUES: _VALUES,
    SmartReport.WHOLE: ("--xall",),
}
_WITHOUT_SELF_TEST_LOG = {WireAdapter.SNTJMICRON, WireAdapter.SNTJMICRON_OR_SAT}
"""A JMicron JMS583 resets half a minute after smartctl 7.4 read the log of self-tests through it
(smartmontools' issue 256), which is a part of --xall since then."""

_SELF_TESTS = {
    SelfTest.ABORT: ("-X",),
    SelfTest.SHORT: ("-t", "short"),
    SelfTest.EXTENDED: ("-t", "long"),
    SelfTest.CONVEYANCE: ("-t", "conveyance"),
}


def find(program: str, folders: tuple[str, ...] = FOLDERS) -> str:
    """The absolute path of a program; raises ToolMissing."""
    for folder in folders:
        path = f"{folder}/{program}"
        if os.access(path, os.X_OK):
            return path
    raise HelperError(ErrorName.TOOL_MISSING, f"{program} is not installed.")


def fio(program: str, phase: WirePhase, filename: str, offset: int, length: int) -> tuple[str, ...]:
    """fio's arguments for one phase on `length` bytes from `offset`; raises InvalidArgument.

    `filename` is the path of an inherited descriptor. The options match those of a test on a file,
    so that results are comparable, except for what the dropped privileges forbid.
    """
    sequential = phase.pattern == WirePattern.SEQUENTIAL
    size = length // phase.jobs if sequential else length
    size -= size % phase.block_size
    if not size:
        raise invalid_argument("The range is too small for the block size and the number of jobs.")
    one = not phase.write_depth
    arguments = [
        program,
        *(["--name=driveproof"] if one else []),  # what comes before a name is for all
        f"--filename={filename}",
        # Threads die with fio; forked workers outlive a killed parent.
        "--thread=1",
        "--group_reporting=1",
        f"--direct={int(phase.direct)}",
        "--lat_percentiles=1",
        "--clat_percentiles=0",
        f"--percentile_list={PERCENTILES}",
        "--norandommap=1",
        "--randrepeat=0",  # fio 3.33 otherwise uses a seed of its own
        f"--randseed={phase.seed}",
        *_BUFFERS[WireData(phase.data)],
        "--allow_file_create=0",
        "--fallocate=none",
        # Unused here; it walks /sys/block and complains where a device disappears meanwhile.
        "--disk_util=0",
        # Dropping the device's cache needs a capability that fio lacks here.
        "--invalidate=0",
        "--eta=never",
        "--output-format=json+",
        f"--status-interval={phase.interval}ms",
        *([f"--rw={_rw(phase, WireDirection(phase.direction))}"] if one else []),
        f"--bs={phase.block_size}",
        f"--offset={offset}",
        f"--size={size}",
        f"--ioengine={_ENGINES[WireEngine(phase.engine)]}",
        *([f"--iodepth={phase.queue_depth}"] if one else []),
        f"--numjobs={phase.jobs}",
        f"--runtime={phase.milliseconds}ms",
    ]
    if sequential and phase.jobs > 1:
        arguments.append(f"--offset_increment={size}")
    if not one:
        return (*arguments, *_two_jobs(phase))
    if phase.direction == WireDirection.MIXED:
        arguments.append(f"--rwmixread={phase.read_share}")
    if phase.direction != WireDirection.READ and phase.limit:
        # io_size also counts reads; the limit applies to writes.
        share = 100 - phase.read_share if phase.direction == WireDirection.MIXED else 100
        each = phase.limit * 100 // share // phase.jobs
        arguments.append(f"--io_size={max(phase.block_size, each)}")
    else:
        arguments.append("--time_based=1")
    if phase.direction == WireDirection.READ:
        arguments.append("--readonly")
    return tuple(arguments)


def _rw(phase: WirePhase, direction: WireDirection) -> str:
    return _RW[WirePattern(phase.pattern), direction]


def _two_jobs(phase: WirePhase) -> list[str]:
    """One job that reads, and at once one that writes, with which the reader ends."""
    each = max(phase.block_size, phase.limit // phase.jobs)
    return [
        *(["--exitall=1"] if phase.limit else []),
        "--name=driveproof-read",
        f"--rw={_rw(phase, WireDirection.READ)}",
        f"--iodepth={phase.queue_depth}",
        "--time_based=1",
        "--name=driveproof-write",
        f"--rw={_rw(phase, WireDirection.WRITE)}",
        f"--iodepth={phase.write_depth}",
        f"--io_size={each}" if phase.limit else "--time_based=1",
    ]


_NAMESPACE = re.compile(r"/dev/nvme\d+n\d+", re.ASCII)


def _kind(path: str, adapter: WireAdapter) -> tuple[str, ...]:
    """What smartctl addresses of an NVMe drive: the controller, whose logs are those of all its
    namespaces. Asked for a namespace's own log, many drives refuse, and count that in their error
    log (smartmontools' issue 217). Of other drives smartctl finds the kind, unless it is behind an
    `adapter` whose type is known.
    """
    if adapter is not WireAdapter.AUTO:
        return (f"--device={_ADAPTERS[adapter]}",)
    return ("--device=nvme,0xffffffff",) if _NAMESPACE.fullmatch(path) else ()


def smartctl(
    program: str,
    path: str,
    adapter: WireAdapter = WireAdapter.AUTO,
    report: SmartReport = SmartReport.WHOLE,
) -> tuple[str, ...]:
    """smartctl's arguments for a report as JSON; with its text where that is all there is of why an
    identity could not be read.

    smartctl detects the kind of drive from the device's name, so it gets the name that was compared
    with the open descriptor: while that is open, no other device can have this name.
    """
    options = _REPORTS[report]
    if report is SmartReport.WHOLE and adapter in _WITHOUT_SELF_TEST_LOG:
        options = (*_VALUES, "--log=error")
    form = "--json=co" if report is SmartReport.IDENTITY else "--json=c"
    return (program, form, *options, *_kind(path, adapter), path)


def self_test(
    program: str, test: SelfTest, path: str, adapter: WireAdapter = WireAdapter.AUTO
) -> tuple[str, ...]:
    """smartctl's arguments to start or abort a self-test; it does not wait for the end.

    With text output as well: the JSON does not say when an NVMe drive lacks self-tests.
    """
    return (program, "--json=co", *_SELF_TESTS[test], *_kind(path, adapter), path)


def hdparm(program: str, test: HdparmTest, filename: str) -> tuple[str, ...]:
    """hdparm's arguments for one of its timings."""
    return (program, *_HDPARM[test], filename)
