# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""smartctl's text report (`smartctl -a` or `-x`) in the structure of its JSON.

So one reader and one set of rules serve both. The formats are those of ataprint.cpp, nvmeprint.cpp
and scsiprint.cpp of smartmontools 5.38 to 7.5. Every section may be missing. What the text omits
(the 48 bits behind a raw value such as "31 (Min/Max 22/48)") is not in the result.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

from driveproof.system.smart.smartctl_rows import (
    ATTRIBUTE_HEAD,
    COUNTERS,
    HEAD,
    NVME_ERROR,
    NVME_ERRORS_END,
    SECTION,
    STATISTIC,
    attribute_parts,
)

Report = dict[str, Any]

_MOST_ROWS = 4096
_START = 2**16  # characters within which a text can be recognized
# smartctl's message in place of a report.
_MESSAGE = re.compile(
    r"Unknown USB bridge|Unable to detect device type|Smartctl open device:|Permission denied"
    r"|failed: |mandatory SMART command failed|Device does not support SMART"
    r"|SMART support is: +(?:Unavailable|Disabled)|device lacks SMART capability"
)
ATTRIBUTE_CHECK = re.compile(r"based on an? Attribute check", re.IGNORECASE)
"""smartctl's word that `smart_status` is its own finding and not what the drive says."""
# A command to the drive that failed: bit 2 of the exit status.
_LACKS = re.compile(
    r"(?:Read|Write|SCT|Error|Warning|Invalid|Log Sense|Unable|ATA_READ_LOG_EXT)\b.*"
    r"(?:failed|checksum|error\b)|.*mandatory SMART command failed"
)


def is_text_report(words: str) -> bool:
    """Whether a cleaned text looks like smartctl's, with or without its first lines."""
    start = words[:_START]
    return bool(HEAD.match(start.lstrip(" \t\r\n>|")) or SECTION.search(start))


def report_of_lines(lines: Sequence[str]) -> Report:
    """The report as `smartctl -j` would have written it, as far as the text goes.

    {} where it says nothing of a drive, not even why there is nothing to report.
    """
    report: Report = {}
    _information(lines, report)
    _warning(lines, report)
    _status(lines, report)
    _attributes(lines, report)
    _data(lines, report)
    _ata_errors(lines, report)
    _ata_self_tests(lines, report)
    _statistics(lines, report)
    _temperatures(lines, report)
    _nvme(lines, report)
    _scsi(lines, report)
    messages = [{"string": line, "severity": "error"} for line in lines if _MESSAGE.search(line)]
    if not report and not messages:
        return {}
    if "smart_status" in report:
        messages = []  # one log or command of many: the report lacks it, which shows
    messages += [
        {"string": line, "severity": "warning"} for line in lines if ATTRIBUTE_CHECK.search(line)
    ]
    head = next((found for line in lines if (found := HEAD.match(line))), None)
    version = [int(part) for part in head.groups()] if head else None
    return {
        "smartctl": {
            "version": version,
            "exit_status": _exit_status(report) | 4 * any(map(_LACKS.match, lines)),
            "messages": messages,
        },
        **report,
    }


# The drive


def _information(lines: Sequence[str], report: Report) -> None:
    named = _named(lines)
    for key, names in (
        ("model_family", ("Model Family",)),
        ("model_name", ("Device Model", "Model Number")),
        ("scsi_vendor", ("Vendor",)),
        ("scsi_product", ("Product",)),
        ("scsi_revision", ("Revision",)),
        ("serial_number", ("Serial Number", "Serial number")),
        ("firmware_version", ("Firmware Version",)),
    ):
        value = next((named[name] for name in names if named.get(name)), "")
        if value:
            report[key] = value
    # smartctl 5: "Device: SEAGATE  ST3300655SS      Version: 0004"
    if (old := re.match(r"(\S+) +(\S.*?) +Version: *(\S*)$", named.get("Device", ""))) is not None:
        report["scsi_vendor"], report["scsi_product"], report["scsi_revision"] = old.groups()
    if "scsi_vendor" in report and "scsi_product" in report:
        report["scsi_model_name"] = f"{report['scsi_vendor']} {report['scsi_product']}"
    if size := _size(named, "User Capacity", "Namespace 1 Size/Capacity", "Namespace 1 Size"):
        report["user_capacity"] = {"bytes": size}
    if (size := _size(named, "Total NVM Capacity")) is not None:
        report["nvme_total_capacity"] = size
    _medium(named, report)
    wwn = re.match(r"([0-9a-f]) ([0-9a-f]{6}) ([0-9a-f]{9})$", named.get("LU WWN Device Id", ""))
    if wwn:
        naa, oui, number = (int(part, 16) for part in wwn.groups())
        report["wwn"] = {"naa": naa, "oui": oui, "id": number}
    _interface(named, report)
    if (moment := _moment(named.get("Local Time is", ""))) is not None:
        report["local_time"] = {"time_t": int(moment.timestamp())}


