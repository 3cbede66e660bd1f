/* layout.h: where PHP of some version, built with threads or without, keeps what a stack is read from. */
#ifndef HP_ATTACH_LAYOUT_H
#define HP_ATTACH_LAYOUT_H

#include "base/compat.h"

/* Offsets in bytes, of 64-bit builds; attach/layouts.inc has a row of each version, which tools/gen-layouts.sh makes of
 * PHP's headers. */
typedef struct hp_attach_layout {
	uint16_t php; /* 100 * major + minor */
	uint16_t is_zts;
	/* of executor_globals */
	uint16_t current_execute_data;
	uint16_t vm_stack_top;
	uint16_t vm_stack_end;
	uint16_t vm_stack;
	/* of zend_execute_data */
	uint16_t frame_opline;
	uint16_t frame_func;
	uint16_t frame_this_info; /* of call info */
	uint16_t frame_prev;
	uint16_t frame_bytes;
	/* of zend_function and zend_op_array */
	uint16_t function_flags;
	uint16_t function_scope;
	uint16_t function_name;
	uint16_t code_opcodes;
	uint16_t code_last;
	uint16_t code_filename;
	uint16_t code_line_start;
	uint16_t code_bytes;
	/* of zend_op */
	uint16_t op_line;
	uint16_t op_opcode;
	uint16_t op_bytes;
	/* of zend_class_entry and zend_string */
	uint16_t class_name;
	uint16_t string_hash;
	uint16_t string_length;
	uint16_t string_text;
	/* of sapi_globals */
	uint16_t request_method;
	uint16_t request_uri;
	uint16_t request_path; /* path_translated */
	uint16_t request_time; /* global_request_time */
	/* of compiler_globals */
	uint16_t compiled_file;
	uint16_t is_compiling; /* in_compilation */
	/* of zend_mm_heap */
	uint16_t heap_size;
	uint16_t heap_peak;
} hp_attach_layout;

/* Of that version; NULL: there is none. Of the version that this module is built for it is that of its own headers, which
 * a distribution may have patched. */
const hp_attach_layout *hp_attach_layout_of(uint32_t php_version_id, bool is_zts);

/* The versions that there are rows of, as "7.4 to 8.6". */
const char *hp_attach_layout_versions(void);

#endif /* HP_ATTACH_LAYOUT_H */
