# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How long the helper waits, and how it starts its own children."""

from __future__ import annotations

from typing import NamedTuple


class Settings(NamedTuple):
    """`overtime`: seconds that fio gets beyond its own; `idle`: seconds until leaving;
    `worker`: how our own children are started; `space`: a descriptor of the mount namespace of the
    machine where the helper has one of its own, else -1.
    """

    overtime: float
    idle: float
    worker: tuple[str, ...]
    space: int = -1