_WARNING = "==> WARNING:"
_WARNING_LINES = 8


def _warning(lines: Sequence[str], report: Report) -> None:
    """What the drive database warns of (ataprint.cpp, print_drive_info), up to an empty line. Its
    JSON leaves that out, so that the key is ours.
    """
    place = next((at for at, line in enumerate(lines) if line.startswith(_WARNING)), None)
    if place is None:
        return
    said = [lines[place].removeprefix(_WARNING)]
    for line in lines[place + 1 : place + _WARNING_LINES]:
        if not line or line.startswith(("===", "SMART support is", "SMART overall")):
            break
        said.append(line)
    if warning := " ".join(" ".join(said).split()):
        report["drive_database_warning"] = warning


def _medium(named: dict[str, str], report: Report) -> None:
    sectors = re.match(r"(\d+) bytes", named.get("Sector Sizes") or named.get("Sector Size", ""))
    sectors = sectors or re.match(r"(\d+) bytes", named.get("Logical block size", ""))
    if sectors:
        report["logical_block_size"] = int(sectors[1])
    rate = named.get("Rotation Rate", "")
    if rate.startswith("Solid State"):
        report["rotation_rate"] = 0
    elif (rpm := re.match(r"(\d{1,5}) rpm", rate)) is not None:
        report["rotation_rate"] = int(rpm[1])
    if (form := named.get("Form Factor")) is not None:
        report["form_factor"] = {"name": form}
    if (trim := named.get("TRIM Command")) is not None:
        report["trim"] = {"supported": trim.startswith("Available")}
    known = named.get("Device is", "")
    if known.startswith(("In smartctl database", "Not in smartctl database")):
        report["in_smartctl_database"] = known.startswith("In ")


def _interface(named: dict[str, str], report: Report) -> None:
    sata = re.match(
        r"(SATA[^,]*)(?:, ([\d.]+ Gb/s))?(?: \(current: ([\d.]+ Gb/s)\))?",
        named.get("SATA Version is", ""),
    )
    if sata:
        report["sata_version"] = {"string": sata[1].strip()}
        speeds = {"max": sata[2], "current": sata[3]}
        report["interface_speed"] = {key: {"string": one} for key, one in speeds.items() if one}
    if (version := named.get("NVMe Version")) is not None:
        report["nvme_version"] = {"string": version}
    if (protocol := named.get("Transport protocol")) is not None:
        report["scsi_transport_protocol"] = {"name": protocol}


# NVMe's critical warnings in the order of their bits (nvmeprint.cpp, print_critical_warning).
_CRITICAL = (
    "available spare has fallen below threshold", "temperature is above or below threshold",
    "NVM subsystem reliability has been degraded", "media has been placed in read only mode",
    "volatile memory backup device has failed",
    "persistent memory region has become read-only or unreliable",
)  # fmt: skip


def _status(lines: Sequence[str], report: Report) -> None:
    for place, line in enumerate(lines):
        ata = re.match(r"SMART overall-health self-assessment test result: *(\w+)", line)
        scsi = re.match(r"SMART (?:Health Status|Sense): *(\S.*)$", line)
        if ata and ata[1] in {"PASSED", "FAILED"}:
            report["smart_status"] = {"passed": ata[1] == "PASSED"}
            if bits := _critical(lines[place + 1 : place + 9]):
                report["smart_status"]["nvme"] = {"value": bits}
        elif scsi:
            report["smart_status"] = {"passed": scsi[1].startswith(("OK", "Ok"))}
        else:
            continue
        return


