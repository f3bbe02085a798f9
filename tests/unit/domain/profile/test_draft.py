# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Profiles that people write in the window: the check, the file, and that it is read back."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from driveproof.domain.access import Cache, Direction, Pattern
from driveproof.domain.errors import UsageError
from driveproof.domain.method import FIO
from driveproof.domain.notes import Note
from driveproof.domain.profile.declared import size_text
from driveproof.domain.profile.draft import (
    NEW_TEST,
    Draft,
    TestDraft,
    TextDraft,
    checked_profile,
    checked_text,
    copied_text,
    draft_of,
    file_name,
    title_of,
    toml_text,
    unused_title,
)
from driveproof.domain.profile.phase import Phase
from driveproof.domain.profile.profile import Profile
from driveproof.domain.profile.profile_file import read_profile
from driveproof.domain.profile.shipped import SHIPPED, ProfileGroup
from driveproof.domain.run.work import PLAIN, Data, IoOptions
from driveproof.domain.units import parse_size
from driveproof.engine.run.profiles import Profiles, shipped_file
from driveproof.fio.job_file import read_job_file

MIB = 2**20
LISTS = {one.name: one for one in Profiles().all() if one.method == FIO and one.plan is None}
OTHERS = {one.name: one for one in Profiles().all() if one.name not in LISTS}
QUICK = LISTS["quick"]
PHASE = replace(QUICK.phases[0], limit=2**30)


def profile_toml(profile: Profile) -> str:
    return toml_text(draft_of(profile, name=profile.name))


def again(profile: Profile) -> Profile:
    """What is read from the file that is written."""
    return read_profile(profile_toml(profile), profile.name, "again.toml")


@pytest.mark.parametrize("name", sorted(LISTS))
def test_our_own_are_written_and_read_back(name: str) -> None:
    profile = LISTS[name]
    assert again(profile) == replace(profile, by_class=())


def test_directions_of_one_test_are_one_table() -> None:
    alike = replace(PHASE, direction=Direction.WRITE)
    profile = replace(QUICK, phases=(PHASE, alike), budget=None)
    assert profile_toml(profile).count("[[phase]]") == 1


@pytest.mark.parametrize("name", sorted(OTHERS))
def test_what_is_no_list_of_tests_cannot_be_edited(name: str) -> None:
    with pytest.raises(UsageError):
        draft_of(OTHERS[name])


def test_a_job_file_becomes_a_profile_of_ones_own() -> None:
    job = read_job_file(
        "[global]\nsize=64m\nruntime=5\ndirect=1\ndescription=How fast?\n"
        "[log]\nrw=write\nbs=16k\nfsync=1\ntime_based\nthinktime=2ms\nthinktime_blocks=4\n"
        "[db]\nstonewall\nrw=randrw\nbssplit=4k/60:64k/40\nrwmixread=80\nrate=10m,5m\nnumjobs=2\n"
        "[scan]\nstonewall\nrw=randread\nbs=64k\nsize=32m\nrandom_distribution=zipf:1.2\n"
        "[again]\nstonewall\nrw=randread\nbs=64k\nsize=32m\n"
        "[zeros]\nstonewall\nrw=write\nbs=1m\nzero_buffers\nrate_iops=500\noffset=16m\n",
        "my job.fio",
    )
    saved = again(job)
    assert replace(saved, notes=job.notes) == job
    assert [phase.asked for phase in saved.phases] == [phase.asked for phase in job.phases]


