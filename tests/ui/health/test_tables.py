# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The texts of the Health page's tables and curves, whatever a drive reports."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QStyleOptionViewItem
from pytestqt.qtbot import QtBot
from tests.builders.health_device import device
from tests.builders.made_health import NOW, ata_health, nvme_health, verdict, view_of
from tests.builders.painted import painted
from tests.builders.showing import show_alone
from tests.fakes.verdicts import made_axis

from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.marks import Marks, marks
from driveproof.domain.health.report import NOW as FAILING_NOW
from driveproof.domain.health.report import (
    PAST,
    Attribute,
    ErrorEntry,
    Health,
    LogValue,
    SelfTestEntry,
    SelfTests,
    ValueUnit,
)
from driveproof.domain.health.trends import HealthTrend, Trends
from driveproof.domain.health.verdict import CAUTION, FAILING, GOOD, UNKNOWN
from driveproof.ui.charts.ticks import date_ticks
from driveproof.ui.health import tables
from driveproof.ui.health.axes import troubling
from driveproof.ui.health.labels import axis_words, head_text
from driveproof.ui.health.self_tests import last_test
from driveproof.ui.health.values import CURVE, ValueSections
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.cells import CellsModel
from driveproof.wording.health.verdict import grade_title

MOST = 2**64 - 1


def row_of(attribute: Attribute) -> list[str]:
    (row,) = tables.attribute_rows(Health(taken=NOW, attributes=(attribute,)))
    return [cell.text for cell in row]


def test_a_self_test_of_no_kind_is_not_called_unknown() -> None:
    titles = [
        last_test(SelfTests(entries=(SelfTestEntry(kind=kind, status="failed"),)))
        for kind in ("", "extended")
    ]
    assert all("failed" in title.lower() for title in titles)
    assert "nknown" not in titles[0] and "Extended" in titles[1]


def test_an_attribute_that_says_nothing_is_dashes() -> None:
    number, name, *cells = row_of(Attribute(id=77, name=""))
    verdict_cell = cells.pop(4)
    assert number == "77" and name and verdict_cell
    assert cells == ["–"] * 6


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"raw": MOST}, "18 446 744 073 709 551 615"),
        ({"raw": 35, "raw_text": "35 (Min/Max 20/41)"}, "35 (Min/Max 20/41)"),
        ({"pretty": 4.5e7, "unit": ValueUnit.SECONDS}, "12 500 h"),
        ({"pretty": -5.0, "unit": ValueUnit.CELSIUS}, "-5 °C"),
        ({"pretty": float("nan"), "unit": ValueUnit.COUNT, "raw": 3}, "3"),
        ({"pretty": float("inf"), "unit": ValueUnit.COUNT}, "–"),
    ],
)
def test_an_attribute_as_people_read_it(facts: dict[str, object], words: str) -> None:
    attribute = replace(Attribute(id=5, name="Reallocated_Sector_Ct"), **facts)  # type: ignore[arg-type]
    assert row_of(attribute)[5].replace("\u202f", " ") == words


@pytest.mark.parametrize(
    ("facts", "grade"),
    [
        ({"failed": FAILING_NOW, "threshold": 5, "prefail": True}, FAILING),
        ({"failed": FAILING_NOW, "threshold": 5, "prefail": False}, CAUTION),
        (  # one hot day makes no drive fail
            {"id": 190, "name": "Airflow_Temperature_Cel", "failed": FAILING_NOW, "prefail": True},
            CAUTION,
        ),
        ({"failed": FAILING_NOW, "prefail": True, "named": False}, FAILING),
        ({"failed": PAST, "threshold": 5}, CAUTION),
        ({"named": False, "threshold": 5}, UNKNOWN),
        ({"threshold": 5}, GOOD),
    ],
)
def test_the_rating_of_an_attribute(facts: dict[str, object], grade: str) -> None:
    attribute = replace(Attribute(id=5, name="Reallocated_Sector_Ct"), **facts)  # type: ignore[arg-type]
    (row,) = tables.attribute_rows(Health(taken=NOW, attributes=(attribute,)))
    assert row[6].verdict == grade


