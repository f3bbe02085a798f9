# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a check of a drive is called."""

from __future__ import annotations

from driveproof.domain.check.between import CheckComparison
from driveproof.domain.check.check import Check
from driveproof.domain.text import visible
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.drive import device_title


def side_titles(found: CheckComparison) -> tuple[str, str]:
    """Both checks of a comparison, each in a line."""
    before, after = _title(found.before), _title(found.after)
    return _("Before: {text}").format(text=before), _("After: {text}").format(text=after)


def _title(check: Check) -> str:
    """Its label, its drive, when it was made, its id."""
    device = device_title(check.device) if check.device else check.target
    named = [_("report {id}").format(id=check.id)] if check.id else []
    parts = [check.label, device, date_and_time(check.taken), *named]
    return ", ".join(visible(part) for part in parts if part)
