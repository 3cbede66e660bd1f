/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: 11b5ce382924b892967e95cfa5f20cbe6b01cf42 */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_xhprof_enable, 0, 0, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, flags, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_xhprof_disable, 0, 0, IS_ARRAY, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_xhprof_stop, 0, 0, XHProf\\Profile, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_xhprof_pause, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define arginfo_xhprof_resume arginfo_xhprof_pause

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_xhprof_sample_enable, 0, 0, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_xhprof_sample, 0, 0, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, label, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, weight, IS_LONG, 0, "1")
ZEND_END_ARG_INFO()

#define arginfo_xhprof_sample_disable arginfo_xhprof_disable

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_xhprof_heap_snapshot, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, file, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_xhprof_tag, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, key, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_xhprof_trace, 0, 1, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, trace, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, span, IS_STRING, 0, "\"\"")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_xhprof_request_begin, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, meta, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_xhprof_request_end, 0, 0, IS_STRING, 1)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, status, IS_LONG, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_xhprof_info, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#if defined(XHPROF_FAKE_CLOCK)
ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_xhprof_fake_clock_advance, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, wall_ns, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, cpu_ns, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, switch_ns, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()
#endif

#if defined(XHPROF_FAKE_CLOCK)
ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_xhprof_fake_clock_cost, 0, 3, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, inner_ns, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, all_ns, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, least_ns, IS_LONG, 0)
ZEND_END_ARG_INFO()
#endif

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_XHProf_Profile___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_XHProf_Profile_pairs arginfo_xhprof_info

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Profile_functions, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, merge_recursion, _IS_BOOL, 0, "true")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Profile_neighbours, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_MASK(0, function, MAY_BE_STRING|MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

#define arginfo_class_XHProf_Profile_components arginfo_xhprof_info

#define arginfo_class_XHProf_Profile_lines arginfo_xhprof_info

#define arginfo_class_XHProf_Profile_summary arginfo_xhprof_info

#define arginfo_class_XHProf_Profile_meta arginfo_xhprof_disable

#define arginfo_class_XHProf_Profile_stacks arginfo_xhprof_info

#define arginfo_class_XHProf_Profile_nodes arginfo_xhprof_info

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Profile_allocations, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, by, IS_STRING, 0, "\"live\"")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, limit, IS_LONG, 0, "0")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_XHProf_Profile_merge, 0, 0, XHProf\\Profile, 0)
	ZEND_ARG_VARIADIC_OBJ_INFO(0, profiles, XHProf\\Profile, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_XHProf_Profile_reduce, 0, 1, XHProf\\Profile, 0)
	ZEND_ARG_TYPE_INFO(0, options, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Profile_diff, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_OBJ_INFO(0, before, XHProf\\Profile, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_XHProf_Profile_sampled arginfo_xhprof_stop

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Profile_distortion, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_OBJ_INFO_WITH_DEFAULT_VALUE(0, samples, XHProf\\Profile, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_MASK_EX(arginfo_class_XHProf_Profile_export, 0, 1, MAY_BE_STRING|MAY_BE_ARRAY|MAY_BE_NULL)
	ZEND_ARG_TYPE_INFO(0, format, IS_STRING, 0)
	ZEND_ARG_INFO_WITH_DEFAULT_VALUE(0, to, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, meta, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_XHProf_Profile_load, 0, 1, XHProf\\Profile, 0)
	ZEND_ARG_TYPE_INFO(0, file, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_XHProf_Profile_parse, 0, 1, XHProf\\Profile, 0)
	ZEND_ARG_TYPE_INFO(0, bytes, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Profile_head, 0, 1, IS_ARRAY, 1)
	ZEND_ARG_TYPE_INFO(0, file, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, only, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_XHProf_Profile_fromPairs, 0, 1, XHProf\\Profile, 0)
	ZEND_ARG_TYPE_INFO(0, pairs, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, meta, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_XHProf_Profile_fromStacks, 0, 1, XHProf\\Profile, 0)
	ZEND_ARG_TYPE_INFO(0, stacks, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, meta, IS_ARRAY, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, effectiveSamples, IS_DOUBLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, functions, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Profile_sends, 0, 1, IS_ARRAY, 1)
	ZEND_ARG_TYPE_INFO(0, function, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Profile_outside, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, function, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_XHProf_Profile_formats arginfo_xhprof_info

#define arginfo_class_XHProf_Ring___construct arginfo_class_XHProf_Profile___construct

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_XHProf_Ring_open, 0, 1, XHProf\\Ring, 0)
	ZEND_ARG_TYPE_INFO(0, file, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, fromStart, _IS_BOOL, 0, "false")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, position, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, since, IS_DOUBLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, trace, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_XHProf_Ring_status arginfo_xhprof_info

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Ring_collect, 0, 0, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, by, IS_STRING, 0, "\"\"")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Ring_read, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, by, IS_STRING, 0, "\"\"")
ZEND_END_ARG_INFO()

#define arginfo_class_XHProf_Ring_stack arginfo_xhprof_disable

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Ring_stacks, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, limit, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Ring_requests, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, limit, IS_LONG, 0, "1000")
ZEND_END_ARG_INFO()