def _critical(lines: Sequence[str]) -> int:
    """The critical warnings that are listed below a failed status, as bits."""
    bits = 0
    for line in lines:
        if not line.startswith("- "):
            break
        found = [bit for bit, words in enumerate(_CRITICAL) if words in line]
        other = re.search(r"\(0x([0-9a-f]{2})\)", line)
        bits |= 1 << found[0] if found else int(other[1], 16) if other else 0
    return bits


def _exit_status(report: Report) -> int:
    """The exit status as in smartctl(8), RETURN VALUES: bits 3 to 7 are about the drive."""
    status = 0
    if report.get("smart_status", {}).get("passed") is False:
        status |= 1 << 3
    rows = report.get("ata_smart_attributes", {}).get("table", [])
    now = [row for row in rows if row["when_failed"] == "now"]
    if any(row["flags"].get("prefailure") for row in now):
        status |= 1 << 4
    if any(row["when_failed"] == "past" for row in rows) or (now and not status & 1 << 4):
        status |= 1 << 5
    logs = report.get("ata_smart_error_log", {}).values()
    if any(log.get("count") for log in logs):
        status |= 1 << 6
    tests = report.get("ata_smart_self_test_log", {}).values()
    if any(3 <= row["status"]["value"] >> 4 <= 8 for log in tests for row in log["table"]):
        status |= 1 << 7
    return status


# ATA

_FAILED = {"FAILINGNOW": "now", "NOW": "now", "Inthepast": "past", "Past": "past"}
_LETTERS = {"P": 1, "O": 2, "S": 4, "R": 8, "C": 16, "K": 32}


def _attributes(lines: Sequence[str], report: Report) -> None:
    rows: list[Report] = []
    seen = not any(map(ATTRIBUTE_HEAD.match, lines))  # somebody left the heading out
    for line in lines:
        if ATTRIBUTE_HEAD.match(line):
            seen = True
        elif seen and len(rows) < _MOST_ROWS and (parts := attribute_parts(line)) is not None:
            rows.append(_attribute(*parts))
    if not (rows or any(map(ATTRIBUTE_HEAD.match, lines))):
        return
    report["ata_smart_attributes"] = {"table": rows}
    for row in rows:
        _hours_and_starts(row, report)
    for number in (190, 194):
        for row in rows:
            celsius = re.match(r"(\d{1,3})\b", row["raw"]["string"])
            if row["id"] == number and celsius and "emperature" in row["name"]:
                report["temperature"] = {"current": int(celsius[1])}


def _attribute(found: re.Match[str], end: re.Match[str]) -> Report:
    number, name, flags, value, worst, threshold, _ = found.groups()
    failed, raw = end.groups()[-2:]
    bits = (
        int(flags, 16)
        if flags.startswith("0x")
        else sum(_LETTERS.get(letter, 0) for letter in flags)
    )
    row: Report = {
        "id": int(number),
        "name": name,
        "when_failed": _FAILED.get(failed.replace("_", ""), ""),
        "flags": {"value": bits, "prefailure": bool(bits & 1), "updated_online": bool(bits & 2)},
        "raw": {"string": raw},
    }
    for key, said in (("value", value), ("worst", worst), ("thresh", threshold)):
        if said.isdecimal():
            row[key] = int(said)
    if re.fullmatch(r"\d{1,20}", raw):
        row["raw"]["value"] = int(raw)
    elif re.fullmatch(r"0x[0-9a-fA-F]{1,16}", raw):
        row["raw"]["value"] = int(raw, 16)
    return row


