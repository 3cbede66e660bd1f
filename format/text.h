/* text.h: what several formats share: texts, and stacks of a limited length. */
#ifndef HP_FORMAT_TEXT_H
#define HP_FORMAT_TEXT_H

#include "base/writer.h"
#include "profile/profile.h"

/* Formats of whole stacks write no more than HP_FORMAT_FRAMES_MAX frames of one: the outermost and
 * the innermost, with HP_FORMAT_CUT between them. So they stay linear in the run, however deep it
 * is. Of deeper stacks Pyroscope's intake would drop the innermost frames, and with them the
 * functions that the cost is of. */
#define HP_FORMAT_FRAMES_MAX 1000u
#define HP_FORMAT_INNER_FRAMES 500u
#define HP_FORMAT_OUTER_FRAMES (HP_FORMAT_FRAMES_MAX - HP_FORMAT_INNER_FRAMES - 1)
#define HP_FORMAT_CUT "(truncated)"

/* Writes a text with blanks for control characters, in formats of lines. */
void hp_format_text(hp_writer *writer, const zend_string *text);

/* Calls `writes` with a run whose paths do not differ by lines: joins a sampled run's first. */
void hp_format_without_lines(const hp_profile *profile, hp_writer *writer,
	void (*writes)(const hp_profile *profile, hp_writer *writer));

#endif /* HP_FORMAT_TEXT_H */
