/* hp_compat.h: names of the newest PHP, for older ones. Each shim says which version ends it. */
#ifndef HP_COMPAT_H
#define HP_COMPAT_H

#include "php.h"

#if PHP_VERSION_ID < 80100
# error "xhprof needs PHP 8.1 or newer"
#endif

#if PHP_VERSION_ID >= 80300
# include "Zend/zend_hrtime.h"
#else
# include "ext/standard/hrtime.h"
# define zend_hrtime() php_hrtime_current() /* until 8.3 */
#endif

#ifndef ZEND_STATIC_ASSERT /* until 8.3 */
# define ZEND_STATIC_ASSERT(condition, message) _Static_assert(condition, message)
#endif

/* The address of the calling function's frame on the C stack. */
#ifdef __GNUC__
# define HP_FRAME_ADDRESS() __builtin_frame_address(0)
#else
# include <intrin.h>
# define HP_FRAME_ADDRESS() _AddressOfReturnAddress()
#endif

#endif /* HP_COMPAT_H */
