# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""smartctl's report (`smartctl -x -j`, or its text) as a Health: bytes in, values out."""

from __future__ import annotations

import errno
import os
import re
import stat
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from driveproof.domain.errors import Advice, MachineError, Remedy
from driveproof.domain.health.known_firmware import warned_fault
from driveproof.domain.health.report import (
    ATA,
    NVME,
    SCSI,
    TEST_FAILED,
    Attribute,
    Health,
    HealthKind,
    ValueUnit,
)
from driveproof.domain.health.rules import TEMPERATURES
from driveproof.domain.json_documents import BrokenDocumentError, JsonFault, documents
from driveproof.domain.notes import Note
from driveproof.domain.pasted import decoded
from driveproof.domain.quantity import Bytes
from driveproof.domain.say import Say
from driveproof.domain.text import visible
from driveproof.system.smart.announced import unread, unread_in
from driveproof.system.smart.json_tree import Tree
from driveproof.system.smart.pasted_report import cleaned, pasted_reports, plain_lines
from driveproof.system.smart.said_report import SaidReport, merged_reports
from driveproof.system.smart.smartctl_ata import ata_values
from driveproof.system.smart.smartctl_nvme import nvme_values
from driveproof.system.smart.smartctl_scsi import scsi_values
from driveproof.system.smart.smartctl_text import (
    ATTRIBUTE_CHECK,
    is_text_report,
    report_of_lines,
)
from driveproof.system.smart.validation import ValueReader, text

MOST = 4 * 2**20
"""Bytes of a report; the largest real ones (with every log) have a few hundred kilobytes."""

MOST_VALUES = 200_000
"""Values in a report. A parsed value takes up to 250 bytes, so this limits the memory that 4 MiB of
brackets can take; the largest real reports have about 20,000.
"""

_LONGEST_WARNING = 1000  # characters: the drive database has some of 400, which end with an address
_START = 2**16  # bytes within which a report can be recognized

ADVICE = Advice("Run: {command}", command="sudo smartctl -x -j DEVICE > report.json")

_SAVE_AGAIN = Advice(
    "Run: {command}",
    command="sudo smartctl -x -j DEVICE > report.json",
)

_READERS = {ATA: ata_values, NVME: nvme_values, SCSI: scsi_values}

# Health data of any kind of drive: a report without any of it says nothing about health.
_EVIDENCE = (
    "smart_status", "ata_smart_attributes", "ata_device_statistics", "temperature",
    "nvme_smart_health_information_log", "scsi_error_counter_log", "scsi_grown_defect_list",
    "power_on_time", "scsi_percentage_used_endurance_indicator",
)  # fmt: skip

# smartctl(8), RETURN VALUES: bits 0 to 2 are about smartctl, the others about the drive. What the
# report itself shows needs no note.
_STATUS: tuple[tuple[int, Note, Callable[[Health], bool]], ...] = (
    (
        2,
        Note("A command failed: the report may be incomplete."),
        lambda _: False,
    ),
    (
        5,
        Note("An attribute was at its threshold in the past."),
        lambda health: any(row.failed for row in health.attributes),
    ),
    (6, Note("The error log has entries."), lambda health: bool(health.errors)),
    (
        7,
        Note("The self-test log has failures."),
        lambda health: any(
            entry.status == TEST_FAILED
            for entry in (health.self_tests.entries if health.self_tests else ())
        ),
    ),
)
_FAILING, _PREFAIL = 1 << 3, 1 << 4
_BAD_LINE, _NOT_OPENED = 1 << 0, 1 << 1


def read_reports(path: str) -> tuple[Health, ...]:
    """The health in every saved report of a file; "-" is standard input. Raises MachineError."""
    name = "Standard input" if path == "-" else visible(path)
    try:
        if path == "-" and sys.stdin is None:  # the shell closed it
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        if path == "-":
            data = sys.stdin.buffer.read(MOST + 1)
        else:
            with Path(path).open("rb") as file:
                state = os.fstat(file.fileno())
                if stat.S_ISREG(state.st_mode) and state.st_size > MOST:
                    raise _too_large(name)
                data = file.read(MOST + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise MachineError("{path} cannot be read: {reason}.", path=name, reason=reason) from error
    return parse_reports(data, name)


def looks_like_report(path: str) -> bool:
    """Whether a file begins like a report of smartctl; False where it cannot be read."""
    try:
        # Without blocking: a pipe without a writer would hang us for ever.
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY)
        with os.fdopen(descriptor, "rb") as file:
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                return False
            start = cleaned(decoded(file.read(_START)))
    except (OSError, ValueError):
        return False
    if _OF_SMARTCTL.search(start):
        return '"exit_status"' in start or '"svn_revision"' in start
    return not start.lstrip().startswith("{") and is_text_report(start)


