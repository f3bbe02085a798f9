# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The test of a drive as one page for the terminal, and the list of all."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.drive_test.answer import drive_test_answer, short_verdict
from driveproof.domain.drive_test.drive_test import STEP_TITLES, DriveTest
from driveproof.export.text.answer import answer_lines
from driveproof.export.text.layout import WIDTH, TextLayout, one_line, plain, table
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.say import say_text, value_text


def drive_test_page(test: DriveTest, *, width: int | None = None, encoding: str = "utf-8") -> str:
    """The page. Foreign text cannot move the cursor, and only what `encoding` has is used."""
    layout = TextLayout(min(width or WIDTH, WIDTH), width or WIDTH, encoding)
    head = _("Test {id} of {drive}, {path}").format(
        id=test.id, drive=test.target.drive, path=test.target.path
    )
    lines = layout.wrapped(one_line(head))
    return layout.text([*lines, *answer_lines(drive_test_answer(test), layout)])


def drive_tests_table(tests: Sequence[DriveTest], *, encoding: str = "utf-8") -> str:
    """A line for each, newest first."""
    if not tests:
        return _("No tests.")
    rows = [(_("ID"), _("Date"), _("Drive"), _("Verdict"), _("Next"))]
    for test in tests:
        step = test.step
        rows.append(
            (
                test.id,
                date_and_time(test.created),
                one_line(test.target.drive),
                value_text(short_verdict(test)),
                "" if step is None else say_text(STEP_TITLES[step]),
            )
        )
    return "\n".join(plain(line, encoding) for line in table(rows))
