# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`driveproof session show --output`: the report of a session, or its JSON, as a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from driveproof.cli.output import say
from driveproof.composition.rendering import DrawnComparison
from driveproof.domain.errors import DriveproofError
from driveproof.export.files import write_whole
from driveproof.wording.errors import message

if TYPE_CHECKING:
    from driveproof.composition.root import Application
    from driveproof.history.experiments import KeptExperiment

FILES = (".html", ".pdf", ".json")


def write_report(app: Application, kept: KeptExperiment, output: Path, *, binary: bool) -> None:
    """Write it as the name of the file says. Raises MachineError."""
    if output.suffix.lower() == ".json":
        from driveproof.export.json.experiment import session_document

        document = session_document(kept.experiment, kept.result)
        data = (json.dumps(document, indent=2, allow_nan=False) + "\n").encode()

        def write(part: Path) -> None:
            part.write_bytes(data)

        write_whole(output, write)
    else:
        drawn, missing = _drawn(app, kept)
        app.renderer().experiment(kept.experiment, drawn, output, missing=missing, binary=binary)
    say(f"{output} is written.")


def _drawn(app: Application, kept: KeptExperiment) -> tuple[DrawnComparison | None, str]:
    """The sides as they can be drawn; None, and why, where a run was deleted."""
    experiment = kept.experiment
    if not experiment.verdict:
        return None, ""
    from driveproof.engine.experiment.judge import judge
    from driveproof.history.curves import load_drawn

    try:
        judged = judge(experiment, app.history, app.run_health)
        curves = {run: load_drawn(app.history, run)[1] for run in experiment.runs}
    except DriveproofError as error:
        return None, f"The comparison cannot be made again: {message(error)}"
    return DrawnComparison(judged.comparison, judged.spans, curves), ""
