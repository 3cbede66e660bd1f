#include "request/settings.h"

#include "request/meta.h"

#include "php_xhprof.h"

/* Open calls; a recursion without end shall not take all memory. */
#define SETTINGS_MAX_DEPTH 10000

/* Mean bytes between two sampled blocks: as others have it, at a cost that cannot be measured. */
#define SETTINGS_ALLOC_BYTES (512 * 1024)

#ifdef XHPROF_FAKE_CLOCK
/* Lets every test run in another mode than the one it requests. */
static void settings_apply_environment(hp_trace_options *options)
{
	const char *alloc = getenv("XHPROF_TEST_ALLOC"); /* NOLINT(concurrency-mt-unsafe) */
	const char *lines = getenv("XHPROF_TEST_LINES"); /* NOLINT(concurrency-mt-unsafe) */

	if (getenv("XHPROF_TEST_TREE") != NULL) { /* NOLINT(concurrency-mt-unsafe) */
		options->mode = MAX(options->mode, HP_TRACE_TREE);
	}
	if (lines != NULL && !options->is_untraced) {
		hp_targets_add(&options->lines, lines, strlen(lines));
	}
	if (alloc != NULL) {
		options->alloc_mode = strcmp(alloc, "sampled") == 0 ? HP_LIVE_SAMPLED : HP_LIVE_FULL;
		options->alloc_interval = 64;
	}
}
#endif

void hp_settings_apply(hp_trace_options *options)
{
	if (!options->has_texts) {
		options->has_details = XHPROF_G(settings).collect_additional_info;
	}
	hp_subject_choose(&options->subjects, XHPROF_G(settings).detail_functions);
	if (!options->has_compensate && XHPROF_G(settings).compensate) {
		options->is_compensated = true;
	}
#ifdef XHPROF_FAKE_CLOCK
	settings_apply_environment(options);
#endif
	if (options->max_nodes == 0) {
		options->max_nodes = (uint32_t) MAX(1, MIN(XHPROF_G(settings).max_nodes, UINT32_MAX / 2));
	}
	if (options->max_depth == 0) {
		options->max_depth = SETTINGS_MAX_DEPTH;
	}
	if (options->alloc_interval == 0) {
		options->alloc_interval = SETTINGS_ALLOC_BYTES;
	}
	if (options->max_timeline_bytes == 0) {
		options->max_timeline_bytes = (uint64_t) XHPROF_G(settings).max_timeline_bytes;
	}
}

void hp_settings_sampling(hp_sample_options *options)
{
	memset(options, 0, sizeof(*options));
	options->interval_us = XHPROF_G(settings).sampling_interval;
	options->clock = (hp_sample_clock) XHPROF_G(settings).sampling_clock;
	options->has_texts = XHPROF_G(settings).meta != HP_REQUEST_META_OFF;
}

void hp_settings_components(hp_profile *profile)
{
	const char *rules = XHPROF_G(settings).components;

	if (profile->components == NULL && rules != NULL && *rules != '\0') {
		profile->components = zend_string_init(rules, strlen(rules), true);
	}
}
