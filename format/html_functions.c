#include "format/html_functions.h"

#include "profile/shares.h"
#include "profile/wait.h"

/* 100 points, in hundredths: nothing is known. */
#define FUNCTIONS_MOST_ERROR 10000

enum {
	FUNCTIONS_PHP,
	FUNCTIONS_INTERNAL,
	FUNCTIONS_FILE,
	FUNCTIONS_EVAL,
	FUNCTIONS_PROFILER,
	FUNCTIONS_WAIT
};

static int functions_kind(
	const hp_profile *run, const hp_profile_function *function, bool has_files)
{
	const zend_string *name = function->name;

	if (zend_string_equals_literal(name, "main()") ||
		zend_string_equals_literal(name, "(truncated)")) {
		return FUNCTIONS_PROFILER;
	}
	if (zend_string_starts_with_cstr(name, ZEND_STRL("load::")) ||
		zend_string_starts_with_cstr(name, ZEND_STRL("run_init::"))) {
		return FUNCTIONS_FILE;
	}
	if (zend_string_starts_with_cstr(name, ZEND_STRL("eval::"))) {
		return FUNCTIONS_EVAL;
	}
	if (hp_profile_is_wait(run, function)) {
		return FUNCTIONS_WAIT;
	}

	return function->file == NULL && has_files ? FUNCTIONS_INTERNAL : FUNCTIONS_PHP;
}

/* The number of a file in the list of files; -1 without one. */
static zend_long functions_file(HashTable *files, const zend_string *file)
{
	const zval *known;
	zval place;

	if (file == NULL) {
		return -1;
	}
	known = zend_hash_str_find(files, ZSTR_VAL(file), ZSTR_LEN(file));
	if (known != NULL) {
		return Z_LVAL_P(known);
	}
	ZVAL_LONG(&place, zend_hash_num_elements(files));
	zend_hash_str_add_new(files, ZSTR_VAL(file), ZSTR_LEN(file), &place);

	return Z_LVAL(place);
}

static void functions_write_names(const hp_profile *run, hp_writer *block)
{
	hp_writer_text(block, "{\"name\":[");
	for (uint32_t i = 0; i < run->functions.count && hp_writer_goes_on(block); i++) {
		hp_writer_text(block, i == 0 ? "" : ",\n");
		hp_writer_json(block, run->functions.rows[i].name);
	}
}

static void functions_write_files(const hp_profile *run, hp_writer *block, HashTable *files)
{
	zend_string *file;
	bool is_first = true;

	hp_writer_text(block, "],\"file\":[");
	for (uint32_t i = 0; i < run->functions.count; i++) {
		hp_writer_text(block, i == 0 ? "" : ",");
		hp_writer_number(block, functions_file(files, run->functions.rows[i].file));
	}
	hp_writer_text(block, "],\"files\":[");
	ZEND_HASH_FOREACH_STR_KEY(files, file) {
		hp_writer_text(block, is_first ? "" : ",\n");
		hp_writer_json(block, file);
		is_first = false;
	}
	ZEND_HASH_FOREACH_END();
}

/* Writes the component of each function by number. -1 stands for the caller's component, -2 for
 * code in none. */
static void functions_write_components(const hp_html_data *data, hp_writer *block)
{
	const hp_components *components = &data->components;

	hp_writer_text(block, "],\"component\":[");
	for (uint32_t i = 0; i < data->run->functions.count; i++) {
		hp_writer_text(block, i == 0 ? "" : ",");
		hp_writer_number(block, (int32_t) components->of[i]);
	}
	hp_writer_text(block, "],\"components\":[");
	for (uint32_t i = 0; i < components->names.count; i++) {
		hp_writer_text(block, i == 0 ? "" : ",\n");
		hp_writer_json(block, components->names.rows[i]);
	}
}

static void functions_write(const hp_html_data *data)
{
	const hp_profile *run = data->run;
	hp_writer block;
	HashTable files;
	bool has_files;

	zend_hash_init(&files, 0, NULL, NULL, true);
	hp_html_data_open(data, &block, "", "functions");
	functions_write_names(run, &block);
	functions_write_files(run, &block, &files);
	has_files = zend_hash_num_elements(&files) > 0;
	hp_writer_text(&block, "],\"line\":[");
	for (uint32_t i = 0; i < run->functions.count; i++) {
		hp_writer_text(&block, i == 0 ? "" : ",");
		hp_writer_number(&block, run->functions.rows[i].line);
	}
	hp_writer_text(&block, "],\"kind\":[");
	for (uint32_t i = 0; i < run->functions.count; i++) {
		hp_writer_text(&block, i == 0 ? "" : ",");
		hp_writer_number(&block, functions_kind(run, &run->functions.rows[i], has_files));
	}
	functions_write_components(data, &block);
	hp_writer_text(&block, "]}");
	hp_html_data_close(data, &block);
	zend_hash_destroy(&files);
}

typedef double (*functions_error_of)(
	const hp_shares *shares, const hp_flat *flat, const hp_flat_row *row, hp_shares_metric metric);

typedef struct functions_errors {
	const hp_html_data *data;
	hp_shares shares;
	hp_flat flat;
	uint32_t *of; /* by function */
} functions_errors;

