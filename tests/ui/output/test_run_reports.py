# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of a run as a file, written by the command line and by the window."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from tests.builders.html import read as parsed
from tests.builders.imports import NAMES, read
from tests.builders.recorded import finished_run
from tests.builders.recorded_scan import finished_scan
from tests.builders.report_text import hostile_run, text_of
from tests.builders.run_pairs import pair

from driveproof.domain.answer import headline
from driveproof.domain.run.run import Run
from driveproof.methods import answer_of
from driveproof.ui.output.files import write_run
from driveproof.wording.say import say_texts


def html_of(run: Run, folder: Path, **more: object) -> str:
    file = folder / "run.html"
    write_run(run, file, "html", **more)  # type: ignore[arg-type]
    return file.read_text("utf-8")


@pytest.mark.parametrize("make", [finished_run, finished_scan, hostile_run])
def test_one_small_file_that_loads_and_runs_nothing(
    qapp: QApplication, tmp_path: Path, make: type[Run]
) -> None:
    run = make()
    page = html_of(run, tmp_path, health=(pair(run),))
    reader = parsed(page)
    assert "script" not in reader.tags and not reader.handlers
    # what a picture points at lies in it
    assert all(target.startswith("#") for target in reader.loaded)
    assert len(page) < 2_000_000
    assert page.count("<svg") >= 4
    ids = re.findall(r"""\bid=["']([^"']+)""", page)
    assert len(ids) == len(set(ids))
    first = say_texts(headline(run, answer_of(run))).replace("\u202f", " ")
    said = " ".join(" ".join(reader.words).replace("\u202f", " ").split())
    assert first in said.partition("Measurement")[0]


def test_the_paper_says_the_same(qapp: QApplication, tmp_path: Path) -> None:
    run = finished_run()
    file = tmp_path / "run.pdf"
    write_run(run, file, "pdf", (pair(run),))
    pages = text_of(file)
    whole = re.sub(r"\s+", " ", " ".join(pages))
    for text in ("Example SSD 2TB", "--bs=4096"):
        assert text in whole.replace("-- ", "--"), text
    assert not re.search(rb"/Subtype\s*/Image", file.read_bytes())


def test_megabytes_are_what_was_asked_for(qapp: QApplication, tmp_path: Path) -> None:
    assert "MiB/s" not in html_of(finished_run(), tmp_path)
    page = html_of(finished_run(), tmp_path, binary=True)
    assert "MiB/s" in page and "MB/s" not in page.replace("MiB/s", "")


@pytest.mark.parametrize("name", NAMES)
def test_results_of_other_programs(qapp: QApplication, tmp_path: Path, name: str) -> None:
    for run in read(name):
        assert "Measurement" in html_of(run, tmp_path)
        write_run(run, tmp_path / "run.pdf", "pdf")
        assert (tmp_path / "run.pdf").read_bytes().startswith(b"%PDF")
