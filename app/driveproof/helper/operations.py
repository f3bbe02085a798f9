# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""From a call's arguments to what is authorized and run: one operation, one risk, one action."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from typing import Any, NamedTuple

from driveproof.helper import commands, scan
from driveproof.helper.commands import Child
from driveproof.helper.confine import (
    CAP_DAC_READ_SEARCH,
    CAP_SYS_ADMIN,
    CAP_SYS_CHROOT,
    CAP_SYS_RAWIO,
)
from driveproof.helper.device import HeldDevice, hold
from driveproof.helper.mounts import open_mount
from driveproof.helper.protocol import (
    HIGHEST,
    MIB,
    Action,
    Claim,
    Direction,
    ErrorName,
    HelperError,
    MountOption,
    caches_of,
    check_range,
    claim_of,
    hdparm_test_of,
    invalid,
    phase_of,
    self_test_of,
)

SCAN_SECONDS = 4 * 3600.0
SMART_SECONDS = 60.0
HDPARM_SECONDS = 60.0
CACHES_SECONDS = 120.0
TRIM_SECONDS = 4 * 3600.0
TRIM_CHUNK = 1024 * MIB

Build = Callable[[HeldDevice, contextlib.ExitStack], Child]


class Ready(NamedTuple):
    """A child that may be started now, what is held for it, and what can be busy with it."""

    child: Child
    kept: contextlib.ExitStack
    key: str


class Operation(NamedTuple):
    """What a call asks for. `device` is what the prompt names; "" for none."""

    action: Action
    device: str
    open: Callable[[bool], Ready]

    def look(self) -> str:
        """Before the prompt: whether it could be done; the key. Holds nothing afterwards.

        Raises HelperError.
        """
        ready = self.open(False)
        ready.kept.close()
        return ready.key

    def prepare(self) -> Ready:
        """After it: everything again, and held. Raises HelperError."""
        return self.open(True)


def _on_device(
    action: Action,
    claim: Claim,
    build: Build,
    *,
    write: bool = False,
    held_already: HeldDevice | None = None,
) -> Operation:
    def opened(for_good: bool) -> Ready:
        with contextlib.ExitStack() as stack:
            # Before the prompt nobody may be kept from the device, nor told that it was written.
            alone = write and for_good
            found = held_already.borrow() if alone and held_already else hold(claim, write=alone)
            held = stack.enter_context(found)
            child = build(held, stack)
            return Ready(child, stack.pop_all(), f"disk {held.sequence}")

    return Operation(action, claim.path, opened)


def fio_test(
    body: tuple[Any, ...], action: Action, overtime: float, held_already: HeldDevice | None = None
) -> Operation:
    """A read or a write test. `overtime` is how many seconds fio may take beyond its own;
    `held_already` is the device where the caller holds it for writing.
    """
    device, struct, offset, length = body
    writes = action is Action.WRITE_TEST
    claim = claim_of(device)
    directions = (Direction.WRITE, Direction.MIXED) if writes else (Direction.READ,)
    phase = phase_of(struct, *directions)
    check_range(offset, length)
    if writes and not length:
        raise invalid("A write test needs the length of what may be overwritten.")

    def build(held: HeldDevice, stack: contextlib.ExitStack) -> Child:
        whole = held.range(offset, length)
        if writes and held.write_protected:
            raise HelperError(ErrorName.UNSUPPORTED, f"{held.path} is write-protected.")
        sector = held.sector
        if offset % sector or phase.block_size % sector:
            raise invalid(f"{held.path} works in blocks of {sector} bytes.")
        program = commands.find("fio")
        arguments = commands.fio(program, phase, held.inherited_path, offset, whole)
        return Child(arguments, phase.milliseconds / 1000 + overtime, (held.descriptor,))

    return _on_device(action, claim, build, write=writes, held_already=held_already)


def scan_places(body: tuple[Any, ...]) -> Operation:
    """A pass of the position scan: read only, the log of each I/O in the output."""
    device, struct = body
    claim = claim_of(device)
    wanted = scan.scan_of(struct)

    def build(held: HeldDevice, stack: contextlib.ExitStack) -> Child:
        size = held.size
        wanted.check_device(held.path, size, held.sector)
        program = commands.find("fio")
        log = scan.log_to_output(stack)
        arguments = scan.arguments(program, wanted, held.inherited_path, size, log)
        return Child(arguments, SCAN_SECONDS, (held.descriptor,))

    return _on_device(Action.READ_TEST, claim, build)


