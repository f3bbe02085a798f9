/* SPDX-FileCopyrightText: 2026 The Driveproof developers
 * SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Answers smartctl's commands from files, in place of a drive: preloaded by tests/data/record/smart.py.
 *
 * A command's answer is the file named after it in the folder $ANSWERS; without a file the
 * command fails as an unsupported one does. ATA commands come as ATA PASS-THROUGH (16) (SAT-4,
 * 12.2), SCSI ones as they are, NVMe's as admin commands.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <linux/nvme_ioctl.h>
#include <scsi/sg.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

static int answer(const char *name, void *into, unsigned size)
{
	char path[512];
	snprintf(path, sizeof path, "%s/%s", getenv("ANSWERS"), name);
	FILE *file = fopen(path, "rb");
	if (!file)
		return -1;
	memset(into, 0, size);
	size_t got = fread(into, 1, size, file);
	fclose(file);
	return (int)got;
}

static int unsupported(struct sg_io_hdr *header)
{
	/* ILLEGAL REQUEST, INVALID COMMAND OPERATION CODE */
	static const unsigned char sense[18] = {0x70, 0, 5, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0x20};
	header->status = 2;
	header->driver_status = 8;
	header->info = 1;
	memcpy(header->sbp, sense, sizeof sense);
	header->sb_len_wr = sizeof sense;
	return 0;
}

static int ata(struct sg_io_hdr *header, const unsigned char *cdb)
{
	unsigned command = cdb[14], feature = cdb[4], low = cdb[8], mid = cdb[10], high = cdb[12];
	char name[64], byte[1];
	if (header->dxfer_len && header->dxfer_direction != SG_DXFER_NONE) {
		if (command == 0xb0) /* SMART */
			snprintf(name, sizeof name, "ata-b0-%02x-%02x", feature, feature == 0xd5 ? low : 0);
		else if (command == 0x2f || command == 0x47) /* READ LOG (DMA) EXT */
			snprintf(name, sizeof name, "ata-2f-%02x-%x", low, mid);
		else
			snprintf(name, sizeof name, "ata-%02x", command);
		return answer(name, header->dxferp, header->dxfer_len) < 0 ? unsupported(header) : 0;
	}
	if (command == 0xb0 && feature == 0xda && answer("fail", byte, 1) >= 0) {
		mid = 0xf4; /* SMART RETURN STATUS: a threshold was exceeded */
		high = 0x2c;
	}
	if (cdb[2] & 0x20) { /* the registers are asked for: descriptor format, ATA status return */
		unsigned char sense[22] = {0x72, 1, 0, 0x1d, 0, 0, 0, 14, 9, 12};
		sense[13] = command == 0xe5 ? 0xff : 0; /* CHECK POWER MODE: active */
		sense[15] = (unsigned char)low;
		sense[17] = (unsigned char)mid;
		sense[19] = (unsigned char)high;
		sense[20] = cdb[13];
		sense[21] = 0x50;
		header->status = 2;
		header->driver_status = 8;
		header->info = 1;
		memcpy(header->sbp, sense, sizeof sense);
		header->sb_len_wr = sizeof sense;
	}
	return 0;
}

static int scsi(struct sg_io_hdr *header, const unsigned char *cdb)
{
	char name[64];
	switch (cdb[0]) {
	case 0x00: /* TEST UNIT READY */
		return 0;
	case 0x12: /* INQUIRY */
		snprintf(name, sizeof name, "scsi-12-%02x-%02x", cdb[1] & 1, cdb[2]);
		break;
	case 0x1a: /* MODE SENSE (6), (10) */
	case 0x5a:
		snprintf(name, sizeof name, "scsi-%02x-%02x-%02x", cdb[0], cdb[2] & 0x3f, cdb[3]);
		break;
	case 0x4d: /* LOG SENSE */
		snprintf(name, sizeof name, "scsi-4d-%02x-%02x", cdb[2] & 0x3f, cdb[3]);
		break;
	default:
		snprintf(name, sizeof name, "scsi-%02x", cdb[0]);
	}
	return answer(name, header->dxferp, header->dxfer_len) < 0 ? unsupported(header) : 0;
}

int ioctl(int file, unsigned long request, ...)
{
	va_list more;
	va_start(more, request);
	void *argument = va_arg(more, void *);
	va_end(more);
	if (request == NVME_IOCTL_ID)
		return 1;
	if (request == NVME_IOCTL_ADMIN_CMD) {
		struct nvme_passthru_cmd *command = argument;
		char name[64];
		snprintf(name, sizeof name, "nvme-%02x-%02x-%x", command->opcode, command->cdw10 & 0xff,
			 command->opcode == 6 ? command->nsid : 0);
		command->result = 0;
		return answer(name, (void *)(uintptr_t)command->addr, command->data_len) < 0 ? 0x2002 : 0;
	}
	if (request == SG_IO) {
		struct sg_io_hdr *header = argument;
		header->status = 0;
		header->host_status = 0;
		header->driver_status = 0;
		header->sb_len_wr = 0;
		header->resid = 0;
		header->info = 0;
		return header->cmdp[0] == 0x85 ? ata(header, header->cmdp) : scsi(header, header->cmdp);
	}
	int (*real)(int, unsigned long, ...) = dlsym(RTLD_NEXT, "ioctl");
	return real(file, request, argument);
}
