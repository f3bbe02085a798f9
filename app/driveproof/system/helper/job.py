# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A job of the privileged helper, from its start to the signal of its end."""

from __future__ import annotations

import contextlib
import errno
import os
import select
from dataclasses import dataclass

from jeepney import DBusAddress
from jeepney.low_level import HeaderFields, MessageFlag, MessageType

from driveproof.domain.errors import Advice, MachineError
from driveproof.domain.say import Say
from driveproof.helper.protocol import BUS_NAME, INTERFACE, OBJECT_PATH, ErrorName
from driveproof.system.bus import Connection, method_call, owner_changed, sender_of

_PIECE = 65536
_NOT_SUPPORTED = {errno.EOPNOTSUPP, errno.ENOTTY}
"""Linux's answers to FITRIM and BLKDISCARD (fs/ioctl.c, block/ioctl.c)."""
HELPER = DBusAddress(OBJECT_PATH, bus_name=BUS_NAME, interface=INTERFACE)


def ended() -> MachineError:
    """The error when the helper has gone although nobody ended it."""
    return MachineError(
        "Driveproof's helper ended.",
        advice=Advice("Try again."),
    )


@dataclass(frozen=True, slots=True)
class JobEnding:
    """How a job ended: exit status (negative: the signal), why the helper ended it ("" if it ended
    by itself), and the last lines of the program's standard error.

    The status of a job without a program of its own, a TRIM or a discard, is the system's error
    number (errno(3)).
    """

    status: int
    reason: str
    words: str

    @property
    def timed_out(self) -> bool:
        """Whether the helper ended it because it took too long."""
        return self.reason == ErrorName.TIMED_OUT

    @property
    def cancelled(self) -> bool:
        """Whether the helper ended it because somebody asked for that, or left."""
        return self.reason == ErrorName.CANCELLED

    @property
    def why(self) -> Say | str:
        """What went wrong, in the program's words or by the helper's reason; "" where unknown."""
        if words := " ".join(self.words.split()):
            return words
        if self.timed_out:
            return Say("no answer")
        return Say("cancelled") if self.cancelled else self.reason

    @property
    def not_supported(self) -> bool:
        """Whether a TRIM or a discard failed because the file system or the device has none."""
        return self.status in _NOT_SUPPORTED


class HelperJob:
    """A running job. The caller reads `output`, a descriptor, to its end and closes it.

    Keep reading: a full pipe stops the program that is being measured.
    """

    def __init__(
        self, connection: Connection, path: str, output: int, *, shared: bool = False
    ) -> None:
        """With `shared` the connection outlives the job, unless the job is left while it runs."""
        self._connection = connection
        self._helper = connection.follow(BUS_NAME)
        self._path = path
        self._shared = shared
        self._ended = False
        self.output = output

    def cancel(self) -> None:
        """Request its end, from any thread; `wait` returns when it has ended."""
        message = method_call(HELPER, "Cancel", "o", (self._path,))
        message.header.flags |= MessageFlag.no_reply_expected
        with contextlib.suppress(OSError):
            self._connection.send(message)

    def read(self) -> bytes:
        """All of the output, which is closed then. Raises MachineError once somebody hangs up: what
        a drive does not answer keeps the helper's child in the kernel, and its output open.
        """
        said = bytearray()
        poll = select.poll()
        poll.register(self.output, select.POLLIN)
        poll.register(self._connection.sock, select.POLLRDHUP)
        with os.fdopen(self.output, "rb", buffering=0) as output:
            while True:
                ready = dict(poll.poll())
                if output.fileno() in ready:
                    data = output.read(_PIECE)
                    if not data:
                        return bytes(said)
                    said += data
                elif ready:
                    raise ended()

    def wait(self, seconds: float | None = None) -> JobEnding:
        """Wait for the end, after the end of the output; raises MachineError or TimeoutError.

        Only the helper can report it, and only the bus can report that the helper has gone.
        """
        while True:
            try:
                message = self._connection.receive(timeout=seconds)
            except ConnectionError as error:
                raise ended() from error
            if owner_changed(message) == (BUS_NAME, ""):
                raise ended()
            fields = message.header.fields
            if (
                message.header.message_type == MessageType.signal
                and self._helper.own(sender_of(message))
                and fields.get(HeaderFields.interface) == INTERFACE
                and fields.get(HeaderFields.member) == "Finished"
                and message.body[0] == self._path
            ):
                self._ended = True
                return JobEnding(*message.body[1:])

    def close(self) -> None:
        """Disconnect; a job that still runs ends."""
        if not (self._shared and self._ended):
            self._connection.close()
