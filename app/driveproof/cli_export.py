# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof export`: a kept run as a report, a picture, a table or a document."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from driveproof.application import Application
from driveproof.cli_output import print_json, say
from driveproof.domain.errors import UsageError
from driveproof.domain.run import Run
from driveproof.export.files import write_whole

DRAWN = ("png", "svg", "pdf", "html")
"""What needs Qt to be drawn."""
_ONLY = {"samples": "csv", "members": "csv", "chart": "pdf", "scale": "png", "forum": "text"}
_NAMES = {"csv": "CSV", "pdf": "PDF", "png": "PNG", "text": "text"}


def export(app: Application, arguments: argparse.Namespace, ids: list[str]) -> int:
    """Write the run as the arguments say; 0 when it is written."""
    output = arguments.output
    if len(ids) > 1:
        raise UsageError(
            f"{len(ids)} runs were named; this version exports one at a time.", "Name one run."
        )
    _fitting(arguments)
    if output == "-" and arguments.format in DRAWN:
        raise UsageError(
            f"{arguments.format.upper()} is not written to standard output.", "Name a file."
        )
    if output == "-" and arguments.json:
        raise UsageError("--json and --output - would both print.", "Name a file.")
    kept = app.history.load(ids[0])
    if arguments.format in DRAWN:
        _draw(app, kept, arguments)
    elif output == "-":
        sys.stdout.write(_text(app, kept, arguments))
    else:
        data = _text(app, kept, arguments).encode("utf-8", "backslashreplace")

        def write(part: Path) -> None:
            part.write_bytes(data)

        write_whole(Path(output), write)
    if output != "-":
        say(f"{output} is written.")
    if arguments.json:
        print_json({"version": 1, "files": [output]})
    return 0


def _fitting(arguments: argparse.Namespace) -> None:
    """Raises UsageError where an option is for another format, or two name two files."""
    for option, wanted in _ONLY.items():
        if getattr(arguments, option) and arguments.format != wanted:
            has = arguments.format == "json" and wanted == "csv"
            raise UsageError(
                f"--{option} is for {_NAMES[wanted]}, and the format is {arguments.format}.",
                f"The json format has the {option} already." if has else "Leave it out.",
            )
    if arguments.samples and arguments.members:
        raise UsageError("--samples and --members are two tables.", "Export one after the other.")


def _draw(app: Application, kept: Run, arguments: argparse.Namespace) -> None:
    # The drawing needs Qt's fonts and no display, whatever the desktop's settings say.
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    path, binary = Path(arguments.output), arguments.mib
    if arguments.format == "html" or (arguments.format == "pdf" and not arguments.chart):
        from driveproof.ui.report_files import write_run

        write_run(kept, path, arguments.format, app.run_health(kept.id), binary=binary)
        return
    from driveproof.ui.chart_export import SCALE, render_run

    render_run(kept, path, arguments.format, binary=binary, scale=arguments.scale or SCALE)


def _text(app: Application, kept: Run, arguments: argparse.Namespace) -> str:
    if arguments.format == "csv":
        from driveproof.export.run_csv import members_csv, run_csv, samples_csv

        if arguments.members:
            return members_csv(kept)
        return samples_csv(kept) if arguments.samples else run_csv(kept)
    if arguments.format == "json":
        from driveproof.export.run_json import run_json

        return run_json(kept, app.run_health(kept.id))
    if arguments.forum:
        from driveproof.export.forum_text import forum_text

        return forum_text(kept)
    from driveproof.export.run_text import run_table

    health = app.run_health(kept.id)
    table = run_table(kept, binary=arguments.mib, commands=True, details=True, health=health)
    return table + "\n"
