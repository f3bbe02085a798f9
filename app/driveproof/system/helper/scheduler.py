# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several I/O schedulers of a device in turn, by way of the helper, and its own at the end."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from driveproof.domain.errors import DriveproofError
from driveproof.system.bus import Connection

Opened = Callable[[Callable[[], None]], None]
"""Called as soon as there is a connection, with what ends it from any thread: a call that waits
for the person at the prompt raises then, and the helper takes the prompt away."""


class SchedulerSwitch:
    """Sets one scheduler after the other, and at the end the device's own, whatever happens.

    The helper keeps what was before the first, and puts it back when this process leaves the bus.
    """

    def __init__(
        self,
        connect: Callable[[Opened | None], Connection],
        put: Callable[[Connection, str, bool], None],
        check: Callable[[], None],
        hand_out: Callable[[Connection, Opened | None], None],
    ) -> None:
        """`put` sets a scheduler ("": the device's own), without any question where the last
        argument says so; `check` asks the helper anything at all. Each may raise DriveproofError.
        """
        self._connect = connect
        self._put = put
        self._check = check
        self._hand_out = hand_out
        self._connection: Connection | None = None

    def set(self, name: str, *, opened: Opened | None = None) -> None:
        """Set it; asks for authorization where polkit wants one. Raises DriveproofError."""
        if self._connection is None:
            self._connection = self._connect(opened)
        else:
            self._hand_out(self._connection, opened)
        self._put(self._connection, name, False)

    def put_back(self) -> None:
        """The device's own again; when this returns it is, unless the helper is gone as well."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            # Nobody is asked for a password at the end: who leaves needs none.
            self._put(connection, "", True)
        except DriveproofError:
            connection.close()
            # The bus has told the helper that we left before it hands on what comes now.
            with contextlib.suppress(DriveproofError):
                self._check()
        finally:
            connection.close()
