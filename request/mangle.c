#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "request/mangle.h"

static char mangle_byte(char byte)
{
	return byte == '.' || byte == ' ' || byte == '[' ? '_' : byte;
}

static char mangle_fold(char byte)
{
	byte = mangle_byte(byte);

	return byte >= 'A' && byte <= 'Z' ? (char) (byte - 'A' + 'a') : byte;
}

/* A "[" that nothing closes is a part of the name like any other byte. */
char *hp_mangle_name(char *name)
{
	size_t length;

	name += strspn(name, " ");
	length = strcspn(name, "[");
	if (strchr(name + length, ']') == NULL) {
		length = strlen(name);
	}
	for (size_t i = 0; i < length; i++) {
		name[i] = mangle_byte(name[i]);
	}

	return name;
}

bool hp_mangle_is_key(const char *key, size_t length, const char *name)
{
	name += strspn(name, " ");
	if (strlen(name) != length) {
		return false;
	}
	for (size_t i = 0; i < length; i++) {
		if (mangle_fold(key[i]) != mangle_fold(name[i])) {
			return false;
		}
	}

	return true;
}
