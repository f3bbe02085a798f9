# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof export`: stored runs and checks as a report, a picture, a table or a document."""

from __future__ import annotations

import argparse
from pathlib import Path

from driveproof.cli.arguments import SUFFIXES
from driveproof.cli.kept_check import fitting, write_checks
from driveproof.cli.output import print_json, say, write_text
from driveproof.cli.selected import find_kept
from driveproof.cli.usage import conflict, option
from driveproof.composition.application import Application
from driveproof.composition.rendering import RunPicture, RunReport
from driveproof.domain.errors import Advice, Remedy, UsageError
from driveproof.domain.expected_answer import expected_answer
from driveproof.domain.method import Trait, has_trait
from driveproof.domain.quantity import OneOf
from driveproof.domain.run.result import ChartKind, charts_of
from driveproof.domain.run.run import Run
from driveproof.engine.run.expected_speed import expected_of
from driveproof.export.csv.answer import answers_csv
from driveproof.export.csv.run import areas_csv, hosts_csv, members_csv, run_csv, samples_csv
from driveproof.export.gnuplot import gnuplot_text
from driveproof.export.json.run import run_json, runs_json
from driveproof.export.json.small import FilesDocument
from driveproof.export.text.forum_run import forum_text
from driveproof.export.text.run import run_table
from driveproof.history.checks import mixed_kinds
from driveproof.methods import answer_of
from driveproof.wording.catalogue import _

DRAWN = ("png", "svg", "pdf", "html")
"""Formats that need Qt."""
GNUPLOT = "gnuplot"
_TABLES = ("answer", "samples", "devices", "areas", "per_host")
_ONLY = {**dict.fromkeys(_TABLES, "csv"), "chart": "pdf", "scale": "png", "forum": "text"}


def export(app: Application, arguments: argparse.Namespace) -> int:
    """Write the runs, or the checks, as the arguments say; returns 0 once they are written."""
    output = arguments.output
    arguments.format = arguments.format or _format_of(output)
    found = [find_kept(app, word) for word in arguments.runs]
    ids = list(dict.fromkeys(one for each in found for one in each.runs))
    checks = list(dict.fromkeys(one for each in found for one in each.checks))
    if ids and checks:
        raise mixed_kinds(checks[0], ids[0])
    if checks:
        fitting(arguments, checks)
    _fitting(arguments)
    if len(ids) > 1 and arguments.format in (*DRAWN, GNUPLOT):
        raise UsageError(
            "{format} shows one result, not {count}.",
            count=len(ids),
            format=arguments.format,
            advice=Advice(Remedy.COMPARE_RUNS),
        )
    if output == "-" and arguments.format in DRAWN:
        raise conflict(arguments.format, "-", Advice("Name a file."))
    if output == "-" and arguments.json:
        raise conflict("--json", "-", Advice("Name a file."))
    runs = [app.history.load(one) for one in ids]
    if checks:
        write_checks(app, checks, output, arguments.format)
    elif arguments.format in DRAWN:
        _draw(app, runs[0], arguments)
    else:
        write_text(_text(app, runs, arguments), output)
    if output != "-":
        say(_("{path} is written.").format(path=output))
    if arguments.json:
        print_json(FilesDocument(files=(output,)))
    return 0


def _format_of(output: str) -> str:
    """The format that the suffix of a file shows. Raises UsageError."""
    if (found := SUFFIXES.get(Path(output).suffix.lower())) is None:
        raise UsageError(
            "The name '{output}' does not show the format.",
            output=output,
            advice=Advice(
                # Translators: {option} is --format, {options} are suffixes.
                "Choose one of: {options}. Or add {option}.",
                options=OneOf(tuple(SUFFIXES)),
                option="--format",
            ),
        )
    return found


def _fitting(arguments: argparse.Namespace) -> None:
    """Raises UsageError for an option of another format, or where two options name a file each."""
    for name, wanted in _ONLY.items():
        if getattr(arguments, name) and arguments.format != wanted:
            advice = None
            if arguments.format == "json" and wanted == "csv":
                advice = Advice("Export it as JSON.")
            raise conflict(option(name), arguments.format, advice)
    tables = [option(name) for name in _TABLES if getattr(arguments, name)]
    if len(tables) > 1:
        raise conflict(tables[0], tables[1], Advice(Remedy.ONE_AFTER_THE_OTHER))


def _draw(app: Application, kept: Run, arguments: argparse.Namespace) -> None:
    path, binary = Path(arguments.output), arguments.mib
    if arguments.format == "html" or (arguments.format == "pdf" and not arguments.chart):
        drawn = RunReport(kept, app.run_health(kept.id), expected_of(kept, app.history))
        app.draw(drawn, path, arguments.format, binary=binary)
    else:
        app.draw(RunPicture(kept, arguments.scale), path, arguments.format, binary=binary)


def _text(app: Application, runs: list[Run], arguments: argparse.Namespace) -> str:
    if arguments.format == "csv":
        return _csv(runs, arguments)
    if arguments.format == "json":
        if len(runs) == 1:
            (run,) = runs
            health, expected = app.run_health(run.id), expected_of(run, app.history)
            return run_json(run, answer_of(run), health, expected)
        return runs_json((run, answer_of(run), app.run_health(run.id)) for run in runs)
    if arguments.format == GNUPLOT:
        return _gnuplot(runs[0], binary=arguments.mib)
    if arguments.forum:
        return "\n".join(map(forum_text, runs))

    return "\n\n".join(
        run_table(
            run,
            answer_of(run),
            binary=arguments.mib,
            commands=True,
            details=True,
            health=app.run_health(run.id),
            expected=expected_answer(run, expected_of(run, app.history)),
        )
        + "\n"
        for run in runs
    )


def _gnuplot(run: Run, *, binary: bool) -> str:
    if all(chart.kind is not ChartKind.MAP for chart in charts_of(run)):
        raise UsageError(
            "{format} needs the profile {profile}.",
            format=GNUPLOT,
            advice=Advice("Export it as JSON."),
            profile="file-sizes",
        )
    return gnuplot_text(run, answer_of(run), binary=binary)


def _csv(runs: list[Run], arguments: argparse.Namespace) -> str:
    if arguments.answer:
        return answers_csv(*((run, answer_of(run)) for run in runs))
    if arguments.per_host:
        return hosts_csv(*runs)
    if arguments.devices:
        return members_csv(*runs)
    if arguments.areas:
        return areas_csv(*runs)
    if not arguments.samples:
        return run_csv(*runs)
    if len({has_trait(run.method, Trait.BY_POSITION) for run in runs}) > 1:
        raise UsageError(
            "Scans cannot be exported with other runs.",
            advice=Advice(Remedy.ONE_AFTER_THE_OTHER),
        )
    return samples_csv(*runs)
