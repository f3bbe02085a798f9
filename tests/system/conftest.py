# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A real system bus with polkitd, udevd and udisksd, and loop devices; all removed afterwards.

The bus has the system's own rules and listens on a private socket, so it never touches the
machine's own bus. udisksd sees only what udevd has passed on: where none is running, one is
started.

They live as long as the session. Before each test, dead ones are restarted; after each test, the
mounts and loop devices that it left are removed. So one failing test does not make others fail.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.system import left
from tests.system.forked import Forking
from tests.system.machine import (
    FORKING,
    PROJECT,
    Service,
    Standing,
    SystemBus,
    Udevd,
    detach_ours,
    own_bus,
    own_rules,
    program,
    run,
    unmount,
    wait_for_answer,
)
from tests.system.measuring import Lab
from tests.system.turns import PAGE_CACHE, alone_with, sharing

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture(scope="session")
def our_folders(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The folders in which only the tests of this process keep files."""
    return [tmp_path_factory.getbasetemp()]


@pytest.fixture(scope="session")
def open_folder(our_folders: list[Path]) -> Iterator[Path]:
    """A folder that any user can enter."""
    with tempfile.TemporaryDirectory(prefix="driveproof-test-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        our_folders.append(folder)
        yield folder


@pytest.fixture(autouse=True)
def alone(request: pytest.FixtureRequest, our_folders: list[Path]) -> Iterator[None]:
    """Each test starts with working daemons, and leaves no mount, loop device or partition."""
    if "launcher" in request.fixturenames:
        request.getfixturevalue("launcher")
    if "system_bus" in request.fixturenames:
        request.getfixturevalue("system_bus").stand()
    if "rig" in request.fixturenames:
        request.getfixturevalue("rig").stand(usual="helper" in request.fixturenames)
    # Whatever exists already belongs to a fixture that several tests share.
    before = frozenset(left.of(our_folders))
    yield
    if os.geteuid() != 0:
        return
    stays = left.stays(our_folders, before, left.GOING)
    if stays and (found := left.take_away(our_folders, before)):
        with warnings.catch_warnings():  # no error, whatever the module says
            warnings.simplefilter("always")
            users = ", ".join(left.holders(found)) or "nobody"
            warnings.warn(
                f"taken away after the test: {', '.join(found)}; open in {users}", stacklevel=1
            )
        left.stays(our_folders, before, 10.0)
    if folder := request.node.funcargs.get("tmp_path"):
        left.empty(folder)


@pytest.fixture(scope="session")
def launcher(open_folder: Path) -> Iterator[Path]:
    """The program where any user can start it, as a checkout below /root is inaccessible: beside it
    are this checkout and its environment, mounted read-only, so that whoever removes the folder
    removes no more. The mounts are private: what is mounted over a file there stays there.
    """
    if os.geteuid() != 0:
        pytest.skip("needs root (mounts)")
    with ExitStack() as stack:
        for name, source in (("checkout", PROJECT), ("venv", Path(sys.prefix))):
            point = open_folder / name
            point.mkdir()
            run("mount", "-o", "bind,ro", str(source), str(point))
            stack.callback(unmount, point)
            run("mount", "--make-private", str(point))
        path = open_folder / "driveproof"
        python = Path(sys.executable).relative_to(sys.prefix)
        path.write_text(_LAUNCHER.format(folder=open_folder, python=python), "utf-8")
        path.chmod(0o755)
        forking = Forking(open_folder / "checkout/app", open_folder / "venv" / python)
        stack.callback(forking.close)
        FORKING[path] = forking
        yield path


_LAUNCHER = """\
#!{folder}/venv/{python} -P
import sys

sys.path.insert(0, "{folder}/checkout/app")
from driveproof.__main__ import main

sys.exit(main())
"""
"""For each launcher what starts the same program, without starting Python."""


@pytest.fixture(scope="session")
def udevd(open_folder: Path) -> Iterator[Udevd]:
    """Where the machine has none, one that lives as long as the tests."""
    if os.geteuid() != 0:
        pytest.skip("needs root (udevd)")
    made = Udevd(open_folder)
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="session")
def system_bus(open_folder: Path, launcher: Path, udevd: Udevd) -> Iterator[SystemBus]:
    if os.geteuid() != 0:
        pytest.skip("needs root (a system bus with udisksd)")
    polkitd = program("/usr/lib/polkit-1/polkitd", "/usr/libexec/polkitd")
    udisksd = program("/usr/libexec/udisks2/udisksd", "/usr/lib/udisks2/udisksd")
    rules = Path("/usr/share/dbus-1/system.conf")
    if not rules.exists():
        pytest.skip(f"{rules} is not there")
    address = f"unix:path={open_folder}/bus"
    config = open_folder / "bus.conf"
    config.write_text(own_rules(rules.read_text("utf-8"), address), "utf-8")
    log = open_folder / "services.log"
    udisks = Service([udisksd], address, log, "org.freedesktop.UDisks2")
    authority = Service([polkitd, "--no-debug"], address, log, "org.freedesktop.PolicyKit1")
    standing = Standing(own_bus(config, address, log), udevd, authority, udisks)
    made = SystemBus(address, udisks, launcher, standing)
    try:
        made.stand()
        wait_for_answer(made)
        yield made
    finally:
        standing.end()


@pytest.fixture
def page_cache() -> Iterator[None]:
    """What was read stays in memory: no other lane drops the machine's page cache meanwhile."""
    with sharing(PAGE_CACHE):
        yield


@pytest.fixture
def empties_page_cache() -> Iterator[None]:
    """For a test that drops the page cache: wait for tests that need it."""
    with alone_with(PAGE_CACHE):
        yield


@pytest.fixture
def loop(system_bus: SystemBus, tmp_path: Path) -> Iterator[Callable[[Path], str]]:
    """Makes a loop device over a file; whatever is left of it is removed afterwards."""
    with ExitStack() as stack:

        def attach(file: Path) -> str:
            path = run("losetup", "--find", "--show", str(file)).strip()
            stack.callback(detach_ours, path, file)
            return path

        yield attach


@pytest.fixture
def lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Lab]:
    made = Lab(tmp_path / "lab")
    made.folder.mkdir()
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:{made.mark}")
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={made.folder}/no-bus")
    yield made
    for pid in made.fios():
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
