# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""TRIMs are stored by drive, and restored unchanged."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.builders.stored_trims import NOW, OUTCOME, PROOF
from tests.builders.trim_codes import evidence_text
from tests.fakes import quoted

from driveproof.domain.errors import MachineError
from driveproof.domain.trim.evidence import accepted, data_gone, effect
from driveproof.domain.trim.job import (
    EFFECT,
    PROVED,
    KeptTrim,
    LayerCount,
    Proof,
    ProofVerdict,
    Tier,
    TrimStatus,
)
from driveproof.history.store import History
from driveproof.history.trims import Trims


def test_it_comes_back_in_the_order_of_time(history: History) -> None:
    trims = Trims(history)
    later = replace(
        OUTCOME, started=NOW + timedelta(days=1), status=TrimStatus.CANCELLED, trimmed=0
    )
    trims.add(["wwn:1"], later)
    trims.add(["wwn:1", "serial:X:\udcff", "wwn:1"], OUTCOME)
    kept = KeptTrim(
        started=NOW, place="/home\udcff", filesystem="ext4", status=TrimStatus.FINISHED,
        discarded=12 * 10**9, seconds=2.5, proof=PROOF,
    )  # fmt: skip
    first, second = trims.of("wwn:1")
    assert first == kept and (second.status, second.discarded) == (TrimStatus.CANCELLED, 0)
    assert trims.of("serial:X:\udcff") == (kept,)
    assert trims.of("wwn:1", NOW + timedelta(hours=1)) == (second,)
    assert trims.of("nobody") == ()


@pytest.mark.parametrize("column", ["proof", "started", "seconds"])
def test_a_damaged_one_is_left_out(history: History, column: str) -> None:
    trims = Trims(history)
    trims.add(["wwn:1"], OUTCOME)
    trims.add(["wwn:1"], OUTCOME)
    history.close()
    with closing(sqlite3.connect(history.path)) as connection:
        connection.execute(f"UPDATE trims SET {column} = 'x' WHERE id = 1")
        connection.commit()
    assert len(trims.of("wwn:1")) == 1


def test_a_later_proof_takes_the_place_of_its_tier(history: History) -> None:
    """The effect is known days after the TRIM; others of the same drive stay as they are."""
    trims = Trims(history)
    tried = (*PROOF, Proof(Tier("effect"), ProofVerdict("not tried"), quoted.evidence("Measure.")))
    hour = timedelta(hours=1)
    for started in (NOW - hour, NOW, NOW + hour):
        trims.add(["wwn:1", "wwn:2"], replace(OUTCOME, started=started, proof=tried))
    effect = Proof(
        Tier("effect"), ProofVerdict("proved"), quoted.evidence("Random writes are 12 % faster.")
    )
    assert trims.prove("wwn:1", NOW - hour / 2, NOW + hour / 2, effect)
    for identity in ("wwn:1", "wwn:2"):
        proofs = [one.proof for one in trims.of(identity)]
        assert proofs == [tried, (*PROOF, effect), tried]
    assert not trims.prove("wwn:1", NOW + 2 * hour, NOW + 3 * hour, effect)
    assert not trims.prove("nobody", NOW - hour, NOW + hour, effect)


COUNTED = accepted("ext4", None, 8192, (LayerCount("sda", 8192, top=True), LayerCount("dm-0", 0)))
GONE = data_gone(None, MachineError("{path} is full.", path="/home/x"))


def test_evidence_is_kept_with_codes_and_values(history: History) -> None:
    trims = Trims(history)
    trims.add(["wwn:1"], replace(OUTCOME, proof=(COUNTED, GONE, effect())))
    (found,) = trims.of("wwn:1")
    assert list(map(evidence_text, found.proof)) == list(
        map(evidence_text, (COUNTED, GONE, effect()))
    )
    assert found.proof[0] == COUNTED


def test_a_damaged_proof_is_let_alone(history: History, tmp_path: Path) -> None:
    trims = Trims(history)
    trims.add(["wwn:1"], OUTCOME)
    with closing(sqlite3.connect(tmp_path / "history.sqlite")) as connection:
        connection.execute("UPDATE trims SET proof = '[1'")
        connection.commit()
    assert not trims.prove("wwn:1", NOW, NOW, Proof(EFFECT, PROVED, quoted.evidence("It is.")))
