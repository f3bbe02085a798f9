# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of two checks: what changed first, all ratings, foreign text escaped."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.builders.checks_between import AFTER, BEFORE
from tests.builders.html import HOSTILE
from tests.builders.html import read as parsed
from tests.builders.report_of_comparison import comparison, said
from tests.builders.report_text import text_of

from driveproof.composition.rendering import ChecksReport
from driveproof.domain.check.between import CheckComparison, compare_checks
from driveproof.ui.offscreen import draw
from driveproof.wording.say import say_texts


def compared(*, measured: bool) -> CheckComparison:
    after = replace(AFTER, id="7abc", label=HOSTILE)
    return compare_checks(BEFORE, after, comparison() if measured else None)


def written(path: Path, *, measured: bool) -> None:
    drawn = ChecksReport(compared(measured=measured), {})
    draw(drawn, path)


@pytest.mark.parametrize("measured", [False, True])
def test_the_page_says_what_changed_first(tmp_path: Path, measured: bool, qapp: object) -> None:
    path = tmp_path / "both.html"
    written(path, measured=measured)
    page = path.read_text("utf-8")
    words, tags = said(page), parsed(page).tags
    assert words.index(say_texts(compared(measured=measured).say)) < words.index("Ratings")
    for one in ("+8", "6 Gb/s", "7abc"):
        assert one in words
    assert "script" not in tags and "img" not in tags and not parsed(page).loaded
    assert ("svg" in tags) == measured


def test_it_is_written_on_paper(tmp_path: Path, qapp: object) -> None:
    path = tmp_path / "both.pdf"
    written(path, measured=True)
    text = " ".join(text_of(path))
    assert say_texts(compared(measured=True).say) in text and "+8" in text
