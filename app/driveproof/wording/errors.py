# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Words of the errors: what is wrong, and what to do about it at the terminal or in the window."""

from __future__ import annotations

from enum import Enum

from driveproof.domain.errors import Advice, DriveproofError, Remedy
from driveproof.domain.notes import Failure
from driveproof.domain.text import shown
from driveproof.wording.catalogue import N_, _
from driveproof.wording.say import say_text, value_text, worded


class Face(Enum):
    """Where an advice is read: each has its own means to follow it."""

    TERMINAL = "terminal"
    WINDOW = "window"


# Translators: {command} is what to type at the terminal: a command, or an option as "--size"
_RUN = N_("Run: {command}")
_ADD = N_("Add {command}.")
_LEAVE_OUT = N_("Leave out {command}.")
_ANYWHERE = {
    Remedy.MOUNT: N_("Mount it at {point} or elsewhere."),
    Remedy.ONE_AFTER_THE_OTHER: N_("Export one after the other."),
    Remedy.NAME_ADAPTER: N_("Create the report with -d sat, sntrealtek, sntasmedia or sntjmicron."),
}
"""What helps is the same at the terminal and in the window."""
# A text and its {command}. The window must not show one (tests/unit/wording/test_errors.py).
TERMINAL = {
    **{remedy: (text, "") for remedy, text in _ANYWHERE.items()},
    Remedy.NAME_TARGET: (_ADD, "--moved-to FOLDER"),
    Remedy.MOUNT_OR_NAME_TARGET: (N_("Mount it, or add {command}."), "--moved-to FOLDER"),
    Remedy.CHOOSE_DIRECT: (_ADD, "--cache direct"),
    Remedy.CHOOSE_SMALLER_FILE: (N_("Choose a smaller {command}."), "--size"),
    Remedy.FREE_SPACE_OR_SMALLER_FILE: (
        N_("Free some space, or choose a smaller {command}."),
        "--size",
    ),
    Remedy.SAY_UPDATED: (N_("Add {command} when it is updated."), "--yes"),
    Remedy.NAME_OTHER_DRIVES: (_ADD, "--also PATH"),
    Remedy.LEAVE_SIZE_OUT: (_LEAVE_OUT, "--size"),
    Remedy.COUNT_REQUESTS: (N_("Record again with {command}."), "--trace"),
    Remedy.LEAVE_CACHE_OUT: (_LEAVE_OUT, "--cache"),
    Remedy.ALLOW_OVERWRITING: (N_("To lose its data, add {command}."), "--overwrite-device"),
    Remedy.LEAVE_OVERWRITING_OUT: (_LEAVE_OUT, "--overwrite-device"),
    Remedy.CONFIRM: (_ADD, "--yes"),
    Remedy.NAME_SCHEDULER: (_ADD, "--scheduler NAME"),
    Remedy.NAME_MOUNT_OPTION: (N_("Add {command} with one of: {options}."), "--mount-option"),
    Remedy.RUN_PROFILE: (_RUN, "driveproof run {profile} DEVICE"),
    Remedy.CANCEL_EXPERIMENT: (N_("Run: {command}"), "driveproof experiment cancel {id}"),
    Remedy.NEW_EXPERIMENT: (_RUN, "driveproof experiment new"),
    Remedy.NEW_DRIVE_TEST: (_RUN, "driveproof test new"),
    Remedy.MEASURE_TRIM: (
        N_("Run: {command}"),
        "driveproof experiment new quick TARGET --action trim",
    ),
    Remedy.MEASURE_UPDATE: (
        N_("To see what the update changes, run first: {command}"),
        "driveproof experiment new quick TARGET --action firmware",
    ),
    Remedy.LIST_PROFILES: (_RUN, "driveproof profiles"),
    Remedy.LIST_RUNS: (_RUN, "driveproof history"),
    Remedy.LIST_EXPERIMENTS: (_RUN, "driveproof experiment list"),
    Remedy.LIST_DRIVE_TESTS: (_RUN, "driveproof test list"),
    Remedy.FIRST_RUN: (_RUN, "driveproof run quick ."),
    Remedy.EXPORT_JSON: (_RUN, "driveproof show RUN --json"),
    Remedy.EXPORT_RESULT: (_ADD, "--json"),
    Remedy.SHOW_CHAIN: (_RUN, "driveproof trim status"),
    Remedy.OPEN_REPORT: (_RUN, "driveproof health --report FILE"),
    Remedy.OPEN_JOB: (_RUN, "driveproof run --job FILE TARGET"),
    Remedy.NAME_DEVICE: (_RUN, "driveproof list"),
    Remedy.LEAVE_ENGINE_OUT: (_LEAVE_OUT, "--engine"),
    Remedy.USE_TERMINAL: (_RUN, "driveproof --help"),
    Remedy.COMPARE_RUNS: (N_("Name one, or run: {command}"), "driveproof compare"),
    Remedy.READ_WHOLE: (N_("Run: {command}"), "driveproof health {path} --as-admin"),
    Remedy.FIND_ADAPTER_TYPE: (
        N_("To try the safe types, run: {command}"),
        "driveproof health {path} --adapter-type find",
    ),
    Remedy.FIND_ADAPTER_TYPE_UNMOUNTED: (
        N_("Unmount the drive, then run: {command}"),
        "driveproof health {path} --adapter-type find",
    ),
    Remedy.CHOOSE_ADAPTER_TYPE: (
        N_("If you know the type of the adapter, name it: {command}"),
        "driveproof health {path} --adapter-type TYPE",
    ),
    Remedy.SWITCH_SMART_ON: (N_("Run: {command}"), "driveproof health --enable-smart DEVICE"),
    Remedy.WAKE: (N_("To wake it, run: {command}"), "driveproof health {path} --wake"),
}
_BELOW = N_("Choose it below.")
_CHOOSE = N_("Choose one of: {options}.")
_ON_HISTORY = N_("The History page lists them.")
_ALONE = N_("Open it alone.")
_AS_JSON = N_("Export it as JSON.")
# "" where the window leaves no choice: what to do can be seen beside the message.
WINDOW = {
    **_ANYWHERE,
    Remedy.NAME_TARGET: _BELOW,
    Remedy.MOUNT_OR_NAME_TARGET: N_("Mount it, or choose it below."),
    Remedy.CHOOSE_DIRECT: N_("Choose direct I/O."),
    Remedy.CHOOSE_SMALLER_FILE: N_("Choose a smaller test file."),
    Remedy.FREE_SPACE_OR_SMALLER_FILE: N_("Free some space, or choose a smaller test file."),
    Remedy.SAY_UPDATED: N_("Confirm the update."),
    Remedy.NAME_OTHER_DRIVES: N_("Choose another drive."),
    Remedy.LEAVE_SIZE_OUT: "",
    Remedy.COUNT_REQUESTS: N_("Record again with all requests."),
    Remedy.LEAVE_CACHE_OUT: N_("Choose the cache mode of the profile."),
    Remedy.ALLOW_OVERWRITING: N_("To lose its data, choose “Write too”."),
    Remedy.LEAVE_OVERWRITING_OUT: "",
    Remedy.CONFIRM: "",
    Remedy.NAME_SCHEDULER: _BELOW,
    Remedy.NAME_MOUNT_OPTION: _CHOOSE,
    Remedy.RUN_PROFILE: N_("Measure it by itself."),
    Remedy.CANCEL_EXPERIMENT: N_("Cancel this experiment."),
    Remedy.NEW_EXPERIMENT: N_("Start another."),
    Remedy.NEW_DRIVE_TEST: N_("Start another."),
    Remedy.MEASURE_TRIM: N_("Run an experiment with TRIM."),
    Remedy.MEASURE_UPDATE: N_("Under “Firmware”, the Health page measures before and after it."),
    Remedy.LIST_PROFILES: N_("The Measure page lists them."),
    Remedy.LIST_RUNS: _ON_HISTORY,
    Remedy.LIST_EXPERIMENTS: _ON_HISTORY,
    Remedy.LIST_DRIVE_TESTS: _ON_HISTORY,
    Remedy.FIRST_RUN: N_("Measure a drive first."),
    Remedy.EXPORT_JSON: _AS_JSON,
    Remedy.EXPORT_RESULT: _AS_JSON,
    Remedy.SHOW_CHAIN: N_("The TRIM page shows why."),
    Remedy.OPEN_REPORT: _ALONE,
    Remedy.OPEN_JOB: _ALONE,
    Remedy.NAME_DEVICE: N_("Choose a device or a mounted file system."),
    Remedy.LEAVE_ENGINE_OUT: N_("Choose another profile."),
    Remedy.USE_TERMINAL: "",
    Remedy.COMPARE_RUNS: N_("Choose one, or compare them."),
    Remedy.READ_WHOLE: "",
    Remedy.FIND_ADAPTER_TYPE: "",
    Remedy.FIND_ADAPTER_TYPE_UNMOUNTED: N_("Unmount the drive, then try again."),
    Remedy.CHOOSE_ADAPTER_TYPE: N_("If you know the type of the adapter, choose it."),
    Remedy.SWITCH_SMART_ON: N_("Enable it (may ask for a password)."),
    Remedy.WAKE: "",
}


