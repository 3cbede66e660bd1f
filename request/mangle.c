#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "request/mangle.h"

static char input_mangle_byte(char byte)
{
	return byte == '.' || byte == ' ' || byte == '[' ? '_' : byte;
}

static char input_fold(char byte)
{
	byte = input_mangle_byte(byte);

	return byte >= 'A' && byte <= 'Z' ? (char) (byte - 'A' + 'a') : byte;
}

/* A "[" that nothing closes is a part of the name like any other byte. */
char *hp_input_mangle(char *name)
{
	size_t length;

	name += strspn(name, " ");
	length = strcspn(name, "[");
	if (strchr(name + length, ']') == NULL) {
		length = strlen(name);
	}
	for (size_t i = 0; i < length; i++) {
		name[i] = input_mangle_byte(name[i]);
	}

	return name;
}

bool hp_input_is_key(const char *key, size_t length, const char *name)
{
	name += strspn(name, " ");
	if (strlen(name) != length) {
		return false;
	}
	for (size_t i = 0; i < length; i++) {
		if (input_fold(key[i]) != input_fold(name[i])) {
			return false;
		}
	}

	return true;
}
