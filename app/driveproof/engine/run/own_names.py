# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Names of what a process has to remove: they say who made it, so that others know what is left
over.
"""

from __future__ import annotations

import os
import re
import zlib

from driveproof.system.kernel.small_files import began, boot_id, text_in

PREFIX = ".driveproof-"
_NAME = re.compile(r"\.driveproof-([0-9a-f]{8})-([0-9a-f]{8})-(\d{1,10})-(\d{1,20})-[0-9a-f]{8}")


def _short(text: str) -> str:
    """Eight digits that tell this text from others. A checksum will do; hashlib would load
    OpenSSL, 4 MB.
    """
    return f"{zlib.crc32(text.encode()):08x}"


def _machine() -> str:
    return _short(text_in("/etc/machine-id"))


def _boot() -> str:
    return _short(boot_id())


def new_name() -> str:
    """A name for something that this process has to remove; `is_orphan` recognizes it."""
    pid = os.getpid()
    return f"{PREFIX}{_machine()}-{_boot()}-{pid}-{began(pid)}-{os.urandom(4).hex()}"


def is_orphan(name: str) -> bool:
    """Whether a file of this name was made on this machine by a process that is gone."""
    match = _NAME.fullmatch(name)
    if match is None or match[1] != _machine():
        return False
    return match[2] != _boot() or began(match[3]) != match[4]
