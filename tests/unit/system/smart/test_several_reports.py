# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Several reports in a file: calls about one drive are one report, and none of the others is lost.

And JSON where people put it: below its command, in a fence, in a row.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.builders.pasted_reports import ATA, NVME_GOOD
from tests.builders.smartctl_texts import OLD_ATA, STICK, judged
from tests.fakes.reports import nvme, sas, sata_ssd

from driveproof.domain.health.report import Health
from driveproof.domain.health.verdict import FAILING, GOOD, UNKNOWN
from driveproof.system.smart.smartctl import parse_report, parse_reports

HEAD = "smartctl 7.0 2018-12-30 r4883 [x86_64-linux-3.10.0] (local build)\n\n"
INFORMATION = """\
=== START OF INFORMATION SECTION ===
Model Number:                       SOME NVME 512G
Serial Number:                      S000001
Firmware Version:                   1.0
Total NVM Capacity:                 512.110.190.592 [512 GB]
Local Time is:                      Mon Jun 15 07:44:20 2020 UTC

"""
DEGRADED = """\
=== START OF SMART DATA SECTION ===
SMART overall-health self-assessment test result: FAILED!
- NVM subsystem reliability has been degraded

"""
PASSED = """\
=== START OF READ SMART DATA SECTION ===
SMART overall-health self-assessment test result: PASSED

"""


def every(words: str) -> tuple[Health, ...]:
    return parse_reports(words.encode(), "report.txt")


def words_of(reports: tuple[Health, ...]) -> list[str]:
    return [judged(one).word for one in reports]


@pytest.mark.parametrize("device", ["/dev/nvme0", ""])
def test_two_calls_about_one_drive_are_one_report(device: str) -> None:
    calls = [f"# smartctl -{letter} {device}\n{HEAD}" if device else HEAD for letter in "iH"]
    for order in ((INFORMATION, DEGRADED), (DEGRADED, INFORMATION)):
        (health,) = every("".join(call + part for call, part in zip(calls, order, strict=True)))
        assert (health.model, health.capacity) == ("SOME NVME 512G", 512_110_190_592)
        assert (health.kind, health.passed, health.warnings) == ("nvme", False, ("degraded",))
        assert judged(health).word == FAILING


@pytest.mark.parametrize(
    ("line", "warning"),
    [
        ("available spare has fallen below threshold", "spare"),
        ("media has been placed in read only mode", "readonly"),
        ("volatile memory backup device has failed", "volatile_mem"),
        ("unknown critical warning(s) (0x40)", "reserved"),
    ],
)
def test_the_reasons_below_a_failed_status(line: str, warning: str) -> None:
    degraded = DEGRADED.replace("NVM subsystem reliability has been degraded", line)
    (health,) = every(HEAD + INFORMATION + degraded)
    assert health.warnings == (warning,)


def test_a_short_list_of_failed_attributes_is_a_part_of_the_table() -> None:
    table = ATA.replace(
        "100   100   010    Pre-fail  Always       -       0",
        "001   001   112    Old_age   Always   FAILING_NOW 27848",
    )
    rows = [line for line in table.splitlines() if line.startswith(("ID#", "  5 "))]
    marginal = f"{HEAD}{PASSED.rstrip()}\nPlease note the following marginal Attributes:\n"
    (health,) = every(marginal + "\n".join(rows) + f"\n\n{HEAD}{table}")
    assert (health.model, len(health.attributes)) == ("SOME DISK", 4)
    assert health.reallocated == 27848


def test_a_second_device_is_another_report() -> None:
    words = (
        f"# smartctl -i /dev/nvme0\n{HEAD}{INFORMATION}# smartctl -H /dev/nvme1\n{HEAD}{DEGRADED}"
    )
    first, second = every(words)
    assert (first.model, first.passed) == ("SOME NVME 512G", None)
    assert first.missing is not None
    assert (second.model, judged(second).word) == ("", FAILING)


def test_each_drive_behind_a_controller_is_a_report() -> None:
    calls = (
        f"# smartctl -a -d megaraid,{place} /dev/sda\n{HEAD}{PASSED if place else DEGRADED}"
        for place in range(3)
    )
    assert words_of(every("\n".join(calls))) == [FAILING, GOOD, GOOD]


@pytest.mark.parametrize("headless", [False, True])
def test_no_report_of_several_is_lost(headless: bool) -> None:
    texts = [NVME_GOOD, OLD_ATA, ATA]
    if not headless:
        texts = [HEAD + NVME_GOOD, OLD_ATA, HEAD + ATA]
    found = every("\n\n".join([*texts, STICK]) if not headless else "\n\n".join(texts))
    assert [one.model for one in found[:3]] == ["SOME NVME 500G", "ST3250410AS", "SOME DISK"]
    assert words_of(found) == [GOOD, FAILING, GOOD, UNKNOWN][: len(found)]
    assert len(found) == (3 if headless else 4)
    assert parse_report("\n\n".join(texts).encode(), "x").model == "SOME NVME 500G"


