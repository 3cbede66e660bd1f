/* wrap.h: sums and differences that wrap. Numbers from untrusted files may overflow, which is
 * undefined for signed numbers in C. */
#ifndef HP_BASE_WRAP_H
#define HP_BASE_WRAP_H

#include "base/compat.h"

static zend_always_inline int64_t hp_wrap_sum(int64_t value, int64_t more)
{
	return (int64_t) ((uint64_t) value + (uint64_t) more);
}

static zend_always_inline int64_t hp_wrap_difference(int64_t value, int64_t less)
{
	return (int64_t) ((uint64_t) value - (uint64_t) less);
}

#endif /* HP_BASE_WRAP_H */
