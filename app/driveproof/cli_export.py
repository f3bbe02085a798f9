# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof export`: a kept run as a picture, a table or a document."""

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

PICTURES = ("png", "svg", "pdf")
TEXTS = ("csv", "json", "text")
FORMATS = (*PICTURES, *TEXTS)


def export(app: Application, arguments: argparse.Namespace, ids: list[str]) -> int:
    """Write the run as the arguments say; 0 when it is written."""
    output = arguments.output
    if len(ids) > 1:
        raise UsageError(
            f"{len(ids)} runs were named; this version exports one at a time.", "Name one run."
        )
    for option in ("samples", "members"):
        if getattr(arguments, option) and arguments.format != "csv":
            raise UsageError(
                f"--{option} is for CSV, and the format is {arguments.format}.",
                f"The json format has the {option} already.",
            )
    if arguments.samples and arguments.members:
        raise UsageError("--samples and --members are two tables.", "Export one after the other.")
    if output == "-" and arguments.format in PICTURES:
        raise UsageError("A picture is not written to standard output.", "Name a file.")
    if output == "-" and arguments.json:
        raise UsageError("--json and --output - would both print.", "Name a file.")
    kept = app.history.load(ids[0])
    if arguments.format in PICTURES:
        # The drawing needs Qt's fonts and no display, whatever the desktop's settings say.
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        from driveproof.ui.chart_export import render_run

        render_run(kept, Path(output), arguments.format, binary=arguments.mib)
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


def _text(app: Application, kept: Run, arguments: argparse.Namespace) -> str:
    if arguments.format == "csv":
        from driveproof.export.run_csv import members_csv, run_csv, samples_csv

        if arguments.members:
            return members_csv(kept)
        return samples_csv(kept) if arguments.samples else run_csv(kept)
    if arguments.format == "json":
        from driveproof.export.run_json import run_json

        return run_json(kept, app.run_health(kept.id))
    from driveproof.export.run_text import run_table

    health = app.run_health(kept.id)
    table = run_table(kept, binary=arguments.mib, commands=True, details=True, health=health)
    return table + "\n"
