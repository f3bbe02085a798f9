# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The helper's timeouts."""

from __future__ import annotations

from typing import NamedTuple


class HelperSettings(NamedTuple):
    """Times in seconds: what fio gets beyond its runtime, until leaving when idle, until a prompt
    is withdrawn, and for a child to open or change something.
    """

    overtime: float
    idle: float
    prompt: float
    timeout: float
