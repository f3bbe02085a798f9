# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The child that removes the folders of a run once nobody works in them any more.

Whoever of us was killed, it is still there.

Its standard input is a pipe whose other end everybody holds who works in the folders: when it
closes, the last of them is gone, and with it every open file. What a file system does not let go of
at once (SMB keeps a deleted file until the server has closed it) is tried again.
"""

from __future__ import annotations

import json
import signal
import sys
import time

from driveproof.engine.run.tasks import holding
from driveproof.engine.run.tasks.holding import HeldFolder

_PAUSE = 1.0


def main(arguments: list[str]) -> int:
    """Wait, remove, and say with the exit status whether everything is gone: 0 if it is.

    The arguments are the folders, and how many times a second apart it is tried again.
    """
    folders, again = json.loads(arguments[0])
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)  # a session that ends takes us last
    left = [HeldFolder(**one) for one in folders]
    sys.stdin.buffer.read()
    for attempt in range(1 + int(again)):
        if attempt:
            time.sleep(_PAUSE)
        left = [held for held in left if not holding.remove(held)]
        if not left:
            return 0
    return 1
