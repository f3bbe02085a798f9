# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A real fio's output (tests/data/record/fio.py), by case."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from driveproof.fio.stream import FioReport, Stream

DATA = Path(__file__).resolve().parents[1] / "data" / "fio"
VERSION = "fio-3.33"
# Each is fio's whole standard output in one case.
CASES = tuple(
    sorted(
        path.stem.removeprefix(f"{VERSION}-")
        for path in DATA.glob(f"{VERSION}-*.txt")
        if not path.stem.endswith("-stderr")
    )
)


def text(case: str) -> bytes:
    """The recording of a case."""
    return (DATA / f"{VERSION}-{case}.txt").read_bytes()


def read(pieces: Iterable[bytes]) -> tuple[list[FioReport], Stream]:
    """Every report of an output that arrives in these chunks, and the stream that read them."""
    stream = Stream()
    reports = [report for piece in pieces for report in stream.feed(piece)]
    reports += stream.close()
    return reports, stream
