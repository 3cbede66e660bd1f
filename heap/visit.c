#include "heap/visit.h"

#include "heap/object.h"
#include "heap/resource.h"

#include "Zend/zend_ast.h"

static uint32_t visit_flags(const hp_heap_walk *walk, const zend_refcounted *counted)
{
	return (GC_FLAGS(counted) & GC_IMMUTABLE ? HP_HEAP_IS_IMMUTABLE : 0) |
		(GC_INFO(counted) != 0 ? HP_HEAP_IS_BUFFERED : 0) |
		(hp_heap_block_is_inside(&walk->blocks, counted, false) ? 0 : HP_HEAP_IS_OUTSIDE);
}

static void visit_array(hp_heap_walk *walk, const hp_heap_task *task)
{
	const zend_array *array = task->address;
	hp_heap_node node = hp_heap_walk_node(walk, task, array, sizeof(*array));

	if (!(HT_FLAGS(array) & HASH_FLAG_UNINITIALIZED)) {
		node.bytes += hp_heap_block_claim(
			&walk->blocks, HT_GET_DATA_ADDR(array), hp_compat_table_bytes(array));
		node.capacity = array->nTableSize;
	}
	node.count = zend_hash_num_elements(array);
	node.flags = visit_flags(walk, (const zend_refcounted *) array) |
		(HT_FLAGS(array) & HASH_FLAG_PACKED ? HP_HEAP_IS_PACKED : 0);
	hp_heap_walk_record(walk, &node, array);
	hp_heap_walk_elements(walk, task->id, array);
}

static void visit_reference(hp_heap_walk *walk, const hp_heap_task *task)
{
	const zend_reference *reference = task->address;
	hp_heap_node node = hp_heap_walk_node(walk, task, reference, sizeof(*reference));

	node.flags = visit_flags(walk, (const zend_refcounted *) reference);
	hp_heap_walk_record(walk, &node, reference);
	hp_heap_walk_edge(walk, task->id, &reference->val, HP_HEAP_EDGE_VALUE);
}

/* Constants that are nested deeper than this in an expression are left out. */
#define VISIT_AST_DEPTH 64

/* NOLINTNEXTLINE(misc-no-recursion): bounded by VISIT_AST_DEPTH */
static void visit_ast_tree(hp_heap_walk *walk, const zend_ast *ast, uint32_t id, int depth)
{
	uint32_t count;
	zend_ast *const *children;

	if (ast == NULL || depth > VISIT_AST_DEPTH) {
		return;
	}
	if (ast->kind == ZEND_AST_ZVAL) {
		hp_heap_walk_edge(walk, id, &((const zend_ast_zval *) ast)->val, HP_HEAP_EDGE_CONSTANT);
		return;
	}
	if (zend_ast_is_special((zend_ast *) ast)) {
		return;
	}
	if (zend_ast_is_list((zend_ast *) ast)) {
		count = ((const zend_ast_list *) ast)->children;
		children = ((const zend_ast_list *) ast)->child;
	} else {
		count = zend_ast_get_num_children((zend_ast *) ast);
		children = ast->child;
	}
	for (uint32_t i = 0; i < count; i++) {
		visit_ast_tree(walk, children[i], id, depth + 1);
	}
}

static void visit_ast(hp_heap_walk *walk, const hp_heap_task *task)
{
	zend_ast_ref *ast = (zend_ast_ref *) task->address;
	hp_heap_node node = hp_heap_walk_node(walk, task, ast, sizeof(*ast));

	node.flags = visit_flags(walk, (const zend_refcounted *) ast);
	hp_heap_walk_record(walk, &node, ast);
	visit_ast_tree(walk, GC_AST(ast), task->id, 0);
}

void hp_heap_visit_tasks(hp_heap_walk *walk)
{
	while (walk->tasks_count > 0) {
		hp_heap_task task = walk->tasks[--walk->tasks_count];

		switch (task.kind) {
			case HP_HEAP_ARRAY:
				visit_array(walk, &task);
				break;
			case HP_HEAP_OBJECT:
				hp_heap_object_visit(walk, &task);
				break;
			case HP_HEAP_REFERENCE:
				visit_reference(walk, &task);
				break;
			case HP_HEAP_RESOURCE:
				hp_heap_resource_visit(walk, &task);
				break;
			case HP_HEAP_AST:
				visit_ast(walk, &task);
				break;
			default:
				break;
		}
	}
}
