# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast one processor encrypts as dm-crypt does, in memory, without root (AF_ALG).

The kernel's Documentation/crypto/userspace-if.rst; `cryptsetup benchmark` measures the same.
"""

from __future__ import annotations

import os
import socket
import time

CIPHER = "xts(aes)"
KEY = 64
"""Bytes: two keys of 256 bits, what cryptsetup(8) chooses for LUKS2 (aes-xts-plain64)."""
_BLOCK = 64 * 1024
_IV = 16


def cipher_rate(seconds: float = 0.3) -> float | None:
    """Bytes encrypted a second; takes that long. None where the kernel does not offer it."""
    try:
        with socket.socket(socket.AF_ALG, socket.SOCK_SEQPACKET, 0) as cipher:
            cipher.bind(("skcipher", CIPHER))
            cipher.setsockopt(socket.SOL_ALG, socket.ALG_SET_KEY, os.urandom(KEY))
            with cipher.accept()[0] as operation:
                return _rate(operation, seconds)
    except OSError:
        return None


def _rate(operation: socket.socket, seconds: float) -> float:
    data, done = bytes(_BLOCK), 0
    begun = time.monotonic()
    while (spent := time.monotonic() - begun) < seconds:
        operation.sendmsg_afalg([data], op=socket.ALG_OP_ENCRYPT, iv=bytes(_IV))
        done += len(operation.recv(_BLOCK))
    return done / spent
