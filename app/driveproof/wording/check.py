# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How a check of a drive is called, and what was checked."""

from __future__ import annotations

from driveproof.domain.check.between import CheckComparison
from driveproof.domain.check.check import Check
from driveproof.domain.text import visible
from driveproof.wording.catalogue import _
from driveproof.wording.dates import date_and_time
from driveproof.wording.drive import device_title
from driveproof.wording.units import format_size


def side_titles(found: CheckComparison) -> tuple[str, str]:
    """Both checks of a comparison, each in a line."""
    before, after = _title(found.before), _title(found.after)
    return _("Before: {text}").format(text=before), _("After: {text}").format(text=after)


def checked_name(check: Check) -> str:
    """The drive, or how it was named where that is not known."""
    return device_title(check.device) if check.device else check.target


def checked_place(check: Check) -> list[str]:
    """The device with its size, and by what it was named where that is another name; [] where no
    device is known.
    """
    device = check.device
    if device is None:
        return []
    found = [device.path]
    if device.size:
        found.append(format_size(device.size))
    if check.target != device.path:
        found.append(_("checked as {target}").format(target=check.target))
    return found


def _title(check: Check) -> str:
    """Its label, its drive, when it was made, its id."""
    named = [_("report {id}").format(id=check.id)] if check.id else []
    parts = [check.label, checked_name(check), date_and_time(check.taken), *named]
    return ", ".join(visible(part) for part in parts if part)
