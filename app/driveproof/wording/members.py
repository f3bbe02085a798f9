# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words for the devices below and beside a target."""

from __future__ import annotations

from driveproof.domain.run.run import Role
from driveproof.wording.catalogue import N_, _

_ROLES = {
    Role.TARGET: N_("Measured"),
    Role.BELOW: N_("Underlying"),
    Role.BESIDE: N_("Related"),
    Role.SOURCE: N_("Source"),
    Role.LOG: N_("Log device"),
}


def role_text(role: Role, *, watched: bool = False) -> str:
    """How a device lies to the target, which is measured, or `watched` by the live monitor."""
    return _("Watched") if watched and role is Role.TARGET else _(_ROLES[role])
