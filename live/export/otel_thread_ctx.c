/* A library of its own, which is loaded only where nothing else in the process has this variable:
 * two would contradict each other. Readers find it by its symbol, and by the relocation that its
 * use makes. */
#define EXPORTED __attribute__((visibility("default")))

EXPORTED __thread const void *otel_thread_ctx_v1;

EXPORTED const void **xhprof_thread_context(void)
{
	return &otel_thread_ctx_v1;
}
