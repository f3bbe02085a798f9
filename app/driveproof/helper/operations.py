# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""From a call's arguments to what is authorized and run: one risk, one action."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

from driveproof.helper import capacity_check, program_arguments, scan, trace, worker
from driveproof.helper.confine import CAP_SYS_ADMIN, CAP_SYS_RAWIO, settle
from driveproof.helper.device import (
    HeldDevice,
    SeenDevice,
    borrow,
    check_device,
    check_unwritten,
    hold_device,
    identify,
)
from driveproof.helper.forks import ChildProgram, ChildWork, become
from driveproof.helper.identity import WrittenSectors, is_behind_usb, is_partition
from driveproof.helper.jobs import BusyKind, Key
from driveproof.helper.mounts import open_mount, writable_mounts
from driveproof.helper.protocol import (
    HIGHEST,
    MIB,
    Claim,
    ErrorName,
    HelperError,
    PolkitAction,
    WireAdapter,
    WireDirection,
    adapter_of,
    caches_of,
    check_range,
    claim_of,
    hdparm_test_of,
    invalid_argument,
    phase_of,
    self_test_of,
    smart_report_of,
    trace_seconds_of,
)
from driveproof.helper.read_check import read_check as check_places
from driveproof.helper.self_describing import BLOCK

SCAN_SECONDS = 4 * 3600.0
CHECK_SECONDS = 14 * 24 * 3600.0  # the largest disks take days where they are full of bad places
SMART_SECONDS = 60.0
HDPARM_SECONDS = 60.0
CACHES_SECONDS = 120.0
TRIM_SECONDS = 4 * 3600.0
TRIM_CHUNK = 1024 * MIB
_LATE = 30.0  # seconds that counting takes beyond its time at most

_TOOLS = frozenset({CAP_SYS_ADMIN, CAP_SYS_RAWIO})
Build = Callable[[HeldDevice], ChildProgram]


class Operation(NamedTuple):
    """What a call requests.

    `claim` is the device that the prompt names, and `key` what the operation makes busy. Before the
    prompt `look` checks whether it could be done; it opens nothing and raises HelperError.
    After the prompt `prepare` makes the child's work: the device is opened there and compared
    again. The child has `seconds` for it, and needs the descriptors in `needs`.
    """

    action: PolkitAction
    claim: Claim
    key: Key
    seconds: float
    look: Callable[[], None]
    prepare: Callable[[contextlib.ExitStack], ChildWork]
    needs: tuple[int, ...] = ()


def _by_program(
    action: PolkitAction,
    claim: Claim,
    seconds: float,
    check: Callable[[SeenDevice], None],
    build: Build,
    *,
    lender: socket.socket | None = None,
) -> Operation:
    """A program on a device, which it only reads unless it is borrowed from a `lender`."""
    identity = identify(claim)

    def work(line: socket.socket) -> None:
        with borrow(lender, identity) if lender else hold_device(identity) as held:
            become(build(held))

    needs = (lender.fileno(),) if lender else ()
    return Operation(
        action,
        claim,
        _key(claim),
        seconds,
        lambda: check(check_device(claim)),
        lambda _: work,
        needs,
    )


def _key(claim: Claim) -> Key:
    return BusyKind.DISK, claim.sequence


def read_test(body: tuple[Any, ...], overtime: float) -> Operation:
    """A read test. `overtime` is how many seconds fio may take beyond its own runtime."""
    return _fio_test(body, overtime, WireDirection.READ)


def write_test(body: tuple[Any, ...], lender: socket.socket, overtime: float) -> Operation:
    """A write test on what the caller holds."""
    return _fio_test(body, overtime, WireDirection.WRITE, WireDirection.MIXED, lender=lender)


def _fio_test(
    body: tuple[Any, ...],
    overtime: float,
    *directions: WireDirection,
    lender: socket.socket | None = None,
) -> Operation:
    device, struct, offset, length = body
    claim = claim_of(device)
    phase = phase_of(struct, *directions)
    check_range(offset, length)
    fio = program_arguments.find("fio")

    def check(seen: SeenDevice) -> None:
        program_arguments.fio(fio, phase, "", offset, seen.range(offset, length))
        if lender:
            seen.check_writable()

    def build(held: HeldDevice) -> ChildProgram:
        seen = held.seen()
        check(seen)
        held.check_blocks(offset, phase.block_size)
        whole = seen.range(offset, length)
        arguments = program_arguments.fio(fio, phase, held.inherited_path, offset, whole)
        opened = (held.descriptor,)
        return ChildProgram(arguments, opened, writable=opened if lender else ())

    action = PolkitAction.OVERWRITE if lender else PolkitAction.MEASURE
    seconds = phase.milliseconds / 1000 + overtime
    return _by_program(action, claim, seconds, check, build, lender=lender)


