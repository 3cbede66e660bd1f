/* text.h: makes names from the user's texts. */
#ifndef HP_BASE_TEXT_H
#define HP_BASE_TEXT_H

#include "base/compat.h"

/* Returns the text with "_" for each zero byte, as that would end a name in rings and files; the
 * text itself if it has none. The caller releases the result. */
zend_string *hp_text_without_zero(zend_string *text);

#endif /* HP_BASE_TEXT_H */
