# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a test is called: a sentence of ours with its values, or the text of a profile or of another
program.
"""

from __future__ import annotations

from driveproof.domain.access import Direction
from driveproof.domain.say import Title

SEPARATOR = " · "
"""Between the name of a test and what sets it apart, in stable names."""
_MIXED = ("mix", "copy", "recording")


def apart(title: Title | str, variant: object, *, whole: bool = False) -> Title:
    """The title of a test that a `variant` sets apart from others of the same; `whole` where the
    variant says what is done.
    """
    whole = whole or _is_whole(title)
    # Translators: a test, and what sets it apart from others.
    return Title("{test} · {variant}", whole=whole, test=title, variant=variant)


def common(title: Title | str) -> Title | str:
    """The title without what sets its test apart."""
    if isinstance(title, str):
        return title
    test = title.values.get("test", title)
    assert isinstance(test, Title | str)
    return test


def mixed_title(title: Title | str, direction: Direction) -> Title | str:
    """The title of a test; a mixed one is a test of its own, unless its title says it already."""
    if direction != Direction.MIXED or _is_whole(title):
        return title
    text = _own_text(title).lower()
    if any(word in text for word in _MIXED):
        return title
    return Title("{test} (mixed)", test=title)


def says(title: Title | str, direction: Direction) -> bool:
    """Whether a title needs no direction beside it: a text of a person may have it."""
    if _is_whole(title):
        return True
    text = _own_text(title).lower()
    return direction in "".join(one if one.isalnum() else " " for one in text).split()


def _is_whole(title: Title | str) -> bool:
    return isinstance(title, Title) and title.whole


def _own_text(title: Title | str) -> str:
    """What a profile or another program calls the test; "" for what only a plan does."""
    test = title if isinstance(title, str) else title.values.get("test", "")
    return test if isinstance(test, str) else _own_text(test)  # type: ignore[arg-type]
