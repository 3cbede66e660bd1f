/* xhprof_ini.h: the settings in php.ini. */
#ifndef XHPROF_INI_H
#define XHPROF_INI_H

#include "sample/options.h"

/* In MINIT and MSHUTDOWN. */
void hp_ini_startup(int type, int module_number);
void hp_ini_shutdown(int type, int module_number);

/* The table in phpinfo(). */
void hp_ini_display(zend_module_entry *module);

/* xhprof.hook, as it was at startup. */
const char *hp_ini_hook(void);

/* What the settings say of a run where its options say nothing. */
void hp_ini_apply(hp_options *options);

/* Of a sampling run. A setting that is none of its values counts for its default, and complain (may be
 * NULL) is called. */
void hp_ini_sampling(hp_sample_options *options, void (*complain)(const char *what));

#endif /* XHPROF_INI_H */
