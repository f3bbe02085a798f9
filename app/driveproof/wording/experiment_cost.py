# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What an experiment costs, and whether its repeats can be compared."""

from __future__ import annotations

from dataclasses import replace

from driveproof.domain.comparison.judge import LEAST_REPEATS
from driveproof.domain.experiment.defaults import claim_needs
from driveproof.domain.experiment.forecast import ExperimentCost
from driveproof.domain.experiment.plan import ExperimentPlan
from driveproof.domain.profile.estimate import Expected
from driveproof.domain.profile.profile import Profile
from driveproof.wording.catalogue import _, ngettext
from driveproof.wording.profile import expected_time, written_about
from driveproof.wording.units import format_bound, format_duration, repeats_text


def claim_words(profile: Profile) -> str:
    """How many repeats a profile has, and whether a comparison can judge them: for choosing one."""
    needed = claim_needs(profile)
    if needed is None:
        return _("Not made for comparisons.")
    text = _("{repeats} of each test. A comparison needs {needed}.")
    if profile.repeats >= needed:
        text = _("{repeats} of each test.")
    return text.format(repeats=repeats_text(profile.repeats, profile.most), needed=needed)


def later_compared(repeats: int, tests: int) -> str:
    """What a comparison of a run like this could say; "" where it has what others are compared by.

    For a run of its own, which may be compared one day: not everybody wants that.
    """
    if tests < 1 or repeats >= LEAST_REPEATS:
        return ""
    text = _("{repeats} of each test. A comparison needs {needed}.")
    return text.format(repeats=repeats_text(repeats), needed=LEAST_REPEATS)


# What it costs


def cost_text(cost: ExperimentCost) -> str:
    """Time and bytes of some measurements: "about 35 s, writes about 2.5 GB, at most 3 GB"."""
    found = cost.expected
    if found is None:
        time = _("at most {amount}").format(amount=format_bound(cost.seconds))
    else:
        time = expected_time(_times(found, cost.runs))
    return _("{first}, {second}").format(first=time, second=_written(cost))


def whole_cost(cost: ExperimentCost, plan: ExperimentPlan) -> str:
    """All of an experiment: "3 or 4 measurements, 10 min apart, about 35 s each; in all writes
    about 10 GB, at most 12 GB".
    """
    sure = plan.before + 1
    count = ngettext("{count} measurement", "{count} measurements", cost.runs)
    if plan.spacing and cost.runs == sure + 1:
        count = _("{sure} or {count} measurements")
    elif plan.spacing and cost.runs > sure:
        count = _("{sure} to {count} measurements")
    text = _("{measurements}, {each} each. Total: {written}")
    if plan.spacing:
        text = _("{measurements}, {time} apart, {each} each. Total: {written}")
    found = cost.expected
    if found is None:
        each = _("at most {amount}").format(amount=format_bound(cost.seconds / cost.runs))
    else:
        each = expected_time(found)
    return text.format(
        measurements=count.format(sure=sure, count=cost.runs),
        time=format_duration(plan.spacing),
        each=each,
        written=_written(cost),
    )


def _written(cost: ExperimentCost) -> str:
    if cost.written is None:
        return _("no write limit set")
    if not cost.written:
        return _("writes nothing")
    found = cost.expected
    about = 0 if found is None else min(cost.runs * found.bytes_written, cost.written)
    return _("writes {amount}").format(amount=written_about(about or cost.written, cost.written))


def _times(found: Expected, runs: int) -> Expected:
    """What several such runs take."""
    return replace(
        found, seconds=runs * found.seconds, fewest=runs * found.fewest, most=runs * found.most
    )
