# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The helper's timeouts, and where its mounts are."""

from __future__ import annotations

import socket
from typing import NamedTuple


class Settings(NamedTuple):
    """Times in seconds: what fio gets beyond its runtime, until leaving when idle, until a prompt
    is withdrawn, and for a child to open or change something.

    `mounts` leads to the child in the machine's mount namespace where the helper has one of its
    own.
    """

    overtime: float
    idle: float
    prompt: float
    timeout: float
    mounts: socket.socket | None = None
