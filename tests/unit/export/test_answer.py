# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""One answer on every face: what each keeps of its blocks and cells."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest
from msgspec import structs
from tests.builders.guided_runs import (
    bad_sectors_run,
    capacity_run,
    multi_drive_run,
    probe_run,
    quick_run,
    scheduler_run,
)
from tests.builders.made_answer import ANSWER, FINDINGS, GRID, NOTHING, TABLE

from driveproof.domain.answer import Answer
from driveproof.export.csv.answer import answers_csv
from driveproof.export.json import values_of
from driveproof.export.json.answer import answer_document
from driveproof.export.report import document as report
from driveproof.export.report.answer import MOST_ROWS as REPORT_ROWS
from driveproof.export.report.answer import answer_blocks
from driveproof.export.text.answer import MOST_ROWS as TEXT_ROWS
from driveproof.export.text.answer import answer_lines, table_lines
from driveproof.export.text.layout import TextLayout
from driveproof.methods import answer_of

MEASURED = {"median": 2e8, "low": 1.9e8, "high": 2.1e8, "count": 3}


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("place", "Memory"),
        ("test", {"text": "Test 1", "number": 1}),
        ("bandwidth", MEASURED),
        ("iops", 50_000.0),
        ("size", 4096),
        ("seconds", 0.5),
        ("time", 4.2),
        ("share", 0.25),
        ("count", 12),
        ("device", "sda\\x1b"),
        ("served_by", {"sda": 0.75, "memory": 0.25}),
        ("marks", ["first", "best"]),
    ],
)
def test_a_cell_in_json_is_a_value(key: str, value: object) -> None:
    rows = document()["tables"]["tests"]
    assert rows[0][key] == value
    assert rows[1]["iops"] is None


def test_sentences_in_json_have_their_values() -> None:
    found = document()
    assert [one["values"] for one in found["sentences"]] == [{"rate": 2e8}, {}]
    assert len(found["notes"]) == 1


def test_facts_and_plots_in_json_are_values() -> None:
    found = document()
    assert found["facts"] == {"written": 10**9, "end": "cache"}
    plot = found["plots"]["curve"]
    assert plot["x"] == {"key": "written", "unit": "bytes", "scale": "linear"}
    assert plot["y"]["scale"] == "logarithmic"
    assert plot["series"] == {"write": [[0.0, 2e8], [1e9, 1e8]]}
    assert plot["rules"] == [{"key": "cache", "at": 5e8, "axis": "x"}]
    assert plot["bands"] == [{"key": "fast", "begin": 0.0, "end": 5e8, "level": 2e8}]


def document() -> Any:
    return json_of(ANSWER)


def test_a_terminal_has_the_answer_first_and_names_a_group_once() -> None:
    lines = answer_lines(ANSWER, TextLayout(width=100, room=1000))
    assert lines[0].count("200") == 1
    table = lines[2 : lines.index("", 2)]
    assert [line.partition("  ")[0] for line in table[1:]] == ["Memory", "", "", "Drive", ""]
    assert sum(not line.strip() for line in lines) == 3  # around table and facts


@pytest.mark.parametrize(
    ("room", "left_out"),
    [
        (1000, set()),
        (90, {"Served by", "Marks"}),
        (40, {"Served by", "Marks", "Size", "Seconds", "Time", "Share", "Count", "Device"}),
        (
            20,
            {
                *("Served by", "Marks", "Size", "Seconds", "Time", "Share", "Count", "Device"),
                *("IOPS", "Spread"),
            },
        ),
    ],
)
def test_columns_leave_where_a_terminal_is_narrow(room: int, left_out: set[str]) -> None:
    head = table_lines(TABLE, TextLayout(room=room))[0]
    titles = {"MB/s", "Spread", *(str(column.title) for column in TABLE.columns[3:])}
    assert {title for title in titles if title not in head} == left_out


def test_a_report_has_the_pictures_first_and_counts_repeats() -> None:
    picture = report.CommandBlock("a picture", "")
    first, table, facts, note = answer_blocks(ANSWER, (picture,))
    assert first is picture
    assert isinstance(facts, report.FactsBlock)
    assert len(facts.pairs) == 2
    assert isinstance(table, report.TableBlock)
    assert table.left == 2
    assert [row[2] for row in table.rows] == ["3", "1", ""]
    assert set(table.rows[2][3:]) == {""}
    assert note == report.TextBlock("At least 1\u202fGB were read.", quiet=True)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("table", "tests"),
        ("place", "Memory"),
        ("test", "Test 1"),
        ("bandwidth", "200000000"),
        ("bandwidth_high", "210000000"),
        ("bandwidth_count", "3"),
        ("iops", "50000"),
        ("share", "0.25"),
        ("count", "12"),
        ("device", "sda\\x1b"),
        ("served_by", "sda 0.75; memory 0.25"),
        ("marks", "first; best"),
    ],
)
def test_a_cell_in_csv_is_a_number_or_one_line(key: str, value: str) -> None:
    first, second, *_more = csv_rows(ANSWER)
    assert first[key] == value
    assert second["iops"] == ""


def test_points_of_a_plot_in_csv_are_rows() -> None:
    points = [row for row in csv_rows(ANSWER) if row["table"] == "curve"]
    values = [(row["series"], row["written"], float(row["bandwidth"])) for row in points]
    assert values == [("write", "0", 2e8), ("write", "1000000000", 1e8)]


def test_a_difference_in_csv_has_columns_of_its_own() -> None:
    rows = csv_rows(answer_of(scheduler_run()))
    assert [row["difference_verdict"] for row in rows[:3]] == ["", "within 10 %", "slower"]
    assert float(rows[2]["difference_high"]) < 1


