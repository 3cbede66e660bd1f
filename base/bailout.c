#include "base/bailout.h"

#include "base/compat.h"

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
