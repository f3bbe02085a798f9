# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A held device that a child lends to the next one."""

from __future__ import annotations

import os
from threading import Thread

import pytest

from driveproof.helper.device import HeldDevice, borrow, lend
from driveproof.helper.forks import socket_line
from driveproof.helper.identity import Identity
from driveproof.helper.protocol import Claim, ErrorName, HelperError


def another() -> None:
    raise HelperError(ErrorName.DEVICE_CHANGED, "It is another device.")


def test_the_answer_to_a_child_that_was_killed_is_not_taken_for_ones_own() -> None:
    """It says that the device was the same then; by now it may consist of something else."""
    killed, holder = socket_line()
    later = killed.dup()
    descriptor = os.open(os.devnull, os.O_RDWR)
    held = HeldDevice("/dev/dm-0", descriptor)
    with killed, holder, held:
        killed.send(b"lend")
        assert lend(holder, held, lambda: None)  # nobody reads this answer
        second = Thread(target=lend, args=(holder, held, another))
        second.start()
        with pytest.raises(HelperError) as refused:
            borrow(later, Identity(Claim("/dev/dm-0", 1, 1), ()))
        second.join()
    assert refused.value.name is ErrorName.DEVICE_CHANGED
