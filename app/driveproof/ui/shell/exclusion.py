# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A measurement, a check, a TRIM and an experiment's step exclude each other: each disturbs the
others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from driveproof.domain.errors import Advice, UsageError
from driveproof.wording.catalogue import _

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
        measure.setup.set_disturbing(
            _measurement(checks, trims, compares, written=discards(measure))
        )
        one = _trimming() if is_busy(trim) else ""
        measure.overwriter.set_disturbing(_trim(measures, checks, compares) or one)
    if check is not None:
        all_drives = _("All drives are being checked; one after the other.")
        said = _measuring(measures, compares, trims)
        check.set_disturbing(said or (all_drives if is_busy(drives) else ""))
    if drives is not None:
        one = _("A drive is being checked; one after the other.")
        said = _measuring(measures, compares, trims)
        drives.set_disturbing(said or (one if is_busy(check) else ""))
    if trim is not None:
        said = _trim(measures, checks, compares)
        trim.set_disturbing(said or (_trimming() if discards(measure) else ""))
    if guide is not None:
        guide.set_disturbing(_measuring(measures, False, trims, checks=checks))


def _trimming() -> str:
    return _("A TRIM is running; one after the other.")


def _measurement(checks: bool, trims: bool, compares: bool, *, written: bool) -> UsageError | None:
    if compares:
        return UsageError(
            "A step of an experiment is running; each would disturb the other.",
            advice=Advice("It is shown in place of the Overview."),
        )
    if written:
        return UsageError(
            "What a test has written is being trimmed, which would disturb a measurement.",
            advice=Advice("It ends by itself; before that a password may be asked for."),
        )
    if trims:
        return UsageError(
            "A TRIM is running, which would disturb a measurement.",
            advice=Advice("The TRIM page shows how long still."),
        )
    if checks:
        return UsageError(
            "A drive is being checked; each would disturb the other.",
            advice=Advice("Wait until the check has ended, or cancel it."),
        )
    return None


def _measuring(measures: bool, compares: bool, trims: bool, *, checks: bool = False) -> str:
    """What a check, or a step of an experiment, would disturb."""
    if measures:
        return _("A measurement is running; each would disturb the other.")
    if compares:
        return _("A step of an experiment is running; each would disturb the other.")
    if trims:
        return _("A TRIM is running; it would disturb what is measured.")
    if checks:
        return _("A drive is being checked; each would disturb the other.")
    return ""


def _trim(measures: bool, checks: bool, compares: bool) -> str:
    if measures:
        return _("A measurement is running, which a TRIM would disturb.")
    if compares:
        return _("A step of an experiment is running, which a TRIM would disturb.")
    if checks:
        return _("A drive is being checked, which a TRIM would disturb.")
    return ""
