/* xhprof_ring.h: the class XHProf\Ring. */
#ifndef XHPROF_RING_H
#define XHPROF_RING_H

#include "base/compat.h"

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
ZEND_METHOD(XHProf_Ring, control);

zend_class_entry *php_xhprof_ring_class(void);

/* The reading of a ring by its object; NULL: thrown, as it is not open. It belongs to the object. */
struct hp_live_tally *php_xhprof_ring_tally(zval *object);

/* In MINIT, with the class as the stub registers it. */
void php_xhprof_ring_startup(zend_class_entry *class_entry);

#endif /* XHPROF_RING_H */
