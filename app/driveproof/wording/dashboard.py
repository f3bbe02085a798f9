# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""All drives at a glance, in words: the answer for all of them, and why a drive has its grade."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from driveproof.domain.access import Direction
from driveproof.domain.dashboard import DriveLine, overall
from driveproof.domain.say import some
from driveproof.domain.text import shown
from driveproof.wording.dates import date_and_time
from driveproof.wording.drive import device_title
from driveproof.wording.errors import Face
from driveproof.wording.finding import findings_text, to_do_text
from driveproof.wording.health.verdict import grade_title
from driveproof.wording.say import say_text, say_texts, value_text
from driveproof.wording.units import format_bandwidth

_MOST_NAMES = 3


def headline(lines: Sequence[DriveLine]) -> tuple[str, str]:
    """The answer for all drives in a sentence or more, and which drives it is about."""
    found = overall(lines)
    names = [
        line_name(one) if isinstance(one, DriveLine) else shown(device_title(one))
        for one in found.about
    ]
    return say_texts(found.say), value_text(some(names, _MOST_NAMES))


def reason(line: DriveLine, face: Face = Face.WINDOW) -> str:
    """Why a drive has its grade, the first thing to do about it, and the state of its arrays; ""
    where nothing was read.
    """
    return " ".join(filter(None, reason_parts(line, face)))


def reason_parts(line: DriveLine, face: Face = Face.WINDOW) -> tuple[str, str, str]:
    """The same apart: the reason, what to do, the arrays; "" for what there is not."""
    arrays = [
        f"{shown(device_title(one))}: {say_texts(one.array.sentences)}"
        for one in line.arrays
        if one.array is not None
    ]
    return (*_reason(line, face), " ".join(arrays))


def _reason(line: DriveLine, face: Face) -> tuple[str, str]:
    if line.verdict is None:
        return "", ""
    if line.unread is not None:
        return say_text(line.unread), ""
    does = "" if line.to_do is None else to_do_text(line.to_do, face)
    return shown(findings_text(line.verdict.summary)), shown(does)


def line_name(line: DriveLine) -> str:
    """What the drive is called; with its kernel name where another one is called the same."""
    title = shown(device_title(line.device))
    if not line.twin:
        return title
    return f"{title} ({shown(line.device.name)})"


def line_text(line: DriveLine) -> str:
    """A drive with its grade and the reason: what is copied and read aloud."""
    text = f"{line_name(line)}, {grade_title(line.grade)}"
    return f"{text}: {said}" if (said := reason(line)) else text


def speeds_text(line: DriveLine) -> str:
    """Which test the speed is of, and its results with when they were measured, newest first."""
    if line.speed is None:
        return ""
    from driveproof.domain.profile.test_titles import test_words  # noqa: PLC0415 - after the list

    results = [
        f"{date_and_time(moment)}: {format_bandwidth(value)}"
        for moment, value in reversed(line.speed.values)
    ]
    speed = line.speed
    test = value_text(test_words(speed.title or speed.test, Direction.READ, speed.profile))
    return "\n".join([test, *results])


def checked_text(line: DriveLine, now: datetime | None = None) -> str:
    """When a drive was checked last; "–" where that is not known. Without a `now`: on which day."""
    said = line.checked_say(now)
    return "–" if said is None else value_text(said)
