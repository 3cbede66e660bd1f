/* peer.h: tells whether the process that writes a ring is alive, and sends it messages. */
#ifndef HP_LIVE_PEER_H
#define HP_LIVE_PEER_H

#include "base/compat.h"
#include "live/format.h"

typedef enum hp_live_life {
	HP_LIVE_DEAD,
	HP_LIVE_ALIVE,
	HP_LIVE_NOT_KNOWN /* it is in another pid namespace, and its FIFO may not be opened */
} hp_live_life;

/* Tells whether the process is alive: by pid and start time if it is in our pid namespace, else by
 * its FIFO, which only a live process holds open. control is the path of the FIFO. */
hp_live_life hp_live_peer_life(const hp_live_header *header, const char *control);

/* Returns the number of this process's pid namespace; 0: not known. */
uint64_t hp_live_peer_namespace(void);

/* Sends a message. Returns 0 on success, ENXIO if the process is gone, else another errno: EACCES,
 * EAGAIN (it reads no messages), EINVAL (it is no FIFO), ENOSYS. No signal is raised. */
int hp_live_peer_send(const char *control, const hp_live_message *message);

#endif /* HP_LIVE_PEER_H */
