/* ring.h: the class XHProf\Ring: what another process shows. Its methods are in class/ring_*.c. */
#ifndef HP_CLASS_RING_H
#define HP_CLASS_RING_H

#include "live/tally.h"

typedef struct hp_class_ring {
	hp_live_reader reader;
	hp_live_tally tally;
	zend_string *path; /* NULL: not open, as PDO made it despite the private constructor */
	zend_string *control; /* the path of the FIFO */
	zend_string *by; /* of what collect() has added up; NULL: there is nothing */
	uint64_t id; /* as a reader, by which its wishes replace one another */
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

/* The state of an object, open or not. */
hp_class_ring *hp_class_ring_from(zend_object *object);

/* The ring of a method's object; NULL: thrown. */
hp_class_ring *hp_class_ring_opened(zval *object);

/* Begins a method whose only argument says how many rows it returns at most, 1,000 without it: sets
 * *wanted, and return_value to an empty array. Returns the ring; NULL: thrown. */
hp_class_ring *hp_class_ring_rows(INTERNAL_FUNCTION_PARAMETERS, zend_long *wanted);

/* Throws that what cannot be done to the ring, such as "open". */
void hp_class_ring_throw(const zend_string *path, const char *what, const char *why);

/* Unix time, of a moment by the ring's clock. */
double hp_class_ring_unix_s(const hp_class_ring *ring, uint64_t time_ns);

/* UINT64_MAX stands for no end. */
void hp_class_ring_add_number(zval *array, const char *key, uint64_t number);

/* Adds "tags", from pairs of texts that each end with a zero byte. */
void hp_class_ring_add_tags(zval *array, const char *at, size_t bytes);

/* Adds "marks", a sum for each kind that the request had, as the header has them. And to that array
 * the sum that a record has, if it is one. */
void hp_class_ring_add_marks(
	const hp_class_ring *ring, zval *request, const hp_live_header *header);
void hp_class_ring_add_sum(zval *marks, const hp_live_record *record);

#endif /* HP_CLASS_RING_H */
