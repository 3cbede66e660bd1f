/* profile.h: the class XHProf\Profile: a run. Its methods are in class/profile_*.c. */
#ifndef HP_CLASS_PROFILE_H
#define HP_CLASS_PROFILE_H

#include "profile/profile.h"

/* The methods: xhprof_arginfo.h, which only xhprof.c may include, lists them. */
ZEND_METHOD(XHProf_Profile, __construct);
ZEND_METHOD(XHProf_Profile, pairs);
ZEND_METHOD(XHProf_Profile, functions);
ZEND_METHOD(XHProf_Profile, components);
ZEND_METHOD(XHProf_Profile, neighbours);
ZEND_METHOD(XHProf_Profile, summary);
ZEND_METHOD(XHProf_Profile, meta);
ZEND_METHOD(XHProf_Profile, allocations);
ZEND_METHOD(XHProf_Profile, lines);
ZEND_METHOD(XHProf_Profile, merge);
ZEND_METHOD(XHProf_Profile, sends);
ZEND_METHOD(XHProf_Profile, outside);
ZEND_METHOD(XHProf_Profile, formats);
ZEND_METHOD(XHProf_Profile, reduce);
ZEND_METHOD(XHProf_Profile, diff);
ZEND_METHOD(XHProf_Profile, sampled);
ZEND_METHOD(XHProf_Profile, distortion);
ZEND_METHOD(XHProf_Profile, export);
ZEND_METHOD(XHProf_Profile, load);
ZEND_METHOD(XHProf_Profile, parse);
ZEND_METHOD(XHProf_Profile, head);
ZEND_METHOD(XHProf_Profile, fromPairs);
ZEND_METHOD(XHProf_Profile, fromStacks);
ZEND_METHOD(XHProf_Profile, stacks);
ZEND_METHOD(XHProf_Profile, nodes);

zend_class_entry *hp_class_profile_entry(void);

/* The run of an object, which owns it. */
const hp_profile *hp_class_profile_of(zval *object);

/* In MINIT, with the class as the stub registers it. */
void hp_class_profile_startup(zend_class_entry *class_entry);

/* Makes *result an object that holds the run, and owns it. */
void hp_class_profile_wrap(zval *result, hp_profile *run);

/* Returns true if both have calls, or both samples. Otherwise throws an error of that argument. */
bool hp_class_profile_is_comparable(const hp_profile *run, zval *other, uint32_t argument);

/* Reads the request's description from the argument of that number, NULL: none. False: thrown. The
 * caller releases *meta, which may be NULL. */
bool hp_class_profile_meta(
	HashTable *given, uint32_t argument, int64_t started_ns, zend_string **meta);

/* Gives the error that was just thrown a code, such as HP_LOAD_TOO_LARGE; 0: none. */
void hp_class_profile_set_code(int code);

#endif /* HP_CLASS_PROFILE_H */
