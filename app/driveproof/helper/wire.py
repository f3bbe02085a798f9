# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The helper's side of the bus: bounded reading, so that no message can exhaust its memory.

jeepney turns a whole message into objects at once, and 32 MiB on the bus can become a gigabyte.
Here the header is read first; the body is parsed only if it is small, and only after its signature
was compared.
"""

from __future__ import annotations

import array
import contextlib
import errno
import os
import socket
import struct
from itertools import count
from typing import Any, NamedTuple

from jeepney.bus import get_bus
from jeepney.io.blocking import prep_socket
from jeepney.low_level import Header, HeaderFields, Message, MessageFlag, MessageType

MAX_HEADER = 8192
MAX_BODY = 16384
_FIXED = 16  # bytes of a header before its fields
_MAX_DESCRIPTORS = 253  # what the kernel passes in one message
EXHAUSTED = {
    errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.ENOBUFS, errno.EAGAIN, errno.ETOOMANYREFS,
    errno.ENOSPC,
}  # fmt: skip
"""Errors that mean the machine, or this process, has temporarily run out of something."""
# What the parser raises for malformed bytes.
_UNREADABLE = (ValueError, KeyError, IndexError, TypeError, OverflowError, RecursionError)


def bus_address() -> str:
    """The bus that started us, or the system bus."""
    starter = os.environ.get("DBUS_STARTER_ADDRESS")
    if starter and os.environ.get("DBUS_STARTER_BUS_TYPE") == "system":
        return starter
    return "SYSTEM"


class Incoming(NamedTuple):
    """A message with its header read; `raw` is None where too large a body was dropped."""

    header: Header
    raw: bytes | None

    @property
    def kind(self) -> MessageType:
        """Call, return, error or signal."""
        return self.header.message_type

    @property
    def sender(self) -> str:
        """The unique name of the sender, which the bus writes: it cannot be forged."""
        return str(self.header.fields.get(HeaderFields.sender, ""))

    @property
    def signature(self) -> str:
        """The body's signature."""
        return str(self.header.fields.get(HeaderFields.signature, ""))

    @property
    def member(self) -> str:
        """The method's or signal's name."""
        return str(self.header.fields.get(HeaderFields.member, ""))

    @property
    def interface(self) -> str:
        """The interface of the method or signal; "" where the caller left it out."""
        return str(self.header.fields.get(HeaderFields.interface, ""))

    @property
    def path(self) -> str:
        """The object path."""
        return str(self.header.fields.get(HeaderFields.path, ""))

    @property
    def error_name(self) -> str:
        """The name of an error."""
        return str(self.header.fields.get(HeaderFields.error_name, ""))

    @property
    def reply_serial(self) -> int:
        """The serial of the message that this one answers."""
        return int(self.header.fields.get(HeaderFields.reply_serial, 0))

    @property
    def carries_descriptors(self) -> bool:
        """Whether the sender attached descriptors; they were closed on arrival."""
        return bool(self.header.fields.get(HeaderFields.unix_fds, 0))

    @property
    def interactive(self) -> bool:
        """Whether the caller allows a prompt."""
        return bool(self.header.flags & MessageFlag.allow_interactive_authorization)

    @property
    def wants_reply(self) -> bool:
        """Whether the caller waits for an answer."""
        return not self.header.flags & MessageFlag.no_reply_expected

    def body(self, signature: str) -> tuple[Any, ...]:
        """The arguments; raises ValueError unless they have exactly this signature."""
        if self.signature != signature or self.raw is None or self.carries_descriptors:
            raise ValueError(f"not the signature {signature!r}")
        try:
            return tuple(Message.from_buffer(self.raw).body)
        except (*_UNREADABLE, struct.error) as error:
            raise ValueError("an unreadable body") from error


class Wire:
    """A connection to the bus that closes every descriptor that it did not request."""

    def __init__(self, address: str) -> None:
        """Raises OSError, TimeoutError, RuntimeError or ValueError where there is no bus."""
        self._socket = prep_socket(get_bus(address), enable_fds=True, timeout=10.0)
        self._serials = count(1)
        self._buffer = bytearray()
        self._skip = 0

    def fileno(self) -> int:
        """The descriptor, for a selector."""
        return self._socket.fileno()

    def close(self) -> None:
        """Disconnect from the bus."""
        self._socket.close()

    def send(self, message: Message, *descriptors: int) -> int:
        """Send, with the descriptors that the body names; returns the serial.

        Raises OSError where the kernel has no room for them: then nothing was sent. `receive`
        reports a bus that has gone or does not read.
        """
        serial = next(self._serials)
        found = array.array("i")
        data = message.serialise(serial=serial, fds=found)
        assert tuple(found) == descriptors
        sent = 0
        try:
            if descriptors:
                rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, found)]
                sent = self._socket.sendmsg([data], rights)
            self._socket.sendall(data[sent:])
        except OSError as error:
            if descriptors and not sent and error.errno in EXHAUSTED:
                raise
            # Part of it may have been sent, so no other message can follow.
            with contextlib.suppress(OSError):
                self._socket.shutdown(socket.SHUT_RDWR)
        return serial

    def receive(self) -> list[Incoming]:
        """The complete messages that have arrived; raises ConnectionError when the bus has gone."""
        space = socket.CMSG_SPACE(_MAX_DESCRIPTORS * array.array("i").itemsize)
        flags = socket.MSG_CMSG_CLOEXEC | socket.MSG_DONTWAIT
        try:
            data, ancillary, _, _ = self._socket.recvmsg(65536, space, flags)
        except BlockingIOError:
            return []
        except OSError as error:
            if error.errno in EXHAUSTED:
                return []
            raise
        _close_all(ancillary)
        if not data:
            raise ConnectionResetError("the bus closed the connection")
        self._buffer += data
        return self._cut()

    def _cut(self) -> list[Incoming]:
        found: list[Incoming] = []
        while True:
            if self._skip:
                dropped = min(self._skip, len(self._buffer))
                del self._buffer[:dropped]
                self._skip -= dropped
            if self._skip or len(self._buffer) < _FIXED:
                return found
            head, body = _lengths(self._buffer)
            if head > MAX_HEADER:
                self._skip = head + body
                continue
            small = body <= MAX_BODY
            needed = head + body if small else head
            if len(self._buffer) < needed:
                return found
            raw = bytes(self._buffer[:needed])
            with contextlib.suppress(*_UNREADABLE, struct.error):
                header, _ = Header.from_buffer(raw)
                found.append(Incoming(header, raw if small else None))
            self._skip = head + body


def _lengths(buffer: bytearray) -> tuple[int, int]:
    """The lengths in bytes of the padded header and the body."""
    order = "<" if buffer[:1] == b"l" else ">"
    (body,) = struct.unpack_from(f"{order}I", buffer, 4)
    (fields,) = struct.unpack_from(f"{order}I", buffer, 12)
    return _FIXED + fields + -fields % 8, body


def _close_all(ancillary: list[tuple[int, int, bytes]]) -> None:
    for level, kind, data in ancillary:
        if level == socket.SOL_SOCKET and kind == socket.SCM_RIGHTS:
            numbers = array.array("i")
            numbers.frombytes(data[: len(data) - len(data) % numbers.itemsize])
            for number in numbers:
                os.close(number)
