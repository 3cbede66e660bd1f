/* settings.h: the settings of php.ini for what the options of a run leave open. */
#ifndef HP_REQUEST_SETTINGS_H
#define HP_REQUEST_SETTINGS_H

#include "profile/profile.h"
#include "sampler/options.h"
#include "trace/options.h"

void hp_settings_apply(hp_trace_options *options);

void hp_settings_sampling(hp_sample_options *options);

/* Gives a new profile the rules of xhprof.components. */
void hp_settings_components(hp_profile *profile);

#endif /* HP_REQUEST_SETTINGS_H */
