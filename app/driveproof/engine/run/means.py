# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a target is prepared with: its path, the services of the program and what was chosen."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from driveproof.domain.errors import DriveproofError
from driveproof.engine.asking import Asker
from driveproof.system.kernel.devices import is_device

if TYPE_CHECKING:
    from driveproof.domain.drive.drive import Inventory
    from driveproof.engine.run import events
    from driveproof.engine.run.context import Context, RunOptions
    from driveproof.engine.run.jobs import Jobs
    from driveproof.system.kernel.sysfs import Sysfs

# UDisks2 answers in a tenth of a second, started by the bus in one.
INVENTORY_SECONDS = 5.0


class Means:
    """What the target of a run is prepared with. `tell` takes what the person is to see."""

    def __init__(
        self,
        path: str,
        context: Context,
        options: RunOptions,
        *,
        look: Callable[[], Inventory | None],
        jobs: Jobs,
        tell: events.Observer,
    ) -> None:
        """`look` reads the block devices, and raises DriveproofError."""
        self.path, self.context, self.options = path, context, options
        self.jobs, self.tell = jobs, tell
        self._look = look
        self._asked = False
        self.known: Inventory | None = None
        """The block devices, as far as somebody has asked for them."""

    @property
    def inventory(self) -> Inventory | None:
        """The block devices, None when not reported in time: a folder is measured all the same.

        A drive that stalls can block UDisks2 for half a minute, and a cancel must not wait for
        that. They are asked for once.
        """
        if not self._asked:
            self._asked = True
            asker = Asker(INVENTORY_SECONDS, self.jobs.cancelled)
            with suppress(DriveproofError):
                self.known = asker.answer(self._look)
        return self.known

    def look_anew(self) -> Inventory | None:
        """The block devices as they are now, also after a cancel; None when not reported."""
        with suppress(DriveproofError):
            return self._look()
        return None

    @property
    def reads_device(self) -> bool:
        """Whether the target is a device that is only read."""
        return self.options.overwrite is None and is_device(self.path)

    @property
    def sysfs(self) -> Sysfs:
        """What the kernel tells of devices."""
        return self.context.sysfs