def message(error: DriveproofError) -> str:
    """What is wrong: one sentence in the person's language, foreign characters made visible."""
    return worded(error.key, error.values)


def advice(error: DriveproofError, face: Face) -> str:
    """What to do about it, "" when there is nothing to say."""
    return advice_text(error.advice, face)


def advice_text(given: Advice | None, face: Face) -> str:
    """The text of an advice on a face, "" for none."""
    if given is None:
        return ""
    if given.remedy is None:
        return worded(given.key, given.values)
    if face is Face.WINDOW:
        return worded(WINDOW[given.remedy], given.values)
    text, command = TERMINAL[given.remedy]
    named = {name: value_text(value) for name, value in given.values.items()}
    return worded(text, {**given.values, "command": command.format_map(named)})


def command_of(given: Advice | None) -> str:
    """The shell command that an advice names, for a button that copies it; "" for none."""
    return str(given.values.get("command", "")) if given is not None else ""


def message_and_advice(error: DriveproofError | OSError, face: Face) -> str:
    """Both, one behind the other, and what failed besides; what the system says where it is the
    system's error.
    """
    return " ".join(error_lines(error, face))


def error_lines(error: DriveproofError | OSError, face: Face) -> list[str]:
    """The same, with each thing that is wrong on a line of its own."""
    if isinstance(error, OSError):
        return [shown(str(error))]
    own = " ".join(filter(None, (message(error), advice(error, face))))
    return [own, *(line for one in error.besides for line in error_lines(one, face))]


def failure_text(failure: Failure | None, face: Face) -> str:
    """Why a run failed and what to do about it, "" for none."""
    if failure is None:
        return ""
    return f"{say_text(failure.what)} {advice_text(failure.advice, face)}".strip()


def unkept_check_text(unkept: Failure | None, face: Face) -> str:
    """Why the history could not keep a check; "" where it could."""
    if unkept is None:
        return ""
    return _("Not saved: {reason}").format(reason=failure_text(unkept, face))
