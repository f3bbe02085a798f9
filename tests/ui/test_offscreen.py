# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Files drawn for the command line, in a process without a window or a Qt application."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.builders.deep import deep

SCRIPT = """
import sys
from pathlib import Path

from tests.builders.recorded import finished_run

from driveproof.composition.rendering import RunPicture, RunReport
from driveproof.ui.offscreen import draw

run = finished_run()
for path in map(Path, sys.argv[1:]):
    draw(RunReport(run) if path.stem == "report" else RunPicture(run), path)
"""
BEGINS = {"html": b"<!DOCTYPE html>", "pdf": b"%PDF", "png": b"\x89PNG", "svg": b"<?xml"}


def test_a_process_without_a_window_draws_them(tmp_path: Path) -> None:
    drawn = ("report.html", "report.pdf", "chart.png", "chart.svg", "chart.pdf")
    paths = [tmp_path / name for name in drawn]
    project = Path(__file__).parents[2]
    environment = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *map(str, paths)], capture_output=True, text=True,
        cwd=project, env=environment | {"PYTHONPATH": str(project)}, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    for path in paths:
        assert path.read_bytes().startswith(BEGINS[path.suffix[1:]])


@pytest.mark.parametrize("ending", ["html", *deep("pdf")])
def test_the_command_line_writes_the_report_of_a_drives_health(ending: str, tmp_path: Path) -> None:
    saved = Path(__file__).parents[1] / "data/smart/text/disk-failed-a.txt"
    path = tmp_path / f"health.{ending}"
    done = subprocess.run(
        [sys.executable, "-m", "driveproof", "health", "--report", str(saved),
         "--output", str(path)],
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 1  # the drive is failing
    assert str(path) in done.stderr
    assert path.read_bytes().startswith(BEGINS[ending])
