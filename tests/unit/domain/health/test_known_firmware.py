# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Known faults of firmware: whose they are, and what they make of a rating."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest
from tests.builders.health_values import SSD, told
from tests.builders.patterns import matching

from driveproof.domain.health.known_firmware import (
    FirmwareEffect,
    FirmwareFault,
    FirmwareUpdate,
    faults_of,
    read_faults,
)
from driveproof.domain.health.verdict import (
    AXES,
    CAUTION,
    FAILING,
    UNKNOWN,
    Grade,
    HealthCode,
    HealthToDo,
)
from driveproof.domain.notes import Note
from driveproof.system.smart.known_drives import shipped_faults, with_what_is_known

FAULT = FirmwareFault(
    models=("Made *",),
    effect=FirmwareEffect.LOSES_DATA,
    symptom="It forgets.",
    update=FirmwareUpdate.IMAGE,
    source="a page",
    quality="a",
    before="1C00",
)


def test_every_shipped_entry_is_read_and_finds_a_drive_of_its_own() -> None:
    """A drive whose model and firmware are a pattern's own letters."""
    faults = shipped_faults()
    assert len(faults) > 20
    for fault in faults:
        version = matching(fault.firmware[0]) if fault.firmware else "0" * len(fault.before)
        for pattern in fault.models:
            found = faults_of(matching(pattern), version, faults)
            assert found == (fault,), (pattern, version)


@pytest.mark.parametrize(
    ("model", "firmware", "has"),
    [
        ("Made 2TB", "1B99", True),
        (" Made 2TB  ", "1B99 ", True),  # as IDENTIFY pads it
        ("Made 2TB", "1C00", False),
        ("Made 2TB", "1C01", False),
        ("Made 2TB", "9", False),  # another maker's numbers
        ("Made 2TB", "", False),
        ("made 2TB", "1B99", False),
        ("", "1B99", False),
    ],
)
def test_a_version_before_the_fix(model: str, firmware: str, *, has: bool) -> None:
    assert faults_of(model, firmware, [FAULT]) == ((FAULT,) if has else ())


@pytest.mark.parametrize(
    ("model", "firmware", "has"),
    [
        ("M4-CT128M4SSD2", "0009", True),
        ("M4-CT128M4SSD2", "0309", False),
        ("M4-CT256M4SSD3", "000F", False),  # newer than 0309
        ("Samsung SSD 840 EVO 250GB", "EXT0CB6Q", True),  # helped only for a while
        ("Samsung SSD 840 EVO 250GB", "EXT0DB6Q", False),
    ],
)
def test_versions_whose_numbers_do_not_tell(model: str, firmware: str, *, has: bool) -> None:
    assert bool(faults_of(model, firmware, shipped_faults())) == has


def test_a_fault_without_versions_is_that_of_every_version() -> None:
    every = msgspec.structs.replace(FAULT, before="")
    assert faults_of("Made 2TB", "", [every]) == (every,)


@pytest.mark.parametrize(
    "wrong",
    ['effect = "explodes"', 'update = "x"', 'source = ""', "models = []", "hours = 0", "more = 1"],
)
def test_a_broken_entry_is_refused(wrong: str) -> None:
    entry = {
        "models": '["a"]',
        "effect": '"fails"',
        "symptom": '"x"',
        "update": '"image"',
        "source": '"y"',
        "quality": '"a"',
    }
    key, _, value = wrong.partition(" = ")
    lines = (f"{name} = {text}" for name, text in {**entry, key: value}.items())
    with pytest.raises(ValueError):
        read_faults("[[firmware]]\n" + "\n".join(lines))


@pytest.mark.parametrize(
    ("effect", "update", "word", "to_do"),
    [
        (FirmwareEffect.BROKEN, FirmwareUpdate.REPLACE, FAILING, [HealthToDo.STOP_WRITING]),
        (FirmwareEffect.FAILS, FirmwareUpdate.IMAGE, CAUTION, [HealthToDo.UPDATE_FIRMWARE]),
        (FirmwareEffect.LOSES_DATA, FirmwareUpdate.WINDOWS, CAUTION,
         [HealthToDo.UPDATE_FIRMWARE]),
        (FirmwareEffect.WARNED, FirmwareUpdate.MANUFACTURER, CAUTION,
         [HealthToDo.UPDATE_FIRMWARE]),
    ],
)  # fmt: skip
def test_the_rating_of_a_healthy_drive(
    effect: FirmwareEffect, update: FirmwareUpdate, word: Grade, to_do: list[HealthToDo]
) -> None:
    fault = msgspec.structs.replace(FAULT, effect=effect, update=update)
    verdict = told(replace(SSD, firmware="1B00", firmware_faults=(fault,)))
    assert verdict.word == word
    assert [axis.axis for axis in verdict.axes] == [*AXES[:-1], "firmware", AXES[-1]]
    assert [one.code for one in verdict.advice] == to_do
    (known,) = (
        one for one in (*verdict.summary, *verdict.more) if one.code == HealthCode.KNOWN_FAULT
    )
    measured = update in {FirmwareUpdate.IMAGE, FirmwareUpdate.WINDOWS}
    assert [one.code for one in known.do] == [HealthToDo.MEASURE_UPDATE] * measured


def test_a_drive_whose_health_cannot_be_read_has_its_faults() -> None:
    silent = replace(
        SSD, passed=None, used=None, spare=None, media_errors=None, temperature=None,
        missing=Note("Behind an adapter."), firmware_faults=(FAULT,),
    )  # fmt: skip
    assert told(silent).word == CAUTION
    assert told(replace(silent, firmware_faults=())).word == UNKNOWN


def test_the_most_alarming_is_first() -> None:
    slow = msgspec.structs.replace(FAULT, effect=FirmwareEffect.SLOWS)
    assert faults_of("Made x", "1B00", [slow, FAULT]) == (FAULT, slow)


def test_a_drive_without_a_known_fault_stays_as_it_is() -> None:
    assert with_what_is_known(SSD) is SSD
