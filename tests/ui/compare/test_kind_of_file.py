# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The format of an exported comparison if the file dialog offers all formats."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QFileDialog
from tests.builders.comparing import Open
from tests.builders.deep import deep
from tests.builders.experiments import NOW, experiment
from tests.builders.made_runs import pair

from driveproof.ui.compare.files import comparison_export
from driveproof.ui.output.export import ask_and_export, kinds

FILTERS = {kind.name: kind.filter for group in kinds() for kind in group}


@pytest.mark.parametrize(
    ("named", "chosen", "written", "begin"),
    [
        ("x", FILTERS["html"], "x.html", b"<!DOCTYPE"),
        ("a.b", FILTERS["csv"], "a.b.csv", b"table,"),
        *deep(
            ("x", "", "x.html", b"<!DOCTYPE"),
            ("x.svg", FILTERS["html"], "x.svg", b"<?xml"),
            ("x.pdf", FILTERS["pdf"], "x.pdf", b"%PDF"),
            ("x.JSON", "", "x.JSON", b"{"),
        ),
    ],
)
def test_the_ending_decides_and_else_what_was_chosen(
    named: str,
    chosen: str,
    written: str,
    begin: bytes,
    compare: Open,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = compare(*pair())
    assert made.compared is not None
    offered: list[str] = []

    def choose(*words: object) -> tuple[str, str]:
        offered.extend(str(words[3]).split(";;"))
        return str(tmp_path / named), chosen

    monkeypatch.setattr(QFileDialog, "getSaveFileName", choose)
    path = ask_and_export(made, comparison_export(made.compared), made.settings, made.exporting.say)
    assert path == str(tmp_path / written)
    assert Path(path).read_bytes().startswith(begin)
    assert offered == list(FILTERS.values())


def test_a_page_of_charts_is_no_report(
    compare: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = compare(*pair())
    assert made.compared is not None
    sizes = []
    for name in ("pdf", "report"):
        answer = (str(tmp_path / "x.pdf"), FILTERS[name])
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, a=answer: a)
        ask_and_export(made, comparison_export(made.compared), made.settings, made.exporting.say)
        sizes.append((tmp_path / "x.pdf").read_bytes().count(b"/Type /Page\n"))
    assert sizes[0] == 1 < sizes[1]


def test_the_report_of_a_session_is_that_of_its_end(
    compare: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = compare(*pair())
    assert made.compared is not None
    path = tmp_path / "x.html"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(path), ""))
    going = experiment().checked(NOW)
    result = comparison_export(made.compared, going)
    ask_and_export(made, result, made.settings, made.exporting.say)
    text = path.read_text("utf-8")
    assert text.count("<svg") > 10
