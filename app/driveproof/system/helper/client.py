# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The client of the privileged helper: calls it, reads its pipe, reports failures plainly.

Every job has a connection of its own: however this process ends, the bus reports that to the
helper, and the job ends too.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from jeepney.low_level import MessageFlag

from driveproof.domain.errors import Advice, DriveproofError, MachineError, RefusedError, UsageError
from driveproof.domain.say import Say
from driveproof.helper.protocol import (
    API_VERSION,
    BUS_NAME,
    INTERFACE,
    METHODS,
    WirePhase,
)
from driveproof.helper.protocol import Claim as Claim  # noqa: PLC0414 - for our callers too
from driveproof.helper.protocol import ErrorName as ErrorName  # noqa: PLC0414
from driveproof.helper.protocol import SelfTest as SelfTest  # noqa: PLC0414
from driveproof.helper.protocol import SmartReport as SmartReport  # noqa: PLC0414
from driveproof.helper.protocol import WireAdapter as WireAdapter  # noqa: PLC0414
from driveproof.system.bus import BusCallError, Connection, call, connect, method_call, reply_body
from driveproof.system.desktop.packages import helper_advice, install_advice, not_installed
from driveproof.system.helper.hold import ReadHold, WriteHold
from driveproof.system.helper.job import HELPER, HelperJob, JobEnding, ended
from driveproof.system.helper.scheduler import Opened as Opened  # noqa: PLC0414
from driveproof.system.helper.scheduler import SchedulerSwitch
from driveproof.system.kernel.devices import node_at

MISSING = {
    "org.freedesktop.DBus.Error.ServiceUnknown",
    "org.freedesktop.DBus.Error.NameHasNoOwner",
    "org.freedesktop.DBus.Error.Spawn.ServiceNotFound",
    "org.freedesktop.DBus.Error.Spawn.ExecFailed",
}
_PACKAGES = {"smartctl": "smartmontools"}
_PROGRAMS = {
    "StartReadTest": "fio",
    "StartWriteTest": "fio",
    "StartScan": "fio",
    "ReadSmart": "smartctl",
    "StartSelfTest": "smartctl",
    "StartHdparm": "hdparm",
}
"""The programs that the helper runs, by the method that needs one."""
_ADVICE = {
    ErrorName.NOT_AUTHORIZED: Advice("Run it in a desktop session, or with sudo."),
    ErrorName.NO_AUTHORITY: Advice("Check that polkit is installed and running."),
    ErrorName.DEVICE_CHANGED: Advice("Check the device, then start again."),
    ErrorName.DEVICE_BUSY: Advice("Unmount it, or stop what uses it."),
    ErrorName.DEVICE_WRITTEN: Advice("Check the device, then start again."),
    ErrorName.BUSY: Advice("Wait for it to end."),
}


def failure(error: BusCallError, method: str = "") -> DriveproofError:
    """Convert the error of a call of a method of the helper to one of ours."""
    if error.name in MISSING:
        return not_installed()
    if error.name == "org.freedesktop.DBus.Error.UnknownMethod":
        return MachineError("The installed helper is too old.", advice=helper_advice())
    if error.name == "org.freedesktop.DBus.Error.NoReply":
        return ended()
    short = error.name.removeprefix(f"{BUS_NAME}.Error.")
    if short not in {name.value for name in ErrorName}:
        return MachineError(
            "Driveproof's helper failed: {reason}.",
            reason=error.text.rstrip("."),
        )
    return _refusal(ErrorName(short), error.text, _PROGRAMS.get(method, ""))


def _refusal(name: ErrorName, detail: str, program: str) -> DriveproofError:
    """`detail` is the helper's own sentence: English, with what is special about the case."""
    advice = _ADVICE.get(name)
    match name:
        case ErrorName.NOT_AUTHORIZED:
            # Translators: {detail} is an English sentence of the helper.
            return RefusedError("Not authorized: {detail}", code=name, detail=detail, advice=advice)
        case ErrorName.CANCELLED:
            return RefusedError("Cancelled: {detail}", code=name, detail=detail)
        case ErrorName.DEVICE_BUSY | ErrorName.DEVICE_WRITTEN:
            return RefusedError(
                "{name}: {text}", code=name, name=_SAID[name], text=detail, advice=advice
            )
        case ErrorName.INVALID_ARGUMENT:
            return UsageError("The helper refuses it: {detail}", code=name, detail=detail)
        case ErrorName.TOOL_MISSING if program:
            return MachineError(
                "{program} is not installed.",
                code=name,
                program=program,
                advice=install_advice(_PACKAGES.get(program, program)),
            )
    return MachineError("{name}: {text}", code=name, name=_SAID[name], text=detail, advice=advice)


