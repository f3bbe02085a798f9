# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""All drives at a glance, in words: the answer for all of them, and why a drive has its grade."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from driveproof.domain.access import Direction
from driveproof.domain.dashboard import DriveLine, overall
from driveproof.domain.drive_news import DriveNews
from driveproof.domain.health.verdict import CAUTION, FAILING, WORN
from driveproof.domain.rating import NEEDS_ATTENTION, Rating
from driveproof.domain.say import some
from driveproof.domain.text import shown
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.dates import date, date_and_time, days_ago
from driveproof.wording.drive import device_title
from driveproof.wording.errors import Face
from driveproof.wording.finding import findings_text, to_do_text
from driveproof.wording.health.verdict import grade_title
from driveproof.wording.phase import direction_word
from driveproof.wording.rating import rating_text
from driveproof.wording.say import say_text, say_texts, value_text
from driveproof.wording.units import format_bandwidth, format_size

_MOST_NAMES = 3
_PATTERNS = {"SEQ": "Sequential", "RND": "Random"}
# domain.profile.phase.Phase.name
_NAME = re.compile(r"(SEQ|RND)(\d+)([KMG]) Q(\d+)T(\d+) (read|write)( · .+)?")


def headline(lines: Sequence[DriveLine]) -> tuple[str, str]:
    """The answer for all drives in a sentence or more, and which drives it is about."""
    found = overall(lines)
    names = [
        line_name(one) if isinstance(one, DriveLine) else shown(device_title(one))
        for one in found.about
    ]
    return say_texts(found.say), value_text(some(names, _MOST_NAMES))


def summary(grades: Sequence[str]) -> str:
    """The same in a few words, from the grades of the drives: "4 drives · Failing: 1"."""
    count = ngettext("{count} drive", "{count} drives", len(grades)).format(count=len(grades))
    for title, alike in (
        (grade_title(FAILING), {FAILING}),
        (grade_title(CAUTION), {WORN, CAUTION}),
    ):
        if found := sum(grade in alike for grade in grades):
            said = _("{name}: {text}").format(name=title, text=found)
            return f"{count} · {said}"
    return count


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
    results = [
        f"{date_and_time(moment)}: {format_bandwidth(value)}"
        for moment, value in reversed(line.speed.values)
    ]
    return "\n".join([named_test(line.speed.test), *results])


def named_test(name: str) -> str:
    """What a test is called of which only the stable name is known: "SEQ1M Q8T1 read" as in our own
    profiles; any other name as it is.
    """
    found = _NAME.fullmatch(name)
    if found is None:
        return shown(name)
    pattern, number, unit, depth, jobs, direction, rest = found.groups()
    title = f"{_PATTERNS[pattern]} {number} {unit}iB, Q{depth}"
    title += f", {jobs} threads" if jobs != "1" else ""
    words = _(title)  # as the profiles have it
    return shown(f"{words} {direction_word(Direction(direction))}{rest or ''}")


def checked_text(line: DriveLine, now: datetime | None = None) -> str:
    """When a drive was checked last, and that something was found; "–" where that is not known.

    Without a `now` the day is named: for what is kept.
    """
    if line.checked is None:
        return _("never") if line.remembered else "–"
    when = date(line.checked) if now is None else days_ago(line.checked, now)
    return _("{when}, attention").format(when=when) if line.attention else when


def last_checked_text(taken: datetime, rating: Rating | None, now: datetime) -> str:
    """When a drive was checked last, and how it was rated; None where that was not kept."""
    when = _("Last checked {when}").format(when=days_ago(taken, now))
    if rating is None:
        return when
    # Not "OK": what could not be read may be wrong all the same.
    fine = rating is Rating.FINE
    said = _("No problems found.") if fine else rating_text(rating)
    return _("{name}: {text}").format(name=when, text=said)


def all_checked(ratings: Sequence[Rating]) -> str:
    """How a check of all drives ended, given the rating of each."""
    text = ngettext("{count} drive checked", "{count} drives checked", len(ratings))
    checked = text.format(count=len(ratings))
    odd = sum(rating in NEEDS_ATTENTION for rating in ratings)
    if not odd:
        found = _("No problems found.")
        return f"{checked} · {found}"
    said = _("{name}: {text}").format(name=rating_text(Rating.ODD), text=odd)
    return f"{checked} · {said}"


def news_text(news: DriveNews, name: str, now: datetime) -> str:
    """One thing that happened to a drive, which is called `name`."""
    if news.trim is not None:
        trim = news.trim
        text = _("{drive}: TRIM of {place} {when}, {size} discarded")
        return text.format(
            drive=name,
            place=shown(trim.place),
            when=days_ago(trim.started, now),
            size=format_size(trim.discarded),
        )
    if news.array_now is not None and news.array_before is not None:
        before, after = value_text(news.array_before.brief), value_text(news.array_now.brief)
        if before == after:  # a check found that members differ
            return f"{name}: {say_texts(news.array_now.sentences)}"
        unknown = _("unknown")
        return f"{name}: {before or unknown} → {after or unknown}"
    if news.change is None:
        return name
    if news.change.key == "firmware":
        text = _("firmware {before} → {after}")
        if not news.measured:
            text = _("firmware {before} → {after}, not measured since")
        said = text.format(
            before=shown(str(news.change.before)), after=shown(str(news.change.after))
        )
        return _("{name}: {text}").format(name=name, text=said)
    return _("{name}: {text}").format(name=name, text=say_text(news.change.say))