def test_two_readings_of_one_drive_are_two_reports() -> None:
    later = ATA.replace("-       0\n198", "-       8\n198").replace(
        "Device Model:", "Serial Number:    S1\nDevice Model:"
    )
    before = ATA.replace("Device Model:", "Serial Number:    S1\nDevice Model:")
    found = every(HEAD + before + "\n" + HEAD + later)
    assert [one.pending for one in found] == [0, 8]


def test_a_first_call_that_did_not_know_the_adapter_is_no_report_of_its_own() -> None:
    words = f"# smartctl -a /dev/sdc\n{STICK}\n# smartctl -a -d sat /dev/sdc\n{HEAD}{ATA}"
    (health,) = every(words)
    assert (health.model, health.missing, judged(health).word) == ("SOME DISK", None, GOOD)


# JSON


def dumped(report: dict[str, Any], indent: int | None = 2) -> str:
    return json.dumps(report, indent=indent)


@pytest.mark.parametrize(
    "around",
    [
        "```json\n{}\n```\n",
        "$ sudo smartctl -x -j /dev/sda\n{}\n$ \n",
        "Here it is:\n\n    {}\n\nThanks!",
        "> {}",
        "[code]{}[/code]",
        "<pre>{}</pre>",
    ],
)
@pytest.mark.parametrize("make", [nvme, sata_ssd, sas])
def test_json_below_its_command_or_in_a_fence(make: Any, around: str) -> None:
    words = dumped(make())
    if around.startswith(("    ", "> ")):
        words = words.replace("\n", f"\n{around[:-2]}")
    told = parse_report(around.replace("{}", words).encode(), "report.md")
    expected = parse_report(dumped(make()).encode(), "report.json")
    assert told == expected


def test_json_with_typeset_quotation_marks() -> None:
    words = dumped(nvme()).replace('"', "\u201d")
    assert parse_report(words.encode(), "x").kind == "nvme"


def test_json_with_the_signs_of_a_web_page() -> None:
    words = dumped(nvme()).replace("  ", "\u00a0\u00a0").replace('"', "&quot;")
    assert parse_report(f"<pre>\n{words}</pre>".encode(), "x").kind == "nvme"


@pytest.mark.parametrize("form", ["row", "list", "lines"])
def test_several_documents(form: str) -> None:
    made = [nvme(), sata_ssd(), sas()]
    words = {
        "row": "".join(map(dumped, made)),
        "list": dumped(made),  # type: ignore[arg-type]
        "lines": "\n".join(dumped(one, None) for one in made),
    }[form]
    assert [one.kind for one in every(words)] == ["nvme", "ata", "scsi"]


def test_two_calls_with_json_are_one_report() -> None:
    whole = sata_ssd()
    about = ("model_name", "serial_number", "firmware_version", "user_capacity", "rotation_rate")
    first = {"smartctl": whole["smartctl"]} | {key: whole[key] for key in about if key in whole}
    second = {key: value for key, value in whole.items() if key not in about}
    second |= {"serial_number": whole["serial_number"]}
    (health,) = every(dumped(first) + dumped(second))
    assert (health.model, health.capacity) == (
        whole["model_name"], whole["user_capacity"]["bytes"],
    )  # fmt: skip
    assert health.attributes == parse_report(dumped(whole).encode(), "x").attributes


@pytest.mark.parametrize("size", [{"n": 500107862016, "s": "500107862016"},
                                  {"n": 5.00107862016e11, "s": "500107862016"}])  # fmt: skip
def test_a_number_as_number_and_text(size: dict[str, Any]) -> None:
    report = sata_ssd() | {"user_capacity": {"blocks": {"n": 976773168, "s": "976773168"},
                                             "bytes": size}}  # fmt: skip
    assert parse_report(dumped(report).encode(), "x").capacity == 500_107_862_016


def test_the_names_that_scsi_had_at_first() -> None:
    report = {key.removeprefix("scsi_") if key in {"scsi_revision", "scsi_vendor", "scsi_product"}
              else key: value for key, value in sas().items()}  # fmt: skip
    for key in ("model_name", "scsi_model_name", "firmware_version"):
        report.pop(key, None)
    report |= {"vendor": "HGST", "product": "HUS1234", "revision": "C3D0"}
    health = parse_report(dumped(report).encode(), "x")
    assert (health.kind, health.model, health.firmware) == ("scsi", "HGST HUS1234", "C3D0")
