# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the privileged helper can be used now, determined without any prompt."""

from __future__ import annotations

from driveproof.domain.errors import DriveproofError, MachineError
from driveproof.helper.protocol import BUS_NAME
from driveproof.system.bus import THE_BUS, BusCallError, call, connect
from driveproof.system.desktop.packages import install_advice, not_installed
from driveproof.system.helper.client import Helper

POLKIT = "org.freedesktop.PolicyKit1"


def helper_missing(address: str = "") -> DriveproofError | None:
    """What prevents a job as root, with the command that helps; None for nothing.

    Starts the helper if it is installed but not running, never prompts, and takes up to
    CALL_SECONDS: never call it from the window's thread.
    """
    try:
        with connect(address) as connection:
            known: set[str] = set()
            for method in ("ListActivatableNames", "ListNames"):
                known.update(*call(connection, THE_BUS, method))
        if BUS_NAME not in known:
            return not_installed()
        if POLKIT not in known:
            return MachineError(
                "{name} does not answer.", advice=install_advice("polkitd"), name="polkit"
            )
        Helper(address).check()
    except DriveproofError as error:
        return error
    except (BusCallError, OSError, TimeoutError) as error:
        return MachineError("The system bus does not answer: {error}.", error=error)
    return None