def trim(body: tuple[Any, ...], worker: tuple[str, ...]) -> Operation:
    """FITRIM of the file system on a device. `worker` is how our own children are started."""
    device, start, length = body
    claim = claim_of(device)
    check_range(start, length)

    def build(held: HeldDevice, stack: contextlib.ExitStack) -> Child:
        point, mount = open_mount(held.number)
        stack.callback(os.close, point)
        if mount.filesystem == "btrfs":
            # It counts in addresses of its own, which may lie beyond the device, and takes
            # nothing but all of them.
            end, chunk = HIGHEST, HIGHEST
            if start or length:
                raise invalid("btrfs can only be trimmed as a whole.")
        else:
            end, chunk = start + held.range(start, length), TRIM_CHUNK
        arguments = (*worker, "trim", *map(str, (point, start, end, chunk)))
        return Child(arguments, TRIM_SECONDS, (point,), frozenset({CAP_SYS_ADMIN}))

    return _on_device(Action.TRIM, claim, build)


def discard(body: tuple[Any, ...], worker: tuple[str, ...]) -> Operation:
    """BLKDISCARD of a range of a device that nothing uses: what is there is lost."""
    device, offset, length = body
    claim = claim_of(device)
    check_range(offset, length)
    if not length:
        raise invalid("A discard needs the length of what may be lost.")

    def build(held: HeldDevice, stack: contextlib.ExitStack) -> Child:
        end = offset + held.range(offset, length)
        if held.write_protected:
            raise HelperError(ErrorName.UNSUPPORTED, f"{held.path} is write-protected.")
        if offset % held.sector or length % held.sector:
            raise invalid(f"{held.path} works in blocks of {held.sector} bytes.")
        numbers = map(str, (held.descriptor, offset, end, TRIM_CHUNK))
        return Child((*worker, "discard", *numbers), TRIM_SECONDS, (held.descriptor,))

    return _on_device(Action.DISCARD, claim, build, write=True)


def read_smart(body: tuple[Any, ...]) -> Operation:
    """smartctl's whole report."""
    claim = claim_of(body[0])

    def build(held: HeldDevice, stack: contextlib.ExitStack) -> Child:
        arguments = commands.smartctl(commands.find("smartctl"), held.path)
        return Child(
            arguments, SMART_SECONDS, capabilities=frozenset({CAP_SYS_ADMIN, CAP_SYS_RAWIO})
        )

    return _on_device(Action.READ_SMART, claim, build)


def self_test(body: tuple[Any, ...]) -> Operation:
    """The drive begins or aborts a test of itself."""
    claim = claim_of(body[0])
    test = self_test_of(body[1])

    def build(held: HeldDevice, stack: contextlib.ExitStack) -> Child:
        arguments = commands.self_test(commands.find("smartctl"), test, held.path)
        capabilities = frozenset({CAP_SYS_ADMIN, CAP_SYS_RAWIO})
        return Child(arguments, SMART_SECONDS, capabilities=capabilities)

    return _on_device(Action.SELF_TEST, claim, build)


def hdparm(body: tuple[Any, ...]) -> Operation:
    """One of hdparm's timings."""
    claim = claim_of(body[0])
    test = hdparm_test_of(body[1])

    def build(held: HeldDevice, stack: contextlib.ExitStack) -> Child:
        arguments = commands.hdparm(commands.find("hdparm"), test, held.inherited_path)
        # It empties the device's caches between its rounds.
        capabilities = frozenset({CAP_SYS_ADMIN, CAP_SYS_RAWIO})
        return Child(arguments, HDPARM_SECONDS, (held.descriptor,), capabilities)

    return _on_device(Action.HDPARM, claim, build)


def drop_caches(body: tuple[Any, ...], worker: tuple[str, ...]) -> Operation:
    """The page cache and its kin, of the whole machine."""
    kind = caches_of(body[0])
    child = Child((*worker, "drop-caches", str(int(kind))), CACHES_SECONDS)
    return Operation(
        Action.DROP_CACHES, "", lambda _: Ready(child, contextlib.ExitStack(), "caches")
    )


def mount_holder(worker: tuple[str, ...], space: int) -> Callable[[int, int, MountOption], Child]:
    """The child that changes a mount's option, in the mount namespace `space` (-1: our own)."""
    needed = {CAP_SYS_ADMIN, CAP_DAC_READ_SEARCH, *({CAP_SYS_CHROOT} if space >= 0 else ())}
    inherited = (space,) if space >= 0 else ()

    def child(number: int, device: int, before: MountOption) -> Child:
        numbers = map(str, (number, device, space, int(before)))
        return Child((*worker, "mount-option", *numbers), 0.0, inherited, frozenset(needed))

    return child


BY_TOOLS = {
    "StartScan": scan_places,
    "ReadSmart": read_smart,
    "StartSelfTest": self_test,
    "StartHdparm": hdparm,
}
"""Methods that need nothing but their arguments."""
