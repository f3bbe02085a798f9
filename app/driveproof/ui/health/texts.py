# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The sentences of the Health page."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.errors import Remedy
from driveproof.domain.health.report import counted
from driveproof.domain.health.verdict import DATA_QUALITY
from driveproof.engine.health.view import HealthView
from driveproof.ui.theme.text import shown
from driveproof.wording.catalogue import _
from driveproof.wording.dates import clock, date_and_time
from driveproof.wording.errors import Face, advice_text
from driveproof.wording.finding import finding_text, findings_text, to_do_text
from driveproof.wording.health.self_tests import kind_title
from driveproof.wording.run import note_text
from driveproof.wording.say import value_text
from driveproof.wording.units import format_duration

LONG = ("whole", "start", "abort", "smart")
"""Requests that may take long because they may prompt for a password."""
ASKED = (*LONG, "keep", "acknowledge")
"""Requests of a person; the others are the page's own."""
TIMEOUT = 3.0
"""Seconds after which a drive's silence is mentioned."""
# Kinds of drives on which smartctl can read more than UDisks2.
_ASKABLE = {"nvme", "ata", "usb", "scsi", "disk"}


def unread(*, gone: bool) -> tuple[str, str]:
    """The sentence, and its detail, for a drive that has not reported anything yet."""
    if gone:
        return _("Unplugged"), ""
    return _("Reading…"), ""


def headline(view: HealthView, *, gone: bool, root: bool = False) -> str:
    """What to do if the verdict is not good, otherwise the verdict in a sentence.

    `root`: nothing is known, and the page's button queries the drive as administrator.
    """
    if smart_is_off(view) and not gone:
        return shown(note_text(view.health.missing))
    if root:
        return _("Reading as administrator may show more.")
    does = _to_do(view, gone=gone)
    return shown(
        does[0] if does else findings_text(view.verdict.summary) or note_text(view.health.missing)
    )


def detail(view: HealthView, *, gone: bool, root: bool = False) -> str:
    """What follows the first sentence: the verdict, what else to do, why it is unknown."""
    health, verdict = view.health, view.verdict
    if smart_is_off(view) and not gone:  # nothing else is known, and this is all there is to do
        return advice_text(health.advice, Face.WINDOW)
    parts = [_("Unplugged; these are the last values.")] if gone else []
    parts += [
        findings_text(verdict.summary),
        *_to_do(view, gone=gone),
        *(finding_text(one, Face.WINDOW) for one in verdict.more),
        note_text(health.missing),
    ]
    if not gone:
        parts.append(advice_text(health.advice, Face.WINDOW))
    said = headline(view, gone=gone, root=root)
    return shown(" ".join(part for part in dict.fromkeys(parts) if part and part != said))


def _to_do(view: HealthView, *, gone: bool) -> list[str]:
    """What to do, except for what is a button here."""
    if gone:
        return []
    said = (to_do_text(one, Face.WINDOW) for one in view.verdict.advice)
    return [text for text in said if text]


def provenance(view: HealthView, tables: HealthView) -> str:
    """The source and the time of reading, in a quiet line, without what the evidence row says."""
    health = view.health
    first = _("Read at {moment}").format(moment=_moment(health.taken))
    parts = [f"{first}, {shown(health.source)}" if health.source else first]
    if tables.health is not view.health:
        parts.append(
            _("all values as administrator at {moment}").format(moment=_moment(tables.health.taken))
        )
    evidence = view.verdict.axis(DATA_QUALITY)
    said = (
        [one.say[0].values.get("text") for one in evidence.details] if evidence is not None else []
    )
    parts += [shown(note_text(note)) for note in health.notes if note not in said]
    return " · ".join(parts)


def _moment(taken: datetime) -> str:
    """The time of a reading, with the date unless it is today."""
    today = taken.astimezone().date() == datetime.now().astimezone().date()
    return clock(taken, seconds=True) if today else date_and_time(taken)


def smart_is_off(view: HealthView | None) -> bool:
    """Whether the drive reports nothing until SMART is switched on."""
    advice = view.health.advice if view is not None else None
    return advice is not None and advice.remedy == Remedy.SWITCH_SMART_ON


def root_adds(device: BlockDevice | None, view: HealthView | None) -> str:
    """What reading as administrator would add, "" for nothing."""
    if smart_is_off(view):
        return ""
    if view is None or device is None or device.kind not in _ASKABLE or view.health.by_smartctl:
        return ""
    return _("Reading as administrator may show more.")


def waiting(seconds: float) -> str:
    """How long a drive has not answered; "" while that is normal."""
    if seconds < TIMEOUT:
        return ""
    return _("Still waiting for the drive, {seconds}").format(seconds=format_duration(seconds))


def going_on(whats: list[str]) -> str:
    """What was requested and is not complete yet."""
    known = {
        "whole": _("Reading…"),
        "start": _("Starting the self-test…"),
        "abort": _("Cancelling the self-test…"),
        "smart": _("Enabling SMART…"),
    }
    return " ".join(known[what] for what in whats)


def done(what: str, result: Any, *, undo: bool) -> str:
    """What just happened, in a sentence."""
    plain = {
        "keep": _("The reading is saved."),
        "abort": _("The self-test was stopped."),
        "smart": _("SMART is enabled."),
    }
    match what:
        case "start":
            return _("{kind} self-test. The drive stays usable.").format(
                kind=kind_title(str(result))
            )
        case "acknowledge" if undo:
            return _("Acknowledged: {names}").format(names=value_text(counted(result)))
        case "acknowledge":
            return _("Acknowledgment undone.")
    return plain.get(what, "")
