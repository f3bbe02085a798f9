# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The headers of a comparison's columns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.compared_runs import STEADY, phase, run

from driveproof.domain.comparison.cautions import Caution
from driveproof.domain.comparison.comparison import Comparison, compare_sides
from driveproof.domain.comparison.matching import Side
from driveproof.domain.comparison.remarks import notes
from driveproof.domain.comparison.side_names import (
    HEADS,
    WIDEST,
    of_drives,
    owners,
    row_heads,
    short,
    side_heads,
)
from driveproof.wording.say import say_text, value_text


def of(*drives: dict[str, Any], names: str = "ABCD") -> Comparison:
    """A comparison of one run of each drive: what its target is, with its own identity."""
    sides = []
    for number, (name, drive) in enumerate(zip(names, drives, strict=False)):
        tested = phase(STEADY, disturbed={0: ("stall",)})
        one = run(tested, id=f"0a{number}", days=9 - number)
        serial = drive.get("serial", f"S{number}")
        target = replace(one.target, **{"drive": f"serial:{serial}", "serial": serial, **drive})
        sides.append(Side(name, (replace(one, target=target),)))
    return compare_sides(sides)


SAME = {"model": "Disk X", "serial": "S1"}
OLD = {"model": "Samsung SSD 870 EVO 500GB", "serial": "S5Y1"}
NEW = {"model": "Samsung SSD 990 PRO 2TB", "serial": "S7K9"}


def test_one_drive_is_before_and_after() -> None:
    assert side_heads(of(SAME, SAME)) == row_heads(of(SAME, SAME)) == HEADS
    assert not of_drives(of(SAME, SAME))


def test_more_than_two_are_called_by_their_names() -> None:
    three = of(SAME, SAME, SAME)
    assert side_heads(three) == ("A", "B", "C")
    assert owners(three, 2) == ("A", "C")
    assert not of_drives(three)


def test_two_drives_are_called_by_what_tells_them_apart() -> None:
    found = of(OLD, NEW)
    assert of_drives(found)
    heads = ("SSD 870 EVO 500GB", "SSD 990 PRO 2TB")
    assert side_heads(found) == owners(found, 1) == row_heads(found) == heads
    assert side_heads(found, private=True) == heads
    plain = of({"model": "Disk X"}, {"model": "Disk Y"})
    assert side_heads(plain) == ("Disk X", "Disk Y")


def test_two_of_one_model_have_their_serial_numbers_and_in_public_letters() -> None:
    found = of({"model": "Disk X", "serial": "S1"}, {"model": "Disk X", "serial": "S2"})
    assert side_heads(found) == ("Disk X S1", "Disk X S2")
    assert side_heads(found, private=True) == ("A Disk X", "B Disk X")
    model = "Samsung SSD 990 PRO 2TB"
    long = of({"model": model, "serial": "S7KHNJ0W123456"}, {"model": model, "serial": "S7KHNJ0W9"})
    assert side_heads(long) == ("990 PRO 2TB …123456", "990 PRO 2TB …HNJ0W9")
    nameless = {"model": None, "device": None}
    assert side_heads(of(nameless, nameless), private=True) == ("A", "B")


def test_of_three_sides_two_may_be_one_drive() -> None:
    found = of(OLD, NEW, NEW)
    assert side_heads(found, private=True) == (
        "SSD 870 EVO 500GB", "B SSD 990 PRO 2TB", "C SSD 990 PRO 2TB",
    )  # fmt: skip
    assert side_heads(found) == side_heads(found, private=True)  # no number tells B from C
    assert tuple(map(value_text, row_heads(found))) == ("SSD 870 EVO 500GB", "Other")
    odd = [{"model": "B x"}, {"model": "x"}, {"model": "x"}]  # a name that looks lettered
    assert side_heads(of(*odd), private=True) == ("A B x", "B x", "C x")
    assert owners(found, 2) == (side_heads(found)[0], side_heads(found)[2])


def test_no_head_can_move_a_cursor_or_is_wider_than_its_column() -> None:
    hostile = {"model": "Evil\x1b[2J\u202e " + "x" * 90 + " END"}
    first, other = map(value_text, side_heads(of(hostile, {"model": "Disk Y"})))
    assert first.isprintable() and len(first) <= WIDEST and first.startswith("Evil\\x1b")
    assert other == "Disk Y"


def test_sides_with_names_of_their_own() -> None:
    found = replace(of(SAME, SAME, names=("none", "bfq")), named=True)  # type: ignore[arg-type]
    assert side_heads(found) == row_heads(found) == ("none", "bfq")
    labelled = tuple(
        replace(side, runs=(replace(side.runs[0], label=side.name),)) for side in found.sides
    )
    found = replace(found, sides=labelled)
    assert side_heads(found) == ("none", "bfq")
    assert side_heads(found, private=True) == ("A", "B")


def test_remarks_say_of_which_drive_a_repeat_was() -> None:
    found = of(OLD, NEW)
    (metric,) = found.primary
    (note,) = notes(metric, owners(found, 1))
    assert say_text(note).startswith(
        "Affected by stall: 1 repeat of SSD 870 EVO 500GB and 1 repeat of SSD 990 PRO 2TB."
    )
    (note,) = notes(metric)
    assert say_text(note).startswith("Affected by stall: 1 repeat before and 1 after.")


def test_of_two_drives_none_has_to_be_measured_first() -> None:
    assert Caution.REVERSED not in {one.code for one in of(OLD, NEW).cautions}
    assert Caution.REVERSED in {one.code for one in of(SAME, SAME).cautions}


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["SanDisk X", "SanDisk Y"], ["SanDisk X", "SanDisk Y"]),  # short enough as they are
        (
            ["WDC WD40EFRX-68N32N0 A", "WDC WD40EFRX-68N32N0 AB"],
            ["WD40EFRX-68N32N0 A", "WD40EFRX-68N32N0 AB"],
        ),
        (["KINGSTON SA400S37240GX", "D"], ["KINGSTON SA400S37240GX", "D"]),
        (["Samsung SSD 870 EVO 500GB", "Disk"], ["SSD 870 EVO 500GB", "Disk"]),
        (["INTEL SSDPEKNW512G8 SSD Drive 512GB", "Disk"], ["INTEL SSDPE…rive 512GB", "Disk"]),
    ],
)
def test_short(names: list[str], expected: list[str]) -> None:
    assert short(names) == expected


def test_a_label_keeps_its_first_word() -> None:
    """It may be the one that matters, unlike the manufacturer of a drive."""
    names = ["before the firmware update", "after the firmware update", "as delivered"]
    before, after, _same = short(names, manufacturers=False)
    assert before.startswith("before") and after.startswith("after")
    assert short(names, 48, manufacturers=False) == names


@given(st.lists(st.text(max_size=60), min_size=2, max_size=4))
def test_short_is_never_too_wide(names: list[str]) -> None:
    found = short(names)
    assert len(found) == len(names) and all(len(name) <= WIDEST for name in found)


@given(st.lists(st.text(max_size=40), min_size=2, max_size=4), st.booleans())
def test_heads_are_never_the_same(models: list[str], private: bool) -> None:
    found = side_heads(of(*({"model": model} for model in models)), private=private)
    heads = list(map(value_text, found))
    assert len(set(heads)) == len(models)
    assert all(head and head.isprintable() for head in heads)
