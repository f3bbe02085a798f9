# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What hosts say to each other: what goes in comes out, and nothing else gets in."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from driveproof.domain.access import Direction, Engine, Pattern
from driveproof.domain.codec import DecodeError
from driveproof.domain.errors import Advice, Remedy
from driveproof.domain.hosts import messages
from driveproof.domain.notes import Failure, Note
from driveproof.domain.profile.phase import Phase
from driveproof.domain.quantity import Bytes, Seconds
from driveproof.domain.run.run import IoPath
from driveproof.domain.run.work import Data, IoOptions

PHASE = Phase(
    "",
    Direction.MIXED,
    Pattern.RANDOM,
    8192,
    32,
    jobs=4,
    limit=2**30,
    engine=Engine.IO_URING,
    read_share=30,
    data=Data.FRESH,
    asked=IoOptions(
        fsync=1, rate=(0, 10_000, 0), think_time=0.5, order="random_distribution=zipf:1.2"
    ),
)
FAILURE = Failure(
    Note("{why}", why=Note("It took {time}.", time=Seconds(0.5, precise=True))),
    Advice(Remedy.CHOOSE_DIRECT),
    "its words",
)
COUNTED = messages.DirectionTotals(10, 40960, 0.25, 0.0125, 0.002, 12, {70: 4, 71: 6})
QUESTIONS = (
    messages.PingRequest(1.5),
    messages.LookRequest("/mnt/n\udcffs"),
    messages.PrepareRequest.of(
        2**30, (PHASE, replace(PHASE, limit=None, engine=None)), Engine.LIBAIO
    ),
    messages.WriteRequest(),
    messages.RepeatRequest(1, 6, 0.25),
    messages.GoRequest(),
    messages.StopRequest(),
    messages.EndRequest(),
)
ANSWERS = (
    messages.HelloReply(1, "0.1.0"),
    messages.PongReply(1.5, 1_700_000_000.25),
    messages.PlaceReply(
        "3.33", "6.1", "b-1", 4, 2**32, "nfs4", "nas:/x", "/mnt", True, False, 2**40, 2**41
    ),
    messages.PlaceReply(
        "3.33", "6.1", "b-1", 4, 2**32, "", "/dev/sdb", "", False, False, 0, 2**41, device=True
    ),
    messages.PreparedReply(
        IoPath.DIRECT, True, False, (Note("{size} are free.", size=Bytes(2**20)), Note("a {brace}"))
    ),
    messages.WrittenReply(2**20),
    messages.ReadyReply(("fio", "--name=x"), "libaio"),
    messages.SnapshotReply(0.25, {Direction.READ: COUNTED}, 1_700_000_000.5, 1.0),
    messages.SnapshotReply(0.5),
    messages.EndedReply(FAILURE, True),
    messages.FailedReply(replace(FAILURE, advice=None)),
)


@pytest.mark.parametrize("said", QUESTIONS, ids=lambda one: type(one).__name__)
def test_a_question_comes_out_as_it_went_in(said: messages.Request) -> None:
    line = messages.encode_message(said)
    assert line.count(b"\n") == 1 and line.endswith(b"\n")
    assert messages.decode_request(line) == said


@pytest.mark.parametrize("said", ANSWERS, ids=lambda one: type(one).__name__)
def test_an_answer_comes_out_as_it_went_in(said: messages.Reply) -> None:
    line = messages.encode_message(said)
    assert line.count(b"\n") == 1 and line.endswith(b"\n")
    assert messages.decode_reply(line) == said


def asked(**changed: Any) -> bytes:
    kept = json.loads(messages.encode_message(messages.PrepareRequest.of(2**20, (PHASE,), None)))
    test = kept["tests"][0]
    test["asked"].update(changed.pop("asked", {}))
    test.update(changed)
    return json.dumps(kept).encode()


@pytest.mark.parametrize(
    "changed",
    [
        {"asked": {"other": "exec_prerun=id"}},
        {"asked": {"other": "filename=/etc/x"}},
        {"engine": "external:/tmp/x.so"},
        {"direction": "trim"},
        {"block_size": 2**40},
        {"block_size": 1000},
        {"queue_depth": 100_000},
        {"jobs": 65},
        {"seconds": float("inf")},
        {"seconds": 10.0**9},
        {"asked": {"sync": "dsync --exec_prerun=id"}},
        {"asked": {"rate": [1]}},
        {"limit": -1},
        {"data": "another"},
        {"once": 1},
        # A second job would write, beside a test that says that it reads.
        {"direction": "read", "asked": {"log_block": 4096}},
        {"direction": "read", "write_depth": 1},
    ],
    ids=str,
)
def test_nothing_is_asked_for_that_a_job_file_may_not_have(changed: dict[str, Any]) -> None:
    assert messages.decode_request(asked())
    with pytest.raises(DecodeError):
        messages.decode_request(asked(**changed))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"[]",
        b"{}",
        b'{"is": "hello"}',
        b'{"is": ["ping"]}',
        b"Last login: today",
        b'{"is":"prepared","io_path":"sideways","direct":true,"fresh":false,"notes":[]}',
        b'{"is":"look","path":"/a\\u0000b"}',
        b'{"is":"failed","failure":{"what":{"key":"{a}","kind":"","values":{"a":'
        b'{"key":5,"values":{}}}},"advice":null,"details":""}}',
        b'{"is":"prepared","io_path":"direct","direct":true,"fresh":false,"notes":'
        b'[{"key":"{a}","kind":"","values":{"a":' + b"[" * 9000 + b"]" * 9000 + b"}}]}",
        b'{"is":"ping","sent":NaN}',
        b"[" * 100_000,
        b" " * (messages.MOST_LINE + 1),
        b'{"is":"snapshot","t":null,"s":1,"j":null,"d":{"read":[1,1,1,1,1,1,{"1856":1}]}}',
        b'{"is":"snapshot","t":null,"s":1,"j":null,"d":{"read":[1,1,1,1,1,1,{"5":-1}]}}',
        b'{"is":"snapshot","t":null,"s":1,"j":null,"d":{"read":[1,1,1,1,1,1,[5,1]]}}',
        b'{"is":"snapshot","t":null,"s":1,"j":null,"d":{"read":[1,1,1,1,1,1,{"true":1}]}}',
    ],
    ids=lambda line: repr(line[:40]),
)
def test_what_is_no_message_is_refused(line: bytes) -> None:
    for read in (messages.decode_request, messages.decode_reply):
        with pytest.raises(DecodeError):
            read(line)


@given(st.recursive(st.none() | st.booleans() | st.floats() | st.text(max_size=8),
                    lambda inner: st.lists(inner, max_size=3)
                    | st.dictionaries(st.text(max_size=8), inner, max_size=3)),
       st.sampled_from(["prepare", "repeat", "snapshot", "place", "ended", "pong"]))  # fmt: skip
def test_no_value_does_anything_but_be_refused(value: Any, name: str) -> None:
    assume(name != "ended" or value is not None)  # what ended without a failure
    line = json.dumps({"is": name, "tests": value, "phase": value, "d": value, "s": value,
                       "sent": value, "failure": value, "fio": value}).encode()  # fmt: skip
    for read in (messages.decode_request, messages.decode_reply):
        with pytest.raises(DecodeError):
            read(line)


def test_a_number_that_no_float_holds_is_no_message() -> None:
    line = b'{"is":"pong","sent":1' + b"0" * 400 + b',"time":1}'
    with pytest.raises(DecodeError):
        messages.decode_reply(line)
