# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The capabilities of a USB device: its binary object store, as the kernel exposes it."""

from __future__ import annotations

_DEVICE_CAPABILITY = 0x10
_SUPER_SPEED, _SUPER_SPEED_PLUS = 0x03, 0x0A  # USB 3.2, table 9-14
_EXPONENTS = {0: 1e-6, 1: 1e-3, 2: 1.0, 3: 1e3}  # bit/s, kbit/s, Mbit/s and Gbit/s, in Mbit/s


def best_speed(raw: bytes) -> float | None:
    """The highest speed in Mbit/s from `bos_descriptors` of /sys (since Linux 6.12).

    None where the file is missing or malformed. Source: USB 3.2, 9.6.2: a header of 5 bytes
    (length, type 0x0f, total length, number), then device capabilities, each with length, type 0x10
    and the kind of capability.
    """
    if len(raw) < 5 or raw[0] < 5 or raw[1] != 0x0F:
        return None
    total = min(len(raw), int.from_bytes(raw[2:4], "little"))
    at, best = raw[0], 480.0
    while at + 3 <= total:
        length = raw[at]
        if length < 3 or at + length > total:
            break
        part = raw[at : at + length]
        if part[1] == _DEVICE_CAPABILITY and part[2] == _SUPER_SPEED:
            best = max(best, 5000.0)
        elif part[1] == _DEVICE_CAPABILITY and part[2] == _SUPER_SPEED_PLUS:
            best = max(best, _plus(part))
        at += length
    return best


def _plus(part: bytes) -> float:
    """SuperSpeedPlus: the fastest sublink; its attributes take four bytes each from byte 12
    (9.6.2.5).
    """
    best = 5000.0
    if len(part) < 12:
        return best
    for at in range(12, len(part) - 3, 4):
        value = int.from_bytes(part[at : at + 4], "little")
        speed = (value >> 16) * _EXPONENTS[value >> 4 & 3]
        if 5000 <= speed <= 20000:
            best = max(best, speed)
    return best
