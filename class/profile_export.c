/* profile_export.c: export() of XHProf\Profile. */
#include "class/profile.h"

#include "base/bailout.h"
#include "class/pprof_options.h"
#include "format/format.h"
#include "profile/meta.h"

#include "Zend/zend_exceptions.h"
#include "ext/spl/spl_exceptions.h"

/* The format, if the run recorded the metrics it needs; else throws. */
static const hp_format *profile_format(const hp_profile *run, const zend_string *name)
{
	const hp_format *format = hp_format_find(name);
	uint32_t missing;

	if (format == NULL) {
		zend_string *names = hp_format_names();
		hp_nearest nearest;

		hp_format_nearest(&nearest, name);
		zend_argument_value_error(
			1, "must be one of %s%s", ZSTR_VAL(names), hp_nearest_hint(&nearest));
		zend_string_release(names);
		return NULL;
	}
	missing = hp_format_missing(format, run);
	if (missing != 0) {
		zend_throw_exception_ex(spl_ce_RuntimeException, HP_FORMAT_LACKS_DATA,
			"The format %s needs %s; this run has none", format->name,
			missing & HP_PROFILE_TIMELINE   ? "a timeline (XHPROF_FLAGS_TIMELINE)"
				: missing & HP_PROFILE_TREE ? "call paths (XHPROF_FLAGS_TREE)"
											: "allocations (XHPROF_FLAGS_ALLOC)");
		return NULL;
	}

	return format;
}

/* Opens the target; false if it threw. */
static bool profile_open(hp_writer *writer, zval *to)
{
	php_stream *stream;

	if (to == NULL) {
		hp_writer_open_text(writer);
		return true;
	}
	if (Z_TYPE_P(to) == IS_STRING) {
		hp_writer_open_path(writer, Z_STR_P(to));
		return true;
	}
	if (Z_TYPE_P(to) != IS_RESOURCE) {
		zend_argument_type_error(
			2, "must be of type resource, string or null, %s given", zend_zval_type_name(to));
		return false;
	}
	stream = zend_fetch_resource2_ex(to, "stream", php_file_le_stream(), php_file_le_pstream());
	if (stream == NULL) {
		return false;
	}
	hp_writer_open_stream(writer, stream);

	return true;
}

typedef struct profile_written {
	const hp_profile *run;
	const hp_format *format;
	zend_string *meta; /* or NULL */
	zval *to; /* NULL: a text is wanted */
	const hp_pprof_options *options; /* NULL: none */
	hp_pprof *pprof; /* with options */
	zval *files; /* a list of texts, as many as the options make; NULL: one */
	hp_writer writer;
	hp_writer_bounds bounds; /* of a text */
	zend_string *error;
	zend_string *text; /* NULL: an exception was thrown */
} profile_written;

/* A text must fit into memory_limit. The writer's buffer lies outside, and has no other bound. */
static hp_writer_bounds profile_bounds(void)
{
	uint64_t limit = PG(memory_limit) < 0 ? UINT64_MAX : (uint64_t) PG(memory_limit);
	uint64_t used = zend_memory_usage(true);

	return (hp_writer_bounds){.room_bytes = limit > used ? limit - used : 0,
		.too_large = "it does not fit into memory_limit; export the run to a file"};
}

/* False if it threw. */
static bool profile_write_file(profile_written *written)
{
	if (!profile_open(&written->writer, written->to)) {
		return false;
	}
	if (written->to == NULL) {
		written->bounds = profile_bounds();
		written->writer.bounds = &written->bounds;
	}
	if (written->pprof != NULL) {
		hp_writer_pack(&written->writer);
		hp_pprof_write(written->pprof, &written->writer);
	} else {
		hp_format_write(written->format, written->run, &written->writer);
	}
	written->error = hp_writer_close(&written->writer, &written->text);

	return true;
}

static void profile_write(void *context)
{
	profile_written *written = context;

	if (written->options != NULL) {
		written->pprof = hp_pprof_new(written->run, written->options);
	}
	if (written->files == NULL) {
		profile_write_file(written);
		return;
	}
	array_init(written->files);
	do {
		if (!profile_write_file(written) || written->error != NULL) {
			return;
		}
		add_next_index_str(written->files, written->text);
		written->text = ZSTR_EMPTY_ALLOC();
	} while (hp_pprof_has_more(written->pprof));
}

