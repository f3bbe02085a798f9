# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Recorded logs of a scan."""

from __future__ import annotations

import gzip
from pathlib import Path

from driveproof.fio.scan_log import Read, ScanStream

DATA = Path(__file__).resolve().parents[1] / "data" / "scan"


def recorded(name: str) -> bytes:
    """What fio printed, by tests/data/record/scan.py."""
    return gzip.decompress((DATA / f"{name}.txt.gz").read_bytes())


def read(pieces: list[bytes]) -> tuple[list[Read], ScanStream]:
    found: list[Read] = []
    stream = ScanStream(found.extend)
    for piece in pieces:
        list(stream.feed(piece))
    list(stream.close())
    return found, stream
