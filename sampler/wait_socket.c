#include "sampler/wait_socket.h"

#if defined(HP_SAMPLE_HAS_SOURCES) && defined(__linux__)

# include "base/proc.h"

# include <arpa/inet.h>
# include <netinet/in.h>
# include <stdlib.h>
# include <sys/socket.h>
# include <sys/un.h>
# include <unistd.h>

# define WAIT_SOCKET_DNS_PORT 53

/* The kernel never gives a lower port to a client, unless this system is configured to. The other
 * end may be on a system with this default. */
# define WAIT_SOCKET_CLIENT_PORT 32768

/* The state of a listening socket in the kernel's list. */
# define WAIT_SOCKET_LISTENING 10u

/* The most bytes of the kernel's list of sockets that are read. */
# define WAIT_SOCKET_LIST_BYTES ((size_t) 1 << 20)

typedef union wait_socket_address {
	struct sockaddr any;
	struct sockaddr_in v4;
	struct sockaddr_in6 v6;
	struct sockaddr_un local;
} wait_socket_address;

/* A line of the kernel's list of sockets. */
typedef struct wait_socket_line {
	wait_socket_address own, peer;
	unsigned state;
	uint64_t inode;
} wait_socket_line;

/* Called for each line. Returns false to end the list. */
typedef bool (*wait_socket_look)(const wait_socket_line *line, void *context);

static uint16_t wait_socket_port(const wait_socket_address *address)
{
	return ntohs(address->any.sa_family == AF_INET ? address->v4.sin_port : address->v6.sin6_port);
}

static bool wait_socket_internet_name(
	const wait_socket_address *address, const char *kind, char *name)
{
	char host[INET6_ADDRSTRLEN];
	const struct in6_addr *v6 = &address->v6.sin6_addr;

	if (wait_socket_port(address) == WAIT_SOCKET_DNS_PORT) {
		snprintf(name, HP_WAIT_BYTES, "dns");
	} else if (address->any.sa_family == AF_INET || IN6_IS_ADDR_V4MAPPED(v6)) {
		inet_ntop(AF_INET,
			address->any.sa_family == AF_INET ? (const void *) &address->v4.sin_addr
											  : (const void *) &v6->s6_addr[12],
			host, sizeof(host));
		snprintf(name, HP_WAIT_BYTES, "%s %s:%u", kind, host, wait_socket_port(address));
	} else {
		inet_ntop(AF_INET6, v6, host, sizeof(host));
		snprintf(name, HP_WAIT_BYTES, "%s [%s]:%u", kind, host, wait_socket_port(address));
	}

	return true;
}

/* Names a local address. Abstract names begin with a zero byte, and end where the address does. */
static bool wait_socket_local_name(
	const struct sockaddr_un *address, size_t bytes, const char *kind, char *name)
{
	size_t length = bytes > offsetof(struct sockaddr_un, sun_path)
		? bytes - offsetof(struct sockaddr_un, sun_path)
		: 0;

	if (length == 0) {
		return false;
	}
	if (address->sun_path[0] == '\0') {
		snprintf(name, HP_WAIT_BYTES, "%s @%.*s", kind, (int) length - 1, address->sun_path + 1);
	} else {
		snprintf(name, HP_WAIT_BYTES, "%s %.*s", kind, (int) length, address->sun_path);
	}

	return true;
}

bool hp_wait_socket_address_name(
	const void *address, size_t bytes, const char *kind, char name[HP_WAIT_BYTES])
{
	const wait_socket_address *of = address;

	switch (of->any.sa_family) {
		case AF_UNIX:
			return wait_socket_local_name(&of->local, MIN(bytes, sizeof(of->local)), kind, name);
		case AF_INET:
			return bytes >= sizeof(of->v4) && wait_socket_internet_name(of, kind, name);
		case AF_INET6:
			return bytes >= sizeof(of->v6) && wait_socket_internet_name(of, kind, name);
		default:
			return false;
	}
}

static int wait_socket_number(int file, int option)
{
	int value = -1;
	socklen_t bytes = sizeof(value);

	return getsockopt(file, SOL_SOCKET, option, &value, &bytes) == 0 ? value : -1;
}

/* Finds the address of the other end. getpeername() does not know it while connect() is under way;
 * SO_PEERNAME does. */
static bool wait_socket_peer(int file, wait_socket_address *address, socklen_t *bytes)
{
	*bytes = sizeof(*address);
	memset(address, 0, sizeof(*address));
	if (getpeername(file, &address->any, bytes) == 0) {
		return true;
	}
	/* The kernel refuses a length greater than the address's. */
	*bytes =
		wait_socket_number(file, SO_DOMAIN) == AF_INET6 ? sizeof(address->v6) : sizeof(address->v4);

	return getsockopt(file, SOL_SOCKET, SO_PEERNAME, address, bytes) == 0;
}

static const char *wait_socket_kind(int file)
{
	int domain = wait_socket_number(file, SO_DOMAIN);

	if (domain == AF_UNIX) {
		return "unix";
	}
	if (domain != AF_INET && domain != AF_INET6) {
		return domain == AF_NETLINK ? "netlink" : "socket";
	}

	return wait_socket_number(file, SO_TYPE) == SOCK_STREAM ? "tcp" : "udp";
}

