# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The subcommands: each calls the engine, prints one answer, returns the status."""

# What brings numpy is imported by the function that needs it: "list" does without.

from __future__ import annotations

import argparse
from collections.abc import Callable
from gettext import NullTranslations
from typing import TYPE_CHECKING

from driveproof.cli.health import health
from driveproof.cli.monitor import monitor
from driveproof.cli.output import (
    print_json,
    put,
    say,
    say_note,
    terminal,
    write_text,
)
from driveproof.cli.rated import rated
from driveproof.cli.remote import remote
from driveproof.cli.remove import remove
from driveproof.cli.selftest import selftest
from driveproof.cli.trim import trim
from driveproof.cli.watch import watch
from driveproof.composition.application import Application
from driveproof.composition.rendering import no_renderer
from driveproof.domain.errors import (
    Advice,
    DriveproofError,
    MachineError,
    UsageError,
)
from driveproof.domain.profile.draft import draft_of
from driveproof.domain.text import shown
from driveproof.export.json.drives import inventory_document
from driveproof.export.json.over_time import over_time_document
from driveproof.export.json.profiles import profiles_document
from driveproof.export.text.drives import inventory_table
from driveproof.export.text.job_file import job_file_text
from driveproof.export.text.over_time import over_time_table
from driveproof.history.checks import Checks, find_kept
from driveproof.history.earlier import previous, results_over_time
from driveproof.system.kernel.sysfs import Sysfs
from driveproof.wording.catalogue import _, use
from driveproof.wording.errors import Face, message_and_advice
from driveproof.wording.idle import profile_from, profile_keeps
from driveproof.wording.kept import kept_sentence, remove_command
from driveproof.wording.profile import with_words

if TYPE_CHECKING:
    from driveproof.composition.rendering import FileRenderer
    from driveproof.history.checks import Found

PREVIOUS = "previous"
"""As BEFORE of `compare`: the newest earlier run of the same drive and profile as AFTER."""


def obey(
    arguments: argparse.Namespace,
    application: Application | None = None,
    renderer: Callable[[], FileRenderer] | None = None,
) -> int:
    """Run the subcommand: in English where a program reads the answer, errors included.

    Without an application it makes one, which draws with what `renderer()` returns. Raises
    DriveproofError.
    """
    app = application or Application(renderer=renderer or no_renderer)
    app.sweep()
    if not arguments.json:
        return COMMANDS[arguments.command](app, arguments)
    before = use(NullTranslations())  # before anything is worded, in whichever thread
    try:
        return COMMANDS[arguments.command](app, arguments)
    except DriveproofError as error:
        say(message_and_advice(error, Face.TERMINAL))
        return error.exit_status
    finally:
        use(before)


def _say_given_up(app: Application, *, known: bool = False) -> None:
    """With `known` for the last time."""
    notes = app.given_up()
    for note in notes:
        say_note(note)
    if notes and known:
        app.given_up_devices.acknowledge()
    elif notes:
        say(_("'driveproof list --known' shows this for the last time."))


def _list(app: Application, arguments: argparse.Namespace) -> int:
    if not arguments.json:  # a program that reads the answer would keep it to itself
        _say_given_up(app, known=arguments.known)
    kept = app.kept_folders.registered()
    if not arguments.json:
        for one in kept:
            say(kept_sentence(one, command=remove_command(one)))
    inventory = app.inventory()
    lines = app.drive_lines(inventory)
    if arguments.json:
        print_json(inventory_document(inventory, lines, kept))
    else:
        put(inventory_table(inventory, lines, **terminal()))
    return 0


def _profiles(app: Application, arguments: argparse.Namespace) -> int:
    if arguments.recording:
        return _from_recording(app, arguments)
    if arguments.job_file:
        return _job_file(app, arguments)
    words = " ".join(arguments.words)
    every = app.profiles.all()
    profiles = tuple(one for one in every if one.name == words) or with_words(every, words)
    for problem in app.profiles.problems:
        say(message_and_advice(problem, Face.TERMINAL))
    rates, link = app.drive_of(arguments.target) if arguments.target else (None, None)
    fitted = profiles if link is None else tuple(each.on_link(link) for each in profiles)
    if arguments.json:
        print_json(profiles_document(fitted, rates))
    elif not fitted:
        say(
            _("No profile has “{words}”. {command} lists them all.").format(
                words=shown(words), command="'driveproof profiles'"
            )
        )
    else:
        from driveproof.export.text.run import profiles_table  # noqa: PLC0415 - numpy

        put(profiles_table(fitted, rates=rates, **terminal()))
    return 0


