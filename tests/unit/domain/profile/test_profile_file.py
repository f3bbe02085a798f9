# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A profile's file: what is read; each mistake is reported with its line and the allowed values."""

from __future__ import annotations

import re
import tracemalloc
from dataclasses import replace

import pytest
from tests.builders.profile_texts import GOOD, IN_PHASE, TOP

from driveproof.domain.drive.speed_class import SpeedClass
from driveproof.domain.errors import UsageError
from driveproof.domain.notes import Note
from driveproof.domain.profile.profile_file import read_profile

MIB = 2**20


def wrong(text: str, name: str = "mine") -> UsageError:
    with pytest.raises(UsageError) as caught:
        read_profile(text, name, "mine.toml")
    error = caught.value
    assert error.exit_status == 2
    assert "mine.toml" in error.message
    assert "\n" not in str(error)
    assert len(str(error)) < 700
    return error


def test_the_page_cache_is_chosen_for_the_whole_profile() -> None:
    assert read_profile(GOOD, "mine", "mine.toml").cache == "direct"
    for cache in ("direct", "cold", "warm"):
        assert read_profile(f'cache = "{cache}"\n{GOOD}', "mine", "mine.toml").cache == cache
    error = wrong(f'cache = "hot"\n{GOOD}')
    assert "line 1" in error.message and "hot" in error.message
    assert error.values["allowed"] == Note("one of {words}", words='"direct", "cold", "warm"')
    error = wrong(GOOD.replace("seconds = 2\n", 'seconds = 2\ncache = "cold"\n'))
    assert "unknown key" in error.message


def test_a_good_one() -> None:
    profile = read_profile(GOOD, "mine", "mine.toml")
    assert (profile.name, profile.title, profile.question) == ("mine", "A test", "How fast?")
    assert (profile.size, profile.repeats, profile.pause) == (64 * MIB, 5, 1.0)
    assert profile.description == ""
    assert [phase.name for phase in profile.phases] == [
        "RND4K Q1T1 read",
        "RND4K Q1T1 write",
        "SEQ1M Q8T1 read",
    ]
    first, second, third = profile.phases
    assert (first.title, third.title) == ("First", "Second")
    assert first.limit == second.limit == 2**30
    assert third.limit is None
    assert (third.block_size, third.queue_depth, third.jobs) == (MIB, 8, 1)
    assert (third.warmup, third.seconds, third.engine, third.read_share) == (0.5, 2.5, None, 70)


def test_what_it_costs_at_most() -> None:
    profile = read_profile(GOOD, "mine", "mine.toml")
    assert profile.bytes_written == 64 * MIB + 5 * 2**30
    assert profile.seconds >= 5 * (2.5 + 2.5 + 3.0) + 2
    assert read_profile(GOOD.replace('limit = "1 GiB"\n', ""), "mine", "x").bytes_written is None


CLASSES = """
drive.usb = { size = "32 MiB" }

[[phase]]
name = "Writes"
directions = ["write"]
pattern = "sequential"
block_size = "1 MiB"
queue_depth = 8
seconds = 2
limit = "64 MiB"
drive.usb = { seconds = 0.5, limit = "16 MiB" }

[[phase]]
name = "Reads"
directions = ["read"]
pattern = "sequential"
block_size = "1 MiB"
queue_depth = 8
seconds = 2
[phase.drive.disk]
warmup = 1
"""
HEAD = 'title = "A test"\nquestion = "How fast?"\nsize = "64 MiB"\nrepeats = 3\n'


def test_a_class_of_drives_has_values_of_its_own() -> None:
    profile = read_profile(HEAD + CLASSES, "mine", "mine.toml")
    stick, disk = (profile.for_drive(word) for word in (SpeedClass.USB, SpeedClass.DISK))
    assert (stick.size, stick.phases[0].seconds, stick.phases[0].limit) == (2**25, 0.5, 2**24)
    assert (stick.phases[1], disk.phases[0]) == (profile.phases[1], profile.phases[0])
    assert (disk.size, disk.phases[1].warmup) == (2**26, 1.0)
    for word in (SpeedClass.SATA, SpeedClass.OTHER):
        assert profile.for_drive(word) == replace(profile, by_class=())


def test_what_a_person_chose_is_chosen_for_every_class() -> None:
    profile = (
        read_profile(HEAD + CLASSES, "mine", "mine.toml")
        .customized(size=2**24, seconds=1.0)
        .for_drive(SpeedClass.USB)
    )
    assert (profile.size, {phase.seconds for phase in profile.phases}) == (2**24, {1.0})
    assert profile.phases[0].limit == 2**24


@pytest.mark.parametrize(
    ("values", "line"),
    [
        ("drive.usb = { size = '3 KiB' }", 5),
        ("drive.usb = { pause = 1 }", 5),
        ("drive.tape = { size = '64 MiB' }", 5),
        ("drive = 5", 5),
        ("budget = '1 GB'\ndrive.usb = { budget = '100 MiB' }", 6),
        ("budget = '255 MiB'", 5),
        ("max_repeats = 2", 5),
    ],
)
def test_a_wrong_table_of_a_class_is_named(values: str, line: int) -> None:
    tests = CLASSES.replace('drive.usb = { size = "32 MiB" }\n', "")
    assert f"mine.toml, line {line}:" in wrong(f"{HEAD}{values}\n{tests}").message


