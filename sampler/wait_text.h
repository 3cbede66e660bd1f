/* wait_text.h: reads what a call of an internal function asks another program for: "SELECT * FROM t
 * WHERE id = ?", "GET user:?", "https://host/orders/?". Another thread copies it while the thread
 * sleeps in the call, and base/call_text.h reads the copy. */
#ifndef HP_SAMPLER_WAIT_TEXT_H
#define HP_SAMPLER_WAIT_TEXT_H

#include "base/compat.h"

#define HP_WAIT_TEXT_BYTES 128

/* Sets text to the question of the call, without values; a long one is cut, with an ellipsis.
 * current: the place of the pointer to the thread's innermost frame in this process. The thread may
 * run on meanwhile; the caller has to find that out. Returns false if the thread is in no such
 * call. */
bool hp_wait_text(const zend_execute_data *const *current, char text[HP_WAIT_TEXT_BYTES]);

#endif /* HP_SAMPLER_WAIT_TEXT_H */
