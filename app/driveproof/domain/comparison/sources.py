# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""By which programs compared runs were measured, and what those programs do not tell."""

from __future__ import annotations

from collections.abc import Sequence

from driveproof.domain.comparison.conditions import FIELDS, inside, known
from driveproof.domain.comparison.matching import Side
from driveproof.domain.run.run import OWN_JSON, Run
from driveproof.domain.run.work import unknown
from driveproof.wording.phase import work_title

OURS = "Driveproof"

# What every drive has and every system knows: missing only where a program does not tell it.
_ALWAYS = frozenset({"drive", "firmware", "kernel", "scheduler", "fill", "temperature"})
_OURS_ONLY = frozenset({"driveproof", "profile"})  # no other program can tell them
_NAMED = 4  # fields by name in one sentence


def program(run: Run) -> str:
    """Who measured it: "Driveproof", "KDiskMark 3.1.4"; "" where nobody says."""
    source = run.environment.source
    if source and source != OWN_JSON:
        return source
    return OURS if source or run.environment.driveproof else ""


def source_warnings(sides: Sequence[Side]) -> tuple[str, ...]:
    """Sentences about runs of other programs, () where all are of ours.

    Two imports of one program are alike in how they were measured: what they do not tell is said
    all the same, for it is not known and so not known to be the same.
    """
    found = [_pair(sides[0], side) for side in sides[1:]]
    found += [_missing(side, sides) for side in sides if _foreign(side)]
    return tuple(dict.fromkeys(text for text in found if text))


def _foreign(side: Side) -> bool:
    return any(program(run) != OURS for run in side.runs)


def _programs(side: Side) -> tuple[str, ...]:
    return tuple(dict.fromkeys(program(run) for run in side.runs))


def _pair(one: Side, other: Side) -> str:
    if not (_foreign(one) or _foreign(other)):
        return ""
    mine, theirs = _programs(one), _programs(other)
    if "" in (*mine, *theirs):
        return ""  # its own sentence says that nobody knows
    if mine == theirs and len(mine) == 1:
        return f"{one.name} and {other.name} were both measured by {mine[0]}, and not here."
    why = "they warm up, repeat and count in their own ways, which may look like a change"
    if len({_family(name) for name in (*mine, *theirs)}) == 1:
        why = "versions of one program may differ in what they do"
    return (
        f"{one.name} was measured by {' and '.join(mine)}, {other.name} by"
        f" {' and '.join(theirs)}: {why}."
    )


def _family(name: str) -> str:
    """A program without its version: "KDiskMark 3.1.4" and "fio-3.39" are KDiskMark and fio."""
    for place, letter in enumerate(name):
        if letter.isdigit():
            return name[:place].rstrip(" -").lower()
    return name.lower()


def _unknown_work(side: Side) -> list[str]:
    """What of the work of its tests is not known and could make them other tests."""
    found = [
        work_title(what)
        for run in side.runs
        for phase in run.phases
        for what in unknown(phase.work, phase.direction)
    ]
    return list(dict.fromkeys(found))


def _missing(side: Side, sides: Sequence[Side]) -> str:
    others = [one for one in sides if one is not side]
    lacking = [
        inside(field.title)
        for field in FIELDS
        if field.what not in _OURS_ONLY
        and not known(field, side)
        and (field.what in _ALWAYS or any(known(field, other) for other in others))
    ]
    said = []
    if "" in _programs(side):
        said.append(f"{side.name} does not say by which program it was measured.")
    if lacking:
        what = "it" if len(lacking) == 1 else "each of them"
        said.append(f"Not known of {side.name}: {_listed(lacking)}; {what} may differ as well.")
    if work := _unknown_work(side):
        said.append(
            f"Not known of the tests of {side.name}: {_listed(work)}; they may have done other"
            " work."
        )
    return " ".join(said)


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    if more > 0:
        return f"{', '.join(names[:_NAMED])} and {more} more"
    return f"{', '.join(names[:-1])} and {names[-1]}" if len(names) > 1 else names[0]
