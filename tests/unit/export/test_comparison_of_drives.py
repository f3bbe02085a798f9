# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A comparison of two drives as text, report and forum block: the drives are called by name."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from tests.builders.compared_runs import STEADY, phase, run, times
from tests.builders.exported import compared_report, compared_table, compared_values

from driveproof.domain.comparison.answer import comparison_answer
from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.matching import Side
from driveproof.domain.say import Coded
from driveproof.export.report.document import TableBlock
from driveproof.export.text.forum_comparison import forum_comparison
from driveproof.wording.table import cell_text

OLD = {"model": "Samsung SSD 870 EVO 500GB", "serial": "SECRETOLD", "drive": "serial:1"}
NEW = {"model": "Samsung SSD 990 PRO 2TB", "serial": "SECRETNEW", "drive": "serial:2"}


def of(*targets: dict[str, Any]) -> Comparison:
    sides = []
    for number, target in enumerate(targets):
        tests = (
            phase(times(2.0) if number else STEADY, disturbed={1: ("stall",)}),
            phase(STEADY, pattern="sequential", direction="write"),
        )
        one = run(*tests, id=f"{number}a", days=9 - number, label="mine", target=target)
        kernel = replace(one.environment, kernel=f"6.{number}")
        sides.append(Side(f"mine {number}", (replace(one, environment=kernel),)))
    return compare_sides(sides)


def words_of(tables: list[TableBlock]) -> list[str]:
    return [word for table in tables for word in table.columns]


def report_tables(found: Comparison) -> list[TableBlock]:
    report = compared_report(found)
    return [one for part in report.sections for one in part.blocks if isinstance(one, TableBlock)]


def test_the_terminal_names_the_drives() -> None:
    lines = compared_table(of(OLD, NEW), details=True).splitlines()
    assert any(line.split()[:5] == [*["SSD", "870", "EVO", "500GB", "mine"]] for line in lines)
    text = " ".join(" ".join(lines).split())
    assert "before" not in text.replace("before the first run", "") and "after:" not in text


def test_a_name_that_is_the_head_is_not_said_twice() -> None:
    one, other = of(OLD, OLD).sides
    found = compare_sides([replace(one, name="none"), replace(other, name="bfq")])
    lines = compared_table(replace(found, named=True)).splitlines()
    assert any(line.split()[:2] == ["none", "Quick"] for line in lines)
    assert any(line.split()[:2] == ["bfq", "Quick"] for line in lines)
    subject = compared_report(replace(found, named=True)).subject
    assert subject[0].startswith("none: Quick benchmark · Samsung SSD")


def test_three_sides_are_told_apart_test_by_test() -> None:
    found = comparison_answer(of(OLD, NEW, {**NEW, "drive": "serial:3", "model": "Disk Z"}))
    tests, differs = found.table("tests"), found.table("differs")
    heads = ["SSD 990 PRO 2TB", "Disk Z"]
    assert [cell_text(cell) for cell in tests.column("side")] == heads * 2
    (before,) = [column for column in tests.columns if column.key == "before"]
    assert before.title == "SSD 870 EVO 500GB"
    kernels = [row for row in differs.rows if isinstance(row[0], Coded) and row[0].code == "kernel"]
    assert [cell_text(row[1]) for row in kernels] == heads


def test_the_report_names_the_drives() -> None:
    found = of(OLD, NEW)
    heads = words_of(report_tables(found))
    assert heads.count("SSD 870 EVO 500GB") == heads.count("SSD 990 PRO 2TB") == 4
    assert "Before" not in heads and "After" not in heads
    three = words_of(report_tables(of(OLD, NEW, NEW)))
    assert "Other" in three and "Before" not in three


def test_a_forum_sees_models_and_neither_serial_numbers_nor_labels() -> None:
    text = forum_comparison(of(OLD, NEW))
    assert text.splitlines()[0].endswith(", SSD 990 PRO 2TB against SSD 870 EVO 500GB")
    heads = [line for line in text.splitlines() if line.startswith("[")]
    assert all("SSD 870 EVO 500GB  SSD 990 PRO 2TB" in line for line in heads) and heads
    twins = forum_comparison(of({**OLD, "model": "Disk `X"}, {**NEW, "model": "Disk `X"}))
    three = forum_comparison(of(OLD, NEW, NEW))
    assert "B SSD 990 PRO 2TB against SSD 870 EVO 500GB:" in three
    for block in (text, twins, three):
        assert block.isascii() and not {"SECRETOLD", "SECRETNEW", "mine", "`"} & set(block.split())
        assert "SECRET" not in block and "before" not in block


def test_the_keys_of_the_document_stay() -> None:
    document = compared_values(of(OLD, NEW))
    first = document["answer"]["tables"]["tests"][0]
    assert first["before"] and first["after"]
    assert any("SSD 990 PRO 2TB" in note for note in document["answer"]["notes"])
    json.dumps(document)
