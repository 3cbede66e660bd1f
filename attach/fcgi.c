#include "attach/fcgi.h"

#ifdef __linux__

/* The offsets of the list of parameters in struct _fcgi_request: with the field nodelay, which was
 * added later, and without it. */
static const uint16_t fcgi_lists[] = {9320, 9312};

# define FCGI_NAME "REQUEST_URI"

/* The most parameters that are searched. No server sends more. */
# define FCGI_MOST 256

/* struct _fcgi_hash_bucket of main/fastcgi.c */
typedef struct fcgi_bucket {
	uint32_t hash, name_length;
	uintptr_t name;
	uint32_t value_length, padding;
	uintptr_t value, next, list_next;
} fcgi_bucket;

/* Returns true if the bucket is that of REQUEST_URI. */
static bool fcgi_is_uri(const hp_attach_process *process, const fcgi_bucket *bucket)
{
	char name[sizeof(FCGI_NAME)] = "";

	return bucket->name_length == sizeof(FCGI_NAME) - 1 && bucket->name != 0 &&
		bucket->value != 0 &&
		hp_attach_read(process->memory, bucket->name, name, sizeof(FCGI_NAME) - 1) &&
		strcmp(name, FCGI_NAME) == 0;
}

static uintptr_t fcgi_search(uintptr_t *in, const hp_attach_process *process, uintptr_t at)
{
	fcgi_bucket bucket;

	for (uint32_t i = 0; i < FCGI_MOST && at != 0; i++) {
		if ((at & 7) != 0 || !hp_attach_read(process->memory, at, &bucket, sizeof(bucket))) {
			return 0;
		}
		if (fcgi_is_uri(process, &bucket)) {
			*in = at;
			return bucket.value;
		}
		at = bucket.list_next;
	}

	return 0;
}

uintptr_t hp_attach_fcgi_uri(uintptr_t *in, const hp_attach_process *process, uintptr_t request)
{
	fcgi_bucket bucket;
	uintptr_t list, uri = 0;

	if (request == 0) {
		return 0;
	}
	if (*in != 0 && hp_attach_read(process->memory, *in, &bucket, sizeof(bucket)) &&
		fcgi_is_uri(process, &bucket)) {
		return bucket.value;
	}
	for (size_t i = 0; i < sizeof(fcgi_lists) / sizeof(fcgi_lists[0]) && uri == 0; i++) {
		if (hp_attach_read(process->memory, request + fcgi_lists[i], &list, sizeof(list))) {
			uri = fcgi_search(in, process, list);
		}
	}

	return uri;
}

#endif
