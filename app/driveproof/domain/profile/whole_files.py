# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What whole files serve, and by which variants the tests of it are known."""

from __future__ import annotations

from enum import StrEnum


class Serving(StrEnum):
    """What the files serve."""

    WEB = "web"
    MAIL = "mail"
    DESKTOP = "desktop"
    """No server, but a large program that starts."""


COLD_FILES, WARM_FILES = "cold files", "warm files"
"""The variants of a web server's tests."""
START = f"desktop {COLD_FILES}"
"""The variant of a program's start."""
