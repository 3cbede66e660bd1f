#include "sampler/own_code.h"

#include "profile/wait.h"

/* If the extension is linked into PHP, its code has no address range of its own. */
#if defined(__linux__) && defined(COMPILE_DL_XHPROF) && \
	(defined(__x86_64__) || defined(__aarch64__))
# define OWN_CODE_IS_KNOWN 1
# include <link.h>
# include <ucontext.h>
#endif

static const zend_module_entry *own_module;
static zend_string *own_name;

void hp_own_code_startup(void)
{
	own_module = EG(current_module);
	own_name = zend_new_interned_string(zend_string_init(ZEND_STRL(HP_PROFILE_OWN_NAME), true));
}

zend_string *hp_own_code_name(void)
{
	return own_name;
}

bool hp_own_code_has(const zend_function *function)
{
	return function->type == ZEND_INTERNAL_FUNCTION && own_module != NULL &&
		function->internal_function.module == own_module;
}

#ifdef OWN_CODE_IS_KNOWN

/* The return address out of a system function is searched for in this many words of the stack. */
# define OWN_CODE_WORDS 48

/* The most executable segments of the process that are known. Few processes have that many. */
# define OWN_CODE_RANGES 256

typedef enum own_code_kind {
	OWN_CODE_OURS,
	OWN_CODE_SYSTEM, /* the C library, the kernel's clocks */
	OWN_CODE_OTHER, /* PHP, extensions and their libraries */
	OWN_CODE_NONE
} own_code_kind;

typedef struct own_code_range {
	uintptr_t start;
	uintptr_t end;
	own_code_kind kind;
} own_code_range;

static own_code_range own_code_ranges[OWN_CODE_RANGES];
static __thread bool own_code_is_watched;
static uint32_t own_code_count;

static own_code_kind own_code_kind_of(uintptr_t address)
{
	for (uint32_t i = 0; i < own_code_count; i++) {
		if (address >= own_code_ranges[i].start && address < own_code_ranges[i].end) {
			return own_code_ranges[i].kind;
		}
	}

	return OWN_CODE_NONE;
}

static bool own_code_is_system(const char *path)
{
	static const char *const parts[] = {"libc.so", "libc-", "libpthread", "ld-", "vdso"};
	const char *name = path == NULL ? NULL : strrchr(path, '/');

	name = name == NULL ? path : name + 1;
	for (size_t i = 0; name != NULL && i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (strstr(name, parts[i]) != NULL) {
			return true;
		}
	}

	return false;
}

static void own_code_add(uintptr_t start, uintptr_t bytes, const char *path)
{
	uintptr_t ours = (uintptr_t) hp_own_code_startup;
	own_code_range *range = &own_code_ranges[own_code_count];

	if (own_code_count < OWN_CODE_RANGES) {
		range->start = start;
		range->end = start + bytes;
		range->kind = ours - start < bytes ? OWN_CODE_OURS
			: own_code_is_system(path)     ? OWN_CODE_SYSTEM
										   : OWN_CODE_OTHER;
		own_code_count++;
	}
}

static int own_code_look(struct dl_phdr_info *info, size_t bytes, void *data)
{
	for (int i = 0; i < info->dlpi_phnum; i++) {
		const ElfW(Phdr) *segment = &info->dlpi_phdr[i];

		if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) != 0) {
			own_code_add(info->dlpi_addr + segment->p_vaddr, segment->p_memsz, info->dlpi_name);
		}
	}

	return 0;
}

void hp_own_code_post_startup(void)
{
	own_code_count = 0;
	dl_iterate_phdr(own_code_look, NULL);
}

# ifdef __x86_64__
static uintptr_t own_code_pc(const ucontext_t *context)
{
	return (uintptr_t) context->uc_mcontext.gregs[REG_RIP];
}

static const uintptr_t *own_code_stack(const ucontext_t *context)
{
	return (const uintptr_t *) context->uc_mcontext.gregs[REG_RSP];
}
# else
static uintptr_t own_code_pc(const ucontext_t *context)
{
	return (uintptr_t) context->uc_mcontext.pc;
}

static const uintptr_t *own_code_stack(const ucontext_t *context)
{
	return (const uintptr_t *) context->uc_mcontext.sp;
}
# endif

/* True if this module has called the system function that was interrupted. The system function
 * returns to the nearest address on the stack that is in other code than the system's. */
static HP_UNCHECKED bool own_code_has_called(const ucontext_t *context)
{
	const uintptr_t *words = own_code_stack(context);

	for (int i = 0; i < OWN_CODE_WORDS; i++) {
		own_code_kind kind = own_code_kind_of(words[i]);

		if (kind != OWN_CODE_NONE && kind != OWN_CODE_SYSTEM) {
			return kind == OWN_CODE_OURS;
		}
	}

	return false;
}

void hp_own_code_watch(bool is_recording)
{
	own_code_is_watched = is_recording;
}

bool hp_own_code_is_running(const void *context)
{
	own_code_kind kind = context == NULL || !own_code_is_watched
		? OWN_CODE_NONE
		: own_code_kind_of(own_code_pc(context));

	return kind == OWN_CODE_OURS || (kind == OWN_CODE_SYSTEM && own_code_has_called(context));
}

#else

void hp_own_code_post_startup(void)
{
}

void hp_own_code_watch(bool is_recording)
{
}

bool hp_own_code_is_running(const void *context)
{
	return false;
}

#endif
