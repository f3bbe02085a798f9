# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm's output on two devices, on the second of them three times."""

from __future__ import annotations

import pytest
from tests.unit.importers.imports import DATA, MODIFIED, read

from driveproof.domain.run.run import Latency
from driveproof.importers.detect import read_results
from driveproof.importers.fields import UnfitError


def test_each_device_is_a_run_and_each_repetition_a_repeat() -> None:
    first, second = read("hdparm.txt")
    assert (first.target.device, second.target.device) == ("/dev/loop1", "/dev/loop2")
    names = ["hdparm -t --direct", "hdparm -t", "hdparm -T"]
    assert [phase.name for phase in first.phases] == names
    assert [len(phase.repeats) for phase in second.phases] == [3, 3, 3]
    assert [phase.direct for phase in first.phases] == [True, False, False]
    assert first.environment.io_path is None


def test_its_mb_are_mib() -> None:
    first, _ = read("hdparm.txt")
    result = first.phases[1].repeats[0].directions["read"]
    assert "64 MB in  0.12 seconds = 555.63 MB/sec" in (DATA / "hdparm.txt").read_text("utf-8")
    assert result.bandwidth == pytest.approx(555.63 * 2**20)
    assert result.bytes == 64 * 2**20
    assert result.latency == Latency()
    assert result.longest_stall is None


def test_it_tells_no_date() -> None:
    for run in read("hdparm.txt"):
        assert run.started == MODIFIED
        assert "file's own" in str(run.notes[-1])


def test_without_a_timing_it_is_no_result() -> None:
    with pytest.raises(UnfitError, match="without a figure"):
        read_results(b"/dev/sda:\n Timing cached reads: 0 MB in 0 seconds", MODIFIED)


HDPARM = DATA.parent / "hdparm"


@pytest.mark.parametrize("name", ["t-small", "t-eio", "t-direct-eio"])
def test_an_output_without_a_figure_says_that_it_is_one(name: str) -> None:
    data = (HDPARM / f"hdparm-9.65-{name}.out.txt").read_bytes()
    with pytest.raises(UnfitError, match=r"hdparm's output without a figure.* Run hdparm again"):
        read_results(data, MODIFIED)


def test_a_timing_that_was_cut_off_is_named() -> None:
    text = (DATA / "hdparm.txt").read_text("utf-8")
    (run,) = read_results(text[: text.index("MB in  0.12")].encode(), MODIFIED)
    assert [phase.name for phase in run.phases] == ["hdparm -T"]
    assert any(str(note).startswith("hdparm -t has no figure") for note in run.notes)
    assert not any("no figure" in str(note) for run in read("hdparm.txt") for note in run.notes)
