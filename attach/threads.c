#include "attach/threads.h"

#include "attach/maps.h"
#include "base/proc.h"

#ifdef __linux__

# include <stdlib.h>

/* Larger mappings are not searched: they are reserved address space, or data. */
# define THREADS_MAX_MAPPING ((uintptr_t) 1 << 30)
# define THREADS_CHUNK_BYTES ((size_t) 1 << 20)

/* The budget of a search: 4 GB in all, or this many looks at what may be a block. */
# define THREADS_BUDGET (UINT64_C(1) << 20)

/* How many of PHP's modules may have globals, at least and at most. */
# define THREADS_LEAST_RESOURCES 4
# define THREADS_MOST_RESOURCES 512

/* How much of the C library's own data of a thread is searched for its number. */
# define THREADS_OWN_BYTES 2048

/* The block of a thread: _tsrm_tls_entry of TSRM.c, since PHP 7.0. */
typedef struct threads_block {
	uintptr_t resources; /* address of the array of pointers to all globals */
	int32_t count;
	int32_t padding;
	uintptr_t self; /* pthread_self() */
	uintptr_t next;
} threads_block;

typedef struct threads_search {
	const hp_attach_process *process;
	hp_attach_thread *threads;
	size_t count;
	pid_t tids[4 * HP_ATTACH_MAX_THREADS];
	size_t tids_count;
} threads_search;

static bool threads_is_pointer(uintptr_t value)
{
	return value >= 65536 && (value & 7) == 0 && value < (uintptr_t) 1 << 56;
}

/* Returns true if the members could be those of a thread's block. Called for each word of
 * memory. */
static inline bool threads_may_be_block(const threads_block *block)
{
	return block->count >= THREADS_LEAST_RESOURCES && block->count <= THREADS_MOST_RESOURCES &&
		threads_is_pointer(block->resources) && threads_is_pointer(block->self) &&
		(block->next == 0 || threads_is_pointer(block->next));
}

/* Returns true for the block of a thread. It is known by the globals of the engine, which lie in
 * the block and are one of its resources. */
static bool threads_is_block(threads_search *search, uintptr_t at, const threads_block *block)
{
	uintptr_t resources[THREADS_MOST_RESOURCES], wanted = at + search->process->executor_globals;

	if (!hp_attach_read(search->process->memory, block->resources, resources,
			(size_t) block->count * sizeof(resources[0]))) {
		return false;
	}
	for (int32_t i = 0; i < block->count; i++) {
		if (resources[i] == wanted) {
			return true;
		}
	}

	return false;
}

/* Returns the thread's tid; 0 if it is not found. The C library keeps it somewhere in its own data
 * of the thread. So that data is searched for the tid of one of the process's threads. */
static pid_t threads_tid(const threads_search *search, uintptr_t self)
{
	int32_t own[THREADS_OWN_BYTES / sizeof(int32_t)];

	if (search->tids_count == 1) {
		return search->tids[0];
	}
	if (!hp_attach_read(search->process->memory, self, own, sizeof(own))) {
		return 0;
	}
	for (size_t i = 0; i < sizeof(own) / sizeof(own[0]); i++) {
		for (size_t j = 0; own[i] > 1 && j < search->tids_count; j++) {
			if (own[i] == search->tids[j]) {
				return own[i];
			}
		}
	}

	return 0;
}

static void threads_search_chunk(
	threads_search *search, uintptr_t from, const char *bytes, size_t count)
{
	for (size_t at = 0; at + sizeof(threads_block) <= count; at += 8) {
		threads_block block;
		pid_t tid;

		memcpy(&block, bytes + at, sizeof(block));
		if (!threads_may_be_block(&block) || search->count == HP_ATTACH_MAX_THREADS ||
			!threads_is_block(search, from + at, &block)) {
			continue;
		}
		tid = threads_tid(search, block.self);
		if (tid != 0) {
			search->threads[search->count++] = (hp_attach_thread){tid, from + at};
		}
	}
}

static void threads_search_mapping(
	threads_search *search, uintptr_t start, uintptr_t end, char *chunk)
{
	while (start < end) {
		size_t bytes = MIN(THREADS_CHUNK_BYTES, end - start);

		if (!hp_attach_read(search->process->memory, start, chunk, bytes)) {
			return;
		}
		threads_search_chunk(search, start, chunk, bytes);
		if (bytes == end - start) {
			return;
		}
		start += bytes - sizeof(threads_block);
	}
}

size_t hp_attach_threads_find(
	const hp_attach_process *process, hp_attach_thread threads[HP_ATTACH_MAX_THREADS])
{
	threads_search search = {.process = process, .threads = threads};
	char *chunk = malloc(THREADS_CHUNK_BYTES);
	hp_attach_maps maps;

	process->memory->left = THREADS_BUDGET;
	search.tids_count = hp_proc_threads(process->pid, search.tids, 4 * HP_ATTACH_MAX_THREADS);
	if (chunk != NULL && hp_attach_maps_open(&maps, process->pid)) {
		while (process->memory->left > 0 && hp_attach_maps_next(&maps)) {
			if (strcmp(maps.rights, "rw-p") == 0 && maps.end - maps.start <= THREADS_MAX_MAPPING) {
				threads_search_mapping(&search, maps.start, maps.end, chunk);
			}
		}
		hp_attach_maps_close(&maps);
	}
	free(chunk);

	return search.count;
}

#endif
