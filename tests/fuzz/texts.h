/* texts.h: texts of strangers in a request: a statement, an address, a header with a trace and one
 * with addresses of the network. */
#ifndef HP_FUZZ_TEXTS_H
#define HP_FUZZ_TEXTS_H

#include "base/compat.h"

/* Each aborts where what is promised of the result does not hold. */
void fuzz_sql(const uint8_t *bytes, size_t length);
void fuzz_urls(const uint8_t *bytes, size_t length);
void fuzz_traces(const uint8_t *bytes, size_t length);
void fuzz_cidr(const uint8_t *bytes, size_t length);

#endif
