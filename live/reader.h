/* reader.h: reads the ring of another process, which may still write it, may have died, or may
 * never have existed.
 *
 * Nothing in the file is trusted. Its sizes are checked and copied when it is opened; everything
 * else is read by pread() into the reader's own memory. So a file that is cut off or overwritten
 * meanwhile costs no more than its samples. One look reads at most 16 MiB of the ring. */
#ifndef HP_LIVE_READER_H
#define HP_LIVE_READER_H

#include "base/compat.h"
#include "live/format.h"

typedef struct hp_live_reader {
	int file; /* -1: none */
	/* A copy of the header, made when the file was opened. Use only members that never change. */
	hp_live_header sizes;
	uint64_t position; /* everything before it is read */
	/* samples count from this time on; of a sample that began before, only the later part does */
	uint64_t since_ns;
	uint64_t lost_bytes; /* overwritten before it was read */
	uint64_t damaged; /* blocks whose rest made no sense */
	uint64_t *block; /* sizes.block_bytes; a copy of a part of the ring */
} hp_live_reader;

typedef void (*hp_live_record_function)(void *context, const hp_live_record *record);

/* Opens a ring; everything in it now counts as read. Returns NULL on success. Otherwise it returns
 * the reason, which the caller frees, and the reader is closed. All zeros with a file of -1 is a
 * closed reader. */
zend_string *hp_live_reader_open(hp_live_reader *reader, const char *path);
void hp_live_reader_close(hp_live_reader *reader);

/* Goes back to the oldest block that is still there. */
void hp_live_reader_rewind(hp_live_reader *reader);

/* Goes to where a reader of this ring once stood, but not beyond the head. What was overwritten
 * since then is lost. */
void hp_live_reader_seek(hp_live_reader *reader, uint64_t position);

/* Returns the nanoseconds to add to a time of the ring's clock to get one since 1970. */
int64_t hp_live_reader_unix_offset_ns(const hp_live_reader *reader);

/* Goes back to the block that holds the first record at or after since_ns, by the ring's clock, but
 * no further than one look can read. */
void hp_live_reader_since(hp_live_reader *reader, uint64_t since_ns);

/* Copies the header, including the slot, with terminated texts. FAILURE: the file was cut off.
 * *is_torn is set if the process has left the slot half written, because it stopped or died
 * there. */
zend_result hp_live_reader_header(
	const hp_live_reader *reader, hp_live_header *header, bool *is_torn);

/* Calls the function for each record that was written since the last time. It gets complete records
 * only. Kinds that are not in hp_live_kind are left out. Bytes beyond those of one look stay for
 * the next time. */
void hp_live_reader_each(hp_live_reader *reader, hp_live_record_function function, void *context);

/* Calls the function for each record before the position, the newest first, until it returns false
 * or the bytes of one look are read. */
typedef bool (*hp_live_newest_function)(void *context, const hp_live_record *record);
void hp_live_reader_newest(
	hp_live_reader *reader, uint64_t before, hp_live_newest_function function, void *context);

/* Returns the sampling interval in force, in nanoseconds. A hostile ring may say any number. 0: not
 * known, or no samples are taken. */
uint64_t hp_live_reader_interval_ns(const hp_live_reader *reader);

/* Returns true for a position that a ring can have. */
bool hp_live_reader_is_position(uint64_t position);

/* Returns the record at an offset of copied bytes. NULL: there are no more records or, if
 * *is_damaged is set, the bytes make no sense. */
const hp_live_record *hp_live_reader_record(
	const uint64_t *copy, uint64_t offset, uint64_t bytes, bool *is_damaged);

/* Returns the position up to which the ring is written. */
uint64_t hp_live_reader_head(const hp_live_reader *reader);

/* Copies a function from the table, and its texts, which the caller frees, into *texts. Returns
 * false if there is no such function, or its texts have more than most_bytes bytes. */
bool hp_live_reader_function(const hp_live_reader *reader, uint32_t number, uint64_t most_bytes,
	hp_live_function *function, zend_string **texts);

/* Copies functions from the table, from a number on, at most HP_LIVE_READER_FUNCTIONS. The texts of
 * each function are in *texts, at the offset that its member text says. Returns how many functions
 * were copied. 0: there are none, or their texts do not lie together, and nothing is copied. The
 * caller frees both by pefree(, true). */
#define HP_LIVE_READER_FUNCTIONS 1024u
uint32_t hp_live_reader_functions(
	const hp_live_reader *reader, uint32_t first, hp_live_function **functions, char **texts);

/* Returns the offset at which the last of the texts ends. */
uint64_t hp_live_reader_texts_end(const hp_live_function *functions, uint32_t count);

#endif /* HP_LIVE_READER_H */
