# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How large the write cache of a drive is, by what the history has of it."""

from __future__ import annotations

from contextlib import suppress

from driveproof.domain.errors import MachineError
from driveproof.domain.run.sustained import cache_size
from driveproof.domain.run.work import Part
from driveproof.history.store import History


def known_cache(history: History, identity: str | None) -> float | None:
    """The write cache of a drive in bytes, by its newest sustained write that used it up; None
    where none did, for a drive without an identity, and where the history cannot be read.
    """
    if not identity:
        return None
    with suppress(MachineError):
        long = [
            head.id
            for head in history.heads(identity=identity)
            if any(name.endswith(Part.SUSTAINED) for name, *_figure in head.figures)
        ]
        return cache_size(map(history.load, long))
    return None
