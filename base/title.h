/* title.h: what php-fpm makes the title of a process say. */
#ifndef HP_BASE_TITLE_H
#define HP_BASE_TITLE_H

#include "base/compat.h"

/* The name of a worker's pool by its title, "php-fpm: pool www", which may be padded. Empty: no worker of php-fpm. */
void hp_title_pool(char *pool, size_t room, const char *title);

#endif /* HP_BASE_TITLE_H */
