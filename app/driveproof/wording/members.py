# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words for the devices below and beside a target."""

from __future__ import annotations

from driveproof.domain.run.run import Role
from driveproof.wording.catalogue import N_, _

_ROLES = {
    Role.TARGET: N_("measured"),
    Role.BELOW: N_("below it"),
    Role.BESIDE: N_("beside it"),
    Role.SOURCE: N_("copied from"),
    Role.LOG: N_("has the log"),
}


def role_text(role: Role, *, watched: bool = False) -> str:
    """How a device lies to the target, which is measured, or `watched` by the live monitor."""
    return _("watched") if watched and role is Role.TARGET else _(_ROLES[role])
