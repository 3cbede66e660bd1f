#include "live/control.h"

#include "base/option.h"
#include "base/words.h"

const char *const hp_live_control_words[] = {
	"", "sample", "dump", "snapshot", "arm", "locals", "budget", NULL};

const char *hp_live_control_parse(const char *list, uint32_t *allowed, size_t *length)
{
	const char *word;

	*allowed = 0;
	while ((word = hp_words_next(&list, length)) != NULL) {
		int command = hp_option_word(hp_live_control_words, word, *length);

		if (command < 0) {
			return word;
		}
		*allowed |= UINT32_C(1) << command;
	}

	return NULL;
}

/* Returns the place for a reader's lease: its current one, a free one, or the one that expires
 * first. */
static hp_live_lease *control_place(hp_live_control *control, uint64_t id)
{
	hp_live_lease *place = &control->readers[0];

	for (size_t i = 0; i < HP_LIVE_CONTROL_READERS; i++) {
		hp_live_lease *reader = &control->readers[i];

		if (reader->until_ns != 0 && reader->id == id) {
			return reader;
		}
		if (reader->until_ns < place->until_ns) {
			place = reader;
		}
	}

	return place;
}

static void control_ask(hp_live_control *control, const hp_live_message *message, uint64_t now_ns)
{
	hp_live_lease *place = control_place(control, message->reader);
	uint64_t lease_ms = MIN(message->lease_ms, HP_LIVE_MAX_LEASE_MS);

	if (lease_ms == 0) {
		if (place->id == message->reader) {
			place->until_ns = 0;
		}
		return;
	}
	place->id = message->reader;
	place->clock = (hp_live_clock) message->clock;
	place->budget_ppm = MIN(message->budget_ppm, HP_LIVE_MAX_BUDGET_PPM);
	place->until_ns = now_ns + lease_ms * 1000000;
	place->interval_ns =
		MAX(HP_LIVE_MIN_INTERVAL_NS, MIN(HP_LIVE_MAX_INTERVAL_NS, message->interval_ns));
}

static bool control_makes_sense(const hp_live_message *message)
{
	return message->version == HP_LIVE_VERSION &&
		memchr(message->uri, '\0', sizeof(message->uri)) != NULL &&
		message->command >= HP_LIVE_ASK && message->command <= HP_LIVE_LOCALS_NOW &&
		(message->command != HP_LIVE_ASK || message->clock == HP_LIVE_WALL ||
			message->clock == HP_LIVE_CPU);
}

static bool control_allows(const hp_live_control *control, const hp_live_message *message)
{
	bool has_budget = message->command == HP_LIVE_ASK && message->budget_ppm > 0;

	return HP_LIVE_ALLOWS(control->allowed, message->command) &&
		(!has_budget || HP_LIVE_ALLOWS(control->allowed, HP_LIVE_MAY_SET_BUDGET));
}

static void control_obey(hp_live_control *control, const hp_live_message *message, uint64_t now_ns)
{
	switch (message->command) {
		case HP_LIVE_ASK:
			control_ask(control, message, now_ns);
			break;
		case HP_LIVE_DUMP_NOW:
			control->dumps++;
			break;
		case HP_LIVE_SNAPSHOT_NOW:
			control->wants_snapshot = true;
			break;
		case HP_LIVE_LOCALS_NOW:
			control->wants_locals = true;
			break;
		default:
			control->wants_arm = true;
			control->arm_requests = MIN(message->requests, HP_LIVE_MAX_REQUESTS);
			memcpy(control->arm_uri, message->uri, sizeof(control->arm_uri));
	}
}

/* Returns the next place where a message may begin. Garbage from one writer must not hide the
 * messages of others. */
static const char *control_find(const char *at, const char *end)
{
	static const uint64_t magic = HP_LIVE_MAGIC;

	while ((size_t) (end - at) >= sizeof(magic) && memcmp(at, &magic, sizeof(magic)) != 0) {
		at++;
	}

	return at;
}

size_t hp_live_control_read(
	hp_live_control *control, const char *bytes, size_t count, uint64_t now_ns)
{
	const char *at = bytes, *end = bytes + count;
	hp_live_message message;

	while (at < end) {
		const char *start = control_find(at, end);

		control->refused += start != at;
		at = start;
		if ((size_t) (end - at) < sizeof(message)) {
			break;
		}
		memcpy(&message, at, sizeof(message));
		if (!control_makes_sense(&message)) {
			control->refused++;
			at += sizeof(message.magic);
			continue;
		}
		at += sizeof(message);
		if (control_allows(control, &message)) {
			control_obey(control, &message, now_ns);
		} else {
			control->refused++;
		}
	}

	return (size_t) (end - at);
}

hp_live_wish hp_live_control_wish(hp_live_control *control, uint64_t now_ns)
{
	hp_live_wish wish = {
		.clock = HP_LIVE_CPU, .interval_ns = HP_LIVE_MAX_INTERVAL_NS, .budget_ppm = 0};

	for (size_t i = 0; i < HP_LIVE_CONTROL_READERS; i++) {
		hp_live_lease *reader = &control->readers[i];

		if (reader->until_ns <= now_ns) {
			reader->until_ns = 0;
			continue;
		}
		wish.readers++;
		wish.budget_ppm =
			MAX(wish.budget_ppm, reader->budget_ppm > 0 ? reader->budget_ppm : control->budget_ppm);
		wish.interval_ns = MIN(wish.interval_ns, reader->interval_ns);
		wish.until_ns = MAX(wish.until_ns, reader->until_ns);
		wish.clock = reader->clock == HP_LIVE_WALL ? HP_LIVE_WALL : wish.clock;
	}
	if (control->recorder_ns > 0) {
		wish.interval_ns = MIN(wish.interval_ns, control->recorder_ns);
		wish.until_ns = UINT64_MAX;
		wish.clock = HP_LIVE_WALL;
		wish.budget_ppm = MAX(wish.budget_ppm, control->budget_ppm);
	}
	wish.budget_ppm = wish.budget_ppm > 0 ? wish.budget_ppm : control->budget_ppm;
	wish.is_on = wish.until_ns > 0;

	return wish;
}
