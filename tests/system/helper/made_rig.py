# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""A rig: a bus with polkitd, a launcher and the helper's policy."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import jeepney
import pytest
from tests.system.helper.bench import (
    ACTIONS,
    AGENT_RULES,
    POLICY,
    RULES,
    Namespace,
    Rig,
    copy_actions,
)
from tests.system.machine import (
    PROJECT,
    Service,
    Standing,
    own_bus,
    own_rules,
    program,
    run,
)

BUS_POLICY = PROJECT / "packaging/dbus/io.github.driveproof.Helper1.conf"


LAUNCHER = PROJECT / "packaging/helper/driveproof-helper.in"


@contextlib.contextmanager
def made_rig(our_folders: list[Path], *, broker: bool = False) -> Iterator[Rig]:
    """A rig; its folders are added to ours."""
    if os.geteuid() != 0:
        pytest.skip("needs root (a system bus with polkitd and the helper)")
    polkitd = program("/usr/lib/polkit-1/polkitd", "/usr/libexec/polkitd")
    program("fio")
    rules = Path("/usr/share/dbus-1/system.conf")
    if not (rules.exists() and ACTIONS.is_dir()):
        pytest.skip(f"{rules} or {ACTIONS} is not there")
    with ExitStack() as stack:
        # Below /run: only root can write there.
        folder = Path(run("mktemp", "-d", "/run/driveproof-test-XXXXXX").strip())
        stack.callback(shutil.rmtree, folder)
        folder.chmod(0o755)
        our_folders.append(folder)
        address = f"unix:path={folder}/bus"
        config = folder / "bus.conf"
        config.write_text(
            own_rules(rules.read_text("utf-8"), address).replace(
                "</busconfig>", f"<include>{BUS_POLICY}</include></busconfig>"
            ),
            "utf-8",
        )
        namespace = _own_polkit(folder)
        stack.callback(namespace.close)
        authority = Service(
            namespace.inside(polkitd, "--no-debug"), address, folder / "polkitd.log",
            "org.freedesktop.PolicyKit1",
        )  # fmt: skip
        bus = own_bus(config, address, folder / "bus.log", broker=broker)
        standing = Standing(bus, authority)
        stack.callback(standing.end)
        made = Rig(
            address, _launcher(folder), folder / "helper.log", authority, standing,
            on_broker=broker,
        )  # fmt: skip
        made.stand()
        stack.callback(made.end_helpers)
        yield made


def _launcher(folder: Path) -> Path:
    text = LAUNCHER.read_text("utf-8")
    text = text.replace("@PACKAGE@", str(PROJECT / "app"))
    text = text.replace("@LIBRARIES@", str(Path(jeepney.__file__).parents[1]))
    # An installed helper, and those of other tests, have one folder for what a scan logs.
    own = f"from driveproof.helper import scan\n\nscan.FOLDER = {str(folder / 'scans')!r}\n"
    text = text.replace("\nsys.exit", f"\n{own}\nsys.exit")
    path = folder / "driveproof-helper"
    path.write_text(text, "utf-8")
    return path


def _own_polkit(folder: Path) -> Namespace:
    """Our actions and rules in place of the machine's, for our polkitd only.

    Without logind no user has an active session: the tests' user gets the rights of one that has.
    """
    actions, rules = folder / "actions", folder / "rules.d"
    copy_actions(actions)
    policy = re.sub(
        r"<allow_any>\w+</allow_any>(.*?<allow_active>)(\w+)(</allow_active>)",
        r"<allow_any>\2</allow_any>\1\2\3",
        POLICY.read_text("utf-8"),
        flags=re.DOTALL,
    )
    (actions / POLICY.name).write_text(policy, "utf-8")
    rules.mkdir()
    (rules / "10-test.rules").write_text(AGENT_RULES, "utf-8")
    return Namespace({actions: str(ACTIONS), rules: str(RULES)})
