# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The self-tests that a drive can be asked for."""

from __future__ import annotations

from enum import StrEnum

from driveproof.domain.say import Say


class SelfTestKind(StrEnum):
    """From the shortest on; UDisks2 has the same words. A drive's log names others in its own."""

    SHORT = "short"
    EXTENDED = "extended"
    CONVEYANCE = "conveyance"
    """Looks for damage of transport; ATA alone has it."""


SELF_TEST_TITLES: dict[str, Say] = {
    SelfTestKind.SHORT: Say("Short"),
    SelfTestKind.EXTENDED: Say("Extended"),
    SelfTestKind.CONVEYANCE: Say("Conveyance"),
}


def test_title(kind: str) -> Say | str:
    """The name of a kind; a drive's own words unchanged."""
    title = SELF_TEST_TITLES.get(kind)
    return title or kind or Say("Unknown")
