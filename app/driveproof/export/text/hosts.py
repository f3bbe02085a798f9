# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several hosts as tables for the terminal: each host in each test, and the growth of the sum."""

from __future__ import annotations

from driveproof.domain.run.run import Run
from driveproof.domain.text import visible
from driveproof.export.text.layout import table, wrapped
from driveproof.wording.hosts import FEW, Rows, hosts_notes, hosts_table, scale_table
from driveproof.wording.units import NARROW


def hosts_lines(run: Run, *, binary: bool, details: bool, width: int, encoding: str) -> list[str]:
    """What each host did, a block for each test; then what is to be said about them."""
    lines: list[str] = []
    if growth := scale_table(run, binary=binary):
        last = len(growth[0]) - 1
        lines += ["", *table(_plain(growth), (0, last), encoding=encoding)]
    if details or not growth:
        many = not details and len(run.environment.hosts) > FEW
        found = _plain(hosts_table(run, every=details or not many, binary=binary))
        lines += ["", *table(found, (0,) if many else (0, 1), encoding=encoding)] if found else []
    for note in hosts_notes(run, binary=binary):
        lines += ["", *wrapped(visible(_spaced(note)), width, encoding=encoding)]
    return [*lines, ""]


def _plain(rows: Rows) -> Rows:
    return [tuple(visible(_spaced(cell)) for cell in row) for row in rows]


def _spaced(text: str) -> str:
    return text.replace(NARROW, " ")
