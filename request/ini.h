/* ini.h: the settings in php.ini. */
#ifndef HP_REQUEST_INI_H
#define HP_REQUEST_INI_H

#include "base/compat.h"

/* In MINIT and MSHUTDOWN. */
void hp_ini_startup(int type, int module_number);
void hp_ini_shutdown(int type, int module_number);

/* The table in phpinfo(). */
void hp_ini_display(zend_module_entry *module);

/* xhprof.hook, as it was at startup. */
const char *hp_ini_hook(void);

#endif /* HP_REQUEST_INI_H */
