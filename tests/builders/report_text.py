# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The text of a report file."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from pathlib import Path

from tests.builders.recorded import finished_run

from driveproof.domain.notes import Note
from driveproof.domain.run.run import Run

HOSTILE = "<script>x</script>\"'><b onload=y>&amp;\x1b\u202e"


def text_of(path: Path) -> list[str]:
    """The text of each page of a PDF, as a reader selects it."""
    done = subprocess.run(
        ["pdftotext", "-layout", path, "-"], capture_output=True, text=True, check=True
    )
    return done.stdout.split("\f")[:-1]


def hostile_run() -> Run:
    run = finished_run()
    phases = tuple(replace(phase, title=f"{phase.title}{HOSTILE}") for phase in run.phases)
    target = replace(run.target, path=f"/{HOSTILE}", model=HOSTILE)
    return replace(run, phases=phases, target=target, notes=(Note(HOSTILE),))
