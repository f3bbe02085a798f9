# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Descriptions in AppStream's markup as plain text.

The markup is a subset of HTML: p, ul, ol, li, em and code
(https://www.freedesktop.org/software/appstream/docs/chap-Metadata.html, tag-description).
"""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import Any

from driveproof.domain.text import visible

LONGEST = 20_000
"""Characters of markup that are read."""
_DECLARATIONS = re.compile(r"<!--.*?-->|<!", re.DOTALL)


class _Reader(HTMLParser):
    """Formats the elements that it knows, and keeps the text of all others."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.blocks: list[str] = [""]
        self._numbers: list[int | None] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, _: list[tuple[str, str | None]]) -> None:
        if tag in {"script", "style"}:
            self._hidden += 1
        elif tag in {"ul", "ol"}:
            self._numbers.append(0 if tag == "ol" else None)
        elif tag == "li":
            mark = "\N{BULLET} "
            if self._numbers and (number := self._numbers[-1]) is not None:
                self._numbers[-1] = number + 1
                mark = f"{number + 1}. "
            self.blocks.append(mark)
        elif tag in {"p", "br", "div"}:
            self.blocks.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in {"script", "style"}:
            self._hidden = max(self._hidden - 1, 0)
        elif tag in {"ul", "ol"} and self._numbers:
            self._numbers.pop()
        if tag in {"p", "li", "ul", "ol"}:
            self.blocks.append("")

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.blocks[-1] += data


def plain_text(markup: Any) -> str:
    """A line per paragraph or list entry, with unprintable characters escaped; "" for no text."""
    if not isinstance(markup, str):
        return ""
    reader = _Reader()
    # A declaration is not part of the markup, and Python's parser fails at a broken one.
    reader.feed(_DECLARATIONS.sub("", markup[:LONGEST]))
    reader.close()
    lines = (visible(" ".join(block.split())) for block in reader.blocks)
    return "\n".join(line for line in lines if line not in {"", "\N{BULLET}"})
