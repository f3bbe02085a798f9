# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the sides of a comparison are called above columns: before and after, or by their drives."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_uppercase

from driveproof.domain.comparison.comparison import Comparison
from driveproof.domain.comparison.conditions import Condition
from driveproof.domain.comparison.matching import Side
from driveproof.domain.say import Say
from driveproof.domain.text import visible

HEADS = (Say("Before"), Say("After"))
"""What two sides are called above columns that are of one drive, before and after something."""
IN_SENTENCES = (Say("before"), Say("after"))
"""The same within a sentence."""

_END = 6  # characters of a serial number that are shown beside a model
WIDEST = 22
"""Characters of a heading: beyond it the common beginning of all names is cut, then the middle."""
ROOMY = 48
"""The same where each side has a row of its own."""


BRIEF = 14
"""The same where there is hardly room for a column."""


def of_drives(comparison: Comparison) -> bool:
    """Whether some of the sides are known to be different drives: none is before another then."""
    return any(one.what is Condition.DRIVE for one in comparison.differs)


def side_heads(
    comparison: Comparison,
    words: tuple[Say, Say] = HEADS,
    *,
    private: bool = False,
    widest: int = WIDEST,
) -> tuple[Say | str, ...]:
    """A heading for each side, with control characters made visible, no two of them the same.

    Drives have their models, with serial numbers where these distinguish two; sides with names of
    their own (`Comparison.named`) have these; two others have `words`. `private` leaves out serial
    numbers and labels: letters distinguish the sides then. None has more than `widest` letters.
    """
    sides = comparison.sides
    if of_drives(comparison):
        return _told_apart(short(_models(sides, serials=not private), widest))
    if not comparison.named:
        return words
    if private and any(map(_labelled, sides)):
        return tuple(map(_letter, range(len(sides))))
    return _told_apart(short([visible(side.name) for side in sides], widest, manufacturers=False))


def brief_names(comparison: Comparison) -> tuple[str, ...]:
    """The names of the sides for a narrow place, no two of them the same."""
    names = [visible(side.name) for side in comparison.sides]
    return _told_apart(short(names, BRIEF, manufacturers=of_drives(comparison)))


def row_heads(comparison: Comparison) -> tuple[Say | str, Say | str]:
    """The heads of two columns whose rows are of any side against the first."""
    first, *others = side_heads(comparison)
    return first, others[0] if len(others) == 1 else Say("Other")


def owners(comparison: Comparison, number: int) -> tuple[Say | str, Say | str] | None:
    """The side whose repeats a remark counts, None where "before" and "after" are clear."""
    if not of_drives(comparison) and not comparison.named:
        return None
    heads = side_heads(comparison)
    return heads[0], heads[number]


def short(names: Sequence[str], widest: int = WIDEST, *, manufacturers: bool = True) -> list[str]:
    """Names cut to the width of a heading, so that their differences remain.

    The common first words are cut first ("Samsung SSD"), then the name of the manufacturer, with
    which the names of `manufacturers` begin, or the middle. A label may begin with "after".
    """
    cut = list(names)
    while len(set(cut)) > 1 and any(len(name) > widest for name in cut):
        first = {name.partition(" ")[0] for name in cut}
        rest = [name.partition(" ")[2].lstrip() for name in cut]
        if len(first) > 1 or not all(rest):
            break
        cut = rest
    return [_narrow(name, widest, manufacturers=manufacturers) for name in cut]


def _narrow(name: str, widest: int, *, manufacturers: bool) -> str:
    if len(name) <= widest:
        return name
    rest = name.partition(" ")[2]
    if manufacturers and len(rest) <= widest and len(rest.split()) > 1:
        return rest.lstrip()
    half = (widest - 1) // 2
    return f"{name[: widest - 1 - half].rstrip()}…{name[-half:].lstrip()}"


def _models(sides: Sequence[Side], *, serials: bool) -> list[str]:
    """The drives of each side, visible; "" where nothing is known that may be said."""
    models = [
        ", ".join(dict.fromkeys(run.target.model or run.target.device or "" for run in side.runs))
        for side in sides
    ]
    if serials:
        numbers = [side.runs[0].target.serial or "" for side in sides]
        twins = [
            {number for other, number in zip(models, numbers, strict=True) if other == model}
            for model in models
        ]
        models = [
            f"{model} {_end(number, among)}" if len(among) > 1 else model
            for model, number, among in zip(models, numbers, twins, strict=True)
        ]
    return [" ".join(visible(model).split()) for model in models]


def _end(serial: str, among: set[str]) -> str:
    """The end of a serial number, if that is enough: the model has to stay readable beside it."""
    ends = {other[-_END:] for other in among}
    return serial if len(serial) <= _END + 2 or len(ends) < len(among) else f"…{serial[-_END:]}"


def _told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """With letters before those that are not the only one; before all where that is not enough."""
    lettered = [f"{_letter(number)} {name}".rstrip() for number, name in enumerate(names)]
    found = [
        name if name and names.count(name) == 1 else other
        for name, other in zip(names, lettered, strict=True)
    ]
    return tuple(found if len(set(found)) == len(found) else lettered)


def _letter(number: int) -> str:
    """A, B, … and numbers where there are no more letters."""
    return ascii_uppercase[number] if number < len(ascii_uppercase) else str(number + 1)


def _labelled(side: Side) -> bool:
    """Whether a side's name is what the person wrote into a label."""
    return any(run.label.strip() and run.label.strip() in side.name for run in side.runs)
