# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of a scan: what it reads."""

from __future__ import annotations

from driveproof.domain.profile.scan import ScanPlan
from driveproof.wording.catalogue import ngettext
from driveproof.wording.units import format_size, group_digits


def plan_text(plan: ScanPlan) -> str:
    """What a scan reads: "100 samples of 10 MiB and 1 000 reads of 4 KiB"."""
    return ngettext(
        "{count} sample of {size} and {reads} reads of {read_size}",
        "{count} samples of {size} and {reads} reads of {read_size}",
        plan.positions,
    ).format(
        count=plan.positions,
        size=format_size(plan.sample, binary=True),
        reads=group_digits(plan.accesses),
        read_size=format_size(plan.access_size, binary=True),
    )
