/* label.h: what a ring says of the request that its samples are of. */
#ifndef HP_LIVE_LABEL_H
#define HP_LIVE_LABEL_H

#include "live/reader.h"

/* Persistent texts, owned; NULL: not known. All zeros is an empty one. */
typedef struct hp_live_label {
	uint64_t request;
	zend_string *method;
	zend_string *uri;
	zend_string *tags; /* key, zero, value, zero, and so on; perhaps more zeros */
	hp_live_trace trace;
} hp_live_label;

void hp_live_label_free(hp_live_label *label);

/* Fills in the label from a record of HP_LIVE_REQUEST. */
void hp_live_label_read(hp_live_label *label, const hp_live_record *record);

/* Fills it in for a request whose record was overwritten, or will be written with the next sample: it may be the one of now. */
void hp_live_label_find(hp_live_label *label, const hp_live_reader *reader, uint64_t request);

/* The value of a tag; NULL: the request has no such tag. The caller releases it. */
zend_string *hp_live_label_tag(const hp_live_label *label, const zend_string *wanted);

/* The whole pairs of its tags, which must be known: "key\0value\0key\0value\0", in the order in which the process has first
 * seen the keys. Persistent; the caller releases it. */
zend_string *hp_live_label_tags(const hp_live_label *label);

#endif /* HP_LIVE_LABEL_H */