def _hours_and_starts(row: Report, report: Report) -> None:
    raw = row["raw"]["string"]
    if row["id"] == 9 and row["name"].startswith(("Power_On", "PowerOn")):
        spent = re.match(r"(\d{1,9})h\+(\d{1,2})m", raw)
        plain = re.match(r"(\d{1,9})(?![\dh])", raw)
        if spent:
            report["power_on_time"] = {"hours": int(spent[1]), "minutes": int(spent[2])}
        elif plain and row["name"].startswith(("Power_On_Hours", "PowerOnHours")):
            report["power_on_time"] = {"hours": int(plain[1])}
    starts = re.match(r"(\d{1,12})(?!\d)", raw)
    if row["id"] == 12 and starts and row["name"].startswith(("Power_Cycle", "PowerCycle")):
        report["power_cycle_count"] = int(starts[1])


def _data(lines: Sequence[str], report: Report) -> None:
    """Which self-tests the drive has, how long they take, and whether one is running."""
    said = "\n".join(line for line in lines if not line.startswith("#"))
    data: Report = {}
    status = re.search(r"^Self-test execution status: *\( *(\d{1,3})\)", said, re.MULTILINE)
    if status:
        value = int(status[1])
        data["status"] = {"value": value, "remaining_percent": 10 * (value & 15)}
    minutes = {
        kind.lower(): int(told)
        for kind, told in re.findall(
            r"^(Short|Extended|Conveyance) self-test routine +"
            r"recommended polling time: *\( *(\d{1,5})\) minutes",
            said,
            re.MULTILINE,
        )
    }
    if minutes:
        data["polling_minutes"] = minutes
    can: Report = {}
    for key, words in (
        ("self_tests_supported", "Self-test supported."),
        ("conveyance_self_test_supported", "Conveyance Self-test supported."),
    ):
        if (found := re.search(rf"^ *(No )?{words}", said, re.MULTILINE)) is not None:
            can[key] = found[1] is None
    if data or can:
        report["ata_smart_data"] = {"self_test": data, "capabilities": can}


_REGISTERS = re.compile(r" *([0-9a-f]{2}(?: (?:[0-9a-f]{2}|--)){6,12}) *(.*)$")


def _ata_errors(lines: Sequence[str], report: Report) -> None:
    logs: Report = {}
    name = ""
    for line in lines:
        if line.startswith("SMART Extended Comprehensive Error Log Version"):
            name = "extended"
        elif line.startswith("SMART Error Log Version"):
            name = "summary"
        elif line.startswith(("SMART Self-test log", "SMART Extended Self-test Log")):
            name = ""
        elif name and line == "No Errors Logged":
            logs[name] = {"count": 0}
        elif name and (count := re.match(r"(?:ATA|Device) Error Count: (\d{1,9})", line)):
            logs[name] = {"count": int(count[1]), "table": []}
        elif name in logs and "table" in logs[name]:
            _ata_error(line, logs[name]["table"])
    if logs:
        report["ata_smart_error_log"] = logs


_ERROR = re.compile(
    r"Error (\d{1,9})(?: \[\d+\])? occurred at disk power-on lifetime: (\d{1,9}) hours"
)


def _ata_error(line: str, table: list[Report]) -> None:
    """Add what a line contains: a new entry, or the registers of the last one."""
    if (found := _ERROR.match(line)) is not None and len(table) < _MOST_ROWS:
        table.append({"error_number": int(found[1]), "lifetime_hours": int(found[2])})
    elif table and "completion_registers" not in table[-1]:
        registers = _REGISTERS.match(line)
        if registers is not None:
            table[-1]["completion_registers"] = _registers(registers[1].split())
            if registers[2]:
                table[-1]["error_description"] = registers[2]


def _registers(said: list[str]) -> Report:
    """28-bit commands: "ER ST SC SN CL CH DH"; 48-bit: "ER -- ST COUNT(2) LBA_48(3) LH LM LL DV
    DC".
    """
    values = [0 if part == "--" else int(part, 16) for part in said]
    if len(values) >= 12:
        lba = int.from_bytes(bytes(values[5:11]), "big")
        return {"error": values[0], "status": values[2], "lba": lba, "device": values[11]}
    lba = values[3] | values[4] << 8 | values[5] << 16
    return {"error": values[0], "status": values[1], "lba": lba, "device": values[6]}