def scan_places(body: tuple[Any, ...]) -> Operation:
    """A pass of the position scan: read-only, with the log of each I/O in the output."""
    device, struct = body
    claim = claim_of(device)
    wanted = scan.scan_of(struct)
    fio = program_arguments.find("fio")
    identity = identify(claim)

    def prepare(stack: contextlib.ExitStack) -> ChildWork:
        log = scan.log_to_output(stack)

        def work(line: socket.socket) -> None:
            with hold_device(identity) as held:
                size = held.seen().size
                wanted.check_device(held.path, size, held.sector)
                arguments = scan.scan_arguments(fio, wanted, held.inherited_path, size, log)
                become(ChildProgram(arguments, (held.descriptor,)))

        return work

    def check() -> None:
        seen = check_device(claim)
        wanted.check_device(seen.path, seen.size, 1)

    return Operation(PolkitAction.MEASURE, claim, _key(claim), SCAN_SECONDS, check, prepare)


def read_check(body: tuple[Any, ...]) -> Operation:
    """Read a range of a device once, over bad places, and report each place."""
    device, offset, length = body
    claim = claim_of(device)
    check_range(offset, length)
    identity = identify(claim)

    def check() -> None:
        seen = check_device(claim)
        seen.check_blocks(seen.range(offset, length))

    def work(line: socket.socket) -> None:
        with hold_device(identity) as held:
            end = offset + held.seen().range(offset, length)
            held.check_blocks(offset, end)
            settle()
            line.close()
            check_places(held.descriptor, offset, end)

    return Operation(PolkitAction.MEASURE, claim, _key(claim), CHECK_SECONDS, check, lambda _: work)


def _check_capacity(
    part: Callable[[int, int, int, int], None], body: tuple[Any, ...], lender: socket.socket
) -> Operation:
    """A part of a check of capacity, on a range in whole blocks of it that the caller holds.

    Reading back as well: it says which blocks are empty, whoever wrote or discarded them.
    """
    device, offset, length, number = body
    claim = claim_of(device)
    check_range(offset, length)
    if offset % BLOCK or length % BLOCK:
        raise invalid_argument(f"A check of capacity works in blocks of {BLOCK} bytes.")
    identity = identify(claim)

    def check() -> None:
        check_device(claim).range(offset, length)

    def work(line: socket.socket) -> None:
        with borrow(lender, identity) as held:
            held.writable_range(offset, length)
            held.check_blocks(length)
            settle()
            line.close()
            part(held.descriptor, offset, offset + length, number)

    return Operation(
        PolkitAction.OVERWRITE, claim, _key(claim), CHECK_SECONDS, check, lambda _: work,
        (lender.fileno(),),
    )  # fmt: skip


def trim(body: tuple[Any, ...]) -> Operation:
    """FITRIM of the file system on a device."""
    device, start, length = body
    claim = claim_of(device)
    check_range(start, length)

    def span(seen: SeenDevice, filesystem: str) -> tuple[int, int]:
        if filesystem != "btrfs":
            return start + seen.range(start, length), TRIM_CHUNK
        # It uses addresses of its own, which may lie beyond the device, and accepts only the whole
        # file system.
        if start or length:
            raise invalid_argument("btrfs can only be trimmed as a whole.")
        return HIGHEST, HIGHEST

    def check() -> None:
        seen = check_device(claim)
        span(seen, writable_mounts(claim.number)[0].filesystem)

    def work(line: socket.socket) -> None:
        point, mount = open_mount(claim.number)
        # A mounted device's name cannot pass to another device, so this may follow the open.
        end, chunk = span(check_device(claim), mount.filesystem)
        settle((CAP_SYS_ADMIN,))
        line.close()
        worker.trim(point, start, end, chunk)

    return Operation(PolkitAction.TRIM, claim, _key(claim), TRIM_SECONDS, check, lambda _: work)


def _discard_unwritten(body: tuple[Any, ...], lender: socket.socket) -> Operation:
    """`_discard` of what a run has left, if nobody wrote to the device since."""
    return _discard(body[:3], lender, WrittenSectors(*body[3:]))


def _discard(
    body: tuple[Any, ...], lender: socket.socket, unwritten: WrittenSectors | None = None
) -> Operation:
    """BLKDISCARD of a range that the caller holds: its data are lost. `unwritten` is what the
    kernel had counted when the data were known to be nobody's.
    """
    device, offset, length = body
    claim = claim_of(device)
    check_range(offset, length)
    identity = identify(claim)

    def check() -> None:
        seen = check_device(claim)
        seen.range(offset, length)
        seen.check_blocks(length)
        if unwritten is not None:
            check_unwritten(claim, unwritten)

    def work(line: socket.socket) -> None:
        with borrow(lender, identity) as held:
            end = offset + held.writable_range(offset, length)
            held.check_blocks(length)
            if unwritten is not None:
                held.flush()  # what is still in memory only is not counted yet
                check_unwritten(claim, unwritten)
            settle()
            line.close()
            worker.discard(held.descriptor, offset, end, TRIM_CHUNK)

    return Operation(
        PolkitAction.OVERWRITE, claim, _key(claim), TRIM_SECONDS, check, lambda _: work,
        (lender.fileno(),),
    )  # fmt: skip


