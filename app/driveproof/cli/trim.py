# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof trim`: whether TRIM reaches the flash, what it would do, and running it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.cli.output import print_json, put, terminal
from driveproof.composition.trim import TrimService
from driveproof.domain.trim.path import BLOCK
from driveproof.engine.run.target import check_words
from driveproof.export.text.trim import chain_text

if TYPE_CHECKING:
    import argparse

    from driveproof.composition.application import Application

BLOCKED = 1
"""Exit status: done, and the answer is bad."""


def trim(app: Application, arguments: argparse.Namespace) -> int:
    """Run the subcommand and return the exit status. Raises DriveproofError."""
    check_words(arguments.target)
    if arguments.trim_command != "status":
        from driveproof.cli.trim_run import preview, run  # noqa: PLC0415 - numpy

        return (preview if arguments.trim_command == "preview" else run)(app, arguments)
    # Without the inventory: /sys names devices too, and UDisks2 might first have to be started.
    chain = TrimService(app).chain(arguments.target, as_root=arguments.as_admin)
    if arguments.json:
        from driveproof.export.json.trim import chain_document  # noqa: PLC0415 - numpy

        print_json(chain_document(chain))
    else:
        put(chain_text(chain, **terminal()))
    return BLOCKED if chain.verdict == BLOCK else 0