text = st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=40).filter(
    lambda value: value.strip() == value and value.strip()
)
asked = st.builds(
    IoOptions,
    fsync=st.integers(0, 9),
    end_fsync=st.booleans(),
    sync=st.sampled_from(["", "sync", "dsync"]),
    rate=st.sampled_from([(), (2**20, 0, 0), (0, 1536, 0), (5000, 6000, 0)]),
    rate_iops=st.sampled_from([(), (0, 7, 0), (500, 500, 0)]),
    think_time=st.sampled_from([0.0, 0.000001, 0.5]),
    think_blocks=st.integers(1, 5),
    order=st.sampled_from(["", "random_distribution=zipf:1.2 percentage_random=50"]),
    other=st.sampled_from(["", "blockalign=4k", "buffer_compress_percentage=50"]),
)
phases = st.builds(
    Phase,
    title=text,
    direction=st.sampled_from(["read", "write", "mixed"]),
    pattern=st.sampled_from(["sequential", "random"]),
    block_size=st.sampled_from([512, 4096, 65536, MIB]),
    queue_depth=st.integers(1, 64),
    jobs=st.integers(1, 8),
    warmup=st.sampled_from([0.0, 0.25, 1.5]),
    seconds=st.sampled_from([0.5, 2.0, 3600.0]),
    limit=st.sampled_from([None, 2**30, 123 * MIB]),
    engine=st.sampled_from([None, "libaio", "io_uring"]),
    data=st.sampled_from([None, Data.FRESH, Data.SCRAMBLED, Data.REPEATED, Data.ZEROS]),
    random_map=st.booleans(),
    extent=st.sampled_from([0, 32 * MIB]),
    asked=asked,
)


@pytest.mark.deep
@given(
    st.lists(phases, min_size=1, max_size=6, unique_by=lambda phase: phase.title),
    text, text, st.sampled_from(list(Cache)), st.integers(1, 100),
)  # fmt: skip
def test_whatever_is_written_is_read_back(
    listed: list[Phase], title: str, question: str, cache: Cache, repeats: int
) -> None:
    profile = Profile("own", title, question, tuple(listed), 64 * MIB, repeats, cache=cache)
    try:
        found = again(profile)
    except UsageError:
        # Two tests with one name: nothing else of these can be wrong.
        names = [phase.name for phase in listed]
        assert len(set(names)) < len(names)
        return
    plain = [replace(phase, variant="", read_share=70) for phase in found.phases]
    assert plain == [replace(phase, read_share=70) for phase in listed]
    assert replace(found, phases=()) == replace(profile, phases=())


@given(st.text(st.characters(), max_size=60), st.text(st.characters(), max_size=60))
def test_any_text_gives_a_valid_file_or_a_reason(title: str, size: str) -> None:
    draft = replace(draft_of(QUICK), size=size).choosing(title=title, question=title or "?")
    try:
        written = toml_text(draft)
    except UsageError as error:
        assert str(error)
        return
    tomllib.loads(written)


def other(test: TestDraft, *, block_size: str = "", limit: str = "", **values: object) -> TestDraft:
    """The test with these values, and the sizes that were typed."""
    sizes = {"block_size": block_size or test.block_size, "limit": limit or test.limit}
    return replace(test.choosing(**values), **sizes)


def changed(**values: Any) -> Draft:
    """A draft whose first test has these values."""
    draft = draft_of(QUICK, title="Mine")
    return draft.with_test(0, other(draft.tests[0], **values))


@pytest.mark.parametrize(
    ("values", "what", "shown"),
    [
        ({"block_size": "3 KB"}, "Block size", "'3 KB'"),
        ({"block_size": " "}, "Block size", "''"),
        ({"limit": "1 KiB"}, "Write limit", "'1 KiB'"),
        ({"queue_depth": 0}, "queue_depth", "0"),
        ({"seconds": 0.05}, "seconds", "0.05"),
        ({"directions": ()}, "directions", "[]"),
        ({"title": "  "}, "Name", "'  '"),
        ({"engine": "psync"}, "engine", "'psync'"),
        ({"block_size": "64 MiB", "jobs": 64, "queue_depth": 1}, "Block size", "67108864"),
    ],
)
def test_a_mistake_is_named_by_the_words_of_the_form(
    values: dict[str, Any], what: str, shown: str
) -> None:
    with pytest.raises(UsageError) as caught:
        checked_profile(changed(**values))
    found = caught.value.values
    assert (str(found["what"]), found["shown"]) == (what, shown)
    assert isinstance(found["at"], Note) and found["at"].values["number"] == 1


