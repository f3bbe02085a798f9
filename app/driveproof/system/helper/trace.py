# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the helper says of a device's requests, read from its lines (helper/requests.py)."""

from __future__ import annotations

import json
from typing import Any

from driveproof.domain.run.observed import REGIONS, Requested, Requests

_MICRO = 1e-6


def requests_of(line: bytes, device: str, size: int) -> Requests | None:
    """The requests of a device (kernel name) of `size` bytes; None for a line that is not whole."""
    try:
        found = json.loads(line)
        return Requests(
            device=device,
            size=size,
            seconds=float(found["seconds"]),
            read=_requested(found["read"]),
            write=_requested(found["write"]),
            discard=_requested(found["discard"]),
            flushes=int(found["flushes"]),
            depths=tuple((int(depth), int(count)) for depth, count in found["depths"]),
            gaps=tuple((int(micro) * _MICRO, int(count)) for micro, count in found["gaps"]),
            lost=int(found["lost"]),
        )
    except (ValueError, KeyError, TypeError):
        return None


def _requested(found: dict[str, Any]) -> Requested:
    regions = tuple(map(int, found["regions"]))
    if len(regions) != REGIONS:
        raise ValueError("regions")
    return Requested(
        sizes=tuple((int(size), int(count)) for size, count in found["sizes"]),
        sequential=int(found["sequential"]),
        sync=int(found["sync"]),
        fua=int(found["fua"]),
        regions=regions,
    )
