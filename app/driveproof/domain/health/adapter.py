# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""SMART behind a USB adapter: which type of adapter smartctl needs, what is known of it without a
command to it, and in which order types are tried where a person asks for that.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import msgspec

from driveproof.domain.codec import Decoder
from driveproof.domain.drive.attachment import UsbAdapter, UsbDriver
from driveproof.domain.errors import Advice, Remedy
from driveproof.domain.notes import Note


class AdapterType(StrEnum):
    """smartctl's `-d TYPE` for what is behind USB, in its words (smartctl(8)).

    Those of RAID adapters (jms56x, jmb39x) are missing: they write to a sector of the volume.
    """

    SAT = "sat"
    SAT_12 = "sat,12"
    SNTREALTEK = "sntrealtek"
    SNTASMEDIA = "sntasmedia"
    SNTJMICRON = "sntjmicron"
    SNTREALTEK_OR_SAT = "sntrealtek/sat"
    SNTASMEDIA_OR_SAT = "sntasmedia/sat"
    SNTJMICRON_OR_SAT = "sntjmicron/sat"
    USBJMICRON = "usbjmicron"
    USBJMICRON_X = "usbjmicron,x"
    USBJMICRON_0 = "usbjmicron,0"
    USBJMICRON_P = "usbjmicron,p"
    USBCYPRESS = "usbcypress"
    USBSUNPLUS = "usbsunplus"
    USBPROLIFIC = "usbprolific"
    USBASM1352R_0 = "usbasm1352r,0"
    USBASM1352R_1 = "usbasm1352r,1"

    @property
    def nvme(self) -> bool:
        """Whether it passes on NVMe commands, and of these only Identify and logs: no self-test."""
        return self.startswith("snt")


class AdapterSearch(StrEnum):
    """What a person may name in place of a type: look for it."""

    FIND = "find"


AdapterWish = AdapterType | AdapterSearch


class FoundBy(StrEnum):
    """How the type of an adapter became known; the words of JSON."""

    UDEV = "udev"
    """udev read the identity of an ATA drive through it when it was plugged in (ID_ATA)."""
    DATABASE = "database"
    """smartctl's drive database has the adapter."""
    REMEMBERED = "remembered"
    """It worked before."""
    TRIED = "tried"
    CHOSEN = "chosen"
    """A person named it."""


class Outcome(StrEnum):
    """What came of a type; the words of JSON and of the history."""

    WORKED = "worked"
    REFUSED = "refused"
    """smartctl failed, and said so."""
    IMPLAUSIBLE = "implausible"
    """An adapter answered for a drive that this one cannot be."""
    RESET = "reset"
    """The kernel reset the adapter, or lost it, after the command."""
    TOO_OLD = "too old"
    """This smartctl does not know the type: nothing was sent."""


class AdapterQuirk(StrEnum):
    """What is known of an adapter; the words of resources/usb-adapters.toml."""

    BLOCKED_ON_UAS = "blocked-on-uas"
    """Linux refuses ATA PASS-THROUGH while the adapter uses UAS."""
    SATA = "sata"
    """It is for SATA, whatever the drive database says of its id."""


SAFE_ORDER = (
    AdapterType.SAT,
    AdapterType.SNTREALTEK,
    AdapterType.SNTASMEDIA,
    AdapterType.SNTJMICRON,
)
"""The types that are tried by themselves, the harmless first: a wrong one of the first three gives
an error. sntjmicron on a SATA adapter is a reset of the drive (smartmontools, drivedb.h at
0x152d:0x0583, and issue 547), so it is tried where `sat` failed. The types of old adapters have
made drives disconnect (smartctl(8), usbjmicron and usbcypress): a person may choose them."""

HARMLESS = frozenset(SAFE_ORDER[:3])
"""Types that may be tried while a file system of the drive is mounted."""

_ATA_TYPES = frozenset(one for one in AdapterType if not one.nvme)
_MAY_INVENT = frozenset(
    {
        AdapterType.SNTREALTEK,
        AdapterType.SNTASMEDIA,
        AdapterType.SNTREALTEK_OR_SAT,
        AdapterType.SNTASMEDIA_OR_SAT,
    }
)
"""NVMe adapters of these types may answer an ATA IDENTIFY with a disk that there is not
(smartmontools, scsinvme.cpp): udev's ID_ATA is no proof there."""

