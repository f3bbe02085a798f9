# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which fio is used, and the message if it cannot be."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from driveproof.domain.errors import MachineError
from driveproof.fio.program import OLDEST, find_fio, parse_version


def script(folder: Path, body: str, mode: int = 0o755) -> Path:
    path = folder / "fio"
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(mode)
    return path


@pytest.fixture
def on_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is the entire PATH."""
    monkeypatch.setenv("PATH", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("text", "version"),
    [
        ("fio-3.33", (3, 33)),
        ("fio-3.33\n", (3, 33)),
        ("fio-3.36-91-gb6b2", (3, 36)),
        ("fio-3.28", (3, 28)),
        ("fio-2.2.10", (2, 2)),
        ("fio-10.0", (10, 0)),
        ("fio 3.33", None),
        ("3.33", None),
        ("fio-", None),
        ("fio-x.y", None),
        ("fio-99999.1", None),
        ("", None),
    ],
)
def test_versions(text: str, version: tuple[int, int] | None) -> None:
    assert parse_version(text) == version


def test_a_good_one(on_path: Path) -> None:
    path = script(on_path, "echo fio-3.33")
    found = find_fio()
    assert (found.path, found.version, found.number) == (str(path), "fio-3.33", "3.33")


def test_the_oldest_one_that_will_do(on_path: Path) -> None:
    script(on_path, f"echo fio-{OLDEST[0]}.{OLDEST[1]}")
    assert parse_version(find_fio().version) == OLDEST


def test_missing(on_path: Path) -> None:
    with pytest.raises(MachineError) as caught:
        find_fio()
    assert "fio" in str(caught.value.advice)
    assert caught.value.exit_status == 3


def test_not_executable_is_missing(on_path: Path) -> None:
    script(on_path, "echo fio-3.33", mode=0o644)
    with pytest.raises(MachineError):
        find_fio()


@pytest.mark.parametrize("version", ["fio-3.27", "fio-2.99", "fio-1.0"])
def test_too_old(on_path: Path, version: str) -> None:
    script(on_path, f"echo {version}")
    with pytest.raises(MachineError) as caught:
        find_fio()
    assert set(caught.value.values) == {"path", "text"}
    assert version in caught.value.message
    assert "3.28" in str(caught.value.advice)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("echo hello", "hello"),
        ("exit 1", "-"),
        ("echo no such option >&2; exit 2", "no such option"),
        ("printf '\\377\\376\\033[2J'", r"\x1b"),
        ("yes x", "x"),
    ],
)
def test_what_is_no_fio(
    on_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, said: str
) -> None:
    if body == "yes x":
        body = f"{shutil.which('yes', path='/usr/bin:/bin')} x | {_head()} -c 100000"
    path = script(on_path, body)
    with pytest.raises(MachineError) as caught:
        find_fio()
    assert set(caught.value.values) == {"path", "said"}
    assert str(path) in caught.value.message
    assert said in caught.value.message
    assert caught.value.message.isprintable()
    assert len(caught.value.message) < 1500


def _head() -> str:
    return str(shutil.which("head", path="/usr/bin:/bin"))


@pytest.mark.parametrize("content", [b"\x7fELF broken", b"#!/no/such/interpreter\n", b""])
def test_what_cannot_be_started(on_path: Path, content: bytes) -> None:
    path = on_path / "fio"
    path.write_bytes(content)
    path.chmod(0o755)
    with pytest.raises(MachineError) as raised:
        find_fio()
    assert set(raised.value.values) == {"error", "path"}


def test_by_its_path(tmp_path: Path, on_path: Path) -> None:
    other = tmp_path / "other place"
    other.mkdir()
    path = script(other, "echo fio-3.42")
    assert find_fio(str(path)).version == "fio-3.42"