@given(
    st.one_of(st.none(), st.integers(-(2**70), 2**70), st.floats()),
    st.sampled_from(ValueUnit),
    st.text(),
)
def test_any_figure_is_a_line_of_text(value: float | None, unit: ValueUnit, text: str) -> None:
    figure = LogValue(key="k", title="t", value=value, unit=unit, text=text)
    ((_name, cell, *_more),) = tables.figure_rows(Health(taken=NOW, figures=(figure,)))
    words = cell.text
    assert words
    assert words.replace("\u202f", " ").isprintable()


@given(st.lists(st.builds(
    Attribute, id=st.integers(-5, 300), name=st.text(), raw_text=st.text(),
    value=st.none() | st.integers(), worst=st.none() | st.integers(),
    threshold=st.none() | st.integers(), raw=st.none() | st.integers(-(2**70), 2**70),
    pretty=st.none() | st.floats(), unit=st.sampled_from(ValueUnit),
    flags=st.none() | st.integers(-(2**20), 2**20),
), max_size=4))  # fmt: skip
def test_any_attributes_are_rows_that_can_be_sorted(attributes: list[Attribute]) -> None:
    rows = tables.attribute_rows(Health(taken=NOW, attributes=tuple(attributes)))
    assert [len(row) for row in rows] == [9] * len(attributes)
    for row in rows:
        for cell in row:
            assert cell.text.replace("\u202f", " ").isprintable()


def test_sorting_puts_what_nobody_said_last(theme: Theme) -> None:
    model = CellsModel(tables.attribute_heads(), theme)
    model.set_rows(tables.attribute_rows(Health(taken=NOW, attributes=tuple(
        Attribute(id=number, name=name, raw=raw)
        for number, name, raw in ((83, "b", 100), (81, "a", None), (82, "C", 9))
    ))))  # fmt: skip
    model.sort(5)
    assert [model.index(row, 5).data() for row in range(3)] == ["9", "100", "–"]
    model.sort(1)
    assert [model.index(row, 1).data() for row in range(3)] == ["a", "b", "C"]
    model.sort(-1)
    assert [model.index(row, 0).data() for row in range(3)] == ["83", "81", "82"]
    assert model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "ID: 83"
    model.deleteLater()


def test_logs() -> None:
    (error,) = tables.error_rows((ErrorEntry(text="UNC <b>\n", at=7200.0 * 100, lba=MOST),))
    assert [cell.text.replace("\u202f", " ") for cell in error] == [
        "–", "UNC <b>\\n", "200 h", str(MOST),
    ]  # fmt: skip
    (test,) = tables.test_rows((SelfTestEntry(kind="vendor 0x55", status="unknown", text="odd"),))
    assert [cell.text for cell in test] == ["vendor 0x55", "odd", "–", "–", "–"]


def test_the_words_beside_a_mark() -> None:
    assert axis_words(made_axis("wear", "good", "3 % used")) == "3 % used"
    assert axis_words(made_axis("wear", "caution", "")) == "Caution"
    assert axis_words(made_axis("wear", "caution", "caution")) == "Caution"
    assert axis_words(made_axis("wear", "failing", "Spare 3 %")) == "Failing · Spare 3 %"
    assert axis_words(made_axis("self_assessment", "failing", "Yes")) == "Yes"


