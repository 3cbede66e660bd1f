#include "format/format.h"

#include "base/words.h"
#include "format/processes.h"
#include "format/write.h"

static const hp_format format_all[] = {
	{"xhprof", "xhprof", 0, false, false, hp_format_xhprof},
	{"xhgui", "xhgui.jsonl", 0, false, false, hp_format_xhgui},
	{"json", "json", 0, false, false, hp_format_json},
#ifdef HAVE_XHPROF_ZLIB
	{"xhprof.gz", "xhprof.gz", 0, true, false, hp_format_xhprof},
	{"xhgui.gz", "xhgui.jsonl.gz", 0, true, false, hp_format_xhgui},
	{"json.gz", "json.gz", 0, true, false, hp_format_json},
#endif
	{"html", "html", 0, false, false, hp_format_html},
	{"callgrind", "callgrind", 0, false, false, hp_format_callgrind},
	{"folded", "folded", HP_PROFILE_TREE, false, false, hp_format_folded},
	{"folded-alloc", "folded-alloc", HP_PROFILE_TREE | HP_METRIC_ALLOC, false, false,
		hp_format_folded_alloc},
	{"folded-live", "folded-live", HP_PROFILE_TREE | HP_METRIC_ALLOC, false, false,
		hp_format_folded_live},
	{"speedscope", "speedscope.json", HP_PROFILE_TREE, false, false, hp_format_speedscope},
#ifdef HAVE_XHPROF_ZLIB
	{"pprof", "pb.gz", HP_PROFILE_TREE, true, false, hp_format_pprof},
#endif
	{"perfetto", "perfetto-trace", HP_PROFILE_TIMELINE, false, true, hp_format_perfetto},
	{"chrome", "chrome.json", HP_PROFILE_TIMELINE, false, true, hp_format_chrome},
#ifdef HAVE_XHPROF_ZLIB
	{"speedscope.gz", "speedscope.json.gz", HP_PROFILE_TREE, true, false, hp_format_speedscope},
	{"perfetto.gz", "perfetto-trace.gz", HP_PROFILE_TIMELINE, true, true, hp_format_perfetto},
	{"chrome.gz", "chrome.json.gz", HP_PROFILE_TIMELINE, true, true, hp_format_chrome},
#endif
	{"log", "log", HP_PROFILE_TIMELINE, false, false, hp_format_log},
};

#define FORMAT_COUNT (sizeof(format_all) / sizeof(format_all[0]))

const hp_format *hp_format_find(const zend_string *name)
{
	for (size_t i = 0; i < FORMAT_COUNT; i++) {
		if (zend_string_equals_cstr(name, format_all[i].name, strlen(format_all[i].name))) {
			return &format_all[i];
		}
	}

	return NULL;
}

uint32_t hp_format_missing(const hp_format *format, const hp_profile *profile)
{
	uint32_t missing = hp_profile_missing(profile, format->needs);

	return format->has_tracks && hp_format_has_processes(profile) ? missing & ~HP_PROFILE_TIMELINE
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
		hp_nearest_offer(nearest, format_all[i].name, strlen(format_all[i].name));
	}
}

zend_string *hp_format_names(void)
{
	smart_str names = {NULL, 0};

	for (size_t i = 0; i < FORMAT_COUNT; i++) {
		smart_str_appends(&names, i == 0 ? "" : ", ");
		smart_str_appends(&names, format_all[i].name);
	}

#ifndef HAVE_XHPROF_ZLIB
	smart_str_appends(&names, "; with zlib pprof and .gz of some, too");
#endif

	return smart_str_extract(&names);
}

void hp_format_write(const hp_format *format, const hp_profile *profile, hp_writer *writer)
{
	if (format->is_packed) {
		hp_writer_pack(writer);
	}
	format->write(profile, writer);
}
