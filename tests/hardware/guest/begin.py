# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks the helper for a short self-test of a drive: begin.py /dev/NAME"""

from __future__ import annotations

import sys

sys.path.insert(0, "/usr/lib/driveproof")

from driveproof.domain.errors import DriveproofError
from driveproof.helper.protocol import SelfTest
from driveproof.system.helper.client import Helper, claim_device

try:
    Helper().self_test(claim_device(sys.argv[1]), SelfTest.SHORT)
except DriveproofError as error:
    print(error, file=sys.stderr)
    sys.exit(error.exit_status)
print("begun")
