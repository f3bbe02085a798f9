# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of the field stay: what was reworded once does not come back."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]
# What to say instead. "desktop" is no desk, and the key "sitting" of the JSON stays.
PHRASES = {
    r"\bledgers?\b|Ledger": "TestFileRegistry",
    r"\bdesks?\b|Desk(?!top)": "HealthService, service",
    r"\bstrain(ed|ing|s)?\b|Strain": "throttling",
    r"\bSite\b": "target",
    r"errand": "TaskQueue, task",
    r"patience": "timeout",
    r"sitting(?!\")": "batch",
    r"warmth": "temperature",
    r"way of a trim": "discard path",
    r"\btold of\b": "reported",
    r"nobody can say|cannot be told(?! (from|apart))": "could not be determined",
    r"nobody (was asked|tells|knows|told|answers)": "not reported, unknown",
    r"\bcame of (it|that|this|them)": "result",
    r"at its threshold under wear": "a sentence of its own",
    r"(as|was|is) wished|wishes for": "asked, requested",
}
# Texts and names of the project; the tests' own words where they can be read on their own.
ROOTS = ("app/driveproof", "docs", "resources", "packaging", "tests", "README.md")
ENDINGS = {".py", ".md", ".toml", ".html", ".css", ".xml", ".desktop", ".1", ".policy", ".json"}
# Data that other programs wrote is quoted, not worded.
QUOTED = ("tests/data/", "tests/unit/test_phrases.py", "app/driveproof/resources/")
# Still there; nothing may be added. Whoever rewords a file takes it out.
NOT_YET: dict[str, set[str]] = {
    r"\bdesks?\b|Desk(?!top)": {
        "app/driveproof/engine/health/service.py",
        "docs/development.md",
        "tests/benchmarks/test_scan.py",
        "tests/hardware/guest.py",
        "tests/hardware/machine.py",
        "tests/hardware/test_health.py",
        "tests/hardware/test_mount_options.py",
        "tests/system/conftest.py",
        "tests/system/helper/conftest.py",
        "tests/system/helper/program/test_run_device.py",
        "tests/system/helper/program/test_run_faults.py",
        "tests/system/helper/program/test_run_guided.py",
        "tests/system/helper/program/test_run_overwriting.py",
        "tests/system/helper/program/test_scan_window.py",
        "tests/system/helper/program/test_sessions.py",
        "tests/system/helper/program/test_window_device.py",
        "tests/system/helper/program/test_window_trim.py",
        "tests/system/helper/terminal.py",
        "tests/system/helper/test_chain_root.py",
        "tests/system/helper/test_client.py",
        "tests/system/helper/test_fuzz.py",
        "tests/system/helper/test_hanging.py",
        "tests/system/helper/test_methods.py",
        "tests/system/helper/test_mount_options.py",
        "tests/system/helper/test_overwriting.py",
        "tests/system/helper/test_reading.py",
        "tests/system/helper/test_scheduler_faults.py",
        "tests/system/helper/test_state.py",
        "tests/system/helper/test_threats.py",
        "tests/system/helper/test_threats_ends.py",
        "tests/system/helper/test_threats_floods.py",
        "tests/system/helper/test_threats_forging.py",
        "tests/system/helper/test_trim_mount_late.py",
        "tests/system/helper/test_trim_mount_others.py",
        "tests/system/helper/test_trim_same.py",
        "tests/system/helper/test_trim_session.py",
        "tests/system/helper/test_trim_whole.py",
        "tests/system/helper/trim_drives.py",
        "tests/system/udisks/test_standing.py",
        "tests/ui/comparing.py",
        "tests/ui/conftest.py",
        "tests/ui/desk.py",
        "tests/ui/made_chains.py",
        "tests/ui/test_check_page.py",
        "tests/ui/test_compare_export.py",
        "tests/ui/test_compare_kinds.py",
        "tests/ui/test_compare_page.py",
        "tests/ui/test_drives.py",
        "tests/ui/test_drop.py",
        "tests/ui/test_experiment_list.py",
        "tests/ui/test_health_window.py",
        "tests/ui/test_history_page.py",
        "tests/ui/test_history_threads.py",
        "tests/ui/test_imported_view.py",
        "tests/ui/test_link_words.py",
        "tests/ui/test_overview.py",
        "tests/ui/test_sorted_runs.py",
        "tests/ui/test_trim_line.py",
        "tests/ui/test_trim_other_drive.py",
        "tests/ui/test_trim_page.py",
        "tests/ui/test_trim_session.py",
        "tests/ui/test_trim_whole.py",
        "tests/ui/test_untranslated.py",
        "tests/ui/test_ways_to_compare.py",
        "tests/ui/test_window.py",
    },
    r"errand": {
        "app/driveproof/ui/experiment/page.py",
    },
    r"patience": {
        "app/driveproof/engine/health/monitor.py",
        "app/driveproof/engine/run/fio_run.py",
        "app/driveproof/engine/run/generator.py",
        "app/driveproof/engine/run/helper_launch.py",
        "app/driveproof/engine/timeouts.py",
        "app/driveproof/fio/process.py",
        "app/driveproof/helper/__main__.py",
        "app/driveproof/helper/jobs.py",
        "app/driveproof/helper/keepers.py",
        "app/driveproof/helper/service.py",
        "app/driveproof/helper/settings.py",
        "app/driveproof/history/health_json.py",
        "app/driveproof/history/query.py",
        "app/driveproof/system/udisks/health.py",
        "app/driveproof/system/udisks/mounting.py",
        "app/driveproof/system/udisks/unmount_guard.py",
        "app/driveproof/ui/feeds/lookups.py",
        "app/driveproof/ui/health/wording.py",
        "app/driveproof/ui/tasks/queue.py",
        "docs/design.md",
        "docs/helper.md",
        "tests/hardware/conftest.py",
        "tests/system/conftest.py",
        "tests/system/helper/conftest.py",
        "tests/system/helper/program/experiment_alone.py",
        "tests/system/helper/test_hanging.py",
        "tests/system/test_measure_ending.py",
        "tests/system/udisks/test_standing.py",
        "tests/ui/test_tasks.py",
        "tests/ui/test_trim_lookups.py",
        "tests/unit/engine/health/test_monitor.py",
        "tests/unit/engine/test_broken_fio.py",
        "tests/unit/engine/watching.py",
        "tests/unit/helper/test_keepers.py",
        "tests/unit/helper/test_limits.py",
        "tests/unit/test_man_pages.py",
    },
    r"sitting(?!\")": {
        "docs/json.md",
        "tests/system/helper/program/test_window_device.py",
        "tests/system/helper/program/test_window_trim.py",
        "tests/unit/domain/comparison/test_comparison.py",
        "tests/unit/domain/comparison/test_duplicates.py",
        "tests/unit/domain/comparison/test_false_claims.py",
        "tests/unit/engine/experiment/test_judge.py",
    },
    r"warmth": {
        "app/driveproof/ui/charts/line.py",
        "app/driveproof/ui/measure/live.py",
        "app/driveproof/ui/results/detail.py",
        "tests/ui/test_live_warmth.py",
    },
    r"way of a trim": {
        "README.md",
        "app/driveproof/composition/root.py",
        "app/driveproof/ui/health/no_health.py",
        "app/driveproof/ui/shell/page_stack.py",
        "docs/benchmarks.md",
        "docs/check.md",
        "docs/design.md",
    },
    r"nobody can say|cannot be told(?! (from|apart))": {
        "app/driveproof/domain/comparison/margin.py",
        "app/driveproof/export/report/comparison.py",
        "app/driveproof/wording/comparison/verdicts.py",
        "docs/json.md",
        "docs/trim.md",
        "resources/schema/driveproof-1.json",
        "tests/system/helper/test_trim_mounting.py",
        "tests/ui/test_health_first.py",
        "tests/unit/cli/test_compare.py",
    },
    r"nobody (was asked|tells|knows|told|answers)": {
        "app/driveproof/domain/drive/link_rules.py",
        "app/driveproof/domain/health/changes.py",
        "app/driveproof/domain/health/report.py",
        "app/driveproof/domain/health/self_tests.py",
        "app/driveproof/engine/experiment/target.py",
        "app/driveproof/engine/run/target.py",
        "app/driveproof/importers/fio_jobs.py",
        "app/driveproof/system/smart/smartctl.py",
        "app/driveproof/system/smart/smartctl_text.py",
        "app/driveproof/system/smart/udisks.py",
        "app/driveproof/system/udisks/health.py",
        "docs/helper.md",
        "docs/json.md",
        "docs/measuring.md",
        "resources/schema/driveproof-1.json",
        "tests/system/test_chain.py",
        "tests/ui/test_trim_line.py",
        "tests/unit/cli/test_experiment.py",
        "tests/unit/cli/test_health.py",
        "tests/unit/domain/check/test_rules.py",
        "tests/unit/domain/comparison/test_sources.py",
        "tests/unit/domain/drive/test_endurance.py",
        "tests/unit/domain/health/test_self_tests.py",
        "tests/unit/system/smart/test_real_drives.py",
    },
}


