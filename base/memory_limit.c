#include "base/memory_limit.h"

#include "php_globals.h"

/* Sets a limit. The engine refuses a limit below the memory that it has taken from the system, and
 * keeps the old one. If it frees unused chunks to comply, it does not set the limit until the
 * second call. */
static void memory_limit_set(size_t bytes)
{
	if (zend_set_memory_limit(bytes) == FAILURE) {
		zend_mm_gc(zend_mm_get_heap());
		if (zend_set_memory_limit(bytes) == FAILURE) {
			bytes = zend_memory_usage(true);
		}
	}
	zend_set_memory_limit(bytes);
}

#ifdef ZEND_HAS_OOM

static void memory_limit_set_aside(hp_memory_limit *before)
{
	before->error = EG(delayed_oom);
	memset(&EG(delayed_oom), 0, sizeof(EG(delayed_oom)));
}

static void memory_limit_put_back(const hp_memory_limit *before)
{
	zend_oom_info ours = EG(delayed_oom);

	EG(delayed_oom) = before->error;
	if (ours.message != NULL) {
		zend_string_release(ours.message);
	}
	if (ours.filename != NULL) {
		zend_string_release(ours.filename);
	}
}

bool hp_memory_limit_has_error(void)
{
	return ZEND_HAS_OOM();
}

#else

static void memory_limit_set_aside(hp_memory_limit *before)
{
}

static void memory_limit_put_back(const hp_memory_limit *before)
{
}

bool hp_memory_limit_has_error(void)
{
	return false;
}

#endif

void hp_memory_limit_lift(hp_memory_limit *before, size_t bytes)
{
	memory_limit_set_aside(before);
	memory_limit_set(bytes);
}

void hp_memory_limit_restore(const hp_memory_limit *before)
{
	memory_limit_set((size_t) PG(memory_limit));
	memory_limit_put_back(before);
}
