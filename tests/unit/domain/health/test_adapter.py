# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which types of adapter are used and tried, in which order, and what an answer has to be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from driveproof.domain.drive.attachment import UsbAdapter, UsbDriver
from driveproof.domain.health.adapter import (
    HARMLESS,
    SAFE_ORDER,
    AdapterQuirk,
    AdapterType,
    FoundBy,
    Outcome,
    TypeAttempt,
    UsbSmart,
    known_types,
    learned,
    may_be_chosen,
    plausible,
    quirks_of,
    types_to_try,
)
from driveproof.system.smart.usb_adapters import shipped_notes

SAT, REALTEK, ASMEDIA, JMICRON = SAFE_ORDER
UNKNOWN = UsbSmart(adapter=UsbAdapter(0x1234, 0x5678, 0x100))
GB = 10**9


def attempt(kind: AdapterType, outcome: Outcome = Outcome.REFUSED) -> TypeAttempt:
    return TypeAttempt(type=kind, outcome=outcome)


@pytest.mark.parametrize(
    ("facts", "known"),
    [
        ({}, ()),
        ({"ata": True}, ((SAT, FoundBy.UDEV),)),
        ({"database": ("sat,12",)}, ((AdapterType.SAT_12, FoundBy.DATABASE),)),
        ({"database": ("sat", "sntjmicron")}, ()),
        # The database of smartctl 7.3 has this for SATA adapters as well.
        ({"ata": True, "database": ("sntjmicron",)}, ((SAT, FoundBy.UDEV),)),
        ({"database": ("sntjmicron",), "quirks": (AdapterQuirk.SATA,)}, ((SAT, FoundBy.DATABASE),)),
        # These invent an ATA disk, which udev believes.
        (
            {"ata": True, "database": ("sntrealtek",)},
            ((SAT, FoundBy.UDEV), (REALTEK, FoundBy.DATABASE)),
        ),
        ({"ata": True, "database": ("sat,12",)}, ((AdapterType.SAT_12, FoundBy.DATABASE),)),
        ({"database": ("a type of tomorrow",)}, ()),
        ({"attempts": (attempt(JMICRON, Outcome.WORKED),)}, ((JMICRON, FoundBy.REMEMBERED),)),
        (
            {
                "database": ("sntrealtek",),
                "attempts": (attempt(REALTEK), attempt(SAT, Outcome.WORKED)),
            },
            ((SAT, FoundBy.REMEMBERED),),
        ),
        ({"database": ("sntrealtek",), "attempts": (attempt(REALTEK),)}, ()),
        # With another drive in such an adapter: only what cannot harm this one.
        ({"elsewhere": (JMICRON, ASMEDIA)}, ((ASMEDIA, FoundBy.REMEMBERED),)),
        ({"ata": True, "elsewhere": (SAT,)}, ((SAT, FoundBy.UDEV),)),
    ],
)  # fmt: skip
def test_what_is_known(
    facts: dict[str, object], known: tuple[tuple[AdapterType, FoundBy], ...]
) -> None:
    assert known_types(replace(UNKNOWN, **facts)) == known


@pytest.mark.parametrize(
    ("facts", "mounted", "tried"),
    [
        ({}, False, SAFE_ORDER),
        ({}, True, (SAT, REALTEK, ASMEDIA)),
        ({"attempts": (attempt(SAT), attempt(REALTEK))}, False, (ASMEDIA, JMICRON)),
        ({"attempts": tuple(map(attempt, SAFE_ORDER))}, False, ()),
        ({"attempts": (attempt(SAT, Outcome.TOO_OLD),)}, True, (SAT, REALTEK, ASMEDIA)),
        ({"database": ("sat", "sntjmicron")}, False, SAFE_ORDER),
        ({"elsewhere": (ASMEDIA,)}, False, (ASMEDIA, SAT, REALTEK, JMICRON)),
        # What the database has is used while it is mounted, but after what is harmless.
        ({"database": ("usbsunplus",)}, True, (SAT, REALTEK, ASMEDIA, AdapterType.USBSUNPLUS)),
        ({"database": ("sntjmicron",)}, True, SAFE_ORDER),
        ({"quirks": (AdapterQuirk.SATA,)}, False, (SAT, REALTEK, ASMEDIA)),
        ({"attempts": (attempt(SAT, Outcome.WORKED),)}, False, (SAT, REALTEK, ASMEDIA)),
    ],
)  # fmt: skip
def test_what_is_tried(
    facts: dict[str, object], mounted: bool, tried: tuple[AdapterType, ...]
) -> None:
    assert types_to_try(replace(UNKNOWN, **facts), mounted=mounted) == tried


