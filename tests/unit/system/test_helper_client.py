# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the client makes of answers, without a bus."""

from __future__ import annotations

import pytest

from driveproof.system.helper_client import smartctl_error

REFUSED = (
    b'{"smartctl":{"messages":[{"string":"a warning","severity":"warning"},{"string":'
    b'"/dev/sda: Unable\\nto detect","severity":"error"}],"exit_status":1}}'
)


def test_smartctl_says_what_went_wrong() -> None:
    assert smartctl_error(REFUSED) == "/dev/sda: Unable to detect"


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[]", b"{}", b'{"smartctl": 1}', b'{"smartctl":{"messages":[1]}}', b"\xff",
     b'{"smartctl":{"messages":[{"string":"x","severity":"information"}]}}'],
)  # fmt: skip
def test_smartctl_says_nothing(text: bytes) -> None:
    assert smartctl_error(text) == ""
