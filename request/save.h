/* save.h: what becomes of the run of a request when that is over. */
#ifndef HP_REQUEST_SAVE_H
#define HP_REQUEST_SAVE_H

#include "request/request.h"

/* Of the request; its own time and memory, not what saving takes. */
typedef struct hp_request_result {
	uint64_t wall_ns;
	uint64_t peak_bytes;
	bool has_failed;
	int status; /* of HTTP, or what the command ended with */
} hp_request_result;

void hp_request_measure(const hp_request *run, hp_request_result *result);

/* Saves run->taken if the settings say so, and notes in run->outcome what became of it. */
void hp_request_save(hp_request *run, const hp_request_result *result);

#endif /* HP_REQUEST_SAVE_H */
