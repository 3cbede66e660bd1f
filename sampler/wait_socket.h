/* wait_socket.h: names sockets of this process or of another one by their addresses, from the
 * descriptor or from the lists in /proc/net. */
#ifndef HP_SAMPLER_WAIT_SOCKET_H
#define HP_SAMPLER_WAIT_SOCKET_H

#include "sampler/wait_process.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* Sets name to the name of a socket: "tcp 10.0.0.5:3306", "unix client of /run/app.sock", "dns" and
 * so on. Returns true if it is one of a pair, by which threads of one process wake one another. */
bool hp_wait_socket_name(
	hp_wait_process *process, int number, uint64_t inode, char name[HP_WAIT_BYTES]);

/* Sets name to the name of an address, as connect() takes it. Returns false if it has none. */
bool hp_wait_socket_address_name(
	const void *address, size_t bytes, const char *kind, char name[HP_WAIT_BYTES]);

#endif

#endif /* HP_SAMPLER_WAIT_SOCKET_H */
