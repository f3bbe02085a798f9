# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the plans declare to be chosen: the table of it, and each kind with its bounds."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from driveproof.domain.cap import Cap
from driveproof.domain.errors import UsageError
from driveproof.domain.method import method_names, method_part
from driveproof.domain.profile.choice import (
    Choice,
    Kind,
    choices_of,
    options_of,
    run_options,
    with_choices,
)
from driveproof.domain.profile.declared import keys_of, sized
from driveproof.domain.say import Say
from driveproof.engine.run.profiles import Profiles

DECLARED = {
    "--as-in-the-article": ("everyday-writes", "as_in_the_article", True),
    "--max-latency": ("iops-at-latency", "cap", Cap("p99", 0.02)),
    "--probe": ("capacity", "probe", True),
    "--sample": ("old-data", "sample", 2**25),
    "--trace": ("record", "trace", True),
}
MIB = 2**20
CHOICE = Choice(Say("Label"), Say("help"))


class Example(Struct):
    """A field of each kind."""

    plain: Annotated[int, Meta(ge=1, le=9)] = 1
    flag: Annotated[bool, CHOICE] = False
    cap: Annotated[Cap, Choice(Say("Label"), Say("help"), option="max-latency")] = Cap()
    file_size: Annotated[int, sized(MIB, 64 * MIB, MIB), CHOICE] = MIB
    seconds: Annotated[float, Meta(ge=0.5, le=60), Choice(Say("Label"))] = 1.0
    threads: Annotated[int, Meta(ge=1, le=8), Choice(Say("Label"), Say("help"), option="jobs")] = 1
    way: Annotated[Literal["up", "down"], CHOICE] = "up"


def test_run_has_what_is_declared_and_nothing_else() -> None:
    assert run_options().keys() == DECLARED.keys()
    assert all(run_options()[word].field == field for word, (_, field, _) in DECLARED.items())


@pytest.mark.parametrize("word", DECLARED)
def test_what_is_chosen_holds_on_drives_of_each_class(word: str) -> None:
    name, field, value = DECLARED[word]
    chosen = with_choices(Profiles().find(name), {field: value})
    assert word in {option.word for option in choices_of(chosen)}
    for one in (chosen, *(variant for _, variant in chosen.by_class)):
        assert getattr(one.plan, field) == value
        assert one.phases == one.plan.phases  # type: ignore[union-attr]


def test_methods_that_share_an_option_declare_it_alike() -> None:
    modules = [
        module for name in method_names() if (module := method_part(name, "plan")) is not None
    ]
    for option in (one for module in modules for one in options_of(module.Plan)):
        if option.choice.help is not None:
            assert run_options()[option.word] == option


def test_a_list_of_tests_declares_nothing() -> None:
    quick = Profiles().find("quick")
    assert choices_of(quick) == () and with_choices(quick, {}) is quick


def test_the_type_and_its_bounds_say_the_kind() -> None:
    found = [(one.word, one.kind, *one.ends) for one in options_of(Example)]
    assert found == [
        ("--flag", Kind.FLAG, 0, 0),
        ("--max-latency", Kind.CAP, 0, 0),
        ("--file-size", Kind.SIZE, MIB, 64 * MIB),
        ("--seconds", Kind.SECONDS, 0.5, 60),
        ("--jobs", Kind.COUNT, 1, 8),
        ("--way", Kind.WORD, 0, 0),
    ]
    assert options_of(Example)[-1].words == ("up", "down")


def test_a_file_has_the_same_keys() -> None:
    assert keys_of(Example).keys() == set(Example.__struct_fields__)


def test_what_is_typed_has_the_bounds() -> None:
    _, cap, size, *_ = options_of(Example)
    assert cap.read("p99:20ms") == Cap("p99", 0.02)
    assert size.read("2M") == 2 * MIB
    for wrong in ("65M", "1.5 MiB", "512K", "much"):
        with pytest.raises(UsageError):
            size.read(wrong)