_SAID = {
    ErrorName.NO_AUTHORITY: Say("polkit does not answer"),
    ErrorName.DEVICE_CHANGED: Say("The device changed"),
    ErrorName.DEVICE_BUSY: Say("The device is in use"),
    ErrorName.DEVICE_WRITTEN: Say("Nothing was trimmed"),
    ErrorName.UNSUPPORTED: Say("This is not possible here"),
    ErrorName.BUSY: Say("The helper is busy"),
    ErrorName.NO_SUCH_JOB: Say("The job has ended"),
    ErrorName.NOT_HELD: Say("The device is not reserved"),
    ErrorName.TOOL_MISSING: Say("A program is missing"),
    ErrorName.TIMED_OUT: Say("The device did not answer in time"),
    ErrorName.FAILED: Say("The helper failed"),
}


def smartctl_error(text: bytes) -> str:
    """The error in smartctl's own words, from its JSON; "" where it gives none."""
    with contextlib.suppress(ValueError, LookupError, TypeError):
        for message in json.loads(text)["smartctl"]["messages"]:
            if message["severity"] == "error":
                return " ".join(str(message["string"]).split())
    return ""


def without_self_test(text: bytes) -> bool:
    """Whether smartctl reports that the drive has no self-test.

    For NVMe drives smartctl 7.4 says so only in its text, and exits with status 0.
    """
    with contextlib.suppress(ValueError, LookupError, TypeError):
        return "Self-tests not supported" in json.loads(text)["smartctl"]["output"]
    return False


DeviceClaim = Claim
"""What the helper compares a device with; made by `claim_device`."""

_PROMPT_SECONDS = 600.0
"""Seconds that a person may take to answer the prompt."""


