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
from PySide6.QtWidgets import QLabel, QStyleOptionViewItem
from pytestqt.qtbot import QtBot
from tests.builders.health_device import device
from tests.builders.made_health import NOW, ata_health, nvme_health, verdict, view_of
from tests.builders.painted import painted
from tests.builders.showing import show_alone
from tests.fakes.verdicts import made_axis

from driveproof.domain.figure import Table
from driveproof.domain.health.answer import (
    RatedHealth,
    attributes_table,
    figures_table,
    health_answer,
)
from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.marks import Marks
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
from driveproof.domain.health.trends import UNTRACED, HealthTrend, Trends
from driveproof.domain.health.verdict import CAUTION, FAILING, UNKNOWN, Grade
from driveproof.ui.charts.ticks import date_ticks
from driveproof.ui.health.answer import CURVE, ValueSections, table_rows
from driveproof.ui.health.texts import head_text
from driveproof.ui.settings import Settings
from driveproof.ui.theme.style import Theme
from driveproof.ui.widgets.cells import TableCell
from driveproof.wording.health.verdict import grade_title
from driveproof.wording.say import say_text

MOST = 2**64 - 1
UNMARKED = Marks({}, {})


def rows_of(table: Table, trends: Trends = UNTRACED) -> list[dict[str, TableCell]]:
    """The cells of each row by the keys of their columns."""
    keys = [column.key for column in table.columns if not column.hidden]
    return [dict(zip(keys, row, strict=True)) for row in table_rows(table, trends)]


def row_of(attribute: Attribute) -> dict[str, TableCell]:
    (row,) = rows_of(attributes_table(Health(taken=NOW, attributes=(attribute,)), UNMARKED))
    return row


def shown_tables(sections: ValueSections, health: Health, trends: Trends = UNTRACED) -> None:
    rated = RatedHealth(health, judge_health(health, now=NOW), trends=trends)
    sections.show_answer(health_answer(rated), rated)


def test_a_self_test_of_no_kind_is_not_called_unknown(theme: Theme) -> None:
    sections = ValueSections(theme)
    titles = []
    for kind in ("", "extended"):
        tests = SelfTests(entries=(SelfTestEntry(kind=kind, status="failed"),))
        shown_tables(sections, ata_health(self_tests=tests))
        titles.append(sections.tests.line.button.text())
    assert all("failed" in title.lower() for title in titles)
    assert "nknown" not in titles[0] and "Extended" in titles[1]
    sections.deleteLater()


def test_an_attribute_that_says_nothing_is_dashes() -> None:
    cells = {key: cell.text for key, cell in row_of(Attribute(id=77, name="")).items()}
    assert cells.pop("id") == "77" and cells.pop("title")
    assert set(cells.values()) == {"–"}


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
    assert row_of(attribute)["raw"].text.replace("\u202f", " ") == words


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
        ({"threshold": 5}, ""),
    ],
)
def test_the_rating_of_an_attribute(facts: dict[str, object], grade: str) -> None:
    attribute = replace(Attribute(id=5, name="Reallocated_Sector_Ct"), **facts)  # type: ignore[arg-type]
    assert row_of(attribute)["verdict"].verdict == grade


@given(
    st.one_of(st.none(), st.integers(-(2**70), 2**70), st.floats()),
    st.sampled_from(ValueUnit),
    st.text(),
)
def test_any_figure_is_a_line_of_text(value: float | None, unit: ValueUnit, text: str) -> None:
    figure = LogValue(key="k", title="t", value=value, unit=unit, text=text)
    (row,) = rows_of(figures_table(Health(taken=NOW, figures=(figure,)), UNMARKED))
    words = row["value"].text
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
    rows = rows_of(attributes_table(Health(taken=NOW, attributes=tuple(attributes)), UNMARKED))
    assert len(rows) == len(attributes)
    for row in rows:
        for cell in row.values():
            assert cell.text.replace("\u202f", " ").isprintable()


def test_sorting_puts_what_nobody_said_last(theme: Theme) -> None:
    sections = ValueSections(theme)
    shown_tables(sections, Health(taken=NOW, attributes=tuple(
        Attribute(id=number, name=name, raw=raw)
        for number, name, raw in ((83, "b", 100), (81, "a", None), (82, "C", 9))
    )))  # fmt: skip
    sections.attributes.line.button.set_open(True)
    model, raw = sections.attributes.model, sections.attributes.column("raw")
    model.sort(raw)
    assert [model.index(row, raw).data() for row in range(3)] == ["9", "100", "–"]
    model.sort(1)
    assert [model.index(row, 1).data() for row in range(3)] == ["a", "b", "C"]
    model.sort(-1)
    assert [model.index(row, 0).data() for row in range(3)] == ["83", "81", "82"]
    assert model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole) == "ID: 83"
    sections.deleteLater()