# The texts of the self-test execution status (ataprint.cpp), by its upper half.
_TESTED = (
    (0, "Completed without error"), (1, "Aborted by host"), (2, "Interrupted (host reset)"),
    (3, "Fatal or unknown error"), (4, "Completed: unknown failure"),
    (5, "Completed: electrical failure"), (6, "Completed: servo/seek failure"),
    (7, "Completed: read failure"), (8, "Completed: handling damage??"),
    (15, "Self-test routine in progress"),
)  # fmt: skip


def _ata_self_tests(lines: Sequence[str], report: Report) -> None:
    logs: Report = {}
    table: list[Report] | None = None
    for line in lines:
        if line.startswith("SMART Extended Self-test Log Version"):
            table = logs.setdefault("extended", {}).setdefault("table", [])
        elif line.startswith("SMART Self-test log structure revision"):
            table = logs.setdefault("standard", {}).setdefault("table", [])
        elif line.startswith("SMART Selective"):
            table = None
        elif table is not None and len(table) < _MOST_ROWS:
            table += _ata_self_test(line)
    if logs:
        report["ata_smart_self_test_log"] = logs


def _ata_self_test(line: str) -> Iterator[Report]:
    end = re.search(r"(\d)0% +(\d{1,9}) +(\S+)", line)
    if end is None or not re.match(r"# ?\d", line):
        return
    said = line[: end.start()]
    found = _result(said, _TESTED)
    if found is None:
        return
    value, words, place = found
    kind = re.sub(r"^# ?\d+ +", "", said[:place]).strip()
    row: Report = {
        "type": {"string": kind},
        "status": {"value": value << 4 | int(end[1]), "string": words, "passed": value == 0},
        "lifetime_hours": int(end[2]),
    }
    if end[3].isdecimal():
        row["lba"] = int(end[3][:20])
    yield row


def _statistics(lines: Sequence[str], report: Report) -> None:
    rows: list[Report] = []
    seen = False
    for line in lines:
        if line.startswith("Device Statistics (") and "not supported" not in line:
            seen = True
        elif seen and len(rows) < _MOST_ROWS and (found := STATISTIC.match(line)) is not None:
            value, tilde, flags, name = found.groups()
            row: Report = {
                "name": name,
                "flags": {
                    "valid": value != "-",
                    "normalized": bool(tilde) or (flags or "").startswith("N"),
                },
            }
            if value != "-":
                row["value"] = int(value)
            rows.append(row)
    if rows:
        report["ata_device_statistics"] = {"pages": [{"table": rows}]}


def _temperatures(lines: Sequence[str], report: Report) -> None:
    """The temperatures of the SCT status and the device statistics.

    They take precedence in this order, and both over an attribute's, as in smartctl's JSON.
    """
    found: Report = {}
    for line in lines:
        if (now := re.match(r"Current Temperature: +(-?\d{1,3}) Celsius", line)) is not None:
            found["current"] = int(now[1])
        limits = re.match(r"Min/Max (recommended Temperature|Temperature Limit): +(.*)", line)
        most = re.match(r"(?:-?\d+|\?)/(-?\d{1,3}) Celsius", limits[2]) if limits else None
        if limits and most:
            key = "op_limit_max" if limits[1].startswith("recommended") else "limit_max"
            found[key] = int(most[1])
    if found:
        report["temperature"] = report.get("temperature", {}) | found
    for page in report.get("ata_device_statistics", {}).get("pages", []):
        for row in page["table"]:
            if row["name"] == "Current Temperature" and "value" in row:
                report.setdefault("temperature", {})["current"] = row["value"]


# NVMe

_NVME = {
    "Critical Warning": "critical_warning",
    "Temperature": "temperature",
    "Available Spare": "available_spare",
    "Available Spare Threshold": "available_spare_threshold",
    "Percentage Used": "percentage_used",
    "Data Units Read": "data_units_read",
    "Data Units Written": "data_units_written",
    "Host Read Commands": "host_reads",
    "Host Write Commands": "host_writes",
    "Controller Busy Time": "controller_busy_time",
    "Power Cycles": "power_cycles",
    "Power On Hours": "power_on_hours",
    "Unsafe Shutdowns": "unsafe_shutdowns",
    "Media and Data Integrity Errors": "media_errors",
    "Error Information Log Entries": "num_err_log_entries",
    "Warning Comp. Temperature Time": "warning_temp_time",
    "Critical Comp. Temperature Time": "critical_comp_time",
}
_NVME_RESULTS = (
    (0, "Completed without error"), (1, "Aborted: Self-test command"),
    (2, "Aborted: Controller Reset"), (3, "Aborted: Namespace removed"),
    (4, "Aborted: Format NVM command"), (5, "Fatal or unknown test error"),
    (6, "Completed: unknown failed segment"), (7, "Completed: failed segments"),
    (8, "Aborted: unknown reason"), (9, "Aborted: sanitize operation"),
)  # fmt: skip


