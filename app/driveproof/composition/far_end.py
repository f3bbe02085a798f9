# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The far end of a measurement of several hosts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.engine.hosts.remote import FarEnd
from driveproof.fio.program import find_fio

if TYPE_CHECKING:
    from driveproof.composition.application import Application


def far_end(app: Application) -> FarEnd:
    """What answers on this host when it is one of several that measure, over our own standard input
    and output.
    """
    return FarEnd(0, 1, find_fio=find_fio, registry=app.test_files)
