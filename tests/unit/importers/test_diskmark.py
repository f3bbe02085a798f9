# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The texts of KDiskMark and CrystalDiskMark, in every form that their sources have."""

from __future__ import annotations

import pytest
from tests.builders.imports import DATA, MODIFIED, one, results

from driveproof.domain.run.run import Latency
from driveproof.domain.say import Say
from driveproof.importers.detect import read_results
from driveproof.importers.fields import Unfit, UnfitError, read_number
from driveproof.importers.run_builder import DATE_OF_FILE, PARTLY


def test_crystaldiskmark_8_saved_as_utf_16() -> None:
    assert (DATA / "crystaldiskmark-8.txt").read_bytes().startswith(b"\xff\xfe")
    run = one("crystaldiskmark-8.txt")
    assert run.source == "CrystalDiskMark 8.0.4 Shizuku Edition x64"
    assert [phase.name for phase in run.phases] == [
        "SEQ1M Q8T1 read",
        "SEQ128K Q32T1 read",
        "RND4K Q32T16 read",
        "RND4K Q1T1 read",
        "SEQ1M Q8T1 write",
        "RND4K Q32T16 write",  # SEQ128K was not measured: its number is 0
        "RND4K Q1T1 write",
    ]
    found = results(run)["RND4K Q32T16 read/read"]
    assert (found.bandwidth, found.iops) == (pytest.approx(1401.217e6), 342094.0)
    assert found.latency == Latency(mean=pytest.approx(1491.51e-6))
    assert (found.bytes, found.ios, found.seconds, found.longest_stall) == (None,) * 4
    assert run.target.path == "C:"
    assert run.environment.fill == pytest.approx(107 / 238)
    assert run.environment.test_file_size == 2**30
    assert run.environment.kernel is None
    assert run.started.replace(tzinfo=None).isoformat() == "2024-01-06T05:41:48"
    assert [note.values["count"] for note in run.notes if "count" in note.values] == [5]
    assert any("sections" in note.values for note in run.notes)
    assert not any("MB/s" in note.key for note in run.notes)


def test_decimals_with_commas() -> None:
    found = results(one("crystaldiskmark-7-commas.txt"))
    assert found["SEQ1M Q8T1 read/read"].bandwidth == pytest.approx(560.218e6)
    assert found["RND4K Q1T1 write/write"].latency.mean == pytest.approx(33.4e-6)


@pytest.mark.parametrize(
    ("name", "tests"),
    [
        ("crystaldiskmark-6.txt", ["SEQ128K Q32T1", "RND4K Q8T8", "RND4K Q32T1", "RND4K Q1T1"]),
        ("crystaldiskmark-5.txt", ["SEQ128K Q32T2", "RND4K Q32T2", "SEQ1M Q1T1", "RND4K Q1T1"]),
    ],
)
def test_older_versions_tell_neither_latencies_nor_block_sizes(name: str, tests: list[str]) -> None:
    run = one(name)
    both = [f"{test} {way}" for test in tests for way in ("read", "write")]
    assert [phase.name for phase in run.phases] == both
    assert all(result.latency == Latency() for result in results(run).values())
    assert Say("latencies") in run.notes[0].values["missing"].names
    assert any("calculated" in note.key for note in run.notes)
    sequential = results(run)[f"{both[0]}/read"]
    assert sequential.iops == pytest.approx(sequential.bandwidth / 2**17)


@pytest.mark.parametrize("name", ["kdiskmark-3.txt", "kdiskmark-1.txt"])
def test_what_kdiskmark_calls_mb_is_what_its_iops_say(name: str) -> None:
    """3.x divides KiB by 1000, its first versions wrote MiB: 529.8 IOPS of 1 MiB are 555.5 MB/s."""
    run = one(name)
    found = results(run)
    assert found["SEQ1M Q8T1 read/read"].bandwidth == pytest.approx(529.8 * 2**20, rel=1e-4)
    assert found["RND4K Q1T1 read/read"].bandwidth == pytest.approx(10813.1 * 4096, rel=1e-4)
    assert any("MB/s" in note.key for note in run.notes)


