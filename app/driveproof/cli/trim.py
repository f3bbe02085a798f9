# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof trim`: whether it reaches the flash; what it would do; doing it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.cli.output import print_json, put, terminal
from driveproof.domain.quantity import Phrase
from driveproof.domain.trim.path import BLOCK

if TYPE_CHECKING:
    import argparse

    from driveproof.composition.root import Application

BLOCKED = 1
"""Done, and the answer is bad."""


def trim(app: Application, arguments: argparse.Namespace) -> int:
    """The subcommand; the exit status of the design. Raises DriveproofError."""
    from driveproof.engine.run.target import check_words

    check_words(arguments.target, Phrase("a device or a mount point"))
    if arguments.trim_command != "chain":
        from driveproof.cli.trim_run import preview, run

        return (preview if arguments.trim_command == "preview" else run)(app, arguments)
    # Without the list of drives: /sys names them too, and UDisks2 may have to be started for it.
    chain = app.trim_chain(arguments.target, whole=arguments.whole)
    if arguments.json:
        from driveproof.export.json.trim import chain_document

        print_json(chain_document(chain))
    else:
        from driveproof.export.text.trim import chain_text

        put(chain_text(chain, **terminal()))
    return BLOCKED if chain.verdict == BLOCK else 0
