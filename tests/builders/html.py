# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports in HTML: read, and checked against what they may hold."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from html.parser import HTMLParser

from tests.builders.made_findings import finding, left_out
from tests.fakes import quoted
from tests.fakes.verdicts import made_axis, made_verdict

from driveproof.domain.check.check import Check
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.drive.link import LinkState
from driveproof.domain.health.report import Health
from driveproof.domain.rating import BAD, FINE, ODD, UNKNOWN
from driveproof.domain.run.run import Run
from driveproof.domain.trim.path import PASS, DiscardPath, LayerKind, PathLayer

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