def test_kdiskmark_tells_fio_and_kernel() -> None:
    run = one("kdiskmark-3.txt")
    assert run.source == "KDiskMark 3.1.4"
    assert (run.environment.fio, run.environment.kernel) == ("3.33", "6.1.0-9-amd64")
    assert run.started.replace(tzinfo=None).isoformat() == "2023-05-06T18:31:47"
    assert "RND4K Q1T1 write" not in [phase.name for phase in run.phases]


def test_two_reports_in_one_file_are_two_runs() -> None:
    text = (DATA / "kdiskmark-3.txt").read_bytes()
    assert len(read_results(text + b"\n" + text, MODIFIED)) == 2


def test_without_a_date_the_files_own_is_taken_and_said() -> None:
    text = (DATA / "kdiskmark-3.txt").read_text("utf-8").replace("Date:", "Dose:")
    (run,) = read_results(text.encode(), MODIFIED)
    assert run.started == MODIFIED
    assert run.notes[-1] == DATE_OF_FILE


@pytest.mark.parametrize(
    ("old", "new", "wrong"),
    [
        ("542.515 MB/s", "fast MB/s", Unfit.INVALID),
        ("542.515", "9" * 24, "Bandwidth"),
        ("2023-05-06", "2023-15-06", "Date"),
        ("2023-05-06", "1823-05-06", "Date"),
        ("[Read]", "", Unfit.INCOMPLETE),
        ("(Q=  8", "(Q=  0", "Queue depth"),
    ],
)
def test_what_cannot_be_is_named(old: str, new: str, wrong: Unfit | str) -> None:
    text = (DATA / "kdiskmark-3.txt").read_text("utf-8")
    assert old in text
    with pytest.raises(UnfitError) as raised:
        read_results(text.replace(old, new, 1).encode(), MODIFIED)
    assert wrong in (raised.value.code, str(raised.value.values.get("name")))


def test_a_report_without_numbers_is_no_result() -> None:
    with pytest.raises(UnfitError) as raised:
        read_results(b"KDiskMark (3.1.4): https://example.org\n[Read]\n", MODIFIED)
    assert raised.value.code is Unfit.NO_RESULT


@pytest.mark.parametrize("name", ["kdiskmark-3.txt", "crystaldiskmark-8.txt"])
def test_a_text_that_was_cut_off_anywhere_is_refused_or_says_so(name: str) -> None:
    data = (DATA / name).read_bytes()
    text = data.decode("utf-16" if data.startswith(b"\xff\xfe") else "utf-8")
    whole = one(name)
    end = text.index("Test:")
    said = set()
    for length in range(text.index("[Read]"), end, 3):
        try:
            (run,) = read_results(text[:length].encode(), MODIFIED)
        except UnfitError as error:
            said.add(error.code)
            continue
        assert len(run.phases) <= len(whole.phases)
        assert PARTLY in run.notes, text[:length][-40:]
    assert said == {Unfit.NO_RESULT, Unfit.INCOMPLETE}
    assert PARTLY not in whole.notes


def test_a_line_that_is_cut_off_is_named() -> None:
    text = (DATA / "kdiskmark-3.txt").read_text("utf-8")
    with pytest.raises(UnfitError) as raised:
        read_results(text[: text.index(" MB/s [    442.0")].encode(), MODIFIED)
    assert raised.value.code is Unfit.INCOMPLETE


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1234.5", 1234.5),
        ("1234,5", 1234.5),
        ("1,234.5", 1234.5),
        ("1.234,5", 1234.5),
        ("1.234.567,8", 1234567.8),
        ("12", 12.0),
    ],
)
def test_numbers_of_all_countries(text: str, value: float) -> None:
    assert read_number(text, "A number") == value


@pytest.mark.parametrize("text", ["", ".", "1.2.3", "1,2,3", "1e5", "-1", "nan", "１２"])
def test_what_is_no_number(text: str) -> None:
    with pytest.raises(UnfitError) as raised:
        read_number(text, "A number")
    assert raised.value.code is Unfit.INVALID
