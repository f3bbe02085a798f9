# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Self-tests in words: their kinds, how long they take, and how they ended."""

from __future__ import annotations

from driveproof.domain.health import report as said
from driveproof.domain.health.report import SelfTestEntry
from driveproof.domain.health.self_test_kind import SELF_TEST_TITLES
from driveproof.domain.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text
from driveproof.wording.units import format_bound, format_percent


def kind_title(kind: str) -> str:
    """ "short" as text for people; a drive's own words unchanged."""
    title = SELF_TEST_TITLES.get(kind)
    return say_text(title) if title is not None else shown(kind) or _("Unknown")


def result_word(entry: SelfTestEntry) -> str:
    """How a test ended, in a word; in the drive's own words if unknown."""
    return (
        {
            said.PASSED: _("Passed"),
            said.TEST_FAILED: _("Failed"),
            said.ABORTED: _("Aborted"),
            said.RUNNING: _("Running"),
        }.get(entry.status)
        or _own_words(entry)
        or _("Unknown")
    )


def result_text(entry: SelfTestEntry) -> str:
    """The same, with the drive's own words if they say more."""
    word, text = result_word(entry), _own_words(entry)
    same = text.casefold() in {"", word.casefold()}
    return word if same or entry.status == said.PASSED else f"{word}: {text}"


def _own_words(entry: SelfTestEntry) -> str:
    """The drive's own words; UDisks2's results have texts of ours (system/smart/udisks.py)."""
    return shown(_(entry.text)) if entry.text else ""


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
