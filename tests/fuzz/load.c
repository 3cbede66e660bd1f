/* load.c: what libFuzzer calls: reads bytes as a run, and does with what was read all that can be done.
 * Built and started by tools/fuzz-load.sh, with the extension's own files and PHP as a library. */
#include "config.h"

#include "format/format.h"
#include "profile/flat.h"
#include "format/load.h"

#include "Zend/zend_exceptions.h"
#include "sapi/embed/php_embed.h"

#include <stdlib.h>
#include <zlib.h>

int LLVMFuzzerInitialize(int *count, char ***arguments);
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length);

/* The sanitizer is to see each block by itself. */
int LLVMFuzzerInitialize(int *count, char ***arguments)
{
	setenv("USE_ZEND_ALLOC", "0", 1);
	php_embed_module.php_ini_ignore = 1;
	php_embed_module.ini_entries = "error_reporting=0\n";
	php_embed_init(*count, *arguments);

	return 0;
}

/* As a gzip file, uncompressed: a bit that is flipped in a packed one only shows that zlib checks. */
static zend_string *pack(const uint8_t *bytes, size_t length)
{
	zend_string *packed = zend_string_alloc(length + 1024 + length / 1000, false);
	z_stream zlib;

	memset(&zlib, 0, sizeof(zlib));
	deflateInit2(&zlib, Z_NO_COMPRESSION, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
	zlib.next_in = (Bytef *) bytes;
	zlib.avail_in = (uInt) length;
	zlib.next_out = (Bytef *) ZSTR_VAL(packed);
	zlib.avail_out = (uInt) ZSTR_LEN(packed);
	deflate(&zlib, Z_FINISH);
	ZSTR_LEN(packed) = zlib.total_out;
	deflateEnd(&zlib);

	return packed;
}

static void export_all(const hp_profile *profile)
{
	static const char *const names[] = {
		"xhprof", "json", "callgrind", "folded", "speedscope", "pprof"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		zend_string *name = zend_string_init(names[i], strlen(names[i]), false);
		const hp_format *format = hp_format_find(name);
		zend_string *text = NULL;
		hp_writer writer;

		zend_string_release(name);
		if (hp_profile_missing(profile, format->needs) != 0) {
			continue;
		}
		hp_writer_open_text(&writer);
		format->write(profile, &writer);
		hp_writer_close(&writer, &text);
		zend_string_release(text);
	}
}

static void use(hp_profile *profile)
{
	hp_flat flat = hp_flat_new(profile, true), levels = hp_flat_new(profile, false);
	hp_flat diff = hp_flat_diff(profile, profile);
	hp_profile *sum = hp_profile_new(profile->metrics, profile->features);
	zval rows;

	hp_profile_rows(profile, &rows);
	zval_ptr_dtor(&rows);
	hp_profile_add(sum, profile);
	hp_profile_add(sum, profile);
	hp_profile_finish(sum);
	export_all(sum);
	export_all(profile);
	hp_profile_free(sum);
	hp_flat_free(&flat);
	hp_flat_free(&levels);
	hp_flat_free(&diff);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t length)
{
	bool is_text = length > 0 && (bytes[0] == 'a' || bytes[0] == '{' || bytes[0] == 0x1F);
	zend_string *file =
		is_text ? zend_string_init((const char *) bytes, length, false) : pack(bytes, length);
	const char *error = NULL;
	hp_profile *profile = NULL;

	zend_try {
		profile = hp_load(file, (size_t) 256 << 20, &error);
	}
	zend_end_try();
	if (EG(exception)) {
		zend_clear_exception();
	}
	if (profile != NULL) {
		use(profile);
		hp_profile_free(profile);
	} else if (error == NULL) {
		abort();
	}
	zend_string_release(file);

	return 0;
}
