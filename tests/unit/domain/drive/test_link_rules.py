# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the facts of a link mean."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.bus_limit import limited_by_bus
from driveproof.domain.drive.link import LinkState
from driveproof.domain.drive.link_rules import (
    PcieLink,
    SataFacts,
    UsbFacts,
    judge_pcie,
    judge_sata,
    judge_usb,
    pcie_link,
    usb_version,
)

GEN3, GEN4, GEN5 = (PcieLink(rate, 4) for rate in (8.0, 16.0, 32.0))


def pcie(
    now: PcieLink | None, drive: PcieLink | None, slot: PcieLink | None, *, load: bool = False
) -> LinkState:
    return judge_pcie(now, drive, slot, under_load=load, tunnel=False, source="/sys/x")


def test_ceilings_are_those_that_good_drives_reach() -> None:
    assert 3.6e9 < GEN3.ceiling < 3.8e9
    assert 7.4e9 < GEN4.ceiling < 7.6e9
    assert 14.8e9 < GEN5.ceiling < 15.1e9
    assert judge_sata(SataFacts(now=6.0), "").ceiling == 550_000_000
    assert judge_sata(SataFacts(now=3.0), "").ceiling == 270_000_000
    assert judge_sata(SataFacts(now=1.5), "").ceiling == 130_000_000
    assert judge_usb(UsbFacts(speed=480), "").ceiling == 40_000_000
    assert judge_usb(UsbFacts(speed=5000), "").ceiling == 450_000_000
    assert judge_usb(UsbFacts(speed=10000), "").ceiling == 1_000_000_000
    assert judge_usb(UsbFacts(speed=20000, lanes=2), "").ceiling == 2_000_000_000
    assert judge_usb(UsbFacts(speed=12), "").ceiling is None


def test_full_speed_is_said() -> None:
    state = pcie(GEN4, GEN4, GEN5)
    assert (state.slower, state.now, state.best, state.advice) == (
        False, "PCIe 4.0 x4", "PCIe 4.0 x4", None,
    )  # fmt: skip


def test_a_slower_slot_is_the_limit_and_no_fault() -> None:
    state = pcie(GEN3, GEN4, GEN3)
    assert state.slower is False
    assert state.best == "PCIe 3.0 x4"
    assert state.advice and "PCIe 4.0 x4" in str(state.meaning)


def test_an_idle_link_that_shows_less_is_not_judged_before_it_works() -> None:
    low = PcieLink(2.5, 4)
    idle = pcie(low, GEN4, GEN4)
    assert idle.slower is None
    assert idle.ceiling == GEN4.ceiling, "what it can carry once it works"
    busy = pcie(low, GEN4, GEN4, load=True)
    assert busy.slower is True
    assert busy.ceiling == low.ceiling
    assert busy.best_ceiling == GEN4.ceiling
    assert busy.advice


def test_missing_lanes_are_missing_at_rest_too() -> None:
    state = pcie(PcieLink(16.0, 2), GEN4, GEN4)
    assert state.slower is True
    assert "PCIe 4.0 x4" in str(state.meaning)
    assert state.advice


@pytest.mark.parametrize("now", [PcieLink(16.0, 2), GEN3])
def test_nobody_blames_a_link_whose_slot_is_not_known(now: PcieLink) -> None:
    state = pcie(now, GEN4, None, load=True)
    assert state.slower is None
    assert state.ceiling == now.ceiling
    assert pcie(GEN4, GEN4, None).slower is False


def test_behind_a_cable_the_link_of_the_card_says_nothing() -> None:
    state = judge_pcie(
        PcieLink(2.5, 4), GEN3, PcieLink(2.5, 4), under_load=True, tunnel=True, source="x"
    )
    assert (state.slower, state.ceiling) == (None, None)
    assert "Thunderbolt" in str(state.meaning)


def test_a_drive_that_sleeps_has_no_link() -> None:
    assert pcie_link("Unknown", "63") is None
    assert pcie_link("16.0 GT/s PCIe", "4") == GEN4
    assert pcie_link("16.0 GT/s PCIe", "0") is None
    assert pcie(None, GEN4, GEN4).slower is None


