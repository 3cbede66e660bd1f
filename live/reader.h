/* reader.h: reads the ring of another process, which still writes, has died, or never existed.
 *
 * Nothing in the file is believed: the sizes are checked and copied when it is opened, all else is read by
 * pread() into memory of the reader's own, so that a file that is cut off or overwritten meanwhile costs no
 * more than its samples. One look reads 16 MiB of the ring at most. */
#ifndef HP_LIVE_READER_H
#define HP_LIVE_READER_H

#include "base/compat.h"
#include "live/format.h"

typedef struct hp_live_reader {
	int file; /* -1: none */
	/* As they were at the beginning; of the rest nobody should use it. */
	hp_live_header sizes;
	uint64_t position; /* what is before is read */
	uint64_t
		since_ns; /* samples count from this time on: of one that began before, the part behind it */
	uint64_t lost_bytes; /* overwritten before it was read */
	uint64_t damaged; /* blocks whose rest made no sense */
	uint64_t *block; /* sizes.block_bytes; a copy of a part of the ring */
} hp_live_reader;

typedef void (*hp_live_record_function)(void *context, const hp_live_record *record);

/* Opens a ring: what is in it now counts as read. Returns NULL, else the reason, which the caller frees, and
 * the reader is closed. All zeros with a file of -1 is a closed one. */
zend_string *hp_live_reader_open(hp_live_reader *reader, const char *path);
void hp_live_reader_close(hp_live_reader *reader);

/* Goes back to the oldest record that is still there. */
void hp_live_reader_rewind(hp_live_reader *reader);

/* Goes to where a reader of this ring once stood; what was overwritten since then is lost. Not beyond the head. */
void hp_live_reader_seek(hp_live_reader *reader, uint64_t position);

/* Added to a time of the ring's clock: since 1970. */
int64_t hp_live_reader_unix_offset_ns(const hp_live_reader *reader);

/* Goes back to the block with the first record from this time of the ring's clock on, or to the oldest one within one look. */
void hp_live_reader_since(hp_live_reader *reader, uint64_t since_ns);

/* A copy of the header, the slot included, with terminated texts. FAILURE: the file was cut off. *is_torn: the
 * process has left the slot half written, as it stopped or died there. */
zend_result hp_live_reader_header(
	const hp_live_reader *reader, hp_live_header *header, bool *is_torn);

/* Calls the function for each record that was written since the last time; what it gets is complete. Records of
 * other kinds than hp_live_kind are left out. What is beyond the bytes of one look stays for the next time. */
void hp_live_reader_each(hp_live_reader *reader, hp_live_record_function function, void *context);

/* Calls the function for each record before the position, the newest first, until it returns false or one look is over. */
typedef bool (*hp_live_newest_function)(void *context, const hp_live_record *record);
void hp_live_reader_newest(
	hp_live_reader *reader, uint64_t before, hp_live_newest_function function, void *context);

/* The interval in force, of a process that takes samples; it may be any number. */
uint64_t hp_live_reader_interval_ns(const hp_live_reader *reader);

/* True for a position that a ring can have. */
bool hp_live_reader_is_position(uint64_t position);

/* The record at an offset of copied bytes; NULL: no more, or, if *is_damaged, nothing that makes sense. */
const hp_live_record *hp_live_reader_record(
	const uint64_t *copy, uint64_t offset, uint64_t bytes, bool *is_damaged);

/* All that is written by now, as a position. */
uint64_t hp_live_reader_head(const hp_live_reader *reader);

/* Copies what is in the table of functions; its texts, which the caller frees, into *texts. False: there is no such
 * function, or its texts have more bytes than the caller takes. */
bool hp_live_reader_function(const hp_live_reader *reader, uint32_t number, uint64_t most_bytes,
	hp_live_function *function, zend_string **texts);

/* Copies what is in the table from a number on, at most HP_LIVE_READER_FUNCTIONS: *functions and *texts, where the texts of
 * functions[i] are at functions[i].text. Returns how many; 0: there are none, or their texts are not together, and nothing is
 * copied. The caller frees both by pefree(, true). */
#define HP_LIVE_READER_FUNCTIONS 1024u
uint32_t hp_live_reader_functions(
	const hp_live_reader *reader, uint32_t first, hp_live_function **functions, char **texts);

/* The bytes from the first text on to the end of the last one. */
uint64_t hp_live_reader_texts_end(const hp_live_function *functions, uint32_t count);

#endif /* HP_LIVE_READER_H */
