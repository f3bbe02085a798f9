# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""I/O schedulers that are changed while their caller stays."""

from __future__ import annotations

import contextlib
import os
import re
import socket
from collections.abc import Callable
from typing import Any, NamedTuple

from driveproof.helper.confine import settle
from driveproof.helper.device import check_device
from driveproof.helper.forks import Forked, fork
from driveproof.helper.identity import place_of
from driveproof.helper.keepers import Begin, Keepers, Key, Then, put_back, serve
from driveproof.helper.protocol import (
    Claim,
    ErrorName,
    HelperError,
    Owner,
    claim_of,
    invalid_argument,
    scheduler_of,
)


def keep_scheduler(line: socket.socket, claim: Claim, before: str) -> None:
    """Carry out orders, and restore `before` ("" for the current value) at the end.

    The open file in /sys belongs to this device and can never become another's. The device itself
    is not opened. Raises HelperError.
    """
    descriptor = _open(claim)
    check_device(claim)  # so the file belongs to this very device
    settle()
    own = before or _read(descriptor)[0]

    def put(name: str) -> None:
        _, offered = _read(descriptor)
        if name not in offered:
            raise invalid_argument(f"{claim.path} offers: {', '.join(offered)}.")
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


def parse_schedulers(text: str) -> tuple[str, tuple[str, ...]]:
    """The current scheduler and all on offer, from "[none] mq-deadline"; raises Unsupported."""
    offered = tuple(word.strip("[]") for word in text.split())
    used = re.search(r"\[([a-z0-9_-]+)\]", text)
    if used is None:
        raise HelperError(ErrorName.UNSUPPORTED, "The device has no I/O scheduler.")
    return used[1], offered


def _read(descriptor: int) -> tuple[str, tuple[str, ...]]:
    return parse_schedulers(os.pread(descriptor, 4096, 0).decode("ascii", "replace"))


class SchedulerChange(NamedTuple):
    """A change that has been checked; `do` raises HelperError or OSError.

    `asked` is false for a caller that already set this very thing and still keeps it: authorization
    lasts until that caller leaves. Otherwise a measurement of two states in turn would prompt for
    each run, and an unanswered prompt would end the session. Restoring needs no prompt: leaving has
    the same effect.
    """

    claim: Claim
    asked: bool
    do: Callable[[Then], None]


class Schedulers:
    """Checks changes of schedulers; a keeper holds each one."""

    def __init__(self, keepers: Keepers) -> None:
        self._keepers = keepers

    def change(self, owner: Owner, body: tuple[Any, ...]) -> SchedulerChange:
        """The change for a call whose signature was checked. Raises HelperError.

        Only the kernel knows which schedulers the device offers, and asking may wait: the child
        does it.
        """
        claim, name = claim_of(body[0]), scheduler_of(body[1])
        check_device(claim)
        key = "scheduler", claim.sequence
        own = self._keepers.check(key, owner)

        def begin(before: str) -> Forked:
            return fork(lambda line: keep_scheduler(line, claim, before), dies_with_parent=False)

        def do(then: Then) -> None:
            check_device(claim)
            self._set(key, owner, begin, name, then)

        return SchedulerChange(claim, own is None, do)

    def _set(self, key: Key, owner: Owner, begin: Begin, wanted: str, then: Then) -> None:
        if not wanted:
            self._keepers.end(key, then)
            return
        keeper = self._keepers.check(key, owner)
        if keeper is not None:
            self._keepers.order(keeper, wanted, then)
            return

        def begun(error: HelperError | None) -> None:
            new = self._keepers.find(key)
            if error is not None:
                then(error)
            elif new is None:  # its caller has left in the meantime
                then(HelperError(ErrorName.CANCELLED, "The caller has left."))
            else:
                self._keepers.order(new, wanted, then)

        self._keepers.begin(key, owner, begin, begun)
