#include "attach/maps.h"

#include "base/proc.h"

#ifdef __linux__

# include <unistd.h>

bool hp_attach_maps_open(hp_attach_maps *maps, pid_t pid)
{
	int file = hp_proc_open("/proc/%d/maps", (int) pid);

	maps->file = file < 0 ? NULL : fdopen(file, "r");
	if (maps->file == NULL && file >= 0) {
		close(file);
	}

	return maps->file != NULL;
}

/* Parses a line: "55d0c7a00000-55d0c7b2a000 r--p 00000000 fe:00 1234 /usr/bin/php8.2" */
static bool maps_parse(hp_attach_maps *maps, const char *line)
{
	const char *path = strchr(line, '/');
	char *at;

	maps->start = strtoull(line, &at, 16);
	if (*at != '-') {
		return false;
	}
	maps->end = strtoull(at + 1, &at, 16);
	if (strnlen(at, 6) < 6) {
		return false;
	}
	memcpy(maps->rights, at + 1, 4);
	maps->rights[4] = '\0';
	maps->offset = strtoull(at + 5, NULL, 16);
	snprintf(maps->path, sizeof(maps->path), "%s", path == NULL ? "" : path);
	maps->path[strcspn(maps->path, "\n")] = '\0';

	return true;
}

bool hp_attach_maps_next(hp_attach_maps *maps)
{
	char line[4352];

	while (fgets(line, sizeof(line), maps->file) != NULL) {
		if (maps_parse(maps, line)) {
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
