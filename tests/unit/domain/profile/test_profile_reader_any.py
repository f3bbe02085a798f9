# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Any file is either read as a profile or rejected with a message."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.builders.profile_texts import GOOD, IN_PHASE, TOP

from driveproof.domain.errors import UsageError
from driveproof.domain.profile.profile_file import read_profile

keys = st.sampled_from([*TOP, *IN_PHASE, "phase", "other"])
scalars = (
    st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(st.characters(codec="utf-8"), max_size=20)
    | st.sampled_from(["read", "random", "1 GiB", "libaio"])
)
values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=8),
    max_leaves=20,
)


def toml(value: Any) -> str:
    """A value as TOML."""
    match value:
        case bool():
            return str(value).lower()
        case float() | int():
            return repr(value)
        case str():
            return '"' + "".join(f"\\U{ord(char):08X}" for char in value) + '"'
        case list():
            return "[" + ", ".join(map(toml, value)) + "]"
        case _:
            return "{" + ", ".join(f"{k} = {toml(v)}" for k, v in value.items()) + "}"


@pytest.mark.deep
@given(st.dictionaries(keys, values, max_size=8), st.booleans())
def test_any_document_is_a_profile_or_refused_in_words(
    document: dict[str, Any], over_a_good_one: bool
) -> None:
    text = "".join(f"{key} = {toml(value)}\n" for key, value in document.items())
    if over_a_good_one:
        names = tuple(f"{key} =" for key in document)
        kept = [line for line in GOOD.splitlines() if not line.startswith(names)]
        text += "\n".join(kept)
    try:
        profile = read_profile(text, "mine", "mine.toml")
    except UsageError as error:
        assert "mine.toml" in error.message
        assert "\n" not in error.message
        assert len(str(error)) < 700
        return
    assert profile.phases
    assert profile.seconds > 0


@given(st.text())
def test_any_text_is_refused_in_words(text: str) -> None:
    with pytest.raises(UsageError):
        read_profile(text, "mine", "mine.toml")
