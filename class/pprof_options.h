/* pprof_options.h: the options of XHProf\Profile::export() to pprof. */
#ifndef HP_CLASS_PPROF_OPTIONS_H
#define HP_CLASS_PPROF_OPTIONS_H

#include "format/pprof.h"

/* Reads the options, which keep the array's labels; *is_many: they limit a file, so that there may
 * be several. False if it threw. */
bool hp_class_pprof_options(hp_pprof_options *options, const HashTable *array, bool *is_many);

#endif /* HP_CLASS_PPROF_OPTIONS_H */
