# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks a drive in the terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from driveproof.application import Application


def check(app: Application, arguments: argparse.Namespace) -> int:
    """The subcommand; the exit status of the design. Raises DriveproofError."""
    raise NotImplementedError
