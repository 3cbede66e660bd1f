/* safe_point.h: the samples that the thread takes between two of the engine's instructions. */
#ifndef HP_SAMPLER_SAFE_POINT_H
#define HP_SAMPLER_SAFE_POINT_H

#include "sampler/sampler.h"

#ifdef HP_SAMPLE_HAS_SOURCES

/* In the thread, between two of the engine's instructions: takes the samples that are due, if a
 * safe point was requested. Waits for the lock for some 50 us at most, because the helper may be
 * reading a deep stack. */
void hp_safe_point_take(hp_sampler *sampler, const zend_execute_data *execute_data);

#endif

#endif /* HP_SAMPLER_SAFE_POINT_H */
