#include "format/format.h"

#include "base/words.h"
#include "format/processes.h"
#include "format/write.h"

/* Formats of runs come first, the most complete one leading. */
static const hp_format format_all[] = {
	{"json.gz", "json.gz", NULL, 0, HP_FORMAT_RUN | HP_FORMAT_PACKED, hp_format_json},
	{"json", "json", NULL, 0, HP_FORMAT_RUN, hp_format_json},
	{"xhgui.gz", "xhgui.jsonl.gz", NULL, 0, HP_FORMAT_RUN | HP_FORMAT_PACKED, hp_format_xhgui},
	{"xhgui", "xhgui.jsonl", NULL, 0, HP_FORMAT_RUN, hp_format_xhgui},
	{"xhprof.gz", "xhprof.gz", NULL, 0, HP_FORMAT_RUN | HP_FORMAT_PACKED, hp_format_xhprof},
	{"xhprof", "xhprof", NULL, 0, HP_FORMAT_RUN, hp_format_xhprof},
	{"html", "html", NULL, 0, 0, hp_format_html},
	{"callgrind", "callgrind", NULL, 0, 0, hp_format_callgrind},
	{"folded", "folded", NULL, HP_PROFILE_TREE, 0, hp_format_folded},
	{"folded-alloc", "folded-alloc", NULL, HP_PROFILE_TREE | HP_METRIC_ALLOC, 0,
		hp_format_folded_alloc},
	{"folded-live", "folded-live", NULL, HP_PROFILE_TREE | HP_METRIC_ALLOC, 0,
		hp_format_folded_live},
	{"speedscope", "speedscope.json", NULL, HP_PROFILE_TREE, 0, hp_format_speedscope},
	{"pprof", "pb.gz", "pprof", HP_PROFILE_TREE, HP_FORMAT_PACKED, hp_format_pprof},
	{"perfetto", "perfetto-trace", "pftrace", HP_PROFILE_TIMELINE, HP_FORMAT_TRACKS,
		hp_format_perfetto},
	{"chrome", "chrome.json", "trace.json", HP_PROFILE_TIMELINE, HP_FORMAT_TRACKS,
		hp_format_chrome},
	{"speedscope.gz", "speedscope.json.gz", NULL, HP_PROFILE_TREE, HP_FORMAT_PACKED,
		hp_format_speedscope},
	{"perfetto.gz", "perfetto-trace.gz", "pftrace.gz", HP_PROFILE_TIMELINE,
		HP_FORMAT_TRACKS | HP_FORMAT_PACKED, hp_format_perfetto},
	{"chrome.gz", "chrome.json.gz", "trace.json.gz", HP_PROFILE_TIMELINE,
		HP_FORMAT_TRACKS | HP_FORMAT_PACKED, hp_format_chrome},
	{"log", "log", NULL, HP_PROFILE_TIMELINE, 0, hp_format_log},
};

#define FORMAT_COUNT (sizeof(format_all) / sizeof(format_all[0]))

const hp_format *hp_format_at(size_t row)
{
	return row < FORMAT_COUNT ? &format_all[row] : NULL;
}

bool hp_format_is_available(const hp_format *format)
{
#ifdef HAVE_XHPROF_ZLIB
	(void) format;
	return true;
#else
	return !(format->bits & HP_FORMAT_PACKED);
#endif
}

const hp_format *hp_format_find(const zend_string *name)
{
	for (size_t i = 0; i < FORMAT_COUNT; i++) {
		if (hp_format_is_available(&format_all[i]) &&
			zend_string_equals_cstr(name, format_all[i].name, strlen(format_all[i].name))) {
			return &format_all[i];
		}
	}

	return NULL;
}

uint32_t hp_format_missing(const hp_format *format, const hp_profile *profile)
{
	uint32_t missing = hp_profile_missing(profile, format->needs);

	return (format->bits & HP_FORMAT_TRACKS) && hp_format_has_processes(profile)
		? missing & ~HP_PROFILE_TIMELINE
		: missing;
}

const hp_format *hp_format_next(const char **list, zend_string **unknown)
{
	const hp_format *format = NULL;
	const char *word;
	size_t length;

	while (format == NULL && (word = hp_words_next(list, &length)) != NULL) {
		zend_string *name = zend_string_init(word, length, false);

		format = hp_format_find(name);
		if (format == NULL && unknown != NULL) {
			*unknown = name;
			return NULL;
		}
		zend_string_release(name);
	}

	return format;
}

void hp_format_nearest(hp_nearest *nearest, const zend_string *name)
{
	hp_nearest_start(nearest, ZSTR_VAL(name), ZSTR_LEN(name));
	for (size_t i = 0; i < FORMAT_COUNT; i++) {
		if (hp_format_is_available(&format_all[i])) {
			hp_nearest_offer(nearest, format_all[i].name, strlen(format_all[i].name));
		}
	}
}

zend_string *hp_format_names(void)
{
	smart_str names = {NULL, 0};

	for (size_t i = 0; i < FORMAT_COUNT; i++) {
		if (hp_format_is_available(&format_all[i])) {
			smart_str_appends(&names, i == 0 ? "" : ", ");
			smart_str_appends(&names, format_all[i].name);
		}
	}

#ifndef HAVE_XHPROF_ZLIB
	smart_str_appends(&names, "; with zlib pprof and .gz of some, too");
#endif

	return smart_str_extract(&names);
}

void hp_format_write(const hp_format *format, const hp_profile *profile, hp_writer *writer)
{
	if (format->bits & HP_FORMAT_PACKED) {
		hp_writer_pack(writer);
	}
	format->write(profile, writer);
}
