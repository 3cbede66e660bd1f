#include "format/load.h"

#include "base/bailout.h"
#include "format/columns.h"
#include "format/load_json.h"
#include "format/load_limits.h"

#include <math.h>
#ifdef HAVE_XHPROF_ZLIB
# include <zlib.h>
#endif

/* So that the difference of two runs is an int, too. */
#define LOAD_MAX_SUM ((double) (INT64_MAX / 2))

#define LOAD_XHGUI "{\"profile\":"

static hp_profile *load_text(const zend_string *text, size_t max_bytes, hp_load_error *error)
{
	if (ZSTR_LEN(text) > max_bytes) {
		*error = (hp_load_error){HP_LOAD_TOO_LARGE_REASON, HP_LOAD_TOO_LARGE};
	} else if (zend_string_starts_with_cstr(text, ZEND_STRL("a:"))) {
		error->reason = "it is a serialized array; pass the result of unserialize() to "
						"XHProf\\Profile::fromPairs()";
	} else if (zend_string_starts_with_cstr(text, ZEND_STRL(LOAD_XHGUI))) {
		error->reason =
			"it is a line for XHGui; decode it by json_decode(), and pass \"profile\" and "
			"\"meta\" to XHProf\\Profile::fromPairs()";
	} else if (zend_string_starts_with_cstr(text, ZEND_STRL("{"))) {
		return hp_load_json(text, max_bytes - ZSTR_LEN(text), error);
	} else {
		error->reason =
			"it is not json of xhprof, the format that can be loaded; pprof and others are for "
			"other tools";
	}

	return NULL;
}

#ifdef HAVE_XHPROF_ZLIB

typedef struct load_unpacked {
	zend_string *text;
	size_t max_bytes;
	hp_load_error error;
	hp_profile *profile;
} load_unpacked;

static void load_unpacked_text(void *context)
{
	load_unpacked *unpacked = context;

	unpacked->profile = load_text(unpacked->text, unpacked->max_bytes, &unpacked->error);
}

static void load_end(void *context)
{
	zend_string_release(((load_unpacked *) context)->text);
}

/* Unpacks to at most a byte more than max_bytes. */
static zend_string *load_inflate(const zend_string *bytes, size_t max_bytes)
{
	size_t used = 0, size = MIN(4 * ZSTR_LEN(bytes) + 1024, max_bytes + 1);
	zend_string *text = zend_string_alloc(size, true);
	z_stream zlib = {.next_in = (Bytef *) ZSTR_VAL(bytes), .avail_in = (uInt) ZSTR_LEN(bytes)};
	int status = ZSTR_LEN(bytes) > UINT32_MAX / 2 ? Z_MEM_ERROR : inflateInit2(&zlib, 15 + 16);

	while (status == Z_OK && used <= max_bytes) {
		if (used == size) {
			size = MIN(2 * size, max_bytes + 1);
			text = zend_string_realloc(text, size, true);
		}
		zlib.next_out = (Bytef *) ZSTR_VAL(text) + used;
		zlib.avail_out = (uInt) MIN(size - used, (size_t) 1 << 30);
		status = inflate(&zlib, Z_NO_FLUSH);
		used = (size_t) ((char *) zlib.next_out - ZSTR_VAL(text));
	}
	inflateEnd(&zlib);
	ZSTR_LEN(text) = status == Z_STREAM_END || used > max_bytes ? used : 0;
	ZSTR_VAL(text)[ZSTR_LEN(text)] = '\0';

	return text;
}

static hp_profile *load_packed(const zend_string *bytes, size_t max_bytes, hp_load_error *error)
{
	load_unpacked unpacked = {.text = load_inflate(bytes, max_bytes), .max_bytes = max_bytes};

	if (ZSTR_LEN(unpacked.text) == 0) {
		zend_string_release(unpacked.text);
		error->reason = "it is damaged or incomplete";
		return NULL;
	}
	hp_bailout(load_unpacked_text, load_end, &unpacked);
	*error = unpacked.error;

	return unpacked.profile;
}

#else

static hp_profile *load_packed(const zend_string *bytes, size_t max_bytes, hp_load_error *error)
{
	error->reason = "it is compressed with gzip, but this xhprof was built without zlib";
	return NULL;
}

#endif /* HAVE_XHPROF_ZLIB */

/* Any recorded run ends in one main(); merging runs and searching for main() rely on it. */
static bool load_has_main(const hp_profile *profile)
{
	const hp_profile_pair *root = hp_profile_root(profile);

	for (uint32_t i = 0; i + 1 < profile->pairs.count; i++) {
		if (profile->pairs.rows[i].caller == HP_PROFILE_NONE) {
			return false;
		}
	}

	return root != NULL && root->callee_level == 0 &&
		zend_string_equals_literal(profile->functions.rows[root->callee].name, "main()");
}

bool hp_load_is_countable(const hp_profile *profile)
{
	double calls = 0, sums[HP_COLUMNS_VALUES] = {0};
	bool is_countable;

	for (uint32_t i = 0; i < profile->pairs.count; i++) {
		calls += (double) profile->pairs.rows[i].count;
		for (size_t j = 0; j < HP_COLUMNS_VALUES; j++) {
			sums[j] += fabs((double) ((const int64_t *) &profile->pairs.rows[i].sum)[j]);
		}
	}
	is_countable = calls < LOAD_MAX_SUM;
	for (size_t j = 0; j < HP_COLUMNS_VALUES; j++) {
		is_countable &= sums[j] < LOAD_MAX_SUM;
	}

	return is_countable;
}

/* False: it cannot be a run. */
static bool load_check(hp_profile *profile, hp_load_error *error)
{
	if (!load_has_main(profile)) {
		error->reason = "some of its calls are not below main()";
		return false;
	}
	if (!hp_load_is_countable(profile)) {
		*error = (hp_load_error){"its numbers are too large", HP_LOAD_OUT_OF_RANGE};
		return false;
	}
	profile->runs = MAX(profile->runs, 1);

	return true;
}

hp_profile *hp_load(const zend_string *bytes, size_t max_bytes, hp_load_error *error)
{
	bool is_packed = zend_string_starts_with_cstr(bytes, ZEND_STRL("\x1f\x8b"));
	hp_profile *profile;

	*error = (hp_load_error){NULL, 0};
	profile = is_packed ? load_packed(bytes, max_bytes, error) : load_text(bytes, max_bytes, error);

	if (profile == NULL) {
		return NULL;
	}
	if (load_check(profile, error) &&
		(profile->sampled == NULL || load_check(profile->sampled, error))) {
		return profile;
	}
	hp_profile_free(profile);

	return NULL;
}