def test_a_table_of_a_class_is_named_in_its_test() -> None:
    text = HEAD + CLASSES.replace("seconds = 0.5", "seconds = 0.01")
    lines = text.splitlines()
    at = next(number for number, line in enumerate(lines, 1) if "seconds = 0.01" in line)
    assert f"line {at}:" in wrong(text).message


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in TOP.items() for value in values]
)
def test_a_wrong_value_at_the_top(key: str, value: str) -> None:
    lines = [line for line in GOOD.splitlines() if not line.startswith(f"{key} =")]
    lines.insert(1, f"{key} = {value}")
    error = wrong("\n".join(lines))
    assert "mine.toml, line 2" in error.message
    assert key in error.message
    assert str(error.values["allowed"])


@pytest.mark.parametrize(
    ("key", "value"), [(key, value) for key, values in IN_PHASE.items() for value in values]
)
def test_a_wrong_value_in_the_second_phase(key: str, value: str) -> None:
    head, _, tail = GOOD.rpartition("[[phase]]\n")
    lines = [line for line in tail.splitlines() if not line.startswith(f"{key} =")]
    error = wrong("\n".join([head + "[[phase]]", f"{key} = {value}", *lines]))
    assert "mine.toml, line 15" in error.message
    assert key in error.message
    assert str(error.values["allowed"])


@pytest.mark.parametrize("key", ["title", "question", "size"])
def test_a_missing_key_at_the_top(key: str) -> None:
    text = "\n".join(line for line in GOOD.splitlines() if not line.startswith(f"{key} ="))
    assert wrong(text).message == f"mine.toml: the key {key!r} is missing."


@pytest.mark.parametrize(
    "key", ["name", "directions", "pattern", "block_size", "queue_depth", "seconds"]
)
def test_a_missing_key_in_a_phase(key: str) -> None:
    head, _, tail = GOOD.rpartition("[[phase]]\n")
    lines = [line for line in tail.splitlines() if not line.startswith(f"{key} =")]
    error = wrong("\n".join([head + "[[phase]]", *lines]))
    assert error.message == f"mine.toml, line 14: the key {key!r} is missing."


@pytest.mark.parametrize("line", ["sise = 1", "'Size' = 1", "[table]", "size.x = 1", "name = 'x'"])
def test_an_unknown_key_at_the_top(line: str) -> None:
    text = GOOD.replace(
        'size = "64 MiB"\n', f'{line}\nsize = "64 MiB"\n' if "[" not in line else ""
    )
    if "[" in line:
        text += f"\n{line}\n"
    error = wrong(text)
    assert re.search(r"unknown key|not valid TOML", error.message)


def test_an_unknown_key_in_a_phase_names_its_line() -> None:
    error = wrong(GOOD + "block-size = 512\n")
    assert error.message == "mine.toml, line 21: unknown key 'block-size'."
    assert "block_size" in str(error.advice)


@pytest.mark.parametrize(
    "text",
    [
        "title = ",
        "title = 'a'\ntitle = 'b'",
        "a = " + "[" * 5000,
        "a = " + "9" * 5000,
        "a = " + "{a=" * 5000,
        "a." * 300 + "a = 1",  # the parser takes the square of it
        "x = {'a' . " + '"b".' * 300 + "a = 1}",
        "\0",
    ],
    ids=lambda text: repr(text[:12]),
)
def test_what_is_no_toml(text: str) -> None:
    assert "not valid TOML" in wrong(text).message


def test_a_key_of_many_parts_takes_no_memory() -> None:
    """20,000 of them took 1.6 GB."""
    tracemalloc.start()
    try:
        wrong("a." * 20_000 + "a = 1")
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "listed",
    [
        "phase = 3",
        "phase = []",
        "phase = {}",
        "phase = 'x'",
        "phase = [3]",
        "phase = [[]]",
        "[phase]",
    ],
)
def test_phases_that_are_none(listed: str) -> None:
    head = GOOD.partition("[[phase]]")[0]
    assert "[[phase]]" in wrong(head + listed + "\n").message
    assert "'phase' is missing" in wrong(head).message


def test_more_phases_than_anybody_needs() -> None:
    head, table, tail = GOOD.rpartition("[[phase]]\n")
    assert "1 to 64" in wrong(head + (table + tail) * 65).message


def test_the_same_test_twice() -> None:
    head, table, tail = GOOD.rpartition("[[phase]]\n")
    wrong(head + (table + tail) * 2)


def test_jobs_that_do_not_fit_into_the_file() -> None:
    text = GOOD.replace("block_size = 1048576", "jobs = 65\nblock_size = 1048576")
    wrong(text)  # 64 at most
    error = wrong(text.replace("65", "64").replace("64 MiB", "63 MiB"))
    assert "line 19" in error.message
    assert error.values["what"] == "block_size"
    read_profile(text.replace("65", "64"), "mine", "mine.toml")


@pytest.mark.parametrize("name", ["", "Mine", "a b", "-a", "a/b", "..", "a" * 41, "ä", "a\n"])
def test_names_that_cannot_be_typed(name: str) -> None:
    wrong(GOOD, name)


def test_control_characters_are_shown() -> None:
    error = wrong(GOOD.replace('"random"', '"\\u001b[2J"'))
    assert "\x1b" not in str(error)
    assert str(error).isprintable()


def test_a_bound_of_less_than_one_block_for_each_job() -> None:
    head, _, tail = GOOD.rpartition("[[phase]]\n")
    second = tail.replace('["read"]', '["write"]').replace(
        "seconds", 'jobs = 4\nlimit = "%s"\nseconds'
    )
    error = wrong(head + "[[phase]]\n" + second % "3 MiB")
    assert (error.values["what"], error.values["shown"]) == ("limit", "3145728")
    read_profile(head + "[[phase]]\n" + second % "4 MiB", "mine", "mine.toml")


def test_an_engine_that_cannot_wait_for_several() -> None:
    error = wrong(GOOD + 'engine = "psync"\n')
    assert "line 21" in error.message