/* Parses an address of /proc/net/tcp. Those of both versions are hexadecimal numbers of 32 bits. */
static bool wait_socket_parse_address(
	const char *host, unsigned port, bool is_v6, wait_socket_address *address)
{
	unsigned words[4] = {0}, digits = is_v6 ? 32 : 8;

	memset(address, 0, sizeof(*address));
	if (strlen(host) != digits) {
		return false;
	}
	for (unsigned i = 0; i < digits / 8; i++) {
		char part[9];

		memcpy(part, host + 8 * (size_t) i, 8);
		part[8] = '\0';
		words[i] = (unsigned) strtoul(part, NULL, 16);
	}
	if (is_v6) {
		address->v6.sin6_family = AF_INET6;
		address->v6.sin6_port = htons((uint16_t) port);
		memcpy(&address->v6.sin6_addr, words, sizeof(words));
	} else {
		address->v4.sin_family = AF_INET;
		address->v4.sin_port = htons((uint16_t) port);
		address->v4.sin_addr.s_addr = words[0];
	}

	return true;
}

/* The fields of a line of /proc/net/tcp: both addresses, the state and the inode. */
static bool wait_socket_parse_line(const char *text, bool is_v6, wait_socket_line *line)
{
	char own[33] = "", peer[33] = "";
	unsigned own_port = 0, peer_port = 0;
	unsigned long inode = 0;

	/* NOLINTNEXTLINE(cert-err34-c): the kernel's own numbers */
	if (sscanf(text, " %*d: %32[0-9A-Fa-f]:%x %32[0-9A-Fa-f]:%x %x %*s %*s %*s %*d %*d %lu", own,
			&own_port, peer, &peer_port, &line->state, &inode) != 6) {
		return false;
	}
	line->inode = inode;

	return wait_socket_parse_address(own, own_port, is_v6, &line->own) &&
		wait_socket_parse_address(peer, peer_port, is_v6, &line->peer);
}

/* Calls look for each whole line. Returns the end of the last whole line; NULL: no more lines are
 * wanted. */
static char *wait_socket_look_at_lines(char *text, bool is_v6, wait_socket_look look, void *context)
{
	wait_socket_line line;
	char *end;

	while ((end = strchr(text, '\n')) != NULL) {
		*end = '\0';
		if (wait_socket_parse_line(text, is_v6, &line) && !look(&line, context)) {
			return NULL;
		}
		text = end + 1;
	}

	return text;
}

static void wait_socket_look_at_list(
	const hp_wait_process *process, const char *list, wait_socket_look look, void *context)
{
	char text[8192], *rest = text;
	size_t kept = 0, all = 0;
	ssize_t bytes;
	int file = hp_proc_open("%s/net/%s", process->folder, list);

	while (file >= 0 && all < WAIT_SOCKET_LIST_BYTES && rest != NULL &&
		(bytes = read(file, text + kept, sizeof(text) - 1 - kept)) > 0) {
		text[kept + (size_t) bytes] = '\0';
		rest = wait_socket_look_at_lines(text, list[3] == '6', look, context);
		if (rest != NULL) {
			kept = strlen(rest);
			memmove(text, rest, kept);
		}
		all += (size_t) bytes;
	}
	if (file >= 0) {
		close(file);
	}
}

typedef struct wait_socket_listener {
	uint16_t port;
	bool is_there;
} wait_socket_listener;

/* The kernel lists those that listen first. */
static bool wait_socket_look_for_listener(const wait_socket_line *line, void *context)
{
	wait_socket_listener *listener = context;

	listener->is_there =
		line->state == WAIT_SOCKET_LISTENING && wait_socket_port(&line->own) == listener->port;

	return line->state == WAIT_SOCKET_LISTENING && !listener->is_there;
}

static bool wait_socket_is_listening(const hp_wait_process *process, uint16_t port)
{
	wait_socket_listener listener = {port, false};

	wait_socket_look_at_list(process, "tcp", wait_socket_look_for_listener, &listener);
	if (!listener.is_there) {
		wait_socket_look_at_list(process, "tcp6", wait_socket_look_for_listener, &listener);
	}

	return listener.is_there;
}

static bool wait_socket_is_known_server(const hp_wait_process *process, uint16_t port)
{
	for (uint32_t i = 0; i < HP_WAIT_PORTS; i++) {
		if (process->ports[i] == port) {
			return true;
		}
	}

	return false;
}

/* True if the port of this end is the server's, and not that of the other end. A server is looked
 * up once: its clients have a new port for each connection, and with thousands of connections the
 * kernel needs milliseconds for a list. A short wait has ended by then. */
static bool wait_socket_is_server(hp_wait_process *process, uint16_t own, uint16_t peer)
{
	bool is_own;

	if (wait_socket_is_known_server(process, own) || wait_socket_is_known_server(process, peer)) {
		return wait_socket_is_known_server(process, own);
	}
	is_own = wait_socket_is_listening(process, own);
	process->ports[process->next_port++ % HP_WAIT_PORTS] = is_own ? own : peer;

	return is_own;
}

