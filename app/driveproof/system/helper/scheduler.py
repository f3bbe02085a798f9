# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several I/O schedulers of a device in turn, set through the helper; its own is restored at the
end.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from driveproof.domain.errors import DriveproofError
from driveproof.system.bus import Connection

Opened = Callable[[Callable[[], None]], None]
"""Called once there is a connection, with a function that ends it from any thread: a call that
waits at the prompt then raises, and the helper withdraws the prompt.
"""


class SchedulerSwitch:
    """Sets one scheduler after the other, and always restores the device's own at the end.

    The helper keeps the value before the first, and restores it when this process leaves the bus.
    """

    def __init__(
        self,
        connect: Callable[[Opened | None], Connection],
        put: Callable[[Connection, str, bool], None],
        check: Callable[[], None],
        hand_out: Callable[[Connection, Opened | None], None],
    ) -> None:
        """`put` sets a scheduler ("": the device's own), without a prompt where its last argument
        says so; `check` makes any call to the helper. Both may raise DriveproofError.
        """
        self._connect = connect
        self._put = put
        self._check = check
        self._hand_out = hand_out
        self._connection: Connection | None = None

    def set(self, name: str, *, opened: Opened | None = None) -> None:
        """Set it; prompts if polkit requires authorization. Raises DriveproofError."""
        if self._connection is None:
            self._connection = self._connect(opened)
        else:
            self._hand_out(self._connection, opened)
        self._put(self._connection, name, False)

    def put_back(self) -> None:
        """Restore the device's own; done when this returns, unless the helper has gone as well."""
        connection, self._connection = self._connection, None
        if connection is None:
            return
        try:
            # No password prompt at the end: leaving has the same effect without one.
            self._put(connection, "", True)
        except DriveproofError:
            connection.close()
            # The bus reports our leaving to the helper before it delivers what follows.
            with contextlib.suppress(DriveproofError):
                self._check()
        finally:
            connection.close()
