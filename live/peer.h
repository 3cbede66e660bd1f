/* peer.h: the process that writes a ring: whether it is alive, and messages to it. */
#ifndef HP_LIVE_PEER_H
#define HP_LIVE_PEER_H

#include "base/compat.h"
#include "live/format.h"

typedef enum hp_live_life {
	HP_LIVE_DEAD,
	HP_LIVE_ALIVE,
	HP_LIVE_NOT_KNOWN /* another pid namespace, and its FIFO may not be opened */
} hp_live_life;

/* By pid and start time where the process is in our pid namespace, else by its FIFO, which only a live one holds
 * open. control is the path of that. */
hp_live_life hp_live_peer_life(const hp_live_header *header, const char *control);

/* The state of a process, and its start in clock ticks since the machine's start, from its stat file in
 * /proc: "/proc/self/stat". False: there is no such process, or it cannot be seen. */
bool hp_live_peer_stat(const char *path, char *state, uint64_t *start_ticks);

/* Likewise only its start; 0: not known. */
uint64_t hp_live_peer_start_ticks(const char *path);

/* The number of this process' pid namespace; 0: not known. */
uint64_t hp_live_peer_namespace(void);

/* Sends a message. Returns 0; ENXIO: the process is gone; else the errno of what is wrong: EACCES, EAGAIN (it
 * reads no messages), EINVAL (it is no FIFO), ENOSYS. No signal is raised. */
int hp_live_peer_send(const char *control, const hp_live_message *message);

#endif /* HP_LIVE_PEER_H */
