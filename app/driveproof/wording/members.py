# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words for the devices below and beside a target."""

from __future__ import annotations

from driveproof.domain.run.run import Role
from driveproof.wording.catalogue import N_, _

_ROLES = {
    Role.TARGET: N_("measured"),
    Role.BELOW: N_("underlying"),
    Role.BESIDE: N_("related"),
    Role.SOURCE: N_("source"),
    Role.LOG: N_("log device"),
}


def role_text(role: Role, *, watched: bool = False) -> str:
    """How a device lies to the target, which is measured, or `watched` by the live monitor."""
    return _("watched") if watched and role is Role.TARGET else _(_ROLES[role])
