/* xhprof_tally.h: the class XHProf\Tally. */
#ifndef XHPROF_TALLY_H
#define XHPROF_TALLY_H

#include "base/compat.h"

/* The methods: xhprof_arginfo.h, which only xhprof.c may include, lists them. */
ZEND_METHOD(XHProf_Tally, __construct);
ZEND_METHOD(XHProf_Tally, read);
ZEND_METHOD(XHProf_Tally, take);

/* In MINIT, with the class as the stub registers it. */
void php_xhprof_tally_startup(zend_class_entry *class_entry);

#endif /* XHPROF_TALLY_H */
