# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The user's side of the privileged helper: asks it, reads its pipe, and says plainly what failed.

Every job has a connection of its own: when this process ends, however, the bus tells the helper,
and the job ends with it.
"""

from __future__ import annotations

import contextlib
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from jeepney.low_level import MessageFlag

from driveproof.domain.errors import Advice, MachineError
from driveproof.helper.protocol import (
    API_VERSION,
    INTERFACE,
    METHODS,
    Caches,
    HdparmTest,
    Phase,
)
from driveproof.helper.protocol import Claim as Claim  # noqa: PLC0414 - for our callers too
from driveproof.helper.protocol import SelfTest as SelfTest  # noqa: PLC0414
from driveproof.helper.scan import Scan
from driveproof.system.bus import BusCallError, Connection, answer, call, connect, method_call
from driveproof.system.desktop.packages import helper_advice
from driveproof.system.helper.errors import MISSING, failure, smartctl_error, without_self_test
from driveproof.system.helper.hold import WriteHold
from driveproof.system.helper.job import HELPER, Ending, HelperJob, ended
from driveproof.system.helper.mount import MountClaim, MountSwitch, option_number
from driveproof.system.helper.scheduler import Opened as Opened  # noqa: PLC0414
from driveproof.system.helper.scheduler import SchedulerSwitch
from driveproof.system.kernel.devices import node_at

DeviceClaim = Claim
"""What the helper compares a device with; made by `claim_device`."""

_PROMPT_SECONDS = 600.0
"""How long the person at the prompt may think."""


class Helper:
    """What the helper does for a person who may be asked for a password."""

    def __init__(self, address: str = "", *, interactive: bool = True) -> None:
        """On the system bus, or the bus at `address`. Not `interactive`: without any prompt."""
        self._address = address
        self._interactive = interactive
        self._answered = False

    def check(self) -> None:
        """Raises MachineError unless a helper of this version is there."""
        with self._connected() as connection:
            self._check(connection)

    def start_read_test(
        self,
        claim: Claim,
        phase: Phase,
        offset: int = 0,
        length: int = 0,
        *,
        opened: Opened | None = None,
    ) -> HelperJob:
        """fio reads a device; a length of 0 is to its end. Raises DriveproofError."""
        body = (_wire(claim), phase.wire(), offset, length)
        return self._start("StartReadTest", *body, opened=opened)

    def start_write_test(self, claim: Claim, phase: Phase, offset: int, length: int) -> HelperJob:
        """fio overwrites a range of a device that nothing uses. Raises DriveproofError."""
        return self._start("StartWriteTest", _wire(claim), phase.wire(), offset, length)

    def start_scan(self, claim: Claim, scan: Scan, *, opened: Opened | None = None) -> HelperJob:
        """fio reads places all over a device and logs each I/O. Raises DriveproofError."""
        return self._start("StartScan", _wire(claim), scan.wire(), opened=opened)

    def hold(
        self, claim: Claim, offset: int, length: int, *, opened: Opened | None = None
    ) -> WriteHold:
        """Ask once for all tests of a range that may be overwritten. Raises DriveproofError."""
        with contextlib.ExitStack() as stack:
            connection = stack.enter_context(self._prepared(opened))
            self._call(connection, "HoldDevice", _wire(claim), offset, length)
            stack.pop_all()
        return WriteHold(
            connection,
            lambda method, *body: self._begin(connection, method, _wire(claim), *body, shared=True),
            lambda: self._call(connection, "ReleaseDevice"),
        )

    def start_discard(
        self, claim: Claim, offset: int, length: int, *, opened: Opened | None = None
    ) -> HelperJob:
        """Discard a range of a device that nothing uses: what is there is lost.

        Lines of JSON: start and length in bytes. Raises DriveproofError.
        """
        return self._start("StartDiscard", _wire(claim), offset, length, opened=opened)

    def start_trim(
        self, claim: Claim, start: int = 0, length: int = 0, *, opened: Opened | None = None
    ) -> HelperJob:
        """Discard the free blocks of the mounted file system on a device.

        Lines of JSON: start, length and trimmed in bytes. Raises DriveproofError.
        """
        return self._start("StartTrim", _wire(claim), start, length, opened=opened)

    def read_smart(self, claim: Claim) -> HelperJob:
        """smartctl's report as JSON. Raises DriveproofError."""
        return self._start("ReadSmart", _wire(claim))

    def self_test(self, claim: Claim, test: SelfTest) -> None:
        """Let the drive begin a test of itself, or abort it. The drive goes on by itself; its
        health data tell how far it is.

        Raises DriveproofError, with smartctl's words when the drive does not do it.
        """
        text, ending = self._whole("StartSelfTest", _wire(claim), int(test))
        if without_self_test(text):
            raise MachineError("{path} cannot test itself: it has no self-tests.", path=claim.path)
        if ending.status or ending.reason:
            said = smartctl_error(text) or ending.words.strip() or ending.reason
            raise MachineError(
                "{path} did not take the request for a self-test: {said}",
                path=claim.path,
                said=said,
                advice=Advice(
                    "Not every drive can test itself, and not every USB adapter passes it on."
                ),
            )

    def start_hdparm(
        self, claim: Claim, test: HdparmTest, *, opened: Opened | None = None
    ) -> HelperJob:
        """One of hdparm's timings. Raises DriveproofError."""
        return self._start("StartHdparm", _wire(claim), int(test), opened=opened)

    def drop_caches(self, caches: Caches = Caches.ALL, *, opened: Opened | None = None) -> None:
        """Empty the page cache and its kin, and wait until that is done. Raises DriveproofError."""
        _, ending = self._whole("DropCaches", int(caches), opened=opened)
        if ending.status or ending.reason:
            raise MachineError(
                "The caches were not emptied: {why}", why=ending.words or ending.reason
            )

    @contextmanager
    def scheduler(self, claim: Claim, name: str) -> Iterator[None]:
        """Another I/O scheduler inside the `with`, the former one after it, whatever happens."""
        with self._connected() as connection:
            self._check(connection)
            self._call(connection, "SetScheduler", _wire(claim), name)
            try:
                yield
            finally:
                # Leaving would do it too, but not before somebody looks.
                self._call(connection, "SetScheduler", _wire(claim), "")

    def _whole(self, method: str, *body: Any, opened: Opened | None = None) -> tuple[bytes, Ending]:
        """A short job's output and end."""
        job = self._start(method, *body, opened=opened)
        try:
            with os.fdopen(job.output, "rb") as output:
                text = output.read()
            return text, job.wait()
        finally:
            job.close()

    def _for_switching(self, opened: Opened | None) -> Connection:
        connection = self._connected()
        _hand_out(connection, opened)
        self._check(connection, again=True)
        return connection

    def mount_switch(self, claim: MountClaim) -> MountSwitch:
        """For several options of a mount in turn."""

        def put(connection: Connection, name: str, quiet: bool) -> None:
            body = (_wire(claim.device), claim.number, int(option_number(name)))
            self._call(connection, "SetMountOption", *body, quiet=quiet)

        return MountSwitch(self._for_switching, put, self.check, _hand_out)

    def switch(self, claim: Claim) -> SchedulerSwitch:
        """For several I/O schedulers of a device in turn."""

        def put(connection: Connection, name: str, quiet: bool) -> None:
            self._call(connection, "SetScheduler", _wire(claim), name, quiet=quiet)

        return SchedulerSwitch(self._for_switching, put, self.check, _hand_out)

    def _start(self, method: str, *body: Any, opened: Opened | None = None) -> HelperJob:
        with contextlib.ExitStack() as stack:
            connection = stack.enter_context(self._prepared(opened))
            job = self._begin(connection, method, *body)
            stack.pop_all()
        return job

    def _begin(
        self, connection: Connection, method: str, *body: Any, shared: bool = False
    ) -> HelperJob:
        path, output = self._call(connection, method, *body)
        descriptor = int(output.to_raw_fd())
        # What comes from the bus is inheritable.
        os.set_inheritable(descriptor, False)
        return HelperJob(connection, str(path), descriptor, shared=shared)

    def _prepared(self, opened: Opened | None) -> Connection:
        """A connection to a helper of this version that hears of the helper's end."""
        with contextlib.ExitStack() as stack:
            connection: Connection = stack.enter_context(self._connected())
            _hand_out(connection, opened)
            self._check(connection, again=True)  # from here on the bus tells of the helper's end
            stack.pop_all()
        return connection

    def _connected(self) -> Connection:
        return connect(self._address, descriptors=True)

    def _check(self, connection: Connection, *, again: bool = False) -> None:
        """`again`: what has answered before is installed, so it has ended if it is not there."""
        properties = HELPER.with_interface("org.freedesktop.DBus.Properties")
        try:
            ((_, version),) = call(connection, properties, "Get", "ss", (INTERFACE, "ApiVersion"))
        except BusCallError as error:
            if again and self._answered and error.name in MISSING:
                raise ended() from error
            raise failure(error) from error
        except (OSError, TimeoutError) as error:
            raise MachineError("Driveproof's helper does not answer.") from error
        self._answered = True
        if version != API_VERSION:
            raise MachineError(
                "The helper that is installed speaks version {version}, not {wanted}.",
                version=version,
                wanted=API_VERSION,
                advice=helper_advice(),
            )

    def _call(
        self, connection: Connection, method: str, *body: Any, quiet: bool = False
    ) -> tuple[Any, ...]:
        message = method_call(HELPER, method, METHODS[method].takes, body)
        if self._interactive and not quiet:
            message.header.flags |= MessageFlag.allow_interactive_authorization
        try:
            return answer(connection.send_and_get_reply(message, timeout=_PROMPT_SECONDS))
        except BusCallError as error:
            if error.name in MISSING:  # it was there a moment ago
                raise ended() from error
            raise failure(error) from error
        except TimeoutError as error:
            raise MachineError("Nobody answered the question for authorization.") from error
        except OSError as error:
            raise ended() from error


