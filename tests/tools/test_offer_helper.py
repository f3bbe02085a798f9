# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""`make run` offers the helper once, to a person at a terminal, and continues after any answer."""

from __future__ import annotations

import os
import pty
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
SERVICE = "share/dbus-1/system-services/io.github.driveproof.Helper1.service"
QUESTION = "Install the helper for raw-disk tests (needs sudo)? [y/N]"


@dataclass
class Place:
    """A checkout of the offer alone, with a Makefile that notes what it is asked to make."""

    folder: Path
    sysroot: Path

    @property
    def noted(self) -> str:
        file = self.folder / "noted"
        return file.read_text() if file.exists() else ""

    def start(self, terminal: int | None = None) -> subprocess.Popen[bytes]:
        stream = subprocess.DEVNULL if terminal is None else terminal
        return subprocess.Popen(
            [self.folder / "tools/offer-helper.sh"],
            stdin=stream,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE if terminal is None else terminal,
            start_new_session=True,
            env=os.environ
            | {
                "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}",
                "DRIVEPROOF_SYSROOT": str(self.sysroot),
            },
        )

    def at_a_terminal(self, typed: bytes) -> str:
        """What a person sees who types this; the status is always 0."""
        ours, theirs = pty.openpty()
        try:
            os.write(ours, typed)
            process = self.start(theirs)
            assert process.stdout is not None
            assert process.stdout.read() == b""
            assert process.wait(60) == 0
            process.stdout.close()
        finally:
            os.close(theirs)
        seen = b""
        # The end of a terminal that nobody has open any more is an error, and no end of file.
        try:
            while part := os.read(ours, 4096):
                seen += part
        except OSError:
            pass
        finally:
            os.close(ours)
        return seen.decode()


@pytest.fixture
def place(tmp_path: Path) -> Place:
    folder = tmp_path / "a checkout"
    for name in ("tools", ".venv", "bin"):
        (folder / name).mkdir(parents=True)
    shutil.copy2(CHECKOUT / "tools/offer-helper.sh", folder / "tools")
    (folder / "Makefile").write_text("install-helper:\n\t@echo made >>noted\n")
    sudo = folder / "bin/sudo"
    sudo.write_text('#!/bin/sh\nexec "$@"\n')
    sudo.chmod(0o755)
    return Place(folder, tmp_path / "system")


def test_no_is_remembered(place: Place) -> None:
    seen = place.at_a_terminal(b"n\n")
    assert QUESTION in seen
    assert "sudo make install-helper" in seen
    assert QUESTION not in place.at_a_terminal(b"y\n")
    assert place.noted == ""


@pytest.mark.parametrize("typed", [b"\n", b"\x04", b"never\n"])
def test_what_is_no_yes_is_a_no(place: Place, typed: bytes) -> None:
    assert QUESTION in place.at_a_terminal(typed)
    assert place.noted == ""


@pytest.mark.parametrize("typed", [b"y\n", b"YES\n"])
def test_yes_installs_it(place: Place, typed: bytes) -> None:
    assert QUESTION in place.at_a_terminal(typed)
    assert place.noted == "made\n"


def test_a_failure_is_told_and_not_asked_about_again(place: Place) -> None:
    (place.folder / "Makefile").write_text("install-helper:\n\t@echo no such luck >&2; false\n")
    seen = place.at_a_terminal(b"y\n")
    assert "no such luck" in seen
    assert "Driveproof runs without it" in seen
    assert QUESTION not in place.at_a_terminal(b"y\n")


@pytest.mark.parametrize("share", ["usr/share", "usr/local/share"])
def test_who_has_it_is_not_asked(place: Place, share: str) -> None:
    service = place.sysroot / share / Path(SERVICE).relative_to("share")
    service.parent.mkdir(parents=True)
    service.touch()
    assert place.at_a_terminal(b"y\n").strip() == "y"  # the terminal's own echo
    assert place.noted == ""
    assert not any((place.folder / ".venv").iterdir())


def install(place: Place, prefix: str, *, by_make: bool = True) -> Path:
    """The helper of this checkout, as far as the offer looks at it; where its modules are."""
    own = f"{prefix}/lib/driveproof-helper"
    service = place.sysroot / prefix.lstrip("/") / SERVICE
    service.parent.mkdir(parents=True)
    text = (CHECKOUT / "packaging/dbus/io.github.driveproof.Helper1.service.in").read_text()
    service.write_text(text.replace("@LAUNCHER@", f"{own}/driveproof-helper"))
    source = CHECKOUT / "app/driveproof/helper"
    modules = place.sysroot / own.lstrip("/") / "driveproof/helper"
    for target in (modules, place.folder / "app/driveproof/helper"):
        shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
    (modules / "__pycache__").mkdir()
    if by_make:
        (modules.parents[1] / "installed").touch()
    return modules


def said(place: Place) -> str:
    """With nobody at a terminal, as from a desktop's menu."""
    process = place.start()
    _, words = process.communicate(timeout=60)
    assert process.returncode == 0
    return words.decode()


def test_the_same_helper_is_not_spoken_of(place: Place) -> None:
    install(place, "/usr/local")
    assert said(place) == ""


@pytest.mark.parametrize("change", ["another", "missing", "more"])
def test_a_helper_of_another_version_is_told(place: Place, change: str) -> None:
    modules = install(place, "/usr/local")
    if change == "another":
        (modules / "protocol.py").write_text("API_VERSION = 0\n")
    elif change == "missing":
        (modules / "protocol.py").unlink()
    else:
        (modules / "former.py").touch()
    assert said(place) == (
        "The installed helper for raw-disk tests (/usr/local/lib/driveproof-helper) is of another"
        " version than this checkout. Renew it: sudo make install-helper\n"
    )
    assert place.noted == ""


@pytest.mark.parametrize(
    ("by_make", "renew"),
    [
        (True, "Renew it: sudo make install-helper PREFIX=/usr\n"),
        (False, "Renew it: with its package, driveproof-helper\n"),
    ],
)
def test_it_is_renewed_as_it_came(place: Place, by_make: bool, renew: str) -> None:
    modules = install(place, "/usr", by_make=by_make)
    (modules / "protocol.py").unlink()
    assert said(place).endswith(renew)


def test_nobody_at_a_terminal_is_not_asked(place: Place) -> None:
    process = place.start()
    seen, words = process.communicate(timeout=60)
    assert (process.returncode, seen, words) == (0, b"", b"")
    assert place.noted == ""
    # Somebody who comes later is.
    assert QUESTION in place.at_a_terminal(b"n\n")


def test_run_offers_it_before_the_window() -> None:
    lines = (CHECKOUT / "Makefile").read_text().splitlines()
    begin = next(number for number, line in enumerate(lines) if line.startswith("run:"))
    assert [line.strip() for line in lines[begin + 1 : begin + 4]] == [
        "@tools/setup.sh run",
        "@tools/offer-helper.sh",
        "@tools/run.sh",
    ]
