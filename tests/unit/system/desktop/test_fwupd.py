# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""fwupd's report on a drive's firmware, and the message without one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.fakes.fwupd import FakeFwupd, drive
from tests.fakes.udisks2 import PrivateBus

from driveproof.domain.drive.drive import BlockDevice
from driveproof.system.desktop.fwupd import firmware_news, plain_text

MODEL = "Made NVMe 1TB"
OURS = BlockDevice(
    path="/dev/nvme0n1", name="nvme0n1", kind="nvme", model=MODEL, serial="S1", firmware="1.0"
)
NEWER = {
    "Version": ("s", "2.0"),
    "Description": (
        "s",
        "<p>Fixes <em>loss</em> of data.</p><ul><li>Faster TRIM</li><li>A &amp; B</li></ul>",
    ),
    "Urgency": ("u", 4),
    "Vendor": ("s", "Maker Inc."),
    "DetailsUrl": ("s", "https://maker.example/notes"),
}
OLDER = {"Version": ("s", "1.5")}


@pytest.fixture
def bus(tmp_path: Path) -> Iterator[PrivateBus]:
    with PrivateBus(tmp_path) as made:
        yield made


def test_the_newest_firmware_with_its_notes(bus: PrivateBus) -> None:
    ours, other = drive(MODEL, "1.0"), drive("Another", "7")
    upgrades = {"id-Made NVMe 1TB--1.0": [NEWER, OLDER]}
    with FakeFwupd(bus.address, [other, ours], upgrades) as fwupd:
        news = firmware_news(OURS, bus.address)
    assert fwupd.calls == ["GetDevices", "GetUpgrades"]
    assert (news.known, news.current, news.newest) == (True, "1.0", "2.0")
    assert news.notes == "Fixes loss of data.\n• Faster TRIM\n• A & B"
    assert (news.urgency, news.vendor) == ("critical", "Maker Inc.")
    assert (news.needs_reboot, news.link) == (True, "https://maker.example/notes")
    assert news.missing is None


def test_a_drive_with_nothing_newer_is_known(bus: PrivateBus) -> None:
    with FakeFwupd(bus.address, [drive(MODEL, "1.0")]):
        news = firmware_news(OURS, bus.address)
    assert (news.known, news.newest, news.missing) == (True, "", None)


def test_not_being_listed_is_not_being_up_to_date(bus: PrivateBus) -> None:
    with FakeFwupd(bus.address, [drive("Another", "1.0")]):
        news = firmware_news(OURS, bus.address)
    assert (news.known, news.newest, news.missing) == (False, "", None)


def test_the_serial_number_decides_where_it_is_told(bus: PrivateBus) -> None:
    twins = [drive(MODEL, "1.0", serial="S2"), drive("Renamed", "0.9", serial="S1")]
    upgrades = {"id-Renamed-S1-0.9": [NEWER], "id-Made NVMe 1TB-S2-1.0": [OLDER]}
    with FakeFwupd(bus.address, twins, upgrades):
        assert firmware_news(OURS, bus.address).newest == "2.0"
    with FakeFwupd(bus.address, twins[:1], upgrades):
        assert not firmware_news(OURS, bus.address).known  # the same model, but another drive


def test_among_several_of_a_model_the_firmware_decides(bus: PrivateBus) -> None:
    several = [drive(MODEL, "0.9"), drive(MODEL, "1.0")]
    upgrades = {"id-Made NVMe 1TB--1.0": [NEWER], "id-Made NVMe 1TB--0.9": [OLDER]}
    with FakeFwupd(bus.address, several, upgrades):
        assert firmware_news(OURS, bus.address).newest == "2.0"
    with FakeFwupd(bus.address, [drive(MODEL, "0.9"), drive(MODEL, "0.8")], upgrades):
        assert not firmware_news(OURS, bus.address).known


def test_without_fwupd_it_is_said(bus: PrivateBus) -> None:
    news = firmware_news(OURS, bus.address)
    assert news.missing
    assert not news.known
    assert "bus" in str(firmware_news(OURS, "unix:path=/no/such/bus").missing)


@pytest.mark.parametrize("silent", ["GetDevices", "GetUpgrades"])
def test_one_that_does_not_answer(bus: PrivateBus, silent: str) -> None:
    with FakeFwupd(bus.address, [drive(MODEL, "1.0")], silent=silent):
        news = firmware_news(OURS, bus.address, timeout=0.2)
    assert news.missing


def test_one_that_refuses_cannot_move_the_cursor(bus: PrivateBus) -> None:
    with FakeFwupd(bus.address, [], error="org.freedesktop.fwupd.AuthFailed"):
        missing = str(firmware_news(OURS, bus.address).missing)
    assert "\\x1b[31mno way" in missing


@pytest.mark.parametrize(
    "body",
    [
        ("s", ("no list",)),
        ("aas", ([["a"]],)),
        ("aa{sv}", ([{"Guid": ("s", "no list"), "Serial": ("u", 5), "Version": ("t", 1)}],)),
        ("aa{sv}", ([{}],)),
        ("", ()),
    ],
    ids=lambda body: body[0],
)
def test_nonsense_is_no_news(bus: PrivateBus, body: tuple[str, tuple[object, ...]]) -> None:
    with FakeFwupd(bus.address, [], body=body):
        news = firmware_news(OURS, bus.address)
    assert not news.known


def test_hostile_words_of_a_release_are_made_harmless(bus: PrivateBus) -> None:
    release = {
        "Version": ("s", "9\x1b[2J\n" + "9" * 5000),
        "Description": ("s", "<p>a<script>alert(1)</script>\x07b</p><b onclick=x>c" * 9999),
        "Urgency": ("s", "very"),
        "DetailsUrl": ("s", "javascript:alert(1)"),
        "Homepage": ("s", "file:///etc/shadow"),
    }
    ours = drive(MODEL, "1.0", Flags=("s", "none"))
    with FakeFwupd(bus.address, [ours], {"id-Made NVMe 1TB--1.0": [release]}):
        news = firmware_news(OURS, bus.address)
    assert news.newest.startswith("9\\x1b[2J\\n9")
    assert len(news.newest) <= 200
    assert (news.urgency, news.link, news.needs_reboot) == ("", "", False)
    assert news.notes.startswith("a\\x07b\n")
    assert "alert" not in news.notes


def test_lists_and_paragraphs() -> None:
    markup = "<p>One\n  line.</p><ol><li>first</li><li>second<ul><li>in it</li></ul></li></ol>end"
    assert plain_text(markup) == "One line.\n1. first\n2. second\n• in it\nend"
    assert plain_text("5 < 6 & 7 > 3") == "5 < 6 & 7 > 3"
    assert plain_text(None) == ""
    assert plain_text("") == ""


@given(
    st.text()
    | st.lists(st.sampled_from(["<p>", "<", "</li>", "<ol>", "<!--", "&#", "<![", "x"])).map(
        "".join
    )
)
def test_any_markup_is_plain_text_at_the_end(markup: str) -> None:
    assert all(line.isprintable() for line in plain_text(markup).split("\n"))