def texts() -> list[Path]:
    """The files in which a phrase counts."""
    found: list[Path] = []
    for root in ROOTS:
        path = CHECKOUT / root
        found += [path] if path.is_file() else sorted(path.rglob("*"))
    return [
        path
        for path in found
        if path.suffix in ENDINGS
        and path.is_file()
        and not path.relative_to(CHECKOUT).as_posix().startswith(QUOTED)
    ]


@pytest.fixture(scope="module")
def said() -> dict[str, str]:
    return {
        path.relative_to(CHECKOUT).as_posix(): path.read_text(encoding="utf-8") for path in texts()
    }


@pytest.mark.parametrize("phrase", PHRASES)
def test_a_phrase_does_not_come_back(phrase: str, said: dict[str, str]) -> None:
    pattern = re.compile(phrase, re.IGNORECASE if phrase.islower() else 0)
    places = [
        f"{name}:{number}: {line.strip()[:90]}"
        for name, text in said.items()
        if name not in NOT_YET.get(phrase, ())
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]
    assert not places, f"say {PHRASES[phrase]}:\n" + "\n".join(places)


def test_a_phrase_would_be_found() -> None:
    assert len(texts()) > 500
    (desk,) = (phrase for phrase in PHRASES if "desk" in phrase)
    assert re.search(desk, "class MadeDesk:") and not re.search(
        desk, "a DesktopFile of the desktop"
    )
