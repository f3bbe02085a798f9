# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Where a picture has ink."""

from __future__ import annotations

import re
from pathlib import Path


def across(path: Path) -> list[float]:
    """Where the lines of a picture have their corners, in its width."""
    # What is neither filled nor stroked is not to be seen: the outline of a clip.
    groups = path.read_text("utf-8").split("<g ")
    text = "".join(one for one in groups if not one.startswith('fill="none" stroke="none"'))
    return [
        float(x)
        for found in re.findall(r'points="([^"]+)"| d="([^"]+)"', text)
        for x in re.findall(r"[ML ]?(-?[\d.]+),-?[\d.]+", " ".join(found))
    ]
