# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A cancel before anything destructive has begun: it does not begin, and nobody is asked."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from driveproof.domain.errors import CancelledError
from driveproof.methods.filesystems.bench import _Ask

HangUp = Callable[[], None]


def test_a_call_is_not_made_after_a_cancel() -> None:
    made: list[object] = []
    with pytest.raises(CancelledError):
        _Ask(made.append, lambda: True).run()
    assert made == []


def test_a_cancel_before_there_is_something_to_hang_up_is_not_lost() -> None:
    cancelled, hung = [False], []

    def call(opened: Callable[[HangUp], None]) -> None:
        cancelled[0] = True
        ask.wake()  # nothing is open yet
        opened(lambda: hung.append(True))

    ask = _Ask(call, lambda: cancelled[0])
    ask.run()
    assert hung == [True]
