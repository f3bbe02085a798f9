# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof remote`: the far end of a measurement of several hosts; not for people."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from driveproof.composition.far_end import far_end
from driveproof.domain.errors import UsageError

if TYPE_CHECKING:
    import argparse

    from driveproof.composition.application import Application


def remote(app: Application, _arguments: argparse.Namespace) -> int:
    """Answer on standard output what is asked on standard input, until that ends; 0 always.

    Raises UsageError at a terminal: a person wants something else.
    """
    if sys.stdin.isatty():
        raise UsageError("Only 'driveproof run --hosts' starts this.")
    far_end(app).run()
    return 0
