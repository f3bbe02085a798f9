# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Published reports of real drives, with a storage engineer's opinion that was written first.

The values (not the files) are from public test data (smartctl_exporter, Scrutiny, netdata), from
linux-hardware.org's collection of reports, from the smartmontools documentation, and from bug
reports and forum posts. Each drive has the attributes that matter to it; what a report did not tell
is not told here either, but for a model or hours that no rule reads: where a post names none, one
of the same series stands here. A serial number is nobody's.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

import pytest

from driveproof.domain.health.judge import judge_health
from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import (
    CAUTION,
    FAILING,
    GOOD,
    LINK,
    MEDIA_ERRORS,
    SELF_ASSESSMENT,
    TEMPERATURE,
    UNKNOWN,
    WEAR,
    WORN,
    HealthVerdict,
    worst_grade,
)
from driveproof.system.smart.smartctl import parse_report

Report = dict[str, Any]
WORDS = {"G": GOOD, "W": CAUTION, "O": WORN, "F": FAILING, "U": UNKNOWN}
AXES = (SELF_ASSESSMENT, WEAR, MEDIA_ERRORS, LINK, TEMPERATURE)

# What is first to do, as the codes of domain.health.verdict.HealthToDo; "" for nothing.
REPLACE, TEST, PLAN, CABLE, COOL = (
    "copy-and-replace", "check-copy-and-test", "plan-replacement", "check-cable", "cool",
)  # fmt: skip


@dataclass(frozen=True)
class Drive:
    """`says` has a letter for the whole drive, and after the blank one for each axis of AXES."""

    name: str
    says: str
    do: str
    why: str
    report: Report = field(repr=False)


# A line of smartctl's brief table: id, name, flags, value, worst, threshold, "-", raw value; after
# a "|" the 48 bits where the words do not begin with them.
_LINE = re.compile(
    r"\s*(\d+) (\S+) +(\S+) +(\d+) +(\d+) +(\d+) +\S+ +([^|]+?)(?:\|(\d+))?\s*$", re.ASCII
)


def _row(line: str) -> Report:
    found = _LINE.match(line)
    assert found, line
    number, name, flags, value, worst, least, words, raw = found.groups()
    now, past = (int(least) > 0 and int(figure) <= int(least) for figure in (value, worst))
    first = re.match(r"\d+", words)
    return {
        "id": int(number), "name": name, "value": int(value), "worst": int(worst),
        "thresh": int(least), "when_failed": "now" if now else "past" if past else "",
        "flags": {"prefailure": "P" in flags, "updated_online": "O" in flags},
        "raw": {"value": int(raw or (first[0] if first else 0)), "string": words},
    }  # fmt: skip


def _head(model: str, kind: str, status: int = 0, version: tuple[int, int] = (7, 4)) -> Report:
    return {
        "json_format_version": [1, 0],
        "smartctl": {"version": list(version), "exit_status": status},
        "device": {"name": "/dev/sdx", "type": kind, "protocol": kind.upper()},
        "model_name": model, "serial_number": "NOBODYS", "local_time": {"time_t": 1_700_000_000},
    }  # fmt: skip


def ata(
    model: str, table: str, *, hours: int | None = None, celsius: int | None = None,
    rate: int | None = 7200, known: bool = True, family: str = "", passed: bool | None = True,
    status: int = 0, errors: tuple[tuple[int, str], ...] = (), count: int | None = None,
    tests: tuple[tuple[str, str, int], ...] = (), stats: dict[str, int] | None = None, **more: Any,
) -> Report:  # fmt: skip
    """`rate` 0 is a solid-state drive, None is not reported; `tests` are kind, result and hours."""
    report = _head(model, "ata", status) | {
        "in_smartctl_database": known,
        "ata_smart_attributes": {"table": [_row(x) for x in table.strip().splitlines() if x]},
        "ata_smart_error_log": {"summary": {"count": len(errors) if count is None else count,
            "table": [{"error_number": len(errors) - place, "lifetime_hours": at,
                       "error_description": f"Error: {words}"}
                      for place, (at, words) in enumerate(errors)]}},
        "ata_smart_self_test_log": {"standard": {"table": [
            {"type": {"string": f"{kind} offline"}, "lifetime_hours": at,
             "status": {"value": 0 if "without" in words else 0x79, "string": words}}
            for kind, words, at in tests]}},
    }  # fmt: skip
    if passed is not None:
        report["smart_status"] = {"passed": passed}
    if hours is not None:
        report["power_on_time"] = {"hours": hours}
    if celsius is not None:
        report["temperature"] = {"current": celsius}
    if rate is not None:
        report["rotation_rate"] = rate
    if family:
        report["model_family"] = family
    if stats:
        flags = {"valid": True, "normalized": False}
        table_rows = [{"name": name, "value": value, "flags": flags} for name, value in
                      stats.items()]  # fmt: skip
        report["ata_device_statistics"] = {"pages": [{"number": 1, "table": table_rows}]}
    return report | more


def nvme(
    model: str, celsius: int, spare: int, least: int, used: int, *, hours: int, warning: int = 0,
    errors: int = 0, entries: int = 0, written: int = 0, unsafe: int = 0,
    sensors: tuple[int, ...] = (), **log: Any,
) -> Report:  # fmt: skip
    """As smartctl shows the health log; `written` in its units of 512 000 bytes."""
    return _head(model, "nvme", 8 if warning else 0) | {
        "smart_status": {"passed": not warning, "nvme": {"value": warning}},
        "temperature": {"current": celsius}, "power_on_time": {"hours": hours},
        "nvme_smart_health_information_log": {
            "critical_warning": warning, "temperature": celsius, "available_spare": spare,
            "available_spare_threshold": least, "percentage_used": used,
            "data_units_written": written, "power_on_hours": hours, "unsafe_shutdowns": unsafe,
            "media_errors": errors, "num_err_log_entries": entries,
            "temperature_sensors": list(sensors), **log,
        },
    }  # fmt: skip


def scsi(
    model: str, celsius: int, *, trip: int = 0, grown: int = 0, hours: int | None = None,
    uncorrected: tuple[int, int, int] = (0, 0, 0), rate: int = 10000, passed: bool = True,
    version: tuple[int, int] = (7, 4), **more: Any,
) -> Report:  # fmt: skip
    """A SCSI or SAS drive; `uncorrected` are the errors of read, write and verify."""
    report = _head(model, "scsi", 0 if passed else 8, version) | {
        "rotation_rate": rate, "smart_status": {"passed": passed},
        "temperature": {"current": celsius, "drive_trip": trip}, "scsi_grown_defect_list": grown,
        "scsi_error_counter_log": {
            name: {"total_uncorrected_errors": number, "total_errors_corrected": 4,
                   "gigabytes_processed": "1521086.436"}
            for name, number in zip(("read", "write", "verify"), uncorrected, strict=True)},
    }  # fmt: skip
    if hours is not None:
        report["power_on_time"] = {"hours": hours, "minutes": 29}
    return report | more


READ = "Completed: read failure"
CLEAN = "Completed without error"

