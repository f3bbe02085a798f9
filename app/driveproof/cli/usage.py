# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Errors of a command line whose parts do not fit together."""

from __future__ import annotations

from driveproof.domain.errors import Advice, UsageError


def conflict(one: str, other: str, advice: Advice | None = None) -> UsageError:
    """Two words of a command line that exclude each other."""
    # Translators: {one} and {other} are options, formats or IDs.
    return UsageError("{one} cannot be used with {other}.", one=one, other=other, advice=advice)


def needs(one: str, other: str) -> UsageError:
    """A word of a command line that has no meaning without another."""
    # Translators: {one} and {other} are options or commands.
    return UsageError("{one} needs {other}.", one=one, other=other)


def option(name: str) -> str:
    """An option as it is typed, by the name of its value."""
    return f"--{name.replace('_', '-')}"
