# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""CrystalDiskMark of every version and edition, quoted texts, the drive that KDiskMark names."""

from __future__ import annotations

import pytest
from tests.builders.imports import DATA, MODIFIED, results

from driveproof.domain.quantity import OneOf
from driveproof.domain.run.run import Run
from driveproof.importers.detect import read_results
from driveproof.importers.fields import Unfit, UnfitError
from driveproof.importers.run_builder import NO_DRIVE, PARTLY

NEW = """\
------------------------------------------------------------------------------
CrystalDiskMark {header} (C) 2007-2025 hiyohiyo
                                  Crystal Dew World: https://crystalmark.info/
------------------------------------------------------------------------------
* MB/s = 1,000,000 bytes/s [SATA/600 = 600,000,000 bytes/s]
* KB = 1000 bytes, KiB = 1024 bytes

[Read]
  SEQ    1MiB (Q=  8, T= 1):   543.188 MB/s [    518.0 IOPS] < 15407.04 us>
  RND    4KiB (Q=  1, T= 1):    27.355 MB/s [   6678.5 IOPS] <   149.33 us>

[Write]
  SEQ    1MiB (Q=  8, T= 1):   458.892 MB/s [    437.6 IOPS] < 18204.11 us>

Profile: Default
   Test: 1 GiB (x5) [D: 45% (420/931GiB)]
   Mode: [Admin]
   Time: Measure 5 sec / Interval 5 sec
   Date: 2025/02/03 04:05:06
     OS: Windows 11 Pro 24H2 [10.0 Build 26100] (x64)
"""
# The layout of version 3 by its source (OnEditCopy), with figures of our own.
OLD = """\
-----------------------------------------------------------------------
CrystalDiskMark 3.0.1 x64 (C) 2007-2010 hiyohiyo
                           Crystal Dew World : http://crystalmark.info/
-----------------------------------------------------------------------
* MB/s = 1,000,000 byte/s [SATA/300 = 300,000,000 byte/s]

           Sequential Read :   500.500 MB/s
          Sequential Write :   200.250 MB/s
         Random Read 512KB :   380.125 MB/s
        Random Write 512KB :   190.000 MB/s
    Random Read 4KB (QD=1) :    25.600 MB/s [  6250.0 IOPS]
   Random Write 4KB (QD=1) :    64.000 MB/s [ 15625.0 IOPS]
   Random Read 4KB (QD=32) :   256.000 MB/s [ 62500.0 IOPS]
  Random Write 4KB (QD=32) :   128.000 MB/s [ 31250.0 IOPS]

  Test : 1000 MB [C: 33.0% (39.3/119.1 GB)] (x5)
  Date : 2012/02/15 20:39:27
    OS : Windows 7 Ultimate Edition SP1 [6.1 Build 7601] (x64)
"""


def runs(text: str) -> tuple[Run, ...]:
    return read_results(text.encode(), MODIFIED)


@pytest.mark.parametrize(
    "header",
    [
        "7.0.0 x64", "7.0.0h x86", "8.0.4 x64 (UWP)", "8.0.4c Shizuku Edition x64",
        "8.0.6 Aoi Edition x64", "8.0.4 Kurei Kei Edition x64 (UWP)", "8.0.1 ARM64",
        "8.0.5 MSI ME Edition x64", "9.0.1 x64 (Admin)", "9.0.0 Aoi Edition x64 [Admin]",
        "9.0.1 Shizuku Edition ARM64 (UWP) [Admin]",
    ],
)  # fmt: skip
def test_every_edition(header: str) -> None:
    (run,) = runs(NEW.format(header=header))
    assert run.source == f"CrystalDiskMark {header}"
    found = results(run)
    assert set(found) == {"SEQ1M Q8T1 read/read", "RND4K Q1T1 read/read", "SEQ1M Q8T1 write/write"}
    assert found["RND4K Q1T1 read/read"].iops == 6678.5
    assert run.target.path == "D:"
    assert run.environment.fill == pytest.approx(420 / 931)


def test_version_3() -> None:
    (run,) = runs(OLD)
    found = results(run)
    assert run.source == "CrystalDiskMark 3.0.1 x64"
    assert list(found) == [
        "SEQ1M Q1T1 read/read", "SEQ1M Q1T1 write/write",
        "RND512K Q1T1 read/read", "RND512K Q1T1 write/write",
        "RND4K Q1T1 read/read", "RND4K Q1T1 write/write",
        "RND4K Q32T1 read/read", "RND4K Q32T1 write/write",
    ]  # fmt: skip
    assert found["RND4K Q32T1 read/read"].iops == 62500.0
    assert found["RND512K Q1T1 read/read"].bandwidth == 380_125_000
    assert found["RND512K Q1T1 read/read"].iops == pytest.approx(380_125_000 / 2**19)
    assert {phase.engine for phase in run.phases} == {""}
    assert {phase.work.data for phase in run.phases} == {None}
    assert run.environment.test_file_size == 1000 * 2**20
    assert run.environment.fill == pytest.approx(39.3 / 119.1)
    assert any("calculated" in note.key for note in run.notes)


