# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A measurement, a check, a TRIM and an experiment's step exclude each other: each disturbs the
others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from driveproof.domain.errors import Advice, UsageError
from driveproof.domain.ongoing import WORK_TITLES, OngoingWork
from driveproof.domain.say import Say
from driveproof.wording.catalogue import _
from driveproof.wording.say import say_text

if TYPE_CHECKING:
    from driveproof.ui.check.page import CheckPage
    from driveproof.ui.dashboard.page import DashboardPage
    from driveproof.ui.experiment.page import ExperimentPage
    from driveproof.ui.measure.page import MeasurePage
    from driveproof.ui.trim.page import TrimPage


class _Working(Protocol):
    @property
    def busy(self) -> bool: ...


def is_busy(page: _Working | None) -> bool:
    """Whether a page exists and is working."""
    return page is not None and page.busy


def discards(measure: MeasurePage | None) -> bool:
    """Whether what a measurement has written is being trimmed."""
    return measure is not None and measure.overwriter.busy


def exclude(
    measure: MeasurePage | None,
    check: CheckPage | None,
    trim: TrimPage | None,
    guide: ExperimentPage | None,
    drives: DashboardPage | None,
) -> None:
    """Tell each page what its work would disturb now; None for a page that was not created yet."""
    measures, checks = is_busy(measure), is_busy(check) or is_busy(drives)
    trims, compares = is_busy(trim) or discards(measure), is_busy(guide)
    if measure is not None:
        measure.setup.set_disturbing(_error(compares=compares, trims=trims, checks=checks))
        measure.overwriter.set_disturbing(
            _running(measures=measures, compares=compares, checks=checks, trims=is_busy(trim))
        )
    if check is not None:
        check.set_disturbing(
            _running(measures=measures, compares=compares, trims=trims, checks=is_busy(drives))
        )
    if drives is not None:
        drives.set_disturbing(
            _running(measures=measures, compares=compares, trims=trims, checks=is_busy(check))
        )
    if trim is not None:
        trim.set_disturbing(
            _running(measures=measures, compares=compares, checks=checks, trims=discards(measure))
        )
    if guide is not None:
        guide.set_disturbing(_running(measures=measures, trims=trims, checks=checks))


def _error(*, compares: bool, trims: bool, checks: bool) -> UsageError | None:
    advice = Advice("Wait until it finishes, or cancel it.")
    what = _first(compares=compares, trims=trims, checks=checks)
    return UsageError("Still running: {what}.", what=what, advice=advice) if what else None


def _running(
    *, measures: bool = False, compares: bool = False, trims: bool = False, checks: bool = False
) -> str:
    """That the first of these runs; "" for none."""
    what = _first(measures=measures, compares=compares, trims=trims, checks=checks)
    return _("Still running: {what}.").format(what=say_text(what)) if what else ""


def _first(
    *, measures: bool = False, compares: bool = False, trims: bool = False, checks: bool = False
) -> Say | None:
    works = (
        (measures, OngoingWork.MEASUREMENT),
        (compares, OngoingWork.STEP),
        (trims, OngoingWork.TRIM),
        (checks, OngoingWork.CHECK),
    )
    return next((WORK_TITLES[work] for runs, work in works if runs), None)
