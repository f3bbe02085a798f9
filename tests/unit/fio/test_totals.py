# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What a fio process wrote in total."""

from __future__ import annotations

import pytest

from driveproof.fio.stream import written_bytes


def test_all_jobs_count() -> None:
    job = b'{"write": {"io_bytes": %d}, "read": {"io_bytes": 9}}'
    assert written_bytes(b'{"jobs": [' + job % 4096 + b"," + job % 8192 + b"]}") == 12288
    assert written_bytes(b'{"jobs": []}') == 0


@pytest.mark.parametrize(
    "report",
    [b"", b"{", b"[]", b'{"jobs": [1]}', b'{"jobs": [{"write": {"io_bytes": -1}}]}', b"\xff"],
)
def test_what_does_not_say_is_unknown(report: bytes) -> None:
    assert written_bytes(report) is None
