# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What was found along a drive, word for word."""

from __future__ import annotations

import pytest
from tests.builders.guided_runs import bad_sectors_run, capacity_run, probe_run
from tests.builders.recorded_scan import finished_scan

from driveproof.domain.by_position import bad_ranges
from driveproof.domain.run.areas import Area, AreaState, area
from driveproof.domain.run.run import Run
from driveproof.methods import answer_of
from driveproof.wording.say import say_texts
from driveproof.wording.table import Style, text_columns
from driveproof.wording.units import NARROW

MIB = 2**20


@pytest.mark.parametrize(
    ("run", "sentences"),
    [
        (
            finished_scan(),
            "Reads 760 MB/s on average (59.3 MB/s to 1 201 MB/s). Access time 52.9 µs (median"
            " 43.8 µs, p99 160 µs).",
        ),
        (
            bad_sectors_run(),
            "69.6 kB of 500 GB could not be read (2 ranges). Slow: 1 range.",
        ),
        (capacity_run("good"), "All 32.0 GB of free space are correct."),
        (
            capacity_run("fake"),
            "A fake, or its adapter: data repeats every 8.6 GB. 23.4 GB of 32.0 GB (73.2 %) were"
            " lost.",
        ),
        (
            capacity_run("bad"),
            "The drive does not return what was written. 2.4 MB of 32.0 GB (0.00739 %) were lost.",
        ),
        (
            probe_run(),
            "A fake, or its adapter: the true capacity is 8.6 GB. 83 of 114 blocks were lost.",
        ),
        (probe_run(64 * 10**9), "No sign of a fake: all 113 blocks were read back."),
    ],
)
def test_an_answer(run: Run, sentences: str) -> None:
    found = answer_of(run)
    assert found is not None
    assert say_texts(found.sentences).replace(NARROW, " ") == sentences


@pytest.mark.parametrize(
    ("bad", "texts"),
    [
        (area(2**33, 4096, AreaState.CHANGED, bits=3), ("Changed data", "3 bits")),
        (area(2**33, MIB, AreaState.SLOW, seconds=1.4), ("Slow", "took 1.40 s")),
        (
            Area(2**33, MIB, AreaState.ALIAS, MIB, 2**34, MIB),
            ("Data of another position", "data of 17.2 GB"),
        ),
        (
            Area(2**33, MIB, AreaState.ALIAS, MIB, 2**34, 4096),
            ("Data of another position", "block of 17.2 GB everywhere"),
        ),
        (Area(2**33, MIB, AreaState.EMPTY, MIB // 2), ("Empty", "512 KiB of it")),
    ],
)
def test_a_bad_range(bad: Area, texts: tuple[str, str]) -> None:
    columns = text_columns(bad_ranges([bad]), Style.WINDOW)
    *_place, state, finding = (column.cells[0].replace(NARROW, " ") for column in columns)
    assert (state, finding) == texts


def test_position_and_length_are_in_one_unit() -> None:
    """They were 8.6 GB and 8 GiB, for the same amount."""
    place, length, *_more = text_columns(
        bad_ranges([area(2**33, 2**33, AreaState.UNREADABLE)]), Style.WINDOW
    )
    assert place.cells[0].replace(NARROW, " ") == "8.6 GB (byte 8 589 934 592)"
    assert length.cells[0].replace(NARROW, " ") == "8.6 GB"
