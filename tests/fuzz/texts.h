/* texts.h: what strangers write into a request: a statement, an address, a header, each read in all
 * ways. */
#ifndef HP_FUZZ_TEXTS_H
#define HP_FUZZ_TEXTS_H

#include "base/compat.h"

/* Aborts where what is promised of the result does not hold. */
void fuzz_texts(const char *text, size_t length);

#endif
