# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Observes an X server from outside: when a window is mapped, and what is painted in it."""

from __future__ import annotations

import socket
import struct
import time
from dataclasses import dataclass

MAP_NOTIFY = 19
REPLY, ERROR = 1, 0
# X protocol, "Requests": opcodes, and the event bits that they take.
CHANGE_ATTRIBUTES, GET_GEOMETRY, GET_IMAGE = 2, 14, 73
EVENT_MASK, SUBSTRUCTURE_NOTIFY, Z_PIXMAP = 1 << 11, 1 << 19, 2


@dataclass(frozen=True, slots=True)
class Area:
    """A rectangle of the screen, in pixels."""

    x: int
    y: int
    width: int
    height: int


class Watch:
    """A connection that receives events when a top-level window is mapped."""

    def __init__(self, display: str) -> None:
        number = display.removeprefix(":")
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.settimeout(30)
        self._socket.connect(f"/tmp/.X11-unix/X{number}")
        self._socket.sendall(struct.pack("<cxHHHHxx", b"l", 11, 0, 0, 0))
        status, length = struct.unpack("<BxxxxxH", self._take(8))
        setup = self._take(length * 4)
        if status != 1:
            raise RuntimeError(f"the X server refuses us: {setup!r}")
        vendor, formats = struct.unpack_from("<H", setup, 16)[0], setup[21]
        screen = 32 + (vendor + 3) // 4 * 4 + formats * 8
        self.root, self.width, self.height = struct.unpack_from("<I16xHH", setup, screen)
        self._maps: list[tuple[float, int]] = []
        self._send(CHANGE_ATTRIBUTES, 0, self.root, EVENT_MASK, SUBSTRUCTURE_NOTIFY)
        self.area(self.root)  # a reply: from here on events arrive

    def close(self) -> None:
        """Leave the server."""
        self._socket.close()

    def __enter__(self) -> Watch:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def mapped(self, least: int, timeout: float) -> tuple[float, Area]:
        """The next mapped window of at least `least` pixels in width and height, and the time.

        With a window manager it is the window's frame. The time is time.monotonic's.
        """
        until = time.monotonic() + timeout
        while True:
            while self._maps:
                when, window = self._maps.pop(0)
                area = self.area(window)
                if area is not None and min(area.width, area.height) >= least:
                    return when, area
            self._event(until - time.monotonic())

    def forget(self) -> None:
        """Discard the events so far."""
        self.area(self.root)
        self._maps.clear()

    def area(self, window: int) -> Area | None:
        """The rectangle of a top-level window, None when it has gone."""
        self._send(GET_GEOMETRY, 0, window)
        answer = self._answer()
        return None if answer is None else Area(*struct.unpack_from("<hhHH", answer, 12))

    def pixels(self, area: Area) -> list[bytes]:
        """The contents of the screen there, row by row, four bytes per pixel."""
        x, y = max(0, area.x), max(0, area.y)
        width, height = min(area.width, self.width - x), min(area.height, self.height - y)
        box = struct.pack("<hhHH", x, y, width, height)
        self._send(GET_IMAGE, Z_PIXMAP, self.root, *struct.unpack("<II", box), 0xFFFFFFFF)
        answer = self._answer()
        if answer is None:
            raise RuntimeError(f"no picture of {area}")
        row = 4 * width
        return [answer[32 + row * line : 32 + row * (line + 1)] for line in range(height)]

    def _send(self, opcode: int, detail: int, *words: int) -> None:
        head = struct.pack("<BBH", opcode, detail, 1 + len(words))
        self._socket.sendall(head + struct.pack(f"<{len(words)}I", *words))

    def _answer(self) -> bytes | None:
        """The reply to the last request, None for an error."""
        while True:
            message = self._take(32)
            kind = message[0] & 0x7F
            if kind == REPLY:
                return message + self._take(struct.unpack_from("<I", message, 4)[0] * 4)
            if kind == ERROR:
                return None
            self._keep(message)

    def _event(self, timeout: float) -> None:
        if timeout <= 0:
            raise TimeoutError("no window was mapped")
        self._socket.settimeout(timeout)
        try:
            self._keep(self._take(32))
        finally:
            self._socket.settimeout(30)

    def _keep(self, message: bytes) -> None:
        if message[0] & 0x7F == MAP_NOTIFY:
            self._maps.append((time.monotonic(), struct.unpack_from("<I", message, 8)[0]))

    def _take(self, count: int) -> bytes:
        parts = bytearray()
        while len(parts) < count:
            part = self._socket.recv(count - len(parts))
            if not part:
                raise RuntimeError("the X server has gone")
            parts += part
        return bytes(parts)
