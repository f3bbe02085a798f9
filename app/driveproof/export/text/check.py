# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A check as one page for the terminal."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.check.answer import check_answer
from driveproof.domain.check.check import Check
from driveproof.domain.expected_speed import Expectation
from driveproof.export.text.answer import block_lines
from driveproof.export.text.layout import WIDTH, TextLayout, one_line
from driveproof.wording.catalogue import _
from driveproof.wording.check import checked_name, checked_place
from driveproof.wording.dates import date_and_time
from driveproof.wording.say import say_texts
from driveproof.wording.units import format_taken


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
    answer = check_answer(check, expected)
    lines = layout.wrapped(say_texts(answer.sentences))
    lines += layout.wrapped(_subject(check))
    return layout.text([*lines, *block_lines(answer, layout, details=False)])


def _subject(check: Check) -> str:
    took = _("took {duration}").format(duration=format_taken(check.seconds))
    parts = [checked_name(check), *checked_place(check), date_and_time(check.taken), took]
    if check.id:
        parts.append(_("report {id}").format(id=check.id))
    return one_line(", ".join((*parts, *filter(None, (check.label,)))))
