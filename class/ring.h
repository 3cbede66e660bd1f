/* ring.h: the class XHProf\Ring: what another process shows. Its methods are in class/ring_*.c. */
#ifndef HP_CLASS_RING_H
#define HP_CLASS_RING_H

#include "live/tally.h"

typedef struct hp_class_ring {
	hp_live_reader reader;
	hp_live_tally tally;
	zend_string *path; /* NULL: not open, as PDO made it despite the private constructor */
	zend_string *control; /* the path of the FIFO */
	zend_string *by; /* the grouping of what collect() has added up; NULL: it has added nothing */
	uint64_t id; /* its id as a reader: a new request with it replaces the one before */
	zend_object object;
} hp_class_ring;

/* The methods: xhprof_arginfo.h, which only xhprof.c may include, lists them. */
ZEND_METHOD(XHProf_Ring, __construct);
ZEND_METHOD(XHProf_Ring, open);
ZEND_METHOD(XHProf_Ring, status);
ZEND_METHOD(XHProf_Ring, collect);
ZEND_METHOD(XHProf_Ring, read);
ZEND_METHOD(XHProf_Ring, stack);
ZEND_METHOD(XHProf_Ring, stacks);
ZEND_METHOD(XHProf_Ring, requests);
ZEND_METHOD(XHProf_Ring, request);
ZEND_METHOD(XHProf_Ring, marks);
ZEND_METHOD(XHProf_Ring, control);

zend_class_entry *hp_class_ring_entry(void);

/* In MINIT, with the class as the stub registers it. */
void hp_class_ring_startup(zend_class_entry *class_entry);

/* Returns the state of an object, open or not. */
hp_class_ring *hp_class_ring_from(zend_object *object);

/* Returns the ring of a method's object; NULL: it is not open, and an error was thrown. */
hp_class_ring *hp_class_ring_opened(zval *object);

/* Begins a method whose only argument says how many rows it returns at most, 1,000 without it: sets
 * *wanted, and return_value to an empty array. Returns the ring; NULL: thrown. */
hp_class_ring *hp_class_ring_rows(INTERNAL_FUNCTION_PARAMETERS, zend_long *wanted);

/* Throws that the ring at `path` cannot be opened, controlled and so on: `what` is the verb, `why`
 * the reason. */
void hp_class_ring_throw(const zend_string *path, const char *what, const char *why);

/* Converts a time of the ring's clock to Unix time in seconds. */
double hp_class_ring_unix_s(const hp_class_ring *ring, uint64_t time_ns);

/* Adds a number. Numbers too large for an int, such as UINT64_MAX for "no end", become
 * PHP_INT_MAX. */
void hp_class_ring_add_number(zval *array, const char *key, uint64_t number);

/* Adds "tags", from pairs of texts that each end with a zero byte. */
void hp_class_ring_add_tags(zval *array, const char *at, size_t bytes);

/* The first adds "marks" to a request's array: a sum for each kind of mark that the current request
 * has, from the header. The second adds the sum of a record to such an array, if the record is a
 * sum. */
void hp_class_ring_add_marks(
	const hp_class_ring *ring, zval *request, const hp_live_header *header);
void hp_class_ring_add_sum(zval *marks, const hp_live_record *record);

#endif /* HP_CLASS_RING_H */