def _nvme(lines: Sequence[str], report: Report) -> None:
    named = _named(lines)
    if any("NVMe Log 0x02" in line for line in lines):
        _nvme_log(named, report)
    elif "nvme_version" not in report:
        return
    limits = {
        key: value
        for key, name in (("warning", "Warning"), ("critical", "Critical"))
        if (value := _number(named.get(f"{name} Comp. Temp. Threshold"))) is not None
    }
    if limits:
        report["nvme_composite_temperature_threshold"] = limits
    if (used := _size(named, "Namespace 1 Utilization")) is not None:
        report["nvme_namespaces"] = [{"id": 1, "utilization": {"bytes": used}}]
    if (can := named.get("Optional Admin Commands")) is not None:
        report["nvme_optional_admin_commands"] = {"self_test": "Self_Test" in can.split()}
    _nvme_errors(lines, report)
    _nvme_self_tests(lines, report)


def _nvme_log(named: dict[str, str], report: Report) -> None:
    told = {key: _number(named.get(name)) for name, key in _NVME.items()}
    log: Report = {key: value for key, value in told.items() if value is not None}
    sensors = [_number(named.get(f"Temperature Sensor {one}")) for one in range(1, 9)]
    while sensors and sensors[-1] is None:
        sensors.pop()
    if sensors:
        log["temperature_sensors"] = sensors
    report["nvme_smart_health_information_log"] = log
    if "power_on_hours" in log:
        report["power_on_time"] = {"hours": log["power_on_hours"]}
    if "power_cycles" in log:
        report["power_cycle_count"] = log["power_cycles"]
    if "temperature" in log:
        report["temperature"] = {"current": log["temperature"]}


def _nvme_errors(lines: Sequence[str], report: Report) -> None:
    rows: list[Report] = []
    seen = False
    for line in lines:
        if line.startswith("Error Information (NVMe Log 0x01"):
            seen = True
        elif seen and NVME_ERRORS_END.match(line):
            break
        elif seen and len(rows) < _MOST_ROWS and (found := NVME_ERROR.match(line)) is not None:
            row: Report = {"error_count": int(found[1])}
            if found[3] != "-":
                row["lba"] = {"value": int(found[3])}
            status = _number(found[2])
            # the column has the phase bit in front, the JSON has not
            row["status_field"] = {} if status is None else {"value": status >> 1}
            if found[4]:
                row["status_field"]["string"] = found[4]
            rows.append(row)
    if rows:
        report["nvme_error_information_log"] = {"table": rows}


def _nvme_self_tests(lines: Sequence[str], report: Report) -> None:
    log: Report | None = None
    for line in lines:
        if line.startswith("Self-test Log (NVMe Log 0x06"):
            log = report["nvme_self_test_log"] = {"table": []}
        elif log is None:
            continue
        elif (state := re.match(r"Self-test status: (.*)$", line)) is not None:
            running = re.match(
                r"(\w+) self-test in progress(?: \((\d{1,3})% completed\))?", state[1]
            )
            kind = running[1] if running and running[1] != "No" else ""
            value = {"": 0, "Short": 1, "Extended": 2}.get(kind, 14)
            log["current_self_test_operation"] = {"value": value}
            if running and running[2]:
                log["current_self_test_completion_percent"] = int(running[2])
        elif len(log["table"]) < _MOST_ROWS:
            log["table"] += _nvme_self_test(line)


