# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""smartctl's reports of drives that could not be recorded, derived from recorded ones.

The names are those of smartctl's JSON (ataprint.cpp, nvmeprint.cpp, scsiprint.cpp of 7.3 and 7.4).
"""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[1] / "data" / "smart"
Report = dict[str, Any]


def recorded(name: str) -> Report:
    """A recorded report: "nvme", "ssd", "disk", "stick", "nvme-warning"."""
    return json.loads((DATA / f"qemu-{name}.json").read_bytes())  # type: ignore[no-any-return]


def as_bytes(report: Report) -> bytes:
    return json.dumps(report).encode()


def attribute(number: int, name: str, **more: Any) -> Report:
    """A row of the table; `raw` and `string` are its raw value, `when` is when_failed."""
    raw, prefail = more.pop("raw", 0), more.pop("prefail", False)
    return {
        "id": number, "name": name, "value": more.get("value", 100),
        "worst": more.get("worst", more.get("value", 100)), "thresh": more.get("thresh", 0),
        "when_failed": more.get("when", ""),
        "flags": {"value": 50 | prefail, "string": "-O--CK ", "prefailure": prefail,
                  "updated_online": True, "performance": False, "error_rate": False,
                  "event_count": True, "auto_keep": True},
        "raw": {"value": raw, "string": more.get("string", str(raw))},
    }  # fmt: skip


def statistic(name: str, value: Any, *, valid: bool = True, normalized: bool = False) -> Report:
    return {"offset": 8, "name": name, "size": 4, "value": value,
            "flags": {"value": 192, "string": "V---", "valid": valid, "normalized": normalized,
                      "supports_dsn": False, "monitored_condition_met": False}}  # fmt: skip


def statistics(**pages: list[Report]) -> Report:
    return {"pages": [{"number": place, "name": name, "revision": 1, "table": table}
                      for place, (name, table) in enumerate(pages.items(), 1)]}  # fmt: skip


def self_test(kind: str, value: int, string: str, hours: int, lba: int | None = None) -> Report:
    entry: Report = {
        "type": {"value": 1 if kind == "Short" else 2, "string": f"{kind} offline"},
        "status": {"value": value, "string": string, "passed": value == 0},
        "lifetime_hours": hours,
    }
    return entry if lba is None else entry | {"lba": lba}


def sata_ssd() -> Report:
    """A SATA SSD that smartctl's database knows, with device statistics and every log."""
    report = copy.deepcopy(recorded("ssd"))
    report |= {
        "model_name": "Made SATA SSD", "serial_number": "MADE1", "firmware_version": "M1",
        "wwn": {"naa": 5, "oui": 4231, "id": 1234567}, "in_smartctl_database": True,
        "power_on_time": {"hours": 4200, "minutes": 30}, "power_cycle_count": 812,
        "temperature": {"current": 31, "op_limit_max": 70, "limit_max": 75},
        "ata_smart_attributes": {"revision": 16, "table": [
            attribute(5, "Reallocate_NAND_Blk_Cnt", prefail=True, thresh=10, raw=24,
                      string="24 (Average 5)"),
            attribute(187, "Reported_Uncorrect"),
            attribute(197, "Current_Pending_ECC_Cnt"),
            attribute(198, "Offline_Uncorrectable"),
            attribute(199, "UDMA_CRC_Error_Count", raw=3),
            attribute(202, "Percent_Lifetime_Remain", value=88, raw=12),
            attribute(210, "Unknown_Attribute", raw=2**48 - 1),
            attribute(246, "Total_LBAs_Written", raw=22_000_000_000),
        ]},
        "ata_device_statistics": statistics(
            General=[statistic("Logical Sectors Written", 21_000_000_000),
                     statistic("Power-on Hours", 4200)],
            Errors=[statistic("Number of Reported Uncorrectable Errors", 0)],
            Temperature=[statistic("Current Temperature", 31),
                         statistic("Time in Over-Temperature", 5)],
            Transport=[statistic("Number of Interface CRC Errors", 3)],
            Solid=[statistic("Percentage Used Endurance Indicator", 12)],
        ),
        "ata_smart_error_log": {"extended": {"revision": 1, "sectors": 2, "count": 2, "table": [
            {"error_number": 2, "lifetime_hours": 4000, "error_description": "Error: UNC at LBA",
             "completion_registers": {"error": 64, "status": 81, "count": 8, "lba": 999}},
        ]}},
        "ata_smart_self_test_log": {"extended": {"revision": 1, "sectors": 1, "count": 2, "table": [
            self_test("Short", 0, "Completed without error", 4199),
            self_test("Extended", 0x73, "Completed: read failure", 4100, 4711),
        ]}},
    }  # fmt: skip
    report["smartctl"]["exit_status"] = 0
    return report


