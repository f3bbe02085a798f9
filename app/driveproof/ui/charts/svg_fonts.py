# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names the fonts of an SVG so that browsers understand them."""

from __future__ import annotations

import re
from pathlib import Path

_FAMILY = re.compile(r'font-family="([^"]*)"')
_QT_GENERIC, _GENERIC = "Sans Serif", "sans-serif"


def for_browsers(svg: str) -> str:
    """With the generic family of CSS at the end of each list of families.

    Qt writes its own name for it, which no browser knows: without the fonts of this machine the
    labels of a chart would have serifs there.
    """

    def named(found: re.Match[str]) -> str:
        families = [one for one in found[1].split(",") if one not in (_QT_GENERIC, _GENERIC)]
        return f'font-family="{",".join([*families, _GENERIC])}"'

    return _FAMILY.sub(named, svg)


def mend_file(path: Path) -> None:
    """The same for a file that Qt has written."""
    path.write_text(for_browsers(path.read_text("utf-8")), "utf-8")
