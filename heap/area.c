#include "heap/area.h"

#include "Zend/zend_modules.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/file.h"
#include "main/SAPI.h"
#include "main/php_globals.h"
#include "main/php_output.h"

#ifdef __linux__
# include <link.h>
#endif

static void area_add(
	hp_heap_areas *areas, const void *start, size_t bytes, const char *kind, const char *name)
{
	if (start != NULL && bytes >= 2 * sizeof(void *) && areas->count < HP_HEAP_AREAS) {
		areas->all[areas->count++] = (hp_heap_area){start, bytes, kind, name};
	}
}

/* Adds the whole structure of the engine's globals that has this variable. */
#define AREA_ENGINE(areas, type, globals, variable) \
 area_add(areas, (const char *) &globals(variable) - offsetof(type, variable), sizeof(type), \
	 "engine", "")

static void area_engine(hp_heap_areas *areas)
{
	AREA_ENGINE(areas, zend_executor_globals, EG, vm_stack);
	AREA_ENGINE(areas, zend_compiler_globals, CG, open_files);
	AREA_ENGINE(areas, php_core_globals, PG, http_globals);
	AREA_ENGINE(areas, sapi_globals_struct, SG, request_info);
	AREA_ENGINE(areas, zend_output_globals, OG, handlers);
	AREA_ENGINE(areas, php_basic_globals, BG, strtok_string);
	AREA_ENGINE(areas, php_file_globals, FG, default_context);
}

static const void *area_globals(const zend_module_entry *module)
{
#ifdef ZTS
	return module->globals_id_ptr == NULL || *module->globals_id_ptr == 0
		? NULL
		: TSRMG_BULK(*module->globals_id_ptr, const void *);
#else
	return module->globals_ptr;
#endif
}

static void area_extensions(hp_heap_areas *areas)
{
	const zend_module_entry *module;

	ZEND_HASH_FOREACH_PTR(&module_registry, module) {
		if (module->globals_size > 0) {
			area_add(areas, area_globals(module), module->globals_size, "extension", module->name);
		}
	}
	ZEND_HASH_FOREACH_END();
}

#ifdef __linux__
static bool area_has(const struct dl_phdr_info *object, const void *address)
{
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &object->dlpi_phdr[i];

		if (segment->p_type == PT_LOAD &&
			(uintptr_t) address - (object->dlpi_addr + segment->p_vaddr) < segment->p_memsz) {
			return true;
		}
	}

	return false;
}

/* Returns the name of the extension that a file belongs to; "" for the engine's own, NULL for other
 * libraries. */
static const char *area_owner(const struct dl_phdr_info *object)
{
	const zend_module_entry *module;

	if (area_has(object, &std_object_handlers)) {
		return "";
	}
	ZEND_HASH_FOREACH_PTR(&module_registry, module) {
		if (area_has(object, module->name)) {
			return module->name;
		}
	}
	ZEND_HASH_FOREACH_END();

	return NULL;
}

/* Adds the static variables of a file's C code, and its thread-local variables of this thread. */
static int area_object(struct dl_phdr_info *object, size_t bytes, void *to)
{
	const char *owner = area_owner(object);
	const char *kind = owner == NULL || *owner == '\0' ? "engine" : "extension";

	for (int i = 0; owner != NULL && i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &object->dlpi_phdr[i];

		if (segment->p_type == PT_LOAD && (segment->p_flags & PF_W) != 0) {
			area_add(to, (const void *) (object->dlpi_addr + segment->p_vaddr), segment->p_memsz,
				kind, owner);
		} else if (segment->p_type == PT_TLS && bytes >= sizeof(*object)) {
			area_add(to, object->dlpi_tls_data, segment->p_memsz, kind, owner);
		}
	}

	return 0;
}
#endif

void hp_heap_area_find(hp_heap_areas *areas)
{
	areas->count = 0;
	area_engine(areas);
	area_extensions(areas);
#ifdef __linux__
	dl_iterate_phdr(area_object, areas);
#endif
}