def _too_large(name: Note | str) -> MachineError:
    return MachineError(
        "{path} is larger than {most}.",
        path=name,
        most=Bytes(MOST, binary=True),
        advice=ADVICE,
    )


def parse_report(data: bytes, name: Note | str, *, taken: datetime | None = None) -> Health:
    """The health in a report of one drive; of several the first. Raises MachineError."""
    return parse_reports(data, name, taken=taken)[0]


def parse_reports(
    data: bytes, name: Note | str, *, taken: datetime | None = None
) -> tuple[Health, ...]:
    """The health in each report, JSON or text; `name` names them in messages ("report.json").

    `taken` is when they were made; otherwise each report's own date, and `updated` is None without
    one. A report of a drive that could not be queried has a reason in `missing`. What several calls
    of smartctl said of one drive is one report. Raises MachineError for what is no report.
    """
    return tuple(_health(one, taken) for one in _load(data, name))


def _health(said: SaidReport, taken: datetime | None) -> Health:
    tree = Tree(said.report)
    reading = ValueReader()
    smartctl = tree["smartctl"]
    said_messages = _messages(smartctl)
    messages = [one for one in said_messages if not ATTRIBUTE_CHECK.search(one)]
    for message in messages:
        reading.note(Note("smartctl: {message}", message=message))
    status = reading.whole(smartctl["exit_status"].value, "exit_status", 0, 255) or 0
    moment = taken or _moment(tree, reading)
    health = Health(
        taken=moment or datetime.now(UTC),
        updated=moment,
        source=_source(smartctl),
        kind=_kind(tree),
        model=_model(tree),
        serial=text(tree.at("serial_number")),
        wwn=_wwn(tree["wwn"]),
        firmware=_first(tree, "firmware_version", "scsi_revision", "revision"),
        rotational=False if _kind(tree) == NVME else None,
        rotation_rate=reading.whole(tree.at("rotation_rate"), "rotation_rate", 0, 65534),
        capacity=_capacity(tree, reading),
        interface=_interface(tree),
        link_now=text(tree.at("interface_speed.current.string")),
    )
    if warning := text(tree.at("drive_database_warning"), _LONGEST_WARNING):
        health = replace(health, firmware_faults=(warned_fault(health.model, warning),))
    if not any(tree[key] for key in _EVIDENCE) and not status & (_FAILING | _PREFAIL):
        return replace(health, **_missing(messages, status, reading.notes))
    by_attributes = any(map(ATTRIBUTE_CHECK.search, said_messages))
    if by_attributes:
        reading.note(Note("No self-assessment of the drive: smartctl judged by the attributes."))
    passed = _passed(tree, status, reading)
    health = replace(
        health,
        passed=None if by_attributes else passed,
        prefail_reached=bool(status & _PREFAIL) or (by_attributes and passed is False),
        unread=said.unread,
        advice=_SAVE_AGAIN if said.unread else None,
        power_on=_power_on(tree["power_on_time"], reading),
        power_cycles=reading.whole(tree.at("power_cycle_count"), Say("Power cycles")),
    )
    read = _READERS.get(health.kind)
    if read is None:
        reading.note(Note("The kind of drive is unknown."))
    else:
        values = read(tree, reading, health)
        health = replace(health, **values)
    health = replace(health, temperature=temperature(tree, reading, health))
    for bit, note, seen in _STATUS:
        if status & 1 << bit and not seen(health):
            reading.note(note)
    return replace(health, notes=tuple(reading.notes))


def _load(data: bytes, name: Note | str) -> list[SaidReport]:
    if len(data) > MOST:
        raise _too_large(name)
    if not data.strip(b" \t\r\n\0"):
        raise MachineError("{path} is empty.", path=name, advice=ADVICE)
    words = decoded(data)
    if sum(map(words.count, "[{,\n")) > MOST_VALUES:
        raise _unreadable(name)
    if _TYPESET.search(words[:_START]):
        words = words.translate(dict.fromkeys(map(ord, "\u201c\u201d\u201e"), '"'))
    if _JSON.match(words):
        return merged_reports(_documents(words, name))
    words = cleaned(words)
    if _OF_SMARTCTL.search(words):
        return merged_reports(_documents("\n".join(plain_lines(words)), name))
    if not is_text_report(words):
        raise _unreadable(name)
    found = []
    for pasted in pasted_reports(words):
        report = report_of_lines(pasted.lines)
        if report:
            lost = tuple(unread(pasted.lines, report))
            found.append(SaidReport(report, lost, pasted.device))
    if not found:
        raise _unreadable(name, Say("incomplete"))
    return merged_reports(found)