def test_nothing_is_tried_by_itself_that_has_done_harm() -> None:
    """Only a person may choose the types of old adapters; those that write are in no list."""
    assert {one for one in AdapterType if one.startswith("usb") or one == "sat,12"}.isdisjoint(
        types_to_try(UNKNOWN, mounted=False)
    )
    assert not any(one.startswith("jm") for one in AdapterType)
    assert SAFE_ORDER.index(JMICRON) > SAFE_ORDER.index(SAT)


@pytest.mark.parametrize("chosen", AdapterType)
def test_a_choice_while_it_is_mounted(chosen: AdapterType) -> None:
    assert may_be_chosen(UNKNOWN, chosen, mounted=False)
    assert may_be_chosen(UNKNOWN, chosen, mounted=True) == (chosen in HARMLESS)
    known = replace(UNKNOWN, attempts=(attempt(chosen, Outcome.WORKED),))
    assert may_be_chosen(known, chosen, mounted=True)


@pytest.mark.parametrize(
    ("model", "capacity", "nvme", "is_plausible"),
    [
        ("Samsung SSD 870 EVO", 500 * GB, False, True),
        ("", 500 * GB, False, False),
        ("  ", 500 * GB, True, False),
        ("Samsung SSD 870 EVO", None, False, False),
        ("Samsung SSD 980", None, True, True),
        ("Samsung SSD 870 EVO", 500 * GB - 512, False, False),
        ("WDC WD10JMVW", 500 * GB + 34 * 10**6, False, True),
        ("An invented disk", 2000 * GB, False, False),
        ("An invented disk", 2000 * GB, True, False),
    ],
)
def test_plausible(model: str, capacity: int | None, nvme: bool, is_plausible: bool) -> None:
    assert plausible(model, capacity, 500 * GB, nvme=nvme) is is_plausible


def test_learned() -> None:
    """One line for a type, and one type that works."""
    found = learned(
        (attempt(SAT, Outcome.WORKED), attempt(REALTEK)), attempt(JMICRON, Outcome.WORKED)
    )
    assert [one.type for one in found] == [REALTEK, JMICRON]
    assert learned(found, attempt(JMICRON)) == (attempt(REALTEK), attempt(JMICRON))


def test_blocked_by_linux() -> None:
    seagate = UsbAdapter(0x0BC2, 0xAB38, 0x100)
    quirks = quirks_of(seagate, shipped_notes())
    assert replace(UNKNOWN, adapter=seagate, quirks=quirks, driver=UsbDriver.UAS).blocked
    assert not replace(UNKNOWN, adapter=seagate, quirks=quirks, driver=UsbDriver.BOT).blocked
    assert quirks_of(UNKNOWN.adapter, shipped_notes()) == ()


@pytest.mark.parametrize("number", range(len(shipped_notes())))
def test_every_note_is_of_its_adapter_and_no_other(number: int) -> None:
    note = shipped_notes()[number]
    product = int(note.product or "0001", 16)
    first, last = (int(one, 16) for one in note.releases or ("0000", "ffff"))
    adapter = UsbAdapter(int(note.vendor, 16), product, last)
    assert note.source
    assert note.says in quirks_of(adapter, (note,))
    assert note.is_of(replace(adapter, release=first))
    assert not note.is_of(replace(adapter, vendor=adapter.vendor + 1))
    assert note.is_of(replace(adapter, product=product ^ 1)) == (note.product is None)
    assert note.is_of(replace(adapter, release=last + 1)) == (note.releases is None)
