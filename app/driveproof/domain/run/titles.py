# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The title of a run, which says how it went."""

from __future__ import annotations

from driveproof.domain.access import COLD, DIRECT, WARM, Cache

_WORDS = {COLD: "cold cache", WARM: "warm cache"}


def titled(title: str, cache: Cache) -> str:
    """The title of a run, which says how it went: "Quick benchmark, cold cache"."""
    words = _WORDS.get(cache)
    return title if words is None or title.endswith(words) else f"{title}, {words}"


def base_title(title: str, cache: Cache | None) -> str:
    """The reverse of `titled`, for a run with this cache."""
    words = _WORDS.get(cache or DIRECT)
    return title if words is None else title.removesuffix(f", {words}")
