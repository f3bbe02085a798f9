# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is kept compressed: never more of it is unpacked than there can be."""

from __future__ import annotations

import zlib

MIB = 2**20
FIO_JSON = 64 * MIB
"""fio's own report: four times what is read of one while it runs."""
POSITIONS = 32 * MIB
"""24 bytes for each place of a scan, of which there are a million at most (fio/scan_log.py)."""
SAMPLES = 256 * MIB
"""A day of samples, two in a second, with a hundred latency bins in use in each: 190 MiB."""


def inflate(blob: object, most: int) -> bytes:
    """A zlib stream unpacked, at most `most` bytes.

    A megabyte can stand for a gigabyte: at most twice `most` bytes of memory are used, whatever a
    foreign history contains. Raises ValueError for a stream that is longer, cut off or invalid.
    """
    if not isinstance(blob, bytes):
        raise ValueError("it is no zlib stream")
    inflater = zlib.decompressobj()
    try:
        data = inflater.decompress(blob, most + 1)
    except zlib.error as error:
        raise ValueError(str(error)) from error
    if len(data) > most:
        raise ValueError(f"unpacked it would have more than {most} bytes")
    if not inflater.eof:
        raise ValueError("it is cut off")
    return data


def deflate(text: str) -> bytes:
    """A text compressed."""
    return zlib.compress(text.encode(), 6)
