# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast a drive is connected, how fast it could be, and what that limits."""

from __future__ import annotations

from dataclasses import dataclass

from driveproof.domain.notes import Note


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkState:
    """One drive's connection. `ceiling` is what it can carry now in bytes per second."""

    kind: str = ""
    """"pcie", "sata", "usb", "network" (the interface to a server) or ""."""
    now: str = ""
    """"PCIe 3.0 x4"."""
    best: str = ""
    """What drive and port could do together at best, "" where unknown."""
    ceiling: int | None = None
    best_ceiling: int | None = None
    slower: bool | None = None
    """Whether it runs below its best speed; None when that is unknown (an idle PCIe link)."""
    meaning: Note | None = None
    """What that means: "Runs at SATA 3 Gb/s; drive and port could SATA 6 Gb/s."."""
    advice: Note | None = None
    source: str = ""
    """Where it was read: "/sys/class/ata_link/link3/sata_spd"."""
    errors: int | None = None
    """Link errors and downshifts that the kernel counted since the start (SATA)."""
