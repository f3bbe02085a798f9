# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What happened to a drive or an array in words: the title and the text of a notification."""

from __future__ import annotations

from driveproof.domain.watch import Event, Happening
from driveproof.wording.array import members_sentence
from driveproof.wording.catalogue import N_, _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.finding import to_do_text
from driveproof.wording.health.self_tests import kind_title
from driveproof.wording.health.verdict import grade_title, verdict_sentence
from driveproof.wording.units import format_life, format_temperature

_TITLES = {
    Happening.WORSE: N_("{drive}: {grade}"),
    Happening.BETTER: N_("{drive} has improved: {grade}"),
    Happening.HOT: N_("{drive} is too hot: {temperature}"),
    Happening.COOLED: N_("{drive} has cooled: {temperature}"),
    Happening.LIFE: N_("{drive}: {life} of rated life left"),
    Happening.DEGRADED: N_("The array {drive} is degraded"),
    Happening.REPAIRED: N_("The array {drive} is OK again"),
    Happening.REBUILD: N_("The array {drive} is being rebuilt"),
    Happening.GONE: N_("{drive} was unplugged"),
    Happening.BACK: N_("{drive} is back"),
    Happening.TEST: N_("{drive}: a self-test was started"),
    Happening.TEST_REFUSED: N_("{drive}: a scheduled self-test cannot be started"),
}

_FAILED = N_("The array {drive} has failed")

SOON = 0.1
"""With this share of its life left a drive is due to be replaced, as the verdict on wear has it."""


def event_title(event: Event) -> str:
    """What happened, in a line."""
    failed = event.what is Happening.DEGRADED and event.array is not None and event.array.broken
    return _(_FAILED if failed else _TITLES[event.what]).format(
        drive=event.model,
        grade=grade_title(event.grade) if event.grade is not None else "",
        temperature=format_temperature(event.temperature) if event.temperature is not None else "",
        life=format_life(event.life_left) if event.life_left is not None else "",
    )


def event_text(event: Event, face: Face = Face.TERMINAL) -> str:
    """What else is to be said: what to do and why, the limit, the state of the array."""
    if event.test:
        error = event.error
        return message_and_advice(error, face) if error else kind_title(event.test)
    if event.array is not None:  # without a progress, which is an old one when it is read
        said = [members_sentence(event.array)]
        if event.what is Happening.DEGRADED and event.array.broken:
            said.append(_("Reconnect the missing ones, or restore a backup."))
        elif event.what is Happening.DEGRADED and event.array.action is None:
            said.append(_("Back up your data, then replace the missing member."))
        elif event.what is Happening.DEGRADED:
            said.append(_("It is being rebuilt."))
        return " ".join(filter(None, said))
    if event.what is Happening.WORSE and event.verdict is not None:
        does = [to_do_text(one, face) for one in event.verdict.advice[:1]]
        return " ".join([*does, verdict_sentence(event.verdict)])
    if event.limit is not None:
        return _("Limit: {limit}").format(limit=format_temperature(event.limit))
    if event.what is Happening.LIFE and event.step is not None:
        soon = _("Keep a backup, and plan a replacement.")
        return soon if event.step <= SOON else _("This is normal wear.")
    return ""
