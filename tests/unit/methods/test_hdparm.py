# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm beside fio: the same reads, and what hdparm printed."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.builders.guided_runs import hdparm_run

from driveproof.domain.figure import Measure
from driveproof.domain.quantity import Change, OneOf, Rate
from driveproof.domain.say import Say
from driveproof.importers.detect import read_results
from driveproof.methods import answer_of
from driveproof.methods.hdparm.answer import answer

RUN = hdparm_run()


def test_both_programs_side_by_side() -> None:
    found = answer(RUN)
    assert found == answer_of(RUN)
    (table,) = found.tables
    hdparm, fio = table.column("hdparm"), table.column("fio")
    assert isinstance(hdparm[0], Measure)
    # 500 MiB/s are 524 MB/s, and hdparm calls them 500 MB/sec.
    assert hdparm[0].summary.median == 500 * 2**20
    assert table.column("printed")[0] == "500.00 MB/sec"
    assert table.column("change")[:2] == (
        Change(pytest.approx(0.1, abs=0.01)),
        Change(pytest.approx(-0.5)),
    )
    assert fio[2] is None
    assert table.column("command")[2] == "hdparm -T"


def test_the_sentences_are_of_the_drive() -> None:
    direct, buffered = (said.values["text"] for said in answer(RUN).sentences)
    for speeds, count in ((direct, 2), (buffered, 2)):
        assert isinstance(speeds, OneOf)
        assert len(speeds.names) == count
    memory = replace(RUN, phases=RUN.phases[-1:])
    (said,) = answer(memory).sentences
    speeds = said.values["text"]
    assert isinstance(speeds, OneOf)
    (only,) = speeds.names
    assert isinstance(only, Say)
    assert only.values["second"] == Rate(pytest.approx(16000 * 2**20, rel=0.01))


def test_every_timing_that_was_imported_is_shown_as_hdparm_printed_it() -> None:
    text = (
        "/dev/md2:\n"
        " Timing O_DIRECT cached reads:   4988 MB in  2.00 seconds = 2495.19 MB/sec\n"
        " Timing cached reads:   20 MB in  2.00 seconds =  10.01 MB/sec\n"
        " Timing O_DIRECT disk reads:   6 MB in  9.08 seconds = 676.33 kB/sec\n"
        " Timing buffered disk reads:   2 MB in 36.15 seconds =  56.65 kB/sec\n"
    )
    (run,) = read_results(text.encode(), datetime(2025, 5, 6, tzinfo=UTC))
    found = answer(run)
    (table,) = found.tables
    assert dict(zip(table.column("command"), table.column("printed"), strict=True)) == {
        "hdparm -T --direct": "2495.19 MB/sec",
        "hdparm -T": "10.01 MB/sec",
        "hdparm -t --direct": "676.33 kB/sec",
        "hdparm -t": "56.65 kB/sec",
    }
    # What came from memory or the drive's own cache is not how fast it reads.
    assert len(found.sentences) == 2
    assert len(found.notes) == 1


def test_what_fio_read_from_memory_is_not_compared() -> None:
    small = replace(RUN, target=replace(RUN.target, size=32 * 2**20))
    (table,) = answer(small).tables
    assert table.column("change")[1] is None
    assert len(answer(small).notes) == 2