@pytest.mark.parametrize(
    ("facts", "slower", "advised"),
    [
        (SataFacts(now=6.0, drive=6.0), False, False),
        (SataFacts(now=6.0, drive=6.0, limit=6.0), False, False),
        (SataFacts(now=3.0, drive=3.0), False, False),
        (SataFacts(now=3.0, drive=6.0, limit=3.0), False, True),
        (SataFacts(now=3.0, drive=6.0), None, True),
        (SataFacts(now=3.0, drive=6.0, limit=6.0), True, True),
        (SataFacts(now=3.0, limit=6.0), None, False),
        (SataFacts(now=3.0, limit=6.0, lowered=1), True, True),
        (SataFacts(now=3.0, drive=6.0, lowered=1), True, True),
        (SataFacts(now=6.0), None, False),
        (SataFacts(), None, False),
    ],
)
def test_sata(facts: SataFacts, slower: bool | None, advised: bool) -> None:
    state = judge_sata(facts, "/sys/x")
    assert state.slower is slower
    assert state.meaning
    assert bool(state.advice) == advised


def test_errors_of_the_link_are_said_at_full_speed_too() -> None:
    state = judge_sata(SataFacts(now=6.0, drive=6.0, lowered=0, errors=7), "/sys/x")
    assert (state.slower, state.errors) == (False, 7)
    assert "7" in str(state.meaning)
    assert state.advice
    assert judge_sata(SataFacts(now=6.0, lowered=0, errors=0), "").errors == 0
    assert judge_sata(SataFacts(now=6.0), "").errors is None, "nobody counted"


@pytest.mark.parametrize(
    ("facts", "slower", "advised"),
    [
        (UsbFacts(speed=480, version="2.00", can=480), False, False),
        (UsbFacts(speed=480, version="2.10"), True, True),
        (UsbFacts(speed=480, version="2.10", can=480), False, False),
        (UsbFacts(speed=480, version="2.10", can=5000), True, True),
        (UsbFacts(speed=5000, version="3.20", can=10000, hub=5000), False, True),
        (UsbFacts(speed=5000, version="3.20", can=10000, hub=20000), True, True),
        (UsbFacts(speed=10000, version="3.20", can=10000, hub=20000), False, False),
        (UsbFacts(speed=5000, version="3.20"), None, False),
        (UsbFacts(), None, False),
    ],
)
def test_usb(facts: UsbFacts, slower: bool | None, advised: bool) -> None:
    state = judge_usb(facts, "/sys/x")
    assert state.slower is slower
    assert state.meaning
    assert bool(state.advice) == advised


def test_usb_says_driver_and_lanes() -> None:
    assert "uas" in str(judge_usb(UsbFacts(speed=10000, driver="uas"), "").meaning)
    one = judge_usb(UsbFacts(speed=5000, driver="usb-storage"), "")
    assert "usb-storage" in str(one.meaning)
    assert judge_usb(UsbFacts(speed=20000, lanes=2), "").now == "USB 20 Gb/s (2 lanes)"
    slow = UsbFacts(speed=480, version="2.10", can=5000)
    assert judge_usb(slow, "").slower and judge_usb(slow, "").advice is not None


def test_versions() -> None:
    assert usb_version(" 2.10") == 0x210
    assert usb_version("3.20") == 0x320
    for text in ("", "2", "2.1", "x.10", "2.1x", "99999.10", "².10", "-2.10"):
        assert usb_version(text) == 0, text


def test_limited_by_the_bus() -> None:
    assert limited_by_bus(495e6, 550_000_000)
    assert not limited_by_bus(494e6, 550_000_000)
    assert not limited_by_bus(None, 550_000_000)
    assert not limited_by_bus(5e9, None)
    assert not limited_by_bus(5e9, 237_000_000), "the virtual link of a virtual drive"


speeds = st.one_of(st.none(), st.sampled_from([1.5, 3.0, 6.0]))
counts = st.one_of(st.none(), st.integers(0, 2**64))


@given(speeds, speeds, speeds, counts, counts)
def test_any_sata(
    now: float | None, drive: float | None, limit: float | None, lowered: int | None, bad: int
) -> None:
    state = judge_sata(
        SataFacts(now=now, drive=drive, limit=limit, lowered=lowered, errors=bad), ""
    )
    assert state.meaning
    if state.slower:
        assert state.advice
        assert state.best
        assert (state.ceiling or 0) < (state.best_ceiling or 0)


@given(st.text(max_size=30), st.text(max_size=8))
def test_any_text_is_a_link_or_none(speed: str, width: str) -> None:
    found = pcie_link(speed, width)
    assert found is None or found.ceiling > 0
