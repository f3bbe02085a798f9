# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check as one page for the terminal: the verdict, what to do, then what was found."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.check.check import TOPICS, Check
from driveproof.domain.expected_speed import Expectation
from driveproof.domain.rating import BAD, FINE, ODD, UNKNOWN
from driveproof.domain.text import visible
from driveproof.export.text.layout import WIDTH, TextLayout, one_line
from driveproof.export.text.run import expected_lines
from driveproof.wording.catalogue import _
from driveproof.wording.check import (
    finding_text,
    headline,
    topic_title,
)
from driveproof.wording.dates import date_and_time
from driveproof.wording.drive import device_title
from driveproof.wording.finding import finding_text as said_of
from driveproof.wording.finding import to_dos_text
from driveproof.wording.rating import group_title
from driveproof.wording.units import format_size, format_taken

_MARKS = {FINE: "+", ODD: "!", BAD: "X", UNKNOWN: "?"}


def check_page(
    check: Check,
    expected: Sequence[Expectation] = (),
    *,
    width: int | None = None,
    encoding: str = "utf-8",
) -> str:
    """The page; `expected` is what the tests of its measurement can be held against. Foreign text
    cannot move the cursor, and only what `encoding` has is used.
    """
    layout = TextLayout(min(width or WIDTH, WIDTH), width or WIDTH, encoding)
    lines = [*layout.wrapped(headline(check)), *layout.wrapped(_subject(check))]
    indent = " " * (_name_width() + 6)
    todo = _to_do(check, layout, indent)
    first = check.word in {BAD, ODD}
    if first:
        lines += todo
    for word in (BAD, ODD, FINE, UNKNOWN):
        found = check.of_word(word)
        if found:
            lines += ["", group_title(word)]
        topic = ""
        for finding in found:
            name = topic_title(finding.topic) if finding.topic != topic else ""
            topic = finding.topic
            text = f"  {_MARKS[word]} {name:<{_name_width()}}  {one_line(finding_text(finding))}"
            lines += layout.wrapped(text, indent)
    if not first:
        lines += todo
    if check.run is not None:
        lines += expected_lines(check.run, expected, layout, answered=True)[:-1]
    if check.left_out:
        lines += ["", _("Notes")]
        for one in check.left_out:
            lines += layout.wrapped(f"  - {one_line(said_of(one))}", "    ")
    return layout.text(lines)


def _to_do(check: Check, layout: TextLayout, indent: str) -> list[str]:
    todo = check.to_do
    lines = ["", _("What to do")] if todo else []
    for finding in todo:
        text = (
            f"  - {topic_title(finding.topic):<{_name_width()}}  {one_line(to_dos_text(finding))}"
        )
        lines += layout.wrapped(text, indent)
    return lines


def _subject(check: Check) -> str:
    device = check.device
    parts = [one_line(device_title(device)), one_line(device.path)] if device else []
    if device and device.size:
        parts.append(format_size(device.size))
    if not device or check.target != device.path:
        parts.append(_("checked as {target}").format(target=one_line(check.target)))
    parts += [
        date_and_time(check.taken),
        _("took {duration}").format(duration=format_taken(check.seconds)),
    ]
    if check.id:
        parts.append(_("report {id}").format(id=visible(check.id)))
    if check.label:
        parts.append(one_line(check.label))
    return ", ".join(parts)


def _name_width() -> int:
    return max(len(topic_title(topic)) for topic in TOPICS)
