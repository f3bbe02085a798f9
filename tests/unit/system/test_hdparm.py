# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdparm's output as the real one printed it (tests/data/record/hdparm.py)."""

from __future__ import annotations

from pathlib import Path

import pytest

from driveproof.system.hdparm import parse_timing

DATA = Path(__file__).parents[2] / "data" / "hdparm"
MIB = 2**20


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("T", "cached reads"),
        ("t", "buffered disk reads"),
        ("t-direct", "O_DIRECT disk reads"),
    ],
)
def test_recorded(name: str, what: str) -> None:
    text = (DATA / f"hdparm-9.65-{name}.out.txt").read_text("utf-8")
    found = parse_timing(text)
    assert found is not None
    assert found.what == what
    words = text.split()
    assert found.bytes == int(words[words.index("MB") - 1]) * MIB
    assert found.bandwidth == float(words[words.index("MB/sec") - 1]) * MIB
    # Its own seconds are the same, as far as they are printed.
    assert found.seconds == pytest.approx(float(words[words.index("seconds") - 1]), abs=0.006)
    if name != "T":
        assert found.bytes == 64 * MIB  # the whole device: "MB" are MiB


@pytest.mark.parametrize("name", ["T", "t", "t-direct"])
@pytest.mark.parametrize("how", ["eio", "small"])
def test_a_read_that_failed_is_no_timing(name: str, how: str) -> None:
    text = (DATA / f"hdparm-9.65-{name}-{how}.out.txt").read_text("utf-8")
    assert parse_timing(text) is None


def test_a_very_slow_drive() -> None:
    """From the source: below 1 MiB/s it prints KiB/s, under the name of kB."""
    found = parse_timing(" Timing buffered disk reads:   2 MB in  4.00 seconds = 512.00 kB/sec\n")
    assert found is not None
    assert (found.bytes, found.bandwidth, found.seconds) == (2 * MIB, 512 * 1024, 4.0)


def test_an_offset_and_direct_cached_reads() -> None:
    """Other options print these."""
    offset = " Timing buffered disk reads (offset 3 GB): 10 MB in  1.00 seconds = 10.00 MB/sec\n"
    direct = " Timing O_DIRECT cached reads:   10 MB in  1.00 seconds = 10.00 MB/sec\n"
    for text in (offset, direct):
        found = parse_timing(text)
        assert found is not None
        assert found.bandwidth == 10 * MIB


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Timing",
        " Timing buffered disk reads: \n",
        " Timing buffered disk reads:   0 MB in  0.00 seconds =    inf MB/sec\n",
        " Timing buffered disk reads:   0 MB in  3.00 seconds =   0.00 MB/sec\n",
        " Timing buffered disk reads:   10 MB in  1.00 seconds = 10.00 MB/secs of fun\n",
        "\N{FULLWIDTH DIGIT ONE}",
    ],
)
def test_nothing_is_made_up(text: str) -> None:
    assert parse_timing(text) is None
