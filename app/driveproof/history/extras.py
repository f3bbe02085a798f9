# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What not every run has: schedulers, caches, members and positions, as JSON and blobs."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from dataclasses import asdict, fields
from typing import Any, TypedDict, TypeVar

from driveproof.domain.run.run import Limits, Member, PhaseResult, Position, Repeat
from driveproof.domain.run.work import NAMES, Data, Work, older
from driveproof.history.inflating import POSITIONS, inflate

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
    """The column `more` of a phase."""
    more = {"scheduler": phase.scheduler, "cache": phase.cache, "work": asdict(phase.work)}
    if phase.limits != Limits():
        more["limits"] = asdict(phase.limits)
    return json.dumps({name: value for name, value in more.items() if value is not None})


class Extras(TypedDict):
    """What `phase_more` keeps, as arguments of a PhaseResult."""

    scheduler: str | None
    cache: str | None
    work: Work
    limits: Limits


def phase_extras(text: str | None, direction: str, command: Sequence[str], *, ours: bool) -> Extras:
    """The reverse. `ours` says whether Driveproof measured it, which tells what was not kept yet.

    Raises ValueError for what cannot be understood.
    """
    kept = json.loads(text) if text else {}
    work = kept.get("work")
    return {
        "scheduler": kept.get("scheduler"),
        "cache": kept.get("cache"),
        "work": older(direction, command, ours=ours) if work is None else _work(work),
        "limits": _limits(kept.get("limits")),
    }


def _limits(kept: dict[str, Any] | None) -> Limits:
    if kept is not None and not isinstance(kept, dict):
        raise ValueError("the limits of a test are no object")
    names = {field.name for field in fields(Limits)}
    return Limits(**{name: value for name, value in (kept or {}).items() if name in names})


def _work(kept: dict[str, Any]) -> Work:
    """What a newer version wrote beyond the fields is passed over; a kind of data that it has and
    we do not is unknown.
    """
    if not isinstance(kept, dict):
        raise ValueError("the work of a test is no object")
    found: dict[str, Any] = {
        name: tuple(kept[name]) if isinstance(kept[name], list) else kept[name]
        for name in NAMES
        if name in kept
    }
    if "data" in found:
        found["data"] = Data(found["data"]) if found["data"] in tuple(Data) else None
    return Work(**found)


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

    from driveproof.domain.run.columns import Positions

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

    from driveproof.domain.run.columns import Positions

    try:
        rows = np.frombuffer(inflate(blob[1:], POSITIONS), dtype=_POSITION)
    except ValueError as wrong:
        raise ValueError(f"positions are not whole (24 bytes each): {wrong}") from wrong
    return Positions(*(np.ascontiguousarray(rows[name]) for name, _ in _POSITION))
