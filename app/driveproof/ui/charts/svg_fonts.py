# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names the fonts of an SVG so that browsers understand them, and leaves out what says nothing."""

from __future__ import annotations

import re

_FAMILY = re.compile(r'font-family="([^"]*)"')
_EMPTY = re.compile(r"<g\b[^>]*>\s*</g>\s*")
_DEFAULTS = (' transform="matrix(1,0,0,1,0,0)"', ' vector-effect="none"')
_QT_GENERIC, _GENERIC = "Sans Serif", "sans-serif"


def for_browsers(svg: str) -> str:
    """With the generic family of CSS at the end of each list of families, and less than half as
    long.

    Qt writes its own name for it, which no browser knows: without the fonts of this machine the
    labels of a chart would have serifs there. It also writes a group for each change of a pen, most
    of them empty, and attributes that have their default.
    """

    def named(found: re.Match[str]) -> str:
        families = [one for one in found[1].split(",") if one not in (_QT_GENERIC, _GENERIC)]
        return f'font-family="{",".join([*families, _GENERIC])}"'

    found = 1
    while found:
        svg, found = _EMPTY.subn("", svg)
    for default in _DEFAULTS:
        svg = svg.replace(default, "")
    return _FAMILY.sub(named, svg)
