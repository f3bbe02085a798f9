# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""In a child: sets the I/O scheduler of a device, and restores it at the end.

The kernel changes it once the device has finished its queue: if a device does not answer, that
never ends.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket

from driveproof.helper.confine import settle
from driveproof.helper.device import look, place_of
from driveproof.helper.keepers import put_back, serve
from driveproof.helper.protocol import Claim, ErrorName, HelperError, invalid


def keep_scheduler(line: socket.socket, claim: Claim, before: str) -> None:
    """Carry out orders, and restore `before` ("" for the current value) at the end.

    The open file in /sys belongs to this device and can never become another's. The device itself
    is not opened. Raises HelperError.
    """
    descriptor = _open(claim)
    look(claim)  # so the file belongs to this very device
    settle((), ())
    own = before or _read(descriptor)[0]

    def put(name: str) -> None:
        _, offered = _read(descriptor)
        if name not in offered:
            raise invalid(f"{claim.path} offers: {', '.join(offered)}.")
        try:
            os.pwrite(descriptor, name.encode("ascii"), 0)
        except OSError as error:
            text = f"The scheduler {name} cannot be set: {error.strerror}."
            raise HelperError(ErrorName.FAILED, text) from error

    try:
        serve(line, own, put)
    finally:
        # The device may have gone, and its scheduler with it.
        with contextlib.suppress(OSError):
            os.pwrite(descriptor, own.encode("ascii"), 0)
    put_back(line)


def _open(claim: Claim) -> int:
    place = place_of(claim.number)
    for folder in (place, f"{place}/.."):  # a partition uses its disk's queue
        with contextlib.suppress(OSError):
            return os.open(f"{folder}/queue/scheduler", os.O_RDWR | os.O_CLOEXEC)
    raise HelperError(ErrorName.UNSUPPORTED, f"{claim.path} has no I/O scheduler.")


def parse(text: str) -> tuple[str, tuple[str, ...]]:
    """The current scheduler and all on offer, from "[none] mq-deadline"; raises Unsupported."""
    offered = tuple(word.strip("[]") for word in text.split())
    used = re.search(r"\[([a-z0-9_-]+)\]", text)
    if used is None:
        raise HelperError(ErrorName.UNSUPPORTED, "The device has no I/O scheduler.")
    return used[1], offered


def _read(descriptor: int) -> tuple[str, tuple[str, ...]]:
    return parse(os.pread(descriptor, 4096, 0).decode("ascii", "replace"))