_LEAST_SHARE = 0.99
"""Of a drive's capacity: some cases keep a few megabytes for themselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TypeAttempt:
    """A type that was used with one drive behind one adapter, and what came of it."""

    type: AdapterType
    outcome: Outcome
    words: str = ""
    """smartctl's own, where it failed."""
    kind: str = ""
    """The kind of drive that answered: a HealthKind."""
    model: str = ""
    serial: str = ""

    @property
    def worked(self) -> bool:
        """Whether it can be used."""
        return self.outcome is Outcome.WORKED

    @property
    def failed(self) -> bool:
        """Whether the adapter was asked, in vain: it is not asked again by itself."""
        return self.outcome not in {Outcome.WORKED, Outcome.TOO_OLD}


@dataclass(frozen=True, slots=True, kw_only=True)
class UsbSmart:
    """How SMART gets through the adapter of a drive: what is known, and what a reading used."""

    adapter: UsbAdapter
    driver: UsbDriver | None = None
    ata: bool = False
    """Whether udev has ID_ATA of the drive."""
    database: tuple[str, ...] = ()
    """The types that smartctl's drive database has for the adapter, in its words."""
    quirks: tuple[AdapterQuirk, ...] = ()
    attempts: tuple[TypeAttempt, ...] = ()
    """With this drive, before and now: one for each type."""
    elsewhere: tuple[AdapterType, ...] = ()
    """What worked with another drive behind such an adapter."""
    type: AdapterType | None = None
    """What this reading used."""
    found: FoundBy | None = None

    @property
    def listed(self) -> bool:
        """Whether the drive database knows what to do with the adapter."""
        return len(self.database) == 1

    @property
    def blocked(self) -> bool:
        """Whether Linux refuses ATA commands to the drive now."""
        return AdapterQuirk.BLOCKED_ON_UAS in self.quirks and self.driver is UsbDriver.UAS


def known_types(smart: UsbSmart) -> tuple[tuple[AdapterType, FoundBy], ...]:
    """The types that are used without trying, the likeliest first; () where none is known.

    ID_ATA comes before the database, except for a type of the database that is for ATA as well
    (sat,12): an older database has sntjmicron for adapters of SATA drives, too.
    """
    for one in smart.attempts:
        if one.worked:
            return ((one.type, FoundBy.REMEMBERED),)
    listed = _type_of(smart.database[0]) if smart.listed else None
    found: list[tuple[AdapterType, FoundBy]] = []
    if AdapterQuirk.SATA in smart.quirks:
        found.append((AdapterType.SAT, FoundBy.DATABASE))
    elif listed is not None and (not smart.ata or listed in _ATA_TYPES):
        found.append((listed, FoundBy.DATABASE))
    elif smart.ata:
        found.append((AdapterType.SAT, FoundBy.UDEV))
        if listed in _MAY_INVENT:
            found.append((listed, FoundBy.DATABASE))
    found += [(one, FoundBy.REMEMBERED) for one in smart.elsewhere if one in HARMLESS]
    failed = {one.type for one in smart.attempts if one.failed}
    first = dict(reversed(found))
    return tuple((one, first[one]) for one in dict(found) if one not in failed)


def types_to_try(smart: UsbSmart, *, mounted: bool) -> tuple[AdapterType, ...]:
    """The types to try where a person asks for it, in the safe order; never one that has failed
    with this drive, and none that may reset the drive while it is mounted.
    """
    failed = {one.type for one in smart.attempts if one.failed}
    known = [one for one, _ in known_types(smart)]
    order = dict.fromkeys((*(one for one in known if one in HARMLESS), *SAFE_ORDER, *known))
    return tuple(
        one
        for one in order
        if one not in failed
        and (one in HARMLESS or one in known or not mounted)
        and not (one is AdapterType.SNTJMICRON and _is_for_sata(smart))
    )


def may_be_chosen(smart: UsbSmart, chosen: AdapterType, *, mounted: bool) -> bool:
    """Whether a person may have this type used now."""
    return not mounted or chosen in HARMLESS or chosen in (one for one, _ in known_types(smart))


def _is_for_sata(smart: UsbSmart) -> bool:
    return AdapterQuirk.SATA in smart.quirks or any(
        one.worked and one.type in _ATA_TYPES for one in smart.attempts
    )