class Helper:
    """The helper's operations, for a person who may be prompted for a password."""

    def __init__(self, address: str = "", *, interactive: bool = True) -> None:
        """Use the system bus, or the bus at `address`. Without `interactive` nothing ever
        prompts.
        """
        self._address = address
        self._interactive = interactive
        self._answered = False

    def check(self) -> None:
        """Raises MachineError unless a helper of this version answers."""
        with self._connected() as connection:
            self._check(connection)

    def start_read_test(
        self,
        claim: Claim,
        phase: WirePhase,
        offset: int = 0,
        length: int = 0,
        *,
        opened: Opened | None = None,
    ) -> HelperJob:
        """Let fio read a device; a length of 0 is to its end. Raises DriveproofError."""
        body = (_wire(claim), phase.wire(), offset, length)
        return self._start("StartReadTest", *body, opened=opened)

    def hold_for_reading(self, claim: Claim, *, opened: Opened | None = None) -> ReadHold:
        """Ask once for all tests that read a device. Raises DriveproofError."""
        return ReadHold(*self._hold("HoldForReading", claim, opened=opened))

    def hold(
        self, claim: Claim, offset: int, length: int, *, opened: Opened | None = None
    ) -> WriteHold:
        """Ask once for all that is done to a range whose data are given up. Raises
        DriveproofError.
        """
        return WriteHold(*self._hold("HoldDevice", claim, offset, length, opened=opened))

    def _hold(
        self, method: str, claim: Claim, *body: Any, opened: Opened | None
    ) -> tuple[Connection, Callable[..., HelperJob], Callable[[], Any]]:
        """What a hold is made of: its connection, how to begin a job on it, how to let go."""
        with contextlib.ExitStack() as stack:
            connection = stack.enter_context(self._prepared(opened))
            self._call(connection, method, _wire(claim), *body)
            stack.pop_all()
        return (
            connection,
            lambda job, *rest: self._begin(connection, job, _wire(claim), *rest, shared=True),
            lambda: self._call(connection, "ReleaseDevice"),
        )

    def start_trim(
        self, claim: Claim, start: int = 0, length: int = 0, *, opened: Opened | None = None
    ) -> HelperJob:
        """Discard the free blocks of the mounted file system on a device.

        The output is lines of JSON: start, length and trimmed in bytes. Raises DriveproofError.
        """
        return self._start("StartTrim", _wire(claim), start, length, opened=opened)

    def read_smart(
        self,
        claim: Claim,
        adapter: WireAdapter = WireAdapter.AUTO,
        report: SmartReport = SmartReport.WHOLE,
    ) -> HelperJob:
        """smartctl's report as JSON. Raises DriveproofError."""
        return self._start("ReadSmart", _wire(claim), int(adapter), int(report))

    def self_test(
        self, claim: Claim, test: SelfTest, adapter: WireAdapter = WireAdapter.AUTO
    ) -> None:
        """Start or abort a self-test. The drive runs it by itself; its health data show the
        progress.

        Raises DriveproofError, with smartctl's words when the drive refuses.
        """
        text, ending = self._whole("StartSelfTest", _wire(claim), int(test), int(adapter))
        if without_self_test(text):
            raise MachineError("This drive does not report self-tests.")
        if ending.status or ending.reason:
            said = smartctl_error(text).rstrip(".") or ending.why
            raise MachineError(
                "{path} refused the self-test: {reason}.",
                path=claim.path,
                reason=said,
                advice=Advice("Not every drive and USB adapter supports it."),
            )

    def start_trace(self, claim: Claim, seconds: int, *, opened: Opened | None = None) -> HelperJob:
        """Count the requests of a whole device for so many seconds.

        The output is lines of JSON, each with all until then (system/helper/trace.py). Raises
        DriveproofError.
        """
        return self._start("StartTrace", _wire(claim), seconds, opened=opened)

    @contextmanager
    def scheduler(self, claim: Claim, name: str) -> Iterator[None]:
        """Use another I/O scheduler inside the `with`, and restore the former one afterwards."""
        with self._connected() as connection:
            self._check(connection)
            self._call(connection, "SetScheduler", _wire(claim), name)
            try:
                yield
            finally:
                # Leaving would restore it too, but not before somebody reads it.
                self._call(connection, "SetScheduler", _wire(claim), "")

    def _whole(
        self, method: str, *body: Any, opened: Opened | None = None
    ) -> tuple[bytes, JobEnding]:
        """The whole output and the end of a short job."""
        job = self._start(method, *body, opened=opened)
        try:
            return job.read(), job.wait()
        finally:
            job.close()

    def _for_switching(self, opened: Opened | None) -> Connection:
        connection = self._connected()
        _hand_out(connection, opened)
        self._check(connection, again=True)
        return connection

    def switch(self, claim: Claim) -> SchedulerSwitch:
        """A switch between several I/O schedulers of a device."""

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
        # Descriptors from the bus are inheritable.
        os.set_inheritable(descriptor, False)
        return HelperJob(connection, str(path), descriptor, shared=shared)

    def _prepared(self, opened: Opened | None) -> Connection:
        """A connection to a helper of this version that is notified of the helper's end."""
        with contextlib.ExitStack() as stack:
            connection: Connection = stack.enter_context(self._connected())
            _hand_out(connection, opened)
            self._check(connection, again=True)  # from here on the bus reports the helper's end
            stack.pop_all()
        return connection

    def _connected(self) -> Connection:
        return connect(self._address, descriptors=True)

    def _check(self, connection: Connection, *, again: bool = False) -> None:
        """With `again`: a helper that has answered before is installed, so if it is gone it has
        ended.
        """
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
                "The installed helper has version {version}, not {wanted}.",
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
            return reply_body(connection.send_and_get_reply(message, timeout=_PROMPT_SECONDS))
        except BusCallError as error:
            if error.name in MISSING:  # it existed a moment ago
                raise ended() from error
            raise failure(error, method) from error
        except TimeoutError as error:
            raise MachineError("The password prompt was not answered.") from error
        except OSError as error:
            raise ended() from error


def claim_device(path: str, root: Path = Path("/sys")) -> Claim:
    """The claim that the helper compares: the device at `path` as it is now. Raises
    MachineError.
    """
    try:
        node = node_at(path, root)
        if node is None:
            raise MachineError("{path} is not a block device.", path=path)
        number = f"{os.major(node.number)}:{os.minor(node.number)}"
        place = (root / "dev/block" / number).resolve(strict=True)
        for folder in (place, place.parent):  # a partition uses its disk's
            with contextlib.suppress(FileNotFoundError):
                sequence = int((folder / "diskseq").read_text("ascii"))
                return Claim(node.path, node.number, sequence)
    except (OSError, ValueError) as error:
        raise MachineError("{path} is not a block device.", path=path) from error
    raise MachineError("Linux 5.15 or later is needed.")


def _hand_out(connection: Connection, opened: Opened | None) -> None:
    if opened is not None:
        opened(lambda: _hang_up(connection))


def _hang_up(connection: Connection) -> None:
    with contextlib.suppress(OSError):
        connection.sock.shutdown(socket.SHUT_RDWR)


def _wire(claim: Claim) -> tuple[str, int, int]:
    return claim.path, claim.number, claim.sequence
