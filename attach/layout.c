#include "attach/layout.h"

#ifdef __linux__

# include "SAPI.h"

static const hp_attach_layout layout_own = {
	.php = PHP_MAJOR_VERSION * 100 + PHP_MINOR_VERSION,
	.current_execute_data = offsetof(zend_executor_globals, current_execute_data),
	.vm_stack_top = offsetof(zend_executor_globals, vm_stack_top),
	.vm_stack_end = offsetof(zend_executor_globals, vm_stack_end),
	.vm_stack = offsetof(zend_executor_globals, vm_stack),
	.frame_opline = offsetof(zend_execute_data, opline),
	.frame_func = offsetof(zend_execute_data, func),
	.frame_this_info = offsetof(zend_execute_data, This.u1),
	.frame_prev = offsetof(zend_execute_data, prev_execute_data),
	.frame_bytes = sizeof(zend_execute_data),
	.function_flags = offsetof(zend_function, common.fn_flags),
	.function_scope = offsetof(zend_function, common.scope),
	.function_name = offsetof(zend_function, common.function_name),
	.code_opcodes = offsetof(zend_op_array, opcodes),
	.code_last = offsetof(zend_op_array, last),
	.code_filename = offsetof(zend_op_array, filename),
	.code_line_start = offsetof(zend_op_array, line_start),
	.code_bytes = sizeof(zend_op_array),
	.op_line = offsetof(zend_op, lineno),
	.op_opcode = offsetof(zend_op, opcode),
	.op_bytes = sizeof(zend_op),
	.class_name = offsetof(zend_class_entry, name),
	.string_hash = offsetof(zend_string, h),
	.string_length = offsetof(zend_string, len),
	.string_text = offsetof(zend_string, val),
	.request_method = offsetof(sapi_globals_struct, request_info.request_method),
	.request_uri = offsetof(sapi_globals_struct, request_info.request_uri),
	.request_path = offsetof(sapi_globals_struct, request_info.path_translated),
	.request_time = offsetof(sapi_globals_struct, global_request_time),
	.compiled_file = offsetof(zend_compiler_globals, compiled_filename),
	.is_compiling = offsetof(zend_compiler_globals, in_compilation),
	.heap_size = UINT16_MAX,
	.heap_peak = UINT16_MAX,
};

const hp_attach_layout *hp_attach_layout_of(uint32_t php, bool is_zts)
{
	return !is_zts && php / 10000 * 100 + php / 100 % 100 == layout_own.php ? &layout_own : NULL;
}

const char *hp_attach_layout_versions(void)
{
	return "of this tool";
}

#endif