/* An error is written in hundredths of a point, rounded down. The page shows tenths, and so rounds
 * as the command does. */
static void functions_error_column(const functions_errors *errors, const char *name,
	functions_error_of error_of, hp_shares_metric metric)
{
	uint32_t count = errors->data->run->functions.count;

	for (uint32_t i = 0; i < count; i++) {
		errors->of[i] = FUNCTIONS_MOST_ERROR; /* it may have no row */
	}
	for (uint32_t i = 0; i < errors->flat.count; i++) {
		const hp_flat_row *row = &errors->flat.rows[i];
		double error = 100 * error_of(&errors->shares, &errors->flat, row, metric);

		/* A damaged run may have any. */
		errors->of[row->number] =
			error >= 0 && error < FUNCTIONS_MOST_ERROR ? (uint32_t) error : FUNCTIONS_MOST_ERROR;
	}
	hp_html_data_numbers(errors->data, "error-", name, errors->of, count);
}

static void functions_write_errors(const hp_html_data *data)
{
	const hp_profile *run = data->run;
	functions_errors errors = {.data = data};

	if ((run->features & HP_PROFILE_SAMPLED) == 0) {
		return;
	}
	errors.shares = hp_shares_of(run);
	errors.flat = hp_flat_new(run, true);
	errors.of = safe_pemalloc((size_t) run->functions.count + 1, sizeof(*errors.of), 0, true);
	functions_error_column(&errors, "wall-own", hp_shares_own_error, HP_SHARES_WALL);
	functions_error_column(&errors, "wall-inclusive", hp_shares_error, HP_SHARES_WALL);
	if (run->metrics & HP_METRIC_CPU) {
		functions_error_column(&errors, "cpu-own", hp_shares_own_error, HP_SHARES_CPU);
		functions_error_column(&errors, "cpu-inclusive", hp_shares_error, HP_SHARES_CPU);
	}
	pefree(errors.of, true);
	hp_flat_free(&errors.flat);
}

static int64_t functions_millionths(double share)
{
	return share < 0 ? -1 : (int64_t) (share * 1e6 + 0.5);
}

/* One list of the table of both; shares are in millionths. */
static void functions_write_shares(
	const hp_html_data *data, hp_writer *block, const char *key, size_t offset)
{
	hp_writer_key(block, "],\n", key);
	hp_writer_text(block, "[");
	for (uint32_t i = 0; i < data->distortion.count && hp_writer_goes_on(block); i++) {
		const char *row = (const char *) &data->distortion.rows[i];

		hp_writer_text(block, i == 0 ? "" : ",");
		hp_writer_number(
			block, functions_millionths(*(const double *) (const void *) (row + offset)));
	}
}

static void functions_write_distorted(const hp_html_data *data, hp_writer *block)
{
	const hp_distortion *distortion = &data->distortion;

	hp_writer_text(block, "],\n\"calls\":[");
	for (uint32_t i = 0; i < distortion->count && hp_writer_goes_on(block); i++) {
		hp_writer_text(block, i == 0 ? "" : ",");
		hp_writer_number(block, distortion->rows[i].calls);
	}
	hp_writer_text(block, "],\n\"distorted\":[");
	for (uint32_t i = 0; i < distortion->count && hp_writer_goes_on(block); i++) {
		hp_writer_text(block, i == 0 ? "" : ",");
		hp_writer_number(block, distortion->rows[i].is_distorted);
	}
}

static void functions_write_distortion(const hp_html_data *data)
{
	const hp_distortion *distortion = &data->distortion;
	hp_writer block;

	if (distortion->count == 0) {
		return;
	}
	hp_html_data_open(data, &block, "", "distortion");
	hp_writer_text(&block, distortion->is_cpu ? "{\"clock\":\"cpu\"" : "{\"clock\":\"wall\"");
	hp_writer_text(&block, distortion->is_compensated ? ",\"compensated\":true" : "");
	hp_writer_text(&block, ",\"samples\":");
	hp_writer_number(&block, (int64_t) distortion->samples);
	hp_writer_text(&block, ",\"profiler\":");
	hp_writer_number(&block, functions_millionths(distortion->own));
	hp_writer_text(&block, ",\n\"name\":[");
	for (uint32_t i = 0; i < distortion->count && hp_writer_goes_on(&block); i++) {
		hp_writer_text(&block, i == 0 ? "" : ",\n");
		hp_writer_json(&block, distortion->rows[i].name);
	}
	functions_write_distorted(data, &block);
	functions_write_shares(data, &block, "traced", offsetof(hp_distortion_row, traced));
	functions_write_shares(data, &block, "without", offsetof(hp_distortion_row, compensated));
	functions_write_shares(data, &block, "sampled", offsetof(hp_distortion_row, sampled));
	functions_write_shares(data, &block, "low", offsetof(hp_distortion_row, low));
	functions_write_shares(data, &block, "high", offsetof(hp_distortion_row, high));
	hp_writer_text(&block, "]}");
	hp_html_data_close(data, &block);
}

void hp_html_functions_write(const hp_html_data *data)
{
	functions_write(data);
	functions_write_errors(data);
	functions_write_distortion(data);
}
