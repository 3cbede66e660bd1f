/* format.h: the table of formats, by name. */
#ifndef HP_FORMAT_FORMAT_H
#define HP_FORMAT_FORMAT_H

#include "base/nearest.h"
#include "base/writer.h"
#include "profile/profile.h"

/* Bits of a format. */
#define HP_FORMAT_PACKED 1u /* by gzip: only with zlib */
#define HP_FORMAT_TRACKS 2u /* one for each process, so that a recording is a timeline */
#define HP_FORMAT_RUN 4u /* a run, which can be read back */

/* The code of the exception, a constant of XHProf\Profile, if a run lacks what a format needs. */
#define HP_FORMAT_LACKS_DATA 3

typedef struct hp_format {
	const char *name;
	const char *extension; /* of files that we name: what other tools know the format by */
	const char *other_extension; /* which files may have, too; or NULL */
	uint32_t needs; /* HP_METRIC_* and HP_PROFILE_* */
	uint32_t bits; /* HP_FORMAT_* */
	void (*write)(const hp_profile *profile, hp_writer *writer);
} hp_format;

/* The row of that number, also of a format that this build cannot write; NULL: there are fewer. */
const hp_format *hp_format_at(size_t row);

/* False: the format needs zlib, and this build has none. */
bool hp_format_is_available(const hp_format *format);

/* The format of that name, if it is available, or NULL. */
const hp_format *hp_format_find(const zend_string *name);

/* The bits of what it needs that a run lacks. */
uint32_t hp_format_missing(const hp_format *format, const hp_profile *profile);

/* The next format of a list of names; moves the list on. NULL at its end, and at an unknown name,
 * which goes to *unknown for the caller to release. If unknown is NULL, skips unknown names. */
const hp_format *hp_format_next(const char **list, zend_string **unknown);

/* The format that an unknown name may mean. */
void hp_format_nearest(hp_nearest *nearest, const zend_string *name);

/* The names of all that are available, separated by commas; the caller releases it. */
zend_string *hp_format_names(void);

/* Writes a run, packed if the format is. */
void hp_format_write(const hp_format *format, const hp_profile *profile, hp_writer *writer);

#endif /* HP_FORMAT_FORMAT_H */
