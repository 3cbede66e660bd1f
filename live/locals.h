/* locals.h: writes the variables of a thread's open calls to a JSON file for its own user.
 *
 * This is done at a safe point of the thread itself. No code of the program is called, PHP's
 * allocator is not used, and everything is bounded: frames, variables, the depth and length of
 * values, and the file. */
#ifndef HP_LIVE_LOCALS_H
#define HP_LIVE_LOCALS_H

#include "live/answer.h"
#include "live/locals_text.h"

#ifdef HP_LIVE_HAS_RINGS

/* Writes NAME.locals into the folder; only its owner can read the file. from is the innermost
 * frame. Returns 0 or an errno. */
int hp_live_locals_write(const hp_live_locals_question *question, hp_live_locals_level level,
	const zend_execute_data *from);

#endif

#endif /* HP_LIVE_LOCALS_H */