def test_the_words_in_the_head() -> None:
    nvme = device("nvme0n1")
    assert head_text(view_of(nvme, nvme_health(used=None))) == grade_title("good")
    assert head_text(view_of(nvme, judged=verdict("unknown"))) == grade_title("unknown")
    assert "104\u202f%" in head_text(view_of(nvme, nvme_health(used=1.04), verdict("worn")))
    grown = verdict("worn", media_errors=made_axis("media_errors", "worn", "3 pending sectors"))
    head = head_text(view_of(nvme, nvme_health(used=0.03), grown))
    assert head.endswith("3 pending sectors"), "3 % of its life is not what makes it worn"
    failing = verdict("failing", self_assessment=made_axis("self_assessment", "failing", "Yes"))
    assert head_text(view_of(nvme, judged=failing)) == grade_title("failing")
    old = verdict(
        "caution", self_assessment=made_axis("self_assessment", "caution", "A self-test failed")
    )
    assert head_text(view_of(nvme, judged=old)).endswith("A self-test failed")
    hot = made_axis("temperature", "caution", "84 °C")
    assert head_text(view_of(nvme, judged=verdict("caution", temperature=hot))).endswith("84 °C")


def test_what_is_acknowledged_troubles_until_it_grows() -> None:
    axis = made_axis("media_errors", "worn", "8", counters=("reallocated", "pending"))
    view = view_of(device("sda"), ata_health())
    assert troubling(axis, view) == [("reallocated", 8)]
    assert troubling(axis, replace(view, acknowledged={"reallocated": 8})) == []
    assert troubling(axis, replace(view, acknowledged={"reallocated": 7})) == [("reallocated", 8)]
    assert troubling(replace(axis, verdict="good"), view) == []


