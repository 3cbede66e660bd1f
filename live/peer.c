#include "live/peer.h"

#include "base/descriptor.h"
#include "base/proc.h"
#include "base/quiet.h"

#ifndef PHP_WIN32
# include <fcntl.h>
# include <signal.h>
# include <sys/stat.h>
# include <unistd.h>
#endif

#ifdef PHP_WIN32
hp_live_life hp_live_peer_life(const hp_live_header *header, const char *control)
{
	return HP_LIVE_NOT_KNOWN;
}

int hp_live_peer_send(const char *control, const hp_live_message *message)
{
	return ENOSYS;
}

#else
uint64_t hp_live_peer_namespace(void)
{
	struct stat status;

	return stat("/proc/self/ns/pid", &status) == 0 ? (uint64_t) status.st_ino : 0;
}

/* Opens the FIFO for writing. That works only while its process has it open for reading. Returns -1
 * with errno otherwise. */
static int peer_open(const char *control)
{
	struct stat status;
	int file = hp_descriptor_open(control, O_WRONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY, 0);

	if (file != -1 && (fstat(file, &status) == -1 || !S_ISFIFO(status.st_mode))) {
		close(file);
		errno = EINVAL;
		return -1;
	}

	return file;
}

static hp_live_life peer_life_by_control(const char *control)
{
	int file = peer_open(control);

	if (file != -1) {
		close(file);
		return HP_LIVE_ALIVE;
	}

	return errno == ENXIO || errno == ENOENT ? HP_LIVE_DEAD : HP_LIVE_NOT_KNOWN;
}

hp_live_life hp_live_peer_life(const hp_live_header *header, const char *control)
{
	uint64_t its = header->pid_namespace, ours = hp_live_peer_namespace();
	char state, text[HP_PROC_STAT_BYTES];
	int64_t start_ticks;

	hp_proc_read(text, sizeof(text), "/proc/%" PRIu32 "/stat", header->pid);
	state = hp_proc_stat_state(text);
	start_ticks = hp_proc_stat_number(text, HP_PROC_START_TICKS);
	/* A namespace that the file does not name may be ours: no other process has both numbers. A
	 * zombie has ended, even if nobody has noticed. */
	if ((its == ours || its == 0) && start_ticks >= 0) {
		if ((uint64_t) start_ticks == header->start_ticks) {
			return state == 'Z' || state == 'X' ? HP_LIVE_DEAD : HP_LIVE_ALIVE;
		}
		if (its == ours) {
			return HP_LIVE_DEAD;
		}
	}
	/* A process that /proc only hides from us (hidepid) still exists for kill(). */
	if (its == ours && its != 0 && kill((pid_t) header->pid, 0) == -1 && errno == ESRCH) {
		return HP_LIVE_DEAD;
	}

	return peer_life_by_control(control);
}

int hp_live_peer_send(const char *control, const hp_live_message *message)
{
	int file = peer_open(control);
	int error = 0;

	if (file == -1) {
		return errno == ENOENT ? ENXIO : errno;
	}
	if (hp_quiet_write(file, message, sizeof(*message)) != (ssize_t) sizeof(*message)) {
		error = errno == EPIPE ? ENXIO : errno;
	}
	close(file);

	return error;
}
#endif