_JSON = re.compile(r"\s*(?:\{|\[\s*[\[\]{\"\d-])")
_TYPESET = re.compile("\\{\\s{0,80}[\u201c\u201d\u201e]\\w")
"""JSON whose quotation marks a word processor replaced."""
_OF_SMARTCTL = re.compile(r'"smartctl"\s{0,9}:\s{0,9}\{')


def _number(members: dict[str, Any]) -> Any:
    """A whole number of more than 53 bits as smartctl 7.0 has it: {"n": 5, "s": "5"}."""
    if members.keys() == {"n", "s"} and isinstance(members["n"], int | float):
        said = members["s"]
        exact = isinstance(said, str) and len(said) <= 20 and said.isdecimal()
        return int(said) if exact else members["n"]
    return members


def _documents(words: str, name: Note | str) -> list[SaidReport]:
    """The reports among the JSON documents of a text. Raises MachineError where there is none."""
    try:
        found = list(documents(words, hook=_number, infinite=True))
    except BrokenDocumentError as error:
        raise _broken(error, words, name) from error
    flat = [one for each in found for one in (each if isinstance(each, list) else [each])]
    reports = [
        one for one in flat if isinstance(one, dict) and isinstance(one.get("smartctl"), dict)
    ]
    if not reports:
        raise _unreadable(name)
    return [
        SaidReport(one, tuple(unread_in(one)), text(Tree(one).at("device.name"))) for one in reports
    ]


def _broken(error: BrokenDocumentError, words: str, name: Note | str) -> MachineError:
    kind = error.kind
    if kind is JsonFault.SYNTAX and not words.rstrip("`~ \r\n").endswith(("}", "]")):
        kind = JsonFault.CUT_OFF  # within a text
    if kind is JsonFault.CUT_OFF:
        return _unreadable(name, Say("incomplete"))
    if kind is JsonFault.SYNTAX:
        return _unreadable(name, f"{error.line}:{error.column}: {error.reason}")
    return _unreadable(name)


def _unreadable(name: Note | str, reason: Say | str = "") -> MachineError:
    if reason:
        return MachineError(
            "{name} is not a smartctl report: {reason}.", name=name, reason=reason, advice=ADVICE
        )
    return MachineError("{name} is not a smartctl report.", name=name, advice=ADVICE)


def _messages(smartctl: Tree) -> list[str]:
    said = (text(row.at("string")) for row in smartctl["messages"].rows())
    return [message.rstrip(".") + "." for message in said if message]


def _missing(messages: list[str], status: int, notes: list[Note]) -> dict[str, Any]:
    """Why there is nothing, what to do, and the `notes` that do not say the same."""
    found: dict[str, Any] = {"notes": tuple(notes)}
    # smartctl ends with the status of any other failure to open a drive, and has no code for it.
    if any("USB bridge" in message for message in messages):
        missing = Note("smartctl does not support this USB adapter.")
        return {**found, "missing": missing, "advice": Advice(Remedy.NAME_ADAPTER)}
    if messages:
        reason = messages[-1]
        missing = Note("{name} failed: {reason}.", reason=reason.rstrip("."), name="smartctl")
        others = tuple(note for note in notes if note.values.get("message") != reason)
        return {"notes": others, "missing": missing}
    if status & (_NOT_OPENED | _BAD_LINE):
        return {**found, "missing": Note("smartctl cannot open the device.")}
    return {**found, "missing": Note("The drive reported no health data.")}


def _source(smartctl: Tree) -> str:
    version = smartctl["version"].value
    if isinstance(version, list) and all(isinstance(part, int) for part in version[:2]):
        return f"smartctl {'.'.join(str(part)[:6] for part in version[:2])}".rstrip()
    return "smartctl"


def _kind(tree: Tree) -> HealthKind:
    """The kind of drive, from what the report contains; its own statement counts only without
    that.
    """
    for kind, prefix in ((NVME, "nvme_"), (ATA, "ata_"), (SCSI, "scsi_")):
        if any(True for _ in tree.named(prefix)):
            return kind
    protocol = text(tree.at("device.protocol")).casefold()
    return HealthKind(protocol) if protocol in tuple(HealthKind) else HealthKind.UNKNOWN