DRIVES = [
    # Hard disks that fail
    Drive("Hitachi HDS721050DLE630 behind a USB adapter (Scrutiny's test data)", "F FUFGG", REPLACE,
        "The drive says so itself, and attribute 5 is below its threshold with 1975 sectors.",
        ata("Hitachi HDS721050DLE630", """
  2 Throughput_Performance  P-S---   136   136   054    -    91
  5 Reallocated_Sector_Ct   PO--CK   001   001   005    -    1975
 10 Spin_Retry_Count        PO--C-   100   100   060    -    0
196 Reallocated_Event_Count -O--CK   001   001   000    -    3831
197 Current_Pending_Sector  -O---K   100   100   000    -    8
198 Offline_Uncorrectable   ---R--   100   100   000    -    0
199 UDMA_CRC_Error_Count    -O-R--   200   200   000    -    0
""", hours=65592, celsius=25, passed=False, status=216, count=56,
            errors=((61957, "IDNF at LBA = 0x06f57ae8 = 116751080"),))),
    Drive("Seagate ST3000DM001 (a hoster's bug report)", "F WUFUU", REPLACE,
        "8256 reallocated sectors; that the drive still passes is worth nothing.",
        ata("ST3000DM001-9YN166", """
  5 Reallocated_Sector_Ct   PO--CK   094   094   036    -    8256
  9 Power_On_Hours          -O--CK   078   078   000    -    19436
""", hours=19436, known=False, tests=(("Short", READ, 18145),))),
    Drive("Seagate ST12000NM0127 (a bug report)", "F GUFUU", REPLACE,
        "624 sectors cannot be read and 2872 are gone: data are lost already.",
        ata("ST12000NM0127", """
  5 Reallocated_Sector_Ct   PO--CK   100   100   010    -    2872
197 Current_Pending_Sector  -O--C-   099   098   000    -    624
198 Offline_Uncorrectable   ----C-   099   098   000    -    624
""", hours=14101, count=1693, status=64)),
    Drive("Seagate ST910021AS (smartmontools' example)", "F FUFUG", REPLACE,
        "Attribute 5 is at 1, its threshold at 36: the manufacturer's own statement.",
        ata("ST910021AS", """
  5 Reallocated_Sector_Ct   PO--CK   001   001   036    -    16642
 10 Spin_Retry_Count        PO--C-   100   096   034    -    0
187 Reported_Uncorrect      -O--CK   001   001   000    -    65535
190 Airflow_Temperature_Cel -O---K   056   044   045    -    44 (0 56 56 12)
""", hours=4957, celsius=44, rate=5400, passed=False, status=24)),
    Drive("A Seagate notebook drive of 2006 (a forum post)", "F FUFUU", REPLACE,
        "42622 reallocated sectors, below the threshold; the other names were not known then.",
        ata("ST96812AS", """
  5 Reallocated_Sector_Ct   PO--CK   001   001   036    -    42622
187 Unknown_Attribute       -O--CK   079   079   000    -    21
""", hours=2990, rate=5400, known=False, status=16)),
    Drive("A Hitachi data centre drive (a blog)", "F FUFUG", REPLACE,
        "Below its threshold, with 282 sectors waiting.",
        ata("Hitachi HUA723020ALA640", """
  5 Reallocated_Sector_Ct   PO--CK   001   001   005    -    1736
196 Reallocated_Event_Count -O--CK   010   010   000    -    1803
197 Current_Pending_Sector  -O---K   095   095   000    -    282
198 Offline_Uncorrectable   ---R--   100   100   000    -    0
""", hours=34659, celsius=33, status=16)),
    Drive("Seagate Barracuda 7200.12 (a forum post)", "F FUFUG", REPLACE,
        "4095 sectors, below the threshold.",
        ata("ST3500418AS", """
  5 Reallocated_Sector_Ct   PO--CK   001   001   036    -    4095
184 Unknown_Attribute       -O--CK   100   100   099    -    0
187 Reported_Uncorrect      -O--CK   071   071   000    -    29
188 Unknown_Attribute       -O--CK   100   100   000    -    0
""", hours=29921, celsius=29, status=16)),
    Drive("A Samsung notebook drive (a forum post)", "F FUFUG", REPLACE,
        "Twelve million errors in 964 hours, and the threshold is reached.",
        ata("SAMSUNG HM160HI", """
  5 Reallocated_Sector_Ct   PO--CK   001   001   010    -    1627
187 Reported_Uncorrect      -O--CK   001   001   000    -    12059317
""", hours=964, celsius=49, rate=5400, status=24, passed=False)),
    Drive("A Toshiba notebook drive (a forum post)", "F FUFUW", REPLACE,
        "Below the threshold; that it is 56 degrees warm comes second.",
        ata("TOSHIBA MK1234GSX", """
  5 Reallocated_Sector_Ct   PO--CK   001   001   010    -    2313
 10 Spin_Retry_Count        PO--CK   100   100   050    -    0
""", hours=8156, celsius=56, rate=5400, status=24, passed=False)),
    Drive("Fujitsu MPE3136AT of 2000 (linux-hardware.org)", "F GWFGU", REPLACE,
        "120 reallocated sectors; its hours are used up, and the only bad cable was at its 8th.",
        ata("FUJITSU MPE3136AT", """
  2 Throughput_Performance  P-S---   085   066   020    -    179
  3 Spin_Up_Time            POS---   093   070   025    -    2
  5 Reallocated_Sector_Ct   PO--CK   097   097   024    -    120
  7 Seek_Error_Rate         PO-R--   100   070   020    -    2158
  9 Power_On_Seconds        -O--C-   001   001   020    NOW  18908h+47m+42s
 10 Spin_Retry_Count        PO--C-   100   100   020    -    0
196 Reallocated_Event_Count PO--CK   097   097   024    -    120
197 Current_Pending_Sector  ----C-   100   100   020    -    0
198 Offline_Uncorrectable   ----C-   100   100   020    -    0
199 UDMA_CRC_Error_Count    -O-R--   200   200   000    -    3
""", hours=18908, rate=None, status=96,
            errors=((8, "ICRC, ABRT at LBA = 0x00000000 = 0"),))),
    Drive("Hitachi notebook drive, raw values of two words (a question)", "F GUFUU", REPLACE,
        "168 reallocated sectors in 18 events, and one more waits.",
        ata("HITACHI HTS541680J9SA00", """
  5 Reallocated_Sector_Ct   PO--CK   100   100   005    -    168 (0 18)|1179816
196 Reallocated_Event_Count -O--CK   100   100   000    -    17
197 Current_Pending_Sector  -O---K   100   100   000    -    1
""", rate=5400)),
    Drive("A Seagate drive that still passes (a project's test data)", "F GUFUG", REPLACE,
        "104 reallocated sectors and 17 reported errors, the normalized value is still 100.",
        ata("ST4000DM004", """
  5 Reallocated_Sector_Ct   PO--CK   100   100   010    -    104
187 Reported_Uncorrect      -O--CK   083   083   000    -    17
190 Airflow_Temperature_Cel -O---K   054   035   040    Past 46 (Min/Max 33/49)
197 Current_Pending_Sector  -O--C-   100   100   000    -    0
198 Offline_Uncorrectable   ----C-   100   100   000    -    0
""", celsius=46, rate=5425, status=96, count=17)),
    # Hard disks whose self-tests failed
    Drive("HGST that names its bad sector (a guide to repair one)", "F FUWUU", REPLACE,
        "An extended test failed and none has passed since; one sector is pending and bad.",
        ata("HGST HTS721010A9E630", """
  5 Reallocated_Sector_Ct   PO--CK   100   100   005    -    0
196 Reallocated_Event_Count -O--CK   100   100   000    -    0
197 Current_Pending_Sector  -O---K   100   100   000    -    1
198 Offline_Uncorrectable   ---R--   100   100   000    -    1
""", hours=9395, tests=(("Extended", READ, 217),),
            errors=((9395, "UNC 128 sectors at LBA = 0x06f9c180 = 117031296"),))),
    Drive("WD My Passport 0730 (a forum post)", "F FUWGG", REPLACE,
        "Its newest test could not read sector 512899424.",
        ata("WDC WD5000BMVW", """
193 Load_Cycle_Count        -O--CK   046   046   000    -    462573
196 Reallocated_Event_Count -O--CK   200   200   000    -    0
197 Current_Pending_Sector  -O--CK   200   200   000    -    3
198 Offline_Uncorrectable   ----CK   100   253   000    -    0
199 UDMA_CRC_Error_Count    -O--CK   200   200   000    -    0
""", celsius=32, rate=5400, tests=(("Short", READ, 5785), ("Short", READ, 5785)))),
    Drive("WD with 500 GB (a forum post)", "F FUUUU", REPLACE,
        "Eleven tests ended at the same sector, short and extended.",
        ata("WDC WD5000AAKS", "", passed=True, status=128,
            tests=(("Short", READ, 940), ("Extended", READ, 940), ("Extended", READ, 866)))),
    Drive("A drive with a device fault (a forum post)", "F FUUUU", REPLACE,
        "Extended tests fail at the same sector for 9000 hours, the last one just now.",
        ata("ST31000528AS", "", hours=16540, status=192,
            errors=((16524, "ABRT"),),
            tests=(("Extended", READ, 16539), ("Extended", READ, 16528),
                   ("Conveyance", CLEAN, 16528), ("Short", READ, 16525)))),
    Drive("A drive whose extended test passed again (a forum post)", "W GUWUU", TEST,
        "The test passed after the sector was written; the errors are of the same day.",
        ata("ST3200822A", "", hours=1658, status=64,
            errors=((1651, "UNC at LBA = 0x0be9cc88 = 199871624"),),
            tests=(("Extended", CLEAN, 1658), ("Extended", READ, 1651), ("Short", READ, 1651)))),
    # Hard disks to be watched
    Drive("HP MB1000EAMZE, not in the database (linux-hardware.org)", "W GUWGG", TEST,
        "13 reallocated sectors in five years, none pending: growth decides.",
        ata("MB1000EAMZE", """
  5 Reallocated_Sector_Ct   PO--CK   100   100   036    -    13
 10 Spin_Retry_Count        PO--C-   100   100   097    -    0
180 Unknown_HDD_Attribute   PO-RCK   100   100   000    -    84344033
184 End-to-End_Error        -O--CK   100   100   003    -    0
187 Reported_Uncorrect      -O--CK   100   100   000    -    0
188 Command_Timeout         -O--CK   100   099   000    -    38655295497
190 Airflow_Temperature_Cel -O---K   061   054   045    -    39 (Min/Max 39/41)
196 Reallocated_Event_Count PO--CK   100   100   036    -    13
197 Current_Pending_Sector  -O--C-   100   100   000    -    0
198 Offline_Uncorrectable   ----C-   100   100   000    -    0
199 UDMA_CRC_Error_Count    -OSRCK   200   200   000    -    0
""", hours=45498, celsius=39, known=False,
            stats={"Number of Reallocated Logical Sectors": 13,
                   "Number of Reported Uncorrectable Errors": 0})),
    Drive("HP MB2000GCWLT, not in the database (linux-hardware.org)", "W GUWGG", TEST,
        "Four reported errors, and a sector that was not found 875 hours ago.",
        ata("MB2000GCWLT", """
  5 Reallocated_Sector_Ct   PO--CK   100   100   005    -    0
 10 Spin_Retry_Count        PO--CK   100   100   060    -    0
180 Unknown_HDD_Attribute   PO-R-K   100   100   098    -    0
185 Unknown_Attribute       -O--CK   100   100   000    -    65535
187 Reported_Uncorrect      -O--CK   096   096   000    -    4
188 Command_Timeout         -O--CK   100   100   000    -    0
197 Current_Pending_Sector  -O--CK   100   100   000    -    0
198 Offline_Uncorrectable   ----CK   100   100   000    -    0
199 UDMA_CRC_Error_Count    -O--CK   200   200   000    -    0
""", hours=34062, celsius=31, known=False, status=64, count=11,
            errors=((34056, "ABRT"), (34056, "ABRT"),
                    (33187, "IDNF at LBA = 0x07595968 = 123296104"),
                    (22352, "IDNF at LBA = 0x1fbad630 = 532338224")),
            stats={"Number of Reported Uncorrectable Errors": 4,
                   "Number of Interface CRC Errors": 0})),
    Drive("HP GB0250C8045 (linux-hardware.org)", "W GUWGG", TEST,
        "99 reallocated sectors: one more would be too many, and it is unknown whether they grow.",
        ata("GB0250C8045", """
  5 Reallocated_Sector_Ct   PO--CK   096   096   036    -    99
184 End-to-End_Error        -O--CK   100   100   099    -    0
187 Reported_Uncorrect      -O--CK   100   100   000    -    0
188 Command_Timeout         -O--CK   100   099   000    -    4
196 Reallocated_Event_Count PO--CK   096   096   036    -    99
197 Current_Pending_Sector  -O--C-   100   100   000    -    0
198 Offline_Uncorrectable   ----C-   100   100   000    -    0
199 UDMA_CRC_Error_Count    -OSRCK   200   200   000    -    0
""", hours=32694, celsius=35, known=False)),
    Drive("Fujitsu MHZ2120BH G2 (linux-hardware.org)", "W GUWWG", TEST,
        "One reallocated sector, and sectors that could not be read 21 hours ago.",
        ata("FUJITSU MHZ2120BH G2", """
  1 Raw_Read_Error_Rate     POSR--   100   100   046    -    95731
  3 Spin_Up_Time            PO----   100   100   025    -    1
  5 Reallocated_Sector_Ct   PO--CK   100   100   024    -    1 (1999 1)
193 Load_Cycle_Count        -O--CK   093   093   000    -    140856
199 UDMA_CRC_Error_Count    -O--CK   100   100   000    -    17873337
241 Total_LBAs_Written      -O--CK   100   100   000    -    34932795834371
""", hours=4182, celsius=39, rate=None, family="Fujitsu MHZ BH", status=64,
            errors=((4161, "UNC at LBA = 0xa80041a3 = 2818589091"),) * 3,
            tests=(("Short", CLEAN, 4137),))),
    Drive("Seagate with 5 TB and two command timeouts (a bug report)", "W GUWUU", TEST,
        "Two timeouts in seven months: a plain count, and worth a look at power and cable.",
        ata("ST5000LM000-2AN170", """
  5 Reallocated_Sector_Ct   PO--CK   100   100   010    -    0
188 Command_Timeout         -O--CK   100   100   000    -    2
197 Current_Pending_Sector  -O--C-   100   100   000    -    0
198 Offline_Uncorrectable   ----C-   100   100   000    -    0
""", rate=5526)),
    # Hard disks that are well
    Drive("Seagate, two weeks old (Scrutiny called it failed)", "G GUGGG", "",
        "Nothing but the big numbers that Seagate packs into 1 and 7.",
        ata("ST8000VN004-2M2101", """
  1 Raw_Read_Error_Rate     POSR--   083   064   044    -    192564600
  3 Spin_Up_Time            PO----   098   098   000    -    0
  5 Reallocated_Sector_Ct   PO--CK   100   100   010    -    0
  7 Seek_Error_Rate         POSR--   078   060   045    -    66939600
  9 Power_On_Hours          -O--CK   100   100   000    -    263 (114 71 0)
 10 Spin_Retry_Count        PO--C-   100   100   097    -    0
184 End-to-End_Error        -O--CK   100   100   099    -    0
187 Reported_Uncorrect      -O--CK   100   100   000    -    0
197 Current_Pending_Sector  -O--C-   100   100   000    -    0
198 Offline_Uncorrectable   ----C-   100   100   000    -    0
199 UDMA_CRC_Error_Count    -OSRCK   200   200   000    -    0
""", hours=263, celsius=36)),
    Drive("Seagate ST16000NM001G with a packed 188 (Scrutiny called it failed)", "G GUGUU", "",
        "4295032833 is three counts in one number: 1, 1 and 1.",
        ata("ST16000NM001G-2KK103", """
  5 Reallocated_Sector_Ct   PO--CK   100   100   010    -    0
187 Reported_Uncorrect      -O--CK   100   100   000    -    0
188 Command_Timeout         -O--CK   100   099   000    -    4295032833
197 Current_Pending_Sector  -O--C-   100   100   000    -    0
""")),
    Drive("Seagate FireCuda ST2000DX002 with TRIM (Scrutiny called it failed)", "G GUGUU", "",
        "A disk with some flash is a disk, and 188 is packed.",
        ata("ST2000DX002-2DV164", """
  5 Reallocated_Sector_Ct   PO--CK   100   100   010    -    0
188 Command_Timeout         -O--CK   100   099   000    -    4295032841
197 Current_Pending_Sector  -O--C-   100   100   000    -    0
""", trim={"supported": True})),
    Drive("HP MM0500EANCR after six years (linux-hardware.org)", "G GUGGG", "",
        "Old and well: 65537 in 188 is packed as well, 1 and 1.",
        ata("MM0500EANCR", """
  5 Reallocated_Sector_Ct   PO--CK   100   100   036    -    0
 10 Spin_Retry_Count        PO--C-   100   100   097    -    0
180 Unknown_HDD_Attribute   PO-RCK   100   100   030    -    19330916
184 End-to-End_Error        -O--CK   100   100   003    -    0
187 Reported_Uncorrect      -O--CK   100   100   000    -    0
188 Command_Timeout         -O--CK   100   100   000    -    65537
190 Airflow_Temperature_Cel -O---K   065   048   045    -    35 (Min/Max 22/38)
196 Reallocated_Event_Count PO--CK   100   100   036    -    0
197 Current_Pending_Sector  -O--C-   100   100   000    -    0
199 UDMA_CRC_Error_Count    -OSRCK   200   200   000    -    0
""", hours=52288, celsius=35, family="HP 500GB SATA disk MM0500EANCR")),
    Drive("Seagate with 40 GB of 2004, not in the database (linux-hardware.org)", "G GUGGG", "",
        "Nothing is wrong with it, old as it is.",
        ata("AMP uST340015A-1", """
  1 Raw_Read_Error_Rate     POSR--   068   060   025    -    113898557
  3 Spin_Up_Time            PO----   097   097   000    -    0
  5 Reallocated_Sector_Ct   PO--CK   100   100   036    -    0
  7 Seek_Error_Rate         POSR--   078   060   030    -    61497457
 10 Spin_Retry_Count        -O--C-   100   100   000    -    0
197 Current_Pending_Sector  -O--C-   100   100   000    -    0
198 Offline_Uncorrectable   ----C-   100   100   000    -    0
199 UDMA_CRC_Error_Count    -OSRCK   200   200   000    -    0
""", hours=1639, celsius=27, rate=None, known=False)),
    Drive("WD80EFZX filled with helium (netdata's bug report)", "G GUGGU", "",
        "All counters at 0, the helium at 100.",
        ata("WDC WD80EFZX-68UW8N0", """
  2 Throughput_Performance  P-S---   132   132   054    -    112
  5 Reallocated_Sector_Ct   PO--CK   100   100   005    -    0
 10 Spin_Retry_Count        PO--C-   100   100   060    -    0
 22 Helium_Level            PO---K   100   100   025    -    100
196 Reallocated_Event_Count -O--CK   100   100   000    -    0
197 Current_Pending_Sector  -O---K   100   100   000    -    0
198 Offline_Uncorrectable   ---R--   100   100   000    -    0
199 UDMA_CRC_Error_Count    -O-R--   200   200   000    -    0
""", hours=11242, rate=5400, family="Western Digital Red")),
    Drive("WD40EFAX: a shingled disk with TRIM, not in the database (OpenZFS)", "G GUGGU", "",
        "It turns at 5400: TRIM alone makes no SSD of it.",
        ata("WDC WD40EFAX-68JH4N0", """
  5 Reallocated_Sector_Ct   PO--CK   200   200   140    -    0
 10 Spin_Retry_Count        -O--CK   100   253   000    -    0
196 Reallocated_Event_Count -O--CK   200   200   000    -    0
197 Current_Pending_Sector  -O--CK   200   200   000    -    0
198 Offline_Uncorrectable   ----CK   100   253   000    -    0
199 UDMA_CRC_Error_Count    -O--CK   200   200   000    -    0
""", rate=5400, known=False, trim={"supported": True})),
    Drive("Seagate ST1000LM049 (Scrutiny's bug report)", "G GUGUU", "",
        "188 is 0, whatever another program made of it.",
        ata("ST1000LM049", """
188 Command_Timeout         -O--CK   100   100   000    -    0
""", trim={"supported": True})),
    # SATA SSDs
    Drive("Crucial MX500 at the end of its life (check_smart's bug report)", "O GOGUU", PLAN,
        "99 % used, attribute 202 at its threshold of 1: it is worn, and not broken.",
        ata("CT1000MX500SSD1", """
  5 Reallocate_NAND_Blk_Cnt -O--CK   100   100   010    -    0
197 Current_Pending_ECC_Cnt -O--CK   100   100   000    -    0
202 Percent_Lifetime_Remain ----CK   001   001   001    NOW  99
""", rate=0, family="Crucial/Micron Client SSDs", status=32)),
    Drive("Crucial MX500, nearly new (a forum post)", "G GGGGG", "",
        "1 % used, and 28 spare blocks that a threshold of 0 says nothing of.",
        ata("CT500MX500SSD1", """
180 Unused_Reserve_NAND_Blk PO--CK   100   100   000    -    28
184 Error_Correction_Count  -O--CK   100   100   000    -    0
187 Reported_Uncorrect      -O--CK   100   100   000    -    0
196 Reallocated_Event_Count -O--CK   100   100   000    -    0
197 Current_Pending_ECC_Cnt -O--CK   100   100   000    -    0
198 Offline_Uncorrectable   ----CK   100   100   000    -    0
199 UDMA_CRC_Error_Count    -O--CK   100   100   000    -    0
202 Percent_Lifetime_Remain ----CK   099   099   001    -    1
246 Total_LBAs_Written      -O--CK   100   100   000    -    1556679048
""", celsius=34, rate=0, family="Crucial/Micron Client SSDs")),
    Drive("Crucial MX500 with a value of 0 (a forum post)", "G GGGGG", "",
        "Attribute 180 is a prefail one at 0, but its threshold is 0: that never fails.",
        ata("CT250MX500SSD1", """
180 Unused_Reserve_NAND_Blk PO--CK   000   000   000    -    60
187 Reported_Uncorrect      -O--CK   100   100   000    -    0
197 Current_Pending_ECC_Cnt -O--CK   100   100   000    -    0
199 UDMA_CRC_Error_Count    -O--CK   100   100   000    -    0
202 Percent_Lifetime_Remain ----CK   100   100   001    -    0
""", celsius=33, rate=0, family="Crucial/Micron Client SSDs")),
    Drive("Crucial MX500 in an array (a mailing list)", "G GGGGG", "",
        "Half of its life is used after 75 TB, and two blocks were replaced: as designed.",
        ata("CT500MX500SSD1", """
180 Unused_Reserve_NAND_Blk PO--CK   000   000   000    -    2050
184 Error_Correction_Count  -O--CK   100   100   000    -    0
187 Reported_Uncorrect      -O--CK   100   100   000    -    0
196 Reallocated_Event_Count -O--CK   100   100   000    -    2
197 Current_Pending_ECC_Cnt -O--CK   100   100   000    -    0
198 Offline_Uncorrectable   ----CK   100   100   000    -    0
199 UDMA_CRC_Error_Count    -O--CK   100   100   000    -    0
202 Percent_Lifetime_Remain ----CK   049   049   001    -    51
246 Total_LBAs_Written      -O--CK   100   100   000    -    146837983747
""", celsius=32, rate=0, family="Crucial/Micron Client SSDs")),
    Drive("Micron M600 with 14 timeouts (a project's test data)", "G GGGGG", "",
        "Timeouts of an SSD come from the host's power saving; none of its sectors is bad.",
        ata("Micron_M600_MTFDDAK256MBF", """
180 Unused_Rsvd_Blk_Cnt_Tot PO--CK   000   000   000    -    5352
184 End-to-End_Error        -O--CK   100   100   000    -    0
187 Reported_Uncorrect      -O--CK   100   100   000    -    0
188 Command_Timeout         -O--CK   100   100   000    -    14
196 Reallocated_Event_Count -O--CK   100   100   000    -    0
197 Current_Pending_Sector  -O--CK   100   100   000    -    0
199 UDMA_CRC_Error_Count    -O--CK   100   100   000    -    0
202 Percent_Lifetime_Remain ----CK   100   100   001    -    0
""", hours=13332, celsius=29, rate=0, family="Crucial/Micron MX100/MX200/M5x0/M600 Client SSDs")),
    Drive("Crucial MX500 with one pending sector (smartd's mails)", "W GGWUU", TEST,
        "One pending sector comes and goes on this firmware; one look is no proof of that.",
        ata("CT500MX500SSD1", """
  5 Reallocate_NAND_Blk_Cnt -O--CK   100   100   010    -    0
197 Current_Pending_ECC_Cnt -O--CK   100   100   000    -    1
198 Offline_Uncorrectable   ----CK   100   100   000    -    0
202 Percent_Lifetime_Remain ----CK   094   094   001    -    6
""", hours=31786, rate=0, family="Crucial/Micron Client SSDs")),
    Drive("Crucial MX200 that says FAILED (check_smart's bug report)", "F FUUUU", REPLACE,
        "The drive says so itself, though no attribute explains it.",
        ata("Crucial_CT250MX200SSD1", "", rate=0, passed=False, status=8,
            family="Crucial/Micron MX100/MX200/M5x0/M600 Client SSDs")),
    Drive("SanDisk pSSD that says FAILED (Scrutiny's bug report)", "F FUUUU", REPLACE,
        "The drive says so itself.",
        ata("SanDisk pSSD", "", rate=0, passed=False, status=24, family="SanDisk based SSDs")),
    Drive("Kingston SA400 with 95 % left (a project's test data)", "G GGGGG", "",
        "Value and raw value say the same, and so do 59 erase cycles.",
        ata("KINGSTON SA400S37480G", """
173 MaxAvgErase_Ct          ------   100   100   000    -    0
187 Reported_Uncorrect      -O--CK   100   100   000    -    0
196 Reallocated_Event_Count -O--CK   100   100   000    -    1
199 SATA_CRC_Error_Count    -O--CK   100   100   000    -    0
231 SSD_Life_Left           ------   095   095   000    -    95
241 Lifetime_Writes_GiB     -O--CK   100   100   000    -    7389
244 Average_Erase_Count     ------   100   100   000    -    59
245 Max_Erase_Count         ------   100   100   000    -    94
""", celsius=34, rate=0, family="Phison Driven SSDs")),
    Drive("Kingston whose life counts the wrong way (CrystalDiskInfo's bug report)", "G GGGGU", "",
        "Value 14, raw 86: 131 erase cycles are 14 % of about 1000, so 86 % are left.",
        ata("KINGSTON SA400S37240G", """
173 MaxAvgErase_Ct          ------   100   100   000    -    150 (Average 131)|8585366
187 Reported_Uncorrect      -O--CK   100   100   000    -    0
196 Reallocated_Event_Count -O--CK   100   100   000    -    0
199 SATA_CRC_Error_Count    -O--CK   100   100   000    -    0
231 SSD_Life_Left           ------   014   014   000    -    86
241 Lifetime_Writes_GiB     -O--CK   100   100   000    -    5597
244 Average_Erase_Count     ------   100   100   000    -    131
245 Max_Erase_Count         ------   100   100   000    -    150
""", hours=4089, rate=0, family="Phison Driven SSDs")),
    Drive("Kingston that died of wear (check_smart's bug report)", "O GOUUU", PLAN,
        "Nothing is left of its life, by both of its attributes.",
        ata("KINGSTON SA400S37120G", """
169 Remaining_Lifetime_Perc ------   000   000   000    -    0
231 SSD_Life_Left           ------   000   000   000    -    0
""", rate=0, family="Phison Driven SSDs")),
    Drive("Kingston with 93 % left (the same bug report)", "G GGUUU", "",
        "The good one beside it.",
        ata("KINGSTON SA400S37120G", """
169 Remaining_Lifetime_Perc ------   093   093   000    -    93
""", rate=0, family="Phison Driven SSDs")),
    Drive("AMD R3SL240G without device statistics (linux-hardware.org)", "W GGGWG", CABLE,
        "134 of 1000 erase cycles are 13 %, so the raw 87 is right; 8 CRC errors without a date.",
        ata("R3SL240G", """
  5 Reallocated_Sector_Ct   ------   100   100   000    -    0
160 Uncorrectable_Error_Cnt ------   100   100   000    -    0
167 Average_Erase_Count     ------   100   100   000    -    134
168 Max_Erase_Count_of_Spec ------   100   100   000    -    1000
169 Remaining_Lifetime_Perc ------   100   100   000    -    87
177 Wear_Leveling_Count     ------   100   100   050    -    87
196 Reallocated_Event_Count ------   100   100   016    -    0
197 Current_Pending_Sector  ------   100   100   000    -    0
198 Offline_Uncorrectable   ------   100   100   000    -    0
199 UDMA_CRC_Error_Count    ------   100   100   050    -    8
241 Host_Writes_32MiB       ------   100   100   000    -    1383854
""", hours=9717, celsius=30, rate=0, family="Silicon Motion based SSDs")),
    Drive("Apacer AS340 with empty log entries (linux-hardware.org)", "W GGGWG", CABLE,
        "18 CRC errors that nothing dates; the 18 entries of its log are empty.",
        ata("Apacer AS340 120GB", """
  5 Reallocated_Sector_Ct   -O--CK   100   100   050    -    0
163 Max_Erase_Count         -O--CK   100   100   050    -    9
196 Reallocated_Event_Count -O--CK   100   100   050    -    0
197 Current_Pending_Sector  -O--CK   100   100   050    -    0
198 Offline_Uncorrectable   -O--CK   100   100   050    -    0
199 UDMA_CRC_Error_Count    -O--CK   100   100   050    -    18
241 Total_LBAs_Written      ----CK   100   100   050    -    22402
""", hours=545, celsius=48, rate=0, family="Apacer AS340 SSDs", count=18, status=64,
            stats={"Logical Sectors Written": 1468158056,
                   "Percentage Used Endurance Indicator": 0})),
    Drive("Apacer AS330, not in the database (linux-hardware.org)", "W GGGWG", CABLE,
        "115 CRC errors in 18109 hours, nothing else.",
        ata("Apacer AS330 120GB", """
163 Unknown_Attribute       -O--CK   100   100   000    -    173
194 Temperature_Celsius     -O---K   098   098   057    -    30 (Min/Max 30/30)
231 Temperature_Celsius     -O--C-   100   100   000    -    96
241 Total_LBAs_Written      -O--CK   100   100   000    -    23229442797
""", hours=18109, celsius=30, rate=0, known=False,
            stats={"Logical Sectors Written": 23229442797,
                   "Number of Reported Uncorrectable Errors": 0,
                   "Number of Interface CRC Errors": 115,
                   "Percentage Used Endurance Indicator": 4})),
    Drive("Apacer flash module of 16 GB (linux-hardware.org)", "G GUUUG", "",
        "It tells little, and nothing bad; 16777215 is all ones.",
        ata("16GB SATA Flash Drive", """
  1 Raw_Read_Error_Rate     PO-R--   100   100   050    -    16777215
  5 Reallocated_Sector_Ct   PO--C-   100   100   050    -    0
 10 Unknown_SSD_Attribute   PO--C-   100   100   050    -    0
175 Program_Fail_Count_Chip PO----   100   100   010    -    0
197 Current_Pending_Sector  -O--C-   100   100   000    -    0
241 Total_LBAs_Written      ------   100   100   000    -    298379994
""", hours=250, celsius=40, rate=0, known=False)),
    Drive("Apacer A7202 of 2010, not in the database (linux-hardware.org)", "G GUUUU", "",
        "All of its prefail attributes are well above their thresholds.",
        ata("Apacer A7202", """
177 Wear_Leveling_Count     PO--C-   055   055   017    -    2694
178 Used_Rsvd_Blk_Cnt_Chip  PO--C-   065   065   010    -    21
179 Used_Rsvd_Blk_Cnt_Tot   PO--C-   097   097   010    -    52
183 Runtime_Bad_Block       PO--C-   100   100   010    -    0
187 Reported_Uncorrect      -O--CK   100   100   000    -    0
198 Offline_Uncorrectable   ----CK   100   100   000    -    0
199 UDMA_CRC_Error_Count    -OSRCK   253   253   000    -    0
233 Media_Wearout_Indicator -O--CK   001   001   000    -    4294967294
""", hours=6301, rate=0, known=False)),
    Drive("AMD R5M240G8, not in the database (linux-hardware.org)", "G GGUUG", "",
        "New, 59 degrees warm, and by its statistics not used at all.",
        ata("R5M240G8", """
  5 Reallocated_Sector_Ct   -O--CK   100   100   050    -    0
161 Unknown_Attribute       PO--CK   100   100   050    -    100
197 Current_Pending_Sector  -O--CK   100   100   050    -    0
198 Offline_Uncorrectable   -O--CK   100   100   050    -    0
199 UDMA_CRC_Error_Count    -O--CK   100   100   050    -    0
241 Total_LBAs_Written      ----CK   100   100   050    -    21467
""", hours=354, celsius=59, rate=0, known=False,
            stats={"Logical Sectors Written": 1406875984,
                   "Percentage Used Endurance Indicator": 0})),
    Drive("A SandForce SSD with retired blocks (smartmontools' questions)", "G GGGUU", "",
        "416 retired blocks are 2 % of the reserve: 97 % of the life is left, raw 0 means nothing.",
        ata("OCZ-VERTEX2", """
  5 Retired_Block_Count     PO--CK   098   098   003    -    416
231 SSD_Life_Left           PO--C-   097   097   010    -    0
""", rate=0, family="SandForce Driven SSDs")),
    Drive("A SandForce SSD after 22028 hours (a forum post)", "G GUGUU", "",
        "No retired block after years.",
        ata("Corsair Force 3 SSD", """
  1 Raw_Read_Error_Rate     POSR--   094   094   050    -    0/33354282
  5 Retired_Block_Count     PO--CK   100   100   003    -    0
171 Program_Fail_Count      -O--CK   000   000   000    -    0
172 Erase_Fail_Count        -O--CK   000   000   000    -    0
187 Reported_Uncorrect      -O--CK   100   100   000    -    0
""", hours=22028, rate=0, family="SandForce Driven SSDs")),
    Drive("Intel 520 that is a hundred years old (smartmontools' questions)", "G GUGUU", "",
        "894808 hours are an error of its firmware, and none of the drive.",
        ata("INTEL SSDSC2CW120A3", """
  5 Reallocated_Sector_Ct   PO--CK   100   100   000    -    0
  9 Power_On_Hours_and_Msec -O--CK   000   000   000    -    894808h+48m+52.360s
184 End-to-End_Error        PO--CK   100   100   090    -    0
""", hours=894808, rate=0, family="Intel 520 Series SSDs")),
    Drive("SanDisk SSD Plus (a blog)", "G GUGUU", "",
        "No retired block, and its wear is unknown.",
        ata("SanDisk SDSSDA480G", """
  5 Retired_Block_Count     -O--CK   100   100   000    -    0
165 Unknown_Attribute       -O--CK   100   100   000    -    7241469593843
169 Unknown_Attribute       -O--CK   100   100   000    -    0
171 Program_Fail_Count      -O--CK   100   100   000    -    0
""", hours=11604, rate=0, family="SanDisk based SSDs")),
    # Drives that were looked for after the rules were written
    Drive("OCZ Vertex 3 with reported errors (linux-hardware.org)", "W GGWUG", TEST,
        "13 errors that it could not correct; none of its life is used.",
        ata("OCZ-VERTEX3", """
  1 Raw_Read_Error_Rate     POSR--   116   116   050    -    0/132372488
  5 Retired_Block_Count     PO--CK   100   100   003    -    0
187 Reported_Uncorrect      -O--CK   087   087   000    -    13
196 Reallocated_Event_Count PO--CK   100   100   003    -    0
201 Unc_Soft_Read_Err_Rate  --SRC-   120   120   000    -    0/132372488
230 Life_Curve_Status       PO--C-   100   100   000    -    100
231 SSD_Life_Left           PO--C-   100   100   010    -    0
233 SandForce_Internal      ------   000   000   000    -    7144
241 Lifetime_Writes_GiB     -O--CK   000   000   000    -    6901
""", hours=6509, celsius=30, rate=0, family="SandForce Driven SSDs")),
    Drive("ExcelStor J9250S, not in the database (linux-hardware.org)", "W GUGWG", CABLE,
        "Two CRC errors in 593 hours that nothing dates; its medium is without a fault.",
        ata("ExcelStor Technology J9250S", """
  2 Throughput_Performance  P-S---   133   133   054    -    138
  5 Reallocated_Sector_Ct   PO--CK   100   100   005    -    0
  7 Seek_Error_Rate         PO-R--   100   100   067    -    0
 10 Spin_Retry_Count        PO--C-   100   100   060    -    0
196 Reallocated_Event_Count -O--CK   100   100   000    -    0
197 Current_Pending_Sector  -O---K   100   100   000    -    0
198 Offline_Uncorrectable   ---R--   100   100   000    -    0
199 UDMA_CRC_Error_Count    -O-R--   200   200   000    -    2
""", hours=593, celsius=37, known=False)),
    Drive("ExcelStor J360 with an old error log (linux-hardware.org)", "G GUGGG", "",
        "43 entries, the last of them 7452 hours old, and no sector was ever replaced.",
        ata("ExcelStor Technology J360", """
  2 Throughput_Performance  P-S---   155   155   050    -    226
  5 Reallocated_Sector_Ct   PO--CK   100   100   005    -    0
  7 Seek_Error_Rate         PO-R--   100   100   067    -    0
  8 Seek_Time_Performance   P-S---   132   132   020    -    33
 10 Spin_Retry_Count        PO--C-   100   100   060    -    0
192 Power-Off_Retract_Count -O--CK   094   094   050    -    7962
196 Reallocated_Event_Count -O--CK   100   100   000    -    0
197 Current_Pending_Sector  -O---K   100   100   000    -    0
198 Offline_Uncorrectable   ---R--   100   100   000    -    0
199 UDMA_CRC_Error_Count    -O-R--   200   200   000    -    0
""", hours=21532, celsius=41, rate=None, status=64, count=43,
            errors=((14080, ""), (14076, ""), (14076, ""),
                    (0, "UNC at LBA = 0x00000064 = 100")))),
    Drive("Fujitsu MHZ2250BH G2 that recovered (linux-hardware.org)", "W GUWGG", TEST,
        "An extended test has passed since its errors, 2600 hours ago; three timeouts remain.",
        ata("FUJITSU MHZ2250BH G2", """
  1 Raw_Read_Error_Rate     POSR--   100   100   046    -    170758
  2 Throughput_Performance  P-S---   100   100   030    -    46727168
  5 Reallocated_Sector_Ct   PO--CK   100   100   024    -    0 (2000 0)|131072000
  7 Seek_Error_Rate         POSR--   100   100   047    -    2830
 10 Spin_Retry_Count        PO--C-   100   100   020    -    0
182 Erase_Fail_Count_Total  -O--CK   100   100   000    -    0
184 End-to-End_Error        PO--CK   253   253   097    -    0
187 Reported_Uncorrect      -O--CK   100   012   000    -    281470682137753
188 Command_Timeout         -O--CK   100   099   000    -    3
193 Load_Cycle_Count        -O--CK   099   099   000    -    31720
196 Reallocated_Event_Count -O--CK   100   100   000    -    0 (0 6868)|450101248
197 Current_Pending_Sector  -O--C-   100   091   000    -    0
198 Offline_Uncorrectable   ----C-   100   100   000    -    0
199 UDMA_CRC_Error_Count    -OSRCK   200   253   000    -    0
240 Head_Flying_Hours       -OSRCK   200   200   000    -    0
""", hours=13650, celsius=43, rate=None, family="Fujitsu MHZ BH", status=64, count=1177,
            errors=((11017, "UNC at LBA = 0xe3007abf = 3808459455"),
                    (11017, "WP at LBA = 0xe3007abf = 3808459455")),
            tests=(("Short", CLEAN, 11644), ("Extended", CLEAN, 11043), ("Short", READ, 10648)))),
    Drive("HP MM0500EANCR, another one (linux-hardware.org)", "G GUGGG", "",
        "188 is packed: 1, 1 and 1.",
        ata("MM0500EANCR", """
  5 Reallocated_Sector_Ct   PO--CK   100   100   036    -    0
 10 Spin_Retry_Count        PO--C-   100   100   097    -    0
184 End-to-End_Error        -O--CK   100   100   003    -    0
187 Reported_Uncorrect      -O--CK   100   100   000    -    0
188 Command_Timeout         -O--CK   100   099   000    -    4295032833
196 Reallocated_Event_Count PO--CK   100   100   036    -    0
197 Current_Pending_Sector  -O--C-   100   100   000    -    0
198 Offline_Uncorrectable   ----C-   100   100   000    -    0
199 UDMA_CRC_Error_Count    -OSRCK   200   200   000    -    0
""", hours=5792, celsius=31, family="HP 500GB SATA disk MM0500EANCR")),
    Drive("ADATA SP900 that tests itself often (linux-hardware.org)", "G GGGGG", "",
        "1 % used, sixteen extended tests without an error.",
        ata("ADATA SP900", """
  1 Raw_Read_Error_Rate     PO--CK   095   095   050    -    0/154258200
  5 Retired_Block_Count     PO--CK   100   100   003    -    0
187 Reported_Uncorrect      -O--C-   100   100   000    -    0
196 Reallocated_Event_Count PO--CK   100   100   003    -    0
231 SSD_Life_Left           PO--C-   100   100   010    -    0
241 Lifetime_Writes_GiB     -O--CK   000   000   000    -    8360
""", hours=13928, celsius=45, rate=0, family="SandForce Driven SSDs",
            tests=(("Extended", CLEAN, 13643), ("Extended", CLEAN, 13510)),
            stats={"Logical Sectors Written": 17534216456,
                   "Number of Reported Uncorrectable Errors": 0,
                   "Number of Interface CRC Errors": 0,
                   "Specified Maximum Operating Temperature": 65,
                   "Percentage Used Endurance Indicator": 1})),
    Drive("Apple's HGST with one CRC error (linux-hardware.org)", "G GUGGG", "",
        "Its log dates the only CRC error 1233 hours back.",
        ata("APPLE HDD HTS541010A9E632", """
  5 Reallocated_Sector_Ct   PO--CK   100   100   005    -    0
  7 Seek_Error_Rate         PO-R--   100   100   067    -    0
 10 Spin_Retry_Count        PO--C-   100   100   060    -    0
192 Power-Off_Retract_Count -O--CK   100   100   000    -    51539607716
196 Reallocated_Event_Count -O--CK   100   100   000    -    0
197 Current_Pending_Sector  -O---K   100   100   000    -    0
198 Offline_Uncorrectable   ---R--   100   100   000    -    0
199 UDMA_CRC_Error_Count    -O-R--   200   200   000    -    1
254 Free_Fall_Sensor        -O--CK   100   100   000    -    8589934606
""", hours=7080, celsius=37, rate=5400, known=False, status=64,
            errors=((5847, "ICRC, ABRT 27 sectors at LBA = 0x002130c5 = 2175173"),))),
    Drive("HP MB2000EBZQC, not in the database (linux-hardware.org)", "W GUWGG", TEST,
        "Two timeouts in seven years, not dated; one CRC error is none; warm, but not too hot.",
        ata("MB2000EBZQC", """
  5 Reallocated_Sector_Ct   PO--CK   100   100   036    -    0
 10 Spin_Retry_Count        PO--C-   100   100   097    -    0
180 Unknown_HDD_Attribute   PO-RCK   100   100   030    -    563717368
184 End-to-End_Error        -O--CK   100   100   003    -    0
187 Reported_Uncorrect      -O--CK   100   100   000    -    0
188 Command_Timeout         -O--CK   100   099   000    -    2
190 Airflow_Temperature_Cel -O---K   046   038   045    Past 54 (204 250 55 52 0)
196 Reallocated_Event_Count PO--CK   100   100   036    -    0
197 Current_Pending_Sector  -O--C-   100   100   000    -    0
198 Offline_Uncorrectable   ----C-   100   100   000    -    0
199 UDMA_CRC_Error_Count    -OSRCK   200   200   000    -    1
""", hours=61515, celsius=54, rate=7202, known=False, status=32,
            stats={"Number of Reallocated Logical Sectors": 0,
                   "Number of Reported Uncorrectable Errors": 0})),
    Drive("Apacer flash module of 256 GB (linux-hardware.org)", "G GGUUG", "",
        "Nothing is used of its life; 231 is no temperature of 99 degrees.",
        ata("256GB SATA Flash Drive", """
163 Unknown_Attribute       ------   100   100   000    -    204
175 Program_Fail_Count_Chip ------   100   100   000    -    0
194 Temperature_Celsius     PO---K   070   070   000    -    30
231 Temperature_Celsius     PO--C-   100   100   000    -    99
241 Total_LBAs_Written      -O--C-   100   100   000    -    4547850648
""", hours=3882, celsius=30, rate=0, known=False,
            stats={"Percentage Used Endurance Indicator": 0})),
    Drive("AMD R3S60GBSM, not in the database (linux-hardware.org)", "W GGGWG", CABLE,
        "13 CRC errors in 659 hours that nothing dates; 2 % used.",
        ata("R3S60GBSM", """
  5 Reallocated_Sector_Ct   ------   100   100   000    -    0
167 Unknown_Attribute       ------   100   100   000    -    85
168 Unknown_Attribute       ------   100   100   000    -    3000
169 Unknown_Attribute       ------   100   100   000    -    99
177 Wear_Leveling_Count     ------   100   100   050    -    9
187 Reported_Uncorrect      ------   100   100   000    -    0
198 Offline_Uncorrectable   ------   100   100   000    -    0
199 UDMA_CRC_Error_Count    ------   100   100   050    -    13
241 Total_LBAs_Written      ------   100   100   000    -    83016
""", hours=659, celsius=33, rate=0, known=False,
            stats={"Logical Sectors Written": 1145592392,
                   "Number of Reported Uncorrectable Errors": 0,
                   "Number of Interface CRC Errors": 13,
                   "Percentage Used Endurance Indicator": 2})),
    # NVMe
    Drive("Samsung 970 EVO with media errors (Scrutiny's test data)", "W GGWUG", TEST,
        "Seven reads could not be corrected; the spare has lost one percent.",
        nvme("Samsung SSD 970 EVO 500GB", 35, 99, 10, 3, hours=12798, errors=7, entries=62,
            written=65602088, unsafe=10, sensors=(35, 39))),
    Drive("Samsung PM9A1 beyond its rating (a bug report of smartmontools)", "F FOGUG", REPLACE,
        "The drive says that it is no longer reliable; its rated life is used up.",
        nvme("SAMSUNG MZVL2512HCJQ-00B00", 28, 100, 10, 100, hours=20000, warning=4)),
    Drive("Samsung 980 PRO with all ones (CrystalDiskInfo's bug report)", "G GUGUG", "",
        "A spare threshold and a use of 255 are bytes of all ones, and no figures.",
        nvme("Samsung SSD 980 PRO 2TB", 40, 64, 255, 255, hours=60)),
    Drive("Corsair MP510 with 8382 log entries (Scrutiny's test data)", "G GGGUG", "",
        "The entries are commands that it does not know; no read has failed.",
        nvme("Force MP510", 38, 100, 5, 1, hours=6487, entries=8382, written=16093122, unsafe=4)),
    Drive("Intel Optane M10 without a spare threshold (smartctl_exporter)", "G GGGUG", "",
        "A threshold of 0 is none.",
        nvme("INTEL MEMPEK1W032GA", 31, 100, 0, 1, hours=41159, written=4744607, unsafe=173)),
    Drive("Crucial P2 (smartctl_exporter)", "G GGGUG", "", "As new; its sensor is 40 degrees warm.",
        nvme("CT250P2SSD8", 26, 100, 5, 0, hours=10147, entries=1, written=1002900, sensors=(40,))),
    Drive("Intel P3700 in its middle age (smartctl_exporter)", "G GGGUG", "",
        "Half of its life in six years, 7.7 PB written.",
        nvme("INTEL SSDPEDMD800G4", 30, 93, 10, 51, hours=54704, written=15055091656)),
    Drive("Samsung 970 EVO Plus (smartctl_exporter)", "G GGGUG", "",
        "22 entries in the log, no error of the medium.",
        nvme("Samsung SSD 970 EVO Plus 250GB", 35, 100, 10, 0, hours=3149, entries=22,
            written=1969459, unsafe=12, sensors=(35, 39))),
    Drive("Micron 7400 (smartctl_exporter)", "G GGGUG", "", "4 % used by 582 TB.",
        nvme("Micron_7400_MTFDKCB1T6TFC", 35, 100, 10, 4, hours=13108, entries=40,
            written=1136100893, unsafe=40, sensors=(42, 37, 34))),
    Drive("Samsung PM1725 (smartctl_exporter)", "G GGGUG", "", "6 % used by 1.5 PB.",
        nvme("SAMSUNG MZPLL1T6HAJQ-00005", 40, 100, 10, 6, hours=28074, written=2840371158,
            unsafe=16, sensors=(40, 38, 38))),
    Drive("Intel 750 (zbx-smartctl's bug report)", "G GGGUG", "",
        "12 % used, all of the spare.",
        nvme("INTEL SSDPEDME400G4", 50, 100, 10, 12, hours=30000, written=682594316)),
    Drive("A laptop drive that is always switched off hard (Checkbox)", "G GGGUG", "",
        "3682 power losses have left no error; one sensor has 47 degrees.",
        nvme("NVMe of a test laboratory", 30, 100, 10, 0, hours=6726, entries=4804,
            written=64768925, unsafe=3682, sensors=(30, 39, 47))),
    # SCSI and SAS
    Drive("Seagate ST3300657SS that predicts its failure (a blog)", "F FUFUG", REPLACE,
        "It says so itself, with 2066 grown defects.",
        scsi("SEAGATE ST3300657SS", 32, trip=68, grown=2066, hours=8347, rate=15000, passed=False)),
    Drive("Seagate ST3400755SS with lost writes (a project's test data)", "W GUWUU", TEST,
        "Nine grown defects and eight writes that were not corrected; it says that it is well.",
        scsi("SEAGATE ST3400755SS", 0, grown=9, uncorrected=(0, 8, 0)) | {"temperature": {}}),
    Drive("Seagate ST4000NM0043 read by smartctl 7.1 (Scrutiny's bug report)", "W GUWUG", TEST,
        "Seven grown defects: the JSON of that version tells their bytes, 56.",
        scsi("SEAGATE ST4000NM0043", 27, trip=68, grown=56, rate=7200, version=(7, 1))),
    Drive("A SAS disk with 30 grown defects, read by smartctl 7.3 (its exporter)", "W GUWUG", TEST,
        "30, and not the 240 bytes that they take.",
        scsi("HGST HUS724040ALS640", 30, grown=240, rate=7200, version=(7, 3))),
    Drive("Seagate ST8000NM0075 with four defects (a project's test data)", "W GUWUG", TEST,
        "Four sectors, all of them replaced well: watch them.",
        scsi("SEAGATE ST8000NM0075", 30, grown=4, hours=4900, rate=7200)),
    Drive("Seagate ST373453LC of 2004 (smartctl_exporter)", "G GUGUG", "",
        "91691 hours, and 128 million errors that its code has corrected: a parallel SCSI disk.",
        scsi("SEAGATE ST373453LC", 34, trip=68, hours=91691, rate=15015)),
    Drive("HP MAS3735NC of 2004 (smartctl_exporter)", "G GUGUG", "", "Nothing uncorrected.",
        scsi("HP 73.4G MAS3735NC", 28, trip=65, rate=15000)),
    Drive("Hitachi H109060SESUN600G (smartctl_exporter)", "G GUGUG", "", "No defect.",
        scsi("HITACHI H109060SESUN600G", 27, trip=85, hours=982, version=(7, 3))),
    Drive("Toshiba AL15SEB24EQY behind a RAID controller (smartctl_exporter)", "G GUGUG", "",
        "Four errors, all corrected.",
        scsi("TOSHIBA AL15SEB24EQY", 32, trip=65, hours=12437)),
    Drive("Seagate ST1200MM0088 (Scrutiny's test data)", "G GUGUG", "", "No defect.",
        scsi("SEAGATE ST1200MM0088", 31, trip=60, hours=5675, rate=10500, version=(6, 7))),
    Drive("WD HC550 whose temperature stands elsewhere (Scrutiny's test data)", "G GUGUG", "",
        "0 degrees are none: the environmental report says 38.",
        scsi("WDC WUH721818AL5204", 0, hours=12345, rate=7200,
            scsi_environmental_reports={"temperature_1": {"parameter_code": 0, "current": 38,
                "lifetime_maximum": 42, "lifetime_minimum": 19}})),
    Drive("A SCSI disk of 2008 that is warm (a forum post)", "G GUGUG", "",
        "48 degrees of 65, nothing uncorrected.",
        scsi("IBM ST336754LC", 48, trip=65)),
    Drive("HGST SAS SSD (a project's test data)", "G GUGUG", "",
        "55120 hours, no defect; it does not tell its wear.",
        scsi("HGST HUSMM1680ASS204", 28, trip=85, hours=55120, rate=0)),
]  # fmt: skip