#define arginfo_class_XHProf_Ring_marks arginfo_class_XHProf_Ring_requests

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_XHProf_Ring_request, 0, 1, XHProf\\Profile, 1)
	ZEND_ARG_TYPE_INFO(0, number, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Ring_control, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO(0, message, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_XHProf_Tally___construct arginfo_class_XHProf_Profile___construct

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Tally_read, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_OBJ_INFO(0, ring, XHProf\\Ring, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, label, IS_STRING, 0, "\"\"")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Tally_readAll, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, rings, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, ownChild, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Tally_reader, 0, 0, IS_STRING, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_XHProf_Tally_take arginfo_xhprof_info

#define arginfo_class_XHProf_Attachment___construct arginfo_class_XHProf_Profile___construct

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_XHProf_Attachment_open, 0, 2, XHProf\\Attachment, 0)
	ZEND_ARG_TYPE_INFO(0, pid, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, folder, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Attachment_openAll, 0, 2, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, pids, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, folder, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_XHProf_Attachment_run, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, attachments, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, milliseconds, IS_LONG, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_XHProf_Attachment_isOver arginfo_xhprof_pause


ZEND_FUNCTION(xhprof_enable);
ZEND_FUNCTION(xhprof_disable);
ZEND_FUNCTION(xhprof_stop);
ZEND_FUNCTION(xhprof_pause);
ZEND_FUNCTION(xhprof_resume);
ZEND_FUNCTION(xhprof_sample_enable);
ZEND_FUNCTION(xhprof_sample);
ZEND_FUNCTION(xhprof_sample_disable);
ZEND_FUNCTION(xhprof_heap_snapshot);
ZEND_FUNCTION(xhprof_tag);
ZEND_FUNCTION(xhprof_trace);
ZEND_FUNCTION(xhprof_request_begin);
ZEND_FUNCTION(xhprof_request_end);
ZEND_FUNCTION(xhprof_info);
#if defined(XHPROF_FAKE_CLOCK)
ZEND_FUNCTION(xhprof_fake_clock_advance);
#endif
#if defined(XHPROF_FAKE_CLOCK)
ZEND_FUNCTION(xhprof_fake_clock_cost);
#endif
ZEND_METHOD(XHProf_Profile, __construct);
ZEND_METHOD(XHProf_Profile, pairs);
ZEND_METHOD(XHProf_Profile, functions);
ZEND_METHOD(XHProf_Profile, neighbours);
ZEND_METHOD(XHProf_Profile, components);
ZEND_METHOD(XHProf_Profile, lines);
ZEND_METHOD(XHProf_Profile, summary);
ZEND_METHOD(XHProf_Profile, meta);
ZEND_METHOD(XHProf_Profile, stacks);
ZEND_METHOD(XHProf_Profile, nodes);
ZEND_METHOD(XHProf_Profile, allocations);
ZEND_METHOD(XHProf_Profile, merge);
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
ZEND_METHOD(XHProf_Profile, sends);
ZEND_METHOD(XHProf_Profile, outside);
ZEND_METHOD(XHProf_Profile, formats);
ZEND_METHOD(XHProf_Ring, __construct);
ZEND_METHOD(XHProf_Ring, open);
ZEND_METHOD(XHProf_Ring, status);
ZEND_METHOD(XHProf_Ring, collect);
ZEND_METHOD(XHProf_Ring, read);
ZEND_METHOD(XHProf_Ring, stack);
ZEND_METHOD(XHProf_Ring, stacks);
ZEND_METHOD(XHProf_Ring, requests);
ZEND_METHOD(XHProf_Ring, marks);
ZEND_METHOD(XHProf_Ring, request);
ZEND_METHOD(XHProf_Ring, control);
ZEND_METHOD(XHProf_Tally, __construct);
ZEND_METHOD(XHProf_Tally, read);
ZEND_METHOD(XHProf_Tally, readAll);
ZEND_METHOD(XHProf_Tally, reader);
ZEND_METHOD(XHProf_Tally, take);
ZEND_METHOD(XHProf_Attachment, __construct);
ZEND_METHOD(XHProf_Attachment, open);
ZEND_METHOD(XHProf_Attachment, openAll);
ZEND_METHOD(XHProf_Attachment, run);
ZEND_METHOD(XHProf_Attachment, isOver);


static const zend_function_entry ext_functions[] = {
	ZEND_FE(xhprof_enable, arginfo_xhprof_enable)
	ZEND_FE(xhprof_disable, arginfo_xhprof_disable)
	ZEND_FE(xhprof_stop, arginfo_xhprof_stop)
	ZEND_FE(xhprof_pause, arginfo_xhprof_pause)
	ZEND_FE(xhprof_resume, arginfo_xhprof_resume)
	ZEND_FE(xhprof_sample_enable, arginfo_xhprof_sample_enable)
	ZEND_FE(xhprof_sample, arginfo_xhprof_sample)
	ZEND_FE(xhprof_sample_disable, arginfo_xhprof_sample_disable)
	ZEND_FE(xhprof_heap_snapshot, arginfo_xhprof_heap_snapshot)
	ZEND_FE(xhprof_tag, arginfo_xhprof_tag)
	ZEND_FE(xhprof_trace, arginfo_xhprof_trace)
	ZEND_FE(xhprof_request_begin, arginfo_xhprof_request_begin)
	ZEND_FE(xhprof_request_end, arginfo_xhprof_request_end)
	ZEND_FE(xhprof_info, arginfo_xhprof_info)
#if defined(XHPROF_FAKE_CLOCK)
	ZEND_FE(xhprof_fake_clock_advance, arginfo_xhprof_fake_clock_advance)
#endif
#if defined(XHPROF_FAKE_CLOCK)
	ZEND_FE(xhprof_fake_clock_cost, arginfo_xhprof_fake_clock_cost)
#endif
	ZEND_FE_END
};


static const zend_function_entry class_XHProf_Profile_methods[] = {
	ZEND_ME(XHProf_Profile, __construct, arginfo_class_XHProf_Profile___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(XHProf_Profile, pairs, arginfo_class_XHProf_Profile_pairs, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Profile, functions, arginfo_class_XHProf_Profile_functions, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Profile, neighbours, arginfo_class_XHProf_Profile_neighbours, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Profile, components, arginfo_class_XHProf_Profile_components, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Profile, lines, arginfo_class_XHProf_Profile_lines, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Profile, summary, arginfo_class_XHProf_Profile_summary, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Profile, meta, arginfo_class_XHProf_Profile_meta, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Profile, stacks, arginfo_class_XHProf_Profile_stacks, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Profile, nodes, arginfo_class_XHProf_Profile_nodes, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Profile, allocations, arginfo_class_XHProf_Profile_allocations, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Profile, merge, arginfo_class_XHProf_Profile_merge, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Profile, reduce, arginfo_class_XHProf_Profile_reduce, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Profile, diff, arginfo_class_XHProf_Profile_diff, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Profile, sampled, arginfo_class_XHProf_Profile_sampled, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Profile, distortion, arginfo_class_XHProf_Profile_distortion, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Profile, export, arginfo_class_XHProf_Profile_export, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Profile, load, arginfo_class_XHProf_Profile_load, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(XHProf_Profile, parse, arginfo_class_XHProf_Profile_parse, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(XHProf_Profile, head, arginfo_class_XHProf_Profile_head, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(XHProf_Profile, fromPairs, arginfo_class_XHProf_Profile_fromPairs, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(XHProf_Profile, fromStacks, arginfo_class_XHProf_Profile_fromStacks, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(XHProf_Profile, sends, arginfo_class_XHProf_Profile_sends, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(XHProf_Profile, outside, arginfo_class_XHProf_Profile_outside, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(XHProf_Profile, formats, arginfo_class_XHProf_Profile_formats, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_FE_END
};


static const zend_function_entry class_XHProf_Ring_methods[] = {
	ZEND_ME(XHProf_Ring, __construct, arginfo_class_XHProf_Ring___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(XHProf_Ring, open, arginfo_class_XHProf_Ring_open, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(XHProf_Ring, status, arginfo_class_XHProf_Ring_status, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Ring, collect, arginfo_class_XHProf_Ring_collect, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Ring, read, arginfo_class_XHProf_Ring_read, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Ring, stack, arginfo_class_XHProf_Ring_stack, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Ring, stacks, arginfo_class_XHProf_Ring_stacks, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Ring, requests, arginfo_class_XHProf_Ring_requests, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Ring, marks, arginfo_class_XHProf_Ring_marks, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Ring, request, arginfo_class_XHProf_Ring_request, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Ring, control, arginfo_class_XHProf_Ring_control, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_XHProf_Tally_methods[] = {
	ZEND_ME(XHProf_Tally, __construct, arginfo_class_XHProf_Tally___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Tally, read, arginfo_class_XHProf_Tally_read, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Tally, readAll, arginfo_class_XHProf_Tally_readAll, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Tally, reader, arginfo_class_XHProf_Tally_reader, ZEND_ACC_PUBLIC)
	ZEND_ME(XHProf_Tally, take, arginfo_class_XHProf_Tally_take, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_XHProf_Attachment_methods[] = {
	ZEND_ME(XHProf_Attachment, __construct, arginfo_class_XHProf_Attachment___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(XHProf_Attachment, open, arginfo_class_XHProf_Attachment_open, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(XHProf_Attachment, openAll, arginfo_class_XHProf_Attachment_openAll, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(XHProf_Attachment, run, arginfo_class_XHProf_Attachment_run, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(XHProf_Attachment, isOver, arginfo_class_XHProf_Attachment_isOver, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static void register_xhprof_symbols(int module_number)
{
	REGISTER_LONG_CONSTANT("XHPROF_FLAGS_NO_BUILTINS", HP_TRACE_NO_BUILTINS, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("XHPROF_FLAGS_CPU", HP_METRIC_CPU, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("XHPROF_FLAGS_MEMORY", HP_METRIC_MEMORY, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("XHPROF_FLAGS_ALLOC", HP_METRIC_ALLOC, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("XHPROF_FLAGS_TREE", HP_PROFILE_TREE, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("XHPROF_FLAGS_TIMELINE", HP_PROFILE_TIMELINE, CONST_PERSISTENT);
}

static zend_class_entry *register_class_XHProf_Profile(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "XHProf", "Profile", class_XHProf_Profile_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	zval const_TOO_LARGE_value;
	ZVAL_LONG(&const_TOO_LARGE_value, HP_LOAD_TOO_LARGE);
	zend_string *const_TOO_LARGE_name = zend_string_init_interned("TOO_LARGE", sizeof("TOO_LARGE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_TOO_LARGE_name, &const_TOO_LARGE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_TOO_LARGE_name);

	zval const_TOO_LARGE_REASON_value;
	zend_string *const_TOO_LARGE_REASON_value_str = zend_string_init(HP_LOAD_TOO_LARGE_REASON, strlen(HP_LOAD_TOO_LARGE_REASON), 1);
	ZVAL_STR(&const_TOO_LARGE_REASON_value, const_TOO_LARGE_REASON_value_str);
	zend_string *const_TOO_LARGE_REASON_name = zend_string_init_interned("TOO_LARGE_REASON", sizeof("TOO_LARGE_REASON") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_TOO_LARGE_REASON_name, &const_TOO_LARGE_REASON_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_TOO_LARGE_REASON_name);

	zval const_OUT_OF_RANGE_value;
	ZVAL_LONG(&const_OUT_OF_RANGE_value, HP_LOAD_OUT_OF_RANGE);
	zend_string *const_OUT_OF_RANGE_name = zend_string_init_interned("OUT_OF_RANGE", sizeof("OUT_OF_RANGE") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_OUT_OF_RANGE_name, &const_OUT_OF_RANGE_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_OUT_OF_RANGE_name);

	zval const_LACKS_DATA_value;
	ZVAL_LONG(&const_LACKS_DATA_value, HP_FORMAT_LACKS_DATA);
	zend_string *const_LACKS_DATA_name = zend_string_init_interned("LACKS_DATA", sizeof("LACKS_DATA") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_LACKS_DATA_name, &const_LACKS_DATA_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_LACKS_DATA_name);

	return class_entry;
}

static zend_class_entry *register_class_XHProf_Ring(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "XHProf", "Ring", class_XHProf_Ring_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_XHProf_Tally(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "XHProf", "Tally", class_XHProf_Tally_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_XHProf_Attachment(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "XHProf", "Attachment", class_XHProf_Attachment_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	zval const_BLOCKED_value;
	ZVAL_LONG(&const_BLOCKED_value, HP_ATTACHMENT_BLOCKED);
	zend_string *const_BLOCKED_name = zend_string_init_interned("BLOCKED", sizeof("BLOCKED") - 1, 1);
	zend_declare_class_constant_ex(class_entry, const_BLOCKED_name, &const_BLOCKED_value, ZEND_ACC_PUBLIC, NULL);
	zend_string_release(const_BLOCKED_name);

	return class_entry;
}