def test_no_two_tests_have_one_name() -> None:
    with pytest.raises(UsageError) as caught:
        checked_profile(changed(title=draft_of(QUICK).tests[-1].test.title))
    assert caught.value.values["name"] == draft_of(QUICK).tests[-1].test.title


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"title": ""}, ""),
        ({"title": "№ ★"}, ""),
        ({"question": ""}, "''"),
        ({"size": "1.5 KiB"}, "'1.5 KiB'"),
        ({"size": "lots"}, "'lots'"),
        ({"repeats": 0}, "repeats"),
        ({"tests": ()}, ""),
    ],
)
def test_mistakes_of_the_whole(values: dict[str, Any], said: str) -> None:
    draft = draft_of(QUICK, title="Mine")
    typed = {name: value for name, value in values.items() if name in ("size", "tests")}
    chosen = {name: value for name, value in values.items() if name not in typed}
    draft = replace(draft.choosing(**chosen), **typed)
    with pytest.raises(UsageError) as caught:
        checked_profile(draft)
    assert said in str(caught.value)


def test_a_copy_is_ones_own() -> None:
    copy = checked_profile(draft_of(QUICK, title="Mine"))
    assert (copy.name, copy.title, copy.group) == ("mine", "Mine", ProfileGroup.OWN)
    assert copy.phases == QUICK.phases


def test_names_of_files() -> None:
    assert file_name("My *new* Test") == "my-new-test"
    assert file_name("Quick") == "quick-own"
    assert all(file_name(name) not in SHIPPED for name in SHIPPED)
    assert file_name("x" * 200) == "x" * 36
    assert file_name("../../etc") == "etc"
    assert file_name("日本") == ""


def test_titles_are_numbered() -> None:
    assert unused_title("A", []) == "A"
    assert unused_title("A", ["A", "A (2)"]) == "A (3)"
    assert unused_title("A (2)", ["A (2)"]) == "A (3)"


def test_sizes_are_texts_that_are_read_back() -> None:
    for size in (512, 4096, 1536, MIB, 3 * 2**30, 2**40, 12345):
        assert parse_size(size_text(size)) == size
    assert size_text(10**10) == "10 GB"  # which is a whole number of KiB as well


def test_a_new_test_is_valid() -> None:
    draft = replace(draft_of(QUICK, title="Mine"), tests=(NEW_TEST.choosing(title="A"),))
    assert [phase.direction for phase in checked_profile(draft).phases] == ["read", "write"]
    assert checked_profile(draft).phases[0].asked == PLAIN


@pytest.mark.parametrize("name", sorted(LISTS | OTHERS))
def test_the_text_of_any_profile_is_copied(name: str) -> None:
    text = shipped_file(name)
    draft = copied_text(text, 'My "own" \\1 one')
    found = checked_text(draft)
    original = Profiles().find(name)
    assert (found.name, found.title) == ("my-own-1-one", 'My "own" \\1 one')
    assert (found.phases, found.plan) == (original.phases, original.plan)


def test_a_text_keeps_its_file_until_its_title_changes() -> None:
    text = profile_toml(replace(QUICK, name="mine", title="Mine"))
    assert checked_text(TextDraft("by-hand", "Mine", text)).name == "by-hand"
    assert checked_text(TextDraft("by-hand", "Other", text)).name == "mine"
    with pytest.raises(UsageError, match="Line 1: unknown key"):
        checked_text(TextDraft("", "", text.replace("title", "titel", 1)))
    with pytest.raises(UsageError, match="not valid TOML"):
        checked_text(TextDraft("", "", "["))
    with pytest.raises(UsageError):
        checked_text(copied_text(text, "★"))


def test_a_title_follows_what_it_names() -> None:
    """A copy was called "Random 4 KiB, Q1" and did 16 KiB, eight at a time."""
    (test, *_rest) = draft_of(QUICK).tests
    assert title_of(test) == test.test.title
    found = title_of(other(test, block_size="16K", queue_depth=2, pattern=Pattern.RANDOM))
    assert "16 KiB" in found and "Q2" in found
    assert title_of(other(test, block_size="16 x")) == test.test.title


def test_a_copy_with_other_tests_is_not_described_as_the_first_one() -> None:
    copy = draft_of(QUICK, title="Mine")
    assert checked_profile(copy).description == QUICK.description != ""
    changed_test = other(copy.tests[0], block_size="2 MiB")
    assert checked_profile(copy.with_test(0, changed_test)).description == ""
    own = draft_of(checked_profile(copy), name="mine")
    assert checked_profile(own.with_test(0, changed_test)).description == QUICK.description
