/* wait_file.h: names of descriptors, of this process or of another one. */
#ifndef HP_SAMPLER_WAIT_FILE_H
#define HP_SAMPLER_WAIT_FILE_H

#include "base/descriptor.h"
#include "sampler/source.h"

#ifdef HP_SAMPLE_HAS_SOURCES

# define HP_WAIT_BYTES 192

/* The pipes that were asked for last, and who is at their other end: to find out takes a while. */
# define HP_WAIT_PIPES 4

typedef struct hp_wait_pipe {
	uint64_t inode;
	pid_t child; /* 0: none */
} hp_wait_pipe;

/* Ports of servers among those that the kernel also gives to clients, as looked up last; 0: none. */
# define HP_WAIT_PORTS 16

typedef struct hp_wait_process {
	pid_t pid;
	char folder
		[24]; /* the kernel's of it, also where it numbers processes otherwise than this one: "/proc/self" */
	pid_t tid; /* a thread whose children are those that it may wait for */
	bool has_files; /* descriptors are those of the calling thread */
	hp_descriptor_kept file; /* pidfd: of another process or table */
	hp_wait_pipe pipes[HP_WAIT_PIPES];
	uint32_t next_pipe;
	uint16_t ports[HP_WAIT_PORTS];
	uint32_t next_port;
	uint16_t client_port; /* the lowest one that clients may have; 0: not looked up yet */
	bool is_child; /* the last name is that of one, which may be about to execute another program */
} hp_wait_process;

typedef enum hp_wait_file {
	HP_WAIT_NO_FILE, /* it is not there */
	HP_WAIT_FILE,
	HP_WAIT_WAKER /* by which threads of one process wake one another */
} hp_wait_file;

/* Puts "tcp 10.0.0.5:3306", "file /srv/big.csv", "fifo /run/jobs", "pipe" and so on into the name. */
hp_wait_file hp_wait_file_name(hp_wait_process *process, int number, char name[HP_WAIT_BYTES]);

/* Likewise of an address, as connect() takes it; false: it has none. */
bool hp_wait_address_name(
	const void *address, size_t bytes, const char *kind, char name[HP_WAIT_BYTES]);

/* Where a file is, without what comes before it: "/srv/big.csv". false: it has no place. */
bool hp_wait_file_path(const hp_wait_process *process, int number, char path[HP_WAIT_BYTES]);

/* "child convert": by the name of its program. */
void hp_wait_child_name(hp_wait_process *process, pid_t child, char name[HP_WAIT_BYTES]);

/* Reads a small file of the kernel's about the process; returns its text. */
const char *hp_wait_read(char *text, size_t room, const char *format, ...)
	ZEND_ATTRIBUTE_FORMAT(printf, 3, 4);

#endif

#endif /* HP_SAMPLER_WAIT_FILE_H */
