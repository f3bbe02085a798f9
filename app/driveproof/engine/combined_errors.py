# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One error of two: what failed first, and that putting things back failed after it."""

from __future__ import annotations

import logging

from driveproof.domain.errors import CancelledError, DriveproofError, own_fault
from driveproof.domain.run.failed_io import vanished

log = logging.getLogger(__name__)


def combined(first: BaseException, later: DriveproofError) -> DriveproofError:
    """The first error, which says the second one besides.

    Where the person asked to stop, nothing had failed before: the second one alone.
    """
    if isinstance(first, CancelledError) or not isinstance(first, Exception):
        return later
    if isinstance(first, DriveproofError):
        error = first
    else:
        log.error("It failed before it was put back", exc_info=first)
        error = vanished(first) or own_fault(first)
    error.besides = (*error.besides, later)
    return error
