# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A report as HTML: one file that loads nothing, runs nothing, and takes no foreign word for more
than a word.
"""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.html import HOSTILE, Square, check, read

from driveproof.domain.rating import BAD, FINE, ODD, UNKNOWN
from driveproof.export.report.check import check_report
from driveproof.export.report.document import (
    CommandBlock,
    FactsBlock,
    FindingLine,
    FindingsBlock,
    PictureBlock,
    Report,
    Section,
    TableBlock,
    TextBlock,
)
from driveproof.export.report.html import render_html
from driveproof.export.text.layout import one_line
from driveproof.methods import answer_of
from driveproof.wording.rating import rating_text


def test_the_verdict_comes_first_and_everything_is_in_one_file(make_run: object) -> None:
    run = make_run()  # type: ignore[operator]
    page = render_html(
        check_report(check("A drive", run), answer_of(run), (Square("Speeds", "two bars"),))
    )
    reader = read(page)
    assert "script" not in reader.tags and not reader.handlers
    assert "link" not in reader.tags and "iframe" not in reader.tags and "img" not in reader.tags
    assert not reader.loaded
    policy = reader.meta["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "@import" not in page and not re.search(r"url\(\s*['\"]?(?!#)", page)
    assert not re.findall(r"https?://", page)
    words = " ".join(reader.words)
    places = [words.index(f" {rating_text(one)} ") for one in (BAD, ODD, FINE, UNKNOWN)]
    assert places == sorted(places)
    assert words.index("Measurement") < words.index("Environment") < words.index("Commands")
    assert "--name=" in words and page.count("<svg") == 4
    assert "prefers-color-scheme: dark" in page and "@page" in page


def test_foreign_words_stay_words() -> None:
    page = render_html(check_report(check(HOSTILE), None, (Square(HOSTILE, HOSTILE),), version="1"))
    reader = read(page)
    assert "script" not in reader.tags and "img" not in reader.tags
    assert not reader.handlers and not reader.loaded
    assert "\x1b" not in page and "\u202e" not in page
    assert "<script>alert(1)</script>" in "".join(reader.words)
    assert "{{ 7*7 }}" in page and "49" not in re.sub(r"#[0-9a-f]{6}", "", page)


def everything(text: str) -> Report:
    blocks = (
        FindingsBlock((FindingLine("odd", text, text, text, text),)), FactsBlock(((text, text),)),
        TableBlock((text, text), ((text, text),)), PictureBlock(Square(text, text)),
        CommandBlock(text, text), TextBlock(text), TextBlock(text, quiet=True),
    )  # fmt: skip
    return Report(
        title=text, headline=text, word="odd", subject=(text,), footer=text,
        sections=(Section(text, blocks),),
    )  # fmt: skip


PLAIN = read(render_html(everything("word"))).tags


@given(st.text(min_size=1) | st.text("<>&\"'{}%#/=-!\x00\n\\", min_size=1))
def test_no_text_whatsoever_changes_what_the_page_consists_of(text: str) -> None:
    page = render_html(everything(text))
    page.encode("utf-8")
    reader = read(page)
    assert reader.tags == PLAIN
    assert not reader.loaded and not reader.handlers
    said = "\n".join(one_line(line) for line in text.split("\n"))
    assert said in "".join(reader.words)


@pytest.mark.parametrize("word", ["", "faster", 'x" onload="y'])
def test_a_word_that_has_no_mark_is_no_fault(word: str) -> None:
    report = Report(title="a", headline="b", word=word)
    assert not read(render_html(report)).handlers
