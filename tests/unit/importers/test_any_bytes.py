# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whatever the bytes: an importer returns runs that can be stored and shown, or one message."""

from __future__ import annotations

import json
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.builders.exported import json_of, table_of
from tests.builders.imports import DATA, MODIFIED

from driveproof.domain.errors import DriveproofError
from driveproof.export.csv.answer import answers_csv
from driveproof.export.csv.run import run_csv, samples_csv
from driveproof.history.store import History
from driveproof.importers.detect import read_results
from driveproof.methods import answer_of

pytestmark = pytest.mark.deep

FILES = {path.name: path.read_bytes() for path in sorted(DATA.iterdir())}
NASTY = (
    b"NaN", b"-Infinity", b"1e999", b"-1", b"9" * 5000, b'"\\ud800"', b"null", b"[]", b"{}", b'""',
    b"\0", b"\x1b[2J", b"../../etc/passwd", b"true", b"1" * 25, b"[" * 2000, b"{", b"}", b"0.0",
    b"18446744073709551615", b"1e308",
)  # fmt: skip


def check(data: bytes) -> int:
    """Read it, and do with every run what a person would; how many there were."""
    try:
        runs = read_results(data, MODIFIED)
    except DriveproofError as error:
        assert error.exit_status == 3
        assert error.message.endswith((".", '"'))
        assert len(str(error)) < 600
        assert str(error).isprintable()
        return 0
    assert runs
    for run in runs:
        answer = answer_of(run)
        json_of(run)
        answers_csv((run, answer))
        run_csv(run)
        samples_csv(run)
        assert run.source
        table = table_of(run, details=True, commands=True)
        assert "\x1b" not in table
    with TemporaryDirectory() as folder:
        history = History(Path(folder) / "history.sqlite")
        try:
            for number, run in enumerate(runs[:2]):
                object.__setattr__(run, "id", f"run{number}")
                history.save(run)
                assert json_of(history.load(run.id)) == json_of(run)
        finally:
            history.close()
    return len(runs)


def test_every_recorded_file_passes() -> None:
    counts = {name: check(data) for name, data in FILES.items()}
    assert [name for name, count in counts.items() if not count] == [
        "fio-failed.json",
        "fio-people.txt",
    ]


@given(st.binary(max_size=300))
def test_any_bytes(data: bytes) -> None:
    check(data)


@given(
    st.sampled_from(
        ['{"fio version": ', '{"version": 1, "phases": ', "KDiskMark (1): \n", "Timing "]
    ),
    st.text(max_size=200),
)
def test_any_text_behind_a_known_beginning(beginning: str, text: str) -> None:
    check((beginning + text).encode("utf-8", "surrogatepass"))


@settings(max_examples=300)
@given(
    st.sampled_from(sorted(FILES)),
    st.lists(
        st.tuples(
            st.floats(0, 1),
            st.integers(0, 40),
            st.one_of(st.binary(max_size=8), st.sampled_from(NASTY)),
        ),
        min_size=1,
        max_size=4,
    ),
)
def test_changed_bytes(name: str, changes: list[tuple[float, int, bytes]]) -> None:
    data = FILES[name]
    for place, length, new in changes:
        begin = int(place * len(data))
        data = data[:begin] + new + data[begin + length :]
    check(data)


@settings(max_examples=100)
@given(st.sampled_from(sorted(FILES)), st.floats(0, 1))
def test_cut_anywhere(name: str, place: float) -> None:
    check(FILES[name][: int(place * len(FILES[name]))])


NUMBERS = re.compile(rb"\d+(?:\.\d+)?")


@settings(max_examples=300)
@given(st.sampled_from(sorted(FILES)), st.integers(0, 10**6), st.sampled_from(NASTY))
def test_a_number_that_is_none(name: str, which: int, new: bytes) -> None:
    data = FILES[name]
    found = list(NUMBERS.finditer(data))
    hit = found[which % len(found)]
    check(data[: hit.start()] + new + data[hit.end() :])


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
KEYS = st.sampled_from(
    ["jobs", "client_stats", "global options", "timestamp", "phases", "target", "environment",
     "notes", "runs", "version", "started", "status", "fio version"]
)  # fmt: skip


@settings(max_examples=200)
@given(
    st.sampled_from(["fio-plus.json", "fio-client.json", "fio-jobs.json"]),
    st.lists(st.tuples(st.lists(st.integers(0, 30), max_size=6), JSON), min_size=1, max_size=3),
)
def test_a_part_that_is_something_else(name: str, changes: list[tuple[list[int], Any]]) -> None:
    text = FILES[name].decode()
    document = json.loads(text[text.index("{") :])
    for path, new in changes:
        replace_part(document, path, new)
    check(json.dumps(document).encode())


@given(st.dictionaries(KEYS, JSON))
def test_any_json_with_known_keys(document: dict[str, Any]) -> None:
    check(json.dumps(document).encode())


def replace_part(document: Any, path: list[int], new: Any) -> None:
    """Go down along the numbers and put something else there."""
    here = document
    for step, number in enumerate(path or [0]):
        if not isinstance(here, (dict, list)) or not here:
            return
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        key = keys[number % len(keys)]
        if step == len(path or [0]) - 1 or not isinstance(here[key], (dict, list)):
            here[key] = new
            return
        here = here[key]
