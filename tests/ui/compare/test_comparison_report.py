# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The report of a comparison: its verdict first, every figure, foreign text escaped."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from tests.builders.compared_runs import STEADY, phase, run, sentence
from tests.builders.exported import compared_report
from tests.builders.html import HOSTILE, Square
from tests.builders.html import read as parsed
from tests.builders.report_of_comparison import comparison, said
from tests.builders.report_text import text_of

from driveproof.cli import main as cli
from driveproof.composition.application import Application, Folders
from driveproof.domain.comparison.comparison import compare_sides
from driveproof.domain.comparison.matching import Side
from driveproof.export.report.html import render_html
from driveproof.ui.compare.files import drawable, write_comparison
from driveproof.ui.offscreen import draw

ENDINGS = {"html": "html", "report": "pdf"}


def test_the_verdict_comes_first_and_every_figure_is_there() -> None:
    found = comparison()
    page = render_html(compared_report(found, (), (Square("", "intervals"),), version="1.2"))
    words = said(page)
    assert words.index(sentence(found).replace("\u202f", " ")) < words.index("−20 %")
    for text in ("10 %", "0abc", "1abc"):
        assert text in words, text
    assert page.count("<svg") == 4
    reader = parsed(page)
    assert "script" not in reader.tags and not reader.loaded and not reader.handlers


@pytest.mark.parametrize(
    ("factor", "word"), [(0.8, "bad"), (1.25, "fine"), (1.0, "")], ids=["slower", "faster", "same"]
)
def test_the_mark_is_that_of_the_verdict(factor: float, word: str) -> None:
    assert compared_report(comparison(factor)).word == word


def test_where_nothing_can_be_said_that_is_the_report() -> None:
    one = Side("one", (run(phase(STEADY[:1])),))
    few = compared_report(compare_sides((one, replace(one, name="other"))))
    assert few.word == "unknown"
    nothing = compare_sides((one, Side("x", (run(phase(STEADY, direction="write")),))))
    report = compared_report(nothing)
    assert report.word == "unknown"
    assert said(render_html(report))


def test_each_further_side_is_named() -> None:
    report = compared_report(comparison(sides=3))
    assert report.title.count(" against ") == 1 and report.title.endswith(" against before")
    words = said(render_html(report))
    assert words.count("read B after") == words.count("read C after") > 1


def test_foreign_words_stay_words() -> None:
    page = render_html(compared_report(comparison(text=HOSTILE)))
    reader = parsed(page)
    assert "script" not in reader.tags and "img" not in reader.tags
    assert not reader.handlers and not reader.loaded
    assert "\x1b" not in page and "\u202e" not in page


def test_as_files(qapp: QApplication, tmp_path: Path) -> None:
    found = comparison()
    for kind in ("html", "report"):
        write_comparison(drawable(found, (), {}), tmp_path / f"report.{ENDINGS[kind]}", kind)
    assert (tmp_path / "report.html").stat().st_size < 2_000_000
    whole = re.sub(r"\s+", " ", " ".join(text_of(tmp_path / "report.pdf")))
    assert "0abc" in whole and "−20" in whole


def test_the_command_line_writes_it_beside_its_answer(
    qapp: QApplication, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    app = Application(Folders.below(tmp_path / "own"), draw=draw)
    for side in comparison().sides:
        app.history.save(side.runs[0])
    path = tmp_path / "report.html"
    words = ["compare", "0abc", "1abc", "--output", str(path), "--fail-if-slower", "5"]
    assert cli.run(words, app) == 1
    printed = capsys.readouterr()
    assert "20 %" in printed.out
    assert str(path) in printed.err
    assert "0abc" in path.read_text("utf-8")
