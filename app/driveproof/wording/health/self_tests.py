# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Self-tests in words: what they are called, how long they take, and that one runs."""

from __future__ import annotations

from driveproof.domain.health.self_test_kind import test_title
from driveproof.wording.catalogue import _
from driveproof.wording.say import value_text
from driveproof.wording.units import format_bound, format_percent


def kind_title(kind: str) -> str:
    """ "short" as text for people; a drive's own words unchanged."""
    return value_text(test_title(kind))


def self_test_notice(kind: str, seconds: float | None) -> str:
    """What somebody should know before the start of a test."""
    title = kind_title(kind)
    if seconds is None:
        return _("{kind} self-test. The drive stays usable.").format(kind=title)
    return _("{kind} self-test, about {time}. The drive stays usable.").format(
        kind=title, time=format_bound(seconds)
    )


def self_test_progress(kind: str, remaining: float | None, left: float | None) -> str:
    """That a test runs, how much is to do (a share), and about how long that takes (seconds)."""
    parts = [
        _("{kind} self-test running").format(kind=kind_title(kind))
        if kind
        else _("Self-test running")
    ]
    if remaining is not None:
        parts.append(_("{left} to go").format(left=format_percent(remaining)))
    if left is not None:
        parts.append(_("about {amount}").format(amount=format_bound(left)))
    return " · ".join(parts)
