# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What not every run has: schedulers, caches, members and positions, as JSON and blobs."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any, TypeVar

from driveproof.domain.run import Member, PhaseResult, Position, Repeat

Number = TypeVar("Number", int, float)

FORMAT = 1
_POSITION = [("offset", "<i8"), ("bytes", "<i8"), ("seconds", "<f8")]


def told(value: Number | None) -> Number:
    """A figure as its column takes it: it may not be empty, so that -1 is "not known"."""
    return -1 if value is None else value


def known(value: Number) -> Number | None:
    """The reverse of `told`."""
    return None if value < 0 else value


def phase_more(phase: PhaseResult) -> str | None:
    """The column `more` of a phase; None when there is nothing."""
    more = {"scheduler": phase.scheduler, "cache": phase.cache}
    known = {name: value for name, value in more.items() if value is not None}
    return json.dumps(known) if known else None


def phase_extras(text: str | None) -> dict[str, str | None]:
    """The reverse, as arguments of a PhaseResult. Raises ValueError for what is no JSON."""
    kept = json.loads(text) if text else {}
    return {name: kept.get(name) for name in ("scheduler", "cache")}


def repeat_more(repeat: Repeat) -> str | None:
    """The column `more` of a repeat; None when there is nothing."""
    if not repeat.members:
        return None
    return json.dumps({"members": [asdict(member) for member in repeat.members]})


def members_of(text: str | None) -> tuple[Member, ...]:
    """The members in it; what a newer version wrote beyond the fields is passed over.

    Raises ValueError for what cannot be understood.
    """
    if not text:
        return ()
    known = {field.name for field in fields(Member)}
    listed: list[dict[str, Any]] = json.loads(text).get("members", [])
    try:
        return tuple(
            Member(**{name: value for name, value in member.items() if name in known})
            for member in listed
        )
    except (AttributeError, TypeError) as wrong:
        raise ValueError(str(wrong)) from wrong


def pack_positions(positions: Sequence[Position]) -> bytes | None:
    """Positions as a blob: the format's number and a zlib stream; None when there are none."""
    if not len(positions):
        return None
    import numpy as np

    from driveproof.domain.positions import Positions

    rows = np.empty(len(positions), dtype=_POSITION)
    for (name, _), column in zip(_POSITION, Positions.of(positions).columns, strict=True):
        rows[name] = column
    return bytes([FORMAT]) + zlib.compress(rows.tobytes(), 6)


def unpack_positions(blob: bytes | None) -> Sequence[Position]:
    """The reverse of `pack_positions`. Raises ValueError for what is not such a blob."""
    if blob is None:
        return ()
    if blob[:1] != bytes([FORMAT]):
        raise ValueError(f"format {blob[:1].hex() or 'none'} of positions is not known")
    import numpy as np

    from driveproof.domain.positions import Positions

    try:
        rows = np.frombuffer(zlib.decompress(blob[1:]), dtype=_POSITION)
    except (zlib.error, ValueError) as wrong:
        raise ValueError(f"positions are not whole (24 bytes each): {wrong}") from wrong
    return Positions(*(np.ascontiguousarray(rows[name]) for name, _ in _POSITION))