def read_smart(body: tuple[Any, ...]) -> Operation:
    """A report of smartctl."""
    claim = claim_of(body[0])
    adapter, report = adapter_of(body[1]), smart_report_of(body[2])
    smartctl = program_arguments.find("smartctl")

    def build(held: HeldDevice) -> ChildProgram:
        return _named(program_arguments.smartctl(smartctl, held.path, adapter, report), held)

    check = _behind(adapter, claim)
    return _by_program(PolkitAction.READ_SMART, claim, SMART_SECONDS, check, build)


def self_test(body: tuple[Any, ...]) -> Operation:
    """Start or abort a self-test of the drive."""
    claim = claim_of(body[0])
    test, adapter = self_test_of(body[1]), adapter_of(body[2])
    smartctl = program_arguments.find("smartctl")

    def build(held: HeldDevice) -> ChildProgram:
        return _named(program_arguments.self_test(smartctl, test, held.path, adapter), held)

    check = _behind(adapter, claim)
    return _by_program(PolkitAction.SELF_TEST, claim, SMART_SECONDS, check, build)


def _behind(adapter: WireAdapter, claim: Claim) -> Callable[[SeenDevice], None]:
    """The commands of an adapter's type are for USB: what is one of sntjmicron resets a SATA drive
    that has no such adapter (smartmontools' issue 547).
    """

    def check(seen: SeenDevice) -> None:
        if adapter is not WireAdapter.AUTO and not is_behind_usb(claim):
            raise HelperError(ErrorName.UNSUPPORTED, f"{seen.path} is not a drive behind USB.")

    return check


def _named(arguments: tuple[str, ...], held: HeldDevice) -> ChildProgram:
    """The program opens the device by its name.

    The descriptor that it inherits, and does not use, keeps the name from passing to another drive.
    """
    opened = (held.descriptor,)
    return ChildProgram(arguments, opened, _TOOLS, writable=opened)


def hdparm(body: tuple[Any, ...]) -> Operation:
    """One of hdparm's timings."""
    claim = claim_of(body[0])
    test = hdparm_test_of(body[1])
    program = program_arguments.find("hdparm")

    def build(held: HeldDevice) -> ChildProgram:
        arguments = program_arguments.hdparm(program, test, held.inherited_path)
        # hdparm flushes the device's caches between its rounds.
        return ChildProgram(arguments, (held.descriptor,), frozenset({CAP_SYS_ADMIN}))

    return _by_program(PolkitAction.MEASURE, claim, HDPARM_SECONDS, _any, build)


def _any(seen: SeenDevice) -> None:
    """Every device will do."""


def drop_caches(body: tuple[Any, ...]) -> Operation:
    """Drop the page cache and its kin of the whole machine, to measure a device."""
    claim, kind = claim_of(body[0]), caches_of(body[1])

    def work(line: socket.socket) -> None:
        descriptor = worker.open_drop_caches()
        settle()
        line.close()
        worker.drop_caches(descriptor, int(kind))

    def check() -> None:
        check_device(claim)

    return Operation(
        PolkitAction.MEASURE, claim, (BusyKind.CACHES, 0), CACHES_SECONDS, check, lambda _: work
    )


def trace_requests(body: tuple[Any, ...]) -> Operation:
    """Count the requests of a whole device, which is not opened, and may be tested meanwhile."""
    claim = claim_of(body[0])
    seconds = trace_seconds_of(body[1])

    def check() -> None:
        check_device(claim)
        if is_partition(claim):
            raise HelperError(
                ErrorName.UNSUPPORTED, f"{claim.path} is a part of a disk: name the disk."
            )

    def work(line: socket.socket) -> None:
        instance = trace.Instance(claim.number)
        size = check_device(
            claim
        ).size  # the instance follows the number: compared once it is there
        settle()
        line.close()
        trace.count(instance, size, seconds, worker.write)

    key = BusyKind.TRACE, claim.sequence
    return Operation(PolkitAction.TRACE, claim, key, seconds + _LATE, check, lambda _: work)


WITHIN_HOLD: dict[str, Callable[[tuple[Any, ...], socket.socket], Operation]] = {
    "StartFill": partial(_check_capacity, capacity_check.fill),
    "StartReadBack": partial(_check_capacity, capacity_check.read_back),
    "StartProbe": partial(_check_capacity, capacity_check.probe),
    "StartDiscard": _discard,
    "StartDiscardUnwritten": _discard_unwritten,
}
"""What is done only to a range that the caller holds: device, offset and length come first."""


BY_BODY: dict[str, Callable[[tuple[Any, ...]], Operation]] = {
    "StartScan": scan_places,
    "StartReadCheck": read_check,
    "StartTrim": trim,
    "ReadSmart": read_smart,
    "StartSelfTest": self_test,
    "StartHdparm": hdparm,
    "DropCaches": drop_caches,
    "StartTrace": trace_requests,
}
"""Methods that need only their arguments."""
