/* settings.h: the settings of php.ini for what the options of a run leave open. */
#ifndef HP_REQUEST_SETTINGS_H
#define HP_REQUEST_SETTINGS_H

#include "sampler/options.h"
#include "trace/options.h"

void hp_settings_apply(hp_trace_options *options);

/* The options of a sampling run. A setting with an invalid value counts as its default, and complain
 * (may be NULL) is called. */
void hp_settings_sampling(hp_sample_options *options, void (*complain)(const char *what));

#endif /* HP_REQUEST_SETTINGS_H */
