# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Reports as files, with real charts: nothing is loaded from elsewhere, nothing is cut off."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QPointF, QRectF
from PySide6.QtGui import QColor, QFont, QPageSize
from PySide6.QtWidgets import QApplication
from tests.builders.made_findings import finding
from tests.builders.recorded import finished_run
from tests.builders.report_text import HOSTILE, hostile_run, text_of

from driveproof.domain.check.check import Check
from driveproof.domain.drive.drive import BlockDevice
from driveproof.domain.errors import MachineError, UsageError
from driveproof.domain.rating import ODD
from driveproof.domain.run.run import Run
from driveproof.export.report.document import FactsBlock, Report, Section, TableBlock, TextBlock
from driveproof.ui.output.drawing import NARROW, WIDTH
from driveproof.ui.output.files import page_size, suggested_name, write_check, write_pdf
from driveproof.ui.output.report_layout import PageFlow, PageFormat, PrintedCell, column_widths
from driveproof.ui.output.run_charts import run_drawings


def check(name: str = "Made SSD 500GB", run: Run | None = None) -> Check:
    drive = BlockDevice(path="/dev/sda", name="sda", model=name, kind="ata", size=500 * 10**9)
    found = finding("identity", ODD, f"{name} is odd.", "Look at it.", "made")
    taken = datetime(2026, 11, 21, 10, 0, tzinfo=UTC)
    return Check(
        taken=taken, seconds=4, target="/dev/sda", device=drive, findings=(found,), run=run
    )


def test_the_html_has_the_charts_in_it_and_loads_nothing(
    qapp: QApplication, tmp_path: Path
) -> None:
    file = tmp_path / "check.html"
    write_check(check(HOSTILE, hostile_run()), file)
    page = file.read_text("utf-8")
    assert page.count("<svg") == 4 * len(run_drawings(finished_run())) >= 8
    assert "<script" not in page and "onload=y>" not in re.sub(r"&lt;.*?&gt;", "", page)
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!#)""", page)
    assert "<?xml" not in page and "<!ENTITY" not in page
    ids = re.findall(r"""\bid=["']([^"']+)""", page)
    assert len(ids) == len(set(ids))
    assert len(page) < 2_000_000


def test_a_drawing_is_one_element_and_differs_between_light_and_dark(qapp: QApplication) -> None:
    for drawing in run_drawings(finished_run()):
        light, dark = drawing.svg(dark=False), drawing.svg(dark=True)
        assert light.startswith("<svg") and light.endswith("</svg>")
        assert "<title" not in light + dark  # a browser would show Qt's below the pointer
        families = re.findall('font-family="([^"]*)"', light + dark)
        assert families and all(one.split(",")[-1] == "sans-serif" for one in families)
        assert light != dark and drawing.alt


def test_a_drawing_for_a_narrow_browser_has_text_of_the_same_size(qapp: QApplication) -> None:
    """Charts side by side are below each other there."""
    for drawing in run_drawings(finished_run()):
        wide, narrow = drawing.svg(dark=False), drawing.svg(dark=False, narrow=True)

        def box(svg: str) -> tuple[float, float]:
            (found,) = re.findall('viewBox="0 0 ([0-9.]+) ([0-9.]+)"', svg)
            return float(found[0]), float(found[1])

        def sizes(svg: str) -> set[str]:
            return set(re.findall('font-size="([^"]+)"', svg))

        assert box(wide) == (WIDTH, drawing.height)
        assert box(narrow)[0] == NARROW
        assert box(narrow)[1] >= drawing.height * len(drawing.charts)
        assert sizes(narrow) <= sizes(wide)


def test_the_pdf_has_its_text_as_text_and_numbers_its_pages(
    qapp: QApplication, tmp_path: Path
) -> None:
    file = tmp_path / "check.pdf"
    write_check(check(run=finished_run()), file)
    pages = text_of(file)
    assert len(pages) > 1
    for number, page in enumerate(pages, 1):
        assert f"{number}/{len(pages)}" in page.replace(" ", "")
    whole = re.sub(r"\s+", " ", " ".join(pages))
    assert "Made SSD 500GB" in whole and "21 Nov 2026" in whole
    assert "--name=SEQ1M-Q8T1" in whole.replace("-- ", "--")
    assert not re.search(
        rb"/Subtype\s*/Image", file.read_bytes()
    )  # charts are vectors, not pictures


