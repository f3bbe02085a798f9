# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof profiles`: what can be measured, and one's own profiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

from driveproof.cli.output import print_json, put, say, terminal, write_text
from driveproof.cli.selected import find_kept
from driveproof.cli.usage import conflict, needs, option
from driveproof.composition.profiles import own_profiles, profiles_of
from driveproof.domain.errors import Advice, Remedy, UsageError
from driveproof.domain.profile.draft import draft_of
from driveproof.export.json.profiles import profiles_document
from driveproof.export.text.job_file import job_file_text
from driveproof.wording.catalogue import _
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.profile import with_words
from driveproof.wording.recording import profile_from, profile_keeps

if TYPE_CHECKING:
    import argparse

    from driveproof.composition.application import Application
    from driveproof.domain.profile.estimate import Rates


def profiles(app: Application, arguments: argparse.Namespace) -> int:
    """Run the subcommand and return the exit status. Raises DriveproofError."""
    if arguments.recording:
        return _from_recording(app, arguments)
    if arguments.job_file:
        return _job_file(app, arguments)
    words = " ".join(arguments.words)
    found = profiles_of(app)
    every = found.all()
    chosen = tuple(one for one in every if one.name == words) or with_words(every, words)
    if not chosen:
        raise UsageError(
            "There is no profile '{name}'.", name=words, advice=Advice(Remedy.LIST_PROFILES)
        )
    for problem in found.problems:
        say(message_and_advice(problem, Face.TERMINAL))
    rates: Rates | None = None
    fitted = chosen
    if arguments.drive:
        from driveproof.composition.drive_facts import (  # noqa: PLC0415 - numpy
            filesystem_at,
            rates_and_class,
        )

        rates, speed = rates_and_class(app, arguments.drive)
        below = filesystem_at(arguments.drive)
        fitted = tuple(each.for_drive(speed, below) for each in chosen)
    if arguments.json:
        print_json(profiles_document(fitted, rates))
    else:
        from driveproof.export.text.lists import profiles_table  # noqa: PLC0415 - numpy

        put(profiles_table(fitted, rates=rates, **terminal()))
    return 0


def _from_recording(app: Application, arguments: argparse.Namespace) -> int:
    """Make a profile of one's own of the requests of a run."""
    if not arguments.words:
        raise needs("--recording", "NAME")
    for other in ("job_file", "drive"):
        if getattr(arguments, other):
            raise conflict("--recording", option(other))
    title = " ".join(arguments.words)
    found, _checks = find_kept(app, arguments.recording)
    if not found:
        raise UsageError("{word} is not a recording.", word=arguments.recording)
    made = profile_from(app.history.load(found[0]), title)
    change = own_profiles(app).save(draft_of(made, title=title))
    profile = profiles_of(app).find(change.name)
    if arguments.json:
        print_json(profiles_document((profile,), None))
    else:
        say(
            _("Profile {name} is created: {command}").format(
                name=change.name, command=f"driveproof run {change.name} FOLDER"
            )
        )
        say(profile_keeps())
    return 0


def _job_file(app: Application, arguments: argparse.Namespace) -> int:
    """Write a profile as a fio job file."""
    if len(arguments.words) != 1:
        raise needs("--job-file", "NAME")
    if arguments.job_file == "-" and arguments.json:
        raise conflict("--json", "-", Advice("Name a file."))
    write_text(job_file_text(profiles_of(app).find(arguments.words[0])), arguments.job_file)
    if arguments.job_file != "-":
        say(_("{path} is written.").format(path=arguments.job_file))
    if arguments.json:
        print_json({"version": 1, "files": [arguments.job_file]})
    return 0
