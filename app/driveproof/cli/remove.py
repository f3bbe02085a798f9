# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof remove`: what a check of capacity has kept is deleted, after a question."""

from __future__ import annotations

import argparse

from driveproof.cli.asking import agrees, can_ask
from driveproof.cli.output import print_json, say
from driveproof.composition.application import Application
from driveproof.composition.kept_folders import kept_folders
from driveproof.domain.errors import Advice, RefusedError, Remedy
from driveproof.export.json import VERSION
from driveproof.wording.kept import remove_meaning, remove_question, removed_text


def remove(app: Application, arguments: argparse.Namespace) -> int:
    """Remove the folder that is named, or the one in it; 0 when that is done."""
    folders = kept_folders(app)
    one = folders.find(arguments.folder)
    if not arguments.yes:
        if not can_ask():
            raise RefusedError(
                "Nobody can be asked whether to remove {folder}.",
                folder=one.path,
                advice=Advice(Remedy.CONFIRM),
            )
        say(remove_meaning())
        if not agrees(remove_question(one)):
            raise RefusedError("Nothing was done.")
    folders.remove(one)
    if arguments.json:
        print_json({"version": VERSION, "removed": one.path, "size": one.size})
    else:
        say(removed_text(one))
    return 0
