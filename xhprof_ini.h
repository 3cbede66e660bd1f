/* xhprof_ini.h: the settings in php.ini. */
#ifndef XHPROF_INI_H
#define XHPROF_INI_H

#include "base/compat.h"

/* In MINIT and MSHUTDOWN. */
void php_xhprof_ini_startup(int type, int module_number);
void php_xhprof_ini_shutdown(int type, int module_number);

/* The table in phpinfo(). */
void php_xhprof_ini_display(zend_module_entry *module);

/* xhprof.hook, as it was at startup. */
const char *php_xhprof_ini_hook(void);

#endif /* XHPROF_INI_H */
