# SPDX-FileCopyrightText: 2026 The Driveproof developers
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which options of a fio job file are taken, which are ours, and why others are refused.

The names are those of fio 3.42's manual, fio(1). What is in none of the lists is refused as well.
"""

from __future__ import annotations

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
}

TAKEN = _words(
    "rw rwmixread rwmixwrite bs size io_size ioengine iodepth numjobs direct buffered sync fsync"
    " fdatasync end_fsync runtime time_based ramp_time thinktime thinktime_blocks rate rate_iops"
    " norandommap refill_buffers scramble_buffers zero_buffers loops stonewall description"
    " exitall exit_what"
)
"""What has a meaning of its own here; beside it is what `domain.profile.options` lists."""

SWITCHES = _words(
    "direct buffered end_fsync time_based norandommap refill_buffers scramble_buffers zero_buffers"
    " stonewall exitall softrandommap rate_ignore_thinktime"
)
"""They may stand without a value, which is 1."""

OURS = _words(
    "filename directory group_reporting thread new_group name randseed randrepeat allrandrepeat"
    " lat_percentiles clat_percentiles slat_percentiles percentile_list invalidate fallocate"
    " allow_file_create startdelay offset_increment"
)
"""Driveproof decides these, whatever the file says: the target and its test file, one report for
all jobs, the same seeds in every run, a part of the file for each job."""

COMMAND = Note("it runs a command")
_PLACE = Note("Driveproof works on one test file or device, the target")
_TRACE = Note("it reads or writes a recording of other I/O")
_LOGS = Note("it writes files beside the target, and Driveproof keeps every snapshot anyway")
_CHECKS = Note("its checks are no part of a speed, and it writes files beside the target")
_PATTERN = Note("a pattern may name a file, which fio would read")
_FILE = Note("the test file is made and removed by Driveproof")
TRIMS = Note("what is trimmed is lost, and Driveproof trims only where it asks first")
_MACHINE = Note("it changes the machine or fio's process, not the test")
_SEARCH = Note(
    "fio changes the queue depth while it measures, and its figures are of its last seconds alone"
)
STEERING = Note("sections that steer each other cannot be measured one by one")
_ENDING = Note("fio would end a test early, by a rule of its own")
_REPORT = Note("it changes what fio reports, and Driveproof needs all of it")
_ELSEWHERE = Note("it reads more settings from elsewhere")
_UNITS = Note("sizes are read in units of 1024 bytes here")
UNKNOWN = Note("a job file may not use this option here")
EXPANDED = Note("what stands there would depend on the machine")
INCLUDED = Note("it reads another file")

# A name that ends with * stands for every one that begins so. The first that fits decides.
_REFUSED: tuple[tuple[str, Note], ...] = (
    ("exec_prerun exec_postrun exec exec_*", COMMAND),
    ("opendir lockfile filename_format nrfiles openfiles file_service_type filesize"
     " unique_filename", _PLACE),
    ("read_iolog* write_iolog replay_* merge_blktrace*", _TRACE),
    ("write_* log_* per_job_logs disk_util bwavgtime iopsavgtime", _LOGS),
    ("buffer_pattern verify_pattern*", _PATTERN),
    ("verify* do_verify experimental_verify", _CHECKS),
    ("unlink* create_* pre_read file_append fill_device fill_fs overwrite", _FILE),
    ("trim_* num_range", TRIMS),
    ("ioscheduler cgroup* uid gid nice prio* cmdprio* cpus_allowed* cpumask numa_* lockmem mem"
     " mem_* iomem* hugepage-size cpuload cpuchunks cpumode ioprio* nice", _MACHINE),
    ("latency_* max_latency", _SEARCH),
    ("wait_for flow* exitall_on_error", STEERING),
    ("steadystate* ss ss_* ss_dur rate_min rate_iops_min number_ios exit_io_done", _ENDING),
    ("disable_* gtod_* clocksource unified_rw_reporting stats continue_on_error error_dump"
     " ignore_error ignore_zone_limits", _REPORT),
    ("profile include", _ELSEWHERE),
    ("kb_base unit_base", _UNITS),
)  # fmt: skip


def reason_of(name: str) -> Note:
    """Why an option that is not taken is refused."""
    for listed, reason in _REFUSED:
        for one in listed.split():
            if name == one or (one.endswith("*") and name.startswith(one[:-1])):
                return reason
    return UNKNOWN