@pytest.fixture(params=["UTC", "Europe/Berlin", "America/St_Johns"])
def zone(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    before = os.environ.get("TZ")
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    if before is None:
        monkeypatch.delenv("TZ")
    else:
        monkeypatch.setenv("TZ", before)
    time.tzset()


SPANS = (0.001, 0.02, 0.3, 1.0, 3.0, 12.0, 40.0, 200.0, 700.0, 4000.0, 40000.0)


@pytest.mark.usefixtures("zone")
def test_marks_of_an_axis_of_days() -> None:
    start = datetime(2026, 3, 27, 9, 41).astimezone().timestamp()  # clocks change on the 29th
    for days, most in product(SPANS, (2, 4, 8)):
        end = start + days * 86400
        ticks = date_ticks(start, end, most)
        places, words = [at for at, _ in ticks], [word for _, word in ticks]
        assert places == sorted(set(places)), (days, most)
        assert all(start <= at <= end for at in places), (days, most)
        assert len(ticks) <= most + 1, (days, most)
        assert len(set(words)) == len(words) or days < 12, (days, most)
        if days >= 1:
            assert all(not datetime.fromtimestamp(at).minute for at in places), (days, most)
        if 3 <= days <= 12:
            hours = {datetime.fromtimestamp(at).hour for at in places}
            assert hours <= {0, 6, 12, 18}, (days, most)


@pytest.mark.parametrize(
    ("source", "count", "title"),
    [
        ("UDisks2 (NVMe health log)", 0, "&Error log: 0"),
        ("UDisks2 (NVMe health log)", 1, "&Error log: 1 (read as administrator)"),
        ("UDisks2 (NVMe health log)", 7, "&Error log: 7 (read as administrator)"),
        ("smartctl 7.4", 7, "&Error log: 7 (none stored)"),
    ],
)
def test_an_error_log_that_cannot_be_opened_says_why(
    qtbot: QtBot, theme: Theme, source: str, count: int, title: str
) -> None:
    sections = ValueSections(theme)
    qtbot.addWidget(sections)
    sections.show_health(
        Health(taken=NOW, kind="nvme", source=source, error_log_entries=count, passed=True)
    )
    assert sections.errors.line.button.text() == title
    button = sections.errors.line.button
    assert not button.isEnabled()
    button.setIcon(QIcon())
    sections.resize(640, 320)
    sections.show()
    grey = button.grab().toImage()
    button.setEnabled(True)
    assert grey != button.grab().toImage(), "it looks as if it could be pressed"


@pytest.mark.parametrize(
    ("prefail", "words"), [(True, "Pre-fail PO"), (False, "Old age PO"), (None, "PO")]
)
def test_the_kind_and_the_flags_are_in_the_tip_of_the_threshold(
    prefail: bool | None, words: str
) -> None:
    row = Attribute(id=5, name="", flags=0x33, online=True, prefail=prefail)
    (cells,) = tables.attribute_rows(Health(taken=NOW, attributes=(row,)))
    assert cells[4].tip.startswith(words)
    assert "PO--CK (0x0033)" in cells[4].tip


def test_what_is_a_reason_of_the_verdict_is_marked_and_explained(theme: Theme) -> None:
    health = ata_health(rotational=True, self_tests=None, crc_errors=0)
    marked = marks(health, judge_health(health, now=NOW))
    rows = {row[0].text: row for row in tables.attribute_rows(health, marked)}
    name, verdict_cell = rows["5"][1], rows["5"][6]
    assert name.text.startswith("▸ ")
    assert "Reallocated_Sector_Ct" in name.tip
    assert verdict_cell.verdict == "caution"
    assert not rows["9"][1].text.startswith("▸ ")
    sections = ValueSections(theme)
    sections.show_health(health, marked)
    title = sections.attributes.line.button.text()
    assert "5" in title
    sections.deleteLater()


def test_the_columns_of_the_attributes_are_chosen_and_remembered(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    settings = Settings(tmp_path / "settings.ini")
    health = ata_health()
    trends = Trends({5: HealthTrend(NOW - timedelta(days=95), NOW, 2, 8)})

    def shown(known: Trends) -> tuple[ValueSections, list[int]]:
        sections = show_alone(qtbot, ValueSections(theme, settings), 1400, 600)
        sections.show_health(health, trends=known)
        sections.attributes.line.button.set_open(True)
        return sections, list(sections.attributes.table.columns())

    _, titles = shown(Trends())
    assert titles == list(range(tables.TREND))
    sections, titles = shown(trends)
    assert titles[-1] == tables.TREND
    table = sections.attributes.table
    row = table.as_text([1]).replace("\u202f", " ").splitlines()[1].split("\t")
    assert "2" in row[-1] and "3" in row[-1]
    tip = str(table.model().index(1, tables.TREND).data(Qt.ItemDataRole.ToolTipRole))
    assert "2 → 8" in tip.replace("\u202f", " ")
    table.arranged.set_wanted(tables.HEX, True)
    table.arranged.set_wanted(tables.TREND, False)
    sections, titles = shown(trends)
    assert titles[-2:] == [tables.TREND - 1, tables.HEX]
    text = sections.attributes.table.as_text([1]).splitlines()[1]
    assert text.endswith("0x000000000008")


def test_a_column_that_comes_back_has_its_whole_title(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    """Qt says that a hidden column needs no room for its title."""
    sections = show_alone(
        qtbot, ValueSections(theme, Settings(tmp_path / "settings.ini")), 420, 600
    )
    sections.show_health(ata_health())
    sections.attributes.line.button.set_open(True)
    table = sections.attributes.table
    header = table.horizontalHeader()
    qtbot.waitUntil(lambda: header.hiddenSectionCount() > 3)
    sections.resize(1100, 600)
    qtbot.waitUntil(lambda: table.viewport().width() > 1000)
    shown = [column for column in range(header.count()) if not header.isSectionHidden(column)]
    assert len(shown) == len(table.columns()) == 7
    for column in shown:
        assert table.columnWidth(column) >= table.title_width(column)


def test_a_trend_is_drawn_before_its_words(qtbot: QtBot, theme: Theme) -> None:
    since = NOW - timedelta(days=90)
    values = ((since, 2.0), (NOW - timedelta(days=45), 2.0), (NOW, 8.0))
    trends = Trends({5: HealthTrend(since, NOW, 2, 8, values=values)})
    rows = tables.attribute_rows(ata_health(), trends=trends)
    curves = {row[0].text: row[tables.TREND].curve for row in rows}
    assert curves.pop("5") == ((0.0, 0.0), (0.5, 0.0), (1.0, 1.0))
    assert not any(curves.values())
    still = Trends({5: replace(trends.attributes[5], last=2, values=(*values[:2], (NOW, 2.0)))})
    (flat,) = [row[tables.TREND].curve for row in tables.attribute_rows(ata_health(), trends=still)
               if row[0].text == "5"]  # fmt: skip
    assert {y for _, y in flat} == {0.5}
    sections = ValueSections(theme)
    qtbot.addWidget(sections)
    sections.resize(1400, 600)
    sections.show_health(ata_health(), trends=trends)
    table = sections.attributes.table
    sections.attributes.line.button.set_open(True)
    sections.show()
    delegate = table.itemDelegateForColumn(tables.TREND)
    widths, blue = {}, {}
    for row in range(table.model().rowCount()):
        index = table.model().index(row, tables.TREND)
        number = table.model().index(row, 0).data()
        widths[number] = delegate.sizeHint(QStyleOptionViewItem(), index).width()
        image = table.viewport().grab(table.visualRect(index)).toImage()
        colors = {image.pixelColor(x, y).name() for x in range(CURVE.width() + 20)
                  for y in range(image.height())}  # fmt: skip
        blue[number] = theme.colors.read.name() in colors
    assert widths["5"] > CURVE.width() + min(widths.values())
    assert [number for number, drawn in blue.items() if drawn] == ["5"]


def test_the_table_is_saved_by_its_menu(qtbot: QtBot, theme: Theme) -> None:
    sections = ValueSections(theme)
    qtbot.addWidget(sections)
    sections.show_health(ata_health())
    menu = sections.attributes.table.context_menu()
    (save,) = [one for one in menu.actions() if one.objectName() == "save"]
    with qtbot.waitSignal(sections.save):
        save.trigger()


def test_the_line_of_a_log_that_is_a_reason_is_marked() -> None:
    health = nvme_health(used=1.2)
    rows = tables.figure_rows(health, Marks({}, {health.figures[0].key: "worn"}))
    assert rows[0][0].text.startswith("▸ ")
    assert rows[0][3].text == "Worn"
    assert rows[1][3].text == ""


def test_every_usual_column_has_room_in_a_usual_window(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    """1280 pixels with trends: they are said without their time before a column gives way."""
    sections = ValueSections(theme, Settings(tmp_path / "settings.ini"))
    qtbot.addWidget(sections)
    sections.show()
    long = Attribute(
        id=198, name="offline-uncorrectable", value=100, worst=100, threshold=0, raw=123456789012
    )
    health = replace(ata_health(), attributes=(*ata_health().attributes, long))
    since = NOW - timedelta(days=95)
    values = ((since, 2.0), (NOW, 8.0))
    trends = Trends(
        {one.id: HealthTrend(since, NOW, 2, 8, values=values) for one in health.attributes}
    )
    sections.show_health(health, trends=trends)
    sections.attributes.line.button.set_open(True)
    table, header = sections.attributes.table, sections.attributes.table.horizontalHeader()
    usual = set(range(tables.HEX))

    def trend_texts() -> set[str]:
        return {
            one.text.replace("\u202f", " ")
            for one in painted(table)
            if one.text[:3] in {"↗ f", "2 →"}
        }

    sections.resize(917, 600)
    qtbot.waitUntil(lambda: trend_texts() == {"↗ from 2"})
    assert not any(map(header.isSectionHidden, usual))
    assert not any("…" in one.text for one in painted(table))
    table.sort_by(3)
    assert header.sectionSize(3) >= table.title_width(3)  # with the mark
    sections.resize(1400, 600)
    qtbot.waitUntil(lambda: trend_texts() == {"2 → 8 in 3 months"})
