/* attach.h: reads the memory of another process, which is made of an input, in all ways. */
#ifndef HP_FUZZ_ATTACH_H
#define HP_FUZZ_ATTACH_H

#include "base/compat.h"

/* bytes: changes to the memory of a PHP in a call of a method, ten bytes each. */
void fuzz_memory(const uint8_t *bytes, size_t length);

#endif
