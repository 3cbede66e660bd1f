#include "sampler/wait_set.h"

#if defined(HP_SAMPLE_HAS_SOURCES) && defined(__linux__)

# include "base/peek.h"
# include "base/proc.h"

# include <poll.h>
# include <stdlib.h>

/* The most descriptors of a set that are named. */
# define WAIT_SET_MOST 16

/* Limits: the bytes of a set of select(); the bytes of the kernel's text about a set of epoll. */
# define WAIT_SET_SELECT_BYTES 128
# define WAIT_SET_TEXT_BYTES 4096

/* The names of a set's descriptors: the first in alphabetical order, and the count of those that
 * differ from it. */
typedef struct wait_set {
	char first[HP_WAIT_BYTES];
	char waker[HP_WAIT_BYTES];
	uint32_t others;
	bool has_unknown; /* some have no name: /proc may be missing, as after chroot() */
} wait_set;

static void wait_set_add(hp_wait_process *process, wait_set *set, int number)
{
	char name[HP_WAIT_BYTES];

	switch (hp_wait_file_name(process, number, name)) {
		case HP_WAIT_NO_FILE:
			set->has_unknown = true;
			return;
		case HP_WAIT_WAKER:
			memcpy(set->waker, name, sizeof(name));
			return;
		default:
			break;
	}
	if (*set->first == '\0') {
		memcpy(set->first, name, sizeof(name));
	} else if (strcmp(set->first, name) != 0) {
		set->others++;
		if (strcmp(name, set->first) < 0) {
			memcpy(set->first, name, sizeof(name));
		}
	}
}

static hp_wait_file wait_set_name(const wait_set *set, char *name)
{
	if (set->others > 0) {
		snprintf(
			name, HP_WAIT_BYTES, "%.*s and %u more", HP_WAIT_BYTES - 24, set->first, set->others);
	} else if (*set->first != '\0') {
		memcpy(name, set->first, sizeof(set->first));
	} else if (set->has_unknown) {
		return HP_WAIT_NO_FILE;
	} else if (*set->waker == '\0') {
		snprintf(name, HP_WAIT_BYTES, "sleep");
	} else {
		memcpy(name, set->waker, sizeof(set->waker));
		return HP_WAIT_WAKER;
	}

	return HP_WAIT_FILE;
}

hp_wait_file hp_wait_set_poll(
	hp_wait_process *process, const hp_wait_now *now, char name[HP_WAIT_BYTES])
{
	struct pollfd files[WAIT_SET_MOST];
	size_t count = (size_t) MIN(now->arguments[1], WAIT_SET_MOST);
	wait_set set = {.first = ""};

	if (count > 0 &&
		!hp_peek(process->pid, (const void *) now->arguments[0], files, count * sizeof(files[0]))) {
		return HP_WAIT_NO_FILE;
	}
	for (size_t i = 0; i < count; i++) {
		if (files[i].fd >= 0) {
			wait_set_add(process, &set, files[i].fd);
		}
	}
	set.others += (uint32_t) MIN(now->arguments[1] - count, UINT16_MAX);

	return wait_set_name(&set, name);
}

hp_wait_file hp_wait_set_select(
	hp_wait_process *process, const hp_wait_now *now, char name[HP_WAIT_BYTES])
{
	unsigned char bits[WAIT_SET_SELECT_BYTES], all[WAIT_SET_SELECT_BYTES] = {0};
	size_t most = (size_t) MIN(now->arguments[0], sizeof(bits) * 8);
	wait_set set = {.first = ""};
	int count = 0;

	for (size_t i = 1; i <= 3; i++) {
		size_t bytes = (most + 63) / 64 * 8;

		if (now->arguments[i] != 0 && bytes > 0) {
			if (!hp_peek(process->pid, (const void *) now->arguments[i], bits, bytes)) {
				return HP_WAIT_NO_FILE;
			}
			for (size_t j = 0; j < bytes; j++) {
				all[j] |= bits[j];
			}
		}
	}
	for (size_t i = 0; i < most; i++) {
		if ((all[i / 8] >> i % 8 & 1) != 0 && count++ < WAIT_SET_MOST) {
			wait_set_add(process, &set, (int) i);
		}
	}
	set.others += (uint32_t) MAX(0, count - WAIT_SET_MOST);

	return wait_set_name(&set, name);
}

/* The kernel's text has "tfd:        5 events: ..." for each descriptor of the set. */
hp_wait_file hp_wait_set_epoll(
	hp_wait_process *process, const hp_wait_now *now, char name[HP_WAIT_BYTES])
{
	char text[WAIT_SET_TEXT_BYTES];
	const char *at = text;
	wait_set set = {.first = ""};
	uint32_t count = 0;

	set.has_unknown = hp_proc_read(text, sizeof(text), "%s/fdinfo/%d", process->folder,
						  (int) now->arguments[0]) <= 0;
	while ((at = strstr(at, "tfd:")) != NULL) {
		at += 4;
		if (count++ < WAIT_SET_MOST) {
			wait_set_add(process, &set, (int) strtol(at, NULL, 10));
		}
	}
	set.others += count > WAIT_SET_MOST ? count - WAIT_SET_MOST : 0;

	return wait_set_name(&set, name);
}

#endif
