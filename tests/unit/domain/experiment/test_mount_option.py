# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which option a mount has, and what to expect of two."""

from __future__ import annotations

import pytest

from driveproof.domain.experiment.action import atime_option, hardly_different


@pytest.mark.parametrize(("options", "own"), [
    (("rw", "relatime", "nosuid"), "relatime"),
    (("rw", "nodiratime", "noatime"), "noatime"),
    (("rw", "nodiratime"), "strictatime"),
    ((), "strictatime"),
])  # fmt: skip
def test_the_option_of_a_mount(options: tuple[str, ...], own: str) -> None:
    assert atime_option(options) == own


def test_what_is_to_be_expected_of_two_mount_options() -> None:
    assert hardly_different("noatime", "relatime")
    for pair in (("relatime", "strictatime"), ("strictatime", "noatime"), ("", "")):
        assert not hardly_different(*pair)
