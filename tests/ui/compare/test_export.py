# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Export of a comparison from the window and the terminal: reports, pictures, tables, text,
charts.
"""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication, QImage, QPageSize
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog
from tests.builders.comparing import Open
from tests.builders.deep import deep
from tests.builders.experiments import NOW, experiment
from tests.builders.exported import compared_document
from tests.builders.html import HOSTILE
from tests.builders.html import read as parsed
from tests.builders.ink import across
from tests.builders.made_runs import pair, scanned
from tests.builders.report_text import text_of
from tests.builders.taking import action

from driveproof.cli import main as cli
from driveproof.composition.application import Application, Folders
from driveproof.domain.comparison.summary import headline_of
from driveproof.domain.experiment.action import OTHER
from driveproof.domain.experiment.defaults import plan_for
from driveproof.engine.comparison.reading import ComparisonRequest, gather
from driveproof.engine.experiment.judge import look
from driveproof.export.json import values_of
from driveproof.history.experiments import Experiments
from driveproof.ui.charts.chart_style import for_paper
from driveproof.ui.charts.picture import write_chart
from driveproof.ui.charts.picture_dialog import PictureDialog
from driveproof.ui.charts.view import ChartView
from driveproof.ui.compare.files import detail_drawings, report_of, write_comparison
from driveproof.ui.offscreen import draw
from driveproof.ui.output.export import COPY_PICTURE, COPY_TEXT, ExportMenu, kinds
from driveproof.ui.output.files import EVERY_FILE, FileFormat, write_pdf
from driveproof.wording.experiment import verdict_text


def test_the_menu_offers_what_the_menu_of_a_run_does(compare: Open) -> None:
    made = compare(*pair())
    chosen: list[tuple[str, ...]] = []
    menu = ExportMenu(made, lambda *names: chosen.append(names), lambda: None, made.exporting.say)
    for one in menu.actions():
        if not one.isSeparator() and one.objectName() not in (COPY_PICTURE, COPY_TEXT):
            one.trigger()
    assert [name for names in chosen for name in names] == [*EVERY_FILE, FileFormat.GNUPLOT]
    assert made.export_button.menu() is made.exporting.menu
    keys = [re.search("&(.)", one.text()) for one in menu.actions() if one.text()]
    letters = [key[1].lower() for key in keys if key]
    assert len(letters) == len(set(letters)) == len(keys)


@pytest.mark.parametrize("kind", deep(*(kind.name for group in kinds() for kind in group)))
def test_each_kind_is_written(
    kind: str, compare: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = compare(*pair())
    folder = tmp_path / "to"
    folder.mkdir()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(folder / "mine"), ""))
    monkeypatch.setattr(PictureDialog, "exec", lambda _: int(QDialog.DialogCode.Accepted))
    made.exporting.write_as(kind)
    (file,) = folder.iterdir()
    assert file.stem == "mine" and str(file) in made.exporting.message.text()
    begin = file.read_bytes()[:9]
    known = {"html": b"<!DOCTYPE", "report": b"%PDF-", "pdf": b"%PDF-", "png": b"\x89PNG",
             "svg": b"<?xml", "csv": b"table,", "json": b"{",
             "text": b""}  # fmt: skip
    assert begin.startswith(known[kind])


def test_the_report_has_the_pictures_of_every_test(compare: Open, tmp_path: Path) -> None:
    made = compare(*pair())
    assert made.compared is not None
    drawings = detail_drawings(made.compared)
    tests = len(made.compared.comparison.primary)
    assert len(drawings) == 2 * tests and sum(bool(one.title) for one in drawings) == tests
    file = tmp_path / "x.html"
    write_comparison(made.compared, file, "html")
    text = file.read_text("utf-8")
    reader = parsed(text)
    assert text.count("<svg") == 2 * (1 + 2 * len(drawings)) and len(text) < 2_000_000
    assert "script" not in reader.tags and not reader.handlers
    assert all(one.startswith("#") for one in reader.loaded)
    ids = re.findall(r"""\bid=["']([^"']+)""", text)
    assert len(ids) == len(set(ids))
    serial = made.compared.comparison.sides[0].runs[0].target.serial
    assert serial and serial in " ".join(reader.words)
    paper = tmp_path / "x.pdf"
    write_comparison(made.compared, paper, "report")
    assert not re.search(rb"/Subtype\s*/Image", paper.read_bytes())
    whole = re.sub(r"\s+", " ", " ".join(text_of(paper)))
    assert serial in whole and "before TRIM" in whole


@pytest.mark.parametrize("paper", [QPageSize.PageSizeId.A4, *deep(QPageSize.PageSizeId.Letter)])
def test_a_title_stays_with_its_pictures_on_paper(
    paper: QPageSize.PageSizeId, compare: Open, tmp_path: Path
) -> None:
    made = compare(*pair())
    assert made.compared is not None
    file = tmp_path / "x.pdf"
    write_pdf(report_of(made.compared), file, QPageSize(paper))
    pages = text_of(file)
    titles = [one.title for one in detail_drawings(made.compared) if one.title]
    drawn = 0
    for text in pages:
        if (many := text.count("Latency, share")) > 0:
            assert many == text.count("repeat 1") == text.count("Repeats, ")
            drawn += many
    assert drawn == len(titles)


def test_scans_lie_over_each_other_in_it(compare: Open, tmp_path: Path) -> None:
    made = compare(scanned(1.0, id="aa1"), scanned(0.9, id="bb2", days=1))
    assert made.compared is not None
    assert any("by position" in one.charts[0].title for one in detail_drawings(made.compared))
    write_comparison(made.compared, tmp_path / "x.html", "html")
    assert (tmp_path / "x.html").stat().st_size < 2_000_000


def test_foreign_words_stay_words_in_pictures_too(compare: Open, tmp_path: Path) -> None:
    before, after = pair()
    target = replace(after.target, model=HOSTILE, serial="S2", drive="serial:S2")
    made = compare(replace(before, label=HOSTILE), replace(after, label="x", target=target))
    assert made.compared is not None
    write_comparison(made.compared, tmp_path / "x.html", "html")
    text = (tmp_path / "x.html").read_text("utf-8")
    reader = parsed(text)
    assert "script" not in reader.tags and "img" not in reader.tags and not reader.handlers
    assert "\x1b" not in text and "\u202e" not in text


def test_text_and_picture_are_copied(compare: Open) -> None:
    made = compare(*pair())
    action(made.exporting.menu, COPY_TEXT)()
    text = QGuiApplication.clipboard().text()
    assert text.startswith("Driveproof") and "before TRIM" not in text
    action(made.exporting.menu, COPY_PICTURE)()
    assert QGuiApplication.clipboard().image().width() == 1200


def charts(made: object) -> list[ChartView]:
    found = made.findChildren(ChartView)  # type: ignore[attr-defined]
    return [one for one in found if one.isVisible() and one.chart is not None]


def test_every_chart_has_a_menu(compare: Open) -> None:
    made = compare(*pair())
    QApplication.processEvents()
    found = charts(made)
    assert len(found) == 4 and found[0] is made.rows  # intervals, curves, latencies, repeats
    for one in found:
        assert one.chart is not None
        menu = one.menu()
        action(menu, "copy picture")()
        assert not QGuiApplication.clipboard().image().isNull()
        action(menu, "copy figures")()
        assert QGuiApplication.clipboard().text() == one.chart.table().as_text()


@pytest.mark.parametrize("kind", ["svg", *deep("png", "pdf")])
def test_every_chart_is_saved_at_any_size(kind: str, compare: Open, tmp_path: Path) -> None:
    made = compare(*pair())
    QApplication.processEvents()
    for number, one in enumerate(charts(made)):
        assert one.chart is not None
        path = tmp_path / f"{number}.{kind}"
        write_chart(one.chart, path, kind, one.size() * 2, look=for_paper(), scale=3)
        assert path.stat().st_size > 500
        if kind == "png":
            assert QImage(str(path)).width() == one.width() * 6


def test_no_line_of_the_latencies_leaves_its_plot_in_a_drawing(
    compare: Open, tmp_path: Path
) -> None:
    made = compare(*pair())
    QApplication.processEvents()
    view = charts(made)[2]
    assert view.chart is not None
    size = view.size()
    write_chart(view.chart, tmp_path / "x.svg", "svg", size, look=for_paper())
    corners = across(tmp_path / "x.svg")
    assert corners and min(corners) >= 0 and max(corners) <= size.width()


@pytest.fixture
def app(tmp_path: Path) -> Application:
    made = Application(Folders.below(tmp_path / "own"), draw=draw)
    made.history.save(*pair())
    return made


@pytest.mark.parametrize("ending", ["html", "csv", *deep("pdf", "png", "svg", "json")])
def test_the_command_line_writes_each_kind(
    qapp: QApplication,
    ending: str,
    app: Application,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / f"x.{ending}"
    assert cli.run(["compare", "aaaa1", "bbbb2", "--output", str(path)], app) == 0
    assert str(path) in capsys.readouterr().err
    assert path.stat().st_size > 1000
    if ending == "html":  # the curves are read from the history
        compared = gather(app.history, ComparisonRequest(("aaaa1", "bbbb2")))
        drawings = detail_drawings(
            compared
        )  # light and dark, wide and narrow; the first as a table
        assert path.read_text("utf-8").count("<svg") == 2 * (1 + 2 * len(drawings))


def test_the_command_line_prints_the_block_for_a_forum(
    app: Application, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.run(["compare", "aaaa1", "bbbb2", "--forum"], app) == 0
    assert capsys.readouterr().out
    assert cli.run(["compare", "aaaa1", "bbbb2", "--forum", "--json"], app) == 2


def test_several_runs_are_exported_at_once(
    app: Application, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both = ["export", "aaaa1", "bbbb2", "aaaa1", "-", "--format"]
    assert cli.run([*both, "csv"], app) == 0
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert [row["run"] for row in rows] == sorted(row["run"] for row in rows)
    assert {row["run"] for row in rows} == {"aaaa1", "bbbb2"} and len(rows) == 72
    assert cli.run([*both, "csv", "--samples"], app) == 0
    assert {row["run"] for row in csv.DictReader(capsys.readouterr().out.splitlines())} == {
        "aaaa1", "bbbb2",
    }  # fmt: skip
    assert cli.run([*both, "json"], app) == 0
    document = json.loads(capsys.readouterr().out)
    assert [one["id"] for one in document["runs"]] == ["aaaa1", "bbbb2"]
    path = tmp_path / "both.json"
    path.write_text(json.dumps(document), "utf-8")
    assert cli.run(["import", str(path), "--json"], app) == 0
    assert len(json.loads(capsys.readouterr().out)["runs"]) == 2
    assert cli.run([*both, "text", "--forum"], app) == 0
    assert capsys.readouterr().out.count("Driveproof 0.1.0") == 2
    png = ["export", "aaaa1", "bbbb2", str(tmp_path / "x.png")]
    assert cli.run(png, app) == 2
    app.history.save(scanned(1.0, id="scan9"))
    mixed = ["export", "aaaa1", "scan9", "-", "--format", "csv", "--samples"]
    assert cli.run(mixed, app) == 2


def test_a_session_becomes_a_report(
    qapp: QApplication, app: Application, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    going = (
        experiment(plan=plan_for(OTHER, 1)).checked(NOW).begun("aaaa1", NOW).measured("aaaa1", NOW)
    )
    Experiments(app.history).save(going)
    paths = [tmp_path / f"s.{ending}" for ending in ("html", "pdf", "json")]
    show = ["experiment", "show", "0abc", "--output"]
    assert cli.run([*show, str(paths[0])], app) == 0
    assert "<svg" not in paths[0].read_text("utf-8")
    over = going.acted(NOW).begun("bbbb2", NOW).measured("bbbb2", NOW)
    found, judged = look(over, app.history, lambda _: (), NOW)
    over = over.looked(replace(found, left=0), headline_of(judged.comparison))
    result = compared_document(judged.comparison)
    Experiments(app.history).save(over, result)
    for path in paths:
        assert cli.run([*show, str(path)], app) == 0
    text = paths[0].read_text("utf-8")
    words = " ".join(parsed(text).words)
    assert text.count("<svg") > 10 and "aaaa1" in words
    assert "aaaa1" in " ".join(text_of(paths[1]))
    assert json.loads(paths[2].read_text())["comparison"] == values_of(result)
    app.history.delete("bbbb2")
    assert cli.run([*show, str(paths[0])], app) == 0
    words = " ".join(parsed(paths[0].read_text("utf-8")).words)
    assert "bbbb2" in words and verdict_text(over) in words
    assert cli.run([*show, str(tmp_path / "s.txt")], app) == 2
