#include "base/title.h"

#define TITLE_FPM "php-fpm"
#define TITLE_POOL ": pool "

void hp_title_pool(char *pool, size_t room, const char *title)
{
	/* Debian's name has a version: "php-fpm8.2". */
	const char *name =
		strncmp(title, TITLE_FPM, strlen(TITLE_FPM)) == 0 ? strstr(title, TITLE_POOL) : NULL;

	snprintf(pool, room, "%s", name == NULL ? "" : name + strlen(TITLE_POOL));
	pool[strcspn(pool, " ")] = '\0';
}
