# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A report as HTML: one file that loads nothing, runs nothing, and takes no foreign word for more
than a word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fakes import quoted
from tests.fakes.verdicts import made_axis, made_verdict
from tests.unit.domain.made_findings import finding, left_out

from driveproof.domain.check.check import BAD, FINE, ODD, UNKNOWN, Check
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.drive.link import LinkState
from driveproof.domain.health.report import Health
from driveproof.domain.run.run import Run
from driveproof.domain.trim.path import PASS, DiscardPath, LayerKind, PathLayer
from driveproof.export.report.check import check_report
from driveproof.export.report.document import (
    Code,
    Facts,
    Line,
    Lines,
    Picture,
    Report,
    Section,
    Table,
    Text,
)
from driveproof.export.report.html import render_html
from driveproof.export.text.layout import one_line

NOW = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
HOSTILE = (
    "<script>alert(1)</script>\"'><img src=http://x/ onerror=x>{{ 7*7 }}{% raw %}&amp;\x1b]0;\u202e"
)
LOADS = {"src", "href", "xlink:href", "data", "action", "srcset", "poster", "background"}


class Reader(HTMLParser):
    """What a page consists of: its elements, what it says, and what it would load."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[str] = []
        self.loaded: list[str] = []
        self.handlers: list[str] = []
        self.words: list[str] = []
        self.meta: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        given = {name: value or "" for name, value in attrs}
        self.loaded += [given[name] for name in LOADS & set(given)]
        self.handlers += [name for name in given if name.startswith("on")]
        if tag == "meta" and "http-equiv" in given:
            self.meta[given["http-equiv"]] = given["content"]

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    reader.close()
    return reader


@dataclass(frozen=True)
class Square:
    """A picture."""

    title: str
    alt: str

    def svg(self, *, dark: bool, narrow: bool = False) -> str:
        return f'<svg viewBox="0 0 1 1"><rect fill="{"#000" if dark else "#fff"}"/></svg>'


def check(text: str, run: Run | None = None) -> Check:
    layer = PathLayer(
        name=text, kind=LayerKind.DRIVE, verdict=PASS, facts=quoted.fact(text), source=text
    )
    return Check(
        taken=NOW, seconds=3.0, target=text,
        device=BlockDevice(
            path=text, name=text, model=text, serial=text, firmware=text, kind="ata"
        ),
        findings=tuple(finding("identity", word, text, text, text)
                       for word in (FINE, ODD, BAD, UNKNOWN)),
        health=Health(taken=NOW, source=text, power_on=3600.0),
        verdict=made_verdict("good", text, (), (made_axis("wear", "good", text, source=text),)),
        link=LinkState(now=text, best=text, ceiling=1),
        chain=DiscardPath(target=text, mount=None, layers=(layer,), start=text),
        run=run, left_out=(left_out(text),),
    )  # fmt: skip


def test_the_verdict_comes_first_and_everything_is_in_one_file(make_run: object) -> None:
    run = make_run()  # type: ignore[operator]
    page = render_html(check_report(check("A drive", run), (Square("Speeds", "two bars"),)))
    reader = read(page)
    assert "script" not in reader.tags and not reader.handlers
    assert "link" not in reader.tags and "iframe" not in reader.tags and "img" not in reader.tags
    assert not reader.loaded
    policy = reader.meta["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "@import" not in page and not re.search(r"url\(\s*['\"]?(?!#)", page)
    assert not re.findall(r"https?://", page)
    words = " ".join(reader.words)
    assert words.index("This drive is failing.") < words.index("What is bad")
    assert words.index("What to do") < words.index("What is bad") < words.index("What is odd")
    assert (
        words.index("What is odd") < words.index("What is fine") < words.index("What is not known")
    )
    assert words.index("Measurement") < words.index("Environment") < words.index("Commands")
    assert "--name=" in words and page.count("<svg") == 4
    assert "prefers-color-scheme: dark" in page and "@page" in page


def test_foreign_words_stay_words() -> None:
    page = render_html(check_report(check(HOSTILE), (Square(HOSTILE, HOSTILE),), version="1"))
    reader = read(page)
    assert "script" not in reader.tags and "img" not in reader.tags
    assert not reader.handlers and not reader.loaded
    assert "\x1b" not in page and "\u202e" not in page
    assert "<script>alert(1)</script>" in "".join(reader.words)
    assert "{{ 7*7 }}" in page and "49" not in re.sub(r"#[0-9a-f]{6}", "", page)


def everything(text: str) -> Report:
    blocks = (
        Lines((Line("odd", text, text, text),)), Facts(((text, text),)),
        Table((text, text), ((text, text),)), Picture(Square(text, text)), Code(text, text),
        Text(text), Text(text, quiet=True),
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
