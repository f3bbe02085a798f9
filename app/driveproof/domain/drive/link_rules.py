# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the facts of a link mean: its ceiling, and whether it runs below its best speed."""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.drive.link import LinkState
from driveproof.domain.notes import Note

MB = 1_000_000

# A line carries ten bits for a byte (8b/10b); frames and their answers take another 8 to 10 %:
# Serial ATA 3.5, 7.2 and 9.1. 560 MB/s is what the fastest drives reach on 6 Gb/s.
SATA_CEILINGS = {1.5: 130 * MB, 3.0: 270 * MB, 6.0: 550 * MB}

# Bytes a second of one lane after line coding (PCI Express Base 6.0, 1.2 and 4.2: 8b/10b up to
# 5 GT/s, 128b/130b up to 32, flits of 242 of 256 bytes at 64), by transfers in GT/s.
_PCIE_LANE = {
    2.5: 250e6, 5.0: 500e6, 8.0: 984.6e6, 16.0: 1969.2e6, 32.0: 3938.5e6, 64.0: 7562.5e6
}  # fmt: skip
_PCIE_NAMES = {2.5: "1.0", 5.0: "2.0", 8.0: "3.0", 16.0: "4.0", 32.0: "5.0", 64.0: "6.0"}
_PCIE_LANES = frozenset({1, 2, 4, 8, 12, 16, 32})
# Headers take 24 of each 280 or 536 bytes (payloads of 256 and 512, the usual ones): 91 to 95 %
# remain. The fastest drives of each generation are sold with 3.6, 7.45 and 14.9 GB/s on 4 lanes.
PCIE_SHARE = 0.95

# Mbit/s to bytes a second. USB 2 polls and has one transfer at a time; 8b/10b at 5 Gb/s, 128b/132b
# from 10 Gb/s on, then the headers of packets (USB 3.2, 3 and 8): what good bridges reach.
USB_CEILINGS = {480: 40 * MB, 5000: 450 * MB, 10000: 1000 * MB, 20000: 2000 * MB}


@dataclass(frozen=True, slots=True)
class PcieLink:
    """A PCIe link: `rate` in GT/s, number of lanes. Anything odd is no link: `pcie_link`."""

    rate: float
    lanes: int

    @property
    def name(self) -> str:
        """PCIe 4.0 x4."""
        return f"PCIe {_PCIE_NAMES[self.rate]} x{self.lanes}"

    @property
    def ceiling(self) -> int:
        """Bytes a second."""
        return round(_PCIE_LANE[self.rate] * self.lanes * PCIE_SHARE)

    def with_(self, other: PcieLink | None) -> PcieLink:
        """What both ends can do together."""
        if other is None:
            return self
        return PcieLink(min(self.rate, other.rate), min(self.lanes, other.lanes))


def pcie_link(speed: str, width: str) -> PcieLink | None:
    """From "16.0 GT/s PCIe" and "4"; None for "Unknown", 63 lanes and all that a drive which
    sleeps deeply answers.
    """
    try:
        rate, lanes = float(speed.split(maxsplit=1)[0]), int(width)
    except (ValueError, IndexError):
        return None
    return PcieLink(rate, lanes) if rate in _PCIE_LANE and lanes in _PCIE_LANES else None


