# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The list of runs and the profiles as text for the terminal."""

from __future__ import annotations

from collections.abc import Iterable

from driveproof.domain.access import CACHE_TITLES, DIRECT, Direction
from driveproof.domain.check.check import CheckHead
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.metric import MetricName
from driveproof.domain.profile.estimate import Rates
from driveproof.domain.profile.plan import Described
from driveproof.domain.profile.profile import Profile, grouped_profiles
from driveproof.domain.profile.shipped import GROUP_TITLES
from driveproof.domain.profile_cost import choosing, cost_of
from driveproof.domain.run.run import RunHead
from driveproof.domain.text import visible
from driveproof.export.text.layout import WIDTH, cut, plain, table, wrapped
from driveproof.wording.catalogue import N_, _, ngettext
from driveproof.wording.dates import date_and_time
from driveproof.wording.profile import profile_text
from driveproof.wording.rating import rating_text
from driveproof.wording.say import say_text
from driveproof.wording.units import (
    format_bandwidth,
    format_iops,
    format_size,
)

_HEADING = (
    N_("ID"),
    N_("Started"),
    N_("Status"),
    N_("Profile"),
    N_("Drive"),
    N_("Label"),
    N_("Seq. read"),
    N_("Seq. write"),
    N_("Rnd. read"),
    N_("Rnd. write"),
)
_FIGURES = 4
"""Columns of figures, which a check has not."""


def history_table(
    heads: Iterable[RunHead],
    checks: Iterable[CheckHead] = (),
    *,
    limit: int | None = None,
    binary: bool = False,
    encoding: str = "utf-8",
) -> str:
    """One line for each run and each check, newest first, at most `limit`; the first test of each
    kind identifies a run.
    """
    runs = [(head.started, _run(head, binary)) for head in heads]
    listed = [*runs, *((head.taken, _check(head)) for head in checks)]
    rows = [row for _moment, row in sorted(listed, key=lambda one: one[0], reverse=True)][:limit]
    if not rows:
        run = _("Run: {command}").format(command="driveproof run quick .")
        return " ".join((_("The history is empty."), run))
    return "\n".join(table([tuple(map(_, _HEADING)), *rows], range(6), encoding=encoding))


def _run(head: RunHead, binary: bool) -> tuple[str, ...]:
    cache = CACHE_TITLES.get(head.cache or DIRECT)
    return (
        visible(head.id),
        date_and_time(head.started),
        _(head.status),
        visible(head.profile if cache is None else f"{head.profile}, {say_text(cache)}"),
        cut(visible(head.model or head.device or head.path), 28),
        cut(visible(head.label), 24),
        *_figures(head, binary),
    )


def _check(head: CheckHead) -> tuple[str, ...]:
    return (
        visible(head.id),
        date_and_time(head.taken),
        rating_text(head.rating),
        _("report"),
        cut(visible(head.model or head.device or head.target), 28),
        cut(visible(head.label), 24),
        *[""] * _FIGURES,
    )


def _figures(head: RunHead, binary: bool) -> tuple[str, ...]:
    """The first sequential and the first random test of each direction, as in the window."""
    cells = []
    for metric in (MetricName.BANDWIDTH, MetricName.IOPS):
        for direction in (Direction.READ, Direction.WRITE):
            value = head.figure(direction, metric)
            if value is None:
                cells.append("")
            elif metric == MetricName.BANDWIDTH:
                cells.append(format_bandwidth(value, binary=binary))
            else:
                cells.append(format_iops(value))
    return tuple(cells)


def profiles_table(
    profiles: Iterable[Profile],
    *,
    rates: Rates | None = None,
    width: int | None = None,
    encoding: str = "utf-8",
) -> str:
    """Each profile with its question, what it does and its cost, below the title of its group;
    `rates` are the target's.
    """
    parts, profiles = [], tuple(profiles)
    for group, some in grouped_profiles(profiles):
        parts.append(f"{plain(say_text(GROUP_TITLES[group]), encoding)}\n")
        parts += _profiles(some, rates, width or WIDTH, encoding)
    if not all(profile.needs_root for profile in profiles):
        usual = _(
            "Unless stated otherwise, a profile measures a folder without root and keeps all data."
        )
        parts += wrapped(usual, width or WIDTH, encoding=encoding)
    return "\n".join(parts).rstrip("\n")


def _profiles(
    profiles: Iterable[Profile], rates: Rates | None, width: int, encoding: str
) -> list[str]:
    parts = []
    for profile in profiles:
        tests, cost = len(profile.phases), say_text(cost_of(profile, rates))
        does = _("{tests}, {where}: {cost}").format(
            tests=ngettext("{count} test", "{count} tests", tests).format(count=tests),
            where=_("formats a spare device")
            if profile.formats
            else _("a device, as root")
            if profile.needs_root
            else _("test file {size}").format(size=format_size(profile.size, binary=True)),
            cost=cost,
        )
        if isinstance(profile.plan, Described):
            does = f"{say_text(profile.plan.does)}: {cost}"
        elif has_trait(profile.method, Trait.ERASES):
            does = _("Overwrites a whole device: {cost}").format(cost=cost)
        elif has_trait(profile.method, Trait.ONCE) and not profile.needs_root:
            does = cost
        lines = [
            plain(f"{visible(profile.name)}: {profile_text(profile.title, profile.name)}", encoding)
        ]
        for text in (
            profile_text(profile.question, profile.name),
            does,
            say_text(choosing(profile)),
        ):
            lines += [f"  {line}" for line in wrapped(text, width - 4, encoding=encoding)]
        parts.append("\n".join(f"  {line}" for line in lines) + "\n")
    return parts
