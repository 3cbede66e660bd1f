#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "base/temporary.h"

#ifdef HAVE_UNISTD_H
# include <unistd.h>
#endif

/* All threads count by it. */
static uint32_t temporary_next(void)
{
	static uint32_t number = 0;

	return HP_SHARED_COUNT(&number);
}

void hp_temporary_name(char *name, size_t size, const char *path)
{
	snprintf(name, size, "%s.%d-%u.tmp", path, (int) getpid(), temporary_next());
}
