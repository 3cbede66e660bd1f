#include "base/bailout.h"

#include "base/compat.h"
#include "base/memory_limit.h"

#include "php_globals.h"

#ifdef __SANITIZE_ADDRESS__
# include <sanitizer/asan_interface.h>

/* More of the stack than the calls that raised the error have used. */
# define BAILOUT_BYTES ((size_t) 1024 * 1024)

/* Removes the sanitizer's marks of variables in the functions that a jump left. The sanitizer does
 * that itself, but not on a stack of more than 64 MB; it would then report the next calls that use
 * this memory. */
static void bailout_forget(const char *here)
{
	__asan_unpoison_memory_region(here - BAILOUT_BYTES, BAILOUT_BYTES);
}
#else
# define bailout_forget(here)
#endif

void hp_bailout_again(void)
{
	bailout_forget(HP_FRAME_ADDRESS());
	zend_bailout();
}

void hp_bailout(hp_bailout_function work, hp_bailout_function release, void *context)
{
	bool volatile has_failed = false;

	zend_try {
		work(context);
	}
	zend_catch {
		has_failed = true;
	}
	zend_end_try();
	release(context);
	if (has_failed) {
		hp_bailout_again();
	}
}

bool hp_bailout_is_due(void)
{
	return hp_memory_limit_has_error() ||
		(PG(memory_limit) > 0 && zend_memory_usage(true) > (size_t) PG(memory_limit));
}