def nvme() -> Report:
    """An NVMe drive as smartctl 7.4 reports one on bare metal."""
    report = copy.deepcopy(recorded("nvme"))
    report |= {
        "model_name": "Made NVMe", "serial_number": "MADE2", "firmware_version": "N2",
        "nvme_composite_temperature_threshold": {"warning": 82, "critical": 85},
        "nvme_smart_health_information_log": {
            "critical_warning": 0, "temperature": 46, "available_spare": 100,
            "available_spare_threshold": 10, "percentage_used": 3, "data_units_read": 35_900_000,
            "data_units_written": 22_265_625, "host_reads": 2**40, "host_writes": 2**39,
            "controller_busy_time": 1940, "power_cycles": 611, "power_on_hours": 1860,
            "unsafe_shutdowns": 23, "media_errors": 0, "num_err_log_entries": 7,
            "warning_temp_time": 3, "critical_comp_time": 0, "temperature_sensors": [46, 53],
        },
        "nvme_error_information_log": {"size": 64, "read": 16, "unread": 0, "table": [
            {"error_count": 7, "submission_queue_id": 0, "command_id": 8, "nsid": 1,
             "status_field": {"value": 8194, "string": "Invalid Field in Command"},
             "lba": {"value": 0}},
        ]},
        "nvme_self_test_log": {
            "nsid": -1, "current_self_test_operation": {"value": 2, "string": "Extended"},
            "current_self_test_completion_percent": 40, "table": [
                {"self_test_code": {"value": 1, "string": "Short"},
                 "self_test_result": {"value": 0, "string": "Completed without error"},
                 "power_on_hours": 1859},
                {"self_test_code": {"value": 2, "string": "Extended"},
                 "self_test_result": {"value": 5, "string": "Fatal or unknown test error"},
                 "power_on_hours": 1800, "segment": 3, "lba": {"value": 5000}},
                {"self_test_code": {"value": 0, "string": "Reserved"},
                 "self_test_result": {"value": 15, "string": "Entry not used"},
                 "power_on_hours": 0},
            ]},
        "temperature": {"current": 46}, "power_on_time": {"hours": 1860}, "power_cycle_count": 611,
    }  # fmt: skip
    return report


def sas() -> Report:
    """A SAS hard disk."""
    head = recorded("disk")
    log = {"total_errors_corrected": 3, "gigabytes_processed": "1234.500",
           "total_uncorrected_errors": 0}  # fmt: skip
    return {
        "json_format_version": [1, 0], "smartctl": head["smartctl"] | {"exit_status": 0},
        "local_time": head["local_time"],
        "device": {"name": "/dev/sdc", "info_name": "/dev/sdc", "type": "scsi", "protocol": "SCSI"},
        "scsi_vendor": "MADE", "scsi_product": "SAS1", "scsi_model_name": "MADE SAS1",
        "scsi_revision": "S003", "serial_number": "MADE3", "rotation_rate": 7200,
        "smart_status": {"passed": True}, "temperature": {"current": 33, "drive_trip": 60},
        "power_on_time": {"hours": 20000, "minutes": 7}, "scsi_grown_defect_list": 2,
        "scsi_start_stop_cycle_counter": {"accumulated_start_stop_cycles": 88},
        "scsi_error_counter_log": {"read": log, "write": dict(log), "verify": dict(log)},
        "scsi_self_test_0": {
            "code": {"value": 1, "string": "Background short"},
            "result": {"value": 0, "string": "Completed"}, "power_on_time": {"hours": 19000}},
        "scsi_self_test_1": {
            "code": {"value": 2, "string": "Background long"},
            "result": {"value": 6, "string": "Failed in segment"}, "power_on_time": {"hours": 9},
            "lba_first_failure": {"value": 77}},
    }  # fmt: skip


ALL = {"sata_ssd": sata_ssd, "nvme": nvme, "sas": sas}
