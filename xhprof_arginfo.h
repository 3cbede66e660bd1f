/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: ef8efcaec46a0d9793cffd573862388b10a3ffc7 */

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

#define arginfo_xhprof_sample_disable arginfo_xhprof_disable

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_xhprof_heap_snapshot, 0, 1, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO(0, file, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, options, IS_ARRAY, 0, "[]")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_xhprof_info, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

#if defined(XHPROF_FAKE_CLOCK)
ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_xhprof_fake_clock_advance, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, wall_ns, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, cpu_ns, IS_LONG, 0)
ZEND_END_ARG_INFO()
#endif


ZEND_FUNCTION(xhprof_enable);
ZEND_FUNCTION(xhprof_disable);
ZEND_FUNCTION(xhprof_stop);
ZEND_FUNCTION(xhprof_pause);
ZEND_FUNCTION(xhprof_resume);
ZEND_FUNCTION(xhprof_sample_enable);
ZEND_FUNCTION(xhprof_sample_disable);
ZEND_FUNCTION(xhprof_heap_snapshot);
ZEND_FUNCTION(xhprof_info);
#if defined(XHPROF_FAKE_CLOCK)
ZEND_FUNCTION(xhprof_fake_clock_advance);
#endif


static const zend_function_entry ext_functions[] = {
	ZEND_FE(xhprof_enable, arginfo_xhprof_enable)
	ZEND_FE(xhprof_disable, arginfo_xhprof_disable)
	ZEND_FE(xhprof_stop, arginfo_xhprof_stop)
	ZEND_FE(xhprof_pause, arginfo_xhprof_pause)
	ZEND_FE(xhprof_resume, arginfo_xhprof_resume)
	ZEND_FE(xhprof_sample_enable, arginfo_xhprof_sample_enable)
	ZEND_FE(xhprof_sample_disable, arginfo_xhprof_sample_disable)
	ZEND_FE(xhprof_heap_snapshot, arginfo_xhprof_heap_snapshot)
	ZEND_FE(xhprof_info, arginfo_xhprof_info)
#if defined(XHPROF_FAKE_CLOCK)
	ZEND_FE(xhprof_fake_clock_advance, arginfo_xhprof_fake_clock_advance)
#endif
	ZEND_FE_END
};

static void register_xhprof_symbols(int module_number)
{
	REGISTER_LONG_CONSTANT("XHPROF_FLAGS_NO_BUILTINS", XHPROF_FLAGS_NO_BUILTINS, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("XHPROF_FLAGS_CPU", XHPROF_FLAGS_CPU, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("XHPROF_FLAGS_MEMORY", XHPROF_FLAGS_MEMORY, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("XHPROF_FLAGS_ALLOC", XHPROF_FLAGS_ALLOC, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("XHPROF_FLAGS_TREE", XHPROF_FLAGS_TREE, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("XHPROF_FLAGS_TIMELINE", XHPROF_FLAGS_TIMELINE, CONST_PERSISTENT);
}
