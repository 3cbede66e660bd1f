/* label.h: the request that samples belong to, as the ring describes it. */
#ifndef HP_LIVE_LABEL_H
#define HP_LIVE_LABEL_H

#include "live/reader.h"

/* The texts are persistent and owned; NULL: not known. All zeros is an empty label. */
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

/* Fills in the label of a request whose record was overwritten, or will be written with the next
 * sample. This works only for the request that is still running. */
void hp_live_label_find(hp_live_label *label, const hp_live_reader *reader, uint64_t request);

/* Returns the value of a tag, or NULL if the request has no such tag. The caller releases it. */
zend_string *hp_live_label_tag(const hp_live_label *label, const zend_string *wanted);

/* Returns the complete pairs of its tags, which must be known: "key\0value\0key\0value\0", in the
 * order in which the process first saw the keys. Persistent; the caller releases it. */
zend_string *hp_live_label_tags(const hp_live_label *label);

#endif /* HP_LIVE_LABEL_H */
