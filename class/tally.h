/* tally.h: the class XHProf\Tally. */
#ifndef HP_CLASS_TALLY_H
#define HP_CLASS_TALLY_H

#include "base/compat.h"

/* The methods: xhprof_arginfo.h, which only xhprof.c may include, lists them. */
ZEND_METHOD(XHProf_Tally, __construct);
ZEND_METHOD(XHProf_Tally, read);
ZEND_METHOD(XHProf_Tally, readAll);
ZEND_METHOD(XHProf_Tally, reader);
ZEND_METHOD(XHProf_Tally, take);

/* In MINIT, with the class as the stub registers it. */
void hp_class_tally_startup(zend_class_entry *class_entry);

#endif /* HP_CLASS_TALLY_H */
