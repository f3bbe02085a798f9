# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The temperature in smartctl's report, which has it in several places."""

from __future__ import annotations

import re
from collections.abc import Iterator

from driveproof.domain.health.report import Attribute, Health
from driveproof.domain.health.rules import TEMPERATURES
from driveproof.domain.notes import Note
from driveproof.system.smart.json_tree import Tree
from driveproof.system.smart.validation import Reading

_NOW = ("Current Temperature",)
_HISTORY = re.compile(r"(?:lifetime|power_cycle|maximum|minimum)", re.ASCII)


def temperature(tree: Tree, reading: Reading, health: Health) -> float | None:
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
        reading.note(
            Note("The temperature is said to be 0\u202f°C and never another: it is not known.")
        )
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
        if figure.unit == "celsius" and figure.title not in _NOW and "Specified" not in figure.key:
            yield bool(figure.value)