def _from_recording(app: Application, arguments: argparse.Namespace) -> int:
    """Make a profile of one's own of the requests of a run."""
    if not arguments.words or arguments.job_file or arguments.target:
        raise UsageError(
            "A profile from a recording needs a name, and nothing else.",
            advice=Advice("Name it: driveproof profiles NAME --from RUN."),
        )
    title = " ".join(arguments.words)
    found, _checks = _find_kept(app, arguments.recording)
    if not found:
        raise UsageError("{word} is a check, and no recording.", word=arguments.recording)
    made = profile_from(app.history.load(found[0]), title)
    change = app.own_profiles.save(draft_of(made, title=title))
    profile = app.profiles.find(change.name)
    if arguments.json:
        print_json(profiles_document((profile,), None))
    else:
        say(
            _("The profile {name} is written: {command}").format(
                name=change.name, command=f"driveproof run {change.name} --target FOLDER"
            )
        )
        say(profile_keeps())
    return 0


def _job_file(app: Application, arguments: argparse.Namespace) -> int:
    """Write a profile as a fio job file."""
    if len(arguments.words) != 1:
        raise UsageError(
            "A job file is of one profile.",
            advice=Advice("Name it: driveproof profiles NAME --job-file FILE."),
        )
    if arguments.job_file == "-" and arguments.json:
        raise UsageError("--json and --job-file - would both print.", advice=Advice("Name a file."))
    write_text(job_file_text(app.profiles.find(arguments.words[0])), arguments.job_file)
    if arguments.job_file != "-":
        say(_("{path} is written.").format(path=arguments.job_file))
    if arguments.json:
        print_json({"version": 1, "files": [arguments.job_file]})
    return 0


def _run(app: Application, arguments: argparse.Namespace) -> int:
    from driveproof.cli.against import measure_against  # noqa: PLC0415 - numpy
    from driveproof.cli.run import measure  # noqa: PLC0415 - numpy

    _say_given_up(app)
    return (measure if arguments.against is None else measure_against)(app, arguments)


def _history(app: Application, arguments: argparse.Namespace) -> int:
    if arguments.over_time:
        return _over_time(app, arguments)
    drive = app.drive_named(arguments.drive) if arguments.drive else None
    identity = drive.identity if drive is not None else None
    heads = app.history.heads(limit=arguments.limit, identity=identity)
    checks = Checks(app.history).heads(limit=arguments.limit if drive is None else None)
    if drive is not None:
        checks = [one for one in checks if one.identity == identity][: arguments.limit]
    if app.history.unreadable:
        raise MachineError("{said}", said=app.history.message)
    _say_history(app)
    if arguments.json:
        from driveproof.export.json.run import history_document  # noqa: PLC0415 - numpy

        print_json(history_document(heads, app.history.identities(), checks))
    else:
        from driveproof.export.text.run import history_table  # noqa: PLC0415 - numpy

        encoding = terminal()["encoding"]
        limit, binary = arguments.limit, arguments.mib
        put(history_table(heads, checks, limit=limit, binary=binary, encoding=encoding))
    return 0


def _over_time(app: Application, arguments: argparse.Namespace) -> int:
    """Print every test of a drive in the order of time."""
    if not arguments.drive or arguments.limit is not None:
        raise UsageError(
            "--over-time shows all results of one drive.",
            advice=Advice("Name it with --drive, without --limit."),
        )
    drive = app.drive_named(arguments.drive)
    found = results_over_time(app.history, drive.identity)
    _say_history(app)
    if arguments.json:
        print_json(over_time_document(found, drive))
    else:
        encoding = terminal()["encoding"]
        put(over_time_table(found, drive, binary=arguments.mib, encoding=encoding))
    return 0


def _say_history(app: Application) -> None:
    say_note(app.history.message)


def _find(app: Application, word: str) -> list[str]:
    _say_history(app)
    return list(app.history.find_all(word))


def _find_kept(app: Application, word: str) -> Found:
    """The runs or the checks that a word selects."""
    _say_history(app)
    return find_kept(app.history, word)


