# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long the helper waits, and for whom."""

from __future__ import annotations

import socket
from typing import NamedTuple


class Settings(NamedTuple):
    """Seconds: that fio gets beyond its own, until leaving when idle, that a prompt may stand, and
    that a child has to open or change something; `mounts` leads to the child among the machine's
    mounts where the helper has a mount namespace of its own.
    """

    overtime: float
    idle: float
    prompt: float
    timeout: float
    mounts: socket.socket | None = None
