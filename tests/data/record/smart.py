#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Records smartctl's reports of fake drives, as text and as JSON, into tests/data/smart/text.

smartctl itself writes both; only the drive's answers are fake, with values of real drives of these
models. tests/data/record/smart.c supplies them. Needs smartctl and a C compiler, but no root. The
layouts are those of ACS-4 (attributes: smartmontools' atacmds.h), SPC-5 and the NVM Express Base
Specification 2.0.
"""

from __future__ import annotations

import json
import os
import re
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
DATA = HERE.parent / "smart" / "text"
Answers = dict[str, bytes]
ROOM = 512
VALID = 0xC0  # of a device statistic: supported and valid


def with_checksum(page: bytearray) -> bytes:
    """Set the last byte so that the sum of all is 0."""
    page[ROOM - 1] = -sum(page[: ROOM - 1]) & 0xFF
    return bytes(page)


def ata_text(words: str, size: int) -> bytes:
    """ATA strings with each pair of bytes swapped."""
    padded = words.ljust(size).encode()
    return b"".join(padded[place : place + 2][::-1] for place in range(0, size, 2))


class Failure(NamedTuple):
    """An entry of the error log: status 0x51, error 0x40 (UNC) at a sector."""

    lba: int
    hours: int
    commands: Sequence[tuple[int, int, int]]
    """Command, sector, milliseconds since power-on."""


class Test(NamedTuple):
    """An entry of the self-test log."""

    kind: int
    result: int
    hours: int
    lba: int | None = None


class Ata(NamedTuple):
    """A SATA drive; `rate` is its rotation rate, 1 for an SSD."""

    model: str
    serial: str
    firmware: str
    sectors: int
    rate: int
    wwn: int
    rows: Sequence[tuple[int, int, int, int, int, int]]
    """Id, flags, value, worst, threshold, raw."""
    failures: Sequence[Failure] = ()
    errors: int = 0
    tests: Sequence[Test] = ()
    statistics: Mapping[int, Sequence[tuple[int, int]]] = MappingProxyType({})
    """Page: offset and value of each statistic."""
    state: int = 0
    """The self-test execution status."""
    fails: bool = False


def identify(drive: Ata) -> bytes:
    """IDENTIFY DEVICE."""
    words = [0] * 256
    flash = drive.rate == 1
    words[0], words[49], words[53] = 0x0040, 0x2F00, 7
    words[60], words[61] = (
        min(drive.sectors, 2**28 - 1) & 0xFFFF,
        min(drive.sectors, 2**28 - 1) >> 16,
    )
    words[69] = 0x4020 if flash else 0
    words[76], words[77], words[80], words[81] = 0x850E, 0x0006, 0x0FF0, 0x011B
    words[82:88] = [0x346B, 0x7D01, 0x6163, 0x3469, 0xBC01, 0x6163]
    for place in range(4):
        words[100 + place] = drive.sectors >> (16 * place) & 0xFFFF
        words[108 + place] = drive.wwn >> (48 - 16 * place) & 0xFFFF
    words[106], words[119], words[120] = 0x6003, 0x401C, 0x401C
    words[168], words[169] = (3, 1) if flash else (2, 0)
    words[206], words[217], words[222] = 0x3D, drive.rate, 0x107F
    page = bytearray(struct.pack("<256H", *words))
    page[20:40] = ata_text(drive.serial, 20)
    page[46:54] = ata_text(drive.firmware, 8)
    page[54:94] = ata_text(drive.model, 40)
    page[510] = 0xA5
    return with_checksum(page)


def attributes(drive: Ata) -> tuple[bytes, bytes]:
    """SMART READ DATA and SMART READ THRESHOLDS."""
    data, limits = bytearray(ROOM), bytearray(ROOM)
    for page in (data, limits):
        struct.pack_into("<H", page, 0, 16)
    for place, (number, flags, value, worst, limit, raw) in enumerate(drive.rows):
        start = 2 + 12 * place
        struct.pack_into("<BHBB", data, start, number, flags, value, worst)
        data[start + 5 : start + 11] = raw.to_bytes(6, "little")
        limits[start], limits[start + 1] = number, limit
    data[362], data[363] = 0x82, drive.state
    struct.pack_into("<H", data, 364, 288)
    data[367], data[370] = 0x7B, 1
    struct.pack_into("<H", data, 368, 3)
    data[372:375] = bytes((2, 54, 5))
    return with_checksum(data), with_checksum(limits)


def summary_errors(drive: Ata) -> bytes:
    """SMART log 01h, with sectors of 28 bits."""
    page = bytearray(ROOM)
    page[0], page[1] = 1, len(drive.failures)
    for place, failure in enumerate(reversed(drive.failures)):
        start = 2 + 90 * place
        for number, (command, lba, moment) in enumerate(reversed(failure.commands)):
            entry = start + 12 * (4 - number)
            page[entry + 2] = 8
            page[entry + 3 : entry + 6] = lba.to_bytes(4, "little")[:3]
            page[entry + 6], page[entry + 7] = 0x40 | lba >> 24 & 15, command
            struct.pack_into("<I", page, entry + 8, moment)
        entry = start + 60
        page[entry + 1], page[entry + 2] = 0x40, 8
        page[entry + 3 : entry + 6] = failure.lba.to_bytes(4, "little")[:3]
        page[entry + 6], page[entry + 7] = 0x40 | failure.lba >> 24 & 15, 0x51
        struct.pack_into("<H", page, entry + 28, failure.hours)
    struct.pack_into("<H", page, 452, drive.errors)
    return with_checksum(page)


def sector_48(lba: int) -> bytes:
    """Low and high half of each register, alternating."""
    low = lba.to_bytes(6, "little")
    return bytes((low[0], low[3], low[1], low[4], low[2], low[5]))


def extended_errors(drive: Ata) -> bytes:
    """Log 03h, with sectors of 48 bits."""
    page = bytearray(ROOM)
    page[0] = 1
    struct.pack_into("<H", page, 2, len(drive.failures))
    for place, failure in enumerate(reversed(drive.failures)):
        start = 4 + 124 * place
        for number, (command, lba, moment) in enumerate(reversed(failure.commands)):
            entry = start + 18 * (4 - number)
            page[entry + 3] = 8
            page[entry + 5 : entry + 11] = sector_48(lba)
            page[entry + 11], page[entry + 12] = 0x40, command
            struct.pack_into("<I", page, entry + 14, moment)
        entry = start + 90
        page[entry + 1], page[entry + 2] = 0x40, 8
        page[entry + 4 : entry + 10] = sector_48(failure.lba)
        page[entry + 10], page[entry + 11] = 0x40, 0x51
        struct.pack_into("<H", page, entry + 32, failure.hours)
    struct.pack_into("<H", page, 500, drive.errors)
    return with_checksum(page)


def self_tests(drive: Ata) -> tuple[bytes, bytes]:
    """SMART log 06h and log 07h."""
    short, long = bytearray(ROOM), bytearray(ROOM)
    struct.pack_into("<H", short, 0, 1)
    long[0] = 1
    struct.pack_into("<H", long, 2, len(drive.tests))
    short[508] = len(drive.tests)
    for place, test in enumerate(reversed(drive.tests)):
        lba = 2**48 - 1 if test.lba is None else test.lba
        start = 2 + 24 * place
        struct.pack_into("<BBH", short, start, test.kind, test.result, test.hours)
        struct.pack_into("<I", short, start + 5, lba & 0xFFFFFFFF)
        start = 4 + 26 * place
        struct.pack_into("<BBH", long, start, test.kind, test.result, test.hours)
        long[start + 5 : start + 11] = lba.to_bytes(6, "little")
    return with_checksum(short), with_checksum(long)


def statistics_page(number: int, values: Iterable[tuple[int, int]]) -> bytes:
    """A page of the device statistics, log 04h."""
    page = bytearray(ROOM)
    struct.pack_into("<Q", page, 0, number << 16 | 1)
    for offset, value in values:
        struct.pack_into("<Q", page, offset, VALID << 56 | value)
    return bytes(page)


def ata_answers(drive: Ata) -> Answers:
    """All answers of a SATA drive."""
    data, limits = attributes(drive)
    short, long = self_tests(drive)
    selective, status, counters = bytearray(ROOM), bytearray(ROOM), bytearray(ROOM)
    struct.pack_into("<H", selective, 0, 1)
    struct.pack_into("<HHI", status, 0, 3, 0x0100, 1)
    status[200:205] = bytes((31, 22, 35, 20, 48))
    for place, (number, value) in enumerate(((1, 0), (2, 0), (8, 12), (9, 4), (11, 1))):
        struct.pack_into("<HH", counters, 4 + 4 * place, 0x2000 | number, value)
    listed = bytearray(ROOM)
    struct.pack_into("<Q", listed, 0, 1)
    pages = sorted(drive.statistics)
    listed[8] = len(pages) + 1
    listed[10 : 10 + len(pages)] = bytes(pages)
    sizes = {**dict.fromkeys((0, 1, 2, 3, 6, 7, 9, 16, 17, 0xE0, 0xE1), 1), 4: 8}
    general, smart = bytearray(ROOM), bytearray(ROOM)
    for page in (general, smart):
        struct.pack_into("<H", page, 0, 1)
    for address, size in sizes.items():
        if address:
            struct.pack_into("<H", general, 2 * address, size)
            smart[2 * address] = 0 if address == 3 else size
    answers = {
        "ata-ec": identify(drive),
        "ata-b0-d0-00": data,
        "ata-b0-d1-00": limits,
        "ata-b0-d5-00": with_checksum(smart),
        "ata-b0-d5-01": summary_errors(drive),
        "ata-b0-d5-06": short,
        "ata-b0-d5-09": with_checksum(selective),
        "ata-b0-d5-e0": bytes(status),
        "ata-2f-00-0": bytes(general),
        "ata-2f-03-0": extended_errors(drive),
        "ata-2f-04-0": bytes(listed),
        "ata-2f-07-0": long,
        "ata-2f-11-0": with_checksum(counters),
    }
    for number, values in drive.statistics.items():
        answers[f"ata-2f-04-{number:x}"] = statistics_page(number, values)
    return answers | ({"fail": b"1"} if drive.fails else {})


class Nvme(NamedTuple):
    """An NVMe drive: its critical warning, spare, use, media errors, and one entry of its log."""

    model: str
    serial: str
    firmware: str
    error: tuple[int, int, int, int, int, int]
    """Count, queue, command, status, sector, namespace."""
    warning: int = 0
    spare: int = 100
    used: int = 3
    media: int = 0


def nvme_answers(drive: Nvme) -> Answers:
    """All answers of an NVMe drive."""
    controller = bytearray(4096)
    struct.pack_into("<HH", controller, 0, 0x144D, 0x144D)
    controller[4:24] = drive.serial.ljust(20).encode()
    controller[24:64] = drive.model.ljust(40).encode()
    controller[64:72] = drive.firmware.ljust(8).encode()
    controller[73:76] = b"\x38\x25\x00"
    controller[77] = 9
    struct.pack_into("<I", controller, 80, 0x00010300)
    struct.pack_into("<H", controller, 256, 0x17)
    controller[260:264] = bytes((0x16, 0x0F, 63, 4))
    struct.pack_into("<HH", controller, 266, 355, 358)
    controller[280:296] = (2_000_398_934_016).to_bytes(16, "little")
    struct.pack_into("<IH", controller, 516, 1, 0x5F)
    struct.pack_into("<H", controller, 2048, 850)
    namespace = bytearray(4096)
    struct.pack_into("<QQQ", namespace, 0, 3907029168, 3907029168, 1453500000)
    namespace[130] = 9
    log = bytearray(ROOM)
    struct.pack_into("<BHBBB", log, 0, drive.warning, 319, drive.spare, 10, drive.used)
    figures = (
        35_900_123, 22_265_625, 1_099_511_627, 549_755_813, 1940, 611, 1860, 23, drive.media, 7,
    )  # fmt: skip
    for place, value in enumerate(figures):
        log[32 + 16 * place : 48 + 16 * place] = value.to_bytes(16, "little")
    struct.pack_into("<IIHH", log, 192, 3, 0, 319, 326)
    errors = bytearray(64 * 64)
    count, queue, command, status, sector, number = drive.error
    struct.pack_into("<QHHHHQI", errors, 0, count, queue, command, status, 0, sector, number)
    return {
        "nvme-06-01-0": bytes(controller),
        "nvme-06-01-ffffffff": bytes(controller),
        "nvme-06-00-1": bytes(namespace),
        "nvme-02-02-0": bytes(log),
        "nvme-02-01-0": bytes(errors),
    }


class Scsi(NamedTuple):
    """A SAS drive; counters are those of the error counter log pages, in order."""

    vendor: str
    product: str
    revision: str
    serial: str
    rate: int
    temperature: tuple[int, int]
    write: Sequence[int]
    read: Sequence[int]
    verify: Sequence[int]
    grown: int
    starts: int
    minutes: int
    tests: Sequence[tuple[int, int, int, int, int | None]] = ()
    """Code, result, segment, hours, sector."""
    sense: tuple[int, int] = (0, 0)
    used: int | None = None


def log_page(number: int, parameters: Iterable[tuple[int, bytes]]) -> bytes:
    """A LOG SENSE page."""
    body = b"".join(struct.pack(">HBB", code, 0, len(data)) + data for code, data in parameters)
    return struct.pack(">BBH", number, 0, len(body)) + body


def scsi_answers(drive: Scsi) -> Answers:
    """All answers of a SAS drive."""
    inquiry = bytearray(96)
    inquiry[2:5], inquiry[7] = bytes((6, 2, 91)), 2
    inquiry[8:16] = drive.vendor.ljust(8).encode()
    inquiry[16:32] = drive.product.ljust(16).encode()
    inquiry[32:36] = drive.revision.encode()
    struct.pack_into(">H", inquiry, 58, 0x0460)
    warm, trip = drive.temperature
    pages = [0, 2, 3, 5, 6, 0x0D, 0x0E, 0x10, 0x15, 0x2F]
    pages += [] if drive.used is None else [0x11]
    exceptions = bytes((0x1C, 10, 0, 6, 0, 0, 0, 0, 0, 0, 0, 1))
    rows = []
    for place in range(20):
        row = bytearray(16)
        if place < len(drive.tests):
            code, result, segment, hours, sector = drive.tests[place]
            last = 2**64 - 1 if sector is None else sector
            struct.pack_into(">BBHQ", row, 0, code << 5 | result, segment, hours, last)
            row[12:14] = b"\0\0" if sector is None else b"\x03\x11"
        rows.append((place + 1, bytes(row)))
    cycles = ((3, 10_000), (4, drive.starts), (5, 300_000), (6, 2345))
    answers = {
        "scsi-12-00-00": bytes(inquiry),
        "scsi-12-01-00": bytes((0, 0, 0, 4, 0, 0x80, 0x83, 0xB1)),
        "scsi-12-01-80": bytes((0, 0x80, 0, len(drive.serial))) + drive.serial.encode(),
        "scsi-12-01-83": bytes((0, 0x83, 0, 12, 0x61, 3, 0, 8))
        + struct.pack(">Q", 0x5000C500571A2B3C),
        "scsi-12-01-b1": struct.pack(">BBHHBB", 0, 0xB1, 0x3C, drive.rate, 0, 2) + bytes(56),
        "scsi-25": struct.pack(">II", 2**32 - 1, 512),
        "scsi-9e": struct.pack(">QI", 7_814_037_167, 512) + bytes(20),
        "scsi-1a-1c-00": bytes((15, 0, 0, 0)) + exceptions,
        "scsi-5a-1c-00": struct.pack(">H", 18) + bytes(6) + exceptions,
        "scsi-4d-00-00": struct.pack(">BBH", 0, 0, len(pages)) + bytes(sorted(pages)),
        "scsi-4d-06-00": log_page(6, [(0, struct.pack(">Q", 12))]),
        "scsi-4d-0d-00": log_page(0x0D, [(0, bytes((0, warm))), (1, bytes((0, trip)))]),
        "scsi-4d-0e-00": log_page(
            0x0E,
            [(1, b"201331"), (2, b"201331"), *((n, struct.pack(">I", v)) for n, v in cycles)],
        ),
        "scsi-4d-10-00": log_page(0x10, rows),
        "scsi-4d-15-00": log_page(
            0x15, [(0, struct.pack(">IBBHHH", drive.minutes, 0, 8, 10, 0, 10))]
        ),
        "scsi-4d-2f-00": log_page(0x2F, [(0, bytes((*drive.sense, warm, trip)))]),
        "scsi-37": struct.pack(">BBH", 0, 0x0D, 8 * drive.grown),
        "scsi-b7": struct.pack(">BBHI", 0, 0x0D, 0, 8 * drive.grown),
    }
    for number, counts in ((2, drive.write), (3, drive.read), (5, drive.verify)):
        values = [(place, struct.pack(">Q", value)) for place, value in enumerate(counts)]
        answers[f"scsi-4d-{number:02x}-00"] = log_page(number, values)
    if drive.used is not None:
        answers["scsi-4d-11-00"] = log_page(0x11, [(1, struct.pack(">I", drive.used))])
    return answers


SSD = Ata(
    "CT500MX500SSD1", "2035E4B2C3D4", "M3CR033", 976773168, 1, 0x500A0751E4B2C3D4,
    rows=(
        (1, 0x2F, 100, 100, 0, 0), (5, 0x32, 100, 100, 10, 24), (9, 0x32, 100, 100, 0, 4200),
        (12, 0x32, 100, 100, 0, 812), (171, 0x32, 100, 100, 0, 0), (172, 0x32, 100, 100, 0, 0),
        (173, 0x32, 88, 88, 0, 180), (174, 0x32, 100, 100, 0, 41), (180, 0x33, 0, 0, 0, 28),
        (183, 0x32, 100, 100, 0, 0), (184, 0x32, 100, 100, 0, 0), (187, 0x32, 100, 100, 0, 0),
        (194, 0x22, 69, 52, 0, 31 | 22 << 16 | 48 << 32), (196, 0x32, 100, 100, 0, 24),
        (197, 0x32, 100, 100, 0, 0), (198, 0x30, 100, 100, 0, 0), (199, 0x32, 100, 100, 0, 3),
        (202, 0x30, 88, 88, 1, 12), (206, 0x0E, 100, 100, 0, 0), (210, 0x32, 100, 100, 0, 0),
        (246, 0x32, 100, 100, 0, 22_000_000_000), (247, 0x32, 100, 100, 0, 400_000_000),
        (248, 0x32, 100, 100, 0, 900_000_000),
    ),
    tests=(Test(1, 0, 4199), Test(2, 0, 4100)),
    statistics={
        1: ((8, 812), (16, 4200), (24, 21_000_000_000), (32, 123456789), (40, 18_000_000_000)),
        4: ((8, 0), (16, 2)),
        5: ((8, 31), (16, 30), (32, 48), (40, 22), (80, 5), (88, 70), (96, 0), (104, 0)),
        6: ((8, 14), (16, 4), (24, 3)),
        7: ((8, 12),),
    },
)  # fmt: skip
BAD = Ata(
    "ST3000DM001-1CH166", "W1F0ABCD", "CC27", 5860533168, 7200, 0x5000C5004ABCDEF0,
    rows=(
        (1, 0x0F, 105, 99, 6, 9876543), (3, 3, 94, 94, 0, 0), (4, 0x32, 100, 100, 20, 512),
        (5, 0x33, 82, 82, 36, 23456), (7, 0x0F, 71, 60, 30, 12345678), (9, 0x32, 76, 76, 0, 21800),
        (10, 0x13, 100, 100, 97, 0), (12, 0x32, 100, 100, 20, 498), (183, 0x32, 100, 100, 0, 0),
        (184, 0x32, 100, 100, 99, 0), (187, 0x32, 1, 1, 0, 312),
        (188, 0x32, 100, 90, 0, 5 << 32 | 7 << 16 | 9), (189, 0x3A, 100, 100, 0, 0),
        (190, 0x22, 62, 45, 45, 38 | 55 << 16), (191, 0x32, 100, 100, 0, 0),
        (192, 0x32, 100, 100, 0, 61), (193, 0x32, 90, 90, 0, 20345),
        (194, 0x22, 38, 55, 0, 38 | 12 << 32), (197, 0x12, 98, 98, 0, 488),
        (198, 0x10, 98, 98, 0, 488), (199, 0x3E, 200, 200, 0, 0),
        (240, 0, 100, 253, 0, 21543 | 0x12 << 32), (241, 0, 100, 253, 0, 31_234_567_890),
        (242, 0, 100, 253, 0, 81_234_567_890),
    ),
    failures=(
        Failure(0x0FFFFFFF, 21790, ((0x60, 5000, 1000), (0x60, 5100, 2000))),
        Failure(1234567, 21700, ((0x60, 1234560, 9000),)),
    ),
    errors=312,
    tests=(Test(2, 0x73, 21795, 4711), Test(1, 0, 21000)),
    statistics={
        1: ((8, 498), (16, 21800), (24, 31_234_567_890), (40, 81_234_567_890)),
        3: ((8, 21000), (16, 20900), (24, 20345), (32, 23456), (40, 55)),
        4: ((8, 312), (16, 14)),
        5: ((8, 38),),
        6: ((8, 9), (24, 0)),
    },
    state=0x70,
)  # fmt: skip
FAILED = BAD._replace(
    rows=[(row[0], row[1], 20, 20, 36, row[5]) if row[0] == 5 else row for row in BAD.rows],
    statistics={}, fails=True,
)  # fmt: skip
GOOD = Ata(
    "WDC WD40EFRX-68N32N0", "WD-WCC7K1234567", "82.00A82", 7814037168, 5400, 0x50014EE2B1234567,
    rows=(
        (1, 0x2F, 200, 200, 51, 0), (3, 0x27, 171, 167, 21, 6416), (4, 0x32, 100, 100, 0, 88),
        (5, 0x33, 200, 200, 140, 0), (7, 0x2E, 200, 200, 0, 0), (9, 0x32, 57, 57, 0, 31500),
        (10, 0x32, 100, 253, 0, 0), (11, 0x32, 100, 253, 0, 0), (12, 0x32, 100, 100, 0, 88),
        (192, 0x32, 200, 200, 0, 55), (193, 0x32, 198, 198, 0, 8123), (194, 0x22, 117, 104, 0, 33),
        (196, 0x32, 200, 200, 0, 0), (197, 0x32, 200, 200, 0, 0), (198, 0x30, 100, 253, 0, 0),
        (199, 0x32, 200, 200, 0, 0), (200, 8, 100, 253, 0, 0),
    ),
    tests=(Test(2, 0, 31490), Test(1, 0, 31400), Test(1, 0x10, 31300)),
    statistics={
        1: ((8, 88), (16, 31500), (24, 99_123_456_789), (40, 187_654_321_000)),
        4: ((8, 0),),
        5: ((8, 33), (88, 65)),
    },
)  # fmt: skip
TESTING = GOOD._replace(tests=(), statistics={}, state=0xF4)

NVME = Nvme(
    "Samsung SSD 980 PRO 2TB", "S6B0NL0T612345K", "5B2QGXA7", (7, 0, 8, 0x4004, 0, 1)
)  # fmt: skip
NVME_BAD = Nvme(
    "WDC PC SN730 SDBQNTY-512G-1001", "20123A801234", "11130101",
    (312, 3, 0x1F, 0x4502, 1234567, 1), warning=5, spare=4, used=104, media=312,
)  # fmt: skip

SAS = Scsi(
    "SEAGATE", "ST4000NM0023", "0004", "Z1Z0ABCD0000C345", 7200, (33, 60),
    write=(0, 0, 0, 0, 12, 45_678_901_234_567, 0),
    read=(3816757870, 0, 0, 3816757870, 0, 123_456_789_012_345, 0),
    verify=(1234, 0, 0, 1234, 0, 0, 0),
    grown=2, starts=88, minutes=20000 * 60 + 7,
    tests=((1, 0, 0, 19000, None), (2, 7, 3, 18000, 1234567)),
)  # fmt: skip
SAS_FAILED = Scsi(
    "HITACHI", "HUS156060VLS600", "A5D0", "LVWXYZ12", 15000, (41, 65),
    write=(0, 5, 0, 5, 99, 9_876_543_210_987, 3), read=(0, 12, 0, 12, 77, 5_432_109_876_543, 41),
    verify=(0,) * 7, grown=614, starts=210, minutes=51000 * 60 + 31,
    tests=((2, 7, 5, 50990, 987654),), sense=(0x5D, 0x10),
)  # fmt: skip
SAS_SSD = Scsi(
    "SAMSUNG", "MZILT3T8HALS/007", "GXA0", "S4FFNE0M900123", 1, (29, 65),
    write=(0, 0, 0, 0, 0, 876_543_210_987_654, 0), read=(0, 0, 0, 0, 0, 1_876_543_210_987_654, 0),
    verify=(0,) * 7, grown=0, starts=31, minutes=21000 * 60, used=7,
)  # fmt: skip

WANTED = (
    ("nvme", "x", NVME), ("nvme-bad", "a", NVME_BAD), ("sata-ssd", "a", SSD),
    ("sata-ssd", "x", SSD), ("disk-bad", "a", BAD), ("disk-bad", "x", BAD),
    ("disk-failed", "a", FAILED), ("disk", "x", GOOD), ("disk-testing", "x", TESTING),
    ("sas", "a", SAS), ("sas-failed", "x", SAS_FAILED), ("sas-ssd", "x", SAS_SSD),
)  # fmt: skip


def answers_of(drive: Ata | Nvme | Scsi) -> tuple[str, Answers]:
    """smartctl's name for the kind of drive, and its answers."""
    if isinstance(drive, Ata):
        return "sat", ata_answers(drive)
    return (
        ("nvme", nvme_answers(drive)) if isinstance(drive, Nvme) else ("scsi", scsi_answers(drive))
    )


def record(name: str, option: str, drive: Ata | Nvme | Scsi, library: Path) -> None:
    """One report, as text and as JSON."""
    kind, answers = answers_of(drive)
    with tempfile.TemporaryDirectory() as folder:
        for file, data in answers.items():
            (Path(folder) / file).write_bytes(data)
        more = {"ANSWERS": folder, "LD_PRELOAD": str(library), "TZ": "UTC"}
        command = ["smartctl", f"-{option}", "-d", kind, "/dev/null"]
        began = 0
        while began != int(time.time()):  # both contain the time, to the second
            began = int(time.time())
            text, document = (
                subprocess.run(
                    [*command, *words], capture_output=True, text=True, env=os.environ | more,
                    check=False,
                )
                for words in ((), ("-j",))
            )  # fmt: skip
        device = "/dev/nvme0" if kind == "nvme" else "/dev/sda"
        for ending, done in (("txt", text), ("json", document)):
            said = done.stdout.replace("/dev/null", device)
            said = re.sub(r"x86_64-linux-[^\]\"]*", "x86_64-linux-6.1.0-amd64", said)
            if ending == "json":  # a line for each top-level key, so that git shows what changed
                rows = (f" {json.dumps(k)}: {json.dumps(v)}" for k, v in json.loads(said).items())
                said = "{\n" + ",\n".join(rows) + "\n}\n"
            (DATA / f"{name}-{option}.{ending}").write_text(said, "utf-8")
    print(f"{name}-{option}: status {text.returncode}")


def main() -> None:
    DATA.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "answers.so"
        source = HERE / "smart.c"
        subprocess.run(
            ["cc", "-Wall", "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True
        )
        for name, option, drive in WANTED:
            record(name, option, drive, library)


main()