@pytest.mark.parametrize("paper", [QPageSize.PageSizeId.A4, QPageSize.PageSizeId.Letter])
def test_no_row_is_lost_where_a_table_is_longer_than_a_page(
    qapp: QApplication, tmp_path: Path, paper: QPageSize.PageSizeId
) -> None:
    rows = tuple((f"row {n} ends", f"{n}.5") for n in range(150))
    endless = "beginning " + "word " * 3000 + "finish"
    blocks = (
        TableBlock(("Name", "Figure"), rows),
        TextBlock(endless),
        FactsBlock((("n" * 300, "v" * 900),)),
    )
    report = Report(title="t", headline="h" * 400, sections=(Section("s", blocks),))
    file = tmp_path / "long.pdf"
    count = write_pdf(report, file, QPageSize(paper))
    pages = text_of(file)
    assert count == len(pages) > 4
    whole = " ".join(pages)
    assert all(f"row {n} ends" in whole for n in range(150))
    assert sum(page.count("Figure") for page in pages) >= 3  # the heads again on each page
    assert whole.count("word") == 3000 and "finish" in whole
    assert whole.count("v") >= 900


@pytest.mark.parametrize("lines", range(30, 62, 2))
@pytest.mark.parametrize("before", [False, True], ids=["table", "text and table"])
def test_no_title_stands_without_the_first_row_of_its_table(
    qapp: QApplication, tmp_path: Path, lines: int, before: bool
) -> None:
    table = TableBlock(("Name", "Rule"), (("row 1", "rule " * 150), ("row 2", "short")), left=2)
    paragraph = (TextBlock("A sentence before it."),) if before else ()
    facts = FactsBlock(tuple((f"fact {n}", "x") for n in range(lines)))
    report = Report(
        title="t",
        headline="h",
        sections=(Section("Facts", (facts,)), Section("Health", (*paragraph, table))),
    )
    file = tmp_path / "a.pdf"
    write_pdf(report, file, QPageSize(QPageSize.PageSizeId.A4))
    (page,) = [one for one in text_of(file) if "Health" in one]
    assert "row 1" in page and ("A sentence" in page) is before


def test_the_room_that_is_left_goes_to_the_widest_words(qapp: QApplication) -> None:
    table = TableBlock(("ID", "Name", "Raw"), (("1", "A name of some length", "8"),), left=2)
    number, name, raw = column_widths(table, 600, QFont())
    assert name > 5 * number and name > 5 * raw


def test_nothing_is_laid_out_below_or_beside_a_page(qapp: QApplication) -> None:
    flow = PageFlow(PageFormat(400, 300, 40, 20, 11, 21, 15, 13, 11, 6, 320))
    places: list[QRectF] = []
    font, black = QFont(), QColor("black")
    for n in range(40):
        cell = PrintedCell(
            "some words that need more than one line " * (n % 4), 40, 320, font, black
        )
        before = len(flow.pages)
        flow.row((cell,), before=2, after=2)
        assert flow.y <= 300 - 40 - 20 + font.pointSizeF() * 3
        assert len(flow.pages) - before <= 1
    flow.box(10_000, lambda _, rect: places.append(rect))
    for paint in flow.pages[-1]:
        paint(None)  # type: ignore[arg-type] - the box paints nothing but itself
        break
    (rect,) = places
    assert rect.height() <= 220 and rect.top() >= 40
    assert rect.contains(QPointF(40, rect.top()))


def test_columns_never_take_more_than_the_page(qapp: QApplication) -> None:
    font = QFont()
    for cells in (["a", "b", "c"], ["word " * 50, "b", "c"], ["x" * 500, "y" * 500, "z" * 500]):
        table = TableBlock(("One", "Two", "Three"), (tuple(cells),))
        widths = column_widths(table, 600, font)
        assert sum(widths) + 24 <= 601 and min(widths) > 0


def test_letter_is_for_those_who_use_it() -> None:
    country, language = QLocale.Country, QLocale.Language
    american = QLocale(language.English, country.UnitedStates)
    german = QLocale(language.German, country.Germany)
    assert page_size(american).id() == QPageSize.PageSizeId.Letter
    assert page_size(german).id() == QPageSize.PageSizeId.A4


def test_what_cannot_be_written_is_said(qapp: QApplication, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"check\.txt"):
        write_check(check(), tmp_path / "check.txt")
    for ending in ("html", "pdf"):
        with pytest.raises(MachineError):
            write_check(check(), tmp_path / "none" / f"check.{ending}")
    assert list(tmp_path.iterdir()) == []


def test_no_foreign_name_gets_into_a_file_name() -> None:
    name = suggested_name(check("../../<b>\x1b Ä/"))
    assert re.fullmatch(r"driveproof-check-\d{8}-\d{4}-[a-z0-9-]+", name)