def _show(app: Application, arguments: argparse.Namespace) -> int:
    found, checks = _find_kept(app, arguments.run)
    if checks:
        from driveproof.cli.kept_check import show_check  # noqa: PLC0415 - numpy

        if len(checks) > 1:
            text = _("{count} checks have this label; the newest is shown.")
            say(text.format(count=len(checks)))
        return show_check(app, checks[0], as_json=arguments.json)
    if len(found) > 1:
        say(_("{count} runs have this label; the newest is shown.").format(count=len(found)))
    kept = app.history.load(found[0])
    if arguments.json:
        from driveproof.export.json.run import run_document  # noqa: PLC0415 - numpy

        print_json(run_document(kept, app.run_health(kept.id), app.expected(kept)))
    else:
        from driveproof.export.text.run import run_table  # noqa: PLC0415 - numpy

        put(
            run_table(
                kept,
                binary=arguments.mib,
                commands=arguments.commands,
                details=arguments.details,
                health=app.run_health(kept.id),
                expected=app.expected(kept),
                **terminal(),
            )
        )
    return 0


def _export(app: Application, arguments: argparse.Namespace) -> int:
    from driveproof.cli.export import export  # noqa: PLC0415 - numpy

    return export(app, arguments, [_find_kept(app, word) for word in arguments.runs])


def _import(app: Application, arguments: argparse.Namespace) -> int:
    from driveproof.cli.import_ import import_results  # noqa: PLC0415 - numpy

    return import_results(app, arguments)


def _assign(app: Application, arguments: argparse.Namespace) -> int:
    from driveproof.cli.import_ import assign_results  # noqa: PLC0415 - numpy

    return assign_results(app, arguments, [_find(app, word) for word in arguments.runs])


def _diagnose(app: Application, arguments: argparse.Namespace) -> int:
    from driveproof.cli.diagnose import diagnose  # noqa: PLC0415 - numpy

    return diagnose(app, arguments)


def _check(app: Application, arguments: argparse.Namespace) -> int:
    from driveproof.cli.check import check  # noqa: PLC0415 - numpy

    return check(app, arguments)


def _compare(app: Application, arguments: argparse.Namespace) -> int:
    from driveproof.cli.compare import compare  # noqa: PLC0415 - numpy

    found = [_find_kept(app, one) for one in arguments.after]
    previous = arguments.before == PREVIOUS
    first = None if previous else _find_kept(app, arguments.before)
    if any(each.checks for each in found) or (first is not None and first.checks):
        from driveproof.cli.compare_checks import compare_checks  # noqa: PLC0415 - numpy

        if first is None:
            raise UsageError(
                "'{word}' is of runs, and a check is named.",
                word=PREVIOUS,
                advice=Advice("Name both checks."),
            )
        return compare_checks(app, arguments, [first, *found])
    after = [list(each.runs) for each in found]
    before = _previous(app, after) if first is None else list(first.runs)
    base = list(_find_kept(app, arguments.base).runs) if arguments.base else None
    return compare(app, arguments, [before, *after], base)


def _previous(app: Application, after: list[list[str]]) -> list[str]:
    """The run before a single one, of the same drive and profile."""
    if len(after) != 1 or len(after[0]) != 1:
        raise UsageError(
            "'{word}' is the run before a single one, and several are named.",
            word=PREVIOUS,
            advice=Advice("Name one run after it."),
        )
    found = previous(app.history, after[0][0])
    if found is None and app.history.load(after[0][0]).target.identity is None:
        raise MachineError(
            "Nothing tells the drive of {run_id} from another, so no earlier run is known to be of"
            " the same one.",
            run_id=after[0][0],
            advice=Advice("Name both runs; 'driveproof history' lists them."),
        )
    if found is None:
        raise MachineError(
            "There is no earlier run of the drive and profile of {run_id}.",
            run_id=after[0][0],
            advice=Advice("'driveproof history' lists all runs."),
        )
    return [found.id]


def _session(app: Application, arguments: argparse.Namespace) -> int:
    from driveproof.cli.experiment import session  # noqa: PLC0415 - numpy

    return session(app, arguments)


def _monitor(_app: Application, arguments: argparse.Namespace) -> int:
    return monitor(arguments, Sysfs())


def _remote(app: Application, _arguments: argparse.Namespace) -> int:
    return remote(app)


COMMANDS: dict[str, Callable[[Application, argparse.Namespace], int]] = {
    "list": _list,
    "profiles": _profiles,
    "run": _run,
    "history": _history,
    "show": _show,
    "compare": _compare,
    "export": _export,
    "import": _import,
    "assign": _assign,
    "rated": rated,
    "remove": remove,
    "health": health,
    "selftest": selftest,
    "trim": trim,
    "check": _check,
    "diagnose": _diagnose,
    "session": _session,
    "watch": watch,
    "monitor": _monitor,
    "remote": _remote,
}