# Reports that say nothing
SILENT = [
    ("no such device (smartctl_exporter)", _head("", "ata", 2) | {"smartctl": {
        "version": [7, 4], "exit_status": 2, "messages": [{"severity": "error", "string":
        "/dev/sdz: Unable to detect device type"}]}}),
    ("a USB bridge that smartctl does not know", {"smartctl": {"version": [7, 2], "exit_status": 1,
        "messages": [{"severity": "error", "string":
        "/dev/sdb: Unknown USB bridge [0x152d:0x0578 (0x204)]"}]}}),
]  # fmt: skip


def parsed(report: Report) -> tuple[Health, HealthVerdict]:
    health = parse_report(json.dumps(report).encode(), "report.json")
    return health, judge_health(health, now=health.taken, saved=True)


def said(verdict: HealthVerdict) -> str:
    letters = {word: letter for letter, word in WORDS.items()}
    axes = "".join(letters[axis.verdict] for axis in verdict.axes if axis.axis in AXES)
    return f"{letters[verdict.word]} {axes}"


def test_there_are_enough_of_all_kinds() -> None:
    assert len(DRIVES) >= 60
    assert len({drive.name for drive in DRIVES}) == len(DRIVES)


@pytest.mark.parametrize("drive", DRIVES, ids=lambda drive: drive.name)
def test_what_an_engineer_says(drive: Drive) -> None:
    _, verdict = parsed(drive.report)
    assert said(verdict) == drive.says, drive.why
    assert [one.code for one in verdict.advice[:1]] == ([drive.do] if drive.do else []), drive.why
    for axis in verdict.axes[:-1]:
        told = {one.grade for one in axis.reasons}
        assert worst_grade(tuple(told)) == axis.verdict if told else axis.verdict in {GOOD, UNKNOWN}


@pytest.mark.parametrize(("name", "report"), SILENT)
def test_what_says_nothing_is_unknown(name: str, report: Report) -> None:
    health, verdict = parsed(report)
    assert health.missing, name
    assert verdict.word == UNKNOWN
