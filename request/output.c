#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "request/output.h"

#include "base/words.h"
#include "request/folder.h"

#include "main/snprintf.h"

#include <errno.h>

/* Where the extension by which other tools know a format is not its name. */
static const struct {
	const char *format;
	const char *extension;
} output_extensions[] = {
	{"speedscope", "speedscope.json"},
	{"pprof", "pb.gz"},
	{"chrome", "chrome.json"},
	{"xhgui", "xhgui.jsonl"},
};

static const hp_format *output_next_format(const char **formats, zend_string **unknown)
{
	const hp_format *format = NULL;
	const char *word;
	size_t length;

	while (format == NULL && (word = hp_words_next(formats, &length)) != NULL) {
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

uint32_t hp_output_needs(const char *formats)
{
	const hp_format *format;
	uint32_t needs = 0;

	while ((format = output_next_format(&formats, NULL)) != NULL) {
		needs |= format->needs;
	}

	return needs;
}

zend_string *hp_output_unknown(const char *formats)
{
	zend_string *unknown = NULL;

	while (output_next_format(&formats, &unknown) != NULL) {
	}

	return unknown;
}

static const char *output_extension(const char *format)
{
	for (size_t i = 0; i < sizeof(output_extensions) / sizeof(output_extensions[0]); i++) {
		if (strcmp(output_extensions[i].format, format) == 0) {
			return output_extensions[i].extension;
		}
	}

	return format;
}

/* xhprof_lib looks for <run>.<source>.xhprof. */
static void output_name(hp_output *output, hp_output_file *file, const char *format)
{
	snprintf(file->temporary, sizeof(file->temporary), ".xhprof-%s-%" PRIu32 ".tmp", output->run,
		output->files_count);
	if (strcmp(format, "xhprof") == 0) {
		snprintf(file->name, sizeof(file->name), "%s.%s.xhprof", output->run, output->name);
	} else {
		snprintf(
			file->name, sizeof(file->name), "%s.xhprof.%s", output->name, output_extension(format));
	}
}

static zend_string *output_why(int number)
{
	/* As PHP itself has it; where threads matter, the C library's is safe. */
	const char *why = strerror(number); /* NOLINT(concurrency-mt-unsafe) */

	return zend_string_init(why, strlen(why), false);
}

static zend_string *output_write_file(
	hp_output *output, const hp_format *format, const hp_profile *profile)
{
	hp_output_file *file = &output->files[output->files_count];
	zend_string *error;
	hp_writer writer;
	int number;

	output_name(output, file, format->name);
	number = hp_folder_create(output->folder, file->temporary);
	if (number < 0) {
		return output_why(errno);
	}
	output->files_count++;
	hp_writer_open_file(&writer, number);
	format->write(profile, &writer);
	error = hp_writer_close(&writer, NULL);
	if (error == NULL) {
		file->bytes = hp_folder_size(output->folder, file->temporary);
	}

	return error;
}

zend_string *hp_output_write(hp_output *output, const hp_profile *profile, const char *formats)
{
	const hp_format *format;
	zend_string *error = NULL;

	output->files_count = 0;
	while (error == NULL && output->files_count < HP_OUTPUT_FORMATS &&
		(format = output_next_format(&formats, NULL)) != NULL) {
		if (hp_profile_missing(profile, format->needs) == 0) {
			error = output_write_file(output, format, profile);
		}
	}
	if (error != NULL) {
		hp_output_discard(output);
	}

	return error;
}

zend_string *hp_output_publish(hp_output *output)
{
	for (uint32_t i = 0; i < output->files_count; i++) {
		const hp_output_file *file = &output->files[i];

		if (hp_folder_rename(output->folder, file->temporary, file->name) == FAILURE) {
			zend_string *error = output_why(errno);

			hp_output_discard(output);
			return error;
		}
	}

	return NULL;
}

void hp_output_discard(hp_output *output)
{
	for (uint32_t i = 0; i < output->files_count; i++) {
		hp_folder_remove(output->folder, output->files[i].temporary);
	}
	output->files_count = 0;
}
