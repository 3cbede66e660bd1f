#include "format/text.h"

#include "profile/merge.h"

void hp_format_text(hp_writer *writer, const zend_string *text)
{
	for (size_t i = 0; i < ZSTR_LEN(text); i++) {
		unsigned char byte = (unsigned char) ZSTR_VAL(text)[i];
		char shown = (char) (byte < 0x20 || byte == 0x7F ? ' ' : byte);

		hp_writer_bytes(writer, &shown, 1);
	}
}

void hp_format_without_lines(const hp_profile *profile, hp_writer *writer,
	void (*writes)(const hp_profile *profile, hp_writer *writer))
{
	hp_profile *joined = hp_profile_join_lines(profile);

	writes(joined != NULL ? joined : profile, writer);
	hp_profile_free(joined);
}