def judge_pcie(
    now: PcieLink | None,
    drive: PcieLink | None,
    slot: PcieLink | None,
    *,
    under_load: bool,
    tunnel: bool,
    source: str,
) -> LinkState:
    """`drive` and `slot` are the best speed of each end, None where not reported; `tunnel` is
    Thunderbolt or USB4.
    """
    if tunnel:
        return LinkState(
            kind="pcie",
            now=now.name if now else "",
            meaning=Note("Connected through Thunderbolt or USB4, without a reported speed."),
            source=source,
        )
    if now is None:
        meaning = Note("The link speed is not reported.")
        return LinkState(kind="pcie", meaning=meaning, source=source)
    best = drive.with_(slot) if drive else None
    slower: bool | None = None
    advice: Note | None = None
    unclear = False
    if best is None:
        meaning = Note("Runs at {now}; the maximum is unknown.", now=now.name)
    elif slot is None and (now.lanes < best.lanes or (now.rate < best.rate and under_load)):
        unclear = True  # the slot may be the slow one: a virtual machine does not report it
        meaning = Note(
            "Runs at {now}; {best} may be possible.",
            now=now.name,
            best=best.name,
        )
    elif now.lanes == best.lanes and now.rate < best.rate and not under_load:
        meaning = Note("Saves power at {now}; {best} is possible.", now=now.name, best=best.name)
        advice = Note("Measure it under load.")
    elif now.lanes < best.lanes or now.rate < best.rate:
        slower = True
        meaning = Note("Runs at {now}; {best} is possible.", now=now.name, best=best.name)
        advice = Note(
            "Reseat the drive. Check adapters, risers, and the lanes and firmware settings of the"
            " slot."
        )
    else:
        slower = False
        meaning = Note("Runs at {now}, the maximum.", now=now.name)
        if drive is not None and best != drive:
            meaning = Note(
                "Runs at {now}, limited by the port; the drive supports {best}.",
                now=now.name,
                best=drive.name,
            )
            advice = Note("Try a faster port.")
    # An idle link that only shows less is no lower ceiling.
    carries = best if best is not None and slower is None and not unclear else now
    return LinkState(
        kind="pcie",
        now=now.name,
        best=best.name if best else "",
        ceiling=carries.ceiling,
        best_ceiling=best.ceiling if best else None,
        slower=slower,
        meaning=meaning,
        advice=advice,
        source=source,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class SataFacts:
    """Speeds in Gb/s, None where unknown: of the link, of the drive (word 76 of IDENTIFY DEVICE),
    and the limit that controller or firmware set.

    `lowered` counts how often the kernel slowed the drive down after errors, `errors` the link
    errors that it remembers.
    """

    now: float | None = None
    drive: float | None = None
    limit: float | None = None
    lowered: int | None = None
    errors: int | None = None


def judge_sata(facts: SataFacts, source: str) -> LinkState:
    """Rules: slowed down by the kernel after errors, or slower than drive and port can, is a
    fault; a slow port is not, and where only one of them is known the other may be the slow one.
    """
    now, lowered = facts.now, bool(facts.lowered)
    if now is None:
        return LinkState(
            kind="sata", meaning=Note("The link speed is not reported."), source=source
        )
    ends = [speed for speed in (facts.drive, facts.limit) if speed is not None]
    best = max(now, min(ends)) if ends else None
    count = sum(value for value in (facts.lowered, facts.errors) if value is not None)
    slower: bool | None = None
    advice: Note | None = None
    cable = Note("Reconnect or replace the cable, then try another port.")
    one_end = bool(facts.drive) != bool(facts.limit)
    if best is not None and now < best and one_end and not lowered:
        meaning = Note("Runs at {now}; {best} may be possible.", now=_sata(now), best=_sata(best))
        advice = Note("Try a faster port.") if facts.drive else None
    elif best is not None and now < best:
        slower = True
        meaning = Note("Runs at {now}; {best} is possible.", now=_sata(now), best=_sata(best))
        if lowered:
            meaning = _and(meaning, Note("The kernel slowed it down after link errors."))
        advice = cable
    elif facts.limit is not None and facts.drive is not None and facts.limit < facts.drive:
        slower = False
        meaning = Note(
            "Runs at {now}, limited by the port; the drive supports {best}.",
            now=_sata(now),
            best=_sata(facts.drive),
        )
        advice = Note("Try a faster port.")
    elif best is None:
        meaning = Note("Runs at {now}; the maximum is unknown.", now=_sata(now))
    else:
        slower = False
        meaning = Note("Runs at {now}, the maximum.", now=_sata(now))
    if count and not slower:
        meaning = _and(meaning, Note("Link errors since startup: {count}.", count=count))
        advice = advice or cable
    return LinkState(
        kind="sata",
        now=_sata(now),
        best=_sata(best) if best is not None else "",
        ceiling=SATA_CEILINGS.get(now),
        best_ceiling=SATA_CEILINGS.get(best) if best is not None else None,
        slower=slower,
        meaning=meaning,
        advice=advice,
        source=source,
        errors=None if facts.lowered is None and facts.errors is None else count,
    )


def _and(first: Note, second: Note) -> Note:
    """Two sentences, one after the other."""
    # Translators: Two sentences.
    return Note("{first} {second}", first=first, second=second)


def _sata(speed: float) -> str:
    return f"SATA {speed:g} Gb/s"


@dataclass(frozen=True, slots=True, kw_only=True)
class UsbFacts:
    """Speeds in Mbit/s. `version` is bcdUSB ("3.20"), `can` what the drive's own descriptors
    name as its best (None: not read).
    """

    speed: float | None = None
    lanes: int | None = None
    version: str = ""
    can: float | None = None
    hub: float | None = None
    driver: str = ""


def judge_usb(facts: UsbFacts, source: str) -> LinkState:
    """A USB 3 drive on USB 2 is slower than it could be. Such a drive says "USB 2.1" there
    (USB 3.2, 9.2.6.6), which a USB 2 stick hardly ever does; where its capabilities can be read,
    they decide.
    """
    if facts.speed is None:
        return LinkState(kind="usb", meaning=Note("The link speed is not reported."), source=source)
    now = usb_name(facts.speed, facts.lanes)
    best = max(facts.speed, facts.can) if facts.can else None
    slower: bool | None
    advice: Note | None = None
    usb_3 = facts.can is None and usb_version(facts.version) >= 0x210
    if facts.speed < 5000 and ((facts.can or 0) >= 5000 or usb_3):
        slower, meaning = True, Note("Runs at {now}, but this is a USB 3 drive.", now=now)
    elif best is not None and facts.speed < best and facts.hub and facts.hub <= facts.speed:
        slower = False
        meaning = Note(
            "Runs at {now}, limited by the port; the drive supports {best}.",
            now=now,
            best=usb_name(best),
        )
        advice = Note("Try a faster port.")
    elif best is not None and facts.speed < best:
        slower = True
        meaning = Note("Runs at {now}; {best} is possible.", now=now, best=usb_name(best))
        advice = Note("Use a short cable for this speed.")
    else:
        slower = False if best is not None or facts.speed < 5000 else None
        meaning = (
            Note("Runs at {now}; the maximum is unknown.", now=now)
            if best is None
            else Note("Runs at {now}, the maximum.", now=now)
        )
    if slower and facts.speed < 5000:
        advice = Note("Use a USB 3 port and cable, without a USB 2 hub.")
    if facts.driver == "usb-storage" and facts.speed >= 5000:
        one = Note("The driver usb-storage sends one command at a time.")
        meaning = _and(meaning, one)
    elif facts.driver:
        meaning = _and(meaning, Note("Driver: {driver}.", driver=facts.driver))
    return LinkState(
        kind="usb",
        now=now,
        best=usb_name(best) if best is not None else "",
        ceiling=USB_CEILINGS.get(round(facts.speed)),
        best_ceiling=USB_CEILINGS.get(round(best)) if best is not None else None,
        slower=slower,
        meaning=meaning,
        advice=advice,
        source=source,
    )


def usb_name(speed: float, lanes: int | None = None) -> str:
    """USB 480 Mb/s, USB 20 Gb/s (2 lanes)."""
    text = f"USB {speed / 1000:g} Gb/s" if speed >= 1000 else f"USB {speed:g} Mb/s"
    return f"{text} ({lanes} lanes)" if lanes is not None and 1 < lanes <= 4 else text


def usb_version(text: str) -> int:
    """bcdUSB as a number: " 2.10" is 0x210; 0 for what is none."""
    major, point, minor = text.strip().partition(".")
    digits = major + minor
    if not point or not digits.isascii() or not digits.isdigit() or len(minor) != 2:
        return 0
    return int(digits, 16) if len(digits) <= 4 else 0
