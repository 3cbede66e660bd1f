/* wait_file.h: names descriptors of this process or of another one. */
#ifndef HP_SAMPLER_WAIT_FILE_H
#define HP_SAMPLER_WAIT_FILE_H

#include "sampler/wait_process.h"

#ifdef HP_SAMPLE_HAS_SOURCES

typedef enum hp_wait_file {
	HP_WAIT_NO_FILE, /* no such descriptor, or it cannot be read */
	HP_WAIT_FILE,
	HP_WAIT_WAKER /* threads of one process wake one another by it */
} hp_wait_file;

/* Sets name to the name of a descriptor: "tcp 10.0.0.5:3306", "file /srv/big.csv", "fifo
 * /run/jobs", "pipe" and so on. */
hp_wait_file hp_wait_file_name(hp_wait_process *process, int number, char name[HP_WAIT_BYTES]);

/* Sets path to the path of a file alone: "/srv/big.csv". The beginning of a long one is cut.
 * Returns false if the file has no path. */
bool hp_wait_file_path(const hp_wait_process *process, int number, char path[HP_WAIT_BYTES]);

#endif

#endif /* HP_SAMPLER_WAIT_FILE_H */
