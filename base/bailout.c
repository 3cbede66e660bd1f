#include "base/bailout.h"

#include "base/memory_limit.h"

#include "php_globals.h"

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
		zend_bailout();
	}
}

bool hp_bailout_is_due(void)
{
	return hp_memory_limit_has_error() ||
		(PG(memory_limit) > 0 && zend_memory_usage(true) > (size_t) PG(memory_limit));
}
