# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the window knows already when an experiment begins."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Start:
    """What is set already when an experiment begins: the action, the path of the target, the name
    of the profile, what is changed in words; each "" where the person chooses.
    """

    action: str = ""
    target: str = ""
    profile: str = ""
    text: str = ""
