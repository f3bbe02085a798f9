# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an experiment costs, and whether its repeats allow a claim."""

from __future__ import annotations

from driveproof.domain.comparison.judge import LEAST_REPEATS
from driveproof.domain.experiment.defaults import claim_needs
from driveproof.domain.experiment.forecast import Cost
from driveproof.domain.experiment.plan import Plan
from driveproof.domain.profile.kind import REAL_LIFE
from driveproof.domain.profile.plan import Bounded
from driveproof.domain.profile.profile import Profile
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.units import (
    format_bound,
    format_duration,
    format_size_bound,
    repeats_text,
)


def claim_words(profile: Profile) -> str:
    """How many repeats a profile has, and whether they allow a claim: for choosing one."""
    needed = claim_needs(profile)
    if needed is None and isinstance(profile.plan, Bounded):
        return _("One long measurement: no claim about a difference.")
    if needed is None:
        if profile.scan is None:
            return _("Each place once: the answer is about this drive alone.")
        return _("Each place once: no claim, a comparison of two scans shows what differs.")
    repeats = repeats_text(profile.repeats)
    if profile.kind == REAL_LIFE:
        text = (
            _("{repeats} of each task: enough to claim a difference.")
            if profile.repeats >= needed
            else _("{repeats} of each task: too few for a claim, which takes {needed}.")
        )
        return text.format(repeats=repeats, needed=needed)
    if profile.repeats >= needed:
        return _("{repeats} of each test: enough to claim a difference.").format(repeats=repeats)
    text = _("{repeats} of each test: too few for a claim, which takes {needed}.")
    return text.format(repeats=repeats, needed=needed)


def later_compared(repeats: int, tests: int) -> str:
    """What a comparison of a run like this could say; "" where it has what others are compared by.

    For a run of its own, which may be compared one day: not everybody wants that.
    """
    if tests < 1 or repeats >= LEAST_REPEATS:
        return ""
    text = _("{repeats} of {tests}: for a comparison with another run, measure {needed}.")
    of_tests = ngettext("{count} test", "{count} tests", tests).format(count=tests)
    return text.format(repeats=repeats_text(repeats), tests=of_tests, needed=LEAST_REPEATS)


# What it costs


def cost_text(cost: Cost) -> str:
    """Time and bytes of some measurements: "at most 4 min, writes at most 1.3 GB"."""
    time = format_bound(cost.seconds)
    if cost.written is None:
        return _("at most {time}, writes without a limit").format(time=time)
    if not cost.written:
        return _("at most {time}, writes nothing").format(time=time)
    text = _("at most {time}, writes at most {size}")
    return text.format(time=time, size=format_size_bound(cost.written))


def whole_cost(cost: Cost, plan: Plan) -> str:
    """All of an experiment: "3 or 4 measurements, 10 min apart, in all at most 3 min, writes at
    most 4 GB".
    """
    sure = plan.before + 1
    count = ngettext("{count} measurement", "{count} measurements", cost.runs)
    if plan.spacing and cost.runs > sure:
        count = _("{sure} or {count} measurements")
    text = _("{measurements}, in all {cost}")
    if plan.spacing:
        text = _("{measurements}, {time} apart, in all {cost}")
    return text.format(
        measurements=count.format(sure=sure, count=cost.runs),
        time=format_duration(plan.spacing),
        cost=cost_text(cost),
    )
