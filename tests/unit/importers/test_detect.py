# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a file is: whatever its encoding, and also where it is not read."""

from __future__ import annotations

import codecs

import pytest
from tests.builders.imports import DATA, MODIFIED, NAMES, read

from driveproof.export.csv.run import run_csv
from driveproof.importers.detect import read_results, whose
from driveproof.importers.fields import Unfit, UnfitError

FIO = (
    "test: (g=0): rw=randrw, bs=(R) 4096B-4096B, ioengine=libaio, iodepth=16\n...\nfio-3.26\n"
    "verify: bad header numberio 3932, wanted 0 at file /mnt/x offset 229900288\n"
)
DD = (
    "1073741824 bytes (1.1 GB, 1.0 GiB) copied, 2.5 s, 430 MB/s",
    "1073741824 bytes (1.0GB) copied, 4.3 seconds, 237.5MB/s",
    "1073741824 Bytes (1,1 GB) kopiert, 10,7764 s, 99,6 MB/s",
    "1073741824 octets (1,1 GB, 1,0 GiB) copiés, 5,2 s, 206 MB/s",
    "1073741824 bytes (1,1 GB, 1,0 GiB) copiados, 5,2 s, 206 MB/s",
    "1073741824 byte (1,1 GB, 1,0 GiB) copiati, 5,2 s, 206 MB/s",
    "1073741824 bajtów (1,1 GB, 1,0 GiB) skopiowane, 5,2 s, 206 MB/s",
    "1073741824 байт (1,1 ГБ, 1,0 GiB) скопирован, 5,2 с, 206 МБ/с",
    "1073741824字节（1.1 GB，1.0 GiB）已复制，5.2 s，206 MB/s",
    "1073741824 バイト (1.1 GB, 1.0 GiB) コピーされました、 5.2 s、 206 MB/s",
    "1073741824 bytes transferred in 1.2 secs (894784853 bytes/sec)",
    "1024+0 Datensätze ein\n1024+0 Datensätze aus",
)
UNREAD = [
    ("AS SSD Benchmark 2.0.7316.34247\n----------\nName: X\nSeq-Read: 512 MB/s", "AS SSD"),
    ("<?xml version='1.0'?>\n<atto><benchmark/></atto>", "ATTO"),
    ("<?xml version='1.0'?>\n<PhoronixTestSuite>", "the Phoronix Test Suite"),
    ("Version  1.98       ------Sequential Output------ --Sequential Input-", "bonnie++"),
    ("1.97,1.97,host,1,1432,16G,,742,99,199654,18", "bonnie++"),
    ("sysbench 1.0.20 (using LuaJIT)\n\nFile operations:\n    reads/s: 1.0", "sysbench"),
    ("Extra file open flags: 0\n128 files, 16Mb each", "sysbench"),
    *((line, "dd") for line in DD),
    ("--- /dev/sda (block device 1 TiB) ioping statistics ---", "ioping"),
    ("4 KiB <<< /tmp (ext4 /dev/sda1): request=1 time=190 us", "ioping"),
    ("HD Tune Pro: ST2000DM001 Benchmark", "HD Tune"),
    ("\nCommand Line: diskspd.exe -b4K -d10 x.dat", "DiskSpd"),
    ("\nCommand Line: C:\\Tools\\DiskSpd.exe -b4K x.dat", "DiskSpd"),
    ("Total IO\nthread |       bytes     |     I/Os     |    MiB/s   |  I/O per s |", "DiskSpd"),
    ("AmorphousDiskMark 4.0\n[Read]\nSEQ1M QD8 3000 MB/s", "AmorphousDiskMark"),
    ("tdeDiskMark (1.0): https://example.org", "tdeDiskMark"),
    ("#              Yet-Another-Bench-Script              #", "YABS"),
    ("fio Disk Speed Tests (Mixed R/W 50/50) (Partition /dev/vda1):", "YABS"),
    ("Block Size | 4k            (IOPS) | 64k           (IOPS)", "YABS"),
    ("Results for timespan 1:", "DiskSpd"),
    ("    read, MiB/s:                  12.34", "sysbench"),
    (" I/O Speed(1st run) : 1.2 GB/s", "bench.sh"),
    ("dbench version 4.00 - Copyright", "dbench"),
    ("Throughput 1234.5 MB/sec  4 clients  4 procs  max_latency=9.2 ms", "dbench"),
    ("IOR-3.3.0: MPI Coordinated Test of Parallel I/O", "IOR"),
    ("mdtest-3.4.0 was launched with 8 total task(s)", "mdtest"),
    ("OPERATION   RESULT TYPE         FIRST DONE  LAST DONE", "elbencho"),
    ("Vdbench distribution: vdbench50407", "vdbench"),
    ("F3 probe 8.0", "F3"),
    ("smartctl 7.3 2022-02-28 r5338", "smartctl"),
    ("=== START OF INFORMATION SECTION ===", "smartctl"),
    ("ID# ATTRIBUTE_NAME          FLAG     VALUE WORST THRESH TYPE", "smartctl"),
    ("SMART/Health Information (NVMe Log 0x02)", "smartctl"),
    ("Smart Log for NVME device:nvme0n1 namespace-id:ffffffff", "nvme-cli"),
    ("CrystalDiskInfo 9.2.0 (C) 2008-2024 hiyohiyo", "CrystalDiskInfo"),
    ("ATA device, with non-removable media", "hdparm"),
]