def test_logs() -> None:
    tests = SelfTests(entries=(SelfTestEntry(kind="vendor 0x55", status="unknown", text="odd"),))
    error = ErrorEntry(text="UNC <b>\n", at=7200.0 * 100, lba=MOST)
    health = ata_health(errors=(error,), self_tests=tests)
    answer = health_answer(RatedHealth(health, judge_health(health, now=NOW)))
    (error_row,) = table_rows(answer.table("errors"))
    assert [cell.text.replace("\u202f", " ") for cell in error_row] == [
        "–", "UNC <b>\\n", "Medium", "200 h", str(MOST),
    ]  # fmt: skip
    (test_row,) = table_rows(answer.table("self_tests"))
    assert [cell.text for cell in test_row] == ["vendor 0x55", "odd", "–", "–", "–"]


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
    view = view_of(device("sda"), ata_health(), verdict("worn", media_errors=axis))
    assert view.unacknowledged == {"media_errors": (("reallocated", 8),)}
    known = replace(view, acknowledged={"reallocated": 8})
    assert known.unacknowledged == {"media_errors": ()}
    grown = replace(view, acknowledged={"reallocated": 7})
    assert grown.unacknowledged == view.unacknowledged
    assert replace(view, verdict=verdict()).unacknowledged == {}


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
    shown_tables(
        sections,
        Health(taken=NOW, kind="nvme", source=source, error_log_entries=count, passed=True),
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


def test_the_kind_and_the_flags_are_columns() -> None:
    row = row_of(Attribute(id=5, name="", flags=0x33, online=True, prefail=True))
    assert (row["kind"].text, row["flags"].text) == ("Pre-fail", "PO--CK")


def test_what_is_a_reason_of_the_verdict_is_coloured_and_explained(theme: Theme) -> None:
    health = ata_health(rotational=True, self_tests=None, crc_errors=0)
    rated = RatedHealth(health, judge_health(health, now=NOW))
    answer = health_answer(rated)
    rows = {row["id"].text: row for row in rows_of(answer.table("attributes"))}
    assert rows["5"]["title"].verdict == rows["5"]["verdict"].verdict == "caution"
    assert "Reallocated_Sector_Ct" in rows["5"]["title"].tip
    assert not rows["9"]["title"].verdict
    sections = ValueSections(theme)
    sections.show_answer(answer, rated)
    assert "5" in sections.attributes.line.button.text()
    (note,) = (one for one in answer.notes if "id" not in one.values)
    labels = [one.text() for one in sections.attributes.findChildren(QLabel)]
    assert say_text(note) in labels
    sections.deleteLater()


def test_the_columns_of_the_attributes_are_chosen_and_remembered(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    settings = Settings(tmp_path / "settings.ini")
    health = ata_health()
    trends = Trends({5: HealthTrend(NOW - timedelta(days=95), NOW, 2, 8)})

    def shown(known: Trends) -> tuple[ValueSections, list[int]]:
        sections = show_alone(qtbot, ValueSections(theme, settings), 1400, 600)
        shown_tables(sections, health, known)
        sections.attributes.line.button.set_open(True)
        return sections, list(sections.attributes.table.columns())

    sections, titles = shown(Trends())
    usual = sections.attributes
    trend, raw_hex = usual.column("trend"), usual.column("raw_hex")
    assert trend not in titles and raw_hex not in titles
    sections, titles = shown(trends)
    assert trend in titles
    table = sections.attributes.table
    row = table.as_text([1]).replace("\u202f", " ").splitlines()[1].split("\t")
    assert "2" in row[titles.index(trend)] and "3" in row[titles.index(trend)]
    tip = str(table.model().index(1, trend).data(Qt.ItemDataRole.ToolTipRole))
    assert "2 → 8" in tip.replace("\u202f", " ")
    table.arranged.set_wanted(raw_hex, True)
    table.arranged.set_wanted(trend, False)
    sections, titles = shown(trends)
    assert titles[-1] == raw_hex and trend not in titles
    text = sections.attributes.table.as_text([1]).splitlines()[1]
    assert text.endswith("0x000000000008")


def test_a_column_that_comes_back_has_its_whole_title(
    qtbot: QtBot, theme: Theme, tmp_path: Path
) -> None:
    """Qt says that a hidden column needs no room for its title."""
    sections = show_alone(
        qtbot, ValueSections(theme, Settings(tmp_path / "settings.ini")), 420, 600
    )
    shown_tables(sections, ata_health())
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

    def curves_of(known: Trends) -> dict[str, tuple[tuple[float, float], ...]]:
        table = attributes_table(ata_health(), UNMARKED, known)
        return {row["id"].text: row["trend"].curve for row in rows_of(table, known)}

    curves = curves_of(trends)
    assert curves.pop("5") == ((0.0, 0.0), (0.5, 0.0), (1.0, 1.0))
    assert not any(curves.values())
    still = Trends({5: replace(trends.attributes[5], last=2, values=(*values[:2], (NOW, 2.0)))})
    flat = curves_of(still)["5"]
    assert {y for _, y in flat} == {0.5}
    sections = ValueSections(theme)
    qtbot.addWidget(sections)
    sections.resize(1400, 600)
    shown_tables(sections, ata_health(), trends)
    table = sections.attributes.table
    sections.attributes.line.button.set_open(True)
    sections.show()
    trend = sections.attributes.column("trend")
    delegate = table.itemDelegateForColumn(trend)
    widths, blue = {}, {}
    for row in range(table.model().rowCount()):
        index = table.model().index(row, trend)
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
    shown_tables(sections, ata_health())
    menu = sections.attributes.table.context_menu()
    (save,) = [one for one in menu.actions() if one.objectName() == "save"]
    with qtbot.waitSignal(sections.save):
        save.trigger()


def test_the_line_of_a_log_that_is_a_reason_is_marked() -> None:
    health = nvme_health(used=1.2)
    first, second, *_rest = rows_of(
        figures_table(health, Marks({}, {health.figures[0].key: Grade.WORN}))
    )
    assert (first["title"].verdict, first["verdict"].verdict) == ("worn", "worn")
    assert (second["title"].verdict, second["verdict"].verdict) == ("", "")


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
    shown_tables(sections, health, trends)
    sections.attributes.line.button.set_open(True)
    table, header = sections.attributes.table, sections.attributes.table.horizontalHeader()
    heads = sections.attributes.model.heads
    usual = {place for place, head in enumerate(heads) if head.usual or head.name == "trend"}

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
