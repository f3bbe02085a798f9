# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the status of a failed NVMe command is called.

Status code types and codes: NVM Express Base Specification 2.0, figures 93 to 97. The names are
those that smartctl 7.4 prints (nvmecmds.cpp, nvme_status_to_str).
"""

from __future__ import annotations

_NAMES = {
    0x001: "Invalid Command Opcode", 0x002: "Invalid Field in Command",
    0x003: "Command ID Conflict",
    0x004: "Data Transfer Error", 0x005: "Commands Aborted due to Power Loss Notification",
    0x006: "Internal Error", 0x007: "Command Abort Requested",
    0x008: "Command Aborted due to SQ Deletion", 0x00B: "Invalid Namespace or Format",
    0x00C: "Command Sequence Error", 0x015: "Operation Denied", 0x01C: "Sanitize Failed",
    0x01D: "Sanitize In Progress", 0x020: "Namespace is Write Protected", 0x080: "LBA Out of Range",
    0x081: "Capacity Exceeded", 0x082: "Namespace Not Ready", 0x084: "Format In Progress",
    0x107: "Invalid Firmware Image", 0x109: "Invalid Log Page",
    0x10D: "Feature Identifier Not Saveable",
    0x10E: "Feature Not Changeable", 0x10F: "Feature Not Namespace Specific",
    0x11D: "Device Self-test In Progress", 0x180: "Conflicting Attributes",
    0x181: "Invalid Protection Information", 0x182: "Attempted Write to Read Only Range",
    0x280: "Write Fault", 0x281: "Unrecovered Read Error", 0x282: "End-to-end Guard Check Error",
    0x283: "End-to-end Application Tag Check Error",
    0x284: "End-to-end Reference Tag Check Error", 0x285: "Compare Failure", 0x286: "Access Denied",
    0x287: "Deallocated or Unwritten Logical Block", 0x288: "End-to-End Storage Tag Check Error",
    0x300: "Internal Path Error", 0x301: "Asymmetric Access Persistent Loss",
    0x302: "Asymmetric Access Inaccessible", 0x303: "Asymmetric Access Transition",
    0x360: "Controller Pathing Error", 0x370: "Host Pathing Error",
    0x371: "Command Aborted By Host",
}  # fmt: skip


def code_of(status: int) -> int:
    """Type and code in a status without its phase bit: the bits above them say how to retry."""
    return status & 0x7FF


def status_name(code: int) -> str:
    """smartctl's name of a code; "" where it has none."""
    return _NAMES.get(code, "")