def _nvme_self_test(line: str) -> Iterator[Report]:
    found = _result(line, _NVME_RESULTS)
    if found is None:
        return
    value, words, place = found
    kind = re.match(r" *\d+ +(\S.*?) *$", line[:place])
    rest = line[place + len(words) :].split()
    if kind is None or not rest:
        return
    row: Report = {
        "self_test_code": {"string": kind[1]},
        "self_test_result": {"value": value, "string": words},
    }
    if (hours := _number(rest[0])) is not None:
        row["power_on_hours"] = hours
    if len(rest) > 1 and (sector := _number(rest[1])) is not None:
        row["lba"] = {"value": sector}
    yield row


# SCSI

_SCSI_RESULTS = (
    (0, "Completed "), (1, "Aborted (by user command)"), (2, "Aborted (device reset ?)"),
    (3, "Unknown error, incomplete"), (4, "Completed, segment failed"),
    (5, "Failed in first segment"), (6, "Failed in second segment"), (7, "Failed in segment"),
    (15, "Self test in progress"),
)  # fmt: skip
_OLD_TEMPERATURES = (
    ("current", re.compile(r" *Current temperature *[=:] *(\d{1,3})\b", re.IGNORECASE)),
    ("drive_trip", re.compile(r" *Reference temperature *[=:] *(\d{1,3})\b", re.IGNORECASE)),
)  # fmt: skip


def _scsi(lines: Sequence[str], report: Report) -> None:
    if not any(line.startswith(("SMART Health Status:", "SMART Sense:")) for line in lines) and (
        "scsi_product" not in report
    ):
        return
    named = _named(lines)
    for key, name in (
        ("scsi_grown_defect_list", "Elements in grown defect list"),
        ("scsi_percentage_used_endurance_indicator", "Percentage used endurance indicator"),
    ):
        if (value := _number(named.get(name))) is not None:
            report[key] = value
    for key, name in (
        ("current", "Current Drive Temperature"),
        ("drive_trip", "Drive Trip Temperature"),
    ):
        if (value := _number(named.get(name))) is not None:
            report.setdefault("temperature", {})[key] = value
    if (cycles := _number(named.get("Accumulated start-stop cycles"))) is not None:
        report["scsi_start_stop_cycle_counter"] = {"accumulated_start_stop_cycles": cycles}
    _scsi_counters(lines, report)
    _scsi_self_tests(lines, report)


def _scsi_counters(lines: Sequence[str], report: Report) -> None:
    for key, pattern in _OLD_TEMPERATURES:
        found = next((one for line in lines if (one := pattern.match(line)) is not None), None)
        if found is not None:
            report.setdefault("temperature", {}).setdefault(key, int(found[1]))
    log: Report = {}
    for line in lines:
        ran = re.match(r" *Accumulated power on time, hours:minutes (\d{1,9}):(\d{1,2})", line)
        ran_old = re.match(r" *number of hours powered up = (\d{1,9})(?:\.(\d{1,2}))?$", line)
        if ran:
            report["power_on_time"] = {"hours": int(ran[1]), "minutes": int(ran[2])}
        elif ran_old and "power_on_time" not in report:
            report["power_on_time"] = {"hours": int(ran_old[1])}
        if (pending := re.match(r" *Pending defect count: *(\d{1,19})", line)) is not None:
            report["scsi_pending_defects"] = {"count": int(pending[1])}
        if (counted := COUNTERS.match(line)) is not None:
            log[counted[1]] = {
                "total_errors_corrected": int(counted[5]),
                "gigabytes_processed": _decimal(counted[7]),
                "total_uncorrected_errors": int(counted[8]),
            }
    if log:
        report["scsi_error_counter_log"] = log


def _scsi_self_tests(lines: Sequence[str], report: Report) -> None:
    count = 0
    seen = False
    for line in lines:
        if line.startswith("SMART Self-test log"):
            seen = True
        elif seen and re.match(r"# ?\d", line) and count < _MOST_ROWS:
            row = _scsi_self_test(line)
            if row is not None:
                report[f"scsi_self_test_{count}"] = row
                count += 1


