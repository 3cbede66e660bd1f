#include "attach/maps.h"

#include "base/descriptor.h"

#ifdef __linux__

# include <unistd.h>

bool hp_attach_maps_open(hp_attach_maps *maps, pid_t pid)
{
	char path[64];
	int file;

	snprintf(path, sizeof(path), "/proc/%d/maps", (int) pid);
	file = hp_descriptor_open(path, O_RDONLY, 0);
	maps->file = file < 0 ? NULL : fdopen(file, "r");
	if (maps->file == NULL && file >= 0) {
		close(file);
	}

	return maps->file != NULL;
}

bool hp_attach_maps_next(hp_attach_maps *maps)
{
	char line[4352];
	const char *path;

	while (fgets(line, sizeof(line), maps->file) != NULL) {
		if (sscanf(line, "%lx-%lx %7s %lx", &maps->start, &maps->end, maps->rights,
				&maps->offset) == 4) {
			path = strchr(line, '/');
			snprintf(maps->path, sizeof(maps->path), "%s", path == NULL ? "" : path);
			maps->path[strcspn(maps->path, "\n")] = '\0';
			return true;
		}
	}

	return false;
}

void hp_attach_maps_close(hp_attach_maps *maps)
{
	fclose(maps->file);
}

#endif
