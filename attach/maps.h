/* maps.h: reads the mappings of another process, one after the other. */
#ifndef HP_ATTACH_MAPS_H
#define HP_ATTACH_MAPS_H

#include "base/compat.h"

#ifdef __linux__

# include <stdio.h>
# include <sys/types.h>

typedef struct hp_attach_maps {
	FILE *file;
	uintptr_t start, end; /* addresses of the current mapping, as all below */
	uintptr_t offset; /* in its file */
	char rights[8]; /* "rw-p" */
	char path[4096]; /* "": it has no file */
} hp_attach_maps;

/* Returns false if this user may not see them, or there is no such process; errno says which. */
bool hp_attach_maps_open(hp_attach_maps *maps, pid_t pid);

/* Moves on to the next mapping. Returns false if there is none. */
bool hp_attach_maps_next(hp_attach_maps *maps);

void hp_attach_maps_close(hp_attach_maps *maps);

#endif

#endif /* HP_ATTACH_MAPS_H */
