# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What could not be read again is not kept: it would hide the rest of its run."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.builders.exported import json_of

from driveproof.domain.run.run import KernelMessage, MemberStatistics, Role, Run, Target, TargetKind
from driveproof.engine.run.importing import import_files
from driveproof.history.documents import StoredDocument, UnkeptError
from driveproof.history.store import History


def test_a_document_is_as_long_as_what_is_read_again() -> None:
    kind = StoredDocument(Target, 1)
    target = Target("x" * 900, TargetKind.FILE)
    assert kind.unpack(kind.pack(target)) == target
    with pytest.raises(UnkeptError) as raised:
        kind.pack(replace(target, path="x" * 1024))
    assert raised.value.values["part"] == "target"


def test_a_number_that_is_none_is_unknown_where_it_may_be_that() -> None:
    kind = StoredDocument(MemberStatistics, 1)
    member = MemberStatistics("sda", Role.TARGET, 1, 2, 3, 4, 5.0, busy=math.inf)
    assert kind.unpack(kind.pack(member)).busy is None
    with pytest.raises(UnkeptError):
        kind.pack(replace(member, seconds=math.nan))


def test_an_import_that_is_too_large_is_refused_as_a_whole(
    tmp_path: Path, make_run: Callable[..., Run]
) -> None:
    made = make_run()
    message = KernelMessage(1.0, "reset", "x" * 99_000)
    full = replace(made, environment=replace(made.environment, kernel_messages=(message,) * 50))
    for name, run in (("small", made), ("large", full)):
        (tmp_path / name).write_text(json_of(run))
    history = History(tmp_path / "history.sqlite")
    with pytest.raises(UnkeptError) as raised:
        import_files(history, [str(tmp_path / "small"), str(tmp_path / "large")])
    assert raised.value.exit_status == 3
    assert history.count() == 0
    history.close()
