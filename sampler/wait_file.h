/* wait_file.h: names descriptors of this process or of another one. */
#ifndef HP_SAMPLER_WAIT_FILE_H
#define HP_SAMPLER_WAIT_FILE_H

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

typedef enum hp_wait_file {
	HP_WAIT_NO_FILE, /* no such descriptor, or it cannot be read */
	HP_WAIT_FILE,
	HP_WAIT_WAKER /* threads of one process wake one another by it */
} hp_wait_file;

/* Sets name to the name of a descriptor: "tcp 10.0.0.5:3306", "file /srv/big.csv", "fifo
 * /run/jobs", "pipe" and so on. */
hp_wait_file hp_wait_file_name(hp_wait_process *process, int number, char name[HP_WAIT_BYTES]);

/* Sets name to the name of an address, as connect() takes it. Returns false if it has none. */
bool hp_wait_address_name(
	const void *address, size_t bytes, const char *kind, char name[HP_WAIT_BYTES]);

/* Sets path to the path of a file alone: "/srv/big.csv". The beginning of a long one is cut.
 * Returns false if the file has no path. */
bool hp_wait_file_path(const hp_wait_process *process, int number, char path[HP_WAIT_BYTES]);

/* Sets name to "child convert", with the name of the child's program, or to "child" if that is not
 * known. */
void hp_wait_child_name(hp_wait_process *process, pid_t child, char name[HP_WAIT_BYTES]);

#endif

#endif /* HP_SAMPLER_WAIT_FILE_H */