def _passed(tree: Tree, status: int, reading: ValueReader) -> bool | None:
    """The drive's own verdict; None where it is missing, which is not a failure."""
    passed = reading.flag(tree.at("smart_status.passed"), Say("Drive self-assessment"))
    if status & _FAILING:
        return False
    return passed


def _moment(tree: Tree, reading: ValueReader) -> datetime | None:
    seconds = reading.whole(tree.at("local_time.time_t"), "local_time", 0, 2**33)
    return datetime.fromtimestamp(seconds, UTC) if seconds else None


def _power_on(told: Tree, reading: ValueReader) -> float | None:
    hours = reading.seconds(told["hours"].value, Say("Power-on time"), 3600.0)
    minutes = reading.number(told["minutes"].value, Say("Power-on time"), 0, 60)
    return None if hours is None else hours + (minutes or 0) * 60


def _capacity(tree: Tree, reading: ValueReader) -> int | None:
    told = tree.at("user_capacity.bytes")
    return reading.size(tree.at("nvme_total_capacity") if told is None else told, Say("Capacity"))


def _interface(tree: Tree) -> str:
    sata = text(tree.at("sata_version.string"))
    fastest = text(tree.at("interface_speed.max.string"))
    nvme = text(tree.at("nvme_version.string"))
    parts = [sata, fastest] if sata or fastest else [f"NVMe {nvme}" if nvme else ""]
    return ", ".join(part for part in parts if part) or _first(tree, "scsi_transport_protocol.name")


def _wwn(told: Tree) -> str:
    naa, oui, unique = (told[name].value for name in ("naa", "oui", "id"))
    parts = ((naa, 16), (oui, 2**24), (unique, 2**36))
    if not all(isinstance(part, int) and 0 <= part < high for part, high in parts):
        return ""
    return f"0x{naa:x}{oui:06x}{unique:09x}"


def _model(tree: Tree) -> str:
    """Before 7.3, SCSI's had no prefix."""
    old = " ".join(part for name in ("vendor", "product") if (part := text(tree.at(name))))
    return _first(tree, "model_name", "scsi_model_name", "scsi_product") or old


def _first(tree: Tree, *names: str) -> str:
    return next((said for name in names if (said := text(tree.at(name)))), "")


_NOW = ("Current Temperature",)
_HISTORY = re.compile(r"(?:lifetime|power_cycle|maximum|minimum)", re.ASCII)


def temperature(tree: Tree, reading: ValueReader, health: Health) -> float | None:
    """In degrees Celsius; None where the report has none.

    The first place with a value counts. Many drives and adapters report 0 for "none": it counts
    only if something shows that it has ever been different.
    """
    zero = False
    for told in _places(tree, health):
        celsius = reading.celsius(told)
        if celsius:
            return celsius
        zero = zero or celsius == 0
    if zero and any(_others(tree, health)):
        return 0.0
    if zero:
        reading.note(Note("The drive always reports 0\u202f°C: its temperature is unknown."))
    return None


def _places(tree: Tree, health: Health) -> Iterator[object]:
    yield tree.at("temperature.current")
    yield tree.at("ata_sct_status.temperature.current")
    for row in health.attributes:
        if row.id in TEMPERATURES and "temperature" in row.name.lower():
            yield _degrees(row)
    for figure in health.figures:
        if figure.title in _NOW:
            yield figure.value
    yield tree.at("nvme_smart_health_information_log.temperature")
    for figure in health.figures:
        if figure.key.startswith("temperature_sensor_"):
            yield figure.value
    reports = tree["scsi_environmental_reports"]
    for _, report in reports.named("temperature_"):
        yield report.at("current")


def _degrees(row: Attribute) -> int | None:
    """The first number in smartctl's reading of an attribute: "31 (Min/Max 20/40)"."""
    found = re.match(r"-?\d{1,3}(?!\d)", row.raw_text, re.ASCII)
    return int(found[0]) if found else None


def _others(tree: Tree, health: Health) -> Iterator[bool]:
    """Whether any past value differs from 0."""
    for place in (tree["temperature"], tree["ata_sct_status"]["temperature"]):
        members = place.value if isinstance(place.value, dict) else {}
        for name, value in members.items():
            if _HISTORY.search(str(name)) and isinstance(value, int | float):
                yield value != 0
    for figure in health.figures:
        heat = figure.unit is ValueUnit.CELSIUS
        if heat and figure.title not in _NOW and "Specified" not in figure.key:
            yield bool(figure.value)
