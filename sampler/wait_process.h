/* wait_process.h: a process whose waits are named, and what was already looked up for that. */
#ifndef HP_SAMPLER_WAIT_PROCESS_H
#define HP_SAMPLER_WAIT_PROCESS_H

#include "base/descriptor.h"
#include "sampler/source.h"

#ifdef HP_SAMPLE_HAS_SOURCES

# define HP_WAIT_BYTES 192

/* The last pipes, and the child at the other end of each. Finding it takes a while. */
# define HP_WAIT_PIPES 4

typedef struct hp_wait_pipe {
	uint64_t inode;
	pid_t child; /* 0: none */
} hp_wait_pipe;

/* The last server ports that were looked up because the kernel may also give them to clients; 0:
 * none. */
# define HP_WAIT_PORTS 16

typedef struct hp_wait_process {
	pid_t pid;
	char folder
		[24]; /* its folder in /proc; "/proc/self" is right even if /proc has other process ids */
	pid_t tid; /* the thread whose children may be at the other end of a pipe */
	bool has_files; /* the calling thread shares the process's table of files */
	hp_descriptor_kept file; /* pidfd, to copy sockets out of another table of files */
	hp_wait_pipe pipes[HP_WAIT_PIPES];
	uint32_t next_pipe;
	uint16_t ports[HP_WAIT_PORTS];
	uint32_t next_port;
	uint16_t client_port; /* the lowest port that clients may have; 0: not looked up yet */
	/* the last name is that of a child, which may be about to execute another program */
	bool is_child;
} hp_wait_process;

#endif

#endif /* HP_SAMPLER_WAIT_PROCESS_H */