def _type_of(word: str) -> AdapterType | None:
    return AdapterType(word) if word in tuple(AdapterType) else None


def plausible(model: str, capacity: int | None, size: int, *, nvme: bool) -> bool:
    """Whether an identity can be that of the drive whose block device has `size` bytes.

    It has a model, and at least the size of the block device, which may be a little less. An NVMe
    controller may report no capacity; an ATA drive always does (ACS-3, IDENTIFY DEVICE).
    """
    if not model.strip():
        return False
    if capacity is None:
        return nvme
    return size <= capacity and size >= capacity * _LEAST_SHARE


def learned(attempts: Sequence[TypeAttempt], new: TypeAttempt) -> tuple[TypeAttempt, ...]:
    """The attempts with this one in place of an earlier one of its type; only one type works."""
    kept = (one for one in attempts if one.type is not new.type)
    return (*(one for one in kept if not (new.worked and one.worked)), new)


def why_unread(smart: UsbSmart, path: str, source: str) -> tuple[Note, Advice]:
    """Why nothing was read of the drive at `path` without a command that may do harm, and what to
    do; `source` is UDisks2 with its version, "" where smartctl was asked.
    """
    adapter = smart.adapter.id
    if smart.blocked:
        return (
            Note("Linux blocks SMART through this USB adapter ({adapter}) while it uses UAS.",
                 adapter=adapter),
            Advice("Start Linux with usb-storage.quirks={adapter}:u to use the slower BOT.",
                   adapter=adapter),
        )  # fmt: skip
    if known_types(smart):
        return _silent_udisks(source), Advice(Remedy.READ_WHOLE, path=path)
    if types_to_try(smart, mounted=True):
        return (
            Note("It is not known how to read SMART through this USB adapter ({adapter}).",
                 adapter=adapter),
            Advice(Remedy.FIND_ADAPTER_TYPE, path=path),
        )  # fmt: skip
    if types_to_try(smart, mounted=False):
        return (
            Note("No type that is harmless to a drive in use reads SMART through this USB adapter"
                 " ({adapter}).", adapter=adapter),
            Advice(Remedy.FIND_ADAPTER_TYPE_UNMOUNTED, path=path),
        )  # fmt: skip
    return (
        Note("No type that is safe to try reads SMART through this USB adapter ({adapter}).",
             adapter=adapter),
        Advice(Remedy.CHOOSE_ADAPTER_TYPE, path=path),
    )  # fmt: skip


def _silent_udisks(source: str) -> Note:
    """UDisks2 takes no disk behind USB for an ATA drive any more since 2.10.90 (its commit
    57cdd8af0).
    """
    version = re.match(r"UDisks2 (\d+)\.(\d+)\.(\d+)", source)
    if version and tuple(map(int, version.groups())) >= _WITHOUT_USB:
        return Note("{version} reads no SMART of drives behind USB.", version=source)
    return Note("UDisks2 cannot read drives behind this USB adapter.")


_WITHOUT_USB = (2, 10, 90)

_Hex = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{4}$")]
_Text = Annotated[str, msgspec.Meta(min_length=1)]


class AdapterNote(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is known of an adapter (resources/usb-adapters.toml has the keys)."""

    vendor: _Hex
    says: AdapterQuirk
    source: _Text
    product: _Hex | None = None
    releases: tuple[_Hex, _Hex] | None = None

    def is_of(self, adapter: UsbAdapter) -> bool:
        """Whether it is about this adapter."""
        if int(self.vendor, 16) != adapter.vendor:
            return False
        if self.product is not None and int(self.product, 16) != adapter.product:
            return False
        if self.releases is None:
            return True
        first, last = (int(one, 16) for one in self.releases)
        return first <= adapter.release <= last


_TABLE: Decoder[tuple[AdapterNote, ...]] = Decoder(tuple[AdapterNote, ...], 2**20)


def read_adapter_notes(text: str) -> tuple[AdapterNote, ...]:
    """The notes of a file as resources/usb-adapters.toml. Raises ValueError for a broken one."""
    return _TABLE.convert(tomllib.loads(text)["adapter"])


def quirks_of(adapter: UsbAdapter, notes: Iterable[AdapterNote]) -> tuple[AdapterQuirk, ...]:
    """What is known of an adapter, each once."""
    return tuple(dict.fromkeys(note.says for note in notes if note.is_of(adapter)))
