/* wait_names.h: the names of waits since sampling began. Bounds how many there are, and keeps
 * secrets out of them.
 *
 * Once there are HP_WAIT_NAMES, a new name becomes its kind, "tcp *"; once there are HP_WAIT_TEXTS
 * questions, a new one becomes "tcp 10.0.0.5:3306: *". Session ids are secrets: at most four of
 * their characters are kept. All zeros is an empty table; it is part of its owner, and only the
 * thread that watches uses it. */
#ifndef HP_SAMPLER_WAIT_NAMES_H
#define HP_SAMPLER_WAIT_NAMES_H

#include "sampler/wait_file.h"

#ifdef HP_SAMPLE_HAS_SOURCES

# define HP_WAIT_NAMES 128
# define HP_WAIT_SESSIONS 16
# define HP_WAIT_TEXTS 128

typedef struct hp_wait_names {
	uint32_t names_count;
	uint32_t texts_count;
	uint32_t sessions;
	uint64_t names[HP_WAIT_NAMES]; /* hashes of the names */
	uint64_t texts[HP_WAIT_TEXTS]; /* hashes of the names with a question */
} hp_wait_names;

/* Makes a name one line of text without braces and secrets, or its kind if there are too many. */
void hp_wait_names_bound(hp_wait_names *names, char name[HP_WAIT_BYTES]);

/* If the name is that of a server, appends the question to it. current: see sampler/wait_text.h. */
void hp_wait_names_ask(
	hp_wait_names *names, const zend_execute_data *const *current, char name[HP_WAIT_BYTES]);

#endif

#endif /* HP_SAMPLER_WAIT_NAMES_H */
