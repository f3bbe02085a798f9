# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which options of a fio job file are taken, which are ours, and why others are refused.

The names are those of fio 3.42's manual, fio(1). What is in none of the lists is refused as well.
"""

from __future__ import annotations

from collections.abc import Mapping

from driveproof.domain.notes import Note


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


ALIASES = {
    "readwrite": "rw",
    "blocksize": "bs",
    "blocksize_range": "bsrange",
    "ba": "blockalign",
    "io_limit": "io_size",
    "timeout": "runtime",
    "start_delay": "startdelay",
    "iodepth_batch_submit": "iodepth_batch",
    "iodepth_batch_complete": "iodepth_batch_complete_min",
    "wait_for_previous": "stonewall",
    "file_offset": "offset",
    "fileoffset": "offset",
    "prioclass": "prio",
    "nr_files": "nrfiles",
    "threads": "thread",
    "iomem": "mem",
    "fill_fs": "fill_device",
    "ss": "steadystate",
    "ratemin": "rate_min",
    "ratecycle": "rate_cycle",
    "numa_cpu_node": "numa_cpu_nodes",
}

TAKEN = _words(
    "rw rwmixread rwmixwrite bs size filesize io_size number_ios ioengine iodepth numjobs direct"
    " buffered sync fsync fdatasync end_fsync runtime time_based ramp_time thinktime"
    " thinktime_blocks rate rate_iops norandommap refill_buffers scramble_buffers zero_buffers"
    " loops stonewall description exitall exit_what create_only wait_for nrfiles fsync_on_close"
)
"""What has a meaning of its own here; beside it is what `domain.profile.options` lists."""

SWITCHES = _words(
    "direct buffered end_fsync time_based norandommap refill_buffers scramble_buffers zero_buffers"
    " stonewall exitall softrandommap rate_ignore_thinktime create_only fsync_on_close"
)
"""They may stand without a value, which is 1."""

STRICT = _words("direct buffered end_fsync fsync_on_close scramble_buffers create_only")
"""Those that are 0 or 1; of the others every number but 0 is 1 (seen with fio 3.33)."""

OURS = _words(
    "filename directory filename_format unique_filename group_reporting thread new_group name"
    " randseed randrepeat allrandrepeat use_os_rand lat_percentiles clat_percentiles"
    " slat_percentiles percentile_list significant_figures invalidate fallocate allow_file_create"
    " allow_mounted_write startdelay offset_increment"
    " write_bw_log write_lat_log write_iops_log write_hist_log write_iolog log_avg_msec"
    " log_hist_msec log_hist_coarseness log_max_value log_offset log_compression"
    " log_compression_cpus log_store_compressed log_unix_epoch log_alternate_epoch"
    " log_alternate_epoch_clock_id log_entries log_prio log_issue_time log_window_value"
    " per_job_logs disk_util bwavgtime iopsavgtime"
    " output output-format status-interval eta eta-newline append-terse minimal unit_base"
    " disable_lat disable_clat disable_slat disable_bw disable_bw_measurement"
    " unified_rw_reporting"
    " create_serialize create_fsync overwrite unlink openfiles file_service_type"
    " verify_backlog verify_backlog_batch verify_async verify_async_cpus verify_fatal verify_dump"
    " verify_interval verify_offset verify_state_save verify_state_load verify_only"
    " verify_write_sequence do_verify experimental_verify"
    " steadystate_duration steadystate_ramp_time steadystate_check_interval ss_dur ss_ramp"
    " ss_interval latency_window latency_percentile latency_run"
    " exitall_on_error rwmixcycle"
)
"""Driveproof decides these, whatever the file says, and no figure depends on them: the target and
its test file, one report for all jobs, the same seeds in every run, a part of the file for each
job, every snapshot in place of logs. Those of a check or a search mean nothing without the option
that asks for it, which is refused."""

LEFT = _words(
    "cpus_allowed cpus_allowed_policy cpumask numa_cpu_nodes numa_mem_policy nice prio"
    " lockmem mem hugepage-size iomem_align mem_align ioscheduler uid gid"
    " gtod_reduce gtod_cpu clocksource continue_on_error ignore_error error_dump"
    " create_on_open unlink_each_loop io_submit_mode serialize_overlap hipri hipri_percentage"
    " sqthread_poll sqthread_poll_cpu registerfiles fixedbufs nonvectored uncached nowait"
    " force_async userspace_reap rate_min rate_iops_min max_latency exit_io_done"
    " cmdprio cmdprio_class cmdprio_percentage cmdprio_bssplit"
)
"""What Driveproof does not do, and what can change a figure by itself: said before the run and
kept beside its result."""

ALLOWED = OURS | LEFT

NOTHING: Mapping[str, frozenset[str]] = {
    "verify": _words("0 none"),
    "pre_read": _words("0"),
    "file_append": _words("0"),
    "fill_device": _words("0"),
    "continue_on_error": _words("0 none"),
    "stats": _words("1"),
    "kb_base": _words("1024"),
    "mem": _words("malloc"),
    "clocksource": _words("clock_gettime"),
    "io_submit_mode": _words("inline"),
    "flow": _words("0"),
    "lockfile": _words("none"),
    "max_latency": _words("0"),
    "latency_target": _words("0"),
    "rwmixcycle": _words("0"),
    **dict.fromkeys(
        ("gtod_reduce", "lockmem", "nice", "hipri", "sqthread_poll", "registerfiles", "fixedbufs",
         "nonvectored", "uncached", "nowait", "force_async", "userspace_reap", "serialize_overlap",
         "error_dump", "trim_percentage", "create_on_open", "unlink_each_loop", "cmdprio"),
        _words("0"),
    ),
}  # fmt: skip
"""Values with which an option asks for nothing: fio's own defaults."""

OUTSIDE = Note("it reads, changes or runs something else")
_DECIDED = Note("Driveproof decides it")
TRIMS = Note("it trims data")
STEERING = Note("sections depend on each other")
UNKNOWN = Note("Driveproof does not use it")

# A name that ends with * stands for every one that begins so. The first that fits decides.
_REFUSED: tuple[tuple[str, Note], ...] = (
    # Commands, other files, logs, and the machine itself.
    ("exec_prerun exec_postrun exec exec_* read_iolog* replay_* merge_blktrace* merge-blktrace*"
     " write_* log_* buffer_pattern verify_pattern* cgroup* cpuload cpuchunks cpumode ioprio*"
     " profile include", OUTSIDE),
    # The files, the end of a test, its queue depth, and the report that is read.
    ("opendir lockfile create_* pre_read file_append fill_device latency_* steadystate* ss_*"
     " disable_* gtod_* stats ignore_zone_limits", _DECIDED),
    ("trim_* num_range", TRIMS),
    ("flow*", STEERING),
)  # fmt: skip
"""Whatever is in none of the lists is unknown: checks, zones, other units, engines of networks."""


def reason_of(name: str) -> Note:
    """Why an option that is not taken is refused."""
    for listed, reason in _REFUSED:
        for one in listed.split():
            if name == one or (one.endswith("*") and name.startswith(one[:-1])):
                return reason
    return UNKNOWN
