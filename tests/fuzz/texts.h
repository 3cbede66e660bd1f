/* texts.h: texts of strangers in a request, each read as a statement, an address and a header. */
#ifndef HP_FUZZ_TEXTS_H
#define HP_FUZZ_TEXTS_H

#include "base/compat.h"

/* Aborts where what is promised of the result does not hold. */
void fuzz_texts(const char *text, size_t length);

#endif
