# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Facts and evidence of a TRIM with texts that the test chooses."""

from __future__ import annotations

from driveproof.domain.finding import Finding
from driveproof.domain.say import Say
from driveproof.domain.trim.path import LayerFact


def fact(text: str) -> tuple[Finding, ...]:
    """The facts of a layer."""
    return (Finding(LayerFact.QUOTE, (Say("{text}", text=text),)),)


def evidence(text: str) -> tuple[Finding, ...]:
    """What a tier of proof is based on."""
    return fact(text)
