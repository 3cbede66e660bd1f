/* registry.h: finds events by name. */
#ifndef HP_EVENT_REGISTRY_H
#define HP_EVENT_REGISTRY_H

#include "event/event.h"

/* The events of a run, in the order of the list. */
typedef struct hp_event_choice {
	const hp_event *events[HP_EVENT_MAX];
	/* 0: the event is counted; else it is sampled whenever this many have happened */
	uint64_t periods[HP_EVENT_MAX];
	uint32_t count;
} hp_event_choice;

/* A run counts its events, or takes samples by them. */
typedef enum hp_event_use {
	HP_EVENT_COUNTED,
	HP_EVENT_SAMPLED, /* one event takes the samples */
	HP_EVENT_SAMPLED_BESIDE /* a clock takes samples, and so may several events */
} hp_event_use;

#define HP_EVENT_ERROR_BYTES 240
#define HP_EVENT_MESSAGE_BYTES (32 + HP_EVENT_ERROR_BYTES)

/* Returns the event of a number, from 0 on; NULL after the last. */
const hp_event *hp_event_at(uint32_t number);

/* Returns the event of that name; NULL if there is none. */
const hp_event *hp_event_find(const char *name, size_t length);

/* Reads the option "events" of an array, if it has one. Returns NULL, or a message in English,
 * which may be in `error`. */
const char *hp_event_choice_read(hp_event_choice *choice, hp_event_use use, const HashTable *array,
	char error[HP_EVENT_MESSAGE_BYTES]);

#endif /* HP_EVENT_REGISTRY_H */
