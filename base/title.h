/* title.h: reads the process titles that php-fpm sets. */
#ifndef HP_BASE_TITLE_H
#define HP_BASE_TITLE_H

#include "base/compat.h"

/* Writes the name of a worker's pool from its title, "php-fpm: pool www", which may be padded.
 * Empty if it is no worker of php-fpm. */
void hp_title_pool(char *pool, size_t room, const char *title);

#endif /* HP_BASE_TITLE_H */