def _scsi_self_test(line: str) -> Report | None:
    found = _result(line, _SCSI_RESULTS)
    if found is None:
        return None
    value, words, place = found
    row: Report = {
        "code": {"string": re.sub(r"^# ?\d+ +", "", line[:place]).strip()},
        "result": {"value": value, "string": words.strip()},
    }
    # the segment, the hours ("NOW" while it runs), the first failed sector
    rest = line[place + len(words) :].replace("-->", " ").split()
    if len(rest) > 1 and rest[1].isdecimal():
        row["power_on_time"] = {"hours": int(rest[1][:9])}
    if len(rest) > 2 and (sector := _sector(rest[2])) is not None:
        row["lba_first_failure"] = {"value": sector}
    return row


# Words


def _result(line: str, table: Iterable[tuple[int, str]]) -> tuple[int, str, int] | None:
    """Which of some results a line names, in what words, and where; None for none."""
    return next(((value, words, line.find(words)) for value, words in table if words in line), None)


def _named(lines: Iterable[str]) -> dict[str, str]:
    """The lines "Name:   value", the first of each name; repeated spaces in a name count as one."""
    found: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if colon and name and not name.startswith((" ", "\t", "#")):
            found.setdefault(" ".join(name.split()), value.strip())
    return found


_GROUPS = "[,.'\u2019\u00b4`\u00b7\u066c ]"  # the locale's separator of thousands
_NUMBER = re.compile(
    rf"-?\d{{1,3}}(?:{_GROUPS}\d{{2,3}}){{0,5}}{_GROUPS}\d{{3}}(?!\d)|-?\d{{1,20}}"
)


def _number(said: str | None) -> int | None:
    """The number at the beginning of a value: "35,900,123 [18.3 TB]", "46 Celsius", "0x05", "3%".

    India groups by two digits above the thousands.
    """
    if said is None:
        return None
    if (bits := re.match(r"0x([0-9a-fA-F]{1,16})$", said)) is not None:
        return int(bits[1], 16)
    found = _NUMBER.match(said)
    return int(re.sub(r"[^\d-]", "", found[0])) if found else None


def _decimal(said: str) -> str:
    """ "38.280,029" with a point and nothing else: what comes last is the decimal separator."""
    whole, _, part = said.replace(",", ".").replace("'", "").rpartition(".")
    return f"{whole.replace('.', '')}.{part}" if whole else part


def _size(named: dict[str, str], *names: str) -> int | None:
    return next((size for name in names if (size := _number(named.get(name))) is not None), None)


def _sector(said: str) -> int | None:
    if re.fullmatch(r"0x[0-9a-fA-F]{1,16}", said):
        return int(said, 16)
    return int(said) if re.fullmatch(r"\d{1,20}", said) else None


# Hours east of Greenwich. Ambiguous abbreviations (IST, BST as Bangladesh's) are left out.
_ZONES = {
    "UTC": 0, "GMT": 0, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3,
    "EST": -5, "EDT": -4, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "JST": 9,
    "KST": 9, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
}  # fmt: skip
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def _moment(said: str) -> datetime | None:
    """ "Sun Nov 22 20:37:10 2026 UTC"; an unknown zone counts as this machine's."""
    found = re.match(
        r"\w{3} (\w{3}) +(\d{1,2}) (\d\d):(\d\d):(\d\d) (\d{4})(?: (\S{1,8}))?", said, re.ASCII
    )
    if found is None or found[1] not in _MONTHS:
        return None
    day, hour, minute, second, year = (int(found[place]) for place in range(2, 7))
    try:
        plain = datetime(year, _MONTHS.index(found[1]) + 1, day, hour, minute, min(second, 59))
        zone = found[7] or ""
        offset = re.fullmatch(r"([+-]\d\d)(\d\d)?", zone)
        if zone in _ZONES:
            return plain.replace(tzinfo=timezone(timedelta(hours=_ZONES[zone])))
        if offset:
            minutes = int(offset[2] or 0) * (-1 if zone.startswith("-") else 1)
            return plain.replace(tzinfo=timezone(timedelta(hours=int(offset[1]), minutes=minutes)))
        return plain.astimezone(UTC)
    except (ValueError, OverflowError, OSError):
        return None
