# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The helper's files for polkit, D-Bus and systemd agree with the code and the table of risks."""

from __future__ import annotations

import re
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from driveproof.helper.protocol import BUS_NAME, PolkitAction

PACKAGING = Path(__file__).resolve().parents[3] / "packaging"
POLICY = PACKAGING / "polkit/io.github.driveproof.helper1.policy"
ASKED_EVERY_TIME = {
    PolkitAction.OVERWRITE,
    PolkitAction.TRIM,
    PolkitAction.SELF_TEST,
    PolkitAction.TRACE,
}


def defaults(action: ET.Element) -> list[str]:
    return [str(each.text) for each in action.findall("defaults/*")]


def test_every_action_has_its_policy() -> None:
    actions = {action.get("id"): action for action in ET.parse(POLICY).iter("action")}
    assert set(actions) == {action.value for action in PolkitAction}
    for action in PolkitAction:
        active = "auth_admin" if action in ASKED_EVERY_TIME else "auth_admin_keep"
        assert defaults(actions[action.value]) == ["auth_admin", "auth_admin", active], action


@pytest.mark.parametrize("action", PolkitAction)
def test_the_prompt_names_the_device(action: PolkitAction) -> None:
    (found,) = [each for each in ET.parse(POLICY).iter("action") if each.get("id") == action]
    message = found.findtext("message") or ""
    # Nothing but what the helper verified and describes (helper/described.py).
    assert re.findall(r"\$\(\w+\)", message) == ["$(device)"]


def test_the_prompt_says_that_the_contents_are_lost() -> None:
    messages = {each.get("id"): each.findtext("message") or "" for each in ET.parse(POLICY).iter()}
    losing = [name for name, message in messages.items() if "its contents are lost" in message]
    assert losing == [PolkitAction.OVERWRITE.value]


def test_bus_and_systemd_name_each_other() -> None:
    service = (PACKAGING / f"dbus/{BUS_NAME}.service.in").read_text("utf-8")
    unit = (PACKAGING / "systemd/driveproof-helper.service.in").read_text("utf-8")
    assert f"Name={BUS_NAME}\n" in service
    assert f"BusName={BUS_NAME}\n" in unit
    assert "SystemdService=driveproof-helper.service\n" in service
    start = "/usr/bin/python3 -I -S @LAUNCHER@\n"
    assert f"Exec={start}" in service
    assert f"ExecStart={start}" in unit


def test_only_root_owns_the_name_and_nobody_sends_descriptors() -> None:
    policies = ET.parse(PACKAGING / f"dbus/{BUS_NAME}.conf").findall("policy")
    by_user = {policy.get("user"): policy for policy in policies}
    assert set(by_user) == {"root", None}
    assert [rule.attrib for rule in by_user["root"]] == [{"own": BUS_NAME}]
    assert [(rule.tag, rule.attrib) for rule in by_user[None]] == [
        ("allow", {"send_destination": BUS_NAME}),
        ("deny", {"send_destination": BUS_NAME, "min_fds": "1"}),
    ]


def checked(program: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    if not shutil.which(program):
        pytest.skip(f"{program} is not installed")
    return subprocess.run(
        [program, *arguments], capture_output=True, text=True, check=False, timeout=60
    )


def test_the_policy_is_valid() -> None:
    dtd = Path("/usr/share/polkit-1/policyconfig-1.dtd")
    if not dtd.exists():
        pytest.skip(f"{dtd} is not there")
    done = checked("xmllint", "--nonet", "--noout", "--dtdvalid", str(dtd), str(POLICY))
    assert (done.returncode, done.stderr) == (0, "")


def test_the_unit_is_valid_and_hardened(tmp_path: Path) -> None:
    unit = tmp_path / "driveproof-helper.service"
    text = (PACKAGING / "systemd/driveproof-helper.service.in").read_text("utf-8")
    unit.write_text(text.replace("@LAUNCHER@", "/usr/libexec/driveproof-helper"), "utf-8")
    done = checked("systemd-analyze", "verify", "--man=no", str(unit))
    assert "driveproof" not in done.stderr
    assert done.returncode == 0
    done = checked("systemd-analyze", "security", "--offline=yes", "--threshold=20", str(unit))
    assert done.returncode == 0, done.stdout