def test_version_4_is_written_as_5_is() -> None:
    text = (DATA / "crystaldiskmark-5.txt").read_text().replace("5.1.2 x64", "4.1.0 Shizuku x64")
    (run,) = runs(text)
    assert run.source == "CrystalDiskMark 4.1.0 Shizuku x64"
    assert "SEQ128K Q32T2 read/read" in results(run)


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", "> > ", "| "])
@pytest.mark.parametrize("name", ["crystaldiskmark-5.txt", "kdiskmark-3.txt", "8", "3"])
def test_quoted(name: str, mark: str) -> None:
    text = {"8": NEW.format(header="8.0.4 x64"), "3": OLD}.get(name)
    text = text or (DATA / name).read_text("utf-8")
    quoted = "\n".join(f"{mark}{line}".rstrip() for line in text.splitlines())
    (plain,) = runs(text)
    (run,) = runs(f"Somebody wrote:\n{quoted}\n\nThat is slow.\n")
    assert {key: found.iops for key, found in results(run).items()} == {
        key: found.iops for key, found in results(plain).items()
    }
    assert (run.source, run.started) == (plain.source, plain.started)


@pytest.mark.parametrize(
    ("line", "path", "model", "fill"),
    [
        ("/ 45.50% (106.40 / 212.80 GiB) [Samsung SSD 970 EVO 250GB]", "/",
         "Samsung SSD 970 EVO 250GB", 0.5),
        ("/mnt/a b 50% (512.0 MiB/1.0 GiB) [WDC WD40EFRX-68N32N0]", "/mnt/a b",
         "WDC WD40EFRX-68N32N0", 0.5),
        ("/home [KINGSTON SA400S37480G]", "/home", "KINGSTON SA400S37480G", None),
        ("/srv 25% (1.0/4.0 TiB)", "/srv", None, 0.25),
        ("/srv", "/srv", None, None),
    ],
)  # fmt: skip
def test_the_target_line_of_kdiskmark(
    line: str, path: str, model: str | None, fill: float | None
) -> None:
    text = (DATA / "kdiskmark-3.txt").read_text("utf-8").rstrip() + f"\n Target: {line}\n"
    (run,) = runs(text)
    assert (run.target.path, run.target.model) == (path, model)
    assert run.environment.fill == (None if fill is None else pytest.approx(fill))
    assert (NO_DRIVE in run.notes[0].values["missing"].names) == (model is None)


def test_a_section_that_is_not_known_is_named() -> None:
    text = NEW.format(header="9.9.9 x64").replace("[Write]", "[Trim]")
    (run,) = runs(text)
    assert {phase.direction for phase in run.phases} == {"read"}
    assert any(note.values.get("sections") == OneOf(("Trim",)) for note in run.notes)
    with pytest.raises(UnfitError):
        runs(text.replace("[Read]", "[Mix] Read 70%/Write 30%"))


RESULTS = """\
Words of a person, who says 15 GB/sec and names KDiskMark.
```
[Read]
Sequential   1 MiB (Q=  8, T= 1): {read} MB/s [   2000.0 IOPS] <   380.48 us>

[Write]
Sequential   1 MiB (Q=  8, T= 1): {write} MB/s [   1000.0 IOPS] <   793.91 us>

Profile: Default
{tail}
```
"""


@pytest.mark.parametrize(
    ("tail", "source", "megabyte"),
    [
        ("     OS: arch unknown [linux 6.16.4]", "KDiskMark", 1024000),
        (" Target: /mnt 0% (0.00/5.54 TiB)", "KDiskMark", 1024000),
        ("   Test: 1 GiB (x5) [C: 4% (79/1862GiB)]", "CrystalDiskMark", 10**6),
        ("     OS: Windows 11 [10.0 Build 22631] (x64)", "CrystalDiskMark", 10**6),
    ],
)
def test_without_its_first_lines(tail: str, source: str, megabyte: int) -> None:
    rates = (f"{iops * 2**20 / megabyte:.3f}" for iops in (2000, 1000))
    (run,) = runs(RESULTS.format(read=next(rates), write=next(rates), tail=tail))
    assert run.source == source
    read, write = (phase.repeats[0].directions[phase.direction] for phase in run.phases)
    assert (read.iops, write.iops) == (2000, 1000)
    assert read.bandwidth == pytest.approx(2000 * 2**20, rel=1e-6)
    assert PARTLY in run.notes


def test_without_first_lines_and_without_what_tells_whose_it_is() -> None:
    with pytest.raises(UnfitError) as raised:
        runs(RESULTS.format(read="2097.152", write="1048.576", tail=""))
    assert raised.value.code is Unfit.INCOMPLETE
    assert raised.value.advice