def refused(text: str) -> UnfitError:
    with pytest.raises(UnfitError) as raised:
        read_results(text.encode(), MODIFIED)
    assert raised.value.advice
    return raised.value


@pytest.mark.parametrize(("text", "program"), UNREAD)
def test_what_is_known_and_not_read_is_named(text: str, program: str) -> None:
    """Also as it is quoted or indented."""
    for mark in ("", "    ", "> ", "\u00a0\u00a0", "\ufeff"):
        marked = "".join(f"{mark}{line}\n" for line in text.split("\n"))
        assert refused(marked).values["program"] == program, mark


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        (FIO, Unfit.UNSUPPORTED),
        ("verify: bad magic header 0, wanted acca at file /mnt/x", Unfit.UNSUPPORTED),
        ("   READ: bw=346MiB/s (363MB/s), 346MiB/s-346MiB/s", Unfit.UNSUPPORTED),
        ("  write: IOPS=1384, BW=346MiB/s (363MB/s)", Unfit.UNSUPPORTED),
        ("    clat percentiles (usec):", Unfit.UNSUPPORTED),
        ("Run status group 0 (all jobs):", Unfit.UNSUPPORTED),
        ("fio: pid=0, err=28/file:filesetup.c:240", Unfit.UNSUPPORTED),
        ("# mine\n[global]\ndirect=1\n\n[a]\nrw = randread\n", Unfit.UNSUPPORTED),
        ("[a]\nioengine=libaio\n", Unfit.UNSUPPORTED),
        ("3;fio-3.33;job;0;0;0;0;0;0;0;0;0", Unfit.UNSUPPORTED),
        (
            "\tChildren see throughput for  4 initial writers \t=  1000.0 kB/sec\n",
            Unfit.UNSUPPORTED,
        ),
        ('"Writer report"\n        "4"  "8"\n"64"   100 200\n', Unfit.UNSUPPORTED),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_another_form_of_what_is_read_says_which_is(
    text: str, wrong: Unfit | str, encoding: str
) -> None:
    with pytest.raises(UnfitError) as raised:
        read_results(text.encode(encoding), MODIFIED)
    assert wrong in (raised.value.code, str(raised.value.values.get("name")))
    assert raised.value.advice


TABLE = (
    "    kB  reclen    write  rewrite    read    reread\n"
    "102400       4     3877     5004     5184     5193\n"
)
TIMING = "/dev/sda:\n Timing buffered disk reads: 300 MB in  3.00 seconds = 100.00 MB/sec\n"


def test_every_program_in_a_text_is_read_and_the_others_are_named() -> None:
    text = f"Running hdparm\n{TIMING}Running fio\n{FIO}Running iozone\n{TABLE}\n"
    runs = read_results(text.encode(), MODIFIED)
    assert [run.source for run in runs] == ["hdparm", "iozone"]
    for run in runs:
        assert [one.values["program"] for one in run.notes if "program" in one.values] == ["fio"]
    broken = f"{TIMING}{TABLE.replace('102400 ', '102401 ')}\nChildren see throughput\n"
    (run,) = read_results(broken.encode(), MODIFIED)
    assert any(isinstance(note.values.get("sections"), UnfitError) for note in run.notes)
    with pytest.raises(UnfitError) as raised:
        read_results(broken.replace("Timing", "").encode(), MODIFIED)
    assert raised.value.code is Unfit.UNSUPPORTED


def test_a_text_about_a_program_is_not_its_result() -> None:
    for text in (
        "I tried AS SSD, iozone, ATTO and dd, and CrystalDiskMark said 500 MB/s.\n",
        "I read 5 files (3 GB each) quickly, 10 s, 30 MB/s, with hdparm and fio.\n",
        "My drive is slow since 2024-05-06 (1.1 TB), 3 s, and then 5 MB/s.\n",
    ):
        assert refused(text).code is Unfit.NO_RESULT


@pytest.mark.parametrize("name", [name for name in NAMES if name.endswith((".txt", ".json"))])
@pytest.mark.parametrize(
    "change",
    [
        lambda text: codecs.BOM_UTF8 + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("utf-16-le"),
        lambda text: text.replace("\n", "\r\n").encode(),
        lambda text: text.encode("cp1252", "replace"),
    ],
)
def test_every_encoding_has_the_same_runs(name: str, change: object) -> None:
    data = (DATA / name).read_bytes()
    text = data.decode(
        "utf-16" if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8"
    )
    assert callable(change)
    assert list(map(run_csv, read_results(change(text), MODIFIED))) == list(
        map(run_csv, read(name))
    )


@pytest.mark.parametrize(
    "text", ["\n" * 90_000, " " * 90_000, "1 " * 45_000, "<?xml \n" * 13_000, "> \n" * 30_000]
)
def test_a_text_of_nothing_is_soon_known_to_be_nothing(text: str) -> None:
    # A search that begins anew in every line takes minutes for these.
    assert whose(text) is None
    assert refused(text).code is Unfit.NO_RESULT
