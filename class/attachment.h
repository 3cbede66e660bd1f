/* attachment.h: the class XHProf\Attachment: a process that is read from outside. */
#ifndef HP_CLASS_ATTACHMENT_H
#define HP_CLASS_ATTACHMENT_H

#include "base/compat.h"

/* The methods: xhprof_arginfo.h, which only xhprof.c may include, lists them. */
ZEND_METHOD(XHProf_Attachment, __construct);
ZEND_METHOD(XHProf_Attachment, open);
ZEND_METHOD(XHProf_Attachment, openAll);
ZEND_METHOD(XHProf_Attachment, run);
ZEND_METHOD(XHProf_Attachment, isOver);

/* In MINIT, with the class as the stub registers it. */
void hp_class_attachment_startup(zend_class_entry *class_entry);

#endif /* HP_CLASS_ATTACHMENT_H */
