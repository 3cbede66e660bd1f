/* xhprof_profile.h: the class XHProf\Profile. */
#ifndef XHPROF_PROFILE_H
#define XHPROF_PROFILE_H

#include "profile/profile.h"

/* The methods: xhprof_arginfo.h, which only xhprof.c may include, lists them. */
ZEND_METHOD(XHProf_Profile, __construct);
ZEND_METHOD(XHProf_Profile, pairs);
ZEND_METHOD(XHProf_Profile, functions);
ZEND_METHOD(XHProf_Profile, neighbours);
ZEND_METHOD(XHProf_Profile, summary);
ZEND_METHOD(XHProf_Profile, meta);
ZEND_METHOD(XHProf_Profile, allocations);
ZEND_METHOD(XHProf_Profile, lines);
ZEND_METHOD(XHProf_Profile, merge);
ZEND_METHOD(XHProf_Profile, reduce);
ZEND_METHOD(XHProf_Profile, diff);
ZEND_METHOD(XHProf_Profile, sampled);
ZEND_METHOD(XHProf_Profile, distortion);
ZEND_METHOD(XHProf_Profile, export);
ZEND_METHOD(XHProf_Profile, load);
ZEND_METHOD(XHProf_Profile, head);
ZEND_METHOD(XHProf_Profile, fromPairs);
ZEND_METHOD(XHProf_Profile, fromStacks);
ZEND_METHOD(XHProf_Profile, stacks);

/* In MINIT, with the class as the stub registers it. */
void php_xhprof_profile_startup(zend_class_entry *class_entry);

/* Makes *result an object that holds the run, and owns it. */
void php_xhprof_profile_wrap(zval *result, hp_profile *run);

#endif /* XHPROF_PROFILE_H */
