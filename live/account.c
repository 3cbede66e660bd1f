#include "live/account.h"

#ifdef HP_SAMPLE_HAS_SOURCES

# include "base/table.h"

static uint64_t account_mix(uint64_t kind, const char *bytes, size_t count)
{
	for (size_t i = 0; i < count; i += sizeof(uint64_t)) {
		uint64_t word = 0;

		memcpy(&word, bytes + i, MIN(sizeof(word), count - i));
		kind = hp_table_mix(kind, word);
	}

	return kind;
}

static uint64_t account_kind(const hp_live_slot *slot)
{
	uint64_t kind;

	if (slot->tag_bytes > 0) {
		kind = account_mix(slot->tag_bytes, slot->tags, slot->tag_bytes);
	} else {
		kind = account_mix(0, slot->method, strnlen(slot->method, sizeof(slot->method)));
		kind = account_mix(kind, slot->uri, strnlen(slot->uri, sizeof(slot->uri)));
	}

	return MAX(1, kind);
}

hp_sampler_account *hp_live_account_of(hp_live_accounts *accounts, const hp_live_slot *slot)
{
	uint64_t kind = account_kind(slot);
	uint32_t oldest = 0, at = 0;

	while (at < HP_LIVE_ACCOUNTS && accounts->kinds[at] != kind && accounts->kinds[at] != 0) {
		oldest = accounts->used[at] < accounts->used[oldest] ? at : oldest;
		at++;
	}
	at = at < HP_LIVE_ACCOUNTS ? at : oldest;
	accounts->kinds[at] = kind;
	accounts->used[at] = slot->request;

	return &accounts->of[at];
}

hp_sampler_account hp_live_account_close(hp_live_accounts *accounts)
{
	hp_sampler_account all = {0, {0, 0}};

	for (uint32_t i = 0; i < HP_LIVE_ACCOUNTS; i++) {
		all.cpu_ns += accounts->of[i].cpu_ns;
		all.off.asleep_ns += accounts->of[i].off.asleep_ns;
		all.off.waited_ns += accounts->of[i].off.waited_ns;
	}
	memset(accounts, 0, sizeof(*accounts));

	return all;
}

#endif
