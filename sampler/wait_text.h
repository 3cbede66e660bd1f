/* wait_text.h: what a call of PHP's own functions asks another program for: "SELECT * FROM t WHERE id = ?", "GET user:?",
 * "https://host/orders/?". Read from beside, while the thread sleeps in the call. */
#ifndef HP_SAMPLER_WAIT_TEXT_H
#define HP_SAMPLER_WAIT_TEXT_H

#include "base/compat.h"

#define HP_WAIT_TEXT_BYTES 128

/* Values are not in the text; it is cut, with an ellipsis. current: where this process keeps the innermost frame of the
 * thread, which may run on meanwhile: its caller finds out. False: it is in no such call. */
bool hp_wait_text(const zend_execute_data *const *current, char text[HP_WAIT_TEXT_BYTES]);

#endif /* HP_SAMPLER_WAIT_TEXT_H */