def claim_device(path: str, root: Path = Path("/sys")) -> Claim:
    """What the helper compares: the device at `path` as it is now. Raises MachineError."""
    try:
        node = node_at(path, root)
        if node is None:
            raise MachineError("{path} is not a block device that is there.", path=path)
        number = f"{os.major(node.number)}:{os.minor(node.number)}"
        place = (root / "dev/block" / number).resolve(strict=True)
        for folder in (place, place.parent):  # a partition has its disk's
            with contextlib.suppress(FileNotFoundError):
                sequence = int((folder / "diskseq").read_text("ascii"))
                return Claim(node.path, node.number, sequence)
    except (OSError, ValueError) as error:
        raise MachineError("{path} is not a block device that is there.", path=path) from error
    raise MachineError(
        "This kernel does not number its disks.",
        advice=Advice("Linux 5.15 and later can, and it is needed."),
    )


def _hand_out(connection: Connection, opened: Opened | None) -> None:
    if opened is not None:
        opened(lambda: _hang_up(connection))


def _hang_up(connection: Connection) -> None:
    with contextlib.suppress(OSError):
        connection.sock.shutdown(socket.SHUT_RDWR)


def _wire(claim: Claim) -> tuple[str, int, int]:
    return claim.path, claim.number, claim.sequence