/* True if the kernel may have given a client this port. */
static bool wait_socket_may_be_client(hp_wait_process *process, const wait_socket_address *address)
{
	char text[32];

	if (process->client_port == 0) {
		long first;

		hp_proc_read(text, sizeof(text), "/proc/sys/net/ipv4/ip_local_port_range");
		first = strtol(text, NULL, 10);
		process->client_port =
			(uint16_t) (first > 0 && first < WAIT_SOCKET_CLIENT_PORT ? first
																	 : WAIT_SOCKET_CLIENT_PORT);
	}

	return wait_socket_port(address) >= process->client_port;
}

/* True if this end of a connection is the server's. */
static bool wait_socket_serves(hp_wait_process *process, const char *kind,
	const wait_socket_address *own, const wait_socket_address *peer)
{
	return wait_socket_may_be_client(process, peer) &&
		(!wait_socket_may_be_client(process, own) ||
			(strcmp(kind, "tcp") == 0 &&
				wait_socket_is_server(process, wait_socket_port(own), wait_socket_port(peer))));
}

/* Names a socket by its peer's address, or by its own if this end is the server's and the peer is
 * just a client. Returns true if it is one of a pair. */
static bool wait_socket_open_name(hp_wait_process *process, int file, char *name)
{
	const char *kind = wait_socket_kind(file);
	wait_socket_address peer, own;
	socklen_t peer_bytes, own_bytes = sizeof(own);
	char client[16];
	bool has_peer = wait_socket_peer(file, &peer, &peer_bytes);
	bool is_internet = *kind == 't' || strcmp(kind, "udp") == 0;
	bool is_pair;

	memset(&own, 0, sizeof(own));
	if (getsockname(file, &own.any, &own_bytes) != 0) {
		own_bytes = 0;
	}
	snprintf(client, sizeof(client), "%s %s", kind, has_peer ? "client of" : "at");
	if (is_internet && has_peer && own_bytes > 0 &&
		wait_socket_serves(process, kind, &own, &peer) &&
		hp_wait_socket_address_name(&own, own_bytes, client, name)) {
		return false;
	}
	if (has_peer && hp_wait_socket_address_name(&peer, peer_bytes, kind, name)) {
		return false;
	}
	if (*kind == 'u' && !(is_internet && wait_socket_may_be_client(process, &own)) &&
		hp_wait_socket_address_name(&own, own_bytes, client, name)) {
		return false;
	}
	is_pair = strcmp(kind, "unix") == 0;
	snprintf(name, HP_WAIT_BYTES, "%s", is_pair ? "socketpair" : kind);

	return is_pair;
}

static bool wait_socket_look_for_inode(const wait_socket_line *line, void *context)
{
	wait_socket_line *wanted = context;

	if (line->inode == wanted->inode) {
		*wanted = *line;
	}

	return line->inode != wanted->inode;
}

static bool wait_socket_find_in_list(
	hp_wait_process *process, const char *list, uint64_t inode, char *name)
{
	char kind[16];
	wait_socket_line line = {.inode = inode};

	wait_socket_look_at_list(process, list, wait_socket_look_for_inode, &line);
	if (line.peer.any.sa_family == AF_UNSPEC || wait_socket_port(&line.peer) == 0) {
		return false;
	}
	snprintf(kind, sizeof(kind), "%.3s", list);
	if (wait_socket_serves(process, kind, &line.own, &line.peer)) {
		snprintf(kind, sizeof(kind), "%.3s client of", list);
		return wait_socket_internet_name(&line.own, kind, name);
	}

	return wait_socket_internet_name(&line.peer, kind, name);
}

/* Names a socket whose descriptor may not be copied, as in containers without the right to trace.
 * Slow: searches the kernel's lists. */
static void wait_socket_listed_name(hp_wait_process *process, uint64_t inode, char *name)
{
	static const char *const lists[] = {"tcp", "tcp6", "udp", "udp6"};

	for (size_t i = 0; i < sizeof(lists) / sizeof(lists[0]); i++) {
		if (wait_socket_find_in_list(process, lists[i], inode, name)) {
			return;
		}
	}
	snprintf(name, HP_WAIT_BYTES, "socket");
}

/* Copies a file of the process into this table of files, and returns its number; the caller closes
 * it. -1: not permitted. Only for sockets: to close a copy of another file would drop the program's
 * locks. */
static int wait_socket_borrow(const hp_wait_process *process, int number)
{
	return process->file.number < 0 ? -1 : hp_descriptor_copy_from(process->file.number, number);
}

bool hp_wait_socket_name(
	hp_wait_process *process, int number, uint64_t inode, char name[HP_WAIT_BYTES])
{
	int file = process->has_files ? number : wait_socket_borrow(process, number);
	bool is_pair;

	if (file < 0) {
		wait_socket_listed_name(process, inode, name);
		return false;
	}
	is_pair = wait_socket_open_name(process, file, name);
	if (!process->has_files) {
		close(file);
	}

	return is_pair;
}

#endif