def test_a_sum_in_csv_has_no_repeats() -> None:
    *_drives, whole = csv_rows(answer_of(multi_drive_run(3)))
    assert float(whole["alone"]) > 4e9
    assert (whole["alone_count"], whole["at_once_count"]) == ("", "3")


def test_codes_in_documents_are_words_for_people() -> None:
    found = answer_of(bad_sectors_run())
    assert found is not None
    states = [row["state"] for row in json_of(found)["tables"]["bad_ranges"]]
    assert states == ["unreadable", "slow", "unreadable"]
    assert [row["state"] for row in csv_rows(found) if row["table"] == "bad_ranges"] == states
    assert not set(states) & set(" ".join(answer_lines(found, TextLayout())).split())


def test_what_was_found_along_a_drive_is_whole_in_documents() -> None:
    found = answer_of(capacity_run("bad"))
    assert found is not None
    areas, *speeds = found.positions
    document = json_of(found)["positions"]
    assert document[areas.key]["areas"]["offset"] == [area.offset for area in areas.areas]
    rows = csv_rows(found)
    assert [row["state"] for row in rows if row["table"] == areas.key] == [
        area.state for area in areas.areas
    ]
    for one in speeds:
        (kept,) = document[one.key]["passes"]
        offsets = [position.offset for positions in one.passes for position in positions]
        assert kept["offset"] == offsets
        assert [int(row["offset_bytes"]) for row in rows if row["table"] == one.key] == offsets


def test_people_see_the_first_rows_of_a_long_table() -> None:
    found = answer_of(probe_run())
    assert found is not None
    bad = found.table("bad_ranges")
    lines = answer_lines(found, TextLayout())
    assert sum("4.1" in line for line in lines) == TEXT_ROWS < len(bad.rows)
    assert len(json_of(found)["tables"]["bad_ranges"]) == len(bad.rows)
    many = structs.replace(bad, rows=bad.rows * 4)
    tables = [
        one for one in answer_blocks(Answer((), (many,))) if isinstance(one, report.TableBlock)
    ]
    assert [len(one.rows) for one in tables] == [REPORT_ROWS]


def json_of(found: Answer) -> Any:
    return values_of(answer_document(found))


def csv_rows(answer: Answer) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(answers_csv((quick_run(), answer)))))


def test_a_grid_is_a_matrix_for_people_and_a_row_for_each_cell_for_programs() -> None:
    found = Answer((), (GRID,))
    lines = answer_lines(found, TextLayout())[1:]
    assert [line.split()[-2:] for line in lines] == [["1", "32"], ["200", "~100"], ["KiB", "100"]]
    title, heads, *rows = answer_lines(found, TextLayout(room=20))[1:]
    assert (title, heads.split(), len(rows)) == ("Read, MB/s", ["1", "32"], 2)
    first, last = report.CommandBlock("1", ""), report.CommandBlock("2", "")
    above, table = answer_blocks(found, (first,))
    assert above is first and isinstance(table, report.TableBlock)
    assert [row[1:] for row in table.rows] == [("200", "~100"), ("100", "")]
    assert answer_blocks(found, (first, last))[:2] == [first, last]
    rows = csv_rows(found)
    assert [(row["depth"], row["size"], row["bandwidth"], row["rough"]) for row in rows] == [
        ("1", "4096", "200000000", "0"),
        ("32", "4096", "100000000", "1"),
        ("1", "65536", "100000000", "0"),
        ("32", "65536", "", "0"),
    ]
    document = json_of(found)
    assert document is not None
    one, *_others, last_cell = document["tables"]["grid"]
    assert one == {"depth": 1, "size": 4096, "bandwidth": MEASURED, "rough": False}
    assert last_cell["bandwidth"] is None


def test_findings_are_rows_on_every_face() -> None:
    found = Answer((), (FINDINGS,))
    lines = answer_lines(found, TextLayout())
    title, first, do, note, ask = lines[1:]
    assert title == "Causes"
    assert first.split("  ")[1:4] == ["!", "Likely", "Heat (sda\\x1b)"]
    assert first.endswith("It has 1 GB. It is hot. Source: test 1")
    assert do.index("What to do") == first.index("It has") == note.index("A note")
    assert ask.split() == ["-", "What", "to", "do:", "Ask."]
    below = answer_lines(found, TextLayout(width=40))[1:]
    assert (below[1], below[2]) == (
        "  !  Likely  Heat (sda\\x1b)",
        "      It has 1 GB. It is hot. Source:",
    )
    (block,) = answer_blocks(found)
    assert isinstance(block, report.FindingsBlock)
    assert [(line.word, line.grade) for line in block.lines] == [
        ("odd", "Likely"),
        ("", ""),
        ("", ""),
    ]
    first_document, *_rest = json_of(found)["findings"]["causes"]
    assert first_document == {
        "subject": "heat", "title": "Heat", "where": "drive", "code": "hot", "grade": "likely",
        "say": "It has 1\u202fGB. It is hot.", "do": [{"code": "cool", "say": "Cool it"}],
        "source": "test 1",
    }  # fmt: skip
    rows = csv_rows(found)
    assert [(row["subject"], row["code"], row["grade"]) for row in rows] == [
        ("heat", "hot", "likely"), ("", "note", ""), ("", "ask", ""),
    ]  # fmt: skip


def test_nothing_is_shown_of_an_empty_table() -> None:
    assert len(answer_lines(NOTHING, TextLayout())) == 1
    assert answer_blocks(NOTHING, (report.CommandBlock("a picture", ""),)) == []
    assert csv_rows(NOTHING) == []
    assert values_of(answer_document(NOTHING)) == {
        "sentences": [],
        "tables": {"tests": []},
        "notes": [],
    }