static void profile_end_write(void *context)
{
	profile_written *written = context;

	hp_writer_abandon(&written->writer);
	if (written->pprof != NULL) {
		hp_pprof_free(written->pprof);
	}
	if (written->meta != NULL) {
		zend_string_release(written->meta);
	}
}

/* Reads the options of the format; false if it threw. */
static bool profile_options(profile_written *written, hp_pprof_options *options,
	const HashTable *given, const zval *to, zval *files)
{
	bool is_many = false;

	if (given == NULL || zend_hash_num_elements(given) == 0) {
		return true;
	}
	if (strcmp(written->format->name, "pprof") != 0) {
		zend_argument_value_error(
			4, "must be empty for the format %s; only pprof has options", written->format->name);
		return false;
	}
	if (!hp_class_pprof_options(options, given, &is_many)) {
		return false;
	}
	if (is_many && to != NULL) {
		zend_argument_value_error(2,
			"must be null with the options \"max_samples\" and \"max_bytes\": there may be "
			"several files");
		return false;
	}
	if (options->values == HP_PPROF_ALLOCATIONS && !(written->run->metrics & HP_METRIC_ALLOC)) {
		zend_throw_exception(spl_ce_RuntimeException,
			"The option \"values\" needs allocations (XHPROF_FLAGS_ALLOC); this run has none", 0);
		return false;
	}
	written->options = options;
	written->files = is_many ? files : NULL;

	return true;
}

/* The run with another request. It owns nothing, and writers only read it. */
static hp_profile profile_with_meta(const hp_profile *run, zend_string *meta, HashTable *given)
{
	hp_profile view = *run;
	int64_t started_ns = hp_profile_meta_started_ns(given);

	view.meta = meta;
	view.started_ns = started_ns >= 0 ? started_ns : run->started_ns;

	return view;
}

/* False: it throws. */
static bool profile_is_written(const profile_written *written, const zval *to)
{
	bool has_path = to != NULL && Z_TYPE_P(to) == IS_STRING;

	if (written->text == NULL || written->error == NULL) {
		return written->text != NULL;
	}
	if (!EG(exception)) {
		zend_throw_exception_ex(spl_ce_RuntimeException, 0, "Could not write the profile%s%s: %s",
			has_path ? " to " : "", has_path ? Z_STRVAL_P(to) : "", ZSTR_VAL(written->error));
	}
	zend_string_release(written->error);
	zend_string_release(written->text);

	return false;
}

ZEND_METHOD(XHProf_Profile, export)
{
	profile_written written = {.run = hp_class_profile_of(ZEND_THIS)};
	HashTable *given = NULL, *given_options = NULL;
	hp_pprof_options options;
	zend_string *name;
	hp_profile view;
	zval *to = NULL;

	ZEND_PARSE_PARAMETERS_START(1, 4)
		Z_PARAM_STR(name)
		Z_PARAM_OPTIONAL
		Z_PARAM_ZVAL_OR_NULL(to)
		Z_PARAM_ARRAY_HT_OR_NULL(given)
		Z_PARAM_ARRAY_HT(given_options)
	ZEND_PARSE_PARAMETERS_END();

	written.format = profile_format(written.run, name);
	if (written.format == NULL ||
		!profile_options(&written, &options, given_options, to, return_value) ||
		!hp_class_profile_meta(given, 3, written.run->started_ns, &written.meta)) {
		RETURN_THROWS();
	}
	if (written.meta != NULL) {
		view = profile_with_meta(written.run, written.meta, given);
		written.run = &view;
	}
	written.to = to;
	hp_bailout(profile_write, profile_end_write, &written);
	if (!profile_is_written(&written, to)) {
		RETURN_THROWS();
	}
	if (written.files == NULL && to == NULL) {
		RETURN_STR(written.text);
	}
	zend_string_release(written.text);
}
